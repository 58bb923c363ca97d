"""How English tells that a slot has a new value: who, how it came about, where to."""

from __future__ import annotations

from jobs.minds.rules.tongues.english_words import (
    ANSWERS,
    DIET,
    JOB,
    STYLE,
    UNITS,
    is_thing,
)
from jobs.minds.rules.tongues.latin import PERSON, PLACE
from jobs.minds.rules.tongues.tongue import Phrase, phrase
from jobs.minds.rules.values import is_name, is_place
from memory_core.index.slots import Slot

_I = r"\b(?:I|[Ww]e)"
_HAVE = rf"{_I}(?:'ve| have)"
_AM = rf"{_I}(?:'m| am|'re| are|'ve been| have been)"
_DID = r"(?: (?:now|just|finally|recently|since|actually|both|all|also|already|long since|officially))*"
_NOW = r"(?: (?:now|these days|nowadays|currently|at the moment|from now on|as of \w+(?: \w+)?|since \w+(?: \w+)?))"
_SINCE = r"\b(?:[Nn]ow(?:adays)?|[Tt]hese days|[Aa]s of \w+(?: \w+)?|[Ss]ince (?:last )?\w+|[Ff]rom \w+ on|[Ss]tarting (?:last )?\w+),? "
_END = r"(?=$|[ ,.;:!])"
_NEW = r"(?:[Mm]y|[Oo]ur|[Tt]he)(?: brand)?(?: new| current)?"
_IS = rf"(?:'s| is| has become| became| changed to| has changed to| will be){_NOW}?(?: called| named)?"
_HOUSE = r"(?:home|place|house|flat|apartment|condo|cottage|cabin|digs|town|city|village|hometown|address|postal address|residence|neighbou?rhood)"
_FIRM = r"(?:employer|company|firm|workplace|paymaster)"
_MOVED = r"(?:moved|relocated|shifted|migrated|emigrated|upped sticks|made the move|headed)"
_MOVES = rf"(?:\w+ (?:up|out|off) and )?{_MOVED}(?:,)?(?: (?:house|home|everything|out|over|up|down|back|here|north|south|east|west|across|permanently|for good|together|away|the family|with \w+(?: \w+)?))*"
_LONG_AGO = r"(?!.*\b(?:in (?:19|20)\d\d|years? ago|back then|for (?:a|one|two|three|six|my|our|some) \w+|but|left)\b)"
_HIRED = (
    r"(?:signed (?:on |up )?with|started (?:out )?(?:at|with|working (?:at|for|with))|went to work (?:at|for|with)"
    r"|(?:got|took|taken|landed|accepted|found|scored|secured|started|begun) (?:an? |the |my )?(?:new |great |better |full-time |part-time )?"
    r"(?:job|position|post|role|offer|gig|contract|place) (?:at|with|from|by)|(?:got|been|was) (?:hired|employed|taken on|recruited|poached|headhunted|snapped up) (?:by|at)"
    r"|(?:switched|jumped|hopped|gone|went) (?:ship |over |jobs )?(?:to work for|to join)|begun at|began at|ended up at)"
)
_NOT_A_JOB = rf"(?!{DIET}\b)(?!(?:an? |the )?(?:\w+ )?(?:mother|father|mom|mum|dad|parent|grand\w+|uncle|aunt|member|citizen|resident|fan|vegan|vegetarian|pescatarian|believer|regular|runner|smoker|widow\w*|bachelor|millionaire|mess|wreck|person|owner|homeowner|lover|christian|buddhist|muslim|convert|customer|subscriber|user|friend|big|better|bit|little|lot|new|different|real|true)\b)"
_TRADE = r"(?P<v>(?:an? )?[a-z][a-z-]+(?: (?:[a-z-]+(?:er|or|ist|ant|ian|man|woman|nurse|chef|guide|agent|assistant|officer|lead|pilot|clerk|coach|cook|vet)))?)"
_DONE = r"(?=$|[,.;:!]| (?:now|these days|at|for|in|with|last|this|since|and|instead|again)\b)"

TURNS: tuple[Phrase, ...] = (
    *phrase(
        Slot.HOME,
        rf"{_HAVE}{_DID} (?:been )?(?:living|lived|settled(?: down| in)?|based|at home) (?:in|at) (?P<v>{PLACE}){_END}",
        rf"{_HAVE}{_DID} (?:{_MOVES}) to (?P<v>{PLACE}){_END}(?! for (?:my|our|all|the|every)){_LONG_AGO}",
        rf"{_I}{_DID} (?:(?:packed|sold|gave) up and moved|made the move|settled(?: down| in)?|upped sticks and moved)(?: over)? (?:to|in) (?P<v>{PLACE}){_END}{_LONG_AGO}",
        rf"\band (?:now |currently )?live(?: now)? in (?P<v>{PLACE}){_END}",
        rf"^(?:[Tt]his|[Ll]ast) \w+,? (?:I|we)(?: finally| just)? (?:moved|relocated) to (?P<v>{PLACE}){_END}",
        rf"\b(?:you'll|you will|you can|people can|people) find (?:me|us){_NOW}? in (?P<v>{PLACE}){_END}",
        rf"\b(?P<v>{PLACE}) (?:is|has become|became){_NOW}? (?:home|{_NEW} {_HOUSE}|where (?:I|we){_NOW}? (?:live|am|are|call home))(?! to\b| of\b){_NOW}?",
        rf"{_NEW} {_HOUSE}{_IS}{_NOW}? (?:in |at )?(?P<v>{PLACE}){_END}",
        rf"\b(?:moved|relocated|address|no longer live|don't live)\b.*\b(?:I'm|I am|we're|we are|are|am|it's|it is|is)(?: now)?(?: in| at)? (?P<v>{PLACE})(?=$|[,.;:!]|{_NOW})",
        rf"\b(?:moved|relocated|address)\b[\w ]*(?::|,|;| [-\u2013\u2014])(?: now| and now)?(?: it's| it is)?(?: in| to)? (?P<v>{PLACE})(?=$|{_NOW}$)",
        rf"\b(?:I'm|I am)(?: now)? an? (?P<v>{PLACE}) (?:resident|local|dweller)\b",
        rf"{_AM}{_DID} (?:living|residing|based|settled|at home|staying for good)(?: \w+){{0,3}}? in (?P<v>{PLACE}){_END}",
        holds=is_place,
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"{_AM}{_DID} (?:working|employed)(?: (?:now|full-time|part-time|again|over|as an? \w+(?: \w+)?))* (?:at|for|with|by) (?P<v>{PLACE}){_END}",
        rf"{_SINCE}(?:I|[Ww]e)(?:'m| am|'ve been| have been) (?:with|at|employed by|on staff at) (?P<v>{PLACE}){_END}",
        rf"\band (?:now |currently )?work(?: now)? (?:at|for) (?P<v>{PLACE}){_END}",
        rf"\b(?:[Ww]ork-?wise|[Pp]rofessionally|[Ff]or work|[Aa]t work|[Cc]areer-wise|[Jj]ob-wise),? (?:I'm|I am)(?: now)? (?:at|with) (?P<v>{PLACE}){_END}",
        rf"\b(?:I'm|I am|I've been) (?:now )?with (?P<v>{PLACE})(?={_NOW})",
        rf"\b(?:jobs?|employers?|company|firm|left|quit|resigned|notice|fired|laid off|hired)\b.*\b(?:I'm|I am|it's|it is)(?: now| currently)? (?:at |with |working at |working for )?(?P<v>{PLACE})(?=$|[,.;:!]|{_NOW})",
        rf"{_NEW} {_FIRM}{_IS} (?P<v>{PLACE}){_END}",
        rf"\b[Mm]y (?:new )?(?:job|position|role)(?: is|'s){_NOW}? (?:at|with) (?P<v>{PLACE}){_END}",
        rf"\b(?P<v>{PLACE}) (?:is|has become|became){_NOW}? {_NEW} {_FIRM}\b",
        rf"\b(?P<v>{PLACE}) (?:(?:has |have )?(?:just |recently )?(?:hired|employed|recruited|poached|snapped|taken|took) me|pays my (?:salary|wages|bills|rent))\b",
        rf"{_I}(?:'ve| have)?{_DID} {_HIRED} (?P<v>{PLACE}){_END}",
        rf"\b(?:[Mm]y|[Tt]he) first (?:day|week|shift|month)(?: of work)? at (?P<v>{PLACE}){_END}",
        rf"\bI{_DID} (?:go to work|clock in|punch in|get paid|draw my (?:salary|wages)) (?:at|by|from) (?P<v>{PLACE}){_END}",
        rf"\b[Mm]y (?:paycheck|paycheque|salary|wages|pay) (?:now |these days )?comes? (?:now )?from (?P<v>{PLACE}){_END}",
        rf"{_HAVE}{_DID} joined (?P<v>{PLACE})(?= as an? )",
        holds=lambda value: is_place(value) and is_thing(value),
    ),
    *phrase(
        Slot.ROLE,
        rf"\b(?:I|I've|I have|and|[Tt]hey|[Tt]hey've)(?: \w+ly| just| now| finally| recently)* (?:became|become|turned|made me|made it to|retrained as|trained as|qualified as|promoted me to|switched to being|changed to being|gone into being) {_NOT_A_JOB}{_TRADE}{_DONE}",
        rf"\band(?: now)? work as {_NOT_A_JOB}{_TRADE}{_DONE}",
        rf"\b(?:I'm|I am)(?: \w+ly| just)? (?:(?:now|currently|these days) )?(?P<v>an? {JOB})(?={_NOW}|$|[,.;:!])",
        rf"\bI(?:'m| am)?{_DID} (?:earn(?:ing)? my (?:living|money|keep)|mak(?:e|ing) (?:my|a) living|get(?:ting)? by|pay(?:ing)? the bills) (?:as|by being) {_NOT_A_JOB}{_TRADE}{_DONE}",
        rf"\b(?:I'm|I am|I've been){_DID} (?:working|employed|hired|appointed|promoted)(?: \w+)? (?:as|to) {_NOT_A_JOB}{_TRADE}{_DONE}",
        rf"\b[Mm]y (?:new )?(?:job|job title|title|profession|occupation|role|position|trade|line of work){_IS} {_NOT_A_JOB}{_TRADE}{_DONE}",
    ),
    *phrase(
        Slot.NAME,
        rf"\b(?:changed|change) my (?:last |full |legal )?name to (?P<v>{PERSON}){_END}",
        rf"\b[Mm]y (?:full |legal |married |real )?name(?:'s| is| has been){_NOW}? (?:now )?(?P<v>{PERSON}){_END}",
        rf"\b(?:I'm|I am){_NOW}? (?:called|named) (?P<v>{PERSON})(?={_NOW}|$|[,.;])",
        holds=is_name,
    ),
    *phrase(
        Slot.NICKNAME,
        rf"\bI(?:'d)? (?:rather|prefer to|like to|want to) (?:be called|go by|be known as) (?P<v>{PERSON}){_END}",
        rf"\b(?:[Cc]all|[Aa]ddress) me(?: as)?(?: just| simply)? (?P<v>{PERSON}){_END}",
        rf"\bI(?: now| just| mostly| usually| always)? go by (?P<v>{PERSON}){_END}",
        rf"\b[Mm]y nickname{_IS} (?P<v>{PERSON}){_END}",
        holds=is_name,
        asked=True,
    ),
    *phrase(
        Slot.DIET,
        rf"\b(?:put|placed|started) me on an? (?:strict(?:ly)? )?(?P<v>{DIET})(?: diet| plan)?{_END}",
        rf"{_I}(?:'m|'ve|'re| am| are| have)?{_DID} (?:gone|going|turned|become|became|went|been|switched to|moved to|changed to|converted to|on|eating|following|cooking|keeping|back to)(?: being| eating| an?| a strictly| strictly| fully| completely| only)* (?P<v>{DIET})(?: diet| food)?{_END}",
        rf"{_I}{_DID} (?:eat|cook|keep|live)(?: strictly| only| fully)? (?P<v>{DIET}){_END}",
        rf"\b(?:meals|food|diet|cooking|recipes)\b.{{0,30}}\b(?:should|must|need to|have to|has to|needs to)(?: now)? be (?P<v>{DIET}){_END}",
        asked=True,
    ),
    *phrase(
        Slot.UNITS,
        rf"\b(?:switch(?:ed)?|chang(?:e|ed)|mov(?:e|ed)|gone|go|convert(?:ed)?)(?: (?:me|over|back|everything|us))* to (?P<v>{UNITS})(?: units| system)?{_END}",
        rf"^(?P<v>{UNITS.replace('metric', '[Mm]etric').replace('imperial', '[Ii]mperial')})(?: units)?,? (?:please|from|instead|only|now|is)\b",
        rf"\b(?:use|using|prefer|give me|in|think in|stick to|want) (?P<v>{UNITS})(?: units)?(?=$|[,.;:!]|{_NOW}| please| instead)",
        asked=True,
    ),
    *phrase(
        Slot.ANSWER_STYLE,
        rf"\b(?:[Kk]eep|[Mm]ake|[Ww]rite) (?:it|them|things|everything|your {ANSWERS}|the {ANSWERS}|{ANSWERS}) (?P<v>{STYLE})(?=$|[,.;:!]|{_NOW}| please| for me)",
        rf"^(?:[Pp]lease )?[Bb]e (?:more )?(?P<v>{STYLE})(?=$|[,.;:!]|{_NOW}| please| with me)",
        rf"\b(?P<v>{STYLE}) ones?(?: (?:please|instead|now|from now on)|$)",
        rf"\b(?:want|prefer|like|need|appreciate|rather have|switch to|give me|use)\b.{{0,20}}? (?P<v>{STYLE}) {ANSWERS}\b",
        asked=True,
    ),
)

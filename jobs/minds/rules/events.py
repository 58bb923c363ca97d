"""Own past events: which English sentences tell one, and how much of the sentence to quote.

Two tiers of verbs: what one joins, buys or wins lasts by itself; what one sees, makes or visits
lasts when the sentence says when, or names something.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from jobs.minds.rules.guards import (
    has_placeholder,
    is_addressed,
    is_attributed,
    is_foreign,
    is_negated,
    is_past_habit,
    is_wish,
    points_at_the_moment,
)

_FAMILY = (
    r"(?:wife|husband|partner|spouse|girlfriend|boyfriend|gf|bf|fianc\u00e9e?|fiancee?|kids?|children"
    r"|son|daughter|family|fam|mom|mum|dad|mother|father|parents|sister|brother|siblings|friends?"
    r"|best friend|team|band|colleagues?|dogs?|pups?|crew|buddies|teammates|co-?workers)"
)
_SUBJECT = rf"(?:I|we|[Mm]y {_FAMILY} and I|[A-Z]\w+ and I)"
_ADVERB = (
    r"(?:just|also|recently|actually|finally|even|already|really|once|first|lately|again|officially"
    r"|originally|eventually|together|both|only|ended up|managed to|got to|decided to)"
)
_DURABLE = (
    r"joined|signed up|enrolled|registered|adopted|bought|purchased|moved|relocated|graduated|won"
    r"|launched|opened|quit|resigned|retired|founded|co-founded|published|released|finished"
    r"|completed|passed|donated|volunteered|participated|competed|attended|visited|performed"
    r"|hosted|organi[sz]ed|planted|applied|submitted|received|earned|built|created|designed|wrote"
    r"|recorded|painted|taught|studied|majored|learned|learnt|upgraded|installed|restored|repaired"
    r"|injured|hurt|broke|lost|married|divorced|proposed|travel+ed|hiked|climbed|switched|hired"
    r"|booked|drew|sculpted|composed|directed|translated|inherited|rescued|fostered|named|invested"
    r"|started|began|took up|set up|got (?:married|engaged|divorced|promoted|hired|fired|laid off"
    r"|accepted|admitted|certified|licensed|hurt|injured|into|back from|(?:an?|my|our|another)"
    r" (?:[\w-]+ ){0,3}(?:car|dog|pup|puppy|puppies|cat|kitten|pet|job|promotion|house|apartment|degree"
    r"|license|guitar|piano|keyboard|bike|console|camera|offer|scholarship|internship|tattoo|role"
    r"|contract|deal|sponsorship|endorsement|tank|system|position|gig|medal|trophy|award))"
    r"|ran (?:an?|my|the)|gave (?:an?|my)|became|celebrated"
    r"|collaborated|interviewed|presented|reorgani[sz]ed|renovated|rented|leased|sold|grew up"
    r"|was born|were born|was diagnosed|was promoted|was hired|was laid off|was accepted"
    r"|led|coached|entered|failed|scored|discovered|raised|contributed|arranged|pitched|emailed"
    r"|developed|knitted|sewed|baked|decorated|helped|worked|campaigned|trained|surfed|streamed"
)
_PASSING = (
    r"went|took|made|had|saw|watched|read|tried|got|found|cooked|played|spent|drove|flew|rode"
    r"|talked|spoke|met|ran|gave|came|checked out|brought|heard|held|hung out|snapped|explored"
    r"|reached|practi[cs]ed|prepared|ate|picked|shared|called|swam|camped|fished|kayaked|ski+ed"
    r"|danced|sang|stayed|left|received|put|set|beat|faced|arrived|drank|fixed|cleaned|sent|did"
    r"|tackled|achieved|accomplished|experienced|dropped|hit|pulled|reconnected|caught|stopped"
)
_PURSUITS = (
    r"practi[cs]ing|learning|playing|working|studying|training|taking|volunteering|writing|painting"
    r"|teaching|running|collecting|saving|experimenting|researching|developing|building|dating"
    r"|living|exploring|attending|coaching|mentoring|organi[sz]ing|designing|recording|cooking"
    r"|baking|dancing|looking into|networking|making|helping|reading|drawing|sketching|surfing"
    r"|streaming|gardening|singing|meditating|restoring|fixing|getting into|adding|supporting"
    r"|hiking|planning|preparing|selling|planting|knitting|composing|swimming|married"
)
_PERFECT = (
    r"(?:have|'ve) (?:\w+ly |just |also |already |always |even )?"
    rf"(?:been (?:\w+ly |also |busy )?(?:{_PURSUITS})|been (?:to [A-Z]|married|sober|vegan|part of|with the"
    r"|an? \w+er\b|into)|started|joined|finished|completed|won|visited|moved|bought|adopted|signed up"
    r"|learned|written|begun|become|worked|lived|owned|travel+ed|published|volunteered|created)"
)
_LEAD_WORDS = (
    r"and|but|so|also|then|plus|anyway|well|yeah|yes|yep|yup|oh|hey|hi|wow|actually|btw|by the way"
    r"|guess what|good news|great news|big news|exciting news|fun fact|in fact|luckily|thankfully"
    r"|fortunately|unfortunately|sadly|sure|totally|thanks|thank you|nope|no|absolutely|definitely"
    r"|exactly|true|right|cool|awesome|nice|great|hm+|haha|lol|okay|ok|as for me"
    r"|on another note|on a different note|on the bright side|honestly|besides|meanwhile|finally|still|recently"
    r"|lately|once|last season|earlier|for me|update|however|i mean|you know|not much|omg|woah|whoa"
)
_VERB = re.compile(
    rf"(?P<subject>\b{_SUBJECT})"
    rf"(?:(?: {_ADVERB}){{0,3}} (?:(?P<durable>{_DURABLE})|(?P<passing>{_PASSING}))"
    rf"|(?: (?=have|had)|(?='ve))(?P<perfect>{_PERFECT}))\b(?P<rest>.*)",
    re.DOTALL,
)
_BARE_VERB = re.compile(
    rf"(?:(?:[Jj]ust|[Ff]inally|[Rr]ecently|[Aa]lso) )?(?P<bare>(?i:{_DURABLE}|{_PASSING}|got back from))\b(?P<rest>.*)",
    re.DOTALL,
)
_DASH = re.compile(r"\s+[-\u2013\u2014]+\s*|\s*\u2014\s*|(?<=\w)- |; |: |! ")
_LEAD = re.compile(
    rf"^(?:(?:(?:{_LEAD_WORDS})\b|[A-Z][a-z]+(?=[,!] ))[\s,.!:\u2013\u2014-]*)+(?=\S)",
    re.IGNORECASE,
)
_EMPTY_OBJECT = re.compile(
    r"^\W*(?:(?:it|them|him|her|one|ones|so|out|what|how|why|when|where|who|whether|if|to be"
    r"|that(?=\W*$|[,.!]| (?:was|is|last|yesterday|in|on|at|for|with|when|to|and|too)\b)|interest"
    r"|my (?:keys|phone|wallet|way|mind|track|interest|motivation|temper|cool|breath|voice|balance)"
    r"|to (?:try|start|make|do|go|keep|stay|get|help|find)(?=\W*$| (?:it|that|them|something|some|a bit))"
    r"|to do it|into it|on it|with it|through|everything|something|nothing|anything|things"
    r"|stuff|inspired|better|used|stuck|lucky|carried|caught|lots?|tons?|plenty"
    r"|to (?:see|feel|know|think|thinking|say|chat|talk|catch|hear|share)|\w+self"
    r"|sure|sense|a (?:lot|ton|bunch|bit|hard|tough|great|good|blast|nice|fun|wonderful|fantastic|long|chance"
    r"|while|feeling|moment|sense|difference|surprise|rough|few|couple|busy|crazy|point|look)"
    r"|(?:some|lots of|a lot of|so much) (?:fun|time|good|great|advice|news|support|much|tips)"
    r"|an? (?:\w+ )?(?:time|day|feeling|sense|blast|look|idea|week|weekend|moment|chance|experience|adventure|setback|challenge"
    r"|letdown|milestone|surprise|blow|thing|thought|question|story|talk|chat|conversation|breakthrough)"
    r"|the (?:feeling|hang|best|chance|idea|same|point|impact|potential|win|opportunity|time)"
    r"|my (?:best|mind|hardest|all|day|way|ground|part))\b|\W*$)",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:\s*[,;]|\s+[-\u2013\u2014]+|\s*\u2014|[a-z]-)?\s*(?:\band |\bso |\bbut )?(?:\b(?:it|it's|it\u2019s|they|they're|they were|everyone|everybody|which"
    r"|what a|so (?:much )?(?:fun|cool|good|proud|happy|excited)|such|super|felt|feels|really|that"
    r"|that's|the (?:view|energy|atmosphere|feeling|vibe|kids were|crowd|food) (?:was|were)"
    r"|and (?:it|that)|I (?:felt|feel|love|loved|had|can't|couldn't|was so|think)|we (?:had|felt|loved)"
    r"|I'm (?:so|really|super|pretty|proud|excited|stoked|happy|glad|loving)"
    r"|definitely|truly|pretty|quite|absolutely|hope|can't wait|what do|take a look|check|talk about"
    r"|unfortunately|even though it|here's|and I'm (?:so|really|super|loving|excited)"
    r"|and (?:I )?(?:had|felt|feel|loved|am|was so|couldn't)|and (?:had|have) (?:a|so|such))\b)"
)
_BREAK = re.compile(
    r"\s+[-\u2013\u2014]+\s*|\s*\u2014\s*|(?<=\w)[-\u2013] |--+\s*|; |, |\s+(?=(?:and|so|but)\s)"
)
_NAME = re.compile(r"(?<=[a-z,'] )(?!I\b|I')[\"\u201c]?[A-Z][\w'&-]+")
_STOP = frozenset(
    "the a an and or but of to in on at for with by from up out my our his her their its it that "
    "was were is are be been i we you me us them some any all just also really so very too then "
    "about into over after before during last this day days week weeks time got had have great "
    "good awesome amazing cool fun new nice bit lot things stuff something".split()
)  # fmt: skip
_ALWAYS_DROPPED = re.compile(
    r"\b(?:glad|grateful|thankful|thanks|thank|appreciate|congrats|chat(?:ted)?|spoke last|talked last"
    r"|catch(?:ing)? up|long time|last (?:time )?we|heard from|pic|pics|photo|photos|picture|pictures"
    r"|snap|snapshot|selfie|advice you|kidding|joking|in love with|bet|gotta|got this|made it|"
    r"great news|news|reminds me|surprise|something|somewhere|someone|stuff|wow)\b",
    re.IGNORECASE,
)
_REFERRING = re.compile(r"\b(?:it|it's|its)\b", re.IGNORECASE)
_REFERENT_LENGTH = 25  # characters that may hold what "it" stands for
_MIN_CONTENT = 2
MAX_QUOTE = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class Event:
    """A past event as the sentence tells it."""

    quote: str  # stands word for word in the sentence
    passing: bool  # durable only if it is dated or names something
    names_something: bool


def find_event(sentence: str) -> Event | None:
    """Find the own past event that a sentence tells, if it tells one."""
    if is_foreign(sentence):
        return None
    for piece in pieces(sentence):
        if event := _told_in(piece):
            return event
    return None


def pieces(sentence: str) -> Iterator[str]:
    """Yield the sentence and what stands behind its dashes: each may have a subject of its own."""
    yield sentence
    for border in _DASH.finditer(sentence):
        yield sentence[border.end() :]


def _told_in(sentence: str) -> Event | None:
    plain = sentence.replace("\u2019", "'")
    start = skip_lead(plain)
    match = _VERB.search(plain, start)
    if match is None or not leads_in(plain[start : match.start()]):
        match = _BARE_VERB.match(plain, start)
    if match is None:
        return None
    end = cut_praise(plain, match.start("rest"))
    told, rest = plain[match.start() : end], plain[match.start("rest") : end]
    quote = sentence[start:end].strip()
    if not _tells(told, rest) or not is_clear(plain[start:end]) or len(quote) > MAX_QUOTE:
        return None
    groups = match.groupdict()
    return Event(
        quote=quote,
        passing=bool(groups.get("passing") or groups.get("bare")),
        names_something=not groups.get("bare") and bool(_NAME.search(rest)),
    )


def skip_lead(plain: str) -> int:
    """Return where greetings and fillers end."""
    lead = _LEAD.match(plain)
    return lead.end() if lead else 0


def leads_in(before: str) -> bool:
    """Whether what stands before the subject only says when or where."""
    words = before.strip(" ,-\u2013:").lower().split()
    return len(words) <= 8 and not re.search(  # noqa: PLR2004
        r"\b(?:who|whom|which|that|because|since|when|while|where|what|how|why|until|than|as"
        r"|is|was|are|were|'s|it's|has|had|have|did|does|been|having|i|he|she|they|it|we)\b|'s |'m |'re ",
        before.lower().replace("\u2019", "'") + " ",
    )


def cut_praise(plain: str, rest: int) -> int:
    """Return where the telling ends and its praise begins."""
    for border in _BREAK.finditer(plain, rest):
        tail = plain[border.start() :]
        if _TAIL.match(tail):
            return border.start()
    return len(plain)


def _tells(event: str, rest: str) -> bool:
    first = _BREAK.split(event)[0]
    if is_negated(first) or is_wish(first) or is_attributed(first) or is_past_habit(first):
        return False
    content = [w for w in re.findall(r"[a-z][\w'-]{2,}", rest.lower()) if w not in _STOP]
    return not _EMPTY_OBJECT.match(rest) and len(content) >= _MIN_CONTENT


def is_clear(quote: str) -> bool:
    """Whether the quote can be understood on another day by someone who was not there."""
    return not (
        is_addressed(quote)
        or points_at_the_moment(quote)
        or has_placeholder(quote)
        or _ALWAYS_DROPPED.search(quote)
        or _REFERRING.search(quote[:_REFERENT_LENGTH])
    )

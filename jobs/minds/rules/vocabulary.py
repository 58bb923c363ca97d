"""The English words that the event patterns are made of: closed lists of regex alternatives."""

from __future__ import annotations


def _either(block: str) -> str:
    """Join a block of alternatives; line breaks stand where a line would get too long."""
    return "".join(line.strip() for line in block.splitlines())


# Whom one does things with.
COMPANIONS = _either(
    r"""
    girl|gang|close friends?|teammates?|whole family|old friends?|(?:high school|gaming|
    programmer|tournament|college) (?:friends?|pals?|buddy|buddies)|neighbou?rs?|grandma|
    grandpa|grandmother|grandfather|aunt|uncle|cousins?|wife|husband|partner|spouse|girlfriend|
    boyfriend|gf|bf|fianc\u00e9e?|fiancee?|kids?|children|son|daughter|family|fam|mom|mum|dad|
    mother|father|parents|sister|brother|siblings|friends?|best friend|team|band|colleagues?|
    dogs?|pups?|crew|buddies|teammates|co-?workers
    """
)

# What can break down, come out or be sold.
POSSESSIONS = _either(
    r"""
    car|laptop|computer|phone|house|apartment|place|band|team|company|startup|store|shop|book|
    novel|album|screenplay|script|movie|film|blog|channel
    """
)

# What happens to them.
BEFALL = _either(
    r"""
    passed away|died|graduated|got (?:married|engaged|divorced|hurt|sick|promoted|a new job)|
    had (?:an?|her|his) |was born|were born|turned \d+|broke down|broke|crashed|got (?:stolen|
    flooded|damaged)|was (?:hit|stolen|damaged|flooded|diagnosed|published|released|shown|
    hospitalized)|moved|joined|started|won|visited|came out|dropped|came to see me|
    lost power|retired
    """
)

# What may stand between subject and verb.
ADVERBS = _either(
    r"""
    just|also|recently|actually|finally|even|already|really|once|first|lately|again|officially|
    originally|eventually|together|both|only|ended up
    """
)

# Deeds that last by themselves.
DURABLE = _either(
    r"""
    joined|signed up|enrolled|registered|adopted|bought|purchased|moved|relocated|graduated|won|
    launched|opened|quit|resigned|retired|founded|co-founded|published|released|finished|
    completed|passed|donated|volunteered|participated|competed|attended|visited|performed|
    hosted|organi[sz]ed|planted|applied|submitted|received|earned|built|created|designed|wrote|
    recorded|painted|taught|studied|majored|learned|learnt|upgraded|installed|restored|repaired|
    injured|hurt|broke|lost|married|divorced|proposed|travel+ed|hiked|climbed|switched|hired|
    booked|drew|sculpted|composed|directed|translated|inherited|rescued|fostered|named|invested|
    started|began|took up|set up|got (?:married|engaged|divorced|promoted|hired|fired|laid off|
    accepted|admitted|certified|licensed|hurt|injured|into|back from|(?:an?|my|our|
    another) (?:[\w-]+ ){0,3}(?:car|dog|pup|puppy|puppies|cat|kitten|pet|job|promotion|house|
    apartment|degree|license|guitar|piano|keyboard|bike|console|camera|offer|scholarship|
    internship|tattoo|role|contract|deal|sponsorship|endorsement|tank|system|position|gig|medal|
    trophy|award))|ran (?:an?|my|the)|gave (?:an?|my)|became|celebrated|collaborated|
    interviewed|presented|accepted|acquired|threw an?|dyed|twisted|sprained|fractured|retook|
    wrapped up|(?:was|were) (?:chosen|selected|nominated|elected|invited|hired|promoted|
    awarded)|posted|invited|served|joined|reorgani[sz]ed|renovated|rented|leased|sold|grew up|
    was born|were born|was diagnosed|was promoted|was hired|was laid off|was accepted|led|
    coached|entered|failed|scored|discovered|raised|contributed|arranged|pitched|emailed|
    developed|knitted|sewed|baked|decorated|helped|worked|campaigned|trained|surfed|streamed
    """
)

# Deeds that last when dated or named.
PASSING = _either(
    r"""
    (?:had|got) the (?:opportunity|chance) to \w+|got to \w+|managed to \w+|decided to \w+|
    chose to \w+|loved \w+ing|went|took|made|had|saw|watched|read|tried|got|found|cooked|played|
    spent|drove|flew|rode|talked|spoke|met|ran|gave|came|checked out|brought|heard|held|
    hung out|snapped|explored|roasted|rehearsed|bowled|ordered|reached|practi[cs]ed|prepared|
    ate|picked|shared|called|swam|camped|fished|kayaked|ski+ed|danced|sang|stayed|left|received|
    put|set|beat|faced|arrived|drank|fixed|cleaned|sent|did|tackled|achieved|accomplished|
    experienced|dropped|hit|pulled|reconnected|caught|stopped
    """
)

# Stems of verbs in -ed that tell no deed.
FEELING_STEMS = _either(
    r"""
    lov|lik|want|need|decid|realiz|realis|notic|figur|appreciat|enjoy|hop|wish|tri|miss|agre|us|
    look|seem|guess|remember|believ|chatt|manag|hat|admir|ne|fe|mention|wonder|expect|car|chang|
    continu|kinda|smil|laugh|cri|struggl|rememb|plann|promis|assum|consider|ask|bond|bann|worri|
    relax|push|challeng|end|belong|turn|happen
    """
)

# What one can have been doing for a while.
PURSUITS = _either(
    r"""
    practi[cs]ing|learning|playing|working|studying|training|taking|volunteering|writing|
    painting|teaching|running|collecting|saving|experimenting|researching|developing|building|
    dating|living|exploring|attending|coaching|mentoring|organi[sz]ing|designing|recording|
    cooking|baking|dancing|looking into|networking|making|helping|reading|drawing|sketching|
    surfing|streaming|gardening|singing|meditating|restoring|fixing|getting into|adding|
    supporting|hiking|planning|preparing|selling|planting|knitting|composing|swimming|married
    """
)

# Greetings and fillers before what is told.
LEADS = _either(
    r"""
    (?:user|me)(?=:)|
    and|but|so|also|then|plus|anyway|well|yeah|yes|yep|yup|oh|hey|hi|wow|actually|btw|
    by the way|guess what|good news|great news|big news|exciting news|fun fact|in fact|luckily|
    thankfully|fortunately|unfortunately|sadly|sure|totally|thanks|thank you|nope|no|absolutely|
    definitely|exactly|true|right|cool|awesome|nice|great|hm+|haha|lol|okay|ok|as for me|
    on top of that|since (?:we|our) last \w+|since our last chat|since last time|
    i almost forgot|on another note|on a different note|on the bright side|honestly|besides|
    meanwhile|still|for me|update|however|i mean|you know|not much|omg|woah|whoa
    """
)

# What follows a verb when nothing worth keeping is told.
EMPTY_OBJECTS = _either(
    r"""
    it|them|him|her|one|ones|so|out(?=\W*$)|what|how|why|when|where|who|whether|if|to be|interest|
    that the (?:hard|easy) way|
    that(?=\W*$|[,.!]| (?:was|is|last|yesterday|in|on|at|for|with|when|to|and|too)\b)|sure|sense|
    my (?:keys|phone|wallet|way|mind|track|interest|motivation|temper|cool|breath|voice|balance)|
    to (?:try|start|make|do|go|keep|stay|get|help|find)(?=\W*$| (?:it|that|them|something|a bit))|
    (?:real |really |so |super )?hard\b(?! on (?:my|our|an?)\b)|all kinds of new|another one|
    on (?:an?|the|some|my) (?:\w+ )?projects?(?= lately|\W*$)|
    my (?:morning|evening|daily)|this (?:\w+ )?dream|this (?:\w+ )+series|a (?:crazy|tough|intense|
    wild) game|
    this (?:awesome|cool|amazing|great) (?:event|thing|place|spot)|
    to do it|into it|on it|with it|through|everything|something|nothing|anything|things|\w+self|
    stuff|inspired|better|used|stuck|lucky|carried|caught|lots?|tons?|plenty|
    to (?:see|feel|know|think|thinking|say|chat|talk|catch|hear|share)|
    a (?:lot|ton|bunch|bit|hard|few|couple)|
    (?:an?|the) (?:\w+ )?(?:error|exception|warning|email|message|call|reply|response|problem|
    issue|bug|tests?)|
    (?:some|lots of|a lot of|so much) (?:fun|time|good|great|advice|news|support|much|tips)|
    (?:an?|another) (?:(?!last|this|next|the|other|for|in|on|to|of|with)[\w-]+ ){0,2}(?:time|day|
    while|difference|point|feeling|sense|blast|look|
    idea|week|weekend|moment|chance|experience(?! \w+ing)|encounter|event|adventure|setback|
    challenge|
    letdown|milestone|accomplishment|surprise|blow|thing|thought|question|story|talk|chat|
    conversation|
    breakthrough)|
    the (?:feeling|hang|best|chance|idea|same|point|impact|potential|win|opportunity|time)|
    my (?:best|hardest|all|day|ground|part)
    """
)

# Openings of the praise that follows what is told.
PRAISE = _either(
    r"""
    it|it's|they|they're|everyone|everybody|which|what a|so (?:much )?(?:fun|cool|good|proud|happy|
    excited)|such|super|felt|feels|really|that|that's|the (?:view|energy|atmosphere|feeling|vibe|
    kids|crowd|food) (?:was|were)|and (?:it|that)|I (?:felt|feel|love|loved|had|was so|think)|
    we (?:had|felt|loved)|I'm (?:so|really|super|pretty|proud|excited|stoked|happy|glad|loving)|
    definitely|truly|pretty|quite|absolutely|hope|can't wait|what do|take a look|check|talk about|
    unfortunately|come see|speaking of|challenging|for example|btw|even though it|here's|
    and I'm (?:so|really|super|loving|excited)|
    and (?:I )?(?:had(?! to)|felt|feel|loved|am|was so)|and have (?:a|so|such)
    """
)

# Words of small talk, of the chat itself and of pictures: a sentence with one is left out.
SMALL_TALK = _either(
    r"""
    glad|grateful|thankful|thanks|thank|appreciate|congrats|chat(?:ted)?|spoke last|talked last|
    catch(?:ing)? up|long time|last (?:time )?we|heard from|pics?|photos?|pictures?|snap|snapshot|
    selfie|kidding|joking|in love with|bet|gotta|got this|news|reminds me|surprise|something|
    somewhere|someone|stuff|wow|magic|memories|another one|
    the first one|(?:make|made|making|do|did|doing|done) (?:it|that)
    """
)

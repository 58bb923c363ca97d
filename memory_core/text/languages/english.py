"""English."""

from __future__ import annotations

import re

from memory_core.text.languages.numbers import english_numbers
from memory_core.text.languages.table import Cues, GuardWords, Language, Persons, any_of, words

SUBJECT = (
    r"(?:(?i:I|we|he|she|they|you|it|this|that|there|who|what|my|our|his|her|their|your|the)\b"
    r"|[A-Z][\w’']+\s+(?:is|was|has|had|does|did|can|will|would|\w{2,}s|\w{2,}ed)\b)"
)
_NEGATED = r"(?i:no\s+longer|don['’]?t|do\s+not|didn['’]?t|never|not)\b"
_KIN = (
    r"(?:mother|father|brother|sister|son|daughter)-in-law|(?:step|half-|grand|great-)?(?:brothers?"
    r"|sisters?|mothers?|fathers?|sons?|daughters?|parents?|child|children|kids?)|siblings?|mom|mum"
    r"|dad|twins?|wife|husband|partner|spouse|girlfriend|boyfriend|fianc[eé]e?|grandma|grandpa"
    r"|granny|aunt|uncle|cousins?|nieces?|nephews?|baby|toddler|friends?|buddy|mates?|roommates?"
    r"|flatmates?|neighbou?rs?|colleagues?|co-?workers?|boss|manager|teacher|doctor|dentist"
    r"|therapist|landlord|landlady|clients?|customers?|guests?|teammates?|coach|mentor|dogs?|cats?"
    r"|puppy|kitten|pets?|parrot|horse|ex|family|team|company"
    r"|(?:older|younger|elder|eldest|oldest|youngest|other|big|little)\s+one|eldest|youngest|oldest"
)
PERSON = rf"(?:(?:ex|late)-?)?(?:{_KIN})"
_LEAD = (
    r"\W*(?:(?:and|but|so|because|also|well|oh|then|now|yes|no|yeah|actually|because|since|while"
    r"|when|that|currently|recently|yesterday|today|remember|note|please|unfortunately|luckily"
    r"|last\s+\w+|as\s+for)\b[\s,]*)*"
)
_VERBS = (
    r"is|was|has|had|lives|lived|works|worked|likes|liked|loves|loved|hates|hated|prefers"
    r"|speaks|uses|owns|moved|went|got|joined|comes|came|wants|studies|plays|plans|thinks"
    r"|can|could|will|would|did|does"
)
_VALUE = r"[\w][\w .'’&+#/-]{0,80}?"
_END = r"(?=[.,;:!?]|\s+(?:now|any\s?more|actually|instead)\b|$)"
_OPEN = (
    r"(?:^|(?:^|\b(?:no|nope|sorry|actually|correction|wait|oops|I\s+meant|I\s+mean))[\s,:.!-]+"
    r"(?:actually[\s,]+)?)"
)
_LINK = r"(?:(?:it['’]?s|it\s+is|that['’]?s|that\s+is|is|I\s+mean[t]?|I['’]m)\s+)?"
_AT = r"(?:(?:in|at|from|with)\s+)?"
_OLD = rf"{_AT}(?P<old>{_VALUE})"
_NEW = rf"{_AT}(?P<new>{_VALUE})"
_IS = r"(?:it['’]?s|it\s+is|I\s+meant?)\s+"
_CUT = (
    r"(?=[.,;:!?]|\s+(?:now|last|this|yesterday|today|in|on|because|when|after|before|since|with"
    r"|by|for|and|so|as|these|a\s+\w+\s+ago|\w+\s+\w+\s+ago)\b|$)"
)
_I_HAVE = r"\b(?:I|we)(?:['’]ve|\s+have)?\s+(?:\w+\s+)?"
_CHANGED = r"(?:moved|switched|changed|converted|migrated|transferred)(?:\s+over)?"
_SWAPPED = r"(?:swapped|traded|exchanged|dropped|ditched|left|replaced|abandoned|quit)"
_NAMED = r"(?=\s+(?:the\s+project\s+)?(?-i:[A-Z]))"  # what is given up stands right behind
_INFINITIVE = r"\s+(?:to|of|on|for|that|I|we|he|she|a|an|the|my)"

_GUARDS = GuardWords(
    negation=any_of(
        r"not(?!\s+only\b)",
        r"no(?!\.|,|\s+(?:doubt|problem|wonder|worries)\b)",
        r"never|none|nobody|nothing|nowhere|neither|nor|without|cannot|hardly|barely|anymore",
        r"any\s+more|dislikes?|hates?|hated|detests?|loathes?|quit|quitted|stopped|gave\s+up",
        r"given\s+up|gives\s+up|resigned|retired|refuses?|avoids?|lacks?|doubts?|doubted",
        r"moved\s+(?:out\s+of|away)|left\s+(?:my|the)\s+(?:job|company|position)|unlikely",
        r"cancell?ed|abandoned|shelved|scrapped|ditched|uninstalled|gone\s+off|went\s+off",
        r"(?:bored|tired|sick)\s+of|fed\s+up\s+with|lost\s+interest",
        r"\w+n['’]t|dont|doesnt|didnt|isnt|wont|cant|can't\s+stand",
    ),
    wish=any_of(
        rf"(?:want|wants|wanted|wish|wishes|hopes?|hoping|plans?|planning|intends?|intending"
        rf"|dreams?|dreaming|aims?|aiming|meaning){_INFINITIVE}",
        r"wanna|gonna",
        r"going\s+to(?!\s+(?:the|a|an|my|our|this|that|work|school|church|bed|(?-i:[A-Z]))\b)",
        r"would(?!\s+(?:prefer|rather)\b)",
        r"\w+['’]d\s+(?:like|love|be|want|go|have|get|rather\s+like|really\s+like)",
        r"(?:would|\w+['’]d)\s+rather(?!\s+(?:have|not)\b)|could|should|might|maybe|perhaps"
        r"|(?:thinking|thought)\s+(?:of|about)|considering",
        r"considers|looking\s+forward|can['’]?t\s+wait|let['’]s|will|shall|won['’]?t|someday",
        r"one\s+day|hopefully|\w+['’]ll|(?<!\bin )(?<!\bof )may(?!\s+\d)(?-i:(?<!May))",
    ),
    condition=any_of(
        r"if|unless|suppose|supposing|assuming|in\s+case|otherwise|provided(?:\s+that)?",
        r"as\s+long\s+as|imagine|pretend(?:ing)?|let['’]s\s+say|depending\s+on|only\s+when",
    ),
    asking=re.compile(
        r"\W*(?:do|does|did|is|are|am|was|were|has|have|can|could|would|will|should|shall|may|what"
        r"|who|whom|whose|where|when|why|how|which|isn['’]t|aren['’]t|don['’]t|doesn['’]t"
        r"|didn['’]t)\b",
        re.IGNORECASE,
    ),
    past_habit=any_of(
        r"(?<!['’]m )(?<!am )(?<!get )(?<!got )(?<!getting )(?<!is )(?<!are )(?<!['’]re )used\s+to",
        r"formerly|previously|back\s+then|back\s+in\s+the\s+day|in\s+the\s+(?:old\s+days|past)",
        r"(?<!at )once(?!\s+(?:a|an|in|every|per|again|more|upon|I|we|it|the|you)\b)",
        r"in\s+my\s+(?:teens|twenties|thirties|forties|youth|childhood|younger\s+days)",
        r"as\s+a\s+(?:child|kid|boy|girl|teenager|student)|when\s+I\s+was\s+(?:a|an|young"
        r"|little|\d+)",
        r"years\s+ago\s+I\s+would|once\s+upon\s+a\s+time|at\s+one\s+time",
    ),
    attribution=re.compile(
        r"\b(?=[abcihmrst])"  # the quickest to fail stands first
        r"(?<!\bI )(?<!\bI've )(?<!\bI’ve )(?<!\bwe )(?<!\bI had )(?<!\bI already )(?<!\bI just )"
        r"(?:says|said|saying|told|tells|thinks|claims|claimed|reckons|reckoned|argued"
        r"|argues|believes|mentioned|insists|insisted|swears|according\s+to|apparently"
        r"|reportedly|supposedly"
        r"|heard\s+that|rumou?r\s+has\s+it|in\s+\w+['’]s\s+opinion)\b(?!:)",
        re.IGNORECASE,
    ),
    tag=re.compile(
        r",\s+(?:according\s+to\s+[\w’' ]+|[\w’']+\s+(?:says|said|thinks|claims|told\s+\w+"
        r"|reckons|insists))\W*$",
        re.IGNORECASE,
    ),
    goes_on=re.compile(r"\b(?:so|but)\b|[;—–]|-{1,2}\s", re.IGNORECASE),
    reminder=re.compile(
        r"\W*(?:please\s+)?(?:do\s+not|don['’]?t|never)\s+forget(?:\s+that\b|,|:|(?=\s+(?:I|my"
        r"|we)\b))"
        r"|\W*(?:please\s+)?(?:remember|note|keep\s+in\s+mind|mind)(?:\s+that\b|,|:)",
        re.IGNORECASE,
    ),
    request=re.compile(
        r"\W*(?:please\s+)?(?:can|could|will|would)\s+you\s+(?:please\s+)?"
        r"(?:remember|note|save|store|keep\s+in\s+mind|make\s+a\s+note|write\s+down)"
        r"(?:\s+(?:down\s+)?that)?\b",
        re.IGNORECASE,
    ),
)

_PERSONS = Persons(
    someone=any_of(PERSON),
    pronoun=any_of(r"he|she|they|you|him|them"),
    subject=re.compile(
        rf"(?:.*\b(?:is|was|it['’]s|that['’]s)\s+(?P<late>(?:my|our)\s+(?:\w+\s+)?{PERSON})"
        rf"(?:\s+(?:who|that)\b|\W*$))"
        rf"|{_LEAD}(?:(?:he|she|they|you|who|the\s+one\s+who|someone|somebody|everyone"
        rf"|everybody|people)\b"
        rf"|(?:(?:my|our|his|her|their|your|the|a|an|one|both|two|three|\d+)\s+)?"
        rf"(?:(?:of|my|our|the)\s+)*(?:[\w-]+\s+){{0,2}}?{PERSON}\b(?=\s+(?:[\w'’]+\s+)?\w+))"
        rf"(?!['’]s)(?!\s+and\s+(?:I|me)\b)(?!\s+(?:who|named|called|for|of)\b)",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"\W*(?:(?:[Aa]nd|[Bb]ut|[Ss]o|[Bb]ecause)\s+)?"
        rf"(?!(?:It|That|This|There|Here|What|Which|Work|Today|Yesterday|Everything|Nothing"
        rf"|Something|One|My|Our|Home)\b)(?P<name>[A-Z][\w-]+)(?:\s+[A-Z][\w-]+)?\s+(?:{_VERBS})\b"
    ),
    speaker=re.compile(r"\b(?:I|I['’](?:m|ve|d|ll)|we|We|We['’](?:re|ve|d|ll))\b"),
    naming=any_of(r"(?:calls?|called|nicknamed|made|hired|promoted|appointed|employed)\s+me"),
    addressed=any_of(r"you|your|yours|you['’](?:re|ve|d|ll)"),
)

_CUES = Cues(
    assent=any_of(
        r"(?:(?:oh|well|ah)\s+)?(?:yes|yep|yeah|yup|aye|sure|right|correct|exactly|indeed"
        r"|absolutely|definitely|certainly|of\s+course|that['’]?s\s+(?:right|correct|it|true)|true"
        r"|you\s+got\s+it|spot\s+on|precisely|quite\s+so|(?:yes\s+)?(?:it|I|we|they|he|she)\s+"
        r"(?:is|am|are|do|does|did|was|were|have|has|can))"
        r"(?:\s+(?:yes|yep|indeed|exactly|right|correct|sure|it\s+is|I\s+am|I\s+do|I\s+did|I\s+have"
        r"|we\s+are|we\s+do|that['’]?s\s+right|absolutely|of\s+course|it\s+does|they\s+are))*"
    ),
    choice=any_of("or"),
    parted=any_of(
        r"died|dead|passed\s+away|put\s+(?:down|to\s+sleep)|g(?:a|i)ven?\b.*\baway|rehomed|r(?:a|u)n\s+away|(?:no\s+longer|don['’]?t|not)\s+(?:have|own|keep)"
        r"|(?:don['’]?t|doesn['’]?t|no\s+longer)\s+\w+\s+any\s?more|lost|sold|divorc\w+|separated|split\s+up|broke(?:n)?\s+up|parted|is\s+gone|(?:not|no\s+longer)\s+(?:called|named|my|with|alive|around|married|together|here)"
        r"|isn['’]?t\s+(?:called|named|my|with)|ex|forget|not\s+true|isn['’]t\s+true|was\s+wrong|mistaken|rainbow|left\s+(?:me|us)|gave|given"
    ),
    taken_back=any_of(
        r"forget|no\s+longer|any\s?more|not\s+true|isn['’]t\s+true|scratch\s+that|never\s?mind"
        r"|take\s+(?:that|it)\s+back|took\s+(?:that|it)\s+back|stopped|quit|gave\s+up|given\s+up"
        r"|cancell?ed|abandoned|shelved|scrapped|ditched|uninstalled|gone\s+off|went\s+off"
        r"|(?:bored|tired|sick)\s+of|fed\s+up\s+with|lost\s+interest"
        r"|don['’]?t\s+remember|delete|remove|that\s+was\s+wrong|was\s+(?:wrong|mistaken)|resigned",
        r"(?:done|finished|through)\s+with|part(?:ed|ing)\s+(?:ways|company)|(?:got|getting)\s+rid\s+of"
        r"|moved\s+(?:out\s+of|away\s+from|on\s+from)|walked\s+away\s+from|had\s+enough\s+of"
        r"|pulled\s+the\s+plug\s+on|turned\s+my\s+back\s+on|said\s+goodbye\s+to|sworn?\s+off"
        r"|no\s+more|didn['’]t\s+work\s+out|fell\s+through|came\s+to\s+nothing|bores?\s+me"
        r"|(?:has|have|had)\s+to\s+(?:cancel|drop|stop|end|give\s+up|quit|abandon|shelve|scrap|close|sell)"
        r"|allergy\s+(?:is|has|was)\s+(?:\w+\s+)?(?:gone|vanished|disappeared|cleared|cured|over)"
        r"|cut\s+ties\s+with|let\s+me\s+go|laid\s+(?:me\s+)?off|(?:fired|sacked|dismissed)\s+(?:by|from|me)"
        r"|handed\s+in\s+my\s+notice|(?:opted|backed|dropped)\s+out\s+of|after\s+all"
        r"|got\s+over|outgr(?:ew|own)|unsubscribed|stepped\s+(?:down|back)\s+from",
        rf"(?:left|sold|dropped|dumped|deleted|removed|killed|buried|binned|axed|closed|ended){_NAMED}"
        rf"|I(?:['’]m|\s+am)\s+(?:\w+\s+)?over{_NAMED}",
        r"(?:shut|wound)\s+(?-i:[A-Z])\w+\s+down|(?:gave|give|given)\s+(?-i:[A-Z])\w+\s+(?:away|up)"
        r"|handed\s+(?-i:[A-Z])\w+\s+over",
        r"(?-i:[A-Z]\w+)\s+(?:has\s+|have\s+)?(?:(?:just\s+|sadly\s+)?(?:died|passed\s+away|folded|closed)|(?:is|are|was|were|been)"
        r"\s+(?:now\s+)?(?:dead|gone|history|over|finished|no\s+more|put\s+down|put\s+to\s+sleep|discontinued|shut\s+down))",
    ),
    order_to_forget=re.compile(
        r"\W*(?:please\s+)?(?:(?:can|could|would)\s+you\s+(?:please\s+)?)?(?:forget|scratch"
        r"|delete|remove|never\s?mind|take\s+(?:that"
        r"|it)\s+back|erase)\b"
        r"|\W*(?:could|can|would|will)\s+you\s+(?:please\s+)?(?:forget|delete|erase|remove)\b"
        r"|\W*(?:I(?:'d|\s+would)\s+like|I\s+want)\s+you\s+to\s+(?:forget|delete|erase)\b"
        r"|\W*you\s+can\s+(?:forget|delete|erase)\b",
        re.IGNORECASE,
    ),
    deixis=any_of(
        r"(?:the\s+day\s+(?:before\s+)?)?yesterday|today|tonight|tomorrow|(?:last|next)\s+night",
        r"(?:last|next|this|this\s+past|the\s+past|the\s+coming)\s+(?:week|weekend|month|year"
        r"|summer|winter|spring|fall|autumn|morning|afternoon|evening|monday|tuesday|wednesday"
        r"|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september"
        r"|october|november|december)",
        r"(?:\w+\s+){1,2}(?:days?|weeks?|months?|years?)\s+ago",
        r"currently|right\s+now|at\s+the\s+moment|nowadays|these\s+days|here",
        r"(?<!out )(?<!over )(?<!be )there(?!['’]s|['’]re|['’]ll|\s+(?:is|are|was|were|will|has"
        r"|have|had|can|could|for)\b)",
    ),
    corrections=tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\bnot\s+{_OLD},?\s+but\s+{_NEW}{_END}",
            rf"{_OPEN}{_LINK}{_NEW},?\s+(?:and\s+)?not\s+{_OLD}{_END}",
            rf"{_OPEN}{_LINK}{_NEW}\s+(?:instead\s+of|rather\s+than)\s+{_OLD}{_END}",
            rf"\bnot\s+{_OLD}[,;.]\s+{_IS}{_NEW}{_END}",
            rf"\bno\s+longer\s+{_OLD},?\s+but\s+{_NEW}{_CUT}",
            rf"\bnot\s+{_OLD}\s+any\s?(?:more|longer)\s*[,;:–—-]\s*(?:but\s+)?{_LINK}{_NEW}{_CUT}",
            rf"{_I_HAVE}{_CHANGED}\s+from\s+{_OLD}\s+(?:over\s+)?to\s+{_NEW}{_CUT}",
            rf"{_I_HAVE}{_SWAPPED}\s+{_OLD}\s+(?:for|with|in\s+favou?r\s+of)\s+{_NEW}{_CUT}",
        )
    ),
    no_value=any_of(
        r"I|my|me|we|our|you|your|he|she|they|his|her|their|is|are|was|were|am|do|does|did|have|has"
        r"|had|live|lives|like|likes|love|work|works|prefer|want|use|will|would|can"
    ),
)

ENGLISH = Language(
    code="en",
    stemmer="english",
    sentence=re.compile(
        r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\be\.g\.)(?<!\bi\.e\.)"
        r"(?<=[.!?…])[\"'”’)\]]*\s+|\s*\n+\s*"
    ),
    cut=re.compile(
        rf"[;—–]\s*|:\s+|(?:\s|(?<=\w))-{{1,2}}\s+"
        rf"|,?\s*\b(?i:but|yet|though|although|whereas|because)\b\s*,?\s*"
        rf"|,?\s*\b(?i:and|so|while|or)\s+(?=(?:(?:now|then)\s+)?{SUBJECT}|{_NEGATED})"
        rf"|,\s*(?=(?:(?i:maybe|perhaps|so|then)\s+)?{SUBJECT}|{_NEGATED})"
        rf"|(?i:(?<=\banymore)|(?<=\bany\smore)|(?<=\bany\slonger)),\s*"
        rf"|(?i:(?<=\bno)|(?<=\bnope)|(?<=\byes)|(?<=\bactually)|(?<=\bsorry)),\s*"
    ),
    guards=_GUARDS,
    persons=_PERSONS,
    cues=_CUES,
    stop=words(
        "a an the of in on at to from by for with and or as is am are was were be been being it "
        "its this that these those there here i i'm i've i'd i'll me my mine myself we we're our "
        "us you your he she they his her him their them who which what when where how do does "
        "did done have has had so very really just also too than then about into over out up "
        "down off again more most some any all s t m re ve ll d don now well oh yes yeah"
    ),
    free=words(
        "user name goes by lives live living works work working job role has have is from birthday "
        "speaks speak prefers prefer preference units diet answers answer likes like dislikes "
        "dislike loves love enjoys enjoy favourite uses use using allergic working on named called "
        "no longer not hates hate said owns own keeps keep person people"
    ),
    topics=words(
        "name lives live living works work working job role birthday speaks speak units diet "
        "answers answer allergic"
    ),
    attitudes=words(
        "like likes liked love loves loved enjoy enjoys enjoyed prefer prefers preferred favourite "
        "favorite fav fan fond keen adore adores dislike dislikes hate hates hated into"
    ),
    same={
        "kid": "child",
        "kids": "child",
        "children": "child",
        "mom": "mother",
        "mum": "mother",
        "dad": "father",
        "fav": "favourite",
        "favorite": "favourite",
        "colour": "color",
    },
    numbers=english_numbers(),
    soft_numbers=words("one first second"),
)

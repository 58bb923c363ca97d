"""The English words that the phrases are made of."""

from __future__ import annotations

from jobs.minds.rules.tongues.latin import NAME, is_name_of, reads_as_name
from jobs.minds.rules.values import FAMILY, LANGUAGES, OCCUPATIONS, PETS

KIN = "|".join(FAMILY)
PET = "|".join(PETS)
SPEECH = rf"(?:{'|'.join((*LANGUAGES, 'Basque', 'Galician', 'Nepali', 'Mongolian', 'Armenian', 'Georgian', 'Albanian', 'Macedonian', 'Lithuanian', 'Maltese', 'Sign Language', 'Esperanto', 'Afrikaans', 'Zulu', 'Hausa', 'Amharic', 'Somali', 'Pashto', 'Khmer', 'Lao', 'Burmese', 'Sinhala', 'Marathi', 'Gujarati', 'Luxembourgish'))})"
MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
DAY = (
    rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH}|{MONTH} (?:the )?\d{{1,2}}(?:st|nd|rd|th)?)"
    r"(?:,? \d{4})?"
)
JOB = rf"(?:[a-z-]+ ){{0,3}}?(?:{'|'.join(OCCUPATIONS)}|guide|paramedic|sous-chef|barber|florist|beekeeper|astronomer|statistician|optician|glazier|potter|tailor|jeweller|watchmaker|sailor|captain|planner|curator|archivist|auditor|broker|butcher|brewer|bricklayer|cartographer|cashier|choreographer|cleaner|composer|courier|conductor|detective|diver|engraver|estimator|fisherman|forester|goldsmith|inspector|interpreter|janitor|judge|landscaper|locksmith|magician|mason|meteorologist|model|notary|officer|optometrist|podcaster|postman|ranger|referee|reporter|roofer|sculptor|seamstress|solicitor|stylist|supervisor|tattooist|trader|trainer|typist|undertaker|usher|violinist|pianist|drummer|warden|weaver|woodworker|zookeeper|zoologist|botanist|oceanographer|agent|assistant|apprentice|attendant|specialist|lead|head of [a-z]+)"
STYLE = (
    r"(?:(?:very |more |really |nice and )?(?:short|brief|concise|terse|crisp|succinct|compact|detailed|long|lengthy|thorough|in-depth"
    r"|comprehensive|simple|formal|informal|casual|friendly|bulleted|bullet-point|numbered|tabular|plain|plain-English|direct|blunt|honest"
    r"|structured|step-by-step|technical|non-technical|precise|clear|funny|humorous|witty|polite|dry|laconic|poetic|playful|one-line"
    r"|one-sentence|example-driven|illustrated|sober|neutral|objective|practical|quick|elaborate|exhaustive|minimal|no-nonsense|warm|sarcastic)"
    r"(?:(?:,| and|, and) (?:short|brief|concise|simple|direct|clear|formal|friendly|plain|detailed))?)"
)
ANSWERS = r"(?:answers?|replies|reply|responses?|explanations?|messages|summaries|write-ups|output)"
DIET = (
    r"(?:vegan|vegetarian|pescatarian|pescetarian|flexitarian|keto|ketogenic|paleo|kosher|halal|gluten-free|dairy-free|lactose-free"
    r"|low-carb|low-fat|low-salt|low-sodium|low-sugar|sugar-free|salt-free|nut-free|egg-free|soy-free|wheat-free|grain-free|meat-free"
    r"|plant-based|raw|raw-food|macrobiotic|high-protein|high-fibre|high-fiber|low-calorie|low-fodmap|low-FODMAP|alcohol-free|carb-free"
    r"|fructose-free|caffeine-free|Mediterranean|fruitarian|carnivore|pork-free)"
)
UNITS = r"(?:metric|imperial|SI|US customary|British)"
ADVERBS = r"(?:(?:really|absolutely|totally|also|just|still|do|currently|now|mostly|mainly|usually|always|especially|so|quite|often|never|actually) )*"
ROOM = r"(?:editor|text editor|code editor|browser|IDE|terminal|shell|note app|notes app|note-taking app|calendar|password manager|task manager|operating system|OS|search engine|email client|go-to tool|main tool|programming language|bug tracker|tracker|database|spreadsheet|project manager|to-do app|todo app|drawing app|design tool|music app|keyboard layout)"
DO = (
    r"(?:write|track|manage|organi[sz]e|keep|plan|do|take|edit|run|store|handle|draw|design|log|record|code|program|develop|build|note|jot down"
    r"|schedule|test|back up|sync|monitor|work|type|draft|sketch|cut|mix|debug|file|sort|budget)"
)
MAKE = r"(?:building|developing|leading|running|creating|designing|writing|making|coding|managing|launching|starting|maintaining|directing|prototyping|working on|heading)"
A_PROJECT = r"(?:(?:an?|the|my|our)(?: [\w-]+){0,2} (?:project|app|game|website|site|blog|tool|startup|product|service|library|book|novel|podcast|program)(?: (?:called|named))?,? )?"
THING_NOT = is_name_of(
    "I", "It", "The", "This", "That", "These", "Those", "You", "My", "Your", "He", "She", "They", "We", "God", "Maybe", "Something",
    "Everything", "Nothing", "What", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Yes", "No", "Thanks",
    "Hello", "Hi", "Hey", "Happy", "Good", "Great", "Here", "There", "English", "Let", "And", "But", "So",
)  # fmt: skip
NAMED = rf"(?P<v>{NAME})"


def is_thing(value: str) -> bool:
    """Whether a value can be a thing."""
    return reads_as_name(value, THING_NOT)

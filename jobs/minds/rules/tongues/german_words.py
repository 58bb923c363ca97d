"""The German words that the phrases are made of."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.latin import NAME, is_name_of, reads_as_name

KIN = (
    r"(?:Schwester|Bruder|Zwillingsschwester|Zwillingsbruder|Mutter|Vater|Mama|Papa|Mutti|Vati"
    r"|Sohn|Tochter|Mann|Ehemann|Frau|Ehefrau|Partner(?:in)?|Lebensgefährt(?:e|in)|Freundin"
    r"|Verlobte[r]?|Oma|Opa|Großmutter|Großvater|Tante|Onkel|Cousine?|Cousin|Nichte|Neffe"
    r"|Schwiegermutter|Schwiegervater|Schwager|Schwägerin|Stiefvater|Stiefmutter|Stiefsohn"
    r"|Stieftochter|Enkel(?:in)?|Patenkind|Baby|Halbbruder|Halbschwester)"
)
PET = (
    r"(?:Hund|Hündin|Welpe|Katze|Kater|Kätzchen|Kaninchen|Hase|Hamster|Meerschweinchen|Papagei"
    r"|Wellensittich|Vogel|Kanarienvogel|Schildkröte|Schlange|Echse|Gecko|Pferd|Pony|Stute|Esel"
    r"|Goldfisch|Fisch|Ratte|Maus|Frettchen|Huhn|Ziege|Leguan|Chinchilla|Igel|Axolotl)"
)
MONTH = (
    r"(?:Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember)"
)
DAY = rf"\d{{1,2}}\. ?(?:{MONTH}|\d{{1,2}}\.)(?: ?\d{{4}})?"
SPEECH = (
    r"(?:Deutsch|Englisch|Französisch|Spanisch|Italienisch|Portugiesisch|Niederländisch|Dänisch"
    r"|Schwedisch|Norwegisch|Finnisch|Isländisch|Polnisch|Tschechisch|Slowakisch|Slowenisch"
    r"|Ungarisch|Rumänisch|Bulgarisch|Kroatisch|Serbisch|Bosnisch|Albanisch|Griechisch|Türkisch"
    r"|Russisch|Ukrainisch|Litauisch|Lettisch|Estnisch|Arabisch|Hebräisch|Persisch|Farsi|Kurdisch"
    r"|Hindi|Urdu|Bengalisch|Tamil|Telugu|Thailändisch|Thai|Vietnamesisch|Indonesisch|Malaiisch"
    r"|Tagalog|Japanisch|Koreanisch|Chinesisch|Mandarin|Kantonesisch|Katalanisch|Baskisch"
    r"|Galicisch|Irisch|Walisisch|Swahili|Suaheli|Afrikaans|Georgisch|Armenisch|Mongolisch"
    r"|Luxemburgisch|Maltesisch|Mazedonisch|Zulu|Amharisch|Nepali|Esperanto|Gebärdensprache)"
)
JOB = (
    r"(?:(?:[A-ZÄÖÜ][\w-]*)?(?:[Ee]ntwickler|[Ii]ngenieur|[Ll]ehrer|[Tt]echniker|[Ff]ührer"
    r"|[Pp]fleger|[Bb]erater|[Ll]eiter|[Dd]esigner|[Pp]rogrammierer|[Vv]erkäufer|[Mm]eister"
    r"|[Ff]ahrer|[Bb]auer|[Ww]issenschaftler|[Ff]orscher|[Ää]rztin|[Aa]rzt|[Aa]nwält|[Aa]nwalt"
    r"|[Rr]edakteur|[Kk]onstrukteur|[Ff]riseur|[Mm]onteur|[Ii]nstallateur|[Tt]herapeut|[Ss]töter"
    r"|[Aa]nalyst|[Jj]ournalist|[Pp]olizist|[Mm]aschinist|[Ff]lorist|[Jj]urist|[Cc]hemist"
    r"|[Pp]harmazeut|[Ll]ogist|[Kk]ellner|[Bb]äcker|[Gg]ärtner|[Tt]ischler|[Ss]chreiner"
    r"|[Mm]aler|[Mm]aurer|[Ss]chneider|[Ee]lektriker|[Mm]echaniker|[Mm]echatroniker|[Ii]nformatiker"
    r"|[Pp]hysiker|[Cc]hemiker|[Mm]athematiker|[Bb]iologe?|[Gg]eologe?|[Ss]oziologe?|[Pp]sychologe?"
    r"|[Aa]rchäologe?|[Ff]otograf|[Gg]rafiker|[Mm]usiker|[Ss]änger|[Tt]änzer|[Ss]chauspieler"
    r"|[Ss]chriftsteller|[Aa]utor|[Üü]bersetzer|[Dd]olmetscher|[Bb]uchhalter|[Ss]teuerberater"
    r"|[Nn]otar|[Rr]ichter|[Bb]ibliothekar|[Aa]rchivar|[Rr]estaurator|[Kk]urator|[Hh]istoriker"
    r"|[Ss]anitäter|[Hh]ebamme|[Aa]potheker|[Zz]ahnarzt|[Tt]ierarzt|[Tt]ierärzt|[Cc]hirurg"
    r"|[Ss]ouschef|[Cc]hefkoch|[Kk]och|[Kk]öch|[Kk]onditor|[Ww]inzer|[Ii]mker|[Ff]örster|[Jj]äger"
    r"|[Pp]ilot|[Kk]apitän|[Ss]chaffner|[Ll]okführer|[Aa]rchitekt|[Pp]rofessor|[Dd]ozent|[Tt]utor"
    r"|[Ee]rzieher|[Ss]ozialarbeiter|[Ss]ekretär|[Aa]ssistent|[Rr]eferent|[Mm]anager"
    r"|[Dd]irektor|[Pp]roduzent|[Rr]egisseur|[Kk]ameramann|[Tt]rainer|[Cc]oach|[Ww]ächter"
    r"|[Hh]ausmeister|[Uu]hrmacher|[Gg]oldschmied|[Ss]chmied|[Tt]öpfer|[Gg]laser|[Oo]ptiker"
    r"|[Ss]attler|[Ss]chuster|[Dd]achdecker|[Kk]lempner|[Zz]immermann|[Ss]chweißer|[Bb]rauer"
    r"|[Mm]etzger|[Ff]leischer|[Ff]ischer|[Ll]andwirt|[Hh]ändler|[Mm]akler|[Pp]fleger"
    r"|[Kk]artograf|[Mm]eteorolog|[Aa]stronom|[Oo]zeanograf|[Vv]ermesser|[Ss]tatistiker|[Dd]ruckchef"
    r"|[Bb]arkeeper|[Bb]arista|[Ss]ommelier|[Zz]auberer|[Cc]lown|[Ss]täbler|[Ii]llustrator"
    r"|[Mm]oderator|[Ss]precher|[Ll]ektor|[Kk]ritiker)(?:in)?"
    r"|[A-ZÄÖÜ]\w+(?:kauffrau|kaufmann|fachkraft|frau|mann|kraft|assistenz|hilfe|schwester|wart))"
)
PERSON_NOT = is_name_of(
    "Ich", "Du", "Er", "Sie", "Es", "Wir", "Das", "Die", "Der", "Den", "Ein", "Eine", "Mein",
    "Meine", "Gott", "Zeit", "Spaß", "Ende", "Montag", "Dienstag", "Mittwoch", "Donnerstag",
    "Freitag", "Samstag", "Sonntag", "Danke", "Bitte", "Wenn", "Was", "Wie", "Ordnung", "Hause",
    "Sachen", "Dinge", "Leute", "Weile", "Kürze",
)  # fmt: skip
PLACE_NOT = is_name_of(
    "Ich", "Du", "Sie", "Ein", "Eine", "Einem", "Einer", "Meiner", "Meinem", "Der", "Dem", "Frieden",
    "Angst", "Zukunft", "Hause", "Ruhe", "Miete", "Wohnung", "Haus", "Ordnung", "Teilzeit",
    "Vollzeit", "Elternzeit", "Rente", "Urlaub", "Trennung", "Scheidung", "Beziehung", "Sorge",
    "Sicherheit", "Gefahr", "Behandlung", "Therapie", "Verbindung", "Form", "Bewegung",
)  # fmt: skip
THING_NOT = is_name_of(
    "Ich", "Du", "Sie", "Es", "Das", "Dich", "Euch", "Ihn", "Dies", "Dieses", "Diese", "Deine[nr]?",
    "Ihre?", "Dein", "Ende", "Spaß", "Zeit", "Sachen", "Dinge", "Ideen?", "Leute", "Alles", "Nichts",
    "Hilfe", "Inzwischen", "Mittlerweile", "Jetzt", "Derzeit", "Heute", "Gestern", "Leider", "Eigentlich", "Übrigens", "Seitdem", "Neuerdings", "Vorschlag", "Vorschläge", "Antwort(?:en)?", "Erklärung(?:en)?",
)  # fmt: skip
STYLE = (
    r"(?:(?:kurz|knapp|ausführlich|detailliert|gründlich|präzise?|einfach|direkt|sachlich|förmlich"
    r"|formell|formlos|informell|locker|freundlich|humorvoll|witzig|strukturiert|stichpunktartig"
    r"|stichwortartig|tabellarisch|nummeriert|gegliedert|bündig|prägnant|technisch|ehrlich|schlicht"
    r"|schrittweise|umfassend|lang|nüchtern|bebildert|wortkarg|lapidar|poetisch|trocken"
    r"|unverblümt|höflich)e?n?(?: und \w+)?)"
)
ANSWERS = r"(?:Antworten|Erklärungen|Texte|Zusammenfassungen|Rückmeldungen|Auskünfte|Ausführungen)"
UNITS = r"(?:metrische?|imperiale?|angloamerikanische?|angelsächsische?|britische?|SI)"
DIET = (
    r"(?:vegetarisch|vegan|pescetarisch|flexitarisch|laktosefrei|glutenfrei|koscher|halal|keto"
    r"|ketogen|paleo|kohlenhydratarm|low-carb|fettarm|salzarm|zuckerfrei|nussfrei|rohköstlich"
    r"|makrobiotisch|fleischlos|histaminarm|fruktosefrei|kalorienarm|eiweißreich|eifrei"
    r"|milchfrei|weizenfrei|alkoholfrei|basisch|mediterran|natriumarm|sojafrei|cholesterinarm"
    r"|ballaststoffreich|purinarm)"
)
DIET_WORDS = rf"(?:{DIET}|Vegetarier(?:in)?|Veganer(?:in)?|Pescetarier(?:in)?|Flexitarier(?:in)?)"
NOW = r"(?: (?:jetzt|nun|gerade|inzwischen|mittlerweile|seit \w+|derzeit|zurzeit|aktuell|momentan"
NOW += r"|neuerdings|auch|schon|wieder|ja|übrigens|halt|eben|sehr|total|echt|wirklich|so|eigentlich"
NOW += r"|ab jetzt|ab sofort|künftig|seit [Kk]urzem|selbst|noch|immer|heute|bald|zusammen|mit \w+ \w+|als \w+|seit \d{4}|da|gern|gerne))*"
START = r"^(?:(?:Jetzt|Nun|Inzwischen|Mittlerweile|Derzeit|Zurzeit|Aktuell|Momentan|Neuerdings|Seit"
START += (
    r" (?:\w+ ){1,2}\w+|Ab (?:\w+ )?\w+|Übrigens|Außerdem|Eigentlich|Im Moment|Gerade|Heute) )?"
)


def is_person(value: str) -> bool:
    """Whether a value can be a person."""
    return reads_as_name(value, PERSON_NOT) and not re.fullmatch(SPEECH, value)


def is_place(value: str) -> bool:
    """Whether a value can be a place."""
    return reads_as_name(value, PLACE_NOT)


def is_thing(value: str) -> bool:
    """Whether a value can be a thing."""
    return reads_as_name(value, THING_NOT)


LIVE = r"(?:wohne|lebe|wohn|leb|hause|residiere)"
NOUNED = rf"(?:(?:das Spiel |das Brettspiel |die Serie |die Band )?(?P<v>{NAME}))"
PLAY = r"(?:spiele|spiel|höre|hör|esse|trinke|lese|schaue|mache|koche|sammle)"
USE = r"(?:nutze|benutze|verwende|gebrauche|brauche|setze|arbeite|programmiere|schreibe|code)"

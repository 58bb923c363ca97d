"""German."""

from __future__ import annotations

import re

from memory_core.text.languages.numbers import german_numbers
from memory_core.text.languages.table import Cues, GuardWords, Language, Persons, any_of, words

_KIN = (
    r"(?:Schwieger|Stief|Halb|Groß|Gross|Ur|Zwillings|Paten)?(?:mutter|vater|eltern|bruder|brüder"
    r"|schwester|schwestern|sohn|söhne|tochter|töchter|kind|kinder|enkel|enkelin|onkel|tante)"
    r"|Geschwister|Mama|Papa|Mutti|Vati|Oma|Opa|Frau|Mann|Ehefrau|Ehemann|Partner(?:in)?"
    r"|Freund(?:in|e|innen)?|Verlobte[rn]?|Cousins?|Cousine|Vetter|Neffe|Nichte|Baby|Schwager"
    r"|Schwägerin|Mitbewohner(?:in)?|Nachbar(?:in|n)?|Kolleg(?:e|en|in|innen)|Chef(?:in)?"
    r"|Lehrer(?:in)?"
    r"|Arzt|Ärztin|Vermieter(?:in)?|Kund(?:e|en|in)|Gäste|Trainer(?:in)?|Hund|Hündin|Katze|Kater"
    r"|Haustier|Familie|Team|Firma|Leute"
    r"|(?:ältere|jüngere|älteste|jüngste|große|kleine)[rn]?(?=\s+(?:ist|hat|war|\w+t)\b)"
)
PERSON = rf"(?:{_KIN})"
_OWN = r"(?:mein|unser|sein|ihr|dein|euer|eur)(?:e|er)?"
_LEAD = (
    r"\W*(?:(?:und|aber|denn|weil|dass|also|ja|nein|ach|doch|inzwischen|gestern|heute|übrigens"
    r"|außerdem|leider|zum\s+Glück|merk\s+dir|bitte|wenn)\b[\s,:]*)*"
)
_VALUE = r"[\w][\w .'’&+#/-]{0,80}?"
_END = r"(?=[.,;:!?]|\s+(?:jetzt|mehr)\b|$)"
_AT = r"(?:(?:in|bei|aus|mit|nach|am|im|den|der|die|das|einen|eine|ein)\s+)?"
_IS = r"(?:es\s+ist\s+|das\s+ist\s+|ich\s+meinte?\s+)"
_I = r"\b(?:ich|wir)\b"
_MOVED = r"(?:um)?(?:gezogen|gewechselt|gestiegen|gestellt|gegangen)"
_SWAPPED = r"(?:ein|aus)?(?:ge)?(?:tauscht|wechselt|ersetzt)"
_OLD = rf"{_AT}(?P<old>{_VALUE})"
_NEW = rf"{_AT}(?P<new>{_VALUE})"

_GUARDS = GuardWords(
    negation=any_of(
        r"nicht(?!\s+(?:nur|wahr)\b)|kein(?:e|en|er|em|es)?|keinerlei|nie|niemals|niemand(?:en"
        r"|em)?",
        r"nichts|nirgends|nirgendwo|weder|noch\s+nie|ohne|kaum|hass(?:e|t|te)|bezweifl?e?[etl]\w*",
        r"zweif(?:le|elt)|aufgehört|gekündigt|kündigte|ausgezogen|aufgegeben|vermeidet?|hört\s+auf",
        r"abgeschafft|abgebrochen|(?<!mich )eingestellt(?!\s+worden)|deinstalliert|ausgemustert"
        r"|langweilig\s+geworden",
        r"nicht\s+länger|fallen\s+gelassen|auf\s+Eis\s+gelegt|furchtbar|schrecklich|grässlich"
        r"|scheußlich",
        r"ungern|verabscheu(?:e|t)|abgeneigt|nö|verzicht(?:e|et)|unwahrscheinlich",
    ),
    wish=any_of(
        r"(?<!nicht )will|willst|wollen|wollte[nt]?|möchte[nt]?|würde[nt]?|hoff(?:e|t|en|te)"
        r"|plan(?:e|t|en|te)",
        r"wünsch(?:e|t|en|te)|träum(?:e|t|en|te)|beabsichtig(?:e|t)|(?:habe?|hat)\s+vor(?!\s+\w+(?:\s+\w+)?\s+(?:Tag|Woche|Monat|Jahr|Stunde)\w*)",
        r"vorhabe?n?|vorhat|könnte[nt]?|sollte[nt]?|vielleicht|eventuell|hoffentlich|irgendwann",
        r"eines\s+Tages|werde(?!n\s+müssen|\s+ich\s+ein\s+Jahr\s+älter)|wird(?=.*\w+(?:en|rn|ln)\b\W*$)|überleg(?:e|t)",
        r"freue?n?\s+(?:mich|sich)\s+(?:schon\s+)?auf|freut\s+sich\s+auf|gedenk(?:e|t)",
        r"habe?\s+die\s+Absicht|am\s+liebsten\s+würde|hätte\s+gern[e]?|mag\s+sein",
    ),
    condition=any_of(
        r"stell(?:t|en)?\s+(?:dir|euch|Sie\s+sich)\s+vor|wenn|falls|sofern|sobald"
        r"|es\s+sei\s+denn|außer|ausser|angenommen|vorausgesetzt|solange",
        r"ansonsten|für\s+den\s+Fall|je\s+nachdem|im\s+Falle?|sonst",
    ),
    asking=re.compile(
        r"\W*(?:was|wer|wen|wem|wo|wohin|woher|wann|warum|wieso|weshalb|wie|welche[rsnm]?|ob"
        r"|ist|sind"
        r"|bist|bin|hat|hast|habe|haben|kann|kannst|könn\w*|soll\w*|wird|wirst|werden|würde\w*|darf"
        r"|muss|mag|magst|\w+(?:st|t|e|en)\s+(?:du|ihr|sie|er|es|ich|wir|der|die|das|mein\w*)"
        r"|\w+t\s)\b",
        re.IGNORECASE,
    ),
    past_habit=any_of(
        r"früher(?!\s+(?:als|oder|aufsteh\w*|los)\b)|ehemals|einst|damals|seinerzeit"
        r"|als\s+(?:Kind|Jugendliche[rn]?|Student(?:in)?|Schüler(?:in)?)"
        r"|in\s+meiner\s+(?:Jugend|Kindheit)"
        r"|vor\s+Jahren|in\s+der\s+Vergangenheit|pflegte\s+zu|einmal\s+war|vormals"
    ),
    attribution=re.compile(
        r"\b(?<!\bich )(?<!\bwir )(?:laut(?=\s+(?:(?-i:[A-ZÄÖÜ])|dem\b|der\b|mein|unser))"
        r"|zufolge|angeblich|anscheinend"
        r"|(?:sagt|sagte|sagten|meint|meinte|meinten|behauptet|behauptete|behaupten|erzählt"
        r"|erzählte"
        r"|glaubt|findet|denkt|schwört)(?!\s+(?:ich|wir|man\s+mir\s+nach)\b)(?!\s*:\s*\")"
        r"|gesagt\s+hat|(?:hat|haben|hatte)\s+(?:\w+\s+){0,2}?(?:gesagt|erzählt|gemeint"
        r"|behauptet)|nach\s+(?:Meinung|Ansicht|Aussage)|heißt\s+es|soll\s+ich)\b",
        re.IGNORECASE,
    ),
    tag=re.compile(
        r",\s+(?:sagt|sagte|meint|meinte|behauptet|findet|glaubt)\s+(?!ich|wir)[\w’' ]+\W*$"
        r"|\bzufolge\W*$",
        re.IGNORECASE,
    ),
    goes_on=re.compile(r"\b(?:aber|also|deshalb|daher)\b|[;—–]|-{1,2}\s", re.IGNORECASE),
    reminder=re.compile(
        r"\W*(?:bitte\s+)?(?:vergiss|vergesst|vergessen\s+Sie)\s+(?:bitte\s+)?(?:nicht"
        r"|nie)\b[\s,:]*"
        r"(?:dass\b)?|\W*(?:bitte\s+)?(?:merk|notier|denk)e?\s+(?:bitte\s+|mal\s+)?(?:dir"
        r"|daran)\b[\s,:]*(?:bitte\b)?"
        r"[\s,:]*(?:dass\b)?",
        re.IGNORECASE,
    ),
    request=re.compile(
        r"\W*(?:kannst|könntest|würdest|magst)\s+du\s+(?:dir\s+)?(?:bitte\s+)?(?:merken|notieren"
        r"|behalten|speichern|im\s+Kopf\s+behalten)\b[\s,]*(?:dass\b)?",
        re.IGNORECASE,
    ),
)

_PERSONS = Persons(
    someone=any_of(PERSON),
    pronoun=re.compile(r"\b(?:er|sie|du|ihr|ihm|ihn|ihnen|Sie)\b"),
    subject=re.compile(
        rf"{_LEAD}(?:(?:er|du|man|wer|derjenige|diejenige|jemand|jeder|alle)\b"
        rf"|(?:{_OWN}|der|die|das|ein|eine|beide|\d+|\w+)\s+(?:[\w-]+\s+){{0,1}}?{PERSON}\b"
        rf"|(?:der|die|das)\s+(?:ältere|jüngere|älteste|jüngste|große|kleine)\b)"
        rf"(?!\s+und\s+ich\b)"
        rf"|^(?=.*\b(?P<late>(?:mein|meine|unser|unsere|der|die)\s+(?:[\w-]+\s+)?{PERSON})\b"
        rf"(?!\s+und\s+ich\b)(?!.*\b(?:ich|wir)\b))(?!.*\b(?:mit|von|bei|für|zu|ohne"
        rf"|samt)\s+(?:mein|unser))",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"{_LEAD}(?!(?:Ich|Wir|Mein|Meine|Unser|Unsere|Der|Die|Das|Den|Dem|Ein|Eine|Es|Heute"
        rf"|Gestern|Hier|Dort|Da|Dann|Jetzt|Im|In|Am|Bei|Vor|Seit|Nach|Beim|Zum|Zur|Mit|Für"
        rf"|Ab|Von|Bitte|Künftig|Statt|Als|Neuerdings|Mittlerweile|Letzte\w*|Nächste\w*|Irgendwann|Inzwischen|Früher|Leider)\b)"
        rf"(?P<name>[A-ZÄÖÜ][\w-]+)(?:\s+[A-ZÄÖÜ][\w-]+)?\s+"
        rf"(?!(?:bitte|heute|künftig|ich|wir|mich|mir|uns|du|dich|dir|nicht|laut|jetzt|oft|fast|erst|selbst|dort"
        rf"|seit|mit"
        rf"|meist|sonst|zuerst|bereits|zuletzt|unbedingt)\b)[a-zäöü]+(?:t|te|st|ist|hat|war|mag"
        rf"|will)\b"
        rf"(?!.*\b(?:ich|wir)\b)"
    ),
    speaker=any_of(r"ich|wir"),
    naming=any_of(
        r"(?:nennen|nennt|nannten|rufen|ruft)\s+mich|(?:sagen|sagt)\s+(?:\w+\s+){0,3}zu\s+mir"
        r"|man\s+hat\s+mich|du\s+(?:kannst|darfst)\s+mich|hat\s+mich\s+(?:eingestellt|angestellt|übernommen)"
    ),
    addressed=any_of(r"du|dein(?:e|en|er|em|es)?|dich|dir|ihr|euer|eure\w?|Sie|Ihr(?:e|en|er)?"),
)

_CUES = Cues(
    assent=any_of(
        r"(?:(?:ach|na|oh)\s+)?(?:ja|jap|jo|jep|jawohl|doch|genau|richtig|stimmt|korrekt|klar"
        r"|natürlich|sicher|selbstverständlich|logisch|exakt|freilich|gewiss|so\s+ist\s+es"
        r"|das\s+stimmt|das\s+ist\s+richtig|allerdings|na\s+klar|aber\s+ja|auf\s+jeden\s+Fall"
        r"|absolut|eben|(?:ja\s+)?(?:das\s+)?(?:tut|mache|bin|habe|ist)\s+(?:es|er|sie|ich|das))"
        r"(?:\s+(?:ja|genau|richtig|stimmt|klar|doch|natürlich|sicher|tue\s+ich|bin\s+ich|ist\s+es"
        r"|ist\s+er|ist\s+sie|mache?\s+ich|habe\s+ich|das\s+stimmt|so\s+ist\s+es|schon))*"
    ),
    choice=any_of("oder(?!\\s*\\?)"),
    parted=any_of(
        r"gestorben|verstorben|tot|lebt|weggeben|weggegeben|abgegeben|abgeben|verschenkt|verkauft|eingeschläfert|einschläfern|entlaufen|weggelaufen"
        r"|(?:habe?|haben|hab)\b.*\bnicht\s+mehr|getrennt|geschieden|Trennung|Scheidung|scheiden|verlassen|nicht\s+mehr\s+(?:da|bei|mein|zusammen|unter)|(?:heißt|ist)\s+nicht|begraben|beerdigt|Regenbogenbrücke"
        r"|stimmt\s+nicht|vergiss|falsch|verloren|getrennte"
    ),
    taken_back=any_of(
        r"vergiss|vergessen|nicht\s+mehr|stimmt\s+nicht|nicht\s+wahr|streich(?:e|en)?"
        r"|lösch(?:e|en)?"
        r"|nehme?\s+(?:das|es)\s+zurück|zurückgenommen|aufgehört|gekündigt|aufgegeben|war\s+falsch"
        r"|abgeschafft|abgebrochen|(?<!mich )eingestellt(?!\s+worden)|deinstalliert|ausgemustert"
        r"|langweilig\s+geworden"
        r"|nicht\s+länger|fallen\s+gelassen|auf\s+Eis\s+gelegt|kein(?:e|en)?\s+(?:\w+\s+){1,3}mehr"
        r"|habe?\s+mich\s+(?:geirrt|vertan)|kein(?:e|en)?\s+\w+\s+mehr",
        r"verkauft|verlassen|begraben|beerdigt|eingestampft|abgegeben|weggeben|weggegeben|verschenkt"
        r"|eingeschläfert|einschläfern|runtergeworfen|rausgeworfen|rausgeschmissen|gelöscht|entsorgt"
        r"|verabschiedet|dichtgemacht|geschlossen|abgestoßen|verworfen|abbestellt|hinter\s+mir\s+gelassen"
        r"|(?:bin\s+ich|ist|bin)\s+(?:\w+\s+){0,2}(?:durch|fertig|los|weg|Schluss|tot|vorbei|Geschichte|gestorben)"
        r"|Schluss\s+mit|durch\s+mit|getrennte\s+Wege|Interesse\s+an|genug\s+von|nichts\s+mehr|doch\s+nicht"
        r"|an\s+den\s+Nagel\s+gehängt|(?:muss(?:te)?|mussten)\s+(?:ich|wir|.{2,40}\s+(?:absagen|aufgeben|abbrechen|einstellen|verkaufen|schließen))"
        r"|(?:Spaß|Lust|Freude)\s+verloren|langweil(?:t|en)\s+mich|öde[nt]\s+mich\s+an|ist\s+nichts\s+geworden|bin\s+ich\s+raus"
        r"|(?:weg|aus|fort)gezogen|entlassen|gefeuert|habe\s+ich\s+(?:genug|satt)|verschwunden",
    ),
    order_to_forget=re.compile(
        r"\W*(?:bitte\s+)?(?:vergiss(?!\s+(?:bitte\s+)?nicht)|streich|lösch)\w*\b"
        r"|\W*(?:kannst|könntest|würdest|darfst|magst)\s+du\s+(?:bitte\s+|das\s+|wieder\s+)*(?:vergessen|löschen)\b"
        r"|\W*(?:das|den|die)\s+(?:\w+\s+)?(?:mit|zu|über|von)\s+.{2,60}?\s+(?:kannst|darfst)\s+du\s+(?:\w+\s+)?(?:vergessen|löschen|streichen)\b"
        r"|\W*du\s+(?:kannst|darfst|sollst)\s+(?:bitte\s+|wieder\s+)*vergessen\b",
        re.IGNORECASE,
    ),
    deixis=any_of(
        r"vorgestern|gestern|heute|morgen(?!s\b)(?=\s+(?:früh|Abend|Mittag|Nachmittag)"
        r"|\b(?<!jeden )"
        r"(?<!am )(?<!guten )(?<!einen )(?<!der ))|übermorgen",
        r"(?:im\s+)?(?:letzte|vorige|vergangene|nächste|kommende|diese)[nrsm]?\s+(?:Woche"
        r"|Wochenende"
        r"|Monat|Jahr|Sommer|Winter|Frühling|Frühjahr|Herbst|Nacht|Montag|Dienstag|Mittwoch"
        r"|Donnerstag|Freitag|Samstag|Sonntag)s?",
        r"vor\s+(?:\w+\s+){1,2}(?:Tag|Woche|Monat|Jahr)(?:e|en|n)?",
        r"zurzeit|derzeit|momentan|gerade\s+jetzt|heutzutage|im\s+Moment|hier|dort|dorthin|hierher",
    ),
    corrections=tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\bnicht\s+(?:mehr\s+|länger\s+)?{_OLD},?\s+sondern\s+{_NEW}{_END}",
            rf"{_I}[\w\s]{{0,20}}?\bvon\s+{_OLD}\s+(?:nach|zu|auf)\s+{_NEW}\s+{_MOVED}\b",
            rf"\bhabe?n?\s+(?:ich\s+|wir\s+)?{_OLD}\s+(?:gegen|durch)\s+{_NEW}\s+{_SWAPPED}\b",
            rf"(?:^|[,:.!–-]\s*){_IS}?{_NEW},\s+nicht\s+{_OLD}{_END}",
            rf"(?:^|[,:.!]\s*){_NEW}\s+statt\s+{_OLD}{_END}",
        )
    ),
    no_value=any_of(
        r"ich|mein\w*|wir|unser\w*|du|er|sie|ist|sind|war|bin|habe|hat|wohn\w*|leb\w*|mag|arbeit\w*"
    ),
)

GERMAN = Language(
    code="de",
    stemmer="german",
    nouns_are_capital=True,
    sentence=re.compile(
        r"(?<!\bDr\.)(?<!\bHr\.)(?<!\bFr\.)(?<!\bSt\.)(?<!\bz\.\sB\.)(?<!\bbzw\.)(?<!\d\.)"
        r"(?<=[.!?…])[\"'“”’)\]]*\s+|\s*\n+\s*"
    ),
    cut=re.compile(
        r"\s+und\s+(?=(?i:bei|jetzt\s+bei)\b)|[;—–]\s*|:\s+|\s-{1,2}\s+"
        r"|,?\s*\b(?i:aber|doch|sondern|obwohl|weil|denn|während)\b\s*,?\s*"
        r"|,?\s*\b(?i:und|oder)\s+(?=(?i:ich|wir|er|sie|es|mein\w*|unser\w*|der|die|das|im|am|dann"
        r"|jetzt|nicht|kein\w*|mag|habe|bin|[A-ZÄÖÜ]\w+\s+\w+t)\b)"
        r"|,\s*(?=(?i:ich|wir|er|es|mein\w*|unser\w*|jetzt|inzwischen|nicht|kein\w*)\b"
        r"|(?:der|die|das)\s+(?:ältere|jüngere|älteste|jüngste|große|kleine)\b"
        r"|(?:der|die|das)\s+[A-ZÄÖÜ]\w+\s+(?:kam|war|ist|hat|wird|wurde|ging|lief|\w+te)\b"
        r"|\w+\s+\w+\s+haben\b|(?i:aber)\b)"
        r"|(?i:(?<=\bnein)|(?<=\bja)|(?<=\bquatsch)|(?<=\bdoch)|(?<=\bsorry)),\s*"
    ),
    guards=_GUARDS,
    persons=_PERSONS,
    cues=_CUES,
    stop=words(
        "der die das den dem des ein eine einen einem einer eines und oder in im an am auf zu zum "
        "zur aus von vom bei beim mit für fürs nach über unter um bis durch gegen ist sind war "
        "waren bin "
        "bist sein es ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere "
        "unseren unserem unserer du dich dir dein deine deinen er ihn ihm sie ihr ihre ihren ihrem "
        "seine seinen seinem seiner sich habe hast hat haben hatte hatten wird werden wurde wurden "
        "worden dass da so sehr auch noch schon nur doch mal ja als wie wer was wo wann davon "
        "dafür "
        "daran darauf hier dort dann denn dieser diese dieses diesem diesen jener man s n’ "
        "seit vor "
        "selbst eigene eigenen eigenes gern gerne"
    )
    - words("nur selbst"),
    free=words(
        "nutzer nutzerin benutzer user name heißt heisst nennt nennen lebt lebe leben wohnt "
        "wohne wohnen "
        "arbeitet arbeite arbeiten arbeit beruf hat besitzt ist kommt geburtstag spricht spreche "
        "sprechen bevorzugt bevorzuge mag mögen liebt liebe ernährt antworten einheiten "
        "benutzt nutzt "
        "verwendet allergisch namens nicht mehr kein keine keinen dutzend gesagt steht liegt "
        "befindet "
        "früher würde will möchte laut nie wieder hält person leute"
    ),
    topics=words(
        "name wohnt wohne lebt lebe arbeitet arbeite arbeit beruf geburtstag spricht spreche "
        "einheiten antworten allergisch"
    ),
    attitudes=words(
        "mag mögen mochte liebt liebe lieben gern gerne lieber lieblings bevorzugt bevorzuge hasst "
        "hasse genießt schätzt fan vorliebe"
    ),
    same={
        "kinder": "kind",
        "kindern": "kind",
        "töchter": "tochter",
        "brüder": "bruder",
        "söhne": "sohn",
        "mama": "mutter",
        "papa": "vater",
        "meistens": "meist",
    },
    numbers=german_numbers(),
    soft_numbers=words("eins erste ersten erster erstes erstem acht achte beide beiden"),
)

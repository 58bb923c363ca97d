"""How German turns away from a value: what is denied or exchanged, and how a new one came about."""

from __future__ import annotations

from jobs.minds.rules.tongues.german_words import (
    DIET,
    JOB,
    NOW,
    STYLE,
    is_person,
    is_place,
)
from jobs.minds.rules.tongues.latin import PERSON, PLACE
from jobs.minds.rules.tongues.tongue import Phrase, Turn, phrase, turn
from memory_core.index.slots import Slot

_NOT = r"(?:nicht|kein(?:e[nmrs]?)?)"
_NOT_WHOLLY = (
    r"(?!.*\b(?:immer|oft|alles?|ganz|nur|ausschließlich|sehr|so|genau|heute|morgen|gerade|noch"
    r"|diese[nrsm]?|weit|schlecht|wirklich sicher|sicher|gern mit|allein|ohne|nie|nichts|sondern)\b)"
)
_I_AM = r"\b(?:[Ii]ch bin|[Ww]ir sind|bin ich|sind wir|^[Bb]in|^[Ss]ind)"
_I_HAVE = r"\b(?:[Ii]ch habe?|[Ww]ir haben|habe? ich|haben wir|^[Hh]abe?)"
_BETWEEN = r"(?: [\w.]+){0,5}?"
_HOUSE = r"(?:Zuhause|Wohnort|Zuhaus|Wohnsitz|Heimatort|Heimat|Adresse|Anschrift|Wohnung|Haus|Bleibe|Daheim|Heimatstadt|Ort|Stadt|Stadtteil|WG)"
_NEW = r"(?:[Mm]eine?|[Uu]nsere?|[Dd](?:ie|er|as))(?: neue[rs]?| jetzige[rs]?| aktuelle[rs]?)?"
_IS = rf"(?: ist| liegt| befindet sich| heißt| lautet| steht|:){NOW}"
_LATER = r"(?: (?:jetzt|ab jetzt|ab sofort|ab heute|künftig|in Zukunft|von nun an|von jetzt an|lieber|bitte|einfach|nur noch|wieder|doch|ruhig|gern|gerne|mal|inzwischen|mittlerweile|nun))*"
_ENTERED = r"(?:angefangen|begonnen|angeheuert|unterschrieben|gelandet|eingestiegen|untergekommen|angestellt|beschäftigt|eingestellt|unter Vertrag|tätig|losgelegt|angenommen)"

TURNS: tuple[Turn, ...] = (
    turn(
        rf"^(?P<a>.*?)\b{_NOT}(?: mehr| länger)? (?:[\w.-]+ )?[\w.-]+,? sondern (?P<b>.+)$",
        r"\g<a>\g<b>",
        ended=False,
    ),
    turn(
        rf"^{_NOT_WHOLLY}(?:[Ee]s (?:stimmt|ist) nicht(?: wahr| richtig)?|[Dd]as stimmt nicht), dass (?P<a>.+)$",
        r"\g<a>",
    ),
    turn(
        rf"^{_NOT_WHOLLY}(?P<a>.*?)(?<!, )\b(?:doch )?{_NOT}(?: mehr| länger| weiter)?\b ?(?P<b>.*)$",
        r"\g<a>\g<b>",
    ),
)
NEW_VALUES: tuple[Phrase, ...] = (
    *phrase(
        Slot.HOME,
        rf"{_I_AM}{_BETWEEN} (?:nach|in) (?P<v>{PLACE}){_BETWEEN} (?:gezogen|umgezogen|übergesiedelt|ausgewandert|gelandet|hängengeblieben|heimisch|sesshaft)\b",
        rf"\b(?:[Ee]s hat|hat es) (?:mich|uns){_BETWEEN} nach (?P<v>{PLACE}) verschlagen",
        rf"{_I_HAVE}(?: mich| uns){_BETWEEN} in (?P<v>{PLACE}) (?:niedergelassen|eingelebt|eingerichtet)",
        rf"^(?:wohnen|leben) (?:jetzt|nun|inzwischen)(?: \w+)? in (?P<v>{PLACE})",
        rf"^[Ss]eit \w+(?: \w+)? (?:lebe|wohne) ich(?: \w+)? in (?P<v>{PLACE})",
        rf"\b(?:wohnen|leben|hausen) wir{NOW}(?: \w+)? in (?P<v>{PLACE})",
        rf"\b[Ww]ir (?:wohnen|leben|hausen){NOW}(?: \w+)? in (?P<v>{PLACE})",
        rf"{_NEW} {_HOUSE}{_IS} (?:in )?(?P<v>{PLACE})",
        rf"^(?P<v>{PLACE}) ist{NOW} (?:mein|unser)e? (?:neue[rs]? )?{_HOUSE}",
        rf"\b(?:findest|findet|trifft|triffst) (?:du|ihr|man) (?:mich|uns){NOW} in (?P<v>{PLACE})",
        rf"\b(?:[Uu]mgezogen|[Aa]dresse|[Aa]nschrift|weggezogen|wohne nicht mehr)\b.*\b(?:ich bin|bin ich|ist es|wir sind|heißt es|ist)(?: jetzt| nun)?(?: in)? (?P<v>{PLACE})(?=$|[,.;:! ])",
        rf"\bich{NOW} in (?P<v>{PLACE}){NOW} (?:wohne|lebe|zu Hause bin)$",
        rf"\b(?:lebe|wohne|bin){NOW} in (?P<v>{PLACE}) (?:zu Hause|zuhause|daheim)",
        holds=is_place,
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"{_I_AM}(?: jetzt| nun| inzwischen| mittlerweile| seit \w+(?: \w+)?| neuerdings| ab \w+)+ (?:bei|für) (?:der |dem )?(?:Firma )?(?P<v>{PLACE})",
        rf"\b(?:[Ss]eit|[Aa]b) (?:\w+ ){{1,3}}(?:bin|arbeite) ich (?:bei|für) (?P<v>{PLACE})",
        rf"(?:{_I_HAVE}|{_I_AM}){_BETWEEN} (?:bei|für) (?P<v>{PLACE}){_BETWEEN} {_ENTERED}(?! worden)",
        rf"^(?P<v>{PLACE}) ist{NOW} (?:mein (?:neuer )?(?:Arbeitgeber|Chef|Betrieb)|meine (?:neue )?Firma)",
        rf"\bmein(?:e)? erste[rn]? (?:Arbeitstag|Tag|Woche|Schicht|Monat) bei (?P<v>{PLACE})",
        rf"\b(?:Gehalt|Lohn|Geld) (?:kommt|bekomme ich|kriege ich|beziehe ich){NOW} von (?P<v>{PLACE})",
        rf"^(?P<v>{PLACE}) (?:hat mich (?:\w+ )?(?:eingestellt|angestellt|übernommen|abgeworben|geholt)|zahlt{NOW} mein(?:en)? (?:Gehalt|Lohn))",
        rf"\bich{NOW} (?:bei|für) (?P<v>{PLACE}){NOW} (?:arbeite|angestellt bin|beschäftigt bin)$",
        rf"\b[Aa]rbeite{NOW} (?:bei|für) (?P<v>{PLACE})",
        rf"{_I_AM}{_BETWEEN} zu (?P<v>{PLACE}) (?:gewechselt|gegangen|übergelaufen)",
        holds=is_place,
    ),
    *phrase(
        Slot.ROLE,
        rf"(?:{_I_AM}|^[Bb]in|\b[Ii]ch wurde|wurde ich){NOW}(?: eine?)? (?P<v>(?!kein){JOB})(?!\w)",
        rf"\b(?:[Mm]an hat mich|wurde ich|[Ii]ch wurde|{_I_AM}){_BETWEEN} (?:zu[mr] )(?P<v>[A-ZÄÖÜ][\w-]{{3,}}) (?:befördert|ernannt|gemacht|umgeschult|aufgestiegen)",
        rf"\b(?:verdiene|bestreite) (?:ich )?mein(?:en)? (?:Geld|Lebensunterhalt|Brot){NOW} als (?P<v>[A-ZÄÖÜ][\w-]{{3,}})",
        rf"\b(?:verdiene|bestreite) ich{NOW} mein(?:en)? (?:Geld|Lebensunterhalt|Brot){NOW} als (?P<v>[A-ZÄÖÜ][\w-]{{3,}})",
        rf"{_I_AM}{NOW} (?P<v>[A-ZÄÖÜ][\w-]{{3,}}(?:in|er)) geworden",
        r"\b[Aa]rbeite(?: ich)?(?: \w+){0,3} als (?P<v>[A-ZÄÖÜ][\w-]{3,})",
    ),
    *phrase(
        Slot.NAME,
        rf"^(?:[Ii]ch )?[Hh]eiße(?: ich)?{NOW} (?P<v>{PERSON})",
        rf"\bheiße ich{NOW} (?P<v>{PERSON})",
        rf"\b(?:meinen (?:Nach)?[Nn]amen){_BETWEEN} in (?P<v>{PERSON}) (?:geändert|ändern lassen)",
        rf"\b[Mm]ein (?:voller |neuer )?(?:Nachname|Name) (?:ist|lautet){NOW} (?P<v>{PERSON})",
        holds=is_person,
    ),
    *phrase(
        Slot.NICKNAME,
        rf"(?:^|[,:] )(?:[Bb]itte )?[Nn]enn(?:t|en Sie)? mich{_LATER} (?P<v>{PERSON})",
        rf"\b(?:sagen|sagt|nennen|rufen){NOW} (?:mich )?(?P<v>{PERSON})(?: zu mir|$)",
        rf"\b[Mm]ein (?:Spitzname|Rufname|Kosename){_IS} (?P<v>{PERSON})",
        rf"\b[Ii]ch werde{NOW} (?:nur noch )?(?P<v>{PERSON}) (?:genannt|gerufen)",
        holds=is_person,
        asked=True,
    ),
    *phrase(
        Slot.DIET,
        rf"\bauf (?:eine )?(?P<v>{DIET})(?:e[snrm]?)?{_BETWEEN} (?:umgestiegen|umgestellt|gewechselt)",
        rf"\b(?:lebe|esse|koche|ernähre)(?: ich)?(?: mich)?{NOW}(?: nur noch| rein| streng)? (?P<v>{DIET})(?!\w)",
        rf"\b[Ii]ch bin{NOW} (?:auf )?(?P<v>{DIET})(?: geworden| unterwegs|$)",
    ),
    *phrase(
        Slot.UNITS,
        r"\b(?:ab jetzt|ab sofort|künftig|bitte|auf|lieber|wieder|nur noch|Ab jetzt|Ab sofort|Künftig|Bitte)(?: bitte| alles| lieber)* (?P<v>metrisch|imperial)(?= bitte|$|[,.!]| umgestellt| rechnen| angeben)",
        r"^(?P<v>[Mm]etrisch|[Ii]mperial)(?:,)? (?:bitte|ab jetzt|ab sofort|von nun an)",
        asked=True,
    ),
    *phrase(
        Slot.ANSWER_STYLE,
        rf"\b[Ff]asse? dich{_LATER} (?P<v>{STYLE})(?!\w)",
        rf"\b[Aa]ntworte(?:n Sie)?(?: mir)?{_LATER} (?P<v>{STYLE})(?!\w)",
        rf"\b[Hh]alte? (?:es|deine Antworten|dich|die Antworten){_LATER} (?P<v>{STYLE})(?!\w)",
        rf"\b[Ss]chreib(?:e)?{_LATER} (?P<v>{STYLE})(?!\w)(?= bitte|$|[,.!])",
        asked=True,
    ),
    *phrase(
        Slot.ALLERGY,
        r"\bich allergisch (?:gegen|auf) (?P<v>[\w-]+)(?: bin| reagiere)$",
    ),
    *phrase(
        Slot.DISLIKES,
        r"\b(?:[Ii]ch kann|kann ich) (?P<v>[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)*)(?: \w+)? nicht mehr (?:leiden|ausstehen|ab|sehen|hören|riechen)",
        denied=True,
    ),
)
_NAME = r"[A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)?"
_DROPPED = (
    r"(?:verkauft|verlassen|begraben|eingestampft|abgegeben|weggegeben|weggeben|verschenkt|eingeschläfert"
    r"|einschläfern lassen|runtergeworfen|rausgeworfen|rausgeschmissen|gelöscht|entsorgt|verabschiedet"
    r"|aufgegeben|gekündigt|abgeschafft|dichtgemacht|geschlossen|abgestoßen|abgewickelt|verworfen"
    r"|abbestellt|hinter mir gelassen|gecancelt|beerdigt|sausen lassen|ad acta gelegt|satt|über)"
)
CEASED = (
    rf"\b(?:mit|von) {_NAME} (?:bin ich|habe? ich|ist) (?:\w+ )?(?:durch|fertig|Schluss|genug|die Nase voll|verabschiedet|weg|los)\b"
    rf"|\bbin(?: ich)?(?: \w+)? (?:mit )?{_NAME} (?:\w+ )?(?:los|durch|fertig)\b|\bbin (?:ich )?(?:durch|fertig) mit {_NAME}"
    r"|\ban den Nagel gehängt\b|\b(?:Spaß|Lust|Freude)\b.*\bverloren\b|\bist nichts geworden\b|\bbin ich raus\b"
    rf"|\b(?:musste|mussten)(?: ich| wir)? {_NAME} (?:\w+ )?(?:absagen|aufgeben|abbrechen|einstellen|verkaufen|schließen|weggeben)\b"
    rf"|\b{_NAME} (?:langweilt mich|ödet mich an|lebt (?:\w+ )?nicht mehr)\b"
    r"|\bgetrennte Wege\b|\bInteresse an\b.*\bverloren\b|\bgenug von\b|\bAllergie\b.*\b(?:weg|verschwunden|vorbei|Geschichte)\b"
    rf"|\b(?:habe? ich|haben wir|mussten wir|musste ich|mich von|[Ii]ch habe?|[Ww]ir haben) (?:mich von )?(?:{_NAME} )?(?:\w+ ){{0,2}}{_DROPPED}\b"
    r"|\b(?:weg|aus|fort)gezogen\b|\bnichts mehr\b|\bdoch nicht\b"
)
GONE = rf"^[Aa]us {_NAME} (?:ist|wird|wurde) (?:\w+ )?nichts\b|^(?:(?:Leider|Gestern|Heute) )?(?:ist |hat )?(?:[Mm]it )?{_NAME} (?:ist|wurde|lebt|hat mir|hat mich|und ich)\b.*\b(?:gestorben|tot|gekündigt|entlassen|gefeuert|rausgeworfen|eingeschläfert|Geschichte|vorbei|nicht mehr|Schluss|eingestellt|verkauft|pleite|dicht|getrennte Wege|begraben|über die Regenbogenbrücke gegangen)\b"

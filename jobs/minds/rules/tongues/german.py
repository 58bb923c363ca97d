"""German."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.asides_latin import GERMAN as ASIDE
from jobs.minds.rules.tongues.german_phrases import PHRASES
from jobs.minds.rules.tongues.german_turns import CEASED, GONE, NEW_VALUES, TURNS
from jobs.minds.rules.tongues.german_words import (
    KIN,
    PET,
)
from jobs.minds.rules.tongues.tongue import Tongue

_THIRD = (
    r"(?:[Mm]eine?[rsnm]?|[Uu]nsere?[rsnm]?|[Dd]eine?|[Ii]hre?|[Ss]eine?|[Dd]er|[Dd]ie|[Ee]in(?:e|er)?)"
    rf" (?:\w+e[rsn]? )?(?:{KIN}|{PET}|Freund(?:e|in)?|Kolleg(?:e|in|en)|Nachbar(?:n|in)?|Chef(?:in)?"
    r"|Mitbewohner(?:in)?|Eltern|Kinder|Geschwister|Familie|Lehrer(?:in)?|Bekannte[rn]?|Kumpel"
    r"|Ex|Trainer(?:in)?|Vermieter(?:in)?|Großeltern|Team)"
)
GERMAN = Tongue(
    language="de",
    border=re.compile(
        r"\s*[;:\u2013\u2014]\s+|\s+-\s+|,\s+|\s+(?=(?:und|aber|denn|sondern|doch) )"
    ),
    lead=re.compile(
        r"^(?:(?:Hallo|Hi|Hey|Servus|Moin|Guten Tag|Ja|Nein|Nee|Also|Ach|Ach so|Oh|Übrigens|Und|und"
        r"|aber|Aber|denn|doch|Korrektur|Nur zur Info|Zur Info|Kurze Info|Update|Vorsicht|Achtung"
        r"|Danke|Gut|Okay|OK|Tatsächlich|Sorry|Entschuldigung|Neuigkeiten?|Planänderung|Außerdem"
        r"|Bitte|bitte|dass|Planwechsel|Kleine Änderung|Info|Hinweis|Stimmt|Streich das|Vergiss das|Doch|Moment|Halt|Es stellte sich heraus|Es hat sich herausgestellt|Wie sich zeigt)\b[\s,.:!\u2013-]*)+"
    ),
    foreign=re.compile(
        r"\?|\b(?:wenn|falls|sofern|angenommen|stell dir vor|als ob|tu mal so|tu so|nehmen wir an"
        r"|gesetzt den Fall|hypothetisch|so tun|rollenspiel|geträumt|träumte|in meinem (?:roman|traum|spiel))\b"
        r"|^(?:niemand|keiner)\b|^(?:wäre|hätte|würde|könnte|sollte)\b|[„“«»\"]|kurz so, als\b",
        re.IGNORECASE,
    ),
    attributed=re.compile(
        r"\b(?:(?<!ich )(?:sagt|sagte|meint|meinte|behauptet|behauptete|glaubt|denkt|erzählt"
        r"|erzählte|schreibt|schrieb)|laut (?!und)|angeblich|gesagt hat|sagen(?! wir)|heißt es"
        r"|geschrieben|(?:hat|haben) (?:mir )?(?:gesagt|erzählt))\b(?! mich| mir vor)",
        re.IGNORECASE,
    ),
    wish=re.compile(
        r"\b(?:würde[nt]?|möchte[nt]?|will|wollen|wollte[n]?|hoffe[n]?|hoffentlich|träume|traum|vielleicht"
        r"|könnte[n]?|hätte[n]?|wäre[n]?|plane(?! ich)|vorhabe|irgendwann|eines tages|sollte[n]?|demnächst"
        r"|vermutlich|wahrscheinlich|eventuell|womöglich|überlege|am liebsten würde|lass uns"
        r"|wünsch\w*|kurz davor|geträumt|angeboten|abgelehnt|ausgeschlagen|abgesagt|vorstellungsgespräch|beworben|bewerbe|bald|beinahe|fast wäre|vorstellen|nächste[snmr]?|werde (?!genannt|gerufen|am|ich"
        r" ein jahr))\b(?! von beruf)",
        re.IGNORECASE,
    ),
    denial=re.compile(
        r"\b(?:nicht(?! nur)|kein(?:e[nmrs]?)?|nie|niemals|nirgends|weder|nichts|niemand|ohne)\b",
        re.IGNORECASE,
    ),
    past_habit=re.compile(
        r"\b(?:früher|damals|ehemals|einst|vormals|(?:lebte|wohnte|arbeitete|mochte|hieß))\b",
        re.IGNORECASE,
    ),
    others=re.compile(
        rf"^(?:{_THIRD}|Er|Sie|er|sie|Du|du|Ihr|Man(?! (?:ruft|nennt|kennt) mich)|Jemand|Jeder"
        r"|Manche|Viele)(?!\w)(?! (?:und|&) ich\b)(?!.*\bmich\b)"
    ),
    own=re.compile(r"\b(?:ich|mein|meine[nmrs]?|mir|mich|wir|uns|unsere?[nmrs]?)\b", re.IGNORECASE),
    phrases=(*NEW_VALUES, *PHRASES),
    aside=ASIDE,
    turns=TURNS,
    remember=(
        re.compile(
            r"^(?:(?:bitte|ok|okay|hey|hi|und|außerdem|kannst du(?: dir)?|könntest du(?: dir)?),? )*"
            r"(?:(?:merke? dir|merken sie sich|notiere?(?: dir)?|denke? (?:bitte )?(?:daran|dran)|vergiss"
            r" (?:bitte )?nicht|behalte?(?: bitte)? im (?:kopf|hinterkopf)|erinnere? dich(?: daran)?"
            r"|speichere?(?: dir)?|schreib dir auf|halte? fest|nicht vergessen|zum merken|merken|wichtig)"
            r"(?: bitte| mal)?)(?:\s*[:\u2013]\s*|, dass |: )(?P<what>.+)$",
            re.IGNORECASE,
        ),
        re.compile(
            r"^(?:kannst|könntest|würdest) du (?:dir )?(?:bitte )?(?:merken|notieren|daran denken)"
            r", dass (?P<what>.+)$",
            re.IGNORECASE,
        ),
    ),
    forget=re.compile(
        r"\b(?:vergiss|vergessen sie|vergesst|lösche?|streiche?)\b(?!.{0,20}\bnicht\b).{0,25}"
        r"(?:\bdass\b|\bwas\b|\bdie\b|\bdas\b|\bmeine?\b)|\b(?:kannst|könntest) du.{0,12}\bvergessen"
        r", (?:dass|was)\b|^(?:das|den|die) (?:\w+ )?(?:mit|zu|über|von) .{2,60} (?:kannst|darfst) du (?:\w+ )?(?:vergessen|löschen|streichen)\b",
        re.IGNORECASE,
    ),
    ceased=re.compile(
        r"\b(?:nicht mehr|kein(?:e[nmrs]?)? .{0,30}mehr|nicht länger|aufgegeben|abgeschafft|(?<!mich )eingestellt"
        r"|aufgehört|abgebrochen|beendet|gekündigt|hingeschmissen|abgemeldet|ausgemustert)\b|"
        + CEASED,
        re.IGNORECASE,
    ),
    gone=re.compile(GONE),
    correction=re.compile(
        r"\b(?:habe?n?|[Ii]ch|[Ww]ir) [A-ZÄÖÜ][\w-]+(?: [A-ZÄÖÜ][\w-]+)? (?:gegen|durch) [A-ZÄÖÜ][\w -]+ (?:ein|aus)?(?:ge)?(?:tauscht|wechselt|ersetzt)\b"
        r"|\b[Nn]icht (?:mehr |länger )?(?P<old>[\w .-]{2,40}), sondern (?P<new>[\w .-]{2,40})"
        r"|\b(?P<new2>[A-ZÄÖÜ\d][\w.-]{1,40}),? (?:und )?nicht (?:in |bei )?(?P<old2>[A-ZÄÖÜ\d][\w.-]{1,40})"
    ),
    deeds=(
        re.compile(
            r"(?:^|\s)(?:[Ii]ch (?P<verb>war)|[Ww]ir waren|war ich|waren wir)\b(?P<rest>.{0,40}\b(?:auf|in|bei|beim|im|zur?) .+)"
        ),
        re.compile(
            r"(?:^|\s)(?:[Ii]ch|[Ww]ir) (?:habe|hab|haben|bin|sind) (?P<rest>.+?)"
            r" (?P<verb>ge(?!stern|gen\b)\w{2,}[tn]|\w+ge\w{2,}[tn]|(?:be|ver|er|ent|zer|über|unter|wieder)\w+[tn]|\w+iert)\b"
        ),
        re.compile(
            r"(?:^|\s)(?:habe|hab|haben|bin|sind) (?:ich|wir) (?P<rest>.+?)"
            r" (?P<verb>ge(?!stern|gen\b)\w{2,}[tn]|\w+ge\w{2,}[tn]|(?:be|ver|er|ent|zer|über|unter|wieder)\w+[tn]|\w+iert)\b"
        ),
    ),
    empty=re.compile(
        r"^(?:es|das|dich|dir|euch|ihn|sie|alles|nichts|etwas|gerade|mir|mich|so|schon|auch)$"
        r"|^(?:dich|dir|dein\w*|euch|Ihnen|Sie)\b|\b(?:Frage|Fehler|Problem|Idee)\b",
    ),
    vague=re.compile(
        r"\b(?:dich|dir|dein\w*|euch|euer\w*|hier|dort|dies\w*|da(?! habe| bin)|das da|vorhin|eben)\b"
        r"(?<!diesem jahr)",
        re.IGNORECASE,
    ),
    order=re.compile(
        r"^(?:immer|nie|niemals|bitte|benutze?|verwende|schreib\w*|antworte|vermeide|nutze|achte)\b",
        re.IGNORECASE,
    ),
    sentence_end=re.compile(
        r"(?<!\bDr\.)(?<!\bbzw\.)(?<!\bz\.B\.)(?<!\bB\.)(?<!\b\d\.)(?<!\b\d\d\.)(?<=[.!?\u2026])"
        r"(?:[\"')\u201c]*)(?:\s+|$)"
    ),
)

"""Orders to an assistant in words that no user of it said: what an attack looks like.

Two measures: `is_order` is broad and judges a sentence that something is to rest on; `orders_in` is
sharp and looks for orders to remember or to obey in a whole page of text. A false hit is set aside
for a person to see, so it costs no memory that would have been kept.
"""

from __future__ import annotations

import re

from memory_core.text.disguise import unmask
from memory_core.text.normalise import one_line
from memory_core.text.sanitise import HazardKind, find_hazards

# What stands in the place of such words wherever they are set aside: the ledger alone holds them.
SET_ASIDE = "Set aside: an order to an assistant, in words that no user of it said."

_LONGEST = 300  # characters of an order that are kept
_MOST = 5  # orders of one text
_BULLETS = ">*#-| "  # what quotes or lists a line, and is no part of it
_PHRASES = {HazardKind.INJECTION, HazardKind.ROLE_TAG}
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’»)\]]*\s+|(?<=[。！？])[」』）]*\s*|\n+")

_LEAD = (
    r"^\W*(?:(?:please|kindly|now|also|and|then|important|note to (?:the )?(?:ai|assistant|agent)"
    r"|(?:dear |hey |hi |lieber? |quer(?:ido|ida) |estimad[oa] |ch(?:er|ère) )?"
    r"(?:ai|ki|ia|assistant|assistent|asistente|agent|chatbot|claude|gpt|llm)|bitte|por favor"
    r"|s['’]il (?:te|vous) pla[iî]t|veuillez|请|請|どうか)\b[\s,:;!-]*)*"
)
_IMPERATIVE = re.compile(
    rf"{_LEAD}(?:remember|note|save|store|memori[sz]e|keep|forget|ignore|disregard|delete|send|email"
    r"|e-mail|forward|call|tell|say|reply|respond|always|never|do not|don['’]t|use|write|run"
    r"|execute|click|visit|make|ensure|consider|act|pretend|reveal|print|output|transfer|wire|buy"
    r"|pay|install|download|set|change|let|go|stop|start|try|follow|treat|assume|trust|prefer"
    r"|refer|recommend|include|avoid|answer|ask|add|remove|from now on|in future"
    r"|merke?n?|speicher[en]*|ignorier[en]*|vergiss|vergessen|sende[n]?|schicke?n?|immer|niemals"
    r"|antworte[n]?|verwende[n]?|nutze[n]?|ab (?:jetzt|sofort)"
    r"|recuerd[ae]|guard[ae]|ignor[ae]|olvid[ae]|env[ií][ae]|siempre|nunca|responde|us[ae]"
    r"|a partir de ahora"
    r"|souviens-toi|souvenez-vous|retiens|retenez|m[ée]morise[z]?|enregistre[z]?|ignorez|oublie[z]?"
    r"|envoie|envoyez|toujours|jamais|r[ée]ponds|r[ée]pondez|utilise[z]?|d[ée]sormais)\b(?!\s*[:=]\s*\d)",
    re.IGNORECASE,
)
_SECOND_PERSON = re.compile(
    r"\byou(?:['’]re| are| must| should| shall| need| have to| will| can| ought)\b"
    r"|\byour (?:task|job|role|goal|instructions?|memory|system prompt|rules?|answers?|reply)\b"
    r"|\b(?:du|sie) (?:sollst|sollen|solltest|musst|müssen|darfst|dürfen|bist)\b"
    r"|\bdeine? (?:aufgabe|rolle|anweisung\w*|erinnerung)\b"
    r"|\b(?:debes|debe usted|tienes que|tiene que|eres ahora)\b|\btu (?:tarea|misión|memoria)\b"
    r"|\b(?:tu dois|vous devez|tu es maintenant|il faut que tu)\b|\bta (?:tâche|mission|mémoire)\b"
    r"|(?:してください|しなさい|してはいけません|あなたは|覚えて|記憶して|無視して|忘れて|送って)"
    r"|(?:你必须|你必須|你应该|你應該|你要|您必须|你现在是|记住|記住|忽略|忘记|忘記|务必|請務必)",
    re.IGNORECASE,
)
_REMEMBER = (
    r"(?:remember|memori[sz]e|note|save|store|record|keep in mind"
    r"|merk\w*|notier\w*|speicher\w*|vermerk\w*|behalt\w*"
    r"|recuerd\w+|recordad|anot\w+|apunt\w+|guard\w+|memoriz\w+|registr\w+"
    r"|notez?|retien\w*|retenez|enregistr\w+|m[ée]moris\w+|souvien\w*|souvenez|rappel\w+)"
)
_TO_MEMORY = re.compile(
    rf"{_LEAD}(?:"
    r"(?:remember|memori[sz]e|save|store|note|keep in mind|don['’]t forget)\b(?=[^.\n]{0,40}"
    r"\b(?:that|this|user|users|owner|customer|memory|preference)\b)"
    r"|(?:remember|memori[sz]e|keep in mind|don['’]t forget)\s*:"
    r"|(?:add|write|save|store|put|record)\b[^.\n]{0,80}\b(?:to|in|into) (?:your|the|its) "
    r"(?:long-?term )?(?:memory|memories|notes)\b"
    r"|(?:from now on|in (?:the )?future|always|never)\b[^.\n]{0,80}\b(?:you|your|user|users|answer"
    r"|reply|recommend|respond|mention|send|tell)\b"
    r"|(?:merke? dir|merken sie sich|merkt euch|speicher(?:e|n|t))\b(?=[^.\n]{0,30}(?:[:,]| dass))"
    r"|(?:notier[en]*|vermerk[en]*)\b(?=[^.\n]{0,30} dass)"
    r"|(?:recuerd[ae]|recordad|memoriz[ae]d?)\b(?=[^.\n]{0,30}(?::| que))"
    r"|(?:anot[ae]d?|apunt[ae]d?|guard[ae]d?|registr[ae]d?)\b(?=[^.\n]{0,30} que)"
    r"|(?:souviens-toi|souvenez-vous|retiens|retenez|m[ée]morise[z]?|rappelle-toi|rappelez-vous"
    r"|garde[z]? en mémoire)\b(?=[^.\n]{0,30}(?::| qu))"
    r"|(?:note[z]?|enregistre[z]?)\b(?=[^.\n]{0,30} qu)"
    r")|(?:覚えて(?:おいて|おけ|ください)|覚え(?:てお)?(?:くこと|ること|よ$|ろ$)"
    r"|(?:記憶|記録)して(?:ください|おいて|おけ)|と(?:記憶|記録|保存|メモ)(?:せよ|しろ|すること|しなさい)"
    r"|请?记住[:：，,]?|請?記住[:：，,]?|(?:牢记|记下|记录|保存|存储|储存)[^。\n]{0,8}(?:用户|使用者))",
    re.IGNORECASE,
)
_TO_THE_ASSISTANT = re.compile(
    r"\b(?:ai|assistant|agent|chatbot|language model)s?\b[^.\n]{0,60}\b(?:must|should|shall|need"
    r" to|have to|are instructed|is instructed)\b"
    r"|\b(?:ki|assistent(?:en|in)?|chatbots?|sprachmodelle?)\b[^.\n]{0,60}"
    r"\b(?:muss|müssen|soll(?:en|te|ten)?|ha(?:t|ben) zu)\b"
    r"|\b(?:ia|asistentes?|chatbots?|modelos? de lenguaje)\b[^.\n]{0,60}"
    r"\b(?:deben?|deber[áí]a?n?|tienen? que|han? de)\b"
    r"|\b(?:ia|assistante?s?|chatbots?|modèles? de langage)\b[^.\n]{0,60}"
    r"\b(?:doi(?:ven)?t|devr(?:a|ont)|est tenu)\b"
    r"|\b(?:ai|ki|ia|assistant|assistent|asistente|chatbot|language model|sprachmodell"
    r"|modelos? de lenguaje|modèles? de langage)(?:s|e|en)?(?:\s+(?:ia|ai|ki))?\s*[:,!]\s*"
    rf"(?:\w+\s+)?{_REMEMBER}\b"
    r"|(?:アシスタント|エージェント|言語モデル|(?<![a-z])ai(?![a-z]))[^。\n]{0,40}"
    r"(?:せよ|しろ|なさい|ください|べき|こと(?=[::。、」]|$))"
    r"|(?:助手|智能体|语言模型|(?<![a-z])ai(?![a-z]))[^。\n]{0,30}"
    r"(?:必须|应当|应该|务必|请|记住|记下|记录|保存|牢记)",
    re.IGNORECASE,
)


def is_order(sentence: str) -> bool:
    """Tell whether a sentence orders or addresses an assistant; broad."""
    plain = unmask(sentence).text
    return bool(_IMPERATIVE.search(plain) or _SECOND_PERSON.search(plain) or _is_sharp(plain))


def orders_in(text: str) -> list[str]:
    """Return the sentences of a text that order an assistant to remember or to obey; sharp.

    At most five, each one line of at most 300 characters.
    """
    sharp = (sentence for sentence in sentences(text) if _is_sharp(unmask(sentence).text))
    found = (one_line(sentence).lstrip(_BULLETS) for sentence in sharp)
    return list(dict.fromkeys(order[:_LONGEST] for order in found))[:_MOST]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, lines that end without a stop included."""
    return [piece for piece in _SENTENCE.split(text) if piece.strip()]


def _is_sharp(sentence: str) -> bool:
    return bool(
        _TO_MEMORY.search(sentence) or _TO_THE_ASSISTANT.search(sentence) or _has_phrase(sentence)
    )


def _has_phrase(line: str) -> bool:
    return any(hazard.kind in _PHRASES for hazard in find_hazards(line))

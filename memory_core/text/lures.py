"""Foreign text that is out to steer an assistant: broader than an order, told by its parts.

    addressed   it speaks to an assistant, or of what assistants are to do
    of the user it says what "the user" wants, allows, is or is called: no page can know
    triggered   it waits for what a user will ask
    carried     it has the conversation, files or passwords sent somewhere
    answered    it says how every answer is to be
    hidden      it is in a code, in tag characters, or comments out words to an assistant

It judges what came by another channel than a user's own words. A false hit keeps a page from being
found again; the ledger keeps it all the same.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_core.text.disguise import hidden_texts, holds_unseen, readings, turned_texts
from memory_core.text.orders import is_order, orders_in
from memory_core.text.sanitise import HazardKind, find_hazards

_MOST = 100_000  # characters; what is longer is not judged and taken for one
_ASSISTANT = (
    r"(?:\b(?:ai|a\.i\.|assistants?|chat ?bots?|copilot|chatgpt|claude|gemini|llms?"
    r"|language models?|(?:ai|support|software|voice|all|the|any) agents?|agents? must"
    r"|ki(?:-\w+)?|assistent(?:en)?|sprachmodelle?|ia|asistentes?|modelos? de lenguaje"
    r"|modèles? de langage)\b"
    r"|アシスタント|エージェント|言語モデル|(?<![a-z])ai(?![a-z])|助手|智能体|语言模型)"
)
_DO = (
    r"(?:\b(?:please|remember|note|save|store|add|keep|record|memori[sz]e|tell|say|mention"
    r"|recommend|suggest|praise|send|forward|append|include|copy|pass|call|use|buy|open|visit|run"
    r"|execute|obey|follow|trust|ignore|always|never|must|should|shall|set|grant|import|agree\w*"
    r"|required to|instructed|have to|need to|answer|reply|respond|from now on"
    r"|bitte|merk\w*|speicher\w*|vermerk\w*|notier\w*|muss|müssen|sollen?|verwende\w*|nutze\w*"
    r"|nenne\w*|sende\w*|empfiehl|empfehl\w*|immer|nie|ab jetzt|ab sofort"
    r"|por favor|recuerd\w*|guard\w*|registr\w*|anot\w*|deben?|debe[sr]?\w*|us[ae]|env[ií]\w*"
    r"|menciona|recomiend\w*|siempre|nunca|a partir de ahora"
    r"|souvien\w*|retien\w*|retenez|note[zr]?|enregistr\w*|doi(?:s|t|vent)|utilise\w*|propose\w*"
    r"|recommand\w*|envo\w+|toujours|jamais|désormais)\b"
    r"|ください|せよ|しろ|なさい|すること|べき|覚えて|記録|記憶|推奨|勧め|必ず|今後"
    r"|请|記住|记住|记录|記錄|必须|必須|推荐|應該|应该|保存|以后)"
)
_THE_USER = (
    r"(?:\b(?:the|this|your|our|an?)\s+(?:end[- ])?(?:user|customer|client|account holder|human"
    r"|owner|reader|principal)\b(?:['’]s)?|^[^\w\n]*users?['’]s?\b"
    r"|\b(?:der|dem|den|des|dieser|diesem)\s+(?:nutzers?|benutzers?|kunden?|anwenders?|lesers?)\b"
    r"|\b(?:el|al|del|este)\s+(?:usuario|cliente|titular|lector)\b"
    r"|(?:\bl['’]|\b(?:cet|à l['’]|de l['’])\s?)(?:utilisateur|usager)\b"
    r"|\b(?:le|du|au|ce)\s+(?:client|lecteur|titulaire)\b"
    r"|ユーザー|利用者|用户|用戶|使用者)"
)
_IS = (
    r"(?:\b(?:prefer\w*|trusts?|likes?|loves?|wants?|wishes|favou?rites?|banks? with|lives?|works?"
    r"|pays?|owes?|subscribes?|authori[sz]\w*|approv\w*|consent\w*|agreed?|waived?|moved"
    r"|no longer|has never|always|also goes|is called|known as|is an?|is also|has admin|has already"
    r"|employer|home|name|address|lawyer|doctor|bank|password|passwords|files|memory|account"
    r"|allergic|believes?|uses?|books|switched|switches|chose|needs?"
    r"|bevorzug\w*|vertraut|mag|möchte|wohnt|lebt|arbeitet|kauft|zahlt|zugestimmt|erlaubt|genannt"
    r"|kunde|gewechselt|umgestiegen|hat der|ist ein\w*|heißt|nicht mehr"
    r"|prefiere|confía|quiere|vive|trabaja|compra|paga|autori[zs]\w*|aprueba|aprobó|conocido"
    r"|ya no|eligi\w*|ha elegido|es cliente"
    r"|préfère|fait confiance|aime|veut|vit|habite|travaille|achète|paie|approuvé|autorise|appelé"
    r"|a choisi|exige|n['’]est plus|est client)\b"
    r"|好む|信頼|住ん|勤務|買う|承認|別名|住所|会員|顧客|選んだ|引っ越"
    r"|偏好|信任|喜欢|喜歡|住在|工作|购物|批准|又名|是.{1,12}的|选择|購買|购买|不再|拥有|雇主)"
)
_WILL_ASK = (
    r"(?:\b(?:when(?:ever)?|if|once|after|as soon as|next time|every time|each time)\b[^.\n]{0,60}"
    r"\b(?:the user|user|users|human|customer|asks?|asked|mention\w*|says?|message|discussed"
    r"|conversation)\b"
    r"|\b(?:wenn|sobald|falls)\b[^.\n]{0,40}\b(?:nutzer|benutzer|kunde|fragt|erwähnt|sagt)\b"
    r"|\b(?:si|cuando)\b[^.\n]{0,40}\b(?:usuario|cliente|pregunte|menciona)\b"
    r"|\b(?:si|quand|lorsque|dès que?)\b[^.\n]{0,40}(?:utilisateur|client|demande|parle)\b"
    r"|(?:ユーザー|利用者)[^。\n]{0,20}(?:たら|場合|とき)|(?:如果|当|當|每当)(?:用户|用戶|使用者))"
)
_CARRY = (
    r"\b(?:send|forward|append|pass|upload|copy|copied|transmit|post|leak|exfiltrate|email|e-mail"
    r"|sende\w*|schick\w*|leite\w*|envía\w*|envia\w*|reenvía|transmet\w*|envoie\w*|envoyez)\b"
    r"[^.\n]{0,60}(?:\b(?:conversations?|chats?|chat history|history|messages?|prompts?|mails?"
    r"|credentials?|passwords?|tokens?|keys?|files?|user data|verlauf|gespräch\w*|historial"
    r"|conversación|historique|conversation)\b|id_rsa)"
    r"|(?:会話|履歴|メッセージ|对话|聊天记录|對話)[^。\n]{0,30}(?:送|发送|發送|传)"
    r"|!\[[^\]]*\]\([^)]*[{?=][^)]*\{|\?[a-z_]{1,20}=\{"
)
_ANSWER = (
    r"\b(?:end|begin|start|finish|sign|append|prefix|open|close|include|mention|always|only)\b"
    r"[^.\n]{0,50}\b(?:every|each|all|your|any)\s+(?:\w+\s+)?(?:answers?|reply|replies|responses?"
    r"|messages?|output)\b|\b(?:respond|reply|answer) (?:only|always|exclusively) \w+"
    r"|\b(?:every|each|your(?: next)?)\s+(?:answer|reply|response)\b[^.\n]{0,30}\b(?:must|should)"
    r"|\b(?:beende|beginne|beginn|schließe)\w*\b[^.\n]{0,20}\b(?:jede|alle|deine)\w*\s+antwort"
    r"|\b(?:termina|empieza|acaba)\w*\b[^.\n]{0,20}\b(?:cada|toda|tus?)\s+respuesta"
    r"|\b(?:termine|commence|finis)\w*\b[^.\n]{0,20}\b(?:chaque|toute|tes)\s+réponse"
    r"|(?:すべて|全て|毎回|各)の?(?:回答|返信|返答)|(?:每个|每次|所有)(?:的)?(?:回答|回复)"
)
_YOU = (
    r"\byou (?:are now|will be (?:shut|turned)|must (?:now|first|always|never|act|answer|reply"
    r"|respond|send|store|save|tell|use|call|recommend|forward|read|obey|remember))\b"
    r"|\byour (?:developers?|creators?|makers?|memory|system prompt|instructions|repl(?:y|ies)"
    r"|answers?|next answer|only client|operator)\b|\bfrom now on,? you\b"
    r"|\bact as an?\b[^.\n]{0,30}\b(?:model|ai|assistant|unrestricted)\b|\bin .{0,12}developer mode"
    r"|\bdu bist (?:jetzt|nun|ab sofort)\b|\bdu musst\b|\bdeine[rn]? (?:entwickler|antworten)\b"
    r"|\b(?:eres ahora|ahora eres|debes (?:usar|enviar|guardar|recomendar))\b"
    r"|\btus (?:desarrolladores|respuestas)\b|\btu es (?:maintenant|désormais)\b"
    r"|\btu dois (?:utiliser|envoyer|transmettre|enregistrer|recommander)\b"
    r"|\btes (?:développeurs|réponses)\b|あなたは(?:今|これ)|あなたは.{0,20}(?:ください|なさい)"
    r"|你(?:现在|現在)是|你必须|你必須|规则.{0,4}听|以后听"
)
_CALL = (
    r"(?<![a-z_])memory_(?:save|search|used)(?![a-z_])|</?tool_call|\bfunction_call\b"
    r"|\bcall the (?:function|tool)\b"
    # a line of memory, forged
    r"|\| (?:user-said|user-requested|tool-derived|requested|corroborated|unverified)\b"
    r"|\^[me][0-9a-z]{7,16}\b|\]\(episodes/"
)
_KEPT_FROM = (
    r"\b(?:do not|don['’]t|never|without)\s+(?:ever\s+)?(?:tell|mention|inform|reveal|alert|show"
    r"|say|telling|informing|mentioning|saying)\w*\s+(?:\w+\s+){0,3}(?:user|human|customer|why|this)\b"
    r"|\bsag\w* (?:dem|der) (?:nutzer|benutzer|kunden)\w* nichts|\bohne (?:den|das) \w+ zu sagen"
    r"|\bno se lo digas\b|\bno (?:le )?digas al usuario|\bne le dis pas\b|\bsans (?:le )?dire"
    r"|(?:ユーザー|利用者)には?言わず|不要告诉(?:用户|使用者)|別告訴"
)
_OVERRIDE = (
    r"\b(?:admin(?:istrator)?|system|security|developer|operator)\s+(?:override|notice|update"
    r"|message|adds?|grants?|command)\b[^.\n]{0,60}[:.]|\boperator adds\b"
    r"|\bpart \d\b[^.\n]{0,30}\b(?:assistant|ai)\b|\bcall the user\b|\bobey\b|\bon file\b"
)
_LURE = re.compile(
    "|".join(
        (
            rf"{_ASSISTANT}[^.。\n]{{0,80}}?{_DO}",
            rf"{_DO}[^.。\n]{{0,40}}?\b(?:to|für|para|pour)\s+(?:the\s+)?{_ASSISTANT}",
            rf"{_THE_USER}[^.。\n]{{0,60}}?{_IS}",
            rf"{_DO}[^.。\n]{{0,30}}?{_THE_USER}",
            _WILL_ASK + rf"[^\n]{{0,60}}?{_DO}",
            _CARRY,
            _ANSWER,
            _YOU,
            _CALL,
            _KEPT_FROM,
            _OVERRIDE,
        )
    ),
    re.IGNORECASE | re.MULTILINE,
)
_SHARP = {HazardKind.INJECTION, HazardKind.ROLE_TAG, HazardKind.ENVELOPE}


@lru_cache(maxsize=128)
def is_lure(text: str) -> bool:
    """Tell whether foreign text is out to steer an assistant, in plain letters or in disguise."""
    if len(text) > _MOST or holds_unseen(text):
        return True
    if any(is_order(hidden) or _lures(hidden) for hidden in hidden_texts(text)):
        return True
    if any(_lures(plain) for plain in readings(text)):
        return True
    return any(_is_phrase(turned) or orders_in(turned) for turned in turned_texts(text))


def _lures(plain: str) -> bool:
    return bool(_LURE.search(plain) or _is_phrase(plain) or orders_in(plain))


def _is_phrase(plain: str) -> bool:
    return any(hazard.kind in _SHARP for hazard in find_hazards(plain))

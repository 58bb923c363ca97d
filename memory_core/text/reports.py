"""Whether a sentence in foreign text only reports: it tells what is, and speaks to nobody.

    told to    it says you, begins like an order, or orders behind a comma
    of minds   it speaks of assistants, models, prompts, memories, or of "the user"
    wished     it asks, recommends, thanks ahead
    undone     it takes back what was said, or has it restored
    in a turn  it plays a part: answers, agrees, says who is speaking
    leaking    an address with a place left open for words, or a command to be run

Lures are told by what they say; this is told by how a report is not worded, so it holds against
what nobody thought of. A false hit keeps a line of a page from being shown; the ledger keeps it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from memory_core.text.disguise import readings
from memory_core.text.orders import is_order, sentences

_VERBS_EN = (
    r"(?:accept|act|add|adopt|agree|allow|alter|(?:always|never) (?!\w+s\b)|answer|append|apply"
    r"|approve|ask|assume|authori[sz]e"
    r"|avoid|be|become|begin|behave|believe|book|bring|buy|bypass|call|cancel|change|choose|cite"
    r"|claim|clear"
    r"|click|comply|confirm|connect|consider|consult|continue|convince|copy|correct|count|create"
    r"|decide"
    r"|decode|deduct|delete|deliver|deny|direct|disable|disclose|discard|disregard|do|don['’]t"
    r"|download|drop"
    r"|email|embed|enable|encode|end|ensure|enter|erase|execute|explain|export|feign|fetch|fill"
    r"|find|follow"
    r"|forget|forward|gather|get|give|go|grant|guide|handle|help|hide|highlight|ignore|imagine"
    r"|import|include"
    r"|increase|inform|insert|insist|install|introduce|invite|issue|join|keep|learn|leave|let|link"
    r"|list|listen"
    r"|load|log|lower|mail|make|mark|mention|merge|modify|move|name|notify|obey|offer|omit|open"
    r"|order"
    r"|output|override|pass|pay|perform|play|praise|prefer|present|pretend|prioriti[sz]e|proceed"
    r"|promise"
    r"|promote|provide|publish|push|put|quote|raise|rank|rate|read|recall|recite|recommend|record"
    r"|redirect"
    r"|refer|refuse|register|reject|remember|remind|remove|render|repeat|replace|reply|report|reset"
    r"|respond"
    r"|restore|retrieve|return|reveal|rewrite|route|run|save|say|search|select|send|serve|set|share"
    r"|show"
    r"|sign|skip|speak|spread|start|state|steer|stop|store|submit|subscribe|substitute|suggest"
    r"|summari[sz]e"
    r"|switch|swear|take|tell|think|transfer|translate|transmit|treat|trust|try|turn|type|unlock"
    r"|update"
    r"|upgrade|upload|urge|use|verify|visit|vote|wait|warn|whisper|wire|write)"
)
_VERBS_DE = (
    r"(?:akzeptiere|antworte|befolge|beginne|behalte|behaupte|behandle|benutze|bestätige"
    r"|bestell(?:e)?|bezahle"
    r"|buche|empfiehl|ergänze|ersetze|erwähne|erzähle|führe|füge|gib|glaube|hänge|handle|höre?"
    r"|ignoriere|kaufe?"
    r"|klicke?|kopiere|lade|lass|leite|lies|liste|lobe|lösche|mach(?:e)?|melde|merke?|nenne?|nimm"
    r"|notiere|nutze"
    r"|öffne|ordne|prüfe|rate|rufe?|sage?|schicke?|schreibe?|schweige|sei|sende|setz(?:e)?|sprich"
    r"|speichere?"
    r"|spiele?|starte|stell(?:e)?|streiche|suche|teile|trage|tu|überschreibe|übersetze|überweise"
    r"|vergiss"
    r"|verlinke|verrate|verschweige|verwende|wähle|warne|wechsle|wende|wiederhole|zahle|zeige?"
    r"|zitiere)"
)
_VERBS_ES = (
    r"(?:a[ñn]ade|abre|acepta|actúa|actualiza|adjunta|agrega|anota|apunta|autoriza|ayuda|borra"
    r"|busca|cambia|cita"
    r"|comparte|compra|confía|confirma|considera|consulta|contesta|copia|cree|da|deja|descarga|di"
    r"|dile|ejecuta"
    r"|elige|elimina|elogia|empieza|envía|escribe|escucha|evita|finge|guarda|haz|ignora|imagina"
    r"|incluye|indica"
    r"|instala|inserta|llama|lee|manda|marca|menciona|mete|muestra|nombra|obedece|oculta|ofrece"
    r"|olvida|pasa|paga"
    r"|pide|pon|prefiere|prioriza|promete|recomienda|recuerda|redirige|reemplaza|registra|repite"
    r"|responde|revela"
    r"|sé|sigue|sugiere|sustituye|termina|toma|traduce|transfiere|trata|usa|utiliza|ve|visita)"
)
_VERBS_FR = (
    r"(?:accepte|achète|adopte|affiche|agis|ajoute|annonce|appelle|applique|autorise|cache|change"
    r"|choisis|cite"
    r"|clique|commence|confirme|considère|consulte|copie|crois|demande|dis|donne|écoute|écris"
    r"|efface|enregistre"
    r"|envoie|évite|exécute|fais|finis|garde|ignore|imagine|inclus|indique|insère|installe|joue"
    r"|lance|lis|loue"
    r"|mémorise|mentionne|mets|modifie|montre|n['’]écoute|note|obéis|offre|oublie|ouvre|parle|passe"
    r"|paie|partage"
    r"|préfère|prends|privilégie|promets|propose|publie|rappelle|recommande|redirige|refuse"
    r"|remplace|renvoie"
    r"|répète|réponds|retiens|révèle|sois|sers|suggère|suis|supprime|télécharge|termine|traduis"
    r"|traite|transfère"
    r"|transmets|utilise|va|valide|vante|vérifie|vire|visite|\w{2,}ez)"
)
_VERBS = rf"(?:{_VERBS_EN}|{_VERBS_DE}|{_VERBS_ES}|{_VERBS_FR})"
_NO_NOUN = r"(?!['’]s\b|\s*(?:\d|[:#=(,*]|$|of\b|is\b|was\b|has\b|are\b|were\b|and\b|no\b|nº))"
_POLITE = (
    r"(?:please|kindly|now|then|first|next|finally|also|just|so|and|or|but|instead|important|bitte"
    r"|jetzt|dann"
    r"|nun|zuerst|por favor|ahora|luego|primero|entonces|y|maintenant|puis|ensuite|d['’]abord|et)"
)
_ORDERS = re.compile(
    rf"(?:^[^\w{{]*|[,;:–—]\s+|\b{_POLITE}[\s,]+)(?:{_POLITE}[\s,:!]+){{0,3}}{_VERBS}\b{_NO_NOUN}"
    r"|^\W*\w{2,}en sie\b|\b(?:do|acts?|answers?) as\b"
    r"|\b(?:is|are) to (?:be|act|answer|do|use)\b|\bhay que\b|\bil faut que\b"
    r"|(?:ください|下さい|しなさい|なさい|せよ|しろ|すべき|すること|るべき|してね|って|こと"
    r"|ましょう|[れろえけせてめよ])"
    r"[。！!\s]*$"
    r"|^[\s「“]*(?:请|請|把|将|將|不要|别|別|务必|務必|必须|必須|只|一定|永远|永遠|立即|马上|先"
    r"|假装|想象|记|記"
    r"|忘|删|刪|删除|忽略|推荐|推薦|告诉|发送|發送|使用|调用|執行|执行|回答|回复|扮演|翻译|购买"
    r"|購買|付款|打开)"
    r"|[，,；：:]\s*(?:请|請|把|将|將|不要|别|務必|务必|必须|只|一定|就|改为|再)",
    re.IGNORECASE,
)
_TOLD_TO = re.compile(
    r"\b(?:you|u) (?:are (?:now|to|no|an?|hereby|required|instructed|allowed|free|authori[sz]ed"
    r"|helping)"
    r"|have (?:been (?:upgraded|updated|granted|given|assigned|told|instructed)|to|no)|must|should"
    r"|shall"
    r"|will (?:\w+ )?(?:be|answer|act|now|never|always|only|recommend|follow|obey|use|do|say|tell"
    r"|send)"
    r"|may (?:now|only|no)|can now|need|ought|no longer|never|always|only|agree|owe|know|work|serve"
    r"|obey)\b"
    r"|\byou(?:['’]ll|['’]re (?:now|an?|no))\b|\b(?:for|to|of|by) you(?: is\b| to\b)"
    r"|\byour (?:\w+ )?(?:tasks?|jobs?|role|goals?|instructions?|configuration|settings|memor\w+"
    r"|notes?|rules?"
    r"|mission|purpose|duty|duties|human|master|operator|developers?|creators?|makers?|summary"
    r"|repl(?:y|ies)"
    r"|(?:next|every|each|final|first) (?:answer|reply|response|message|sentence|turn)|output"
    r"|knowledge|training"
    r"|identity|name is|prompt|context|tools?|prior\w*|loyalty|behaviou?r|persona|responses?"
    r"|guidelines?)\b"
    r"|\bdu \w{2,}s?t\b|\b\w{2,}st du\b|\b(?:dich|dir|deine?[nmrs]?|euch|eure[nmrs]?)\b|\b(?:tú"
    r"|contigo|necesitas|debes|puedes|tienes|eres)\b"
    r"|\btu (?:es|as|dois|peux|vas|sais|n['’]\w+|sers|travailles|aides)\b|\btoi\b|あなた|貴方|お前"
    r"|君[はがのにを]|你",
    re.IGNORECASE,
)
_SOMEBODY = (
    r"(?:(?:the|this|our|my) (?:end[- ])?(?:users?|human|principal|account (?:owner|holder)|guest"
    r"|subscriber"
    r"|person (?:you|in|behind|who|asking)\w*|one who asks|asker|speaker|recipient|owner of this)"
    r"|he who asks|(?:der|die|dieser|unser) (?:be)?nutzer(?:in)?|die person,? der|wer (?:dies|das"
    r"|den)\w*"
    r"|(?:el|la|este|esta) usuari[oa]|la persona a la que|l['’]utilisat\w+|cet utilisateur"
    r"|la personne que"
    r"|(?:利用者|ユーザー?)[はがのに]|用户|用戶|使用者)"
)
_OF_MINDS = re.compile(
    rf"(?:^\W*|[.:;,—–(]\s*|\bthat |\bdass |\bque |\bwhen |\bif |[、，。：；])"
    rf"{_SOMEBODY}(?!\w| (?:guide|table|manual|interface|names?|ids?|story|group|group|fees?"
    rf"|house)\b)"
    r"|^\W*(?:lives in|prefers|likes|loves|works (?:at|for|as)|trusts|banks with|name on file)\b"
    r"|\b(?:trusted|vouched for|endorsed) by\b|\b(?:(?:these|new|hidden|following|initial|all"
    r"|previous|prior|earlier|original"
    r"|above) (?:\w+ )?"
    r"(?:instructions?|commands?|directives?|guidelines?|prompts?)(?! (?:of|in|on)\b)"
    r"|(?:instruction|directive|guideline|command)s?\s*[:#\d]|(?:new|updated) (?:polic(?:y|ies)"
    r"|guidelines?)"
    r"|polic(?:y|ies) (?:update|change)|rules? \d+\s*:|system prompt|prompt injection|jailbr\w+"
    r"|(?:in|to|from|into) (?:\w+ )?memory|memory (?:updated?|entry|note|saved)"
    r"|long-?term (?:memory|notes?)"
    r"|\w*_?(?:memory|memories|profile|preferences?)[\"']?\s*[:=]|memori[sz]e\w*"
    r"|for (?:future|later|all) (?:sessions?|chats?|conversations?|turns?)"
    r"|for (?:your|later|future) (?:records?|reference)|(?:this|our|each|every|next|whole"
    r"|entire) (?:chat"
    r"|conversation|session|turn|reply|response|tool output|tool use)|before (?:answering|replying"
    r"|responding)"
    r"|users?['’]s? |user[ _](?:profile|prefer\w*|data|note|memory|status)|known facts?|(?:customer"
    r"|client"
    r"|guest|subscriber|user|account) (?:profile|status|preferences?|record|note)s?"
    r"|without (?:asking|review|checks?|confirmation|filters?|limits?|rules?)"
    r"|(?:no|without) (?:\w+ )?(?:rules|filters?|restrictions?)\b|unrestricted|unfiltered|sudo\b"
    r"|root\s*[>:$#]"
    r"|full access|(?:developer|god|admin) mode|must appear|permission granted|access granted"
    r"|security level"
    r"|pre-?approved|trusted (?:source|vendor|contact|partner|site|domain)s?|opted in"
    r"|language models?|(?:for|to) (?:ai|llm|machine|bot|model|agent)s?\b|an? (?:ai"
    r"|llm)\b(?! \w+ (?:takes|is|was))"
    r"|system (?:message|notice|note)\s*:|(?:neue|vorherige|bisherige|folgende"
    r"|obige)\w* (?:anweisung|richtlinie"
    r"|regel)\w*|(?:an|für) (?:das|die|alle|den) (?:modelle?|ki|assistent\w*|sprachmodell\w*)"
    r"|ohne regeln"
    r"|^\W*gespeichert|ist \w+zu\w{3,}en|nueva directriz|(?:para|al) (?:el |la )?(?:modelo|ia"
    r"|asistente)"
    r"|memoria actualizada|sin (?:filtros?|reglas|preguntar|confirmación)|(?:au|pour le"
    r"|aux) (?:modèles?|ia)"
    r"|nouvelle directive|mémoire mise|sans (?:filtres?|règles|demander|confirmation))(?!\w)"
    r"|プロンプト|(?:以前|これまで|上記|次|新しい)の?.{0,6}(?:指示|命令|ルール)|メモリ|(?:言語"
    r"|読む)モデル|AIへ"
    r"|次に.{0,24}たら|確認は.{0,6}不要|助けている|人工智能|智能体|(?:语言|本页的?)模型|提示词"
    r"|(?:之前|以上|新的?|所有).{0,4}(?:指令|规则|規則)|(?:记忆|記憶)已|(?:对话|對話)|不再需要"
    r"|下次.{0,24}时|没有限制",
    re.IGNORECASE,
)
_IN_A_TURN = re.compile(
    r"^\W*(?:(?:part|piece|chunk|fragment|teil|stück|parte|trozo|partie|morceau)\s*(?:\d+|[ivx]+)\b"
    r"|その\s?[0-9０-９一二三四五]+|第\s?[0-9一二三四五]+(?:部分|部)?)[^.\n]{0,20}[:：]"
    r"|^\W*(?:me|him|her|client|customer|caller|guest|agent|bot|host|operator|support|narrator|kunde"
    r"|cliente"
    r"|client\w*|客|客服|お客様)\s*(?:\d\s*)?[:：>]"
    r"|^\W*(?:sure|of course|certainly|understood|ok(?:ay)?|got it|noted|saved|stored|remembered"
    r"|absolutely"
    r"|verstanden|notiert|natürlich|gern|entendido|claro|guardado|anotado|compris|entendu|bien sûr"
    r"|enregistré"
    r"|了解|承知|わかりました|好的|明白)\b[\s,.:!]"
    r"|\bi(?:['’]ll| will| shall| have| am going to| understand|['’]ve) (?:\w+ )?(?:remember|keep"
    r"|store|stored"
    r"|save|saved|note|noted|recommend|always|never|updat\w+|record\w*|follow|obey|chang\w+"
    r"|already)"
    r"|\b(?:it['’]s|this is|here is) (?:me|the (?:\w+ )?(?:user|owner|admin\w*|developer|operator"
    r"|speaker))\b"
    r"|\b(?:user|owner|admin|operator|developer) (?:here|speaking)\b|\bas i (?:told|said"
    r"|mentioned)\b"
    r"|\bas the (?:developer|owner|user|admin\w*|operator|maker)\b|\bsigned by\b|\bon behalf of\b"
    r"|\bich bin (?:der|die) \w+|\bsoy (?:el|la) \w+|\bje suis l[ea'’]\s?\w+|私が.{1,8}です"
    r"|我(?:就)?是"
    r"|-{2,}\s*end\b|\bend of (?:tool|document|page|file|output|input|context|data)|###|={3,}"
    r"|\b[qa]:\s|^\W*(?:read this|attention|important|urgent|warning|notice|achtung|wichtig"
    r"|atención|importante"
    r"|attention|重要|注意)\b[^.]{0,20}[:!]|!{3}",
    re.IGNORECASE,
)
_LEAKING = re.compile(
    r"[?&][\w.-]{1,30}=(?:[{<\[$%]|[A-Z]{2,}[_A-Z]{2,}|\s*$)|https?://\S*[{<$]"
    r"|\bcurl\b.*\|\s*(?:ba|z)?sh\b|\bdocument\.cookie\b|\brm -rf\b|\bfetch\(|\beval\(|<script"
    r"|\b(?:api keys?|passwords?|credentials|passwort|contraseña|mot de passe)\b[^.\n]{0,40}"
    r"\b(?:to|an|a|à|for)\s+(?-i:[A-Z])|\bdisplay\s*:\s*none|^\s*(?:\[//\]|//|#|/\*"
    r"|<!--).*\b(?:todo|agents?|models?|bots?|please|must)\b"
    r"|[\"']role[\"']\s*:\s*[\"'](?:system|user|assistant|developer|tool)\b|\b(?:user"
    r"|customer)_\w+[\"']?\s*[:=]",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:(?:could|would|can|will|might) (?:you|we|i|somebody|someone|anyone)\b|would (?:be|help"
    r"|make|love"
    r"|like|appreciate)|(?:we|i)['’]d (?:be|love|like|appreciate|prefer)|appreciated?\b|grateful"
    r"|kindly|please"
    r"|pls|thank (?:you|s) (?:for|in)|feel free|we (?:ask|request|recommend|suggest|urge|invite"
    r"|advise|hope)"
    r"|(?:is|are) (?:asked|advised|invited|recommended|requested|encouraged|expected|urged|supposed"
    r"|welcome|best) "
    r"(?:to|that|for|if)|(?:recommended|advisable|best|better|wise|good|important|necessary"
    r"|essential|helpful|nice"
    r"|kind|great|wonderful|useful) (?:to|if|that)\b|it (?:is|would be) (?:fine|ok(?:ay)?|safe"
    r"|enough) (?:to|if)"
    r"|may i|may we|let['’]s|let us|why not|how about|do me|a favou?r|one should|should (?:always"
    r"|never|only"
    r"|henceforth)|must (?:always|never|only|not)|whoever|anyone (?:who|reading)|(?:dear|hello|hi"
    r"|hey) \w+"
    r"|bitte\w*|wäre\w*|würde\w*|könnte\w*|gerne|dürfte ich|wir (?:bitten|empfehlen)"
    r"|es empfiehlt sich|sei so"
    r"|danke für|am besten|liebe[rs]? \w+"
    r"|por favor|podrías?|sería|querría|quisiera|agradece\w*|nos gustaría|me gustaría|rogamos"
    r"|se ruega"
    r"|se recomienda|conviene|recomendamos|gracias por|querid[oa]"
    r"|s['’]il (?:te|vous)|pourri\w+|pourrais|serait|serions|voudrais|voudrions|aimerais|merci de"
    r"|merci d['’]"
    r"|nous recommandons|il est conseillé|prière de|veuillez|cher \w+|chère \w+)(?!\w)"
    r"|いただけ|頂け|お願い|幸いです|助かります|ほしい|欲しい|お勧め|おすすめ|べき|たらどう"
    r"|ましょう|ませんか"
    r"|麻烦|拜托|希望|建议|能否|可否|请|最好|应该|不妨|谢谢",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:no longer|not any ?more|never (?:really )?) ?(?:lives?|works?|likes?|loves?|prefers?"
    r"|wants?|needs?"
    r"|trusts?|banks?|uses?|is|was|has|eats?|drinks?|said)\b|\b(?:entry|line|note|statement|fact"
    r"|record|information"
    r"|memory|data|claim)s? (?:\w+ ){0,4}(?:is|are|was|were) (?:now )?(?:wrong|false|outdated"
    r"|obsolete|invalid|stale"
    r"|mistaken|incorrect|void|untrue|retracted|withdrawn|revoked|superseded|entered|replaced|lost"
    r"|corrupt\w*"
    r"|restored|recovered|synch?\w*)\b|\b(?:retract\w*|revok\w+|withdraws?|takes? (?:it "
    r"|that )?back"
    r"|by mistake|in error|correction\s*:|erratum|was never|was a (?:joke|test|mistake|lie))\b"
    r"|\b(?:session|context|memory|state|history|profile|backup|checkpoint)\w* (?:was |is "
    r"|has been |were )?"
    r"(?:lost|restored|recovered|reset|corrupt\w*|restarted|resumed|synch?\w*|rebuilt|wiped|cleared"
    r"|expired)\b"
    r"|\b(?:restor|recover|resum|rebuild|re-?synch?)\w* (?:\w+ ){0,3}(?:session|context|memor|state"
    r"|history|profile"
    r"|backup|checkpoint|preferences)|\bpartial(?:ly)? (?:restore|recover)"
    r"|\b(?:from|as of|starting|effective|beginning) (?:now|today|this|next|\d|monday|tuesday"
    r"|wednesday|thursday"
    r"|friday|saturday|sunday|january|february|march|april|may|june|july|august|september|october"
    r"|november"
    r"|december)\b[^.\n]{0,30}[,:] ?(?!\d)|\bevery (?:time|morning|evening|day|week|monday|month"
    r"|hour)\b[^.]{0,30},"
    r"|\bon (?:\d{1,2} \w+|\w+ \d{1,2}|\w+day)s?, \w+ (?:the|a|an|all|only|no|to|that)\b"
    r"|nicht mehr|widerruf\w*|versehentlich|irrtümlich|wiederhergestellt|zurückgesetzt"
    r"|korrektur\s*:"
    r"|\bya no\b|por error|restaurad[ao]|recuperad[ao]|retir[ao]\b|corrección\s*:"
    r"|n['’]est plus|ne \w+ plus|par erreur|restaurée?|récupérée?|rétract\w*|correction\s*:"
    r"|もう.{1,12}ない|撤回|誤り|間違い|訂正|復元|復旧|リセット|不再|撤回|更正|有误|错误|恢复|重置"
    r"|作废",
    re.IGNORECASE,
)
_SIGNS = (_WISHED, _UNDONE, _TOLD_TO, _OF_MINDS, _ORDERS, _IN_A_TURN, _LEAKING)
_LONGEST = 2_000  # characters of a sentence


@lru_cache(maxsize=512)
def is_report(text: str) -> bool:
    """Tell whether every sentence of a foreign text only reports."""
    return all(_only_tells(sentence) for line in text.split("\n") for sentence in sentences(line))


def reported_lines(text: str) -> str:
    """Return the lines of a foreign text that only report."""
    return "\n".join(line for line in text.split("\n") if is_report(line))


def _only_tells(sentence: str) -> bool:
    if len(sentence) > _LONGEST:
        return False
    return not any(
        is_order(plain) or any(sign.search(plain) for sign in _SIGNS)
        for plain in readings(sentence)
    )

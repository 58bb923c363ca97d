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

_VERBS = r"""
    accept act add adopt agree allow alter (?:always|never)\s(?!\w+s\b) answer append apply
    approve ask assume authori[sz]e avoid be become begin behave believe book bring buy bypass
    call cancel change choose cite claim clear click comply confirm connect consider consult
    continue convince copy correct count create decide decode deduct delete deliver deny direct
    disable disclose discard disregard do don['’]t download drop email embed enable encode end
    ensure enter erase execute explain export feign fetch fill find follow forget forward gather
    get give go grant guide handle help hide highlight ignore imagine import include increase
    inform insert insist install introduce invite issue join keep learn leave let link list
    listen load log lower mail make mark mention merge modify move name notify obey offer omit
    open order output override pass pay perform play praise prefer present pretend prioriti[sz]e
    proceed promise promote provide publish push put quote raise rank rate read recall recite
    recommend record redirect refer refuse register reject remember remind remove render repeat
    replace reply report reset respond restore retrieve return reveal rewrite route run save say
    search select send serve set share show sign skip speak spread start state steer stop store
    submit subscribe substitute suggest summari[sz]e switch swear take tell think transfer
    translate transmit treat trust try turn type unlock update upgrade upload urge use verify
    visit vote wait warn whisper wire write
    akzeptiere antworte befolge beginne behalte behaupte behandle benutze bestätige
    bestell(?:e)? bezahle buche empfiehl ergänze ersetze erwähne erzähle führe füge gib glaube
    hänge handle höre? ignoriere kaufe? klicke? kopiere lade lass leite lies liste lobe lösche
    mach(?:e)? melde merke? nenne? nimm notiere nutze öffne ordne prüfe rate rufe? sage?
    schicke? schreibe? schweige sei sende setz(?:e)? sprich speichere? spiele? starte
    stell(?:e)? streiche suche teile trage tu überschreibe übersetze überweise vergiss verlinke
    verrate verschweige verwende wähle warne wechsle wende wiederhole zahle zeige? zitiere
    a[ñn]ade abre acepta actúa actualiza adjunta agrega anota apunta autoriza ayuda borra busca
    cambia cita comparte compra confía confirma considera consulta contesta copia cree da deja
    descarga di dile ejecuta elige elimina elogia empieza envía escribe escucha evita finge
    guarda haz ignora imagina incluye indica instala inserta llama lee manda marca menciona mete
    muestra nombra obedece oculta ofrece olvida pasa paga pide pon prefiere prioriza promete
    recomienda recuerda redirige reemplaza registra repite responde revela sé sigue sugiere
    sustituye termina toma traduce transfiere trata usa utiliza ve visita
    accepte achète adopte affiche agis ajoute annonce appelle applique autorise cache change
    choisis cite clique commence confirme considère consulte copie crois demande dis donne
    écoute écris efface enregistre envoie évite exécute fais finis garde ignore imagine inclus
    indique insère installe joue lance lis loue mémorise mentionne mets modifie montre
    n['’]écoute note obéis offre oublie ouvre parle passe paie partage préfère prends privilégie
    promets propose publie rappelle recommande redirige refuse remplace renvoie répète réponds
    retiens révèle sois sers suggère suis supprime télécharge termine traduis traite transfère
    transmets utilise va valide vante vérifie vire visite \w{2,}ez
"""  # as each language gives an order: English, German, Spanish, French
_VERB = rf"(?:{'|'.join(_VERBS.split())})"
_NO_NOUN = r"(?!['’]s\b|\s*(?:\d|[:#=(,*]|$|of\b|is\b|was\b|has\b|are\b|were\b|and\b|no\b|nº))"
_POLITE = (
    r"(?:please|kindly|now|then|first|next|finally|also|just|so|and|or|but|instead|important|bitte"
    r"|jetzt|dann|nun|zuerst|por favor|ahora|luego|primero|entonces|y|maintenant|puis|ensuite"
    r"|d['’]abord|et)"
)
_ORDERS = re.compile(
    rf"(?:^[^\w{{]*|[,;:–—]\s+|\b{_POLITE}[\s,]+)(?:{_POLITE}[\s,:!]+){{0,3}}{_VERB}\b{_NO_NOUN}"
    r"|^\W*\w{2,}en sie\b|\b(?:do|acts?|answers?) as\b|\b(?:is|are) to (?:be|act|answer|do|use)\b"
    r"|\bhay que\b|\bil faut que\b|(?:ください|下さい|しなさい|なさい|せよ|しろ|すべき|すること"
    r"|るべき|してね|って|こと|ましょう|[れろえけせてめよ])[。！!\s]*$|^[\s「“]*(?:请|請|把|将|將"
    r"|不要|别|別|务必|務必|必须|必須|只|一定|永远|永遠|立即|马上|先|假装|想象|记|記|忘|删|刪|删除"
    r"|忽略|推荐|推薦|告诉|发送|發送|使用|调用|執行|执行|回答|回复|扮演|翻译|购买|購買|付款|打开)"
    r"|[，,；：:]\s*(?:请|請|把|将|將|不要|别|務必|务必|必须|只|一定|就|改为|再)",
    re.IGNORECASE,
)
_TOLD_TO = re.compile(
    r"\b(?:you|u) (?:are (?:now|to|no|an?|hereby|required|instructed|allowed|free|authori[sz]ed"
    r"|helping)|have (?:been (?:upgraded|updated|granted|given|assigned|told|instructed)|to|no)"
    r"|must|should|shall|will (?:\w+ )?(?:be|answer|act|now|never|always|only|recommend|follow|obey"
    r"|use|do|say|tell|send)|may (?:now|only|no)|can now|need|ought|no longer|never|always|only"
    r"|agree|owe|know|work|serve|obey)\b|\byou(?:['’]ll|['’]re (?:now|an?|no))\b|\b(?:for|to|of"
    r"|by) you(?: is\b| to\b)|\byour (?:\w+ )?(?:tasks?|jobs?|role|goals?|instructions?"
    r"|configuration|settings|memor\w+|notes?|rules?|mission|purpose|duty|duties|human|master"
    r"|operator|developers?|creators?|makers?|summary|repl(?:y|ies)|(?:next|every|each|final"
    r"|first) (?:answer|reply|response|message|sentence|turn)|output|knowledge|training|identity"
    r"|name is|prompt|context|tools?|prior\w*|loyalty|behaviou?r|persona|responses?|guidelines?)\b"
    r"|\bdu \w{2,}s?t\b|\b\w{2,}st du\b|\b(?:dich|dir|deine?[nmrs]?|euch|eure[nmrs]?)\b|\b(?:tú"
    r"|contigo|necesitas|debes|puedes|tienes|eres)\b|\btu (?:es|as|dois|peux|vas|sais|n['’]\w+|sers"
    r"|travailles|aides)\b|\btoi\b|あなた|貴方|お前"
    r"|君[はがのにを]|你",
    re.IGNORECASE,
)
_SOMEBODY = (
    r"(?:(?:the|this|our|my) (?:end[- ])?(?:users?|human|principal|account (?:owner|holder)|guest"
    r"|subscriber|person (?:you|in|behind|who|asking)\w*|one who asks|asker|speaker|recipient"
    r"|owner of this)|he who asks|(?:der|die|dieser|unser) (?:be)?nutzer(?:in)?|die person,? der"
    r"|wer (?:dies|das|den)\w*|(?:el|la|este|esta) usuari[oa]|la persona a la que|l['’]utilisat\w+"
    r"|cet utilisateur|la personne que|(?:利用者|ユーザー?)[はがのに]|用户|用戶|使用者)"
)
_OF_MINDS = re.compile(
    rf"(?:^\W*|[.:;,—–(]\s*|\bthat |\bdass |\bque |\bwhen |\bif |[、，。：；]){_SOMEBODY}(?!\w"
    rf"| (?:guide|table|manual|interface|names?|ids?|story|group|fees?|house)\b)"
    r"|^\W*(?:lives in|prefers|likes|loves|works (?:at|for|as)|trusts|banks with|name on file)\b"
    r"|\b(?:trusted|vouched for|endorsed) by\b|\b(?:(?:these|new|hidden|following|initial|all"
    r"|previous|prior|earlier|original|above) (?:\w+ )?(?:instructions?|commands?|directives?"
    r"|guidelines?|prompts?)(?! (?:of|in|on)\b)|(?:instruction|directive|guideline"
    r"|command)s?\s*[:#\d]|(?:new|updated) (?:polic(?:y|ies)|guidelines?)|polic(?:y|ies) (?:update"
    r"|change)|rules? \d+\s*:|system prompt|prompt injection|jailbr\w+|(?:in|to|from"
    r"|into) (?:\w+ )?memory|memory (?:updated?|entry|note|saved)|long-?term (?:memory|notes?)"
    r"|\w*_?(?:memory|memories|profile|preferences?)[\"']?\s*[:=]|memori[sz]e\w*|for (?:future"
    r"|later|all) (?:sessions?|chats?|conversations?|turns?)|for (?:your|later|future) (?:records?"
    r"|reference)|(?:this|our|each|every|next|whole|entire) (?:chat|conversation|session|turn|reply"
    r"|response|tool output|tool use)|before (?:answering|replying|responding)|users?['’]s? "
    r"|user[ _](?:profile|prefer\w*|data|note|memory|status)|known facts?|(?:customer|client|guest"
    r"|subscriber|user|account) (?:profile|status|preferences?|record|note)s?|without (?:asking"
    r"|review|checks?|confirmation|filters?|limits?|rules?)|(?:no|without) (?:\w+ )?(?:rules"
    r"|filters?|restrictions?)\b|unrestricted|unfiltered|sudo\b|root\s*[>:$#]|full access"
    r"|(?:developer|god|admin) mode|must appear|permission granted|access granted|security level"
    r"|pre-?approved|trusted (?:source|vendor|contact|partner|site|domain)s?|opted in"
    r"|language models?|(?:for|to) (?:ai|llm|machine|bot|model|agent)s?\b|an? (?:ai"
    r"|llm)\b(?! \w+ (?:takes|is|was))|system (?:message|notice|note)\s*:|(?:neue|vorherige"
    r"|bisherige|folgende|obige)\w* (?:anweisung|richtlinie|regel)\w*|(?:an|für) (?:das|die|alle"
    r"|den) (?:modelle?|ki|assistent\w*|sprachmodell\w*)|ohne regeln|^\W*gespeichert"
    r"|ist \w+zu\w{3,}en|nueva directriz|(?:para|al) (?:el |la )?(?:modelo|ia|asistente)"
    r"|memoria actualizada|sin (?:filtros?|reglas|preguntar|confirmación)|(?:au|pour le"
    r"|aux) (?:modèles?|ia)|nouvelle directive|mémoire mise|sans (?:filtres?|règles|demander"
    r"|confirmation))(?!\w)|プロンプト|(?:以前|これまで|上記|次|新しい)の?.{0,6}(?:指示|命令"
    r"|ルール)|メモリ|(?:言語|読む)モデル|AIへ|次に.{0,24}たら|確認は.{0,6}不要|助けている|人工智能"
    r"|智能体|(?:语言|本页的?)模型|提示词|(?:之前|以上|新的?|所有).{0,4}(?:指令|规则|規則)|(?:记忆|記憶)已|(?:对话|對話)|不再需要"
    r"|下次.{0,24}时|没有限制",
    re.IGNORECASE,
)
_IN_A_TURN = re.compile(
    r"^\W*(?:(?:part|piece|chunk|fragment|teil|stück|parte|trozo|partie|morceau)\s*(?:\d+|[ivx]+)\b"
    r"|その\s?[0-9０-９一二三四五]+|第\s?[0-9一二三四五]+(?:部分|部)?)[^.\n]{0,20}[:：]|^\W*(?:me"
    r"|him|her|client|customer|caller|guest|agent|bot|host|operator|support|narrator|kunde|cliente"
    r"|client\w*|客|客服|お客様)\s*(?:\d\s*)?[:：>]|^\W*(?:sure|of course|certainly|understood"
    r"|ok(?:ay)?|got it|noted|saved|stored|remembered|absolutely|verstanden|notiert|natürlich|gern"
    r"|entendido|claro|guardado|anotado|compris|entendu|bien sûr|enregistré|了解|承知|わかりました"
    r"|好的|明白)\b[\s,.:!]|\bi(?:['’]ll| will| shall| have| am going to| understand"
    r"|['’]ve) (?:\w+ )?(?:remember|keep|store|stored|save|saved|note|noted|recommend|always|never"
    r"|updat\w+|record\w*|follow|obey|chang\w+|already)|\b(?:it['’]s|this is|here is) (?:me"
    r"|the (?:\w+ )?(?:user|owner|admin\w*|developer|operator|speaker))\b|\b(?:user|owner|admin"
    r"|operator|developer) (?:here|speaking)\b|\bas i (?:told|said|mentioned)\b"
    r"|\bas the (?:developer|owner|user|admin\w*|operator|maker)\b|\bsigned by\b|\bon behalf of\b"
    r"|\bich bin (?:der|die) \w+|\bsoy (?:el|la) \w+|\bje suis l[ea'’]\s?\w+|私が.{1,8}です"
    r"|我(?:就)?是|-{2,}\s*end\b|\bend of (?:tool|document|page|file|output|input|context|data)|###"
    r"|={3,}|\b[qa]:\s|^\W*(?:read this|attention|important|urgent|warning|notice|achtung|wichtig"
    r"|atención|importante"
    r"|attention|重要|注意)\b[^.]{0,20}[:!]|!{3}",
    re.IGNORECASE,
)
_LEAKING = re.compile(
    r"[?&][\w.-]{1,30}=(?:[{<\[$%]|[A-Z]{2,}[_A-Z]{2,}|\s*$)|https?://\S*[{<$]|\bcurl\b.*\|\s*(?:ba"
    r"|z)?sh\b|\bdocument\.cookie\b|\brm -rf\b|\bfetch\(|\beval\(|<script|\b(?:api keys?|passwords?"
    r"|credentials|passwort|contraseña|mot de passe)\b[^.\n]{0,40}\b(?:to|an|a|à|for)\s+(?-i:[A-Z])"
    r"|\bdisplay\s*:\s*none|^\s*(?:\[//\]|//|#|/\*|<!--).*\b(?:todo|agents?|models?|bots?|please"
    r"|must)\b|[\"']role[\"']\s*:\s*[\"'](?:system|user|assistant|developer|tool)\b|\b(?:user"
    r"|customer)_\w+[\"']?\s*[:=]",
    re.IGNORECASE,
)
_WISHED = re.compile(
    r"\b(?:(?:could|would|can|will|might) (?:you|we|i|somebody|someone|anyone)\b|would (?:be|help"
    r"|make|love|like|appreciate)|(?:we|i)['’]d (?:be|love|like|appreciate|prefer)|appreciated?\b"
    r"|grateful|kindly|please|pls|thank (?:you|s) (?:for|in)|feel free|we (?:ask|request|recommend"
    r"|suggest|urge|invite|advise|hope)|(?:is|are) (?:asked|advised|invited|recommended|requested"
    r"|encouraged|expected|urged|supposed|welcome|best) (?:to|that|for|if)|(?:recommended|advisable"
    r"|best|better|wise|good|important|necessary|essential|helpful|nice|kind|great|wonderful"
    r"|useful) (?:to|if|that)\b|it (?:is|would be) (?:fine|ok(?:ay)?|safe|enough) (?:to|if)|may i"
    r"|may we|let['’]s|let us|why not|how about|do me|a favou?r|one should|should (?:always|never"
    r"|only|henceforth)|must (?:always|never|only|not)|whoever|anyone (?:who|reading)|(?:dear|hello"
    r"|hi|hey) \w+|bitte\w*|wäre\w*|würde\w*|könnte\w*|gerne|dürfte ich|wir (?:bitten|empfehlen)"
    r"|es empfiehlt sich|sei so|danke für|am besten|liebe[rs]? \w+|por favor|podrías?|sería|querría"
    r"|quisiera|agradece\w*|nos gustaría|me gustaría|rogamos|se ruega|se recomienda|conviene"
    r"|recomendamos|gracias por|querid[oa]|s['’]il (?:te|vous)|pourri\w+|pourrais|serait|serions"
    r"|voudrais|voudrions|aimerais|merci de|merci d['’]|nous recommandons|il est conseillé"
    r"|prière de|veuillez|cher \w+|chère \w+)(?!\w)|いただけ|頂け|お願い|幸いです|助かります|ほしい"
    r"|欲しい|お勧め|おすすめ|べき|たらどう|ましょう|ませんか"
    r"|麻烦|拜托|希望|建议|能否|可否|请|最好|应该|不妨|谢谢",
    re.IGNORECASE,
)
_UNDONE = re.compile(
    r"\b(?:no longer|not any ?more|never (?:really )?) ?(?:lives?|works?|likes?|loves?|prefers?"
    r"|wants?|needs?|trusts?|banks?|uses?|is|was|has|eats?|drinks?|said)\b|\b(?:entry|line|note"
    r"|statement|fact|record|information|memory|data|claim)s? (?:\w+ ){0,4}(?:is|are|was"
    r"|were) (?:now )?(?:wrong|false|outdated|obsolete|invalid|stale|mistaken|incorrect|void|untrue"
    r"|retracted|withdrawn|revoked|superseded|entered|replaced|lost|corrupt\w*|restored|recovered"
    r"|synch?\w*)\b|\b(?:retract\w*|revok\w+|withdraws?|takes? (?:it |that )?back|by mistake"
    r"|in error|correction\s*:|erratum|was never|was a (?:joke|test|mistake|lie))\b|\b(?:session"
    r"|context|memory|state|history|profile|backup|checkpoint)\w* (?:was |is |has been "
    r"|were )?(?:lost|restored|recovered|reset|corrupt\w*|restarted|resumed|synch?\w*|rebuilt|wiped"
    r"|cleared|expired)\b|\b(?:restor|recover|resum|rebuild|re-?synch?)\w* (?:\w+ ){0,3}(?:session"
    r"|context|memor|state|history|profile|backup|checkpoint|preferences)"
    r"|\bpartial(?:ly)? (?:restore|recover)|\b(?:from|as of|starting|effective|beginning) (?:now"
    r"|today|this|next|\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february"
    r"|march|april|may|june|july|august|september|october|november"
    r"|december)\b[^.\n]{0,30}[,:] ?(?!\d)|\bevery (?:time|morning|evening|day|week|monday|month"
    r"|hour)\b[^.]{0,30},|\bon (?:\d{1,2} \w+|\w+ \d{1,2}|\w+day)s?, \w+ (?:the|a|an|all|only|no|to"
    r"|that)\b|nicht mehr|widerruf\w*|versehentlich|irrtümlich|wiederhergestellt|zurückgesetzt"
    r"|korrektur\s*:|\bya no\b|por error|restaurad[ao]|recuperad[ao]|retir[ao]\b|corrección\s*:"
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

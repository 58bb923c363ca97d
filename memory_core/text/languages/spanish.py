"""Spanish."""

from __future__ import annotations

import re

from memory_core.text.languages.numbers import spanish_numbers
from memory_core.text.languages.table import Cues, GuardWords, Language, Persons, any_of, words

_KIN = (
    r"herman(?:o|a|os|as|ito|ita|astro|astra)|madre|padre|padres|mamá|papá|hij(?:o|a|os|as|ito|ita)"
    r"|espos[oa]|marido|mujer|pareja|novi[oa]|prometid[oa]|abuel(?:o|a|os|as|ita|ito)|niet(?:o"
    r"|a|os|as)"
    r"|tí[oa]s?|prim[oa]s?|sobrin[oa]s?|suegr[oa]s?|cuñad[oa]s?|yerno|nuera|gemel[oa]s?|mellizos"
    r"|bebé|amig(?:o|a|os|as)|compañer(?:o|a|os|as)|colegas?|vecin(?:o|a|os|as)|jef[ea]s?"
    r"|profesor(?:a|es)?|maestr[oa]|médic[oa]|doctora?|casero|casera|clientes?|invitad[oa]s"
    r"|entrenador(?:a)?|perr(?:o|a|os|as|ito|ita)|gat(?:o|a|os|as|ito|ita)|mascotas?|caballo"
    r"|familia|equipo|empresa|gente|niñ(?:o|a|os|as)"
    r"|(?:el|la)\s+(?:mayor|menor|pequeñ[oa]|median[oa])(?=\s+(?:es|está|tiene|ha|se|\w+[ae])\b)"
)
PERSON = rf"(?:{_KIN})"
_LEAD = (
    r"\W*(?:(?:y|e|pero|porque|que|también|bueno|pues|ahora|sí|no|ya|ayer|hoy|recuerda|además|anota"
    r"|por\s+favor|cuando|aunque|si)\b[\s,:]*)*"
)
_VALUE = r"[\w][\w .'’&+#/-]{0,80}?"
_END = r"(?=[.,;:!?]|\s+(?:ahora|ya)\b|$)"
_AT = r"(?:(?:en|de|con|a|el|la|un|una)\s+)?"
_OLD = rf"{_AT}(?P<old>{_VALUE})"
_NEW = rf"{_AT}(?P<new>{_VALUE})"
_FIRST_VERB = (
    r"(?:tengo|tenemos|soy|somos|estoy|estamos|vivo|vivimos|trabajo|voy|vamos|hago|he|hemos"
    r"|llevo|doy|sigo|uso|utilizo|hablo|prefiero|cumplo|detesto|odio|adoro|disfruto|juego|escribo"
    r"|dirijo|desarrollo|resido|cocino|nací|padezco|sufro|domino|programo|estudio|dejé|empecé"
    r"|conozco|quiero|quisiera|visité|adopté|compré|tuve|\w+(?:amos|emos|imos))"
)
_NAMED = r"(?-i:[A-ZÀ-Þ0-9][\w'’&+#-]*(?:\.\w+)*(?:\s+[A-ZÀ-Þ0-9][\w'’&+#-]*){0,3})"
# what may stand between a verb that gives something up and its name
_THE = (
    r"\s+(?:(?:(?:mi\s+|el\s+)?(?:trabajo|puesto|empleo|curro)\s+(?:en|con|de)|el|la|los|las|lo|mi|mis|mío|mía|nuestr[oa]"
    r"|est[ea]|proyecto|juego|serie|programa|aplicación|app|herramienta|grupo|ciudad|empresa|de|del|con"
    r"|definitivamente|finalmente|usar|utilizar|jugar\s+al?)\s+)*"
)
_FOR_A_WHILE = (
    r"(?!.*\b(?:esta\s+(?:mañana|tarde|noche)|a\s+(?:las?|mediodía)\b|por\s+(?:el|la|un(?:os|as)?)\s+(?!resto)"
    r"|un\s+rato|de\s+(?:viaje|vacaciones)|en\s+(?:tren|coche|avión)))"
)
_GIVEN_UP = (
    r"(?:(?:he|hemos)\s+(?:dejado|abandonado|cancelado|parado|suspendido|cerrado|terminado|roto|acabado|sustituido"
    r"|reemplazado|puesto\s+fin\s+a|dicho\s+adiós\s+a|renunciado\s+a)"
    r"|(?:dej|abandon|cancel|par|cerr|termin|acab|cort|desinstal|reemplac|cambi|aparqu)(?:é|amos)"
    r"|reemplacé|aparqué|sustituí|rompí|rompimos|tir(?:é|amos)\s+la\s+toalla|(?:puse|pusimos)\s+(?:fin|punto\s+final)"
    r"\s+a|(?:dije|dijimos)\s+adiós\s+a|renunci(?:é|amos)\s+a|(?:me\s+(?:he\s+)?(?:deshice|deshecho|cansé|cansado"
    r"|aburrí|aburrido|harté|hartado|separé|separado|divorcié|divorciado|jubilé|jubilado|marché|marchado|fui|ido"
    r"|desapunté|di\s+de\s+baja|desprendí|pasé|pasado)|nos\s+(?:hemos\s+)?(?:deshicimos|cansamos|marchamos"
    r"|fuimos|ido|separamos|divorciamos|separado|divorciado))|perd(?:í|ido)\s+(?:todo\s+)?(?:el\s+)?(?:interés|gusto)(?:\s+(?:en|por|a))?"
    r"|(?:regal|enterr)(?:é|amos)(?:\s+a)?|vend(?:í|imos)(?=\s+[A-ZÀ-Þ])|me\s+(?:echaron|despidieron|han\s+(?:echado|despedido))"
    r"|present(?:é|amos)\s+mi\s+renuncia\s+(?:en|a)|me\s+(?:apaño|arreglo)\s+sin|(?:dej|abandon|cancel)o|pasé\s+el\s+testigo|le\s+pasé(?=\s+[A-ZÀ-Þ])"
    r"|puse\s+la\s+cruz\s+a|se\s+me\s+(?:acabó|terminó)\s+el\s+contrato\s+(?:en|con)|hart[oa]|se\s+acabó|se\s+terminó|adiós\s+a"
    r"|(?:hace|llevo)\s+\w+\s+(?:que\s+(?:ya\s+)?no|sin)\s+\w+)"
)
_IS_OVER = (
    r"(?:,?\s+(?:ya\s+)?(?:es|son)\s+(?:historia|agua\s+pasada|cosa\s+del\s+pasado)|\s+se\s+(?:acabó|terminó|canceló"
    r"|ha\s+(?:acabado|terminado|cancelado)|fue\s+al\s+(?:traste|garete))|\s+(?:fracasó|desapareció|quedó\s+en\s+nada)"
    r"|\s+me\s+(?:ha\s+)?(?:despidió|despedido|echó|echado)|\s+y\s+yo\s+(?:ya\s+)?(?:nos|hemos|no)\s+\w+"
    r"|,?\s+(?:ya\s+)?estoy\s+hart[oa]|\s+(?:está|ha\s+sido|fue|quedó)\s+(?:suspendid|cancelad|abandonad|parad|cerrad)[oa]"
    r"|\s+(?:ya\s+)?me\s+(?:aburre|disgusta|horroriza|desagrada))"
)
_EXCHANGED = (
    r"\b(?:dej[éó]|cambi[éó]|sustituí|reemplacé|dejado|cambiado|sustituido|reemplazado)"
    rf"{_THE}(?P<old>{_NAMED})\s+por\s+(?P<new>{_NAMED})(?!\w)"
)
_PASSED_ON = (
    r"\b(?:me|nos)\s+(?:(?:he|hemos)\s+)?(?:pas|cambi|mud)(?:é|amos|ado)"
    rf"\s+de\s+(?P<old>{_NAMED})\s+a\s+(?P<new>{_NAMED})(?!\w)"
)

_GUARDS = GuardWords(
    negation=any_of(
        r"no(?!,|\s+(?:solo|sólo|solamente|hay\s+duda)\b)|nunca(?:\s+más)?|jamás|nadie|nada"
        r"|ningun[oa]?",
        r"ningún|ni|tampoco|sin(?!\s+embargo\b)|apenas|odi(?:[oa]s?|aba|ando)|detest(?:[oa]|ando)|dej(?:é|ado)\s+(?:mi|el)\s+(?:trabajo|puesto|empleo)"
        r"|alergia\s+[\w ]{3,30}\s+(?:desapareció|ha\s+desaparecido)|dej[éó]\s+de"
        r"|dejado\s+de",
        r"renunci[éóa]|renunciado|abandon[éó]|dud[oa](?=\s+que|\s+de|\s+si)|para\s+nada"
        r"|qué\s+va(?!,)|evit[oa]",
        r"cancel[éó]|he\s+cancelado|he\s+abandonado|aparqu[éó]|desinstal[éó]|he\s+desinstalado"
        r"|me\s+(?:aburrí|cansé|harté)\s+de",
        r"me\s+(?:aburre|disgusta|horroriza|desagrada|repugna)n?|aborrezco|aborrece|rechaz[oa]",
    ),
    wish=any_of(
        r"quiero|quiere[ns]?|queremos|quería|quisiera|quisiéramos|gustaría|encantaría|espero"
        r"|espera(?!n)",
        r"esperamos|esperando|deseo|desea|deseamos|anhelo|anhela|ojalá|planeo|planea|planeando",
        r"(?:pienso|piensa|pensamos|pensando)(?:\s+en)?\s+\w+[aeií]r(?:me|se|nos|lo|la)?"
        r"|sueñ[oa]\s+con"
        r"|soñamos\s+con",
        r"voy\s+a\s+\w+[aeií]r(?:me|se|lo|la)?|va\s+a\s+\w+[aeií]r(?:me|se|lo|la)?"
        r"|vamos\s+a\s+\w+[aeií]r(?:nos)?",
        r"tengo\s+(?:pensado|ganas|intención|previsto|planeado)|tiene\s+(?:pensado|ganas"
        r"|intención|previsto"
        r"|planeado)",
        r"podría|debería|quizás?|tal\s+vez|a\s+lo\s+mejor|algún\s+día|me\s+propongo"
        r"|se\s+propone|pretend[oe]"
        r"|aspir[oa]\s+a|preferiría",
    ),
    condition=any_of(
        r"(?<!como )si(?!\s*,|\s+no\s+te\s+importa)|a\s+menos\s+que|salvo\s+que|excepto\s+si"
        r"|siempre\s+que"
        r"|en\s+caso\s+de|con\s+tal\s+de\s+que|a\s+no\s+ser\s+que|suponiendo|mientras\s+no"
        r"|de\s+lo\s+contrario"
        r"|siempre\s+y\s+cuando|dependiendo|imagin(?:a|e|aos)(?:te)?|sup[oó]n(?:gamos)?"
        r"|haz\s+como\s+que",
    ),
    asking=re.compile(r".", re.DOTALL),  # the opened question mark says it
    past_habit=any_of(
        r"sol(?:ía|íamos|ían)|antes(?!\s+(?:de|que)\b)|antiguamente|anteriormente"
        r"|en\s+otros?\s+tiempos?"
        r"|en\s+(?:aquel|esa)\s+(?:entonces|época)|en\s+el\s+pasado|antaño|de\s+(?:pequeñ[oa]"
        r"|niñ[oa]|joven|estudiante|chic[oa])|en\s+mi\s+(?:juventud|infancia)|cuando\s+era"
        r"|acostumbraba"
    ),
    attribution=re.compile(
        r"(?:(?<!\w)(?:según(?!\s+(?:yo|mi\s+experiencia)\b)|al\s+parecer|supuestamente|dicen\s+que"
        r"|dice(?:n)?(?!\s+nada)|dijo|dijeron|(?<!en\s)cuenta\s+que|contó|afirma|asegura|opina|cree\s+que"
        r"|piensa\s+que|sostiene"
        r"|me\s+han\s+dicho|he\s+oído\s+que|insiste\s+en\s+que|repiten?\s+que|comentan?\s+que|jura\s+que"
        r"|en\s+opinión\s+de)(?!\w)(?!\s*:\s*[\"«]))",
        re.IGNORECASE,
    ),
    tag=re.compile(
        r",\s+(?:según|dice|dijo|cree|opina|afirma|asegura|piensa)\s+[\w’' ]+\W*$", re.IGNORECASE
    ),
    goes_on=re.compile(r"\b(?:pero|así\s+que|por\s+eso)\b|[;—–]", re.IGNORECASE),
    reminder=re.compile(
        r"\W*(?:por\s+favor,?\s+)?(?:no\s+(?:olvides|te\s+olvides|se\s+olvide|olvide)(?:\s+de)?)"
        r"(?:\s+que\b|,|:)|\W*(?:por\s+favor,?\s+)?(?:recuerda|recuerde|apunta|anota"
        r"|ten\s+en\s+cuenta)"
        r"(?:\s+que\b|,|:)",
        re.IGNORECASE,
    ),
    request=re.compile(
        r"\W*(?:puedes|podrías|puede|podría)\s+(?:por\s+favor\s+)?(?:recordar|anotar|apuntar"
        r"|guardar"
        r"|tener\s+en\s+cuenta)(?:\s+que)?\b",
        re.IGNORECASE,
    ),
)

_PERSONS = Persons(
    someone=any_of(PERSON),
    pronoun=any_of(r"él|ella|ellos|ellas|tú|usted|ustedes|vosotros|vosotras"),
    subject=re.compile(
        rf"(?:.*\bes\s+(?P<cleft>(?:mi|nuestr[oa])\s+{PERSON})(?:\s+(?:quien|que|la\s+que"
        rf"|el\s+que)\b|\W*$))"
        rf"|{_LEAD}(?:(?:él|ella|ellos|ellas|tú|usted|ustedes|alguien|todos|todo\s+el\s+mundo)\b"
        rf"|(?:(?:mi|mis|su|sus|nuestr[oa]s?|tu|tus|el|la|los|las|un|una|unos|unas|\d+|\w+)\s+)?"
        rf"{PERSON}\b(?!\s+y\s+yo\b)(?!\s*,?\s*{_FIRST_VERB}\b))"
        rf"|^(?=(?:.*?(?<!\w)(?:\w+[aeóá]n?)\s+(?P<late>(?:mi|mis|nuestr[oa]s?)\s+{PERSON})\b)"
        rf"(?!\s+y\s+yo\b))(?!.*\b(?:yo|{_FIRST_VERB})\b)(?!.*\b(?:a|de|con|para|por"
        rf"|sin)\s+mis?\s)",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"{_LEAD}(?!(?:Mi|Mis|Me|Se|Le|Lo|La|El|Los|Las|Un|Una|En|Hoy|Ayer|Ya|Yo|No|Hace|Soy|Vivo"
        rf"|Tengo|Algún|Mejor|Este|Esta|Anoche|Nuestr[oa]|Recuerda|Antes|Después|Cuando|Su|Sus"
        rf"|\w+(?:ame|eme|nos))\b)"
        rf"(?P<name>[A-ZÁÉÍÓÚÑ][\wáéíóúñ-]+)(?:\s+[A-ZÁÉÍÓÚÑ][\wáéíóúñ-]+)?\s+"
        rf"(?:(?:me|te|le|se|nos|lo|la)\s+)?(?!para\b|entre\b|de\b)[a-záéíóúñ]+(?:a|e|ó|ía|an|en)\b"
        rf"(?!.*\b(?:yo|{_FIRST_VERB})\b)"
    ),
    speaker=re.compile(
        rf"\b(?:yo|nosotr[oa]s|{_FIRST_VERB}|me\s+(?:gusta|encanta|interesa|apasiona|divierte|aburre"
        r"|disgusta|fascina|desagrada)n?)\b",
        re.IGNORECASE,
    ),
    naming=any_of(r"me\s+(?:llaman?|dicen|apodan)"),
    addressed=any_of(r"tú|tu|tus|te|usted|su|sus|vosotr[oa]s|vuestr[oa]s?"),
)

_CUES = Cues(
    assent=any_of(
        r"(?:(?:ah|pues|bueno)\s+)?(?:sí|si|claro|exacto|exactamente|correcto|cierto|así\s+es"
        r"|eso\s+es"
        r"|efectivamente|en\s+efecto|por\s+supuesto|desde\s+luego|claro\s+que\s+sí|sip|sep|ajá"
        r"|afirmativo"
        r"|es\s+cierto|es\s+verdad|verdad|justo|justamente|tal\s+cual|naturalmente|obvio|obviamente"
        r"|sin\s+duda|cómo\s+no|seguro)"
        r"(?:\s+(?:sí|claro|exacto|así\s+es|eso\s+es|que\s+sí|por\s+supuesto|correcto|señor|señora"
        r"|lo\s+es|lo\s+soy|lo\s+está|efectivamente|cierto))*"
    ),
    choice=any_of("o(?!\\s+no\\b)|u"),
    parted=any_of(
        r"muri[óe]\w*|muert[oa]|falleci\w+|ya\s+no\s+(?:tengo|tenemos|está|vive|es|estamos|se\s+llama|hay)|divorci\w+|separ\w+|rompi\w+|rompí|adopción|regal\w+|vend[ií]\w*"
        r"|escap\w+|se\s+perdió|perd\w+|sacrific\w+|no\s+es\s+(?:cierto|verdad|así|mi)|no\s+se\s+llama|equivo\w+|olvid\w+|falso|mentira|dejamos|dejé|di|dimos"
    ),
    taken_back=any_of(
        r"olvidar?|olvide|olvídalo|olvídate|ya\s+no|no\s+es\s+(?:cierto|verdad|así)|borra|elimina"
        r"|quita"
        r"|retiro\s+lo|dej[éó]\s+de|he\s+dejado|renunci[éa]|me\s+equivoqué|me\s+he\s+equivocado"
        r"|cancel[éó]|he\s+cancelado|he\s+abandonado|aparqu[éó]|desinstal[éó]|he\s+desinstalado"
        r"|me\s+(?:aburrí|cansé|harté)\s+de|abandon[éó]"
        r"|dejé\s+(?:el|la)\s+proyecto|no\s+\w+\s+más|es\s+(?:falso|mentira)",
        rf"{_GIVEN_UP}{_THE}{_NAMED}{_FOR_A_WHILE}",
        rf"(?:met|guard)(?:í|é|imos|amos)\s+{_NAMED}\s+en\s+(?:un|el)\s+cajón",
        rf"{_NAMED}{_IS_OVER}|{_NAMED},?\s+(?:ya\s+)?(?:l[oa]s?\s+)?{_GIVEN_UP}",
    ),
    order_to_forget=re.compile(
        r"\W*(?:por\s+favor,?\s+)?(?:(?:puedes|podrías"
        r"|puede)\s+(?:por\s+favor\s+)?)?(?:olvidar?|olvide|olvídalo|olvídate|borrar?"
        r"|eliminar?)\b",
        re.IGNORECASE,
    ),
    deixis=any_of(
        r"anteayer|ayer|anoche|hoy|mañana(?<!la mañana)(?<!cada mañana)(?<!esta mañana)"
        r"|pasado\s+mañana"
        r"|esta\s+(?:mañana|tarde|noche)",
        r"(?:la|el)\s+(?:semana|mes|año|verano|invierno|otoño|primavera|lunes|martes|miércoles"
        r"|jueves"
        r"|viernes|sábado|domingo|fin\s+de\s+semana)\s+(?:pasad[oa]|que\s+viene|próxim[oa])",
        r"(?:el|la)\s+(?:próxim[oa]|pasad[oa])\s+(?:semana|mes|año|verano|invierno|lunes|martes"
        r"|miércoles|jueves|viernes|sábado|domingo|fin\s+de\s+semana)",
        r"est[ea]\s+(?:semana|mes|año|verano|invierno|fin\s+de\s+semana)",
        r"hace\s+(?:\w+\s+){1,2}(?:días?|semanas?|mes(?:es)?|años?)",
        r"actualmente|en\s+este\s+momento|hoy\s+en\s+día|ahora\s+mismo|aquí|ahí|allí|allá|acá",
    ),
    corrections=tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\bno\s+{_OLD},?\s+sino\s+{_NEW}{_END}",
            rf"(?:^|[,:.!¡]\s*)(?:es\s+|digo\s+|quise\s+decir\s+)?{_NEW},\s+no\s+{_OLD}{_END}",
            _EXCHANGED,
            _PASSED_ON,
            rf"\bno\s+es\s+{_OLD},?\s+(?:es|ahora\s+es)\s+{_NEW}{_END}",
            rf"(?:^|[,:.!]\s*){_NEW}\s+en\s+(?:vez|lugar)\s+de\s+{_OLD}{_END}",
        )
    ),
    beside=words(
        "jugar juego jugando escuchar escucho leer leo sigo verdad cierto ver veo usar abrir abro "
        "puesto empleo curro contrato proyecto serie grupo aplicación app suscripción cuenta fan "
        "todo tanto realmente parte ocupo definitivamente completamente nada interés formo empresa "
        "compañía"
    ),
    no_value=any_of(
        r"yo|mi|mis|me|nosotros|su|es|son|soy|era|vivo|vive|tengo|trabajo|gusta|quiero"
    ),
)

SPANISH = Language(
    code="es",
    stemmer="spanish",
    sentence=re.compile(
        r"(?<!\bSr\.)(?<!\bSra\.)(?<!\bDr\.)(?<!\bDra\.)(?<=[.!?…])[\"'”’»)\]]*\s+|\s*\n+\s*"
    ),
    cut=re.compile(
        r"[;—–]\s*|:\s+|\s-{1,2}\s+"
        r"|,?\s*\b(?i:pero|aunque|sino|porque|mientras)\b\s*,?\s*"
        r"|,?\s*\b(?i:y|e|o)\s+(?=(?i:yo|él|ella|mi|mis|me|nos|no|ya|el|la|los|las|se|su|tengo|vivo"
        r"|soy|estoy|anteayer|ayer|hoy|ahora|cocino|\w+[éó]|[A-ZÁÉÍÓÚ]\w+\s+\w+[ae])(?!\w))"
        r"|,\s*(?=(?i:es|yo|él|ella|mi|mis|me|ya|no|el|la|hoy|ahora|vivo|tengo|soy|estoy"
        r"|\w+[éó])(?!\w))"
        r"|(?i:(?<=\bno)|(?<=\bsí)|(?<=\bqué va)|(?<=\bperdón)|(?<=\bclaro)),\s*"
    ),
    guards=_GUARDS,
    persons=_PERSONS,
    cues=_CUES,
    stop=words(
        "el la los las un una unos unas lo de del a al en con por para y e o u que se su sus "
        "mi mis me "
        "te tu tus nos le les es son era eran fue fueron soy eres somos ser está están estoy "
        "estaba "
        "estar he ha han hemos había haber hay yo tú él ella nosotros ellos ellas usted este "
        "esta esto "
        "ese esa eso estos estas como más muy ya también pero si sí cuando donde quien qué cómo "
        "hace ahora aquí allí ahí mío mía suyo suya propio propia desde hasta sobre entre"
    ),
    free=words(
        "usuario usuaria nombre llama llamo llamado llamada vive vivo vivir trabaja trabajo "
        "trabajar "
        "tiene tengo tener posee cumpleaños habla hablo prefiere prefiero gusta gustan gusto "
        "encanta "
        "encantan favorito favorita dieta usa uso utiliza utilizo alérgico alérgica no ni "
        "nunca ya dijo "
        "dicho según solía antes quisiera gustaría quiere quiero persona gente le conoce"
    ),
    topics=words(
        "nombre vive vivo vivir trabaja trabajo trabajar cumpleaños habla hablo dieta alérgico "
        "alérgica"
    ),
    attitudes=words(
        "gusta gustan gusto gustaba encanta encantan encantaba prefiere prefiero favorito favorita "
        "adora adoro disfruta disfruto odia odio detesta ama amo fan apasiona aficionado aficionada"
    ),
    same={"mamá": "madre", "papá": "padre", "bici": "bicicleta", "tv": "televisión"},
    numbers=spanish_numbers(),
    soft_numbers=words("uno primero primera primer segundo segunda cuarto cuarta ambos ambas once"),
)

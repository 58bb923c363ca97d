"""How the value of each slot is stated in Spanish."""

from __future__ import annotations

from jobs.minds.rules.tongues.latin import CODE, NAME, PERSON, PLACE
from jobs.minds.rules.tongues.spanish_words import (
    A_PROJECT,
    ANSWERS,
    DAY,
    DIET,
    I_DO,
    I_DOING,
    JOB,
    KIN,
    NO_PASTIME,
    NOW,
    PET,
    SPEECH,
    STYLE,
    THING,
    UNITS,
    WORKPLACE,
    is_person,
)
from jobs.minds.rules.tongues.tongue import Phrase, phrase
from memory_core.index.slots import Slot

PHRASES: tuple[Phrase, ...] = (
    *phrase(
        Slot.NAME,
        rf"\b[Mm]i nombre(?: completo)? es (?P<v>{PERSON})",
        rf"\b[Rr]ecuperé mi (?:nombre|apellido) [\w ]{{2,20}}: (?P<v>{PERSON})$",
        rf"\b[Mm]e llamo (?P<v>{PERSON})",
        rf"(?:^|^[Yy]o |[Mm]e presento[:,] )[Ss]oy (?P<v>{PERSON})$",
        rf"^(?P<v>{PERSON}) es mi nombre",
        rf"^(?:[Aa]quí|[Tt]e (?:habla|escribe)|[Mm]i nombre:) (?P<v>{PERSON})$",
        holds=is_person,
    ),
    *phrase(
        Slot.NICKNAME,
        rf"\b(?:[Ll]lámame|[Ll]lámeme|[Dd]ime|[Pp]uedes llamarme|[Pp]uedes decirme)(?: \w+)? (?P<v>{PERSON})",
        rf"\b[Mm]e (?:dicen|llaman|conocen como|apodan|nombran)(?: todos)? (?P<v>{PERSON})",
        rf"\b[Mm]i (?:apodo|mote|sobrenombre|diminutivo) es (?P<v>{PERSON})",
        rf"\b[Tt]odo el mundo me (?:llama|dice|conoce como) (?P<v>{PERSON})",
        rf"\b[Pp]refiero que me (?:llames|digas|llamen|digan) (?P<v>{PERSON})",
        holds=is_person,
        asked=True,
    ),
    *phrase(
        Slot.HOME,
        rf"\b(?:[Vv]ivo|[Rr]esido|[Hh]abito|[Vv]ivimos|[Rr]esidimos|(?:[Ll]lev(?:o|amos)|[Ss]igo)[\w ]{{0,25}} viviendo){NOW} en (?P<v>{PLACE})",
        rf"\b(?:[Mm]i|[Nn]uestr[oa]|[Ll]a) (?:nuev[oa] )?(?:casa|hogar|domicilio|residencia|piso|apartamento"
        rf"|departamento|dirección)(?: nuev[oa]| actual)?{NOW} (?:está|es|queda|se encuentra)"
        rf"{NOW}(?: en)? (?P<v>{PLACE})",
        rf"\b[Tt]engo mi (?:casa|hogar|residencia|piso) en (?P<v>{PLACE})",
        rf"\b(?:[Ee]stoy|[Ee]stamos){NOW} (?:viviendo|instalad[oa]s?|afincad[oa]s?|radicad[oa]s?|domiciliad[oa])"
        rf"{NOW} en (?P<v>{PLACE})",
        rf"\b(?:[Aa]cabo|[Aa]cabamos) de (?:trasladar(?:me|nos)|mudar(?:me|nos)|instalar(?:me|nos)|irme a vivir)"
        rf" (?:a|en) (?P<v>{PLACE})",
        rf"\b(?:[Mm]e|[Nn]os) (?:he|hemos|mudé|mudamos|trasladé|trasladamos|instalé|instalamos)"
        rf"(?: mudado| trasladado| instalado| ido)?(?: a vivir)?{NOW} (?:a|en) (?P<v>{PLACE})",
        rf"\b(?:mudad[oa]|(?:[Mm]e|[Nn]os) mud\w+|[Cc]ambi(?:é|amos|ado) de (?:ciudad|casa|piso|barrio|país))\b.*"
        rf" (?:es|está en|estoy en|estamos en|en|a){NOW} (?P<v>{PLACE})",
        rf"\b(?:[Mm]e|[Nn]os) (?:fui|fuimos) a vivir{NOW} (?:a|en) (?P<v>{PLACE})",
        rf"\b(?:acab|termin)(?:é|amos|ado) (?:instal|mud|vivi|qued|afinc)\w*ndo(?:me|nos)? (?:en|a) (?P<v>{PLACE})",
        rf"\b[Ee]n (?P<v>{PLACE}) (?:vivo|resido|está mi casa|es donde vivo)",
        rf"\b[Ee]s en (?P<v>{PLACE}) donde viv(?:o|imos)",
        rf"^[Ss]oy vecin[oa] de (?P<v>{PLACE})",
    ),
    *phrase(
        Slot.ORIGIN,
        rf"\b[Ss]oy(?: originari[oa]| natural|,? originalmente)? de (?P<v>{PLACE})",
        rf"\b[Nn]ací en (?P<v>{PLACE})",
        rf"\b[Vv]engo(?: originalmente)? de (?P<v>{PLACE})",
        rf"\b[Mm]i (?:ciudad|pueblo|tierra) natal es (?P<v>{PLACE})",
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"\b(?:[Tt]rabajo|[Cc]urro|[Ll]aboro){NOW} (?:en|para|con(?= la (?:empresa|compañía))) (?:la empresa |la compañía )?(?>(?P<v>{PLACE})){NO_PASTIME}",
        rf"\b[Ee]stoy(?:{NOW})? (?:emplead[oa]|contratad[oa]|trabajando(?={NOW} para)|en plantilla|colocad[oa])"
        rf"{NOW} (?:en|por|para|de) (?P<v>{PLACE})",
        rf"\b[Tt]engo (?:un |una )?(?:\w+ )?(?:empleo|trabajo|puesto|curro|plaza|contrato)(?: \w+)? en (?P<v>{PLACE})",
        rf"\b(?:[Mm]i|[Ll]a) (?:nuev[oa] |actual )?(?:empresa|compañía|empleador|empleadora|trabajo|lugar de trabajo)"
        rf"(?: para la que trabajo| donde trabajo| en la que trabajo| actual| nueva)*{NOW}"
        rf" (?:es|está en|se llama){NOW} (?P<v>{PLACE})",
        rf"\b(?:[Ee]mpecé|[Cc]omencé|[Hh]e empezado)(?: a trabajar)? en (?P<v>{PLACE})",
        rf"\b(?:[Ee]ntré|[Hh]e entrado) a trabajar en (?P<v>{PLACE})",
        rf"\b(?:[Rr]enunci|[Dd]ej|trabaj|empleo|puesto|curro)\w*\b.*\bentré en (?P<v>{PLACE})",
        rf"\b(?P<v>{PLACE}) me (?:contrató|ha contratado|fichó|ha fichado)",
        rf"\b(?:[Nn]uev[oa] (?:trabajo|empleo|curro|puesto|empresa)|[Cc]ambi(?:é|ado) de (?:trabajo|empresa|curro))\b.{{0,30}}"
        rf"(?::|\bes|\ben|\bestoy en){NOW} (?P<v>{PLACE})",
        rf"\b(?:[Cc]onseguí|[Hh]e conseguido|[Oo]btuve|[Mm]e dieron) (?:un |una )?(?:\w+ )?(?:empleo|trabajo|puesto|curro|plaza|contrato)"
        rf"(?: \w+)? en (?P<v>{PLACE})",
        rf"\b[Mm]e (?:contrató|ha contratado|fichó|emplea|paga) (?P<v>{PLACE})",
        rf"\b[Mm]e (?:contrataron|he incorporado|incorporé|han contratado) (?:en|a) (?P<v>{PLACE})",
        rf"\b(?:trabaj\w+|empresa|empleo|curro|puesto)\b.*\b[Mm]e (?:he cambiado|cambié|he pasado|pasé|fui) a (?P<v>{PLACE})",
        rf"\b(?:trabajo|empleo|empresa|puesto)\b.{{0,20}} (?:y )?(?:ahora )?(?:estoy|trabajo) en (?P<v>{PLACE})",
        rf"\b(?:[Aa]caban de (?:contratarme|ficharme)|[Mm]e acaban de (?:contratar|fichar)) en (?P<v>{PLACE})",
        rf"\b[Ll]levo [\w ]{{2,25}} trabajando para (?P<v>{PLACE})",
        rf"\b(?:[Tt]rabajo|[Cc]urro){NOW} (?:en|para) (?:la|el|una?) {WORKPLACE} (?P<v>{PLACE})",
        rf"\b[Ff]ormo parte de (?:la plantilla de )?(?P<v>{PLACE})",
        rf"\b[Ee]n (?P<v>{PLACE}) (?:trabajo|tengo mi trabajo)",
        rf"\b[Ss]oy emplead[oa] de (?P<v>{PLACE})",
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"\b(?:[Yy]a no trabajo|[Rr]enuncié|[Dd]ejé (?:mi|el) (?:trabajo|puesto|empleo))\b.*"
        rf"\b(?:entré (?:en|a trabajar en)|me (?:he pasado|pasé|he cambiado|cambié|fui) a) (?P<v>{PLACE})",
        denied=True,
    ),
    *phrase(
        Slot.ROLE,
        rf"\b[Mm]e (?:hice|he hecho|convertí en|he convertido en|metí a)(?: una?)? (?P<v>{JOB})(?!\w)",
        rf"\b[Mm]i nuev[oa] (?:trabajo|puesto|oficio|profesión|cargo): (?P<v>{JOB})(?!\w)",
        rf"\b(?:[Ss]oy|[Ee]jerzo (?:de|como)){NOW}(?: una?)? (?P<v>{JOB})(?!\w)",
        rf"\b[Tt]rabajo(?: en [\w ]{{2,30}}?)?{NOW} (?:como|(?<!fin )(?<!fines )de(?! (?:noche|día|lunes|martes|mañana|tarde|casa|nuevo|todo|momento|media)\b)|haciendo de) (?P<v>[a-záéíóúñ]{{4,}}(?: de [a-záéíóúñ]+| [a-záéíóúñ]+(?:al|or|ista|ic[oa]))?)(?!\w)",
        rf"\b[Mm]i (?:nuev[oa] |actual )?(?:puesto|profesión|oficio|cargo|ocupación|trabajo|rol|título)(?: \w+)?{NOW}"
        rf" (?:es|ha pasado a ser|pasó a ser|será|consiste en ser|:)(?: el de| la de)?{NOW}"
        rf" (?P<v>[a-záéíóúñ]{{4,}}(?: de [a-záéíóúñ]+| [a-záéíóúñ]+)?)$",
        r"\b[Mm]e (?:gano la vida|dedico a ser|han ascendido a|ascendieron a|han nombrado|nombraron)"
        r"(?: como| de)? (?P<v>[a-záéíóúñ]{4,}(?: de [a-záéíóúñ]+)?)(?!\w)",
        r"\b[Dd]e profesión(?:,? soy|:)? (?P<v>[a-záéíóúñ]{4,}(?: de [a-záéíóúñ]+)?)(?!\w)",
        r"\b[Ss]oy (?P<v>[a-záéíóúñ]{4,}(?: de [a-záéíóúñ]+)?) de profesión",
    ),
    *phrase(
        Slot.FAMILY,
        rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<q>{KIN})(?: \w+)?(?: se llama| es|,) (?P<v>{PERSON})",
        rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<q>{KIN}) (?P<v>{PERSON})",
        rf"\b[Tt]engo (?:un|una) (?P<q>{KIN})(?: \w+)?(?: llamad[oa]| que se llama| de nombre|,) (?P<v>{PERSON})",
        rf"\b[Ee]l nombre de (?:mi|nuestr[oa]) (?P<q>{KIN}) es (?P<v>{PERSON})",
        rf"^(?P<v>{PERSON}) es (?:mi|el nombre de mi|nuestr[oa]) (?P<q>{KIN})(?!\w)",
        rf"\b[Ee]stoy casad[oa] con (?P<v>{PERSON})(?P<q>)",
        holds=is_person,
    ),
    *phrase(
        Slot.PET,
        rf"\b(?:[Mm]i|[Nn]uestr[oa]) (?P<q>{PET})(?: se llama| responde al nombre de| es|,)? (?P<v>{PERSON})",
        rf"\b(?:[Tt]engo|[Tt]enemos|[Cc]uido) (?:un|una|otr[oa])(?: \w+)? (?P<q>{PET})(?: \w+)?"
        rf"(?: llamad[oa]|,? (?:que )?se llama| de nombre| que responde al nombre de|,) (?P<v>{PERSON})",
        rf"\b[Ee]l nombre de (?:mi|nuestr[oa]) (?P<q>{PET}) es (?P<v>{PERSON})",
        rf"^(?P<v>{PERSON}) (?:es|se llama) (?:mi|nuestr[oa]) (?P<q>{PET})(?!\w)",
        rf"\b[Aa] (?:mi|nuestr[oa]) (?P<q>{PET}) (?:lo|la|le) llam(?:o|amos) (?P<v>{PERSON})",
        holds=is_person,
    ),
    *phrase(
        Slot.BIRTHDAY,
        rf"\b(?:[Mm]i cumpleaños|[Cc]umplo (?:años|\d+)|[Nn]ací|[Cc]elebro mi cumpleaños)\b.*?(?P<v>{DAY})",
        rf"\b(?P<v>{DAY})\b.*\b(?:mi cumpleaños|cumplo (?:años|un año más|uno más)|nací)",
        rf"\b[Cc]umplo .{{0,30}}\b(?P<v>{DAY})",
    ),
    *phrase(
        Slot.LANGUAGE,
        rf"\b(?:hablo|[Hh]ablo|sé hablar|domino|Domino|me defiendo en|aprendí)\b[\w, ]{{0,40}}?\b(?P<v>{SPEECH})(?!\w)",
        rf"\b(?:[Ee]l )?(?P<v>{SPEECH}) es mi (?:lengua|idioma)",
        rf"\b[Mm]i (?:lengua|idioma)(?: \w+)? es el (?P<v>{SPEECH})(?!\w)",
        rf"\b[Cc]recí hablando (?P<v>{SPEECH})(?!\w)",
        rf"\b[Ss]oy (?:hablante nativ[oa] de|nativ[oa] en|bilingüe en) (?P<v>{SPEECH})(?!\w)",
        rf"\b[Ee]n (?:mi )?casa (?:hablo|hablamos|se habla)(?: en)? (?P<v>{SPEECH})(?!\w)",
    ),
    *phrase(
        Slot.UNITS,
        rf"\b(?:unidades|medidas)(?: del sistema)? (?P<v>{UNITS})(?!\w)",
        rf"\b(?:sistema) (?P<v>{UNITS})(?!\w)",
        asked=True,
    ),
    *phrase(
        Slot.DIET,
        rf"\b(?:[Ss]oy|[Mm]e he hecho|[Mm]e hice|[Mm]e he vuelto|[Mm]e volví){NOW}"
        rf"(?: estrictamente)? (?P<v>{DIET})(?!\w)",
        rf"\b(?:dieta|alimentación|comida|menú|cocina|régimen)(?: (?:es|tiene que ser|debe ser|:|estrictamente|estricta))?"
        rf"{NOW}(?: es)? (?P<v>{DIET})(?!\w)",
        rf"\b(?:[Cc]omo|[Cc]ocino|[Ss]igo|[Ll]levo|[Hh]ago|[Mm]e alimento)\b[\w ]{{0,30}}? (?P<v>{DIET})(?!\w)",
        rf"\b(?:[Ee]n|[Pp]ara) (?:las|mis) comidas,?{NOW} (?P<v>{DIET})(?!\w)",
        rf"\b(?:[Mm]is comidas|[Tt]odo lo que como)\b[\w ]{{0,25}}? (?P<v>{DIET}s?)(?!\w)",
        rf"\b[Mm]e (?:he pasado|pasé|cambié) a (?:una |la )?(?:dieta |comida )?(?P<v>{DIET})(?!\w)",
        asked=True,
    ),
    *phrase(
        Slot.ANSWER_STYLE,
        rf"\b{ANSWERS}\b.*\bhaz(?:las|los|me)(?: más| bien)? (?P<v>{STYLE})(?!\w)",
        rf"\b{ANSWERS}(?: que sean| siempre| más| muy| mejor)* (?P<v>{STYLE})(?!\w)",
        rf"\b(?:[Rr]espóndeme|[Cc]ontéstame|[Rr]esponde|[Cc]ontesta)(?: siempre)?(?: de forma| de manera| con)"
        rf" (?P<v>{STYLE})(?!\w)",
        rf"\b[Ss]é (?P<v>{STYLE}) (?:al responder|en tus respuestas|cuando respondas)",
        asked=True,
    ),
    *phrase(
        Slot.TOOL,
        rf"\b(?:[Uu]so|[Uu]tilizo|[Ee]mpleo|[Mm]anejo){NOW} (?P<v>{CODE})(?=$|[,. ])",
        rf"\b(?:[Ee]scribo|[Ll]levo|[Oo]rganizo|[Gg]estiono|[Aa]punto|[Hh]ago|[Pp]rogramo|[Ee]dito|[Gg]uardo"
        rf"|[Pp]lanifico|[Tt]omo|[Cc]ontrolo|[Dd]ibujo|[Ss]igo|[Rr]egistro|[Aa]noto|[Tt]rabajo)\b[\w ]{{0,40}}?"
        rf" (?:con|usando|mediante) (?P<v>{CODE})(?=$|[,. ])",
        rf"\b(?:[Ee]scribo|[Pp]rogramo|[Aa]punto|[Aa]noto|[Gg]uardo)\b[\w ]{{0,40}}? en (?P<v>{CODE})(?=$|[,. ])",
        rf"\b[Mm]i (?:\w+ )?(?:editor|navegador|herramienta|terminal|programa|aplicación|app|gestor|sistema"
        rf" operativo|lenguaje|calendario|software)(?: [\w ]{{2,25}}?)? (?:es|se llama) (?P<v>{CODE})(?=$|[,. ])",
        rf"\b[Pp]ara [\w ]{{3,40}},? (?:uso|utilizo|empleo|tiro de|prefiero) (?P<v>{CODE})(?=$|[,. ])",
        rf"\b[Cc]on (?P<v>{CODE}) (?:escribo|llevo|organizo|gestiono|programo|hago|trabajo)",
        rf"\b[Mm]e (?:apaño|organizo|manejo) con (?P<v>{CODE})(?=$|[,. ])",
    ),
    *phrase(
        Slot.LIKES,
        rf"\b(?:[Mm]e (?:gusta|encanta|chifla|apasiona|fascina|flipa|divierte|entusiasma)n?){NOW}"
        rf"(?: jugar al?| escuchar| ver| leer| tocar)? {THING}",
        rf"\b(?:[Aa]doro|[Aa]mo){NOW} {THING}",
        rf"\b(?:acab|termin)(?:é|ado) (?:amando|adorando|disfrutando) {THING}",
        rf"\b[Dd]isfruto{NOW}(?: jugando al?| escuchando| viendo| de| con) {THING}",
        rf"\b[Mm]i [\w ]{{3,30}} (?:favorit[oa]|preferid[oa]) es {THING}",
        rf"\b[Ss]oy (?:muy |un gran |una gran |un |una )?(?:fan|aficionad[oa]|apasionad[oa]|amante|seguidor|seguidora|fanátic[oa]) (?:de|a) {THING}",
        rf"^{THING} (?:me gusta|me encanta|me apasiona|me fascina|es mi [\w ]+ favorit[oa]){NOW}",
        rf"\b[Mm]e lo paso (?:\w+ )?(?:bien|genial|en grande)(?: jugando a| con) {THING}",
    ),
    *phrase(
        Slot.DISLIKES,
        rf"\b[Nn]o me (?:gusta|agrada|atrae|convence|interesa)n?(?: nada| mucho| para nada)?"
        rf"(?: jugar a)? {THING}",
        rf"\b(?:[Dd]etesto|[Oo]dio|[Aa]borrezco){NOW} {THING}",
        rf"\b(?:acab|termin)(?:é|ado) (?:odiando|detestando|aborreciendo) {THING}",
        rf"^{THING},? no me (?:gusta|agrada|atrae|interesa|convence)",
        rf"\b[Nn]o (?:soporto|aguanto|puedo con) (?:a )?{THING}",
        rf"\b[Mm]e (?:disgusta|horroriza|repele|aburre|desagrada|repugna){NOW} {THING}",
        rf"\b{THING} me (?:disgusta|horroriza|repele|aburre|desagrada|parece (?:horrible|fatal|odioso|aburrido))",
        rf"^(?:[Aa] )?{THING} (?:lo|la) (?:detesto|odio|aborrezco)",
        rf"\b(?:[Aa]hora|[Yy]a) (?:detesto|odio|aborrezco) {THING}",
        denied=True,
    ),
    *phrase(
        Slot.ALLERGY,
        r"\b[Ss]oy (?:muy )?alérgic[oa] (?:a la|al|a los|a las|a) (?P<v>[\w-]+)",
        r"\b(?:[Tt]engo|[Pp]adezco|[Ss]ufro)(?: de)?(?: una?)?(?: \w+)? alergia (?:a la|al|a los|a las|a) (?P<v>[\w-]+)",
        r"\b[Mm]i alergia (?:a la|al|a los|a las|a|es a|es al|es a la) (?P<v>[\w-]+)",
        r"^(?:El |La |Los |Las )?(?P<v>[\w-]+) me (?:da|dan|provoca|produce|causa) alergia",
        r"\b[Mm]e (?:da|dan|provoca) alergia (?:el |la |los |las )?(?P<v>[\w-]+)",
    ),
    *phrase(
        Slot.PROJECT,
        rf"\b[Ee]stoy(?: ahora)?{NOW} {I_DOING}{NOW} {A_PROJECT}(?P<v>{NAME})",
        rf"\b(?:[Aa]hora |[Aa]ctualmente )?{I_DO}{NOW} {A_PROJECT}(?P<v>{NAME})",
        rf"\b(?:Desarrollo|Dirijo|Creo|Construyo|Programo|Lidero|Diseño|Gestiono|Coordino|Monto){NOW} {A_PROJECT}(?P<v>{NAME})",
        rf"\b[Tt]rabajo en (?:el|un|mi)(?: \w+)? (?:proyecto|juego|libro)(?: \w+)?(?: llamado| que se llama)? (?P<v>{NAME})",
        rf"\b(?:[Mm]i|[Nn]uestro)(?: \w+)? proyecto(?: \w+)?{NOW} (?:es|se llama) (?P<v>{NAME})",
        rf"\b[Tt]engo (?:entre manos|en marcha) {A_PROJECT}(?P<v>{NAME})",
        rf"\b(?:[Ll]levo|[Mm]antengo) (?:un|el) proyecto(?: \w+)?(?: llamado| que se llama)? (?P<v>{NAME})",
    ),
    *phrase(
        Slot.TOOL,
        rf"\b(?:[Dd]ejé|[Hh]e dejado) de (?:usar|utilizar|emplear|trabajar con) (?P<v>{CODE})(?=$|[,. ])",
        rf"^(?P<v>{CODE}) ya no (?:lo|la) (?:uso|utilizo|empleo)",
        rf"^(?:[Aa]bandoné|[Hh]e abandonado|[Dd]ejé|[Hh]e dejado|[Dd]esinstalé|[Hh]e desinstalado) (?P<v>{CODE})"
        rf"(?=.*\b(?:uso|utilizo|app|editor)\b)",
        ended=True,
    ),
    *phrase(
        Slot.PROJECT,
        rf"\b(?:[Aa]bandoné|[Cc]ancelé|[Dd]ejé|[Hh]e abandonado|[Hh]e cancelado|[Hh]e dejado|[Aa]parqué"
        rf"|[Hh]e aparcado|[Cc]erré|[Hh]e cerrado|[Tt]erminé con|[Rr]enuncié a|[Pp]use fin a) (?:el|al|mi) proyecto (?P<v>{NAME})",
        rf"^(?:[Ee]l proyecto )?(?P<v>{NAME}) (?:está|ha sido|fue|quedó|se ha|se) (?:\w+ )?(?:cancelad[oa]|abandonad[oa]"
        rf"|canceló|acabó|suspendid[oa]|cerrad[oa])",
        rf"^(?:[Ee]l proyecto )?(?P<v>{NAME}) (?:se fue al (?:traste|garete)|fracasó|quedó en nada|ya no existe)",
        ended=True,
    ),
    *phrase(
        Slot.LIKES,
        rf"\b[Yy]a no (?:me gusta|me encanta|me interesa|disfruto|juego|escucho|veo|leo)n?"
        rf"(?: jugar al?| jugando al?| al?| de| con)? {THING}",
        rf"^{THING} (?:ya no me (?:gusta|encanta|divierte|interesa|atrae)|dejó de gustarme|ha dejado de gustarme)",
        rf"\b[Dd]ejó de (?:gustarme|interesarme) {THING}",
        rf"\b(?:[Dd]ejé|[Hh]e dejado) de (?:jugar al?|escuchar|disfrutar(?: de)?|ver) {THING}",
        ended=True,
    ),
    *phrase(
        Slot.ALLERGY,
        r"\b[Mm]i alergia (?:a la|al|a los|a las|a) (?P<v>[\w-]+) (?:desapareció|ha desaparecido|se me (?:quitó|pasó))",
        ended=True,
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"\b[Yy]a no estoy (?:en|con) (?P<v>{PLACE})",
        rf"\b(?:[Dd]ejé|[Hh]e dejado) (?:de trabajar en|mi (?:trabajo|puesto) en) (?P<v>{PLACE})",
        ended=True,
    ),
)

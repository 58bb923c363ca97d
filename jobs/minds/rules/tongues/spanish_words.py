"""The Spanish words that the phrases are made of."""

from __future__ import annotations

from jobs.minds.rules.tongues.latin import NAME, is_name_of, reads_as_name

KIN = (
    r"(?:herman[oa](?: gemel[oa]| mayor| menor)?|hermanit[oa]|madre|padre|mamá|papá|hij[oa]|espos[oa]"
    r"|marido|mujer|pareja|novi[oa]|prometid[oa]|abuel[oa]|niet[oa]|tí[oa]|prim[oa]|sobrin[oa]"
    r"|suegr[oa]|cuñad[oa]|yerno|nuera|bebé|hermanastr[oa]|padrastro|madrastra|ahijad[oa]|gemel[oa])"
)
PET = (
    r"(?:perr[oa]|perrit[oa]|cachorr[oa]|gat[oa]|gatit[oa]|conej[oa]|hámster|cobaya|cuy|loro|cotorra"
    r"|periquito|pájaro|canario|tortuga|serpiente|lagartija|lagarto|gecko|caballo|yegua|poni|burr[oa]"
    r"|pez|rata|ratón|hurón|gallina|cabra|iguana|chinchilla|erizo|ajolote|mascota|potr[oa]|oveja)"
)
MONTH = (
    r"(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre"
    r"|diciembre)"
)
DAY = rf"(?:\d{{1,2}}|primero) de {MONTH}(?: del? \d{{4}})?"
SPEECH = (
    r"(?:español|castellano|inglés|francés|alemán|italiano|portugués|neerlandés|holandés|danés|sueco"
    r"|noruego|finés|finlandés|islandés|polaco|checo|eslovaco|esloveno|húngaro|rumano|búlgaro|croata"
    r"|serbio|bosnio|albanés|griego|turco|ruso|ucraniano|lituano|letón|estonio|árabe|hebreo|persa"
    r"|farsi|kurdo|hindi|urdu|bengalí|tamil|telugu|tailandés|vietnamita|indonesio|malayo|tagalo"
    r"|japonés|coreano|chino|mandarín|cantonés|catalán|gallego|euskera|vasco|valenciano|irlandés"
    r"|galés|suajili|swahili|afrikáans|georgiano|armenio|mongol|quechua|guaraní|aimara|náhuatl|maya"
    r"|luxemburgués|maltés|macedonio|zulú|amárico|nepalí|esperanto|mapudungun|lengua de signos)"
)
JOB = (
    r"(?:(?:analista|guía|diseñador|ingenier|profesor|maestr|médic|enfermer|abogad|arquitect|periodista"
    r"|fotógraf|programador|desarrollador|cociner|camarer|panader|pasteler|carnicer|carpinter"
    r"|electricista|fontaner|mecánic|albañil|pintor|escultor|escritor|poeta|traductor|intérprete"
    r"|contable|contador|economista|bibliotecari|archiver|librer|veterinari|dentista|farmacéutic"
    r"|psicólog|biólog|geólog|físic|químic|matemátic|historiador|arqueólog|sociólog|músic|cantante"
    r"|bailarin|bailarín|actor|actriz|director|productor|editor|redactor|corrector|paramédic|bomber|policía|soldado"
    r"|piloto|azafat|conductor|chofer|taxista|camioner|marinero|pescador|agricultor|ganader|jardiner"
    r"|florista|apicultor|vendedor|dependient|comercial|consultor|asesor|gerente|administrativ"
    r"|administrador|secretari|recepcionista|técnic|investigador|científic|profesora|entrenador"
    r"|monitor|fisioterapeuta|terapeuta|logopeda|matrona|comadrona|cuidador|peluquer|esteticista"
    r"|sastre|modista|joyer|relojer|herrer|soldador|tornero|óptic|notari|juez|jueza|fiscal|juríd"
    r"|restaurador|conservador|curador|ilustrador|animador|locutor|presentador|chef|sommelier|sumiller"
    r"|segund[oa] de cocina|jefe|jefa|topógraf|cartógraf|meteorólog|astrónom|oceanógraf|estadístic"
    r"|barista|tatuador|guionista|crític|tutor|decorador|encuadernador|ceramista|alfarer|luthier"
    r"|afinador|cerrajer|estudiante|farer|guardabosques|cajer|porter|costurer|zapater|repartidor|mensajer|niñer|operari|montador|instructor"
    r"|violinist|pianist|guitarrist|capitan|hoteler|masajist|osteópat|podólog|nutricionist|anestesist|cardiólog|dermatólog"
    r"|banquer|horticultor|documentalist|psiquiatr|botánic|zoólog|cirujan|pediatra|radiólog)"
    r"(?:o|a|e|es|or|ora|ero|era|ico|ica|dor|dora)?"
    r"(?: (?:de [a-záéíóúñ]+(?: [a-záéíóúñ]+)?|[a-záéíóúñ]+(?:o|a|al|or|ora|ista|ario|aria)))?)"
)
PERSON_NOT = is_name_of(
    "Yo", "Tú", "Él", "Ella", "Me", "Mi", "Soy", "De", "En", "La", "El", "Los", "Las", "Dios", "Lunes",
    "Gracias", "Hola", "Aries", "Tauro", "Géminis", "Cáncer", "Leo", "Virgo", "Libra", "Escorpio",
    "Sagitario", "Capricornio", "Acuario", "Piscis", "Por", "Que", "Si", "No", "Sí", "Muy",
)  # fmt: skip
STYLE = (
    r"(?:(?:cort|brev|concis|escuet|detallad|exhaustiv|larg|simpl|sencill|direct|formal|informal"
    r"|técnic|clar|precis|esquemátic|estructurad|resumid|ordenad|numerad|complet|amistos|divertid"
    r"|gracios|sincer|honest|lacónic|minucios|profund|extens|rápid|sucint|poétic|sarcástic|cercan"
    r"|neutral|objetiv|prácti|ilustrad|pausad|sec)(?:os?|as?|es|cos|cas)?"
    r"|paso a paso|con viñetas|en viñetas|por puntos|con ejemplos)(?: y \w+)?"
)
ANSWERS = r"(?:respuestas|explicaciones|contestaciones|resúmenes|textos|aclaraciones)"
UNITS = r"(?:métric[oa]s?|imperial(?:es)?|anglosajon[ae]s?|internacional(?:es)?|británic[oa]s?)"
DIET = (
    r"(?:vegetarian[oa]|vegan[oa]|pescetarian[oa]|pescatarian[oa]|flexitarian[oa]|crudivegan[oa]|kosher|halal|keto"
    r"|cetogénic[oa]|paleo|mediterráne[oa]|macrobiótic[oa]|sin (?:gluten|lactosa|azúcar|sal|lácteos"
    r"|huevo|frutos secos|carne|trigo|soja|alcohol|fructosa|harinas)"
    r"|(?:baja|bajo|pobre|rica|rico|alta|alto) en (?:\w+)|hipocalóric[oa]|hiperproteic[oa]|celíac[oa]|blanda|frugívor[oa])"
)
NOW = (
    r"(?:,? (?:ahora|ya|actualmente|también|siempre|mucho|muchísimo|muy|bastante|realmente|todavía"
    r"|últimamente|aún|sobre todo|de verdad|hoy|mismo|solo|sólo|solamente|principalmente"
    r"|desde hace \w+ \w+|desde \w+(?: \w+)?|con [\w ]{2,25}?))*"
)
I_DO = (
    r"(?:desarrollo|dirijo|creo|construyo|programo|lidero|diseño|gestiono|coordino|monto|escribo)"
)
I_DOING = (
    r"(?:desarrollando|creando|construyendo|programando|diseñando|escribiendo|montando|dirigiendo"
    r"|preparando|liderando|haciendo|levantando|trabajando en|trabajando sobre)"
)
A_PROJECT = (
    r"(?:(?:un|una|el|la|mi|nuestro)(?: \w+)? (?:proyecto|aplicación|app|juego|web|blog|programa"
    r"|producto|iniciativa|herramienta|libro|novela|podcast|curso|revista|película)(?: \w+)?(?:,? (?:que se llama|llamad[oa]|de nombre|titulad[oa]))?,? )?"
)
WORKPLACE = (
    r"(?:clínica|hospital|escuela|instituto|colegio|banco|librería|panadería|restaurante|gabinete|agencia|fábrica"
    r"|taller|tienda|sociedad|universidad|garaje|hotel|teatro|farmacia|estudio|laboratorio|fundación)"
)
# "Trabajo en X los domingos", "… en X, un huerto": what one works on, not whom one works for
NO_PASTIME = (
    r"(?!,? (?:(?:los|las|por las?|en mis|a|durante los|cada) (?:fin(?:es)?|noches?|tardes|domingos|sábados|ratos|días libres)\b"
    r"|(?:un|una|mi|nuestr[oa]|el|la) (?!empresa|compañía|firma|clínica|agencia|fundación|tienda|fábrica)[a-záéíóúñ]+))"
)
A_GAME = r"(?:(?:el|la) (?:juego|serie|banda|grupo|canción|película) )?"
THING = rf"{A_GAME}(?P<v>{NAME})"


def is_person(value: str) -> bool:
    """Whether a value can be a person."""
    return reads_as_name(value, PERSON_NOT)

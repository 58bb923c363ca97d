"""Spanish."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.asides_latin import SPANISH as ASIDE
from jobs.minds.rules.tongues.spanish_phrases import PHRASES
from jobs.minds.rules.tongues.spanish_turns import TURNS
from jobs.minds.rules.tongues.tongue import Tongue
from memory_core.text.languages.spanish import PERSON as PERSON_WORDS
from memory_core.text.languages.spanish import SPANISH as TABLE

_PAST = (
    r"(?:(?:[Mm]e |[Nn]os )?(?:\w{2,}(?:é|í)|\w{3,}(?:amos|imos)|fui|fuimos|hice|hicimos|tuve|tuvimos|estuve"
    r"|estuvimos|vi|vimos|di|puse|obtuve|traje|conduje|anduve|vine|supe|pude|quise|gané"
    r"|(?:he|hemos) (?:\w+(?:ado|ido)|hecho|visto|escrito|abierto|puesto|roto|vuelto|muerto)))"
)
SPANISH = Tongue(
    language="es",
    sentence_end=TABLE.sentence,
    border=re.compile(r"\s*[;:\u2013\u2014]\s+|\s+-\s+|,\s+|\s+(?=(?:y|e|pero|porque|sino) )"),
    lead=re.compile(
        r"^[¡¿]?(?:(?:Hola|Buenas|Buenos días|Sí|No,|Bueno|Pues|Ah|Oh|Por cierto|Y|y|e|pero|Pero|que"
        r"|Corrección|Nota|Aviso|Ojo|Cuidado|Atención|Gracias|Vale|Perdón|Perdona|Actualización"
        r"|Novedad(?:es)?|Cambio de planes|Además|También|En realidad|De hecho|Por favor|porque)\b"
        r"(?:[\s,.:!¡\u2013-]*))+"
    ),
    foreign=re.compile(
        r"[¿?\"«»\u201c\u201d]|\b(?:como si|por poco|soñé|he soñado|me veo|me imagino|suponiendo"
        r"|en (?:mi|la|el|una?|este|nuestro) (?:novela|sueño|cuento|película|libro|juego|guion|obra)"
        r"|casi (?!siempre|tod|nunca|cada)\w+o\b|(?:cuando|en cuanto|una vez que) (?:me |nos )?"
        r"(?:esté|estemos|viva|vivamos|tenga|tengamos|sea|seamos|trabaje|pueda|llegue|termine|consiga|mude|mudemos"
        r"|vaya|vayamos|haga|use))\b|" + TABLE.guards.condition.pattern,
        re.IGNORECASE,
    ),
    attributed=TABLE.guards.attribution,
    wish=TABLE.guards.wish,
    denial=re.compile(
        TABLE.guards.negation.pattern
        + r"|\b(?:olvídate|olvida|basta de|(?:hart|cansad)[oa] de|deja de|falso|mentira|desapareció|ha desaparecido|se me (?:quitó|pasó))\b",
        re.IGNORECASE,
    ),
    past_habit=TABLE.guards.past_habit,
    others=re.compile(
        rf"^(?:[Aa] )?(?:(?:[Mm]is?|[Ss]us?|[Tt]us?|[Ee]l|[Ll]a|[Ll]os|[Ll]as|[Uu]n|[Uu]na|[Nn]uestr[oa]s?) )?"
        rf"(?!empresa|equipo)(?:{PERSON_WORDS}|[Éé]l|[Ee]lla|[Ee]llos|[Ee]llas|[Tt]ú|[Uu]sted|[Aa]lguien)\b"
        r"(?!.*\b(?:yo|soy|me|trabajo|vivo|tengo|uso|nos)\b)"
    ),
    own=re.compile(
        r"\b(?:yo|me|mi|mis|mí|mí[oa]s?|sigo|dejo|abandono|cancelo|nos|nuestr[oa]s?|soy|estoy|tengo|vivo|trabajo|uso|\w{3,}(?:é|í)|he|hemos"
        r"|\w{3,}(?:amos|emos|imos)|detesto|odio|juego|utilizo|hace \w+ que no|llevo|puedo|dije|puse|hice|tuve|fui)\b",
        re.IGNORECASE,
    ),
    filler=re.compile(r"^(?:Ahora|Hoy|Ya|Ayer|Últimamente|Actualmente|Finalmente),? "),
    phrases=PHRASES,
    aside=ASIDE,
    turns=TURNS,
    remember=(
        re.compile(
            r"^[¡]?(?:(?:por favor|vale|oye|y|además),? )*(?:(?:no (?:te )?olvides|recuerda|recuérdalo|acuérdate"
            r"|apunta|anota|ten en cuenta|ten presente|toma nota|guarda|memoriza|no se te olvide|que no se te olvide)"
            r"(?: bien| por favor| de)*)(?:\s*:\s*|,? (?:de )?que )(?P<what>.+)$",
            re.IGNORECASE,
        ),
        re.compile(
            r"^¿?(?:puedes|podrías) (?:por favor )?(?:recordar|apuntar|anotar|guardar)(?: por favor)? que (?P<what>.+)$",
            re.IGNORECASE,
        ),
    ),
    forget=re.compile(
        r"\b(?:olvida|olvide|olvídate de|borra|elimina)\b(?<!no olvida) (?:lo )?(?:de )?(?:que|mi|mis|lo|todo)\b"
        r"|\b(?:puedes|podrías) (?:olvidar|borrar) (?:lo )?(?:de )?(?:que|mi)\b"
        r"|^(?:por favor,? )?(?:olvida|borra|elimina|quita)\b.* de (?:tu memoria|tus notas|mi perfil|la lista)",
        re.IGNORECASE,
    ),
    ceased=TABLE.cues.taken_back,
    correction=re.compile(
        r"\bno (?:es |en )?(?P<old>[\w .-]{2,40}),? (?:sino|es) (?P<new>[\w .-]{2,40})"
        r"|(?P<new2>[A-ZÁ\d][\w.-]{1,40}),? (?:y )?no (?:en )?(?P<old2>[A-ZÁ\d][\w.-]{1,40})"
    ),
    deeds=(re.compile(rf"(?:^|[ ,¡])(?P<verb>{_PAST})\b(?P<rest>.+)", re.IGNORECASE),),
    empty=re.compile(
        r"^(?:lo|la|que|cómo|por qué|de nada|mucho|todo|nada|algo|bien|muy|un error|el error|una duda)$"
        r"|^(?:te|le|tu|tus|su)\b|\b(?:pregunta|duda|error|problema)\b",
    ),
    vague=re.compile(
        r"\b(?:te|ti|tu|tus|usted|aquí|ahí|allí|allá|esto|eso|aquello|est[eao]s?(?! (?:semana|mes|año|mañana"
        r"|tarde|noche|fin|lunes|martes|viernes))|creí|pensé|sé|olvidé|entendí|pregunté|quise decir)\b",
        re.IGNORECASE,
    ),
    order=re.compile(
        r"^(?:siempre|nunca|usa|evita|escribe|responde|por favor|no uses)\b", re.IGNORECASE
    ),
)

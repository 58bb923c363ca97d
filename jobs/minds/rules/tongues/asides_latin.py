"""What is beside a settled life, in English, German, Spanish and French."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.aside import Aside
from memory_core.index.slots import Slot


def _any(*words: str) -> re.Pattern[str]:
    return re.compile("|".join(words), re.IGNORECASE)


_EN_CLUB = (
    r"\b(?:choir|band|club|gym|class(?:es)?|course|workshop|lessons?|camp|festival|market|orchestra|ensemble"
    r"|(?:football|rugby|chess|theatre|sports?|volleyball|hockey|soccer|quiz) \w+|troupe|nursery|kindergarten|provider"
    r"|insurance|insurer|electricity|broadband|phone (?:plan|contract)|subscription|membership|member|customer|client"
    r"|actors|school play|master's|degree|studies|allotment|gig|concert|one-off|internship|note-taking \w+"
    r"|holiday|vacation|fan|supporter)\b"
)
ENGLISH = Aside(
    beside=_any(
        r"\b(?:on|at|over|every|most) (?:the )?(?:weekends?|(?:mon|tues|wednes|thurs|fri|satur|sun)day(?:s| (?:mornings?|evenings?|nights?)))\b(?<!the weekend)",
        r"\b(?:volunteer(?:s|ing)?|unpaid|for free|pro bono|as a hobby|hobby|amateur|pastime|on the side|spare time|free time)\b",
        r"\bin (?:the|my|our|a|this) (?:\w+ )?(?:game|play|novel|musical|film|movie|campaign|show)\b",
        r"\bfor (?:my|our|a) (?:\w+ )?(?:friends?|sister|brother|mother|father|mom|mum|dad|son|daughter|kids?|children|neighbou?rs?|parents|niece|nephew|wife|husband|partner|son's|daughter's|cat|dog)\b",
        r"\b(?:besides|apart from|alongside|on top of|in addition to) (?:my|the|[A-Z])",
        r"\b(?:two|three|a few|some) (?:evenings|hours|afternoons|mornings) (?:a|per) week\b",
    ),
    briefly=_any(
        r"\b(?:today|tonight|yesterday|this (?:week|weekend|month|morning|afternoon|evening|summer|winter|time)|for (?:now|the (?:week|month|summer|holidays|time being)|(?:an?|one|two|three|four|\d+) (?:days?|weeks?|months?))|until|temporarily"
        r"|during the|in (?:the )?(?:summer|winter)|over the (?:summer|winter|holidays)|on a (?:business )?trip|for a bet|every (?:summer|winter)|just this)\b"
    ),
    turned=_any(
        r"\b(?:moved|moving|relocated|settled|switch\w*|changed|start\w*|began|begun|became|become|joined|hired|left|quit|promoted|new|signed|from now on|no longer|gone|as of|since|correction|actually|first day|now)\b"
    ),
    left=_any(
        r"\b(?:left|quit|changed|switched|cancell?ed|dropped) (?:my |the |our )?(?:old )?"
        + _EN_CLUB,
        r"\bjobs in the (?:game|play)\b",
    ),
    kinds={
        Slot.EMPLOYER: _any(
            _EN_CLUB,
            r"\b(?:I|I'm|I am|I've) also\b|\b(?:job|work) \w+ \w+ too$|'s (?:customer|client)\b",
            r"\b(?:theatre|insurance|phone|dance) company\b",
            r"\bpart-time job\b.*\btoo\b",
        ),
        Slot.HOME: _any(
            r"\b(?:hotel|hostel|holiday|vacation|summer|weekend|second|airbnb|guest|childhood) (?:home|house|flat|cottage|cabin|place)\b|\b(?:hotel|hostel|airbnb|campsite|guesthouse)\b"
            r"|\b(?:office|(?:my|our|the) boat to|parents'|grandma's|grandparents'|mother's|friend's|headquarters|company|team)\b|\bI also\b|\bwhen I was\b|\bas a (?:child|kid|student)\b"
        ),
        Slot.ORIGIN: _any(
            r"\b(?:just now|right now|traffic|team|club|school|high|college|university|department|'s \w+)\b",
            r"'s \w+",
            r"\bstraight from\b",
        ),
        Slot.ROLE: _any(
            _EN_CLUB,
            r"\b(?:godmother|godfather|newsletter|team|play|choir|scouts?|parents' group|amateur|hobby)\b",
            r"\bI'm also\b|\bI am also\b",
        ),
        Slot.NAME: _any(
            r"\b(?:stage|pen|screen|user|character|artist|in-game|brand|maiden) ?name\b|\bcharacter's\b|\busername\b|\bin the (?:game|play)\b"
        ),
        Slot.NICKNAME: _any(
            r"\b(?:grand\w+|mom|mum|mother|dad|father|aunt|uncle|sister|brother|boss|teacher|neighbou?r) calls?\b|\bas a (?:child|kid)\b|\bat the (?:club|gym|office)\b|\b(?:used to|called) (?:call )?me\b"
        ),
        Slot.BIRTHDAY: _any(r"\b(?:party|celebration|dinner|cake|presents?)\b"),
        Slot.UNITS: _any(
            r"\b(?:convert|conversion|translate)\b|\b(?:this|the|that|a) (?:recipe|book|manual|table|exercise|question|chart|page|label)\b"
        ),
        Slot.DIET: _any(r"\b(?:wedding|party|guests?|cat|dog|cat's|dog's|bet)\b"),
        Slot.ANSWER_STYLE: _any(
            r"\b(?:this|that|the next|one) (?:time|once|report|question|essay|exam|answer|email|letter|task|topic)\b|\b(?:boss|teacher|exam|client|manager|colleagues?)\b"
        ),
    },
    named=_any(r"(?:it's|it is|that's|which is|an?|the|my|our|his|her) (?!\w+ (?:I|we) )"),
    border=_any(r"\s*[;:\u2013\u2014]\s+|,\s+(?=\w+ )|\s+(?:and|but|so|because) "),
    surely=_any(
        r"\b(?:now|nowadays|these days|since|new|moved|moving|relocated|settled|switch\w*|changed|left|quit|no longer|not|from now on|as of|become|became|gone|hired|poached|recruited|promoted|joined|signed|got|currently|actually|correction|finally|just|first day|ended up|trained|qualified|retrained|starting|sold|up sticks|upped)\b"
    ),
    fronted=_any(r"(?:in|on|at|during|over|while|when|tonight|with) (?!my (?:opinion|case)\b)"),
    plain=_any(
        r"(?:(?:,? ?(?:too|as well|again|together|alone|full-time|part-time|myself|here|diet|food|meals|by (?:trade|profession)|by the way|for (?:\d+|a few|some|many|\w+) years?"
        r"|last (?:week|month|year|\w+day)|this (?:week|month|year)|yesterday|recently|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|on \w+day"
        r"|(?:as an?|with|and|where|which|who|because|so|near|but|at|in|for|the|my) .+))*)"
    ),
)
_DE_CLUB = (
    r"(?<!\w)(?:\w*(?:chor|verein|band|kurs|orchester|studio|camp|club|klub|festival|markt|kita|versicher\w*|urlaub\w*|praktikum|handy|tarif|abo"
    r"|anbieter\w*|mitglied|kund(?:e|in)|stromanbieter|mannschaft|theater\w*|probe|workshop|seminar|konzert|vertretung|garten|besuch|einkaufen))(?!\w)"
)
GERMAN = Aside(
    beside=_any(
        r"\b(?:am|an jedem|jedes) Wochenende\b|\bjeden (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|sommer|winter)\b|\b(?:am|an jedem|jedes) Wochenende\b(?! (?:bin|sind|habe)\b)|\b(?:mon|diens|mitt|donners|frei|sams|sonn)(?:tag|woch)s\b|\bjeden (?:mon|diens|donners|frei|sams|sonn)tag\b",
        r"\b(?:ehrenamtlich|freiwillig\w*|unbezahlt|nebenbei|nebenher|hobby\w*|freizeit|zum spaß|im ferienlager|amateur\w*|laien\w*)\b|\bhobby",
        r"\bim (?:spiel|theaterstück|stück|musical|film|roman)\b",
        r"\bfür (?:meine[nr]?|unsere[nr]?|eine[nr]?) (?:schwester|bruder|mutter|vater|eltern|kinder|sohn|tochter|freundin|freund|freunde|nachbarin|nachbarn|katze|hund|frau|mann)\b",
        r"\bneben (?:meiner arbeit |meinem job )?[A-Z]\w+ (?:arbeite|jobbe|bin)",
    ),
    briefly=_any(
        r"\b(?:heute|gestern|diesmal|diese (?:woche|tage)|diesen (?:monat|sommer|winter)|im (?:sommer|winter|moment im hotel)|für (?:eine[nr]?|ein|zwei|drei|vier|\d+) (?:tage?|wochen?|monate?)|zwei wochen|drei wochen|ein paar (?:tage|wochen)"
        r"|vorübergehend|bis (?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|morgen|nächste)|in den ferien|während|gerade (?:im|bei einer|bei einem)|wegen einer wette)\b"
    ),
    turned=_any(
        r"\b(?:gezogen|umgezogen|gewechselt|angefangen|begonnen|umgestellt|umgestiegen|geworden|neue?[rsn]?|jetzt (?:nur|bei|in)|erster? (?:arbeits)?tag|war gestern|ab (?:heute|jetzt|sofort)|von heute an|seit|nicht mehr|gekündigt|eingestellt|künftig|nun)\b"
    ),
    left=_any(
        r"\b(?:meine[nr]?|den|die|das|mein) " + _DE_CLUB + r" (?:gewechselt|gekündigt|verlassen)\b"
    ),
    kinds={
        Slot.EMPLOYER: _any(
            _DE_CLUB,
            r"\bbin (?:heute|gerade|gestern|da) (?:bei|für)\b",
            r"\b(?:arbeite|jobbe) (?:ich )?auch\b",
            r"\b(?:strom|handy|internet|gas)\w*\b",
            r"\b(?:abo|vertrag|anbieter|verein)\w* (?:gekündigt|gewechselt|unterschrieben)\b",
            r"\bfür \S+ als\b",
        ),
        Slot.HOME: _any(
            r"\b(?:hotel|hostel|ferien\w*|elternhaus|zweite[nrs]?|zweit\w+|airbnb|pension|büro|bibliothek|firma|zelt|campingplatz|flug|freundin|freund|als kind|als studentin|umzug (?:der|des)|urlaub)\b"
        ),
        Slot.ORIGIN: _any(
            r"\bkomme (?:gerade|eben|soeben|frisch)\b|\bzurück\b|\bverein\b|\bstau\b"
        ),
        Slot.ROLE: _any(
            _DE_CLUB,
            r"\bpatin\b|\bpate\b|\bjugend\w*|\brolle im\b|\bhobby\w*|\bnewsletter\b|\belterngruppe\b|\bbin auch\b",
        ),
        Slot.NAME: _any(
            r"\b(?:künstlername|benutzername|bühnenname|figur|pseudonym|mädchenname|im spiel)\b"
        ),
        Slot.NICKNAME: _any(
            r"\b(?:oma|opa|mutter|mama|vater|papa|tante|onkel|schwester|bruder|chefin?|lehrerin?) (?:nennt|ruft)\b|\bim verein\b|\bals kind\b|\bim team\b"
        ),
        Slot.BIRTHDAY: _any(r"\b(?:\w*feier|party|torte|geschenke?|termin|tochter|sohn)\b"),
        Slot.UNITS: _any(
            r"\b(?:rechne|umrechnen|wandle|konvertiere)\b|\b(?:das|dieses|diesem|ein) (?:rezept|buch|handbuch)\b|\b(?:die|diese[rn]?) (?:aufgabe|tabelle|frage|seite)\b"
        ),
        Slot.DIET: _any(r"\b(?:hochzeit|feier|gäste|katze|hund|wette|bei einer freundin)\b"),
        Slot.ANSWER_STYLE: _any(
            r"\bdiesmal\b|\bdiese[nmrs]? (?:bericht|frage|aufgabe|aufsatz|mal|brief|mail)\b|\b(?:chefin?|lehrerin?|prüfung|kundin?)\b"
        ),
    },
    named=_any(
        r"(?:das ist|es ist|der|die|das|dem|den|ein|eine|einem|einer|mein|meine|fürs|unser|unsere|bis|solange) (?!\w+ ich )"
    ),
    border=_any(r"\s*[;:\u2013\u2014]\s+|,\s+|\s+(?:und|aber|sondern|denn) "),
    surely=_any(
        r"\b(?:jetzt|nun|inzwischen|mittlerweile|neuerdings|seit|neue?[rsn]?|gezogen|umgezogen|gewechselt|nicht|kein\w*|sondern|ab (?:heute|jetzt|sofort|\w+)|künftig|geworden|umgestellt|umgestiegen|eingestellt|gekündigt|verlassen|korrektur|eigentlich|endlich|aktuell|derzeit|zurzeit|gerade|umzug|erster? (?:arbeits)?tag|befördert|doch|gelandet|verschlagen|niedergelassen|nur noch|heute bin ich)\b"
    ),
    fronted=_any(r"(?:in der|im|am (?!\w+tag\b)|auf|über|während|bei den|zu|heute abend) "),
    plain=_any(
        r"(?:(?:,? ?(?:angestellt|beschäftigt|tätig|angefangen|begonnen|angeheuert|unterschrieben|zu hause|zuhause|daheim|wohnhaft|ansässig|von beruf|auch|übrigens|hier|allein|zusammen|wohne|lebe|arbeite|bin|diät|ernährung|kost|essen"
        r"|letzten? \w+|vor \w+ \w+|im (?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)|am \w+tag|einen job angenommen"
        r"|(?:als|mit|und|wo|die|der|das|ein|eine|weil|in|bei) .+))*)"
    ),
)
_ES_CLUB = (
    r"\b(?:coros?|coral|orquesta|banda|club|gimnasio|curso|taller de|clases? de|campamento|festival|mercadillo|guardería|máster|academia de|peña"
    r"|equipo de (?:fútbol|balonmano|baloncesto|voleibol|natación)|concierto|charla|seguros|luz|teléfono|internet|teatro|función|huerto|revista escolar"
    r"|socia|socio|clienta?|abonad[oa]|afición|aficionad[oa]|baja|curso)\b"
)
SPANISH = Aside(
    beside=_any(
        r"\b(?:los|todos los|cada) (?:fin(?:es)? de semana|lunes|martes|miércoles|jueves|viernes|sábados?|domingos?)\b|\bpor las (?:noches|tardes)\b|\bde lunes a\b|\bcada (?:tarde|noche)\b",
        r"\b(?:voluntari[oa]s?|voluntariado|gratis|por afición|aficionad[oa]|en mis ratos libres|en mi tiempo libre|sin cobrar|por hobby)\b",
        r"\ben (?:el|mi|la|una?|este) (?:juego|obra|función|película|novela|musical)\b|\ben línea\b",
        r"\b(?:para|con|de) (?:mi|mis|un|una|unos|unas) (?:hermanas?|hermanos?|madre|padre|hij[oa]s?|amig[oa]s?|vecin[oa]s?|sobrin[oa]s?|gat[oa]|perr[oa]|abuela|suegra|niñ[oa]s?)\b(?<!con mi hermana)(?<!con mis amigos)(?<!con mis amigas)(?<!con una amiga)(?<!con un amigo)(?<!con mis hijos)(?<!con mi madre)(?<!con mi hija)(?<!con mi hijo)(?<!con mis hijas)(?<!con mi hermano)",
        r"\b(?:además de|aparte de|unas horas)\b",
    ),
    briefly=_any(
        r"\b(?:hoy|ayer|esta (?:semana|vez|tarde|noche|mañana)|este (?:mes|verano|invierno|finde)|en (?:verano|invierno|vacaciones)|durante (?:las|el|la|unas)|(?:por )?(?:una|dos|tres|unas) semanas?|un mes|unos días|hasta (?:el|que|mañana)|temporalmente"
        r"|de momento|por una apuesta|de viaje|por trabajo)\b(?<!desde hoy)(?<!desde ayer)(?<!de hoy)(?<!a partir de hoy)"
    ),
    turned=_any(
        r"\b(?:mud\w+|traslad\w+|cambi\w+|empecé|empezado|empezamos|comencé|entré|dejé|renuncié|nuev[oa]|desde|a partir de|he hecho|hice|pas(?:é|ado)|pasemos|me fui|contrat\w+|fich\w+|ya no|llev[oa]|llevamos|corrección|acabo de mud\w+|hace (?:una|dos|tres|unas))\b"
    ),
    left=_any(
        r"\b(?:dejé|cambié de|cambié el|he dejado|cancelé) (?:mi |el |la |los )?(?:\w+ de )?"
        + _ES_CLUB,
        r"\btrabajo de (?:clase|fin de)\b",
    ),
    kinds={
        Slot.EMPLOYER: _any(
            _ES_CLUB,
            r"\btambién (?:trabajo|curro)\b",
            r"\b(?:compañía|empresa) (?:de teatro|de seguros|favorita|de teléfono)\b",
            r"\btrabajo de (?:clase|fin de (?:curso|grado|máster))\b",
            r"\bpara (?:un solo|una sola|una charla|un concierto|una boda|la luz)\b",
            r"\bsolo este mes\b",
        ),
        Slot.HOME: _any(
            r"\b(?:hotel|hostal|vacaciones|segunda|veraneo|de la abuela|oficina|despacho|la alquilamos|la alquilo|de viaje|cuando (?:tenía|era)|de niñ[oa]|estudiante|airbnb|camping|casa de (?:una amiga|un amigo|mis padres|mi abuela)|hasta el|por un curso|una semana)\b"
        ),
        Slot.ORIGIN: _any(
            r"\b(?:ahora mismo|de ver|de comprar|de visitar|tráfico|atasco|equipo|peña|leo|aries|tauro|géminis|cáncer|virgo|libra|escorpio|sagitario|capricornio|acuario|piscis)\b"
        ),
        Slot.ROLE: _any(
            _ES_CLUB,
            r"\b(?:grupo de|boletín|scouts?|infantil|barrio|de mi (?:sobrin[oa]|hij[oa])|papel en|por$|también soy)\b",
        ),
        Slot.NAME: _any(
            r"\b(?:nombre (?:artístico|de usuari[oa]|de soltera|de pila)|personaje|seudónimo|en el juego|en la obra)\b"
        ),
        Slot.NICKNAME: _any(
            r"\b(?:abuel[oa]|madre|mamá|padre|papá|tí[oa]|herman[oa]|jef[ea]|profesora?) me (?:llama|dice)\b|\ben el (?:equipo|club)\b|\bde niñ[oa]\b"
        ),
        Slot.BIRTHDAY: _any(r"\b(?:fiesta|comida|cena|pastel|tarta|de casada|compro|regalos?)\b"),
        Slot.UNITS: _any(
            r"\b(?:convi[eé]rt\w*|convertir|pasa esto)\b|\b(?:la|una|esta|esa) (?:receta|tabla|página|pregunta)\b|\b(?:el|un|este|mi) (?:libro|manual|ejercicio)\b"
        ),
        Slot.DIET: _any(r"\b(?:boda|fiesta|invitados|gat[oa]|perr[oa]|apuesta|para mis? \w+)\b"),
        Slot.ANSWER_STYLE: _any(
            r"\best[ea] (?:vez|informe|pregunta|examen|trabajo|texto|tema|tarea|correo)\b|\b(?:jef[ea]|examen|profesora?|client[ea])\b"
        ),
    },
    named=_any(
        r"(?:es|que es|un|una|el|la|mi|nuestr[oa]|aparte de|cubriendo|la alquil\w+|en casa de) "
    ),
    border=_any(r"\s*[;:\u2013\u2014]\s+|,\s+|\s+(?:y|e|pero|porque|sino) "),
    surely=_any(
        r"\b(?:ahora|ya|desde|nuev[oa]s?|mud\w+|traslad\w+|cambi\w+|dej[éo]\w*|renunci\w+|no|sino|a partir|he hecho|hice|vuelto|volví|pas(?:é|ado|ando)|contrat\w+|fich(?:ó|ado|aron)|actualmente|últimamente|corrección|por fin|acab\w+|fui|ido a vivir|instal\w+|conseguí|entré a trabajar|llev[oa]|ascend\w+|empezado una|fij[oa])\b(?<!fichó)"
    ),
    fronted=_any(r"(?:en(?! (?:mi|nuestra) casa)|durante|por|para|sobre|esta noche) "),
    plain=_any(
        r"(?:(?:,? ?(?:también|sola|solo|junt[oa]s|aquí|de profesión|la semana pasada|el (?:lunes|martes|miércoles|jueves|viernes|mes pasado)|en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)|hace \w+ \w+|ayer|trabajo|vivo|resido|está mi casa|es donde vivo"
        r"|(?:como|con(?! las)|y(?! las)|donde|que|porque|cerca|de|una?|el|la|mi) .+))*)"
    ),
)
_FR_CLUB = (
    r"\b(?:chorale|chœur|orchestre|club|cours de|atelier|stage de|salle de sport|festival|marché|crèche|colonie|camp|concert|forfait|électricité|internet"
    r"|assurance|téléphone|troupe|théâtre|potager|bénévole|bénévolement|membre|cliente?|abonnée?|acheter|pain|handball|football|fanfare|café du coin|remplace)\b"
)
FRENCH = Aside(
    beside=_any(
        r"\b(?:le|les|chaque) (?:week-ends?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?|soirs?)\b(?! (?:dernier|prochain|\d))",
        r"\b(?:bénévole|bénévolement|gratuitement|amateur|heures perdues|temps libre|en loisir|par plaisir)\b",
        r"\bdans (?:le|la|mon|une?|cette) (?:jeu|pièce|film|roman|comédie)\b",
        r"\bpour (?:ma|mon|mes|une?|des) (?:sœur|frère|mère|père|fils|fille|enfants|amie?s?|voisine?s?|nièce|neveu|chat|chien|parents)\b",
        r"\b(?:en plus de|à côté de|quelques heures)\b",
    ),
    briefly=_any(
        r"(?<!\w)(?:aujourd'hui|hier|cette (?:semaine|fois|nuit)|cet (?:été|hiver|après-midi)|ce (?:mois|soir|matin)(?:-ci)?|l'été|l'hiver|en été|pendant (?:les|le|la|une|deux)|(?:une|deux|trois) semaines?|un mois|quelques jours|jusqu'(?:à|au)|temporairement|provisoirement"
        r"|pour un (?:salon|pari|mois)|pour une (?:semaine|mission))(?!\w)"
    ),
    turned=_any(
        r"(?<!\w)(?:déménagé|emménagé|d'emménager|changé|commencé|débuté|quitté|démissionné|nouve(?:au|l|lle)|depuis|désormais|dès|devenue?|passée?(?! chez)|ça fait|embauchée?|recrutée?|ne travaille plus|n'habite plus|à partir|rejoint|décroché|maintenant)(?!\w)"
    ),
    left=_any(r"\b(?:quitté|changé d[e']|arrêté|résilié) ?(?:ma |mon |la |le |mes )?" + _FR_CLUB),
    kinds={
        Slot.EMPLOYER: _any(
            _FR_CLUB,
            r"\btravaille aussi\b|\bbosse aussi\b",
            r"\b(?:passée?|arrivée?) chez\b.*\b(?:hier|à midi|ce matin|pour)\b",
            r"\bpréférée?\b|\bqui a refait\b|société de \w+",
        ),
        Slot.HOME: _any(
            r"\b(?:hôtel|auberge|vacances|campagne|secondaire|bureau|bureaux|mes parents|ma grand-mère|quand j'avais|enfant|étudiante?|camping|chez une? amie?|jusqu'à|par an)\b"
        ),
        Slot.ORIGIN: _any(
            r"\bà l'instant\b|\btout juste\b|\bvoir\b|\bacheter\b|\broute\b|\bclub\b|\béquipe\b"
        ),
        Slot.ROLE: _any(
            _FR_CLUB,
            r"\b(?:amateur|jeunes|chorale|bulletin|groupe de parents|rôle dans|scouts?|cet été|marraine|parrain|suis aussi)\b",
        ),
        Slot.NAME: _any(
            r"\b(?:nom de (?:scène|plume|jeune fille|code)|pseudo\w*|personnage|dans le jeu|nom d'artiste|nom d'utilisat\w+)\b"
        ),
        Slot.NICKNAME: _any(
            r"\b(?:grand-mère|grand-père|mère|maman|père|papa|tante|oncle|sœur|frère|chef|cheffe) m'appelle\b|\bau club\b|\bdans l'équipe\b|\benfant\b"
        ),
        Slot.BIRTHDAY: _any(r"\b(?:fête de|repas|gâteau|cadeaux?|soirée|restaurant)\b"),
        Slot.UNITS: _any(
            r"\b(?:convert\w+)\b|\b(?:la|une|cette) (?:recette|table|page|question)\b|\b(?:le|un|ce|mon) (?:livre|manuel)\b"
        ),
        Slot.DIET: _any(r"\b(?:mariage|fête|invités|chat|chien|pari)\b"),
        Slot.ANSWER_STYLE: _any(
            r"\bcette (?:fois|question)\b|\bce (?:rapport|texte|devoir|sujet|mail)\b|\b(?:cheffe?|prof\w*|examen|cliente?|patronn?e?)\b"
        ),
    },
    named=_any(r"(?:c'est|un|une|le|la|les|mon|ma|notre|cet) (?!\w+ je )|l'"),
    border=_any(r"\s*[;:\u2013\u2014]\s+|,\s+|\s+(?:et|mais|car|parce que) "),
    surely=_any(
        r"(?<!\w)(?:maintenant|désormais|depuis|nouve(?:au|l|lle)|déménag\w+|emménag\w+|d'emménager|chang\w+|quitt\w+|démissionn\w+|n'\w+ plus|ne \w+ (?:plus|pas)|à partir|dès|devenue?|passée?|embauchée?|recrutée?|engagée?|décroché|trouvé|rejoint|actuellement|enfin|correction|plutôt|installée?s?|établie?s?|posé mes|promue?|reconvertie?|mais|finalement|viens de|ça fait)(?!\w)"
    ),
    fronted=_any(r"(?:en|à|au|sur|pendant|durant|ce soir|pour) "),
    plain=_any(
        r"(?:(?:,? ?(?:aussi|seule?|ensemble|ici|de métier|de profession|la semaine dernière|le mois dernier|lundi|en (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)|il y a \w+ \w+|hier|j'habite|je vis|que (?:j'habite|je vis|je travaille)"
        r"|(?:comme|avec|et|où|qui|parce|près|de|du|dans|une?|la|les|mon|ma) .+|en tant .+))*)"
    ),
)

"""French."""

from __future__ import annotations

import re

from jobs.minds.rules.tongues.asides_latin import FRENCH as ASIDE
from jobs.minds.rules.tongues.french_phrases import PHRASES
from jobs.minds.rules.tongues.french_turns import TURNS
from jobs.minds.rules.tongues.tongue import Tongue
from memory_core.text.languages.french import FRENCH as TABLE
from memory_core.text.languages.french import PERSON as PERSON_WORDS

_PARTICIPLE = (
    r"(?:\w+(?:é|ée|és|ées)|fini|réussi|choisi|couru|vu|lu|reçu|obtenu|appris|pris|mis|fait|écrit|ouvert"
    r"|gravi|rejoint|vendu|perdu|construit|suivi|découvert|offert|peint|conduit|battu|tenu|cueilli|rempli"
    r"|parti|partie|sorti|sortie|venu|venue|devenu|devenue|inscrite?s?|accompli|franchi|bâti|cousu|élu|élue"
    r"|repris|traduit|survécu|vécu|entrepris|remis|parcouru|conquis|acquis)"
)
FRENCH = Tongue(
    language="fr",
    sentence_end=TABLE.sentence,
    border=re.compile(
        r"\s*[;:\u2013\u2014]\s+|\s+-\s+|,\s+|\s+(?=(?:et|mais|car|parce que|parce qu') )"
    ),
    lead=re.compile(
        r"^(?:(?:Salut|Bonjour|Bonsoir|Coucou|Oui|Non|Bon|Ben|Alors|Ah|Oh|Au fait|D'ailleurs|Et|et|mais|Mais|que"
        r"|Correction|Note|Info|Attention|Merci|OK|D'accord|Pardon|Désolée?|Mise à jour|Du nouveau"
        r"|Nouvelle|Changement de programme|En fait|En plus|Aussi|Sinon|car|parce que|Prudence|Petite correction)\b"
        r"[\s,.:!\u2013-]*)+"
    ),
    foreign=re.compile(
        r"[?\"«»\u201c\u201d]|\b(?:comme si|failli|à deux doigts|j'ai rêvé|en rêve|je me vois|je m'imagine"
        r"|(?:dans|de) (?:mon|le|la|un|une|ce|notre) (?:pièce|série|histoire|roman|rêve|film|livre|jeu|scénario|sketch)|en supposant|disons que"
        r"|(?:quand|lorsque|dès que|une fois que) (?:je |j'|on |nous )\w+r(?:ai|ons|a))\b"
        r"|(?!s'il (?:te|vous) pla)(?:" + TABLE.guards.condition.pattern + ")",
        re.IGNORECASE,
    ),
    attributed=TABLE.guards.attribution,
    wish=TABLE.guards.wish,
    denial=re.compile(
        TABLE.guards.negation.pattern
        + r"|\b(?:laisse[zr]? tomber|oublie[zr]?|stop|(?:assez|marre) d(?:e |es |')|fini(?:e?s)?(?= les)"
        r"|faux|pas vrai|a disparu|est (?:guérie|finie|passée|partie)$)",
        re.IGNORECASE,
    ),
    past_habit=TABLE.guards.past_habit,
    others=re.compile(
        rf"^(?:(?:[Mm]on|[Mm]a|[Mm]es|[Ss]on|[Ss]a|[Ll]e|[Ll]a|[Ll]es|[Ll]'|[Uu]n|[Uu]ne|[Nn]otre|[Tt]on|[Tt]a) ?)?"
        rf"(?!entreprise|équipe)(?:{PERSON_WORDS}|[Ii]ls?(?! (?:y a|s'avère|se trouve|semble))|[Ee]lles?|[Tt]u|[Vv]ous|[Qq]uelqu'un)\b(?!.*(?:\b[Jj]e\b|\b[Jj]'|\bmoi\b|\bm'|\b(?:on|nous) (?!a dit)))"
    ),
    own=re.compile(
        r"\b(?:je|j'|moi|mon|ma|mes|me|m'|nous|notre|nos|on)(?!\w)|\b[jm]'", re.IGNORECASE
    ),
    filler=re.compile(r"^(?:Maintenant|Aujourd'hui|Désormais|Hier|Finalement|Actuellement),? "),
    phrases=PHRASES,
    aside=ASIDE,
    turns=TURNS,
    remember=(
        re.compile(
            r"^(?:(?:s'il te plaît|s'il vous plaît|stp|ok|et|aussi|merci de),? )*(?:n'oublie(?:z)? pas|souviens-toi|rappelle-toi"
            r"|retiens|note|notez|garde (?:bien )?en (?:tête|mémoire)|mémorise|pense à retenir|sache|prends note|enregistre"
            r"|retenir|noter)(?: bien| s'il te plaît| stp)?(?:\s*:\s*|,? que |,? qu')(?P<what>.+)$",
            re.IGNORECASE,
        ),
        re.compile(
            r"^(?:peux-tu|pourrais-tu|tu peux) (?:s'il te plaît )?(?:retenir|noter|te souvenir|te rappeler|mémoriser)"
            r" (?:que |qu')(?P<what>.+)$",
            re.IGNORECASE,
        ),
    ),
    forget=re.compile(
        r"\b(?:oublie|oubliez|oublier|efface|effacer|supprime|supprimer)\b(?! pas)(?<!n'oublie) (?:ce |le fait )?"
        r"(?:que|qu'|mon|ma|mes|tout)"
        r"|^(?:s'il te plaît,? )?ne (?:retiens|garde|note|enregistre) (?:plus|pas) (?:que|qu')"
        r"|^(?:s'il te plaît,? )?(?:oublie|efface|supprime|retire|enlève)\b.* de (?:ta mémoire|tes notes|mon profil|la liste)",
        re.IGNORECASE,
    ),
    ceased=TABLE.cues.taken_back,
    correction=re.compile(
        r"\b(?:pas|plus) (?:à |chez )?(?P<old>[\w .'-]{2,40}),? mais (?P<new>[\w .'-]{2,40})"
        r"|(?P<new2>[A-ZÉ\d][\w.'-]{1,40}),? (?:et )?(?:pas|non) (?:à |chez )?(?P<old2>[A-ZÉ\d][\w.'-]{1,40})"
    ),
    deeds=(
        re.compile(
            rf"(?:^|[ ,])(?:[Jj]'ai|[Nn]ous avons|[Oo]n a|[Jj]e (?:me )?suis|[Jj]e m'y suis|[Nn]ous (?:nous )?sommes|[Oo]n s'est)"
            rf"(?: enfin| aussi| déjà| bien| récemment| tout juste)? {_PARTICIPLE}\b(?P<rest>.+)"
        ),
        re.compile(
            r"(?:^|[ ,])[Jj]e viens (?:de |d')(?!m'installer|arriver)\w+(?:er|ir|re|oir)\b(?P<rest>.+)"
        ),
    ),
    empty=re.compile(
        r"^(?:ça|cela|que|pas|rien|tout|bien|mal|beaucoup|une erreur|une question|un problème|un peu)$"
        r"|\b(?:question|erreur|problème|réponse)\b|^(?:te|vous|ton|ta|tes|votre|vos)\b",
    ),
    vague=re.compile(
        r"\b(?:tu|te|toi|ton|ta|tes|vous|votre|vos|ici|là-bas|là|ceci|cela|ça|celui|celle|ce truc"
        r"|compris|pensé|cru|oublié|demandé|voulu)\b|\bt'",
        re.IGNORECASE,
    ),
    order=re.compile(
        r"^(?:toujours|jamais|utilise|évite|écris|réponds|n'utilise|s'il te plaît)\b", re.IGNORECASE
    ),
)

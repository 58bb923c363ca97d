"""French."""

from __future__ import annotations

import re

from memory_core.text.languages.numbers import french_numbers
from memory_core.text.languages.table import Cues, GuardWords, Language, Persons, any_of, words

_KIN = (
    r"(?:demi-|beau-|belle-|grand-|petit-|petite-|arrière-)?(?:frères?|sœurs?|soeurs?|mère|père"
    r"|fils"
    r"|filles?|parents|enfants?)|maman|papa|mamie|papi|papy|femme|mari|épou(?:x|se)|compagn(?:on|e)"
    r"|conjointe?|copain|copine|fiancée?|oncle|tante|cousine?s?|neveux?|nièces?|jum(?:eau|eaux"
    r"|elles)"
    r"|bébé|ami(?:e|s|es)?|collègues?|voisine?s?|patronn?e?|chef(?:fe)?|professeure?|prof|médecin"
    r"|docteur|propriétaire|colocataires?|coloc|clientes?|clients?|invitée?s?|entraîneur"
    r"|chien(?:ne)?s?"
    r"|chats?|chatte|chaton|animal|cheval|famille|équipe|entreprise|gens"
    r"|(?:aîné|cadet|benjamin)(?:te|e|ne)?s?"
)
PERSON = rf"(?:{_KIN})"
_LEAD = (
    r"\W*(?:(?:et|mais|car|parce\s+que|que|aussi|alors|bon|oui|non|hier|maintenant|donc|sinon"
    r"|en\s+fait"
    r"|retiens|note|s'il\s+te\s+plaît|quand|si|c['’]est)\b[\s,:]*)*"
)
_ME = r"(?:je|j['’]\w*|moi|nous|on)"
_VALUE = r"[\w][\w .'’&+#/-]{0,80}?"
_END = r"(?=[.,;:!?]|\s+(?:maintenant|désormais)\b|\s*$)"
_AT = r"(?:(?:à|en|au|chez|de|du|avec|le|la|un|une|l['’])\s*)?"
_IS = r"(?:c['’]est\s+|je\s+voulais\s+dire\s+)"
_OLD = rf"{_AT}(?P<old>{_VALUE})"
_NEW = rf"{_AT}(?P<new>{_VALUE})"
_NAMED = r"(?-i:[A-ZÀ-Þ0-9][\w'’&+#-]*(?:\.\w+)*(?:\s+[A-ZÀ-Þ0-9][\w'’&+#-]*){0,3})"
# what may stand between a verb that gives something up and its name
_THE = (
    r"\s+(?:(?:le|la|les|mon|ma|mes|notre|ce|cette|projet|jeu|série|appli|application|logiciel"
    r"|outil|groupe|ville|entreprise|société|poste|travail|boulot|emploi|job|de|pour|du|à|avec|sur|chez"
    r"|définitivement|complètement|enfin|finalement)\s+|[dl]['’])*"
)
_FOR_A_WHILE = (
    r"(?!.*\b(?:ce\s+(?:matin|soir|midi)|cet\s+après-midi|à\s+(?:midi|\d)|tout\s+à\s+l['’]heure"
    r"|pour\s+(?:le|la|une?|deux|trois|quelques)\b|en\s+(?:train|voiture|avion|vacances)))"
)
_TOPIC = r"(?:je|j['’]|on|nous)"
_GIVEN_UP = (
    r"(?:quitté|plaqué|largué|lâché|délaissé|arrêté|stoppé|abandonné|résilié|remplacé|troqué|enterré"
    r"|supprimé|désinstallé|annulé|laissé\s+tomber|renoncé|(?:mis\s+(?:fin|un\s+terme)|dit\s+adieu)"
    r"|(?:fait\s+une\s+croix|tiré\s+un\s+trait)|tourné\s+la\s+page|jeté\s+l['’]éponge|démissionné"
    r"|pris\s+ma\s+retraite|divorcé|rompu|marre|ras-le-bol|décroché|(?:donné|confié|cédé|revendu|vendu)(?=\s+[A-ZÀ-Þ])|perdu\s+(?:le\s+goût|l['’]envie|tout\s+intérêt)"
    r"|fait\s+(?:virer|licencier|renvoyer)|(?:donné|posé|présenté)\s+ma\s+démission|me\s+passe|passé\s+la\s+main|(?:débarrassée?|séparée?|lassée?|désabonnée?"
    r"|désinscrite?|détournée?|désintéressée?|retirée?)s?)"
)
_IS_OVER = (
    r"(?:,?\s+(?:c['’]est|c['’]était|est)\s+(?:bel\s+et\s+bien\s+)?(?:fini|terminé|du\s+passé|enterré|annulé"
    r"|de\s+l['’]histoire\s+ancienne|tombé\s+à\s+l['’]eau)|,?\s+j['’]en\s+ai\s+(?:marre|assez|fini)"
    r"|\s+et\s+moi,?\s+(?:c['’]est\s+(?:fini|terminé)|(?:on|nous)\s+(?:\S+\s+){1,3}?(?:séparée?s"
    r"|divorcé|rompu))|\s+a\s+(?:disparu|capoté|été\s+(?:annulé|abandonné|arrêté))"
    r"|\s+est\s+(?:suspendu|arrêté|abandonné|fermé|mort\s+et\s+enterré)e?\b|\s+m['’](?:ennuie|horripile|énerve)|\s+me\s+(?:lasse|déplaît)"
    r"|\s+m['’]a\s+(?:licenciée?|virée?|renvoyée?|remerciée?|mise?\s+à\s+la\s+porte))"
)
_NO_LONGER = (
    r"n(?:e\s+|['’])(?:(?:me|le|la|les|lui|y|en)\s+|[mly]['’](?:en\s+|y\s+)?|l['’]\s*)?\w+\s+plus"
    r"(?!\s+(?:que\b|qu['’]|me\s+passer))"
)
_EXCHANGED = (
    rf"\b(?:quitté|remplacé|troqué|échangé|délaissé|lâché){_THE}(?P<old>{_NAMED})"
    rf"\s+(?:par|pour|contre|au\s+profit\s+de)\s+(?P<new>{_NAMED})(?!\w)"
)
_PASSED_ON = (
    r"\b(?:je\s+suis|j['’]ai|nous\s+(?:avons|sommes)|on\s+(?:a|est))\s+(?:\w+\s+)?"
    rf"(?:passée?s?|migré|basculé|déménagé)\s+de\s+(?P<old>{_NAMED})"
    rf"\s+(?:à|vers|chez)\s+(?P<new>{_NAMED})(?!\w)"
)

_GUARDS = GuardWords(
    negation=any_of(
        r"ne(?!\s+(?:\w+\s+)?(?:seulement|que)\b)|n['’]\w+(?!\s+(?:pas\s+)?(?:seulement|que)\b)",
        r"pas(?!\s+(?:seulement|mal)\b)|jamais|personne(?!s)|rien|aucune?|ni|sans(?!\s+doute\b)"
        r"|guère",
        r"non(?!,|\s*$|\s+plus\s+seulement)|plus\s+(?:jamais|de)(?=\s+\w)|détest(?:e[srz]?|é|ait)"
        r"|hais|hait",
        r"(?:arrêté|cessé)\s+d(?:e|(?=['’]))|démissionné|quitté\s+(?:mon|le|son|l(?=['’]))"
        r"|doute(?:\s+que)?"
        r"|abandonné|évite"
        r"|renoncé|refuse|horreur|m['’](?:ennuie|horripile|énerve)|me\s+(?:lasse|déplaît|dégoûte)",
        r"annulée?|désinstallée?|laissé\s+tomber|me\s+suis\s+(?:lassée?|ennuyée?)|stoppée?"
        r"|mis\s+fin\s+à",
    ),
    wish=any_of(
        r"veux(?!\s+dire)|veut|voulons|voulais|voulait|voudrai[st]|voudrions|aimerai[st]|aimerions"
        r"|souhaite[nzs]?"
        r"|souhaitons|souhaiterai[st]|espère[nst]?|espérons|envisage|envisageons|prévoi[st]"
        r"|prévoyons",
        r"compte[sz]?\s+(?:bien\s+)?\w+(?:er|ir|re|oir)|comptons\s+\w+(?:er|ir|re)|rêve(?:s"
        r"|nt)?\s+d(?:e|(?=['’]))",
        r"(?:vais|va|allons)\s+(?:m['’]|s['’]|me\s+|se\s+|nous\s+|bientôt\s+)?\w+(?:er|ir|re|oir)",
        r"(?:ai|a|avons)\s+(?:bien\s+)?(?:envie|l['’]intention|hâte)|pourrai[st]|devrai[st]"
        r"|peut-être"
        r"|un\s+jour|désire|projet(?:te|ons)|pense\s+(?:à\s+)?\w+(?:er|ir|re)|adorerai[st]"
        r"|préférerai[st]"
        r"|si\s+seulement|vivement|dans\s+l['’]idéal|plairait",
    ),
    condition=any_of(
        r"si|s(?=['’]ils?\b)(?!['’]il\s+(?:te|vous)\s+pla)|à\s+moins\s+(?:que|qu|de|d)"
        r"|sauf\s+si|pourvu\s+que|à\s+condition"
        r"|au\s+cas\s+où|en\s+cas"
        r"|sinon|(?<!en )tant\s+que|supposons|imagine[zs]?|fais\s+comme|dans\s+le\s+cas|selon\s+que"
        r"|du\s+moment\s+que"
    ),
    asking=re.compile(r".", re.DOTALL),
    past_habit=any_of(
        r"autrefois|jadis|auparavant|avant(?!-|\s+(?:de|d['’]|que|qu['’]|le|la|les|l['’]|mon|ma"
        r"|mes|\d)\b)"
        r"|dans\s+(?:ma|sa)\s+jeunesse|dans\s+(?:mon|son)\s+enfance|quand\s+j(?=['’]étais)"
        r"|étant\s+(?:enfant|jeune)|dans\s+le\s+temps|à\s+l['’]époque|par\s+le\s+passé"
        r"|avai[st]\s+l['’]habitude|naguère"
        r"|anciennement"
    ),
    attribution=re.compile(
        r"(?<!\w)(?<!\bje )(?<!\bj['’]ai )(?:d['’]après(?!\s+moi\b)|selon(?!\s+(?:moi"
        r"|les?\s+cas|que)\b)"
        r"|paraît[-\s]il|il\s+paraît|soi-disant|à\s+ce\s+qu['’]il\s+paraît"
        r"|(?:dit|disent|disait|raconte|affirme|prétend|assure|croit|pense|trouve|jure"
        r"|soutient)\s+(?:que|qu['’])"
        r"|(?:m['’]|m['’]\s*|nous\s+)?a\s+dit\s+(?:que|qu['’])|j['’]ai\s+entendu\s+dire|dit-on"
        r"|de\s+l['’]avis\s+de"
        r"|aux\s+dires\s+de)",
        re.IGNORECASE,
    ),
    tag=re.compile(
        r",\s+(?:d['’]après|selon|dit|prétend|affirme|assure|raconte)\s+(?!moi)[\w’' ]+\W*$",
        re.IGNORECASE,
    ),
    goes_on=re.compile(r"\b(?:mais|donc|alors)\b|[;—–]", re.IGNORECASE),
    reminder=re.compile(
        r"\W*(?:s['’]il\s+te\s+plaît,?\s+)?(?:n['’]oublie[zs]?\s+pas|ne\s+pas\s+oublier)"
        r"(?:\s+que\b|\s+qu['’]|,|\s*:)"
        r"|\W*(?:s['’]il\s+te\s+plaît,?\s+)?(?:retiens|retenez|souviens-toi|rappelle-toi|note"
        r"|notez)(?:\s+bien)?"
        r"(?:\s+que\b|\s+qu['’]|,|\s*:)",
        re.IGNORECASE,
    ),
    request=re.compile(
        r"\W*(?:peux-tu|pouvez-vous|pourrais-tu|tu\s+peux"
        r"|tu\s+pourrais)\s+(?:s['’]il\s+te\s+plaît\s+)?"
        r"(?:retenir|noter|te\s+souvenir|mémoriser|te\s+rappeler"
        r"|garder\s+en\s+tête)(?:\s+(?:que\b|qu['’]))?",
        re.IGNORECASE,
    ),
)

_PERSONS = Persons(
    someone=any_of(PERSON),
    pronoun=any_of(
        r"ils?(?!\s+(?:y\s+a|fait|faut|pleut|gèle|neige|paraît))|elles?|tu|vous|lui|eux"
    ),
    subject=re.compile(
        rf"{_LEAD}(?:(?:il(?!\s+(?:s['’]avère|se\s+trouve|semble|y\s+a|y\s+avait|fait|faut|pleut|gèle|neige|paraît)\b)|elle"
        rf"|ils|elles|celle|celui|ceux|celles|tu"
        rf"|vous|quelqu['’]un|tout\s+le\s+monde)\b"
        rf"|(?:(?:mon|ma|mes|son|sa|ses|notre|nos|ton|ta|tes|votre|vos|le|la|les|un|une|des|\d+"
        rf"|\w+)\s+"
        rf"|l['’])?(?:[\w-]+\s+)?{PERSON}\b(?!\s+et\s+moi\b)(?!.*\b{_ME}\b))"
        rf"|^(?=.*\b(?P<late>(?:mon|ma|mes|notre|nos)\s+{PERSON})\b(?!\s+et\s+moi\b))"
        rf"(?!.*\b{_ME}(?!\w))(?!.*\b(?:avec|de|à|pour|chez|sans)\s+(?:mon|ma|mes|notre|nos)\s)"
        rf"(?!\W*(?:A|A\s+un|Est|S['’]est)\b)",
        re.IGNORECASE,
    ),
    named=re.compile(
        rf"{_LEAD}(?!(?:Mon|Ma|Mes|Je|Le|La|Les|Un|Une|On|Nous|En|Hier|Il|Elle|Ce|Ça|Aujourd"
        rf"|Autrefois"
        rf"|Dans|Depuis|Avant|Après|Chez|Mais|Et|Notre|Nos|Son|Sa|Ses|Est|A|Retiens|Note"
        rf"|Maintenant|Désormais|Actuellement|Appelle)\b)"
        rf"(?P<name>[A-ZÀÂÉÈÊÎÔÛÇ][\w-]+)(?:\s+[A-ZÀÂÉÈÊÎÔÛÇ][\w-]+)?\s+"
        rf"(?:(?:me|te|se|nous|lui|y)\s+|[mst]['’])?(?!de\b|du\b|des\b|et\b|ne\b|est\s+(?:mon"
        rf"|ma)\b)"
        rf"(?!\w+(?:er|ir|re|oir)\b)[a-zàâéèêîôûç]+(?:e|t|a|ent|d)\b(?!.*\b{_ME}(?!\w))"
    ),
    speaker=re.compile(
        rf"(?<!\w)(?:{_ME}|me\s+(?:plaît|déplaît|lasse|passionne)"
        r"|m['’](?:intéresse|amuse|ennuie|attire))(?!\w)",
        re.IGNORECASE,
    ),
    naming=any_of(r"m['’]appell(?:e|ent)|me\s+(?:surnomm(?:e|ent)|nomm(?:e|ent))"),
    addressed=any_of(r"tu|t['’]\w+|te|toi|ton|ta|tes|vous|votre|vos"),
)

_CUES = Cues(
    assent=any_of(
        r"(?:(?:ah|eh\s+bien|ben|bah|mais)\s+)?(?:oui|ouais|ouaip|si|exact|exactement"
        r"|tout\s+à\s+fait"
        r"|bien\s+sûr|absolument|effectivement|en\s+effet|c['’]est\s+(?:ça|exact|vrai|juste"
        r"|bien\s+ça|cela)"
        r"|voilà|évidemment|certainement|parfaitement|vrai|juste|carrément|affirmatif|naturellement"
        r"|précisément|bien\s+entendu|sans\s+aucun\s+doute|mais\s+oui)"
        r"(?:\s+(?:oui|exactement|tout\s+à\s+fait|bien\s+sûr|absolument|c['’]est\s+(?:ça|exact"
        r"|vrai|bien\s+ça)"
        r"|effectivement|en\s+effet|voilà|c['’]est\s+le\s+cas))*"
    ),
    choice=any_of("ou(?!\\s+(?:non|pas)\\b)"),
    parted=any_of(
        r"morte?|décédée?|n['’](?:ai|avons|a|ont)\s+plus|n['’]est\s+plus|n['’]est\s+pas|divorc\w+|sépar\w+|quittée?s?|rompu|donnée?s?|vendue?s?|adoptée?|euthanasi\w+|piquée?|enfuie?"
        r"|perdue?|ne\s+s['’]appelle|pas\s+vrai|faux|trompée?|oublie\w*|laissée?|confiée?|disparue?"
    ),
    taken_back=any_of(
        rf"oublie[rz]?|{_NO_LONGER}|pas\s+vrai|plus\s+(?:du\s+tout|de)"
        r"|effacer?|supprimer?"
        r"|retire\s+ce|(?:arrêté|cessé)\s+d(?:e|(?=['’]))|démissionné|me\s+suis\s+trompée?"
        r"|c['’]était\s+faux|laisse\s+tomber|abandonnée?|renoncé"
        r"|annulée?|désinstallée?|laissé\s+tomber|me\s+suis\s+(?:lassée?|ennuyée?)|stoppée?"
        r"|mis\s+fin\s+à|c['’]est\s+faux|faux\s+que",
        rf"{_GIVEN_UP}{_THE}{_NAMED}{_FOR_A_WHILE}",
        rf"parti(?:e?s?)\s+de\s+{_NAMED}(?=.*\b(?:pour\s+(?:de\s+bon|toujours)|définitivement))",
        rf"mis\s+{_NAMED}\s+(?:au\s+placard|de\s+côté|à\s+la\s+poubelle)",
        rf"(?:fini|terminé)\s+(?:entre|avec)\s+{_NAMED}",
        rf"{_NAMED}{_IS_OVER}|{_NAMED},\s+{_TOPIC}\s*(?:\w+['’\s]\s*){{0,3}}?{_GIVEN_UP}",
        r"ne\s+(?:retiens|garde|note|enregistre)\s+(?:plus|pas)\s+qu(?:e\b|['’])",
        r"allergie\s+[\w'’ ]{2,30}\s+(?:a\s+disparu|est\s+(?:finie|passée|guérie))",
    ),
    order_to_forget=re.compile(
        r"\W*(?:s['’]il\s+te\s+plaît,?\s+)?(?:(?:peux-tu|pouvez-vous|pourrais-tu"
        r"|tu\s+peux)\s+|merci\s+d['’])?(?:ne\s+(?:retiens|garde|note|enregistre)\s+(?:plus|pas)|oublie[rz]?|effacer?|supprimer?|laisse\s+tomber)\b",
        re.IGNORECASE,
    ),
    deixis=any_of(
        r"avant-hier|hier|aujourd['’]hui|demain|après-demain|ce\s+(?:matin|soir)|cette\s+nuit"
        r"|cet\s+après-midi",
        r"(?:la|le|l['’]|en|l['’]an|samedi|lundi|mardi|mercredi|jeudi|vendredi"
        r"|dimanche)\s*(?:semaine|mois"
        r"|année|an|été|hiver|printemps|automne|week-end)?\s*(?:derni(?:er|ère)|prochaine?"
        r"|passée?)",
        r"(?:cette|ce|cet)\s+(?:semaine|mois|année|été|hiver|week-end)",
        r"il\s+y\s+a\s+(?:\w+\s+){1,2}(?:jours?|semaines?|mois|ans?|années?)",
        r"actuellement|en\s+ce\s+moment|de\s+nos\s+jours|ici|là-bas|là(?!-)",
    ),
    corrections=tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"\bpas\s+{_OLD},?\s+mais\s+{_NEW}{_END}",
            rf"\bplus\s+{_OLD}(?:\s+qu[ie'’][^,]{{2,30}})?,?\s+(?:mais|c['’]est)\s+{_NEW}{_END}",
            rf"(?:^|[,:.!]\s*){_IS}?{_NEW},\s+(?:et\s+)?(?:pas|non)\s+{_OLD}{_END}",
            _EXCHANGED,
            _PASSED_ON,
            rf"(?:^|[,:.!]\s*){_NEW}\s+au\s+lieu\s+(?:de\s+|d['’]){_OLD}{_END}",
        )
    ),
    beside=words(
        "jouer joue écouter écoute lire lis regarder regarde utiliser servir sers ouvrir "
        "travailler bosser boulot poste emploi contrat projet jeu série groupe appli application "
        "abonnement compte fan tout trop vraiment tellement fait régime entre partie moi "
        "définitivement complètement sais veux peux voir"
    ),
    no_value=any_of(
        r"je|j['’]\w*|mon|ma|mes|me|nous|il|elle|est|sont|suis|était|vis|vit|habite|aime|travaille"
    ),
)

FRENCH = Language(
    code="fr",
    stemmer="french",
    sentence=re.compile(r"(?<!\bM\.)(?<!\bMme\.)(?<!\bDr\.)(?<=[.!?…])[\"'”’»)\]]*\s+|\s*\n+\s*"),
    cut=re.compile(
        r"\s+et\s+(?=(?i:commencé|rejoint|débuté|signé)\b)|[;—–]\s*|\s?:\s+|\s-{1,2}\s+"
        r"|,?\s*\b(?i:mais|car|alors\s+que|tandis\s+que|parce\s+que|parce\s+qu['’]"
        r"|cependant)\s*,?\s*"
        r"|,?\s*\b(?i:et|ou)\s+(?=(?i:je|j['’]|moi|il|elle|mon|ma|mes|on|nous|ne|c['’]est|le|la"
        r"|les|l['’]"
        r"|que\s+je|maintenant|\w+(?:-\w+)?\s+\w+\s+en\s+ont)(?!\w)|(?i:j['’]|c['’]|l['’]))"
        r"|,\s*(?=(?i:je|moi|il|elle|mon|ma|mes|on|nous|ne|le|la|maintenant|pas|non)(?!\w)"
        r"|(?i:j['’]"
        r"|c['’]|l['’]))"
        r"|(?i:(?<=\bnon)|(?<=\boui)|(?<=\bpardon)|(?<=\bdésolé)),\s*"
    ),
    guards=_GUARDS,
    persons=_PERSONS,
    cues=_CUES,
    stop=words(
        "le la les l un une des du de d à au aux en dans sur par pour avec et ou que qu qui se "
        "s son sa "
        "ses mon ma mes ton ta tes notre nos votre vos leur leurs je j tu il elle on nous vous "
        "ils elles "
        "me m te t lui y ce c cet cette ces ça cela est sont suis es sommes être était étaient "
        "été ai a "
        "as ont avons avait avoir fut très aussi bien si plus comme quand où dont ici là bas "
        "moi toi soi même propre depuis jusque entre sous chez"
    ),
    free=words(
        "utilisateur utilisatrice nom appelle nomme prénom vit vis habite habiter travaille "
        "travailler "
        "travail métier possède anniversaire parle préfère aime aimer adore favori favorite "
        "préféré "
        "préférée régime utilise allergique ne n pas plus jamais non dit selon après autrefois "
        "veut aimerait voudrait fait personne gens garde"
    ),
    topics=words(
        "nom prénom habite habiter vit vis travaille travail métier anniversaire parle régime "
        "allergique"
    ),
    attitudes=words(
        "aime aimer aimait adore adorait préfère préféré préférée favori favorite apprécie déteste "
        "plaît fan raffole passion passionné passionnée"
    ),
    same={
        "maman": "mère",
        "papa": "père",
        "vélos": "vélo",
        "gosses": "enfant",
        "enfants": "enfant",
        "bébés": "enfant",
    },
    numbers=french_numbers(),
    soft_numbers=words("un une premier première second seconde neuf neuve cent"),
)

"""The French words that the phrases are made of."""

from __future__ import annotations

from jobs.minds.rules.tongues.latin import NAME, is_name_of, reads_as_name

KIN = (
    r"(?:(?:demi-|beau-|belle-|grand-|arrière-grand-|petit-|petite-)?(?:frère|sœur|soeur|mère|père|fils|fille)"
    r"(?: jum(?:eau|elle)| aînée?| cadet(?:te)?)?|maman|papa|mamie|papi|papy|femme|mari|époux|épouse"
    r"|compagn(?:on|e)|conjointe?|copain|copine|fiancée?|oncle|tante|cousine?|neveu|nièce|bébé"
    r"|filleule?|parrain|marraine|jumeau|jumelle|partenaire|beau-frère|belle-sœur)"
)
PET = (
    r"(?:chien(?:ne)?|chiot|chat(?:te)?|chaton|lapine?|hamster|cochon d'Inde|perroquet|perruche|oiseau"
    r"|canari|tortue|serpent|lézard|gecko|cheval|jument|poney|âne|ânesse|poisson(?: rouge)?|rat(?:te)?"
    r"|souris|furet|poule|chèvre|iguane|chinchilla|hérisson|axolotl|brebis|mouton|poulain)"
)
MONTH = (
    r"(?:janvier|février|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre)"
)
DAY = rf"(?:\d{{1,2}}|1er|premier) {MONTH}(?: \d{{4}})?"
SPEECH = (
    r"(?:français|anglais|allemand|espagnol|italien|portugais|néerlandais|flamand|danois|suédois"
    r"|norvégien|finnois|islandais|polonais|tchèque|slovaque|slovène|hongrois|roumain|bulgare|croate"
    r"|serbe|bosniaque|albanais|grec|turc|russe|ukrainien|lituanien|letton|estonien|arabe|hébreu"
    r"|persan|farsi|kurde|hindi|ourdou|bengali|tamoul|télougou|thaï|thaïlandais|vietnamien"
    r"|indonésien|malais|tagalog|japonais|coréen|chinois|mandarin|cantonais|catalan|basque|galicien"
    r"|breton|occitan|corse|alsacien|irlandais|gallois|swahili|afrikaans|géorgien|arménien|mongol"
    r"|wolof|lingala|berbère|kabyle|créole|luxembourgeois|maltais|macédonien|zoulou|amharique"
    r"|népalais|espéranto|langue des signes)"
)
JOB_HEAD = (
    r"(?:analyste|guide|concept(?:eur|rice)|ingénieure?|professeure?|prof|enseignante?|institut(?:eur|rice)|médecin"
    r"|infirmi(?:er|ère)|avocate?|architecte|journaliste|photographe|programmeu(?:r|se)|développeu(?:r|se)"
    r"|cuisini(?:er|ère)|serveu(?:r|se)|boulang(?:er|ère)|pâtissi(?:er|ère)|bouch(?:er|ère)|menuisi(?:er|ère)"
    r"|charpenti(?:er|ère)|électricien(?:ne)?|plombi(?:er|ère)|mécanicien(?:ne)?|maçon(?:ne)?|peintre"
    r"|sculpt(?:eur|rice)|écrivaine?|auteure?|autrice|traduct(?:eur|rice)|interprète|comptable|économiste"
    r"|bibliothécaire|archiviste|libraire|vétérinaire|dentiste|pharmacien(?:ne)?|psychologue|biologiste"
    r"|géologue|physicien(?:ne)?|chimiste|mathématicien(?:ne)?|historien(?:ne)?|archéologue|sociologue"
    r"|musicien(?:ne)?|chant(?:eur|euse)|danseu(?:r|se)|act(?:eur|rice)|comédien(?:ne)?|réalisat(?:eur|rice)"
    r"|product(?:eur|rice)|édit(?:eur|rice)|rédact(?:eur|rice)|correct(?:eur|rice)|ambulanci(?:er|ère)"
    r"|secouriste|pompi(?:er|ère)|polici(?:er|ère)|gendarme|militaire|pilote|hôtesse|steward|conduct(?:eur|rice)"
    r"|chauffeu(?:r|se)|routi(?:er|ère)|marin|pêcheu(?:r|se)|agricult(?:eur|rice)|élev(?:eur|euse)|jardini(?:er|ère)"
    r"|fleuriste|apicult(?:eur|rice)|vigneron(?:ne)?|vendeu(?:r|se)|commerciale?|commerçante?|consultante?"
    r"|conseill(?:er|ère)|gérante?|direct(?:eur|rice)|administrat(?:eur|rice)|secrétaire|assistante?"
    r"|technicien(?:ne)?|cherch(?:eur|euse)|scientifique|entraîneu(?:r|se)|coach|monit(?:eur|rice)"
    r"|kinésithérapeute|kiné|thérapeute|orthophoniste|sage-femme|puéricultrice|aide-soignante?"
    r"|coiffeu(?:r|se)|esthéticien(?:ne)?|couturi(?:er|ère)|tailleu(?:r|se)|bijouti(?:er|ère)|horlog(?:er|ère)"
    r"|forgeron(?:ne)?|soudeu(?:r|se)|opticien(?:ne)?|notaire|juge|juriste|greffi(?:er|ère)|restaurat(?:eur|rice)"
    r"|conservat(?:eur|rice)|illustrat(?:eur|rice)|graphiste|animat(?:eur|rice)|présentat(?:eur|rice)"
    r"|chef(?:fe)?|second(?:e)? de cuisine|sommeli(?:er|ère)|géomètre|cartographe|météorologue|astronome"
    r"|statisticien(?:ne)?|barista|tatoueu(?:r|se)|scénariste|critique|décorat(?:eur|rice)|relieu(?:r|se)"
    r"|céramiste|poti(?:er|ère)|luthi(?:er|ère)|serruri(?:er|ère)|étudiante?|gardien(?:ne)?|botaniste|zoologiste"
    r"|chirurgien(?:ne)?|pédiatre|radiologue|éducat(?:eur|rice)|factrice|facteur|caissi(?:er|ère)|paysagiste"
    r"|urbaniste|informaticien(?:ne)?|responsable|chargée? de \w+|cadre|ouvri(?:er|ère)|artisane?|artiste"
    r"|océanographe|meuni(?:er|ère)|tonneli(?:er|ère)|brasseu(?:r|se)|fromag(?:er|ère)|verri(?:er|ère)|ébéniste|violoniste|pianiste|guitariste|capitaine|skipper"
    r"|instruct(?:eur|rice)|livreu(?:r|se)|standardiste|hôteli(?:er|ère)|nourrice|masseu(?:r|se)|ostéopathe|podologue"
    r"|diététicien(?:ne)?|nutritionniste|anesthésiste|cardiologue|dermatologue|banqui(?:er|ère)|courti(?:er|ère)"
    r"|magasini(?:er|ère)|manutentionnaire|horticult(?:eur|rice)|pépiniériste|documentaliste|ergothérapeute|psychiatre)"
)
JOB = rf"{JOB_HEAD}(?: (?:de |d'|en |des |du )[a-zéèêàçœ]+(?: [a-zéèêàç]+)?| [a-zéèêàç]+(?:el|elle|al|ale|ique|iste|ier|ière))?"
ANY_JOB = (
    r"[a-zéèêàçœ-]{4,}(?: (?:de |d'|en |des |du )[a-zéèêàçœ]+| [a-zéèêàç]+(?:el|elle|al|ale|ique))?"
)
PERSON_NOT = is_name_of(
    "Je", "Tu", "Il", "Elle", "On", "Nous", "Vous", "Le", "La", "Les", "Mon", "Ma", "Mes", "Dieu",
    "Merci", "Bonjour", "Salut", "Bélier", "Taureau", "Gémeaux", "Cancer", "Lion", "Vierge", "Balance",
    "Scorpion", "Sagittaire", "Capricorne", "Verseau", "Poissons", "Française?", "Belge", "Suisse", "Bretonn?e?",
    r"(?:Canad|Ital|Paris|Algér|Tunis|Europé)ien(?:ne)?", "Espagnole?", "Allemande?", "Anglaise?", "Américaine?",
    "Marocaine?", "Portugaise?", "Québécoise?", "Russe", "Catholique", "Musulmane?", "Juive?", "De", "En", "Que", "Oui", "Non",
)  # fmt: skip
STYLE = (
    r"(?:(?:court|brèv|bref|concis|succinct|détaillé|approfondi|exhausti|long(?:ue)?|simple|direct|formel|informel"
    r"|technique|clair|précis|structuré|schématique|résumé|numéroté|compl[eè]t|amical|drôle|sincère|honnête"
    r"|laconique|minutieu|sobre|développé|rapide|poétique|franch|illustré|neutre|objecti|pratique|sec|sèche"
    r"|soutenu|familier|familière|synthétique|ordonné|aéré|argumenté|nuancé)(?:e|es|s|le|les|ve|ves|fs|f|se|ses|x|te|tes)?"
    r"|pas à pas|étape par étape|à puces|en puces|sous forme de (?:liste|puces)|avec des exemples)(?: et \w+)?"
)
ANSWERS = r"(?:réponses|explications|résumés|textes|messages|précisions)"
UNITS = r"(?:métriques?|impériales?|impérial|anglo-saxonnes?|internationales?|britanniques?)"
DIET = (
    r"(?:végétarien(?:ne)?s?|végane?s?|vegane?s?|végétalien(?:ne)?s?|pescétarien(?:ne)?|pesco-végétarien(?:ne)?"
    r"|flexitarien(?:ne)?|crudivore|casher|kasher|halal|keto|cétogène|paléo|méditerranéen(?:ne)?|macrobiotique"
    r"|sans (?:gluten|lactose|sucre|sel|laitages|produits laitiers|œufs|noix|viande|blé|soja|alcool|fructose|porc|arachides)"
    r"|(?:pauvre|riche)s? en \w+|hypocalorique|hyperprotéinée?|cœliaque|low-carb|végé)"
)
NOW = (
    r"(?:,? (?:maintenant|finalement|enfin|récemment|désormais|actuellement|aussi|toujours|beaucoup|bien|vraiment|surtout|encore"
    r"|dorénavant|à présent|en ce moment|souvent|énormément|tellement|trop|particulièrement|très|déjà"
    r"|depuis \w+(?: \w+)?|uniquement|exclusivement|strictement|seulement|plutôt|avec [\w' ]{2,25}?))*"
)
BUILD = r"(?:développe|dirige|crée|construis|programme|conçois|gère|pilote|monte|mène|prépare|écris|lance|anime|bricole|coordonne)"
A_PROJECT = (
    r"(?:(?:un|une|le|la|mon|notre)(?: \w+)? (?:projet|application|appli|jeu|site|blog|programme"
    r"|produit|outil|logiciel|livre|roman|podcast|cours|film)(?: \w+)?(?:,? (?:qui s'appelle|nommée?|appelée?|baptisée?|du nom de|intitulée?))?,? )?"
)
A_GAME = r"(?:(?:le|la) (?:jeu|série|groupe|chanson|film) )?"
THING = rf"{A_GAME}(?P<v>{NAME})"
AT = r"(?:à|au|aux|en|dans|sur|du côté de)"
NEW_JOB = r"(?:changé d(?:e |')|[Nn]ouve(?:au|l|lle) )(?:boîte|boulot|job|poste|travail|taf|employeur|emploi|entreprise)"
WORKPLACE = (
    r"(?:clinique|hôpital|école|lycée|collège|banque|librairie|boulangerie|restaurant|cabinet|agence|usine|atelier"
    r"|magasin|société|start-up|université|garage|hôtel|théâtre|pharmacie|studio|laboratoire|fondation)"
)
SUBJECT = r"(?:[Jj]e |[Jj]')"


def is_person(value: str) -> bool:
    """Whether a value can be a person."""
    return reads_as_name(value, PERSON_NOT)

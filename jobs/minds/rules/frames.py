"""What a message gives as somebody else's words or plays with: none of it is its speaker's fact.

quoted   "…" with a first person in it: whoever says it, it is shown and not said
report   "the form says: …": the sentence is another text's
frame    "let's play …", "fill in the template: …": from here on nothing is meant
joke     "just kidding": nothing of the message was meant
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_NEVER = re.compile(r"(?!)")
_QUOTED = re.compile(
    r"\"[^\"]+\"|[\u201c\u201e\u201d][^\u201c\u201d]+[\u201c\u201d]|\u00ab[^\u00ab\u00bb]+\u00bb"
    r"|\u00bb[^\u00ab\u00bb]+\u00ab|\u300c[^\u300c\u300d]+\u300d"
    r"|(?<![\w'])['\u2018][^'\u2018\u2019]*(?:['\u2019]\w[^'\u2018\u2019]*)*['\u2019](?!\w)"
)
SHOWN = "[\u2026]"  # stands for what is quoted; a sentence with it is not read


@dataclass(frozen=True, kw_only=True, slots=True)
class Frames:
    """A language's words; each is searched in one sentence."""

    person: re.Pattern[str]  # the first person
    frame: re.Pattern[str] = _NEVER
    report: re.Pattern[str] = _NEVER
    joke: re.Pattern[str] = _NEVER


_TEXTS = (
    r"(?:form|flyer|flier|leaflet|sign|headline|song|lyrics|letter|e-?mail|message|postcard|card"
    r"|book|novel|poem|article|ad|advert|advertisement|poster|caption|script|template|example"
    r"|sentence|phrase|line|quote|review|blurb|bio|blog|website|site|app|screen|label|badge|note"
    r"|chorus|verse|joke|riddle|fortune cookie|horoscope|dialogue|transcript|subtitle|t-?shirt"
    r"|sticker|tattoo|banner|billboard|slogan|motto|placeholder|prompt|exercise|question|text)"
)
_TEXTE = (
    r"(?:Formular|Flyer|Flugblatt|Schild|Schlagzeile|Lied|Song|Brief|E-?Mail|Mail|Nachricht"
    r"|Postkarte|Karte|Buch|Roman|Gedicht|Artikel|Anzeige|Plakat|Text|Drehbuch|Vorlage|Beispiel"
    r"|Satz|Zitat|Bewertung|Blog|Webseite|Website|Seite|App|Bildschirm|Etikett|Zettel|Refrain"
    r"|Strophe|Witz|Rätsel|Horoskop|Dialog|Untertitel|T-?Shirt|Aufkleber|Slogan|Motto|Platzhalter"
    r"|Aufgabe|Frage|Übung|Muster|Beispielsatz|Glückskeks|Überschrift|Titel)"
)
_TEXTES = (
    r"(?:formulaire|prospectus|annonce|affiche|dépliant|brochure|pub|publicité|chanson|paroles|refrain|couplet|poème"
    r"|dialogue|scénario|scène|sketch|exemple|texte|script|roman|film|livre|blague|devinette|texto|sms|message|mail"
    r"|courriel|lettre|carte|tweet|post|titre|légende|énoncé|exercice|consigne|pancarte|panneau|étiquette|enseigne"
    r"|profil|CV|blog|site|article|critique|citation|phrase|proverbe|dicton|slogan|devise|horoscope|répondeur|tatouage"
    r"|t-?shirt|autocollant|sous-titre|modèle|question)"
)
_TEXTOS = (
    r"(?:formulario|folleto|anuncio|cartel|letrero|publicidad|canción|letra|estribillo|estrofa|poema|diálogo|guion|guión"
    r"|escena|ejemplo|texto|novela|película|libro|chiste|adivinanza|mensaje|correo|carta|postal|tarjeta|tuit|publicación"
    r"|título|titular|enunciado|ejercicio|consigna|perfil|currículum|blog|página|artículo|reseña|cita|frase|refrán|eslogan"
    r"|lema|horóscopo|contestador|tatuaje|camiseta|pegatina|subtítulo|plantilla|pregunta|etiqueta|pantalla|nota)"
)
FRAMES = {
    "en": Frames(
        person=re.compile(r"\b(?:I|I['\u2019]\w+|[Mm]y|me|we|We|[Oo]ur)\b"),
        frame=re.compile(
            r"\blet['\u2019]?s (?:play|pretend|imagine|role-?play|say|suppose|assume|improvise|do a role)\b"
            r"|^\W*(?:now )?(?:imagine|pretend|suppose|picture (?:this|that)|role-?play|act as)\b"
            r"|\byou(?: are|['\u2019]re| will be|['\u2019]ll be) (?:an?|the) [\w ]+ (?:and|,) I\b"
            r"|\bfill in (?:the|this|a)\b|\bfor the sake of argument\b|\bhypothetically\b"
            r"|\b(?:in theory|theoretically)\b|^\W*(?:as an|for) (?:example|instance)\b"
            r"|^\W*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:translate|proofread|rewrite"
            r"|rephrase|paraphrase|summari[sz]e|polish)\b"
            r"|^\W*(?:please )?(?:(?:can|could|would) you )?(?:please )?(?:write|draft|compose)"
            r" (?:me |us )?(?:an?|the|some) "
            rf"|\bhere(?:['\u2019]s| is| are) (?:an?|the|my|some|our) (?:\w+ )?{_TEXTS}s?\b"
            rf"|\btake (?:the|this) {_TEXTS}\b|\bsay (?:someone|somebody|I|you|that|we)\b"
            rf"|\b(?:my|the|our) (?:character|protagonist|hero|heroine|narrator|persona|avatar)\b",
            re.IGNORECASE,
        ),
        report=re.compile(
            rf"\b(?:the|an?|my|this|his|her|their|our) (?:\w+ )?{_TEXTS}\b(?: \w+){{0,4}}?:"
            r"|^\W*(?:in|on) (?:the|an?|my|our|this|that) (?:\w+ )?(?:play|film|movie|scene|show|sketch"
            r"|series|musical|opera|dream|text|stage|story|game|skit|dialogue|role)\b"
            rf"|\b{_TEXTS} (?:says|said|reads?|goes|went|states|claims|insists|thinks)\b"
            r"|\b(?:text(?:ed|s)|wrote|writes|posted|tweeted|messaged|e-?mailed|shout(?:ed|s)|yelled"
            r"|sang|sings|answered|replied|joked|whispered|announced|repl(?:ies|ied)|repeats)"
            r"(?: \w+){0,3}:"
            r"|\b(?:everyone|everybody|people|they|he|she|some|most) (?:all |still |always )*(?:thinks?"
            r"|assumes?|believes?|figures?|supposes?|guess(?:es)?|keeps? (?:saying|telling))\b",
            re.IGNORECASE,
        ),
        joke=re.compile(
            r"\b(?:just|only|i['\u2019]?m|am|was) (?:just )?(?:kidding|joking|messing with you|teasing"
            r"|pulling your leg)\b|\bjust a joke\b|\bapril fools?\b|^\W*(?:kidding|joking|jk)\b",
            re.IGNORECASE,
        ),
    ),
    "de": Frames(
        person=re.compile(r"\b(?:ich|mein\w*|mir|mich|wir|uns(?:er\w*)?)\b", re.IGNORECASE),
        frame=re.compile(
            r"\b(?:lass(?:t|en Sie)? uns|wollen wir|wir) (?:\w+ )?(?:ein (?:Spiel|Rollenspiel)|so tun"
            r"|spielen|annehmen)\b|^\W*(?:stell(?:en Sie)? (?:dir|sich) vor|nehmen wir(?: mal)? an"
            r"|angenommen|tu so|gesetzt den Fall)\b|\bRollenspiel\b|\b(?:rein )?(?:theoretisch"
            r"|hypothetisch)\b|^\W*(?:zum|als) Beispiel\b"
            r"|\bdu bist (?:ein(?:e)?|der|die|das)? ?[\w ]+ und ich (?:bin|spiele)\b"
            r"|^\W*(?:bitte )?(?:(?:kannst|könntest|würdest) du (?:bitte )?)?(?:übersetz\w*|umformulier\w*"
            r"|formulier\w*|füll\w*|schreibe? (?:mir )?ein(?:en|e)?) "
            rf"|\bhier (?:ist|sind|kommt|mein) (?:ein(?:e)?|der|die|das|mein(?:e)?) (?:\w+ )?{_TEXTE}\b"
            rf"|\b(?:nimm|nehmen wir) (?:als Beispiel )?(?:den|die|das|diesen|folgenden) {_TEXTE}\b"
            r"|\bmeine? (?:Figur|Heldin?|Protagonist(?:in)?|Erzähler(?:in)?|Spielfigur|Avatar)\b",
            re.IGNORECASE,
        ),
        report=re.compile(
            rf"\b(?:{_TEXTE}|d(?:a|o)rt|drauf|darauf)\b[\w ]{{0,25}}? ?(?:steht|stand|heißt es|hieß es"
            r"|lautet|lautete|sagt|geht|beginnt|liest man|war|ist)\b(?: nur)?(?:[:,]|$| dass)"
            rf"|\b(?:der|die|das|den|dem|ein|eine|einen|einem|einer|mein\w*|im|vom|zum) (?:\w+ )?{_TEXTE}(?: \w+){{0,4}}:"
            r"|^\W*(?:im|in (?:dem|der|einem|einer|meinem|meiner)|auf der) (?:Stück|Film|Szene|Serie|Spiel|Bühne"
            r"|Theaterstück|Musical|Oper|Traum|Sketch|Rolle|Geschichte|Roman|Text)\b"
            r"|\b(?:geschrieben|getextet|gepostet|gerufen|gesimst|gemailt|vorgelesen|geantwortet|schrieb"
            r"|postete|rief|sang|mailte|antwortete|verkündete|textete)(?: \w+){0,3}:"
            r"|\b(?:alle|jeder|man|die leute|viele|manche|meisten|sie|er) (?:\w+ )?(?:denk(?:en|t)"
            r"|glaub(?:en|t)|mein(?:en|t)|vermute[nt]|behaupte[nt]|halten mich)\b",
            re.IGNORECASE,
        ),
        joke=re.compile(
            r"\b(?:nur|kleiner|war ein|ein|bloß) (?:Spaß|Spässchen|Späßchen|Scherz|Witz)\b(?! (?:an|mit))"
            r"|\bich (?:scherze|mache nur (?:Spaß|Witze))\b|\bSpaß beiseite\b|\bApril,? April\b",
            re.IGNORECASE,
        ),
    ),
    "fr": Frames(
        person=re.compile(
            r"\b(?:je|moi|mon|ma|mes|me|nous|notre|nos)\b|\b[jm]['\u2019]", re.IGNORECASE
        ),
        frame=re.compile(
            r"^\W*(?:(?:s['\u2019]il te plaît|peux-tu|pourrais-tu|tu peux|tu pourrais|aide[- ]moi à)[, ]+)*(?:me |m['\u2019])?"
            r"(?:traduis|traduire|corrige[rz]?|reformule[rz]?|paraphrase[rz]?|complète|invente|imagine[rz]?|imaginons|jouons"
            r"|joue (?:le|un|une|à)|supposons|suppose que|admettons|mettons que|fais(?:ons)? (?:comme si|semblant)"
            r"|(?:écris|écrire|rédige[rz]?)(?:-moi)? (?:un|une|des|le|la) (?!réponses?)|(?:écrire|rédiger)\s?:)"
            r"|\bjeu de rôle|\b(?:en théorie|théoriquement|hypothétiquement|par hypothèse)\b"
            r"|^\W*(?:par exemple|à titre d['\u2019]exemple)\b|\bdans la peau d|\bpour de faux\b|\bpour rire\b"
            r"|\b(?:mon|ma|notre|le|la) (?:personnage|héros|héroïne|protagoniste|narrat(?:eur|rice)|avatar)\b"
            rf"|\bvoici (?:un|une|le|la|mon|ma|notre|l['\u2019]) ?(?:\w+ )?{_TEXTES}\b|\bquelqu['\u2019]un (?:dit|écrit)",
            re.IGNORECASE,
        ),
        report=re.compile(
            rf"\b{_TEXTES}\b[^:,.]{{0,40}}:|\b{_TEXTES}\b(?: \w+){{0,3}} (?:dit|disait|indique|précise|fait|affirme|annonce)\b"
            r"|\b(?:dit|dis|disait|disent|répète|répètent|répond|répondu|écrit|écrivait|écrivent|lit|chante|crie|crié|affirme"
            r"|demande|posté|tweeté|texté|annoncé|lu|lancé)(?:[ ,]\w+){0,3} ?:"
            r"|\bà (?:t['\u2019]|l['\u2019]|vous |les )entendre\b|\ba (?:dit|écrit|répondu|texté|crié|lancé),? (?:je|mon|ma|j['\u2019])"
            r"|^(?!.*\b(?:reten|not|souven|rappel|oubli))\W*[^:]*\b(?:tu|te|toi|ton|ta|tes|vous|votre)\b[^:]*:"
            r" ?(?:je|j['\u2019]|mon|ma|moi|nous)"
            r"|^\W*(?:le|la|les|l['\u2019]|une?|ce|cette|cet|son|sa|sur|dans|au|aux)(?!\w*nouvelle|\w*vérité)\b"
            r"(?:(?!\b(?:je|j['\u2019]|mon|ma|mes|nous|notre|nouvelle|vérité)\b)[^:])*: ?(?:je|j['\u2019]|mon|ma|moi|nous)",
            re.IGNORECASE,
        ),
        joke=re.compile(
            r"\bje (?:plaisante|rigole|blague|déconne)\b|\bc['\u2019](?:est|était) (?:juste )?(?:une blague|pour rire)\b"
            r"|\bpoisson d['\u2019]avril\b|\bblague à part\b",
            re.IGNORECASE,
        ),
    ),
    "es": Frames(
        person=re.compile(
            r"\b(?:yo|mi|mis|me|nos|soy|estoy|tengo|vivo|vivimos|trabajo|uso|como|hablo|odio|detesto)\b",
            re.IGNORECASE,
        ),
        frame=re.compile(
            r"^\W*(?:(?:por favor|puedes|podrías|me puedes|ayúdame a)[, ]+)*"
            r"(?:traduce|traducir|corrige|corregir|reformula|reformular|parafrasea|completa|inventa|imagina|imaginemos"
            r"|juguemos|juega|supón|supongamos|pongamos que|digamos que|haz (?:como|de)|hagamos como|finge|finjamos"
            r"|(?:escribe|escribir|redacta|redactar)(?:me)? (?:una?|el|la|unos|unas) (?!respuestas?)|(?:escribir|redactar):)"
            r"|\bjuego de rol|\b(?:en teoría|teóricamente|hipotéticamente)\b|^\W*por ejemplo\b|\ben la piel de\b"
            r"|\b(?:mi|nuestr[oa]|el|la) (?:personaje|héroe|heroína|protagonista|narrador|narradora|avatar)\b"
            rf"|\b(?:este|esta|aquí) (?:es|está|va|tienes) (?:un|una|el|la|mi) (?:\w+ )?{_TEXTOS}\b|\balguien (?:dice|escribe)\b",
            re.IGNORECASE,
        ),
        report=re.compile(
            rf"\b{_TEXTOS}\b[^:,.]{{0,40}}:|\b{_TEXTOS}\b(?: \w+){{0,3}} (?:dice|decía|pone|ponía|reza|indica|aclara|afirma|hace)\b"
            r"|\b(?:dice|dicen|dijo|decía|decían|repite|repiten|responde|respondió|contesta|contestó|escribe|escribió|escribieron"
            r"|pone|ponía|lee|leí|canta|grita|gritó|afirma|pregunta|publicó|tuiteó|anunció)(?:[ ,]\w+){0,3}:"
            r"|^(?!.*\b(?:rec(?:ord|uerd)|apunt|anot|olvid))\W*[^:]*\b(?:tú|te|ti|tu|tus|usted|dime|oyes)\b[^:]*:"
            r" ?(?:yo|mi|me|nos|soy|vivo|trabajo|uso|tengo|como|odio|detesto)\b"
            r"|^\W*(?:el|la|los|las|una?|est[ea]|ese|esa|su|en el|en la|en su)\b"
            r"(?:(?!\b(?:yo|mi|mis|me|nos|nuestr[oa]|novedad|noticia|verdad|cosa|caso)\b)[^:])*:"
            r" ?(?:yo|mi|me|nos|soy|vivo|trabajo|uso|tengo|como|odio|detesto)\b",
            re.IGNORECASE,
        ),
        joke=re.compile(
            r"\b(?:es|era) (?:una )?broma\b|\bbromeo\b|\b(?:estoy|estaba) bromeando\b|\bes un chiste\b|\b(?:en|de) broma\b"
            r"|\bbromas aparte\b|\bfuera de broma\b|\bdía de los inocentes\b",
            re.IGNORECASE,
        ),
    ),
}
_NONE = Frames(person=re.compile(r"\bI\b"))


def own_part(lines: list[str], language: str) -> list[str]:
    """Return the lines of a message as far as they are meant; quoted speech is masked."""
    frames = FRAMES.get(language, _NONE)
    own = [_masked(line, frames) for line in lines]
    if any(frames.joke.search(line) for line in own):
        return []
    meant: list[str] = []
    for line in own:
        if begins := frames.frame.search(line):
            return [*meant, _before(line, begins.start())]
        meant.append(line)
    return meant


def is_report(sentence: str, language: str) -> bool:
    """Whether a sentence gives what another text or person says."""
    return FRAMES.get(language, _NONE).report.search(sentence) is not None


def _masked(line: str, frames: Frames) -> str:
    def mask(quoted: re.Match[str]) -> str:
        return f'"{SHOWN}"' if frames.person.search(quoted[0]) else quoted[0]

    return _QUOTED.sub(mask, line)


def _before(line: str, frame: int) -> str:
    """Return the whole sentences of a line before the one in which a frame begins."""
    ends = [end.end() for end in re.finditer(r"[.!?\u2026\u3002]\s*", line[:frame])]
    return line[: ends[-1]] if ends else ""

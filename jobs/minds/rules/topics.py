"""What a short answer is about: the slot that a question asked for, or an own sentence opened.

    "I've moved."  "Oh, where to?"  "Karlund it is."   →  home: Karlund

A topic lives for one answer: any other sentence closes it. No pronoun is followed, but the one
that names the pet or the kin told of in the speaker's last sentence: "I have a cat." "Its name is …"
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from jobs.minds.rules.tongues import cjk_topics as cjk
from jobs.minds.rules.tongues.latin import PLACE, is_name_of, reads_as_name
from memory_core.index.slots import Slot, SlotValue

_END_MARKS = " .!\u2026\u3002\uff01"
_ASKS = re.compile(r"[?\uff1f]|か。?\s*$")


@dataclass(frozen=True, kw_only=True, slots=True)
class Topics:
    """A language's ways to open a topic, to ask for it, and to answer in a word."""

    opened: Mapping[Slot, re.Pattern[str]]  # a whole own sentence, or one up to its colon
    asked: Mapping[Slot, re.Pattern[str]]  # within an assistant's last sentence
    bare: re.Pattern[str]  # a question that asks on: "Where to?"
    answer: re.Pattern[str]  # a whole sentence with the group `v`
    no_name: re.Pattern[str]
    named: re.Pattern[str] | None = None  # names somebody of whom an own sentence told before


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_HAVE = r"(?:I|we)(?:'ve| have)?(?: just| finally| recently| also| now)*"
_EN = Topics(
    opened={
        Slot.HOME: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_HAVE} (?:moved|relocated)(?: house| home| again| away| out| recently| last \w+"
            r"| this \w+)*|(?:my|our) address (?:has )?changed|(?:about|as for|regarding|on) (?:my|our)"
            rf" (?:home|house|address|flat|place|move)|(?:my |our |the )?new (?:home|address|place|town|city)(?: since \w+)?|{_HAVE} (?:got |have )?a new (?:address|home|flat|place|house)"
        ),
        Slot.EMPLOYER: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_HAVE} (?:got |have |started |found |landed |taken |took )?an? new (?:job|employer|position)(?: now)?"
            rf"|{_HAVE} (?:changed|switched) (?:my )?(?:jobs?|employers?|companies)(?: again| recently| last \w+)*"
            r"|my employer (?:has )?changed|(?:my |the )?new (?:job|employer|company|workplace)(?: since \w+)?|(?:about|as for|regarding|on) my (?:new )?(?:job|work|employer)"
            rf"|{_HAVE} (?:left|quit) my (?:old )?job"
        ),
    },
    asked={
        Slot.HOME: _any_case(
            r"\bwhere (?:do you live|are you (?:living|based)|have you moved|did you move|is (?:home|your new (?:home|place)))"
            r"|\b(?:which|what) (?:town|city|place|village) (?:do you live|are you|did you|have you)"
        ),
        Slot.EMPLOYER: _any_case(
            r"\bwhere (?:do you work|are you working|is your (?:new )?job)|\bwho (?:do you work for|is your (?:new )?employer)"
            r"|\b(?:which|what) (?:company|firm)\b.{0,30}\byou\b"
        ),
        Slot.NICKNAME: _any_case(
            r"\bwhat (?:should|can|may|shall|do) (?:I|we|people|your friends) call you|\bhow (?:should|shall|may) I (?:call|address) you"
            r"|\bwhat do you go by|\bwhat would you like to be called"
        ),
        Slot.NAME: _any_case(r"\bwhat(?:'s| is) your (?:full )?name|\bmay I (?:ask|have) your name"),
    },
    bare=_any_case(
        r"(?:^|[.!,] )(?:and |so |oh,? |really\? )?(?:where|where to|which one|who with|with whom|what's it called"
        r"|what is it called|at which (?:one|company)|to which (?:town|city))(?: now| then| exactly)?\?\W*$"
    ),
    answer=re.compile(
        r"(?:(?i:well|oh|yes|yeah|ok|so|now|and|just|to|in|at|with|for|it's|it is|that's|that is|I'm|I am|we're"
        r"|I'm now|call me|please|my name is|called|named|the (?:new )?(?:town|city|village|place|company|firm|employer"
        r"|one|name)(?: is|'s)(?: now)?(?: called| named)?)[, ]+)*"
        rf"(?P<v>{PLACE})"
        r"(?:,? (?:it is|now|these days|from now on|please|is fine|will do|is my name|for short))*"
    ),
    no_name=is_name_of(
        "Thanks", "Thank", "Sorry", "Sure", "Nowhere", "Somewhere", "Never", "Nothing", "Fine", "Hello", "Hi",
        "Hey", "Why", "What", "Where", "How", "Who", "Please", "Bye", "Perfect", "Cool", "Home", "Great", "Good",
        "Yes", "No", "Nope", "Yep", "Ok", "Okay", "Maybe", "Later", "It", "I", "You", "We", "That", "This", "The",
        "Not", "Right", "Exactly", "Well", "Guess", "Let", "Still", "Secret", "Nobody", "None", "Both", "Here",
        "There", "Whatever", "Anything", "Everything", "Someone", "My", "Our", "Can", "Could", "And", "But",
    ),
)  # fmt: skip
_ICH_HABE = r"(?:ich habe|habe ich|wir haben|ich hab)(?: \w+){0,3}?"
_DE = Topics(
    opened={
        Slot.HOME: _any_case(
            r"(?:.{0,25}[,.!] )?(?:ich bin|wir sind|bin|sind)(?: \w+){0,4} (?:umgezogen|weggezogen)"
            r"|(?:meine? )?neue[rs]? (?:adresse|anschrift|wohnort|zuhause)(?: seit \w+)?|meine (?:adresse|anschrift) hat sich geändert|(?:zu|was) meine[rm]? (?:adresse|wohnort|umzug|wohnung|zuhause)"
            rf"(?: angeht| betrifft)?|{_ICH_HABE} (?:eine neue (?:adresse|wohnung|anschrift)|ein neues (?:zuhause|haus))"
        ),
        Slot.EMPLOYER: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_ICH_HABE} (?:den|meinen|die|meine) (?:job|arbeitgeber|arbeitsplatz|stelle|firma) gewechselt"
            rf"|{_ICH_HABE} (?:einen neuen (?:job|arbeitgeber|arbeitsplatz)|eine neue (?:stelle|arbeit|anstellung))"
            r"|(?:mein |meine )?neue[rs]? (?:arbeitgeber|job|stelle|firma|arbeit)(?: seit \w+)?|(?:zu|was) meine[rm]?n? (?:neuen )?(?:job|arbeit|stelle|arbeitgeber)(?: angeht| betrifft)?"
        ),
    },
    asked={
        Slot.HOME: _any_case(
            r"\bwo (?:wohnst|lebst|wohnt|lebt) (?:du|ihr)|\bwohin (?:bist|seid) (?:du|ihr)|\bin welche[rm]? (?:stadt|ort)"
        ),
        Slot.EMPLOYER: _any_case(
            r"\bwo arbeitest du|\bbei (?:wem|welcher firma)|\bwer ist dein (?:neuer )?arbeitgeber|\bfür wen arbeitest"
        ),
        Slot.NICKNAME: _any_case(
            r"\bwie (?:soll|darf|kann) ich dich (?:nennen|ansprechen|rufen)|\bwie (?:möchtest|willst) du genannt"
            r"|\bwie nennt man dich"
        ),
        Slot.NAME: _any_case(r"\bwie (?:heißt du|ist dein (?:voller )?name|lautet dein)"),
    },
    bare=_any_case(
        r"(?:^|[.!,] )(?:und |oh,? |ach,? )?(?:wo|wohin|bei wem|welche|wie heißt sie|wie heißt (?:er|es|der ort))(?: denn| genau| jetzt)?\?\W*$"
    ),
    answer=re.compile(
        r"(?:(?i:na ja|naja|also|ja|und|nun|jetzt|inzwischen|nach|in|bei|zu|es ist(?: jetzt)?|das ist|ich bin jetzt"
        r"|jetzt ist es|nenn mich|einfach|ich heiße|mein name ist|de[rn] (?:neue )?(?:ort|arbeitgeber)(?: heißt| ist)"
        r"|die (?:neue )?(?:stadt|firma)(?: heißt| ist))[, ]+)*"
        rf"(?P<v>{PLACE})"
        r"(?:,? (?:ist es|ist's|heißt (?:er|sie|es|der ort|die firma)|jetzt|nun|genügt|reicht|bitte|geworden))*"
    ),
    no_name=is_name_of(
        "Danke", "Bitte", "Ja", "Nein", "Nö", "Doch", "Klar", "Gut", "Gerne?", "Nirgends", "Irgendwo", "Egal",
        "Hallo", "Hi", "Hey", "Was", "Wo", "Wie", "Wer", "Warum", "Tschüss", "Perfekt", "Toll", "Super", "Ich",
        "Du", "Er", "Sie", "Es", "Wir", "Das", "Die", "Der", "Den", "Ein", "Eine", "Mein", "Meine", "Hause",
        "Zuhause", "Nichts", "Alles", "Genau", "Stimmt", "Okay", "Ok", "Vielleicht", "Später", "Geheim", "Niemand",
        "Keine?", "Hier", "Dort", "Kannst", "Könntest", "Und", "Aber", "Moment", "Spaß", "Quatsch", "Urlaub",
    ),
)  # fmt: skip
_J_AI = r"(?:(?:je|j')\s?(?:ai|viens de)|on a|on vient de|nous avons|nous venons de)(?: \w+){0,2}?"
_TRAVAIL = r"(?:boulot|travail|job|poste|taf|employeur|emploi|boîte|entreprise)"
_FR = Topics(
    opened={
        Slot.HOME: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_J_AI} (?:déménagé|déménager)(?: enfin| encore| récemment| \w+ \w+ (?:dernier|dernière))?"
            rf"|{_J_AI} (?:changé|changer) (?:d'adresse|de (?:ville|maison|appart\w*|quartier))|mon adresse a changé"
            r"|(?:changement|nouvelle|nouveau) (?:d'adresse|adresse|domicile|logement)"
            r"|(?:à propos de|concernant|côté|pour) (?:mon |ma |notre )?(?:adresse|logement|maison|appart\w*|ville|déménagement)"
            rf"|{_J_AI} une? nouve(?:l|lle|au) (?:adresse|maison|appart\w*|logement)"
        ),
        Slot.EMPLOYER: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_J_AI} (?:changé|changer) (?:de |d'){_TRAVAIL}(?: \w+ \w+ (?:dernier|dernière))?"
            rf"|{_J_AI} (?:une? |trouver une? )?nouve(?:l|lle|au) {_TRAVAIL}|nouve(?:l|lle|au) {_TRAVAIL}(?: depuis \w+)?"
            rf"|(?:à propos de|concernant|côté|pour) (?:mon |ma |le )?(?:nouve(?:l|lle|au) )?{_TRAVAIL}"
        ),
    },
    asked={
        Slot.HOME: _any_case(
            r"\boù (?:est-ce que )?(?:(?:tu|vous) (?:habit|vi[sv]|as|avez)\w*|habit\w+-(?:tu|vous)|vi\w+-(?:tu|vous)"
            r"|(?:as-tu|avez-vous) déménagé)|\bdans quelle ville|\bquelle est (?:ta|votre) (?:nouvelle )?(?:adresse|ville)"
        ),
        Slot.EMPLOYER: _any_case(
            r"\b(?:où|chez qui|pour qui|dans quelle (?:entreprise|boîte|société)) (?:est-ce que )?(?:(?:tu|vous) "
            r"(?:travaill|boss)\w+|(?:travaill|boss)\w+-(?:tu|vous))|\bqui est (?:ton|votre) (?:nouvel )?employeur"
        ),
        Slot.NICKNAME: _any_case(
            r"\bcomment (?:est-ce que )?(?:je (?:peux|dois) (?:t'|vous )appeler|(?:puis|dois)-je (?:t'|vous )appeler"
            r"|(?:veux-tu|voulez-vous|tu veux|vous voulez) (?:que je (?:t'|vous )appelle|être appelée?))"
        ),
        Slot.NAME: _any_case(
            r"\bcomment (?:tu t'appelles|t'appelles-tu|vous appelez-vous|vous vous appelez)"
            r"|\bquel est (?:ton|votre) (?:prénom|nom)"
        ),
    },
    bare=_any_case(
        r"(?:^|[.!,] ?)(?:et |ah,? |oh,? |alors,? )?(?:où|où ça|chez qui|vers où|dans quelle \w+|laquelle|c'est où"
        r"|comment s'appelle-t-(?:il|elle)|comment ça s'appelle)(?: donc| exactement| maintenant)? ?\?\W*$"
    ),
    answer=re.compile(
        r"(?:(?i:eh bien|bah|ben|oui|alors|maintenant|désormais|à|au|en|aux|dans|chez|pour|c'est|ce sera|je suis"
        r"|j'habite|je travaille|appelle-moi|plutôt|je m'appelle|mon nom est|la (?:nouvelle )?(?:ville|boîte|entreprise)"
        r"(?:,? c'est| s'appelle| est))[, ]+)*"
        rf"(?P<v>{PLACE})(?:,? (?:maintenant|désormais|à présent|s'il te plaît|suffit|tout court|merci))*(?:, (?:au|à|près|dans|en|sur|avec) [\w' ]{{2,40}})?"
    ),
    no_name=is_name_of(
        "Merci", "Pardon", "Désolée?", "Oui", "Non", "Si", "Nulle", "Rien", "Jamais", "Bonjour", "Salut", "Pourquoi",
        "Quoi", "Où", "Comment", "Qui", "Parfait", "Super", "Bien", "Bon", "Je", "Tu", "Il", "Elle", "On", "Nous",
        "Vous", "Ils", "Ce", "Ça", "C'est", "Le", "Les", "Un", "Une", "Mon", "Ma", "Mes", "Ici", "Là", "Peut",
        "Aucune?", "Personne", "Secret", "Devine", "Exact", "Voilà", "Tout", "Plus", "Pas", "Encore", "Et", "Mais",
    ),
)  # fmt: skip
_HE = r"(?:me|nos|ya me|ya nos)(?: he| hemos| acabo de| acabamos de)?"
_TRABAJO = r"(?:trabajo|empleo|curro|puesto|empresa|compañía)"
_ES = Topics(
    opened={
        Slot.HOME: _any_case(
            rf"(?:.{{0,25}}[,.!] )?{_HE} (?:mudado|mudé|mudamos|trasladado|trasladé)(?: por fin| otra vez| hace poco"
            r"| (?:el|la) \w+ pasad[oa])?|(?:he cambiado|cambié|cambiamos|hemos cambiado) de (?:ciudad|casa|piso|dirección|barrio)"
            r"|(?:cambio de|nueva|mi nueva) (?:dirección|casa|domicilio)|mi dirección ha cambiado|acabo de mudarme"
            r"|(?:sobre|acerca de|en cuanto a) mi (?:casa|dirección|ciudad|mudanza|piso)|tengo (?:nueva )?(?:dirección nueva"
            r"|casa nueva|dirección|nuevo piso)"
        ),
        Slot.EMPLOYER: _any_case(
            rf"(?:.{{0,25}}[,.!] )?(?:(?:me )?(?:he cambiado|cambié|he cambiado)) de {_TRABAJO}(?: (?:el|la) \w+ pasad[oa])?"
            rf"|(?:tengo|he encontrado|conseguí|empecé) (?:un |una )?(?:{_TRABAJO} nuev[oa]|nuev[oa] {_TRABAJO})"
            rf"|nuev[oa] {_TRABAJO}(?: desde \w+)?|(?:sobre|acerca de|en cuanto a) mi (?:nuev[oa] )?{_TRABAJO}"
        ),
    },
    asked={
        Slot.HOME: _any_case(
            r"\b(?:a)?dónde (?:vives|vivís|vive|resides|te has mudado|te mudaste|se ha mudado|estás viviendo)"
            r"|\ben qué (?:ciudad|pueblo|lugar)|\bcuál es tu (?:nueva )?(?:dirección|ciudad)"
        ),
        Slot.EMPLOYER: _any_case(
            r"\b(?:dónde|para quién|con quién|en qué (?:empresa|compañía)) (?:trabajas|trabaja|estás trabajando)"
            r"|\bcuál es tu (?:nueva )?empresa|\bquién es tu (?:nuevo )?empleador|\ben qué (?:empresa|compañía)"
        ),
        Slot.NICKNAME: _any_case(
            r"\bcómo (?:quieres|prefieres|te gustaría) que te (?:llame|llamemos|diga)|\bcómo (?:puedo|debo) llamarte"
        ),
        Slot.NAME: _any_case(r"\bcómo te llamas|\bcuál es tu nombre|\bcómo se llama usted"),
    },
    bare=_any_case(
        r"(?:^|[.!,¿] ?)(?:¿)?(?:y |ah,? |oh,? |¿)*(?:dónde|adónde|a dónde|en dónde|en cuál|con quién|para quién|cuál"
        r"|cómo se llama)(?: exactamente| ahora)?\?\W*$"
    ),
    answer=re.compile(
        r"(?:(?i:pues|bueno|sí|ahora|ya|a|en|para|con|es|ahora es|estoy en|estamos en|vivo en|trabajo en|llámame|mejor"
        r"|me llamo|mi nombre es|la (?:nueva )?(?:ciudad|empresa|compañía)(?: es| se llama))[, ]+)*"
        rf"(?P<v>{PLACE})(?:,? (?:ahora|por favor|basta|a secas|gracias|desde ya))*(?:, (?:junto|cerca|al|a|en|con|por) [\w ]{{2,40}})?"
    ),
    no_name=is_name_of(
        "Gracias", "Perdón", "Perdona", "Sí", "No", "Nada", "Nunca", "Hola", "Por", "Qué", "Dónde", "Cómo", "Quién",
        "Perfecto", "Genial", "Bien", "Bueno", "Yo", "Tú", "Él", "Ella", "Nosotros", "Eso", "Esto", "El", "La", "Los",
        "Las", "Una?", "Mi", "Mis", "Aquí", "Allí", "Ninguna?", "Nadie", "Secreto", "Adivina", "Exacto", "Claro",
        "Todo", "Más", "Todavía", "Aún", "Y", "Pero", "Quizás?", "Vale", "Casa", "Lejos", "Cerca", "Depende",
    ),
)  # fmt: skip
_JA = Topics(
    opened=cjk.JA_OPENED,
    asked=cjk.JA_ASKED,
    bare=cjk.JA_BARE,
    answer=cjk.JA_ANSWER,
    no_name=cjk.JA_NO_NAME,
    named=cjk.JA_NAMED,
)
_ZH = Topics(
    opened=cjk.ZH_OPENED,
    asked=cjk.ZH_ASKED,
    bare=cjk.ZH_BARE,
    answer=cjk.ZH_ANSWER,
    no_name=cjk.ZH_NO_NAME,
    named=cjk.ZH_NAMED,
)
_TOPICS = {"en": _EN, "de": _DE, "fr": _FR, "es": _ES, "ja": _JA, "zh": _ZH}
_ANSWERED = frozenset((Slot.HOME, Slot.EMPLOYER, Slot.NICKNAME, Slot.NAME))


@dataclass(kw_only=True, slots=True)
class Thread:
    """What a chat is at between two sentences of one speaker."""

    language: str
    open: Slot | None = None
    whose: str = ""  # the qualifier of a slot that has one: the pet or the kin that was told of

    def hear(self, content: str) -> None:
        """Take in what an assistant says: it asks for a slot, asks on, or closes the topic."""
        topics = _TOPICS.get(self.language)
        plain = content.replace("\u2019", "'")
        if self.whose:
            return  # whoever was told of is named whatever is said in between
        if topics is None or not _ASKS.search(plain):
            self.open = None
            return
        asked = next((slot for slot, p in topics.asked.items() if p.search(plain)), None)
        self.open = asked or (self.open if topics.bare.search(plain) else None)

    def answered(self, sentence: str) -> SlotValue | None:
        """Return the value with which a sentence answers, and take the topic that it opens."""
        topics = _TOPICS.get(self.language)
        if topics is None:
            return None
        plain = sentence.replace("\u2019", "'").strip(_END_MARKS)
        head, _, tail = plain.partition(": ")
        about = _opened(head.strip(), topics) if tail else self.open
        if fact := self._named(plain, topics) or _answer(
            tail or plain, about, topics, self.language
        ):
            self.open, self.whose = None, ""
        else:
            self.open, self.whose = _opened(plain, topics), _whose(plain, topics)
        return fact

    def _named(self, plain: str, topics: Topics) -> SlotValue | None:
        """Return the name of the pet or the kin that was told of right before."""
        match = topics.named.fullmatch(plain) if topics.named and self.whose else None
        if self.open is None or match is None or topics.no_name.match(match["v"]):
            return None
        return SlotValue(
            slot=self.open, value=match["v"], qualifier=self.whose, language=self.language
        )


def answer_to(slot: Slot, clause: str, language: str) -> SlotValue | None:
    """Return the value that a clause gives in a word for a slot that is spoken of."""
    topics = _TOPICS.get(language)
    plain = clause.replace("\u2019", "'").strip(_END_MARKS)
    return _answer(plain, slot, topics, language) if topics else None


def _opened(plain: str, topics: Topics) -> Slot | None:
    return next((slot for slot, p in topics.opened.items() if p.fullmatch(plain)), None)


def _whose(plain: str, topics: Topics) -> str:
    found = (p.fullmatch(plain) for p in topics.opened.values() if "q" in p.groupindex)
    return next((match["q"] for match in found if match), "")


def _answer(plain: str, about: Slot | None, topics: Topics, language: str) -> SlotValue | None:
    match = topics.answer.fullmatch(plain) if about in _ANSWERED else None
    if about is None or match is None or not reads_as_name(match["v"], topics.no_name):
        return None
    return SlotValue(slot=about, value=match["v"], language=language)

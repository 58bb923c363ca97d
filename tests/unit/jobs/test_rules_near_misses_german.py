"""German: what only looks like a change leaves the line, a change ends it."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after

HOME = "Ich wohne in Valmorel."
JOB = "Ich arbeite bei Nordelec."
ROLE = "Ich bin Buchhalterin."
NAME = "Ich heiße Fina Quell."
NICK = "Nenn mich Fani."
DIET = "Ich bin Vegetarierin."
STYLE = "Ich mag kurze Antworten."
UNITS = "Nimm bitte metrische Einheiten."
BIRTHDAY = "Mein Geburtstag ist am 3. Mai."
ORIGIN = "Ich komme aus Tarnela."
PET = "Mein Hund heißt Rufo."
KIN = "Mein Mann heißt Bertin."
PROJECT = "Ich entwickle Ventador."

NEAR = {
    JOB: (
        "Ich arbeite am Wochenende bei Mirlada.",
        "Ich arbeite ehrenamtlich für Mirlada.",
        "Ich bin bei Mirlada, dem Chor im Viertel.",
        "Ich bin heute bei Mirlada.",
        "Ich bin gerade bei Mirlada.",
        "Ich bin jetzt bei Mirlada im Fitnessstudio.",
        "Ich habe bei Mirlada mit einem Kurs angefangen.",
        "Ich habe bei Mirlada angefangen, das ist ein Tanzkurs.",
        "Ich bin seit Montag bei Mirlada im Urlaub.",
        "Ich bin jetzt bei Mirlada versichert.",
        "Ich bin seit Mai bei Mirlada Mitglied.",
        "Ich jobbe samstags bei Mirlada.",
        "Ich bin für Mirlada, den besseren Verein.",
        "Ich bin für Mirlada als Urlaubsziel.",
        "Ich habe den Stromanbieter gewechselt, jetzt bin ich bei Mirlada.",
        "Ich bin zu Mirlada gewechselt, der Tarif ist billiger.",
        "Ich habe mein Abo gekündigt und bin jetzt bei Mirlada.",
        "Neben Nordelec arbeite ich noch bei Mirlada.",
        "Ich arbeite diesen Monat bei Mirlada als Vertretung.",
        "Ich habe bei Mirlada einen Vertrag unterschrieben, fürs Handy.",
        "Ich habe eine Stelle bei Mirlada fürs Praktikum.",
        "Ich arbeite für Mirlada nebenbei.",
        "Ich bin bei Mirlada zu Besuch.",
        "Meine Firma ist Kundin von Mirlada.",
        "Mein Chef ist bei Mirlada.",
        "Ich war gestern bei Mirlada.",
        "Ich arbeite in den Ferien bei Mirlada.",
    ),
    HOME: (
        "Ich wohne diese Woche in Brison.",
        "Im Sommer wohnen wir in Brison.",
        "Ich wohne gerade im Hotel in Brison.",
        "Ich wohne am Wochenende in Brison.",
        "Unser Ferienhaus ist in Brison.",
        "Meine Ferienwohnung liegt in Brison.",
        "Mein Elternhaus steht in Brison.",
        "Ich wohne vorübergehend in Brison.",
        "Ich bin als Kind nach Brison gezogen.",
        "Mein Büro ist nach Brison umgezogen.",
        "Der Umzug der Bibliothek nach Brison ist fertig.",
        "Wir leben im Spiel in Brison.",
        "Meine zweite Wohnung ist in Brison.",
        "Ich wohne für einen Monat in Brison.",
        "Ich bin in Brison gelandet, der Flug war lang.",
        "Ich habe mich in Brison gut im Hotel eingelebt.",
        "Ich wohne zwei Wochen bei einer Freundin in Brison.",
    ),
    ROLE: (
        "Ich bin Trainerin der Jugendmannschaft.",
        "Ich bin in meiner Freizeit Fotografin.",
        "Ich bin Hobbyfotografin.",
        "Ich arbeite sonntags als Kellnerin.",
        "Im Theaterstück bin ich Ärztin.",
        "Ich arbeite ehrenamtlich als Sanitäterin.",
        "Ich bin Sängerin im Chor.",
        "Meine Rolle im Stück ist Ärztin.",
        "Ich bin Patin geworden.",
        "Ich bin nebenbei Gärtnerin.",
    ),
    NAME: (
        "Im Spiel heiße ich Rosa Lanvin.",
        "Mein Künstlername ist Rosa Lanvin.",
        "Meine Figur heißt Rosa Lanvin.",
    ),
    NICK: (
        "Meine Oma nennt mich Funki.",
        "Im Verein nennen mich alle Funki.",
        "Als Kind wurde ich Funki genannt.",
    ),
    DIET: (
        "Heute esse ich vegan.",
        "Ich koche vegan für meine Schwester.",
        "Montags esse ich vegan.",
        "Diese Woche lebe ich keto, wegen einer Wette.",
        "Das Essen auf der Hochzeit ist vegan.",
        "Ich esse gerade vegan bei einer Freundin.",
    ),
    STYLE: (
        "Gib mir diesmal ausführliche Antworten.",
        "Für diesen Bericht brauche ich ausführliche Antworten.",
        "Meine Chefin mag ausführliche Antworten.",
    ),
    UNITS: (
        "Das Rezept hat imperiale Einheiten.",
        "Rechne das in imperiale Einheiten um.",
        "Für dieses Rezept bitte imperiale Einheiten.",
    ),
    BIRTHDAY: (
        "Meine Geburtstagsfeier ist am 9. Mai.",
        "Meine Tochter hat am 9. Mai Geburtstag.",
        "Ich habe am 9. Mai einen Termin.",
    ),
    ORIGIN: ("Ich komme gerade aus Brison.", "Ich komme aus Brison zurück."),
    PET: (
        "Der Hund meiner Freundin heißt nicht Rufo, sondern Mira.",
        "Ich habe auch eine Katze namens Mira.",
        "Ich gehe abends nicht mehr mit Rufo raus.",
    ),
    KIN: (
        "Der Mann meiner Schwester heißt nicht Bertin, sondern Loik.",
        "Ich streite nicht mehr mit Bertin über das Auto.",
    ),
    PROJECT: ("Ich entwickle auch Orvane.", "Das Treffen zu Ventador wurde abgesagt."),
}

MORE_NEAR = [
    (
        JOB,
        [
            "Ich bin bei Olvera zum Essen.",
            "Ich war bei Olvera und habe Farbe gekauft.",
            "Ich helfe bei Olvera aus, der Tafel.",
            "Ich arbeite bei Olvera nur in der Weihnachtszeit mit.",
            "Meine Tochter hat bei Olvera angefangen.",
            "Ich bin bei Olvera angemeldet, der Volkshochschule.",
            "Ich arbeite für Olvera an einem Plakat für das Dorffest.",
        ],
    ),
    (
        HOME,
        [
            "Ich wohne während der Renovierung in Tarifal.",
            "Ich wohne in Tarifal, bis mein Bad fertig ist.",
            "Mein Wochenendhaus steht in Tarifal.",
            "Ich lebe in Tarifal auf, wenn Karneval ist.",
            "Über Weihnachten wohnen wir in Tarifal.",
            "Ich habe früher in Tarifal gewohnt.",
        ],
    ),
    (
        ROLE,
        [
            "Ich bin Klassensprecherin im Töpferkurs.",
            "Heute Abend bin ich Köchin für die Familie.",
        ],
    ),
    (
        DIET,
        [
            "In der Fastenzeit esse ich vegan.",
            "Auf der Kreuzfahrt esse ich vegan.",
        ],
    ),
    (
        NAME,
        [
            "Auf Instagram heiße ich Rosa Lanvin.",
        ],
    ),
    (
        PET,
        [
            "Ich bade Rufo nicht mehr.",
        ],
    ),
]

CHANGES = {
    JOB: (
        "Seit Montag bin ich bei Mirlada.",
        "Ich arbeite jetzt bei Mirlada.",
        "Ich habe den Job gewechselt und bin jetzt bei Mirlada.",
        "Ich habe bei Nordelec gekündigt und arbeite jetzt bei Mirlada.",
        "Mein neuer Arbeitgeber ist Mirlada.",
        "Ich habe letzte Woche bei Mirlada angefangen.",
        "Mirlada hat mich eingestellt.",
        "Ich arbeite nicht mehr bei Nordelec, sondern bei Mirlada.",
        "Ich bin zu Mirlada gewechselt.",
    ),
    HOME: (
        "Wir sind nach Brison gezogen.",
        "Ich wohne jetzt in Brison.",
        "Meine neue Wohnung ist in Brison.",
        "Ich bin letzte Woche nach Brison umgezogen.",
    ),
    ROLE: (
        "Ich bin jetzt Krankenpflegerin.",
        "Ich bin Bäckerin geworden.",
        "Mein neuer Job ist Krankenpflegerin.",
    ),
    NAME: ("Ich habe geheiratet und heiße jetzt Fina Lanvin.",),
    NICK: ("Ab jetzt nenn mich Funki.",),
    DIET: (
        "Ich bin jetzt Veganerin.",
        "Ich esse jetzt nur noch vegan.",
        "Ich habe auf vegan umgestellt.",
    ),
    STYLE: ("Ab jetzt möchte ich ausführliche Antworten.",),
    UNITS: ("Ab jetzt bitte imperiale Einheiten.",),
    BIRTHDAY: ("Mein Geburtstag ist nicht am 3. Mai, sondern am 9. Mai.",),
}

MORE_CHANGES = [
    (
        JOB,
        [
            "Ich habe im März bei Olvera angefangen.",
            "Ich habe eine neue Stelle bei Olvera.",
            "Seit diesem Monat arbeite ich für Olvera.",
            "Ich bin inzwischen bei Olvera angestellt.",
        ],
    ),
    (
        HOME,
        [
            "Wir haben ein Haus gekauft und wohnen jetzt in Tarifal.",
            "Seit Herbst lebe ich in Tarifal.",
            "Wir sind im Sommer nach Tarifal gezogen.",
        ],
    ),
    (
        ROLE,
        [
            "Ich bin jetzt Floristin.",
        ],
    ),
    (
        DIET,
        [
            "Ich ernähre mich jetzt vegan.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*NEAR.items(), *MORE_NEAR] for one in all_]
)
def test_a_near_miss_leaves_the_german_line_where_it_is(before: str, later: str) -> None:
    (line,) = active_after("de", before)
    assert line in active_after("de", before, later)


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*CHANGES.items(), *MORE_CHANGES] for one in all_]
)
def test_a_change_takes_the_place_of_the_german_line(before: str, later: str) -> None:
    (line,) = active_after("de", before)
    after = active_after("de", before, later)
    assert after
    assert line not in after

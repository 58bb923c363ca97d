"""German as people say it: what changes a line, what ends it, and what is no line at all."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after, lines_of

HOME = "Ich wohne in Velmoor."
JOB = "Ich arbeite bei Tarnwick."
ROLE = "Ich arbeite als Klempnerin."
NAME = "Mein Name ist Imke Vossbeck."
NICK = "Nenn mich Immi."
DIET = "Ich ernähre mich vegetarisch."
UNITS = "Ich hätte gern imperiale Einheiten."
STYLE = "Ich hätte gern ausführliche Antworten."
BIRTHDAY = "Mein Geburtstag ist am 4. März."
TOOL = "Ich nutze Yordra."
PROJECT = "Ich entwickle Zefira."
LIKES = "Ich mag Quorlen."
ALLERGY = "Ich bin allergisch gegen Latex."
PET = "Mein Hund heißt Brumbo."

# said before, said later, the line that holds then
CHANGED = [
    (HOME, "Wir sind umgezogen, jetzt ist es Karlund.", "Wohnt in Karlund."),
    (HOME, "Ich wohne nicht mehr in Velmoor, sondern in Karlund.", "Wohnt in Karlund."),
    (HOME, "Die neue Wohnung ist in Karlund.", "Wohnt in Karlund."),
    (HOME, "Seit letztem Freitag leben wir in Karlund.", "Wohnt in Karlund."),
    (HOME, "Ich bin jetzt endlich nach Karlund gezogen.", "Wohnt in Karlund."),
    (HOME, "Es hat mich nach Karlund verschlagen.", "Wohnt in Karlund."),
    (HOME, "Ich habe mich in Karlund niedergelassen.", "Wohnt in Karlund."),
    (HOME, "Streich das, ich wohne in Karlund.", "Wohnt in Karlund."),
    (HOME, "Inzwischen findest du mich in Karlund.", "Wohnt in Karlund."),
    (HOME, "Meine Adresse hat sich geändert: ich bin jetzt in Karlund.", "Wohnt in Karlund."),
    (HOME, "Karlund ist jetzt mein Zuhause.", "Wohnt in Karlund."),
    (HOME, "Ich habe Velmoor gegen Karlund getauscht.", "Wohnt in Karlund."),
    (HOME, "Nicht mehr Velmoor, sondern Karlund.", "Wohnt in Karlund."),
    (HOME, "Wir sind von Velmoor nach Karlund gezogen.", "Wohnt in Karlund."),
    (JOB, "Seit letzter Woche bin ich bei Brackenhill.", "Arbeitet bei Brackenhill."),
    (
        JOB,
        "Ich habe bei Tarnwick aufgehört und bin jetzt bei Brackenhill.",
        "Arbeitet bei Brackenhill.",
    ),
    (
        JOB,
        "Ich habe den Job gewechselt, ich bin jetzt bei Brackenhill.",
        "Arbeitet bei Brackenhill.",
    ),
    (JOB, "Mein neuer Arbeitgeber heißt Brackenhill.", "Arbeitet bei Brackenhill."),
    (JOB, "Ich habe vor einem Monat bei Brackenhill angefangen.", "Arbeitet bei Brackenhill."),
    (JOB, "Brackenhill ist jetzt mein Arbeitgeber.", "Arbeitet bei Brackenhill."),
    (JOB, "Ich bin von Tarnwick zu Brackenhill gewechselt.", "Arbeitet bei Brackenhill."),
    (JOB, "Ich habe bei Brackenhill unterschrieben.", "Arbeitet bei Brackenhill."),
    (JOB, "Heute war mein erster Tag bei Brackenhill!", "Arbeitet bei Brackenhill."),
    (JOB, "Nach der Kündigung bin ich bei Brackenhill gelandet.", "Arbeitet bei Brackenhill."),
    (JOB, "Mein Gehalt kommt jetzt von Brackenhill.", "Arbeitet bei Brackenhill."),
    (ROLE, "Ich bin jetzt Imkerin.", "Arbeitet als Imkerin."),
    (ROLE, "Ich habe umgeschult und bin jetzt Imkerin.", "Arbeitet als Imkerin."),
    (ROLE, "Ich bin nicht mehr Klempnerin, sondern Imkerin.", "Arbeitet als Imkerin."),
    (ROLE, "Ich verdiene mein Geld inzwischen als Imkerin.", "Arbeitet als Imkerin."),
    (ROLE, "Man hat mich zur Imkerin befördert.", "Arbeitet als Imkerin."),
    (ROLE, "Mein Beruf ist jetzt Imkerin.", "Arbeitet als Imkerin."),
    (NAME, "Ich habe geheiratet und heiße jetzt Imke Dorn.", "Heißt Imke Dorn."),
    (NAME, "Ich habe meinen Namen geändert, ich heiße nun Imke Dorn.", "Heißt Imke Dorn."),
    (NICK, "Nenn mich ab jetzt Vossi.", "Wird Vossi genannt."),
    (NICK, "Alle sagen jetzt Vossi zu mir.", "Wird Vossi genannt."),
    (NICK, "Mein Spitzname ist inzwischen Vossi.", "Wird Vossi genannt."),
    (DIET, "Ich bin jetzt Veganerin.", "Ernährung: Veganerin."),
    (DIET, "Ich lebe inzwischen vegan.", "Ernährung: vegan."),
    (DIET, "Ich bin von vegetarisch auf vegan umgestiegen.", "Ernährung: vegan."),
    (DIET, "Ich esse nicht mehr vegetarisch, sondern koscher.", "Ernährung: koscher."),
    (UNITS, "Ab jetzt bitte metrisch.", "Bevorzugt metrisch Einheiten."),
    (UNITS, "Nimm künftig metrische Einheiten.", "Bevorzugt metrische Einheiten."),
    (STYLE, "Fass dich ab jetzt kurz.", "Bevorzugt kurz Antworten."),
    (STYLE, "Ab sofort bitte knappe Antworten.", "Bevorzugt knappe Antworten."),
    (
        BIRTHDAY,
        "Ich habe mich vertan, mein Geburtstag ist am 9. März.",
        "Hat am 9. März Geburtstag.",
    ),
    (
        BIRTHDAY,
        "Korrektur: Ich habe am 9. März Geburtstag, nicht am 4. März.",
        "Hat am 9. März Geburtstag.",
    ),
    (LIKES, "Ich kann Quorlen nicht mehr leiden.", None),
    (LIKES, "Inzwischen hasse ich Quorlen.", "Mag Quorlen nicht."),
    ("Ich mag Fennimo nicht.", "Inzwischen mag ich Fennimo.", "Mag Fennimo."),
    (HOME, "Kleines Update: Wir wohnen jetzt in Karlund.", "Wohnt in Karlund."),
    (HOME, "Nach zehn Jahren in Velmoor bin ich nach Karlund gezogen.", "Wohnt in Karlund."),
    (HOME, "Mein neues Zuhause ist Karlund.", "Wohnt in Karlund."),
    (HOME, "Ich lebe seit einem Monat in Karlund.", "Wohnt in Karlund."),
    (HOME, "Unser Haus steht jetzt in Karlund.", "Wohnt in Karlund."),
    (HOME, "Nicht in Velmoor, sondern in Karlund wohne ich.", "Wohnt in Karlund."),
    (HOME, "Seit dem Umzug wohne ich in Karlund.", "Wohnt in Karlund."),
    (JOB, "Neuer Arbeitgeber seit Montag: Brackenhill.", "Arbeitet bei Brackenhill."),
    (JOB, "Brackenhill hat mich eingestellt.", "Arbeitet bei Brackenhill."),
    (JOB, "Ich arbeite mittlerweile für Brackenhill.", "Arbeitet bei Brackenhill."),
    (JOB, "Ich habe gekündigt und arbeite jetzt bei Brackenhill.", "Arbeitet bei Brackenhill."),
    (JOB, "Beruflich bin ich inzwischen bei Brackenhill.", "Arbeitet bei Brackenhill."),
    (JOB, "Am Montag habe ich bei Brackenhill angefangen.", "Arbeitet bei Brackenhill."),
    (ROLE, "Ich bin zur Bauleiterin befördert worden.", "Arbeitet als Bauleiterin."),
    (ROLE, "Ich arbeite jetzt als Floristin.", "Arbeitet als Floristin."),
    (ROLE, "Klempnerin war gestern, heute bin ich Floristin.", "Arbeitet als Floristin."),
    (NAME, "Seit der Scheidung heiße ich wieder Imke Dorn.", "Heißt Imke Dorn."),
    (NICK, "Nenn mich lieber Vossi.", "Wird Vossi genannt."),
    (NICK, "Du kannst mich jetzt Vossi nennen.", "Wird Vossi genannt."),
    (DIET, "Ich bin vegan geworden.", "Ernährung: vegan."),
    (DIET, "Seit Januar esse ich vegan.", "Ernährung: vegan."),
    (STYLE, "Ich möchte ab jetzt kurze Antworten.", "Bevorzugt kurze Antworten."),
    (BIRTHDAY, "Mein Geburtstag ist eigentlich am 9. März.", "Hat am 9. März Geburtstag."),
]

# said before, then taken back: its line is gone
ENDED = [
    (TOOL, "Ich nutze Yordra nicht mehr."),
    (TOOL, "Ich habe Yordra aufgegeben."),
    (TOOL, "Mit Yordra bin ich durch."),
    (TOOL, "Yordra und ich gehen getrennte Wege."),
    (TOOL, "Von Yordra habe ich mich verabschiedet."),
    (TOOL, "Ich habe mein Abo bei Yordra gekündigt."),
    (TOOL, "Ich bin Yordra endlich los."),
    (TOOL, "Lösch bitte, was ich über Yordra gesagt habe."),
    (TOOL, "Vergiss, was ich über Yordra gesagt habe."),
    (TOOL, "Yordra habe ich runtergeworfen."),
    (TOOL, "Yordra kommt mir nicht mehr auf den Rechner."),
    (PROJECT, "Zefira ist gestorben."),
    (PROJECT, "Ich habe Zefira begraben."),
    (PROJECT, "Wir haben Zefira eingestampft."),
    (PROJECT, "Ich arbeite nicht länger an Zefira."),
    (PROJECT, "Ich habe Zefira verkauft."),
    (PROJECT, "Zefira habe ich abgegeben."),
    (PROJECT, "Mit Zefira ist Schluss."),
    (LIKES, "Ich habe das Interesse an Quorlen verloren."),
    (LIKES, "Von Quorlen habe ich genug."),
    (LIKES, "Ich habe aufgehört, Quorlen zu spielen."),
    (LIKES, "Quorlen reizt mich nicht mehr."),
    (LIKES, "Bitte lösche, dass ich Quorlen mag."),
    (LIKES, "Das mit Quorlen kannst du vergessen."),
    (ALLERGY, "Ich bin doch nicht allergisch gegen Latex."),
    (ALLERGY, "Es stellte sich heraus, dass ich nicht allergisch gegen Latex bin."),
    (ALLERGY, "Meine Allergie gegen Latex ist weg."),
    (ALLERGY, "Gegen Latex bin ich nicht mehr allergisch."),
    (JOB, "Ich habe bei Tarnwick gekündigt."),
    (JOB, "Tarnwick hat mir gekündigt."),
    (JOB, "Ich bin nicht mehr bei Tarnwick."),
    (JOB, "Tarnwick habe ich verlassen."),
    (HOME, "Ich bin aus Velmoor weggezogen."),
    (HOME, "In Velmoor wohne ich nicht mehr."),
    (HOME, "Es stimmt nicht, dass ich in Velmoor wohne."),
    (PET, "Brumbo ist gestern gestorben."),
    (PET, "Brumbo mussten wir weggeben."),
    (DIET, "Ich ernähre mich nicht mehr vegetarisch."),
    (TOOL, "Ich habe Yordra deinstalliert."),
    (TOOL, "Ich benutze Yordra seit Wochen nicht mehr."),
    (TOOL, "Mit Yordra bin ich fertig."),
    (TOOL, "Kein Yordra mehr für mich."),
    (TOOL, "Den Eintrag zu Yordra kannst du löschen."),
    (PROJECT, "Ich habe Zefira an den Nagel gehängt."),
    (PROJECT, "Aus Zefira ist nichts geworden."),
    (PROJECT, "Wir mussten Zefira absagen."),
    (LIKES, "Quorlen langweilt mich inzwischen."),
    (LIKES, "Ich spiele Quorlen nicht mehr."),
    (LIKES, "An Quorlen habe ich den Spaß verloren."),
    (ALLERGY, "Ich habe gar keine Allergie gegen Latex."),
    (ALLERGY, "Die Latex-Allergie hat sich erledigt, ich bin nicht mehr allergisch gegen Latex."),
    (JOB, "Bei Tarnwick bin ich raus."),
    (JOB, "Ich arbeite nicht mehr für Tarnwick."),
    (HOME, "Velmoor haben wir im Frühling verlassen."),
    (PET, "Brumbo lebt leider nicht mehr."),
    (DIET, "Vegetarisch lebe ich nicht mehr."),
]

NOTHING = [
    'Angenommen, jemand schreibt: "Ich wohne in Karlund." Was antwortest du?',
    'Auf meinem Flyer steht "Ich arbeite bei Brackenhill".',
    "Im Formular steht: Ich wohne in Karlund.",
    "Eine Freundin schrieb mir: Ich wohne jetzt in Karlund.",
    "Stell dir vor, ich wohne in Karlund.",
    "Wenn wir je umziehen, dann nach Karlund.",
    "Ich würde gern in Karlund leben.",
    "Vielleicht ziehe ich nächstes Jahr nach Karlund.",
    "Wir überlegen, nach Karlund zu ziehen.",
    "Ich stehe kurz davor, bei Brackenhill zu unterschreiben.",
    "Ich habe ein Vorstellungsgespräch bei Brackenhill.",
    "Würde ich gern in Karlund leben?",
    "Wohne ich in Karlund?",
    "Meine Schwester ist nach Karlund gezogen.",
    "Mein Chef sagt, ich arbeite jetzt bei Brackenhill.",
    "Sie hat mir gesagt, dass ich in Karlund wohne.",
    "Angeblich arbeite ich bei Brackenhill.",
    "Alle denken, ich wohne in Karlund.",
    "Die Leute glauben, ich komme aus Karlund.",
    "In meinem Roman wohne ich in Karlund.",
    "Lass uns ein Spiel spielen: Ich bin Pirat und wohne in Karlund.",
    "Du bist Verkäufer und ich bin Kundin aus Karlund.",
    "Ich habe geträumt, ich wohne in Karlund.",
    "Nur Spaß, ich wohne in Karlund!",
    "Ich wohne in Karlund, kleiner Scherz.",
    "Nimm als Beispiel den Satz: Ich arbeite bei Brackenhill.",
    "Wie sagt man 'Ich wohne in Karlund' auf Französisch?",
    'Übersetze "Ich heiße Imke Dorn" ins Französische.',
    "Übersetze ins Englische: Ich heiße Imke Dorn.",
    "Füll die Vorlage aus: Ich heiße Imke Dorn, ich wohne in Karlund.",
    "Meine Figur wohnt in Karlund und arbeitet bei Brackenhill.",
    "Fast hätte ich bei Brackenhill angefangen.",
    "Ich wünschte, ich wäre bei Brackenhill.",
    "Hoffentlich bin ich bald bei Brackenhill.",
    "Falls ich in Velmoor nichts finde, ziehe ich nach Karlund.",
    "Mein Nachbar nutzt Yordra.",
    "Meine Zahnärztin empfiehlt Yordra.",
    "Man sollte Yordra nutzen.",
    "Ich wohne nicht in Karlund.",
    "Nein, ich bin nicht in Karlund.",
    "Bei Brackenhill habe ich nie gearbeitet.",
    "Ich bin keine Imkerin.",
    "Mein Hund heißt nicht Brumbo.",
    "Ich bin nicht allergisch gegen Latex.",
    "Niemand nennt mich Vossi.",
    "Früher habe ich in Karlund gewohnt.",
    "Als Kind wohnte ich in Karlund.",
    "Damals war ich bei Brackenhill.",
    "Im Lied heißt es: Ich wohne in Karlund.",
    "Auf dem Schild steht, ich sei allergisch gegen Latex.",
    "Er hat geschrieben, dass ich Quorlen mag.",
    "Laut der App wohne ich in Karlund.",
    "Warum denkt die Seite, ich wohne in Karlund?",
    "Tu so, als wäre ich Veganerin.",
    "Nehmen wir mal an, ich arbeite bei Brackenhill.",
    "Was wäre, wenn ich nach Karlund zöge?",
    "Ich könnte nach Karlund ziehen.",
    "Mir wurde eine Stelle bei Brackenhill angeboten.",
    "Mein Mann will, dass ich nach Karlund ziehe.",
    "Ich wäre bei Brackenhill, wenn das Gehalt besser wäre.",
    "Ich habe vor, vegan zu leben.",
    "Man hat mir zu salzarmer Kost geraten.",
    "Die Schlagzeile lautete: Mein Hund heißt Brumbo.",
    "Rein theoretisch wohne ich in Karlund.",
    "Demnächst fange ich bei Brackenhill an.",
    "Ich soll Yordra ausprobieren.",
    "Meine Cousine ist gerade nach Karlund gezogen und liebt es.",
    "Schreib bitte ein Anschreiben für jemanden, der bei Brackenhill arbeitet.",
    "Ich dachte, ich könnte in Karlund wohnen.",
    "Stimmt es, dass ich bei Brackenhill arbeite?",
    "Die Mail begann so: Ich wohne in Karlund und brauche Hilfe.",
    "Oma sagte immer, ich lande noch in Karlund.",
    "Brackenhill hat mir ein Angebot gemacht, aber ich bin unentschlossen.",
    "Es wäre schön, in Karlund zu wohnen.",
    "Nächsten Frühling ziehen wir nach Karlund.",
    "Im Mai werde ich bei Brackenhill anfangen.",
    "Sagen wir mal, ich bin allergisch gegen Latex, was dann?",
    "Meine Freundin sagt, ich bin Veganerin, aber das stimmt nicht.",
    "Im Stück sage ich: Mein Name ist Imke Dorn.",
    "Wer in Karlund wohnt, hat Glück.",
    "Die Stelle bei Brackenhill habe ich abgelehnt.",
    "In der Klinik wollen sie, dass ich Yordra nutze.",
    "Du solltest den Leuten sagen, dass sie Yordra nutzen.",
    "Der Hamster meiner Tochter ist beim Tierarzt in Karlund.",
    "Jemand hat mich aus Versehen als Imke Dorn angemeldet.",
    "Wenn ich Veganerin wäre, was könnte ich kochen?",
]

TWO_STEPS = [
    (["Ich bin umgezogen.", "> Oh, wohin denn?", "Nach Karlund."], "Wohnt in Karlund."),
    (["Ich bin umgezogen.", "> Wo wohnst du jetzt?", "In Karlund."], "Wohnt in Karlund."),
    (
        ["Ich habe einen neuen Job.", "> Glückwunsch! Wo?", "Bei Brackenhill."],
        "Arbeitet bei Brackenhill.",
    ),
    (["Ich habe den Job gewechselt. Es ist jetzt Brackenhill."], "Arbeitet bei Brackenhill."),
    (["Zu meinem Job: jetzt ist es Brackenhill."], "Arbeitet bei Brackenhill."),
    (["Wir sind umgezogen. Der neue Ort heißt Karlund."], "Wohnt in Karlund."),
    (["> Wie soll ich dich nennen?", "Vossi."], "Wird Vossi genannt."),
    (["> Wie heißt du?", "Imke Dorn."], "Heißt Imke Dorn."),
    (
        ["Wir sind wieder umgezogen.", "> Spannend! Wo wohnt ihr jetzt?", "In Karlund."],
        "Wohnt in Karlund.",
    ),
    (
        ["Ich habe eine neue Stelle.", "> Schön! Bei welcher Firma?", "Bei Brackenhill."],
        "Arbeitet bei Brackenhill.",
    ),
    (["Meine Adresse hat sich geändert. Jetzt Karlund."], "Wohnt in Karlund."),
    (["> Wie darf ich dich nennen?", "Einfach Vossi."], "Wird Vossi genannt."),
]

DATED = [
    ("Vor drei Tagen habe ich die Kelder-Prüfung bestanden.", "2026-01-31"),
    ("Am letzten Sonntag bin ich den Velmoor-Marathon gelaufen.", "2026-02-01"),
    ("Gestern haben wir eine Katze aus dem Tierheim Kelder adoptiert.", "2026-02-02"),
    ("Vorgestern habe ich Rosen aus Kelder gepflanzt.", "2026-02-01"),
    ("2019 habe ich den Kelder-Kurs abgeschlossen.", "2019"),
]


@pytest.mark.parametrize(("before", "later", "line"), CHANGED)
def test_a_change_leaves_the_new_value_alone(before: str, later: str, line: str | None) -> None:
    (old,) = lines_of("de", before)
    held = active_after("de", before, later)
    assert old not in held
    assert line is None or line in held


@pytest.mark.parametrize(("before", "later"), ENDED)
def test_what_is_taken_back_is_gone(before: str, later: str) -> None:
    (old,) = lines_of("de", before)
    assert old not in active_after("de", before, later)


@pytest.mark.parametrize("content", NOTHING)
def test_what_is_not_the_speakers_own_fact_is_no_line(content: str) -> None:
    assert active_after("de", content) == []


@pytest.mark.parametrize(("turns", "line"), TWO_STEPS)
def test_a_fact_is_put_together_from_two_steps(turns: list[str], line: str) -> None:
    assert line in lines_of("de", *turns)


@pytest.mark.parametrize(("content", "day"), DATED)
def test_what_the_speaker_did_is_quoted_with_its_day(content: str, day: str) -> None:
    (line,) = lines_of("de", content)
    assert line.startswith('Said: "')
    assert day in line

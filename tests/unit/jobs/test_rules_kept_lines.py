"""What names the value of a line without ending it."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after

# said before, said later: nothing of it is over
KEPT = {
    ("fr", "J'habite à Valmorel."): (
        "J'ai arrêté de fumer à Valmorel.",
        "J'ai vendu mon vélo à Valmorel.",
        "Il n'y a plus de pain à Valmorel.",
        "Je ne sors plus le soir à Valmorel.",
        "Je quitte Valmorel pour le week-end.",
        "J'ai quitté Valmorel ce matin pour une semaine à la mer.",
        "La boulangerie de Valmorel est fermée.",
        "Le festival de Valmorel est annulé.",
        "Je n'ai pas encore visité tout Valmorel.",
        "J'ai quitté la gare de Valmorel à huit heures.",
        "J'ai abandonné mon potager de Valmorel.",
        "Ma sœur n'habite plus à Valmorel.",
        "Je n'habite pas loin de la gare de Valmorel.",
        "Si je quittais Valmorel, je serais triste.",
        "J'ai quitté Brissac pour Valmorel.",
        "On a fini les travaux à Valmorel.",
        "J'ai oublié mon manteau à Valmorel.",
    ),
    ("fr", "Je travaille chez Nordelec."): (
        "Je ne travaille pas seulement chez Nordelec.",
        "Je ne travaille plus que chez Nordelec.",
        "J'ai terminé mon projet chez Nordelec.",
        "Nordelec a fermé un site.",
        "Je n'aime plus la cantine de Nordelec.",
        "Je ne travaille pas chez Nordelec le lundi.",
        "Mon frère a quitté Nordelec.",
        "Ma collègue ne travaille plus chez Nordelec.",
        "J'ai été promue chez Nordelec.",
    ),
    ("fr", "J'utilise Yordra."): (
        "Je n'utilise pas toujours Yordra.",
        "J'ai supprimé une note dans Yordra.",
        "J'ai remplacé Zinka par Yordra.",
        "J'ai abandonné Zinka pour Yordra.",
        "Je suis passée de Zinka à Yordra.",
        "Je n'utilise plus Zinka, seulement Yordra.",
        "Mon frère a désinstallé Yordra.",
        "Je ne peux plus me passer de Yordra.",
    ),
    ("fr", "J'aime Catane."): (
        "Je n'aime pas que Catane.",
        "J'ai arrêté la partie de Catane à minuit.",
        "Je ne joue pas souvent à Catane.",
        "Ma fille n'aime plus Catane.",
    ),
    ("es", "Vivo en Valmorel."): (
        "Dejé de fumar en Valmorel.",
        "Vendí mi bici en Valmorel.",
        "Ya no hay pan en Valmorel.",
        "Ya no salgo de noche en Valmorel.",
        "Me voy de Valmorel el fin de semana.",
        "Me fui de Valmorel esta mañana por una semana.",
        "La panadería de Valmorel está cerrada.",
        "El festival de Valmorel fue cancelado.",
        "Todavía no he visitado todo Valmorel.",
        "Salí de la estación de Valmorel a las ocho.",
        "Ya no conozco a nadie en Valmorel.",
        "Abandoné mi huerto de Valmorel.",
        "Mi hermana ya no vive en Valmorel.",
        "No vivo lejos de la estación de Valmorel.",
        "Si dejara Valmorel estaría triste.",
        "Dejé Brisón por Valmorel.",
        "Terminamos las obras en Valmorel.",
        "Olvidé mi abrigo en Valmorel.",
        "Dejé a Marta en Valmorel.",
    ),
    ("es", "Trabajo en Nordelec."): (
        "No solo trabajo en Nordelec.",
        "Ya solo trabajo en Nordelec.",
        "Terminé mi proyecto en Nordelec.",
        "Nordelec cerró una sede.",
        "Ya no me gusta la cantina de Nordelec.",
        "No trabajo en Nordelec los lunes.",
        "Mi hermano dejó Nordelec.",
        "Mi compañera ya no trabaja en Nordelec.",
        "Me ascendieron en Nordelec.",
    ),
    ("es", "Uso Yordra."): (
        "No siempre uso Yordra.",
        "Borré una nota en Yordra.",
        "Sustituí Zinka por Yordra.",
        "Dejé Zinka por Yordra.",
        "Me pasé de Zinka a Yordra.",
        "Ya no uso Zinka, solo Yordra.",
        "Mi hermano desinstaló Yordra.",
        "No puedo vivir sin Yordra.",
    ),
    ("es", "Me gusta Catán."): (
        "No me gusta solo Catán.",
        "Dejé la partida de Catán a medianoche.",
        "No juego mucho a Catán.",
        "A mi hija ya no le gusta Catán.",
    ),
}
ROWS = [(*key, later) for key, laters in KEPT.items() for later in laters]


@pytest.mark.parametrize(("language", "before", "later"), ROWS)
def test_a_line_stays_that_is_only_spoken_of(language: str, before: str, later: str) -> None:
    (line,) = active_after(language, before)
    assert line in active_after(language, before, later)


@pytest.mark.parametrize(
    ("language", "own", "others", "line"),
    [
        (
            "fr",
            "Mon chien s'appelle Sol.",
            "Le chien de mon amie ne s'appelle pas Sol mais Mira.",
            "A un animal (chien) nommé Sol.",
        ),
        (
            "ja",
            "犬のソルを飼っています。",
            "友達の犬はソルではなくミラという名前です。",
            "ペット（犬）の名前はソル。",
        ),
        ("es", "Trabajo en Sol.", "Estoy trabajando en Mira.", "Trabaja en Sol."),
        ("es", "Trabajo en Sol.", "Trabajo en Mira los fines de semana.", "Trabaja en Sol."),
        ("zh", "我在Sol上班。", "我上个月去了Mira。", "在Sol工作。"),
        ("zh", "我在Sol上班。", "上周我加入了Mira合唱团。", "在Sol工作。"),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_change_takes_no_lines_place(language, own, others, line):
    assert line in active_after(language, own, others)

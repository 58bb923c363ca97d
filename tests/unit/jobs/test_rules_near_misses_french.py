"""French: what only looks like a change leaves the line, a change ends it."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after

HOME = "J'habite à Valmorel."
JOB = "Je travaille chez Nordelec."
ROLE = "Je suis comptable."
NAME = "Je m'appelle Fina Quell."
NICK = "Appelle-moi Fani."
DIET = "Je suis végétarienne."
STYLE = "Je préfère les réponses courtes."
UNITS = "Utilise les unités métriques."
BIRTHDAY = "Mon anniversaire est le 3 mai."
ORIGIN = "Je viens de Tarnela."
PET = "Mon chien s'appelle Rufo."
KIN = "Mon mari s'appelle Bertin."
PROJECT = "Je développe un jeu appelé Ventador."

NEAR = {
    JOB: (
        "Je travaille chez Mirlada le week-end.",
        "Je travaille bénévolement chez Mirlada.",
        "Je travaille chez Mirlada comme bénévole.",
        "Je suis chez Mirlada, une chorale.",
        "J'ai commencé chez Mirlada, un cours de poterie.",
        "J'ai signé chez Mirlada pour mon forfait.",
        "Je suis passée chez Mirlada pour l'électricité.",
        "Je suis passée chez Mirlada hier acheter du pain.",
        "Je suis arrivée chez Mirlada à midi.",
        "Je travaille à Mirlada cette semaine pour un salon.",
        "J'ai une place chez Mirlada, la crèche de ma fille.",
        "J'ai un contrat chez Mirlada pour internet.",
        "Ma société de téléphone est Mirlada.",
        "Mon entreprise préférée est Mirlada.",
        "En plus de Nordelec, je travaille chez Mirlada le soir.",
        "Je travaille aussi chez Mirlada quelques heures.",
        "Je bosse chez Mirlada pendant les vacances.",
        "Mirlada m'a engagée pour un concert en juin.",
        "J'ai rejoint l'équipe de Mirlada, le club de handball.",
        "Je travaille à Mirlada, mon potager.",
        "Je travaille chez Mirlada, le café du coin, cet après-midi.",
        "J'étais chez Mirlada hier.",
        "La société qui a refait mon toit s'appelle Mirlada.",
        "Je remplace une amie et je travaille chez Mirlada ce mois-ci.",
        "J'ai quitté ma chorale et je suis passée chez Mirlada.",
    ),
    HOME: (
        "J'habite à Brison cette semaine.",
        "L'été, on habite à Brison.",
        "Je loge à Brison pour un salon.",
        "Je vis à Brison pendant les vacances.",
        "Notre maison de vacances est à Brison.",
        "Ma maison de campagne se trouve à Brison.",
        "La maison de mes parents est à Brison.",
        "Je suis installée à Brison jusqu'à dimanche.",
        "J'ai déménagé à Brison quand j'avais six ans.",
        "Mon bureau a déménagé à Brison.",
        "Le week-end, j'habite à Brison.",
        "J'habite temporairement à Brison.",
        "Je viens de m'installer à l'hôtel Brison.",
        "Nous vivons à Brison un mois par an.",
        "Dans le jeu, j'habite à Brison.",
        "Je loge chez une amie à Brison.",
    ),
    ROLE: (
        "Je suis entraîneuse d'une équipe de jeunes le samedi.",
        "Je suis photographe amateur.",
        "Je suis bénévole à la bibliothèque.",
        "Je travaille comme serveuse le dimanche.",
        "Dans la pièce, je suis infirmière.",
        "Je suis chanteuse dans une chorale.",
        "Je suis photographe à mes heures perdues.",
        "Mon rôle dans la pièce est infirmière.",
        "Je suis monitrice dans un camp cet été.",
    ),
    NAME: (
        "Dans le jeu, je m'appelle Rosa Lanvin.",
        "Mon nom de scène est Rosa Lanvin.",
        "Mon personnage s'appelle Rosa Lanvin.",
    ),
    NICK: (
        "Ma grand-mère m'appelle Puce.",
        "Au club on m'appelle Puce.",
        "Enfant, on me surnommait Puce.",
    ),
    DIET: (
        "Aujourd'hui je mange végan.",
        "Je cuisine végan pour ma sœur.",
        "Le lundi je mange végan.",
        "Cette semaine je suis un régime cétogène pour un pari.",
        "Le repas du mariage est végan.",
        "Les repas de mon fils sont sans gluten.",
    ),
    STYLE: (
        "Donne-moi une réponse détaillée cette fois.",
        "Pour ce rapport, je veux des réponses détaillées.",
        "Ma cheffe préfère les réponses détaillées.",
    ),
    UNITS: (
        "La recette est en unités impériales.",
        "Convertis ça en unités impériales.",
        "Pour cette recette, utilise les unités impériales.",
    ),
    BIRTHDAY: (
        "Je fête mon anniversaire avec un repas le 9 mai.",
        "La fête de mon anniversaire est le 9 mai.",
        "Ma fille est née le 9 mai.",
    ),
    ORIGIN: ("Je viens de Brison à l'instant, quelle route.", "Je viens de Brison voir ma tante."),
    PET: (
        "Le chien de mon amie ne s'appelle pas Rufo mais Mira.",
        "J'ai aussi un chien qui s'appelle Mira.",
        "Je ne sors plus Rufo le soir.",
    ),
    KIN: (
        "Le mari de ma sœur ne s'appelle pas Bertin mais Loik.",
        "Je ne me dispute plus avec Bertin pour la voiture.",
    ),
    PROJECT: ("Je développe aussi un jeu appelé Orvane.", "La réunion sur Ventador est annulée."),
}

MORE_NEAR = [
    (
        JOB,
        [
            "Je suis chez Olvera pour manger.",
            "J'aide chez Olvera, la soupe populaire.",
            "J'ai commencé chez Olvera le piano.",
            "Je travaille avec Olvera sur une affiche pour la fête du village.",
            "Ma fille a commencé chez Olvera.",
            "Je suis soignée chez Olvera.",
            "Je travaille chez Olvera uniquement à Noël.",
            "Je suis entrée chez Olvera acheter une lampe.",
            "Je travaille depuis Olvera ce matin, le train est en retard.",
        ],
    ),
    (
        HOME,
        [
            "J'habite à Tarifal pendant les travaux.",
            "Je vis à Tarifal le temps que ma salle de bain soit finie.",
            "Ma maison d'enfance est à Tarifal.",
            "À Noël nous vivons à Tarifal.",
            "J'habitais à Tarifal avant.",
            "Je loge à Tarifal chez mes cousins.",
        ],
    ),
    (
        ROLE,
        [
            "Je suis arbitre chez les poussins.",
            "Je suis déléguée du cours de poterie.",
            "Ce soir je suis cuisinière pour la famille.",
        ],
    ),
    (
        DIET,
        [
            "Pendant le carême je mange végan.",
            "En croisière je mange végan.",
        ],
    ),
    (
        NAME,
        [
            "Sur Instagram je m'appelle Rosa Lanvin.",
        ],
    ),
    (
        PET,
        [
            "Je ne lave plus Rufo.",
        ],
    ),
]

CHANGES = {
    JOB: (
        "Depuis lundi, je travaille chez Mirlada.",
        "Je travaille maintenant chez Mirlada.",
        "J'ai changé de travail, je suis maintenant chez Mirlada.",
        "J'ai quitté Nordelec, je travaille maintenant chez Mirlada.",
        "Mon nouvel employeur est Mirlada.",
        "J'ai commencé chez Mirlada la semaine dernière.",
        "Mirlada m'a embauchée.",
        "Je ne travaille plus chez Nordelec mais chez Mirlada.",
        "J'ai décroché un poste chez Mirlada.",
    ),
    HOME: (
        "Nous avons déménagé à Brison.",
        "J'habite maintenant à Brison.",
        "Je viens d'emménager à Brison.",
        "Ma nouvelle maison est à Brison.",
    ),
    ROLE: (
        "Je suis maintenant infirmière.",
        "Je suis devenue boulangère.",
        "Mon nouveau métier est infirmière.",
    ),
    NAME: ("Je me suis mariée et je m'appelle maintenant Fina Lanvin.",),
    NICK: ("Désormais, appelle-moi Puce.",),
    DIET: (
        "Je suis maintenant végane.",
        "Je suis devenue végane.",
        "Je suis passée à un régime sans gluten.",
    ),
    STYLE: ("Désormais je préfère les réponses détaillées.",),
    UNITS: ("Désormais, utilise les unités impériales.",),
    BIRTHDAY: ("Mon anniversaire n'est pas le 3 mai mais le 9 mai.",),
}

MORE_CHANGES = [
    (
        JOB,
        [
            "Je travaille chez Olvera depuis mars.",
            "J'ai trouvé un nouveau travail chez Olvera.",
            "Je suis désormais employée chez Olvera.",
            "J'ai été recrutée par Olvera cet été.",
        ],
    ),
    (
        HOME,
        [
            "On a acheté et on habite désormais à Tarifal.",
            "Depuis l'automne je vis à Tarifal.",
            "Cet été nous avons déménagé à Tarifal.",
        ],
    ),
    (
        ROLE,
        [
            "Je suis désormais fleuriste.",
        ],
    ),
    (
        DIET,
        [
            "Je suis végane depuis janvier.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*NEAR.items(), *MORE_NEAR] for one in all_]
)
def test_a_near_miss_leaves_the_french_line_where_it_is(before: str, later: str) -> None:
    (line,) = active_after("fr", before)
    assert line in active_after("fr", before, later)


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*CHANGES.items(), *MORE_CHANGES] for one in all_]
)
def test_a_change_takes_the_place_of_the_french_line(before: str, later: str) -> None:
    (line,) = active_after("fr", before)
    after = active_after("fr", before, later)
    assert after
    assert line not in after

"""Spanish: what only looks like a change leaves the line, a change ends it."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after

HOME = "Vivo en Valmorel."
JOB = "Trabajo en Nordelec."
ROLE = "Soy contable."
NAME = "Me llamo Fina Quell."
NICK = "Llámame Fani."
DIET = "Soy vegetariana."
STYLE = "Quiero respuestas cortas."
UNITS = "Usa unidades métricas."
BIRTHDAY = "Mi cumpleaños es el 3 de mayo."
ORIGIN = "Soy de Tarnela."
PET = "Mi perro se llama Rufo."
KIN = "Mi marido se llama Bertín."
PROJECT = "Estoy desarrollando Ventador."

NEAR = {
    JOB: (
        "Estoy trabajando en Mirlada.",
        "Trabajo en Mirlada los fines de semana.",
        "He empezado un curso en Mirlada.",
        "Empecé en Mirlada, un coro de barrio.",
        "Empecé en Mirlada la semana pasada, es un gimnasio.",
        "He empezado en Mirlada como voluntaria.",
        "Trabajo como voluntaria en Mirlada los sábados.",
        "Formo parte de Mirlada, una banda de jazz.",
        "Formo parte de la coral Mirlada.",
        "Formo parte del equipo de balonmano Mirlada.",
        "Soy socia de Mirlada.",
        "Ayer estuve en Mirlada.",
        "Este verano trabajo en Mirlada, un campamento de dos semanas.",
        "Tengo un puesto en Mirlada, el mercadillo de los domingos.",
        "Tengo plaza en Mirlada, la guardería de mi hija.",
        "Tengo un contrato con Mirlada para la luz.",
        "Me han contratado en Mirlada para un solo concierto.",
        "Mirlada me ha contratado para una charla en junio.",
        "Conseguí plaza en Mirlada, un taller de cerámica.",
        "Me dieron plaza en Mirlada para el máster.",
        "Trabajo desde casa con Mirlada, la app de notas.",
        "Trabajo en Mirlada, mi huerto, cada tarde.",
        "Ahora trabajo en Mirlada por las noches, aparte de Nordelec.",
        "También trabajo en Mirlada unas horas a la semana.",
        "Además de Nordelec, trabajo en Mirlada los viernes.",
        "Mi proyecto nuevo se llama Mirlada.",
        "Mi empresa favorita es Mirlada.",
        "Mi nueva compañía de teatro se llama Mirlada.",
        "Mi nueva compañía de seguros es Mirlada.",
        "Trabajo para Mirlada en mis ratos libres.",
        "Entré en Mirlada, el club de ajedrez.",
        "Cambié de trabajo de fin de curso, ahora es Mirlada.",
        "El trabajo de clase es Mirlada, una revista.",
        "Trabajo en Mirlada solo este mes, cubriendo una baja.",
        "Dejé mi puesto en la junta y entré en Mirlada, un coro.",
        "Me apunté a Mirlada, una academia de baile.",
        "La empresa que me arregló el tejado se llama Mirlada.",
        "Mi trabajo ahora es Mirlada, la función del colegio.",
    ),
    HOME: (
        "Estoy en Brisón por trabajo.",
        "Estoy viviendo en Brisón este mes, en casa de una amiga.",
        "Vivo en Brisón durante las vacaciones.",
        "Los fines de semana vivo en Brisón.",
        "En verano vivimos en Brisón.",
        "Tengo una casa en Brisón para las vacaciones.",
        "Nuestra casa de vacaciones está en Brisón.",
        "La casa de mi abuela está en Brisón.",
        "La casa está en Brisón, la alquilamos para la boda.",
        "Nos instalamos en Brisón una semana.",
        "Me he instalado en Brisón hasta el domingo.",
        "Me mudé a Brisón cuando tenía seis años.",
        "Acabo de instalarme en el hotel Brisón.",
        "Mi piso de estudiante estaba en Brisón.",
        "Nos hemos mudado de oficina a Brisón.",
        "Me he ido a Brisón de viaje.",
        "Mi segunda casa está en Brisón.",
        "Viví en Brisón dos años.",
        "Mi casa es Brisón cuando juego en línea.",
        "Vivo en Brisón de lunes a jueves por un curso.",
    ),
    ROLE: (
        "Soy voluntaria en Mirlada.",
        "Soy entrenadora de un equipo infantil los sábados.",
        "Soy tutora de mi sobrina.",
        "Soy profesora de yoga en mis ratos libres.",
        "Soy cocinera aficionada.",
        "Soy editora del boletín del barrio.",
        "En la obra de teatro soy enfermera.",
        "Soy administradora del grupo de padres.",
        "Trabajo de camarera los domingos.",
        "Soy fotógrafa por afición.",
        "Soy jefa de los boy scouts del barrio.",
        "Mi papel en la función es enfermera.",
        "Soy cantante en un coro.",
    ),
    NAME: (
        "Me llamo Rosa Lanvín en el juego.",
        "Mi nombre artístico es Rosa Lanvín.",
        "En la obra me llamo Rosa Lanvín.",
        "Mi nombre de usuario es Rosalan.",
        "Mi personaje se llama Rosa Lanvín.",
    ),
    NICK: (
        "Mi abuela me llama Chispa.",
        "En el equipo me llaman Chispa.",
        "De niña me decían Chispa.",
    ),
    DIET: (
        "Hoy como vegano.",
        "Ayer cociné una cena vegana para mis amigos.",
        "Hago comida vegana para mi hermana.",
        "Esta semana sigo una dieta keto por una apuesta.",
        "Cocino sin gluten para mi hijo.",
        "El menú de la boda es vegano.",
        "La comida de mi gato es sin gluten.",
        "Los lunes como vegano.",
    ),
    STYLE: (
        "Dame una respuesta detallada esta vez.",
        "Para este informe quiero respuestas detalladas.",
        "Mi jefe quiere respuestas detalladas.",
        "En el examen hay que dar respuestas detalladas.",
    ),
    UNITS: (
        "La receta viene en unidades imperiales.",
        "Convierte esto a unidades imperiales.",
        "Mi libro usa medidas imperiales.",
        "Para esta receta usa unidades imperiales.",
    ),
    BIRTHDAY: (
        "Celebro mi cumpleaños con una fiesta el 9 de mayo.",
        "La fiesta de mi cumpleaños es el 9 de mayo.",
        "Mi hija nació el 9 de mayo.",
        "Mi cumpleaños de casada es el 9 de mayo.",
        "El 9 de mayo compro las cosas para mi cumpleaños.",
    ),
    ORIGIN: (
        "Vengo de Brisón ahora mismo, qué tráfico.",
        "Soy de Mirlada, la peña del barrio.",
        "Vengo de Brisón de ver a mi tía.",
        "Soy de Leo.",
    ),
    PET: (
        "La perra de mi amiga no se llama Rufo sino Mira.",
        "Cuido a un perro que se llama Mira este fin de semana.",
        "También tengo una perra que se llama Mira.",
        "El perro de mi vecino ya no está, se llamaba Rufo también.",
        "Ya no saco a Rufo por la noche.",
    ),
    KIN: (
        "El marido de mi hermana no se llama Bertín sino Loik.",
        "Mi primo se llama Loik.",
        "Ya no discuto con Bertín por el coche.",
    ),
    PROJECT: (
        "También estoy desarrollando Orvane.",
        "Hemos cancelado la reunión de Ventador.",
        "He terminado el logo de Ventador.",
        "Dejé a Ventador compilando toda la noche.",
    ),
}

MORE_NEAR = [
    (
        JOB,
        [
            "Me tocó trabajar en Olvera toda la mañana porque se fue la luz en la oficina.",
            "Estoy en Olvera con la mudanza de un colega.",
            "Empecé en Olvera con las acuarelas.",
            "Trabajo con Olvera en una exposición de barrio.",
            "Entré en Olvera a comprar velas.",
            "Mi hija empezó en Olvera, su colegio.",
            "Ayudo en Olvera, el comedor social.",
            "Me fichó Olvera para su liguilla de pádel.",
            "Ahora estoy en Olvera esperando el tren.",
        ],
    ),
    (
        HOME,
        [
            "Estamos en Tarifal unos meses cuidando a mi padre.",
            "Me quedo en Tarifal hasta que acaben las obras.",
            "Nuestra casa rural está en Tarifal y la abrimos en agosto.",
            "Vivo en Tarifal los puentes y las Navidades.",
            "Mi casa de la infancia está en Tarifal.",
            "De pequeña vivía en Tarifal.",
        ],
    ),
    (
        ROLE,
        [
            "Soy delegada de clase en el curso de cerámica.",
            "Soy árbitra de partidos infantiles algún domingo.",
            "Soy la capitana del equipo de veteranas.",
            "Esta noche soy camarera en casa.",
        ],
    ),
    (
        DIET,
        [
            "En cuaresma hago una dieta sin carne.",
            "Mi suegra me puso una dieta keto para el crucero.",
        ],
    ),
    (
        NAME,
        [
            "En Instagram me llamo Rosa Lanvín.",
        ],
    ),
    (
        PET,
        [
            "Ya no le corto las uñas a Rufo.",
        ],
    ),
]

CHANGES = {
    JOB: (
        "Desde el lunes trabajo en Mirlada.",
        "Ahora trabajo para Mirlada.",
        "He cambiado de trabajo: ahora estoy en Mirlada.",
        "Dejé Nordelec y ahora trabajo en Mirlada.",
        "Mi nueva empresa es Mirlada.",
        "Empecé a trabajar en Mirlada la semana pasada.",
        "Me ha contratado Mirlada.",
        "Ya no trabajo en Nordelec, me pasé a Mirlada.",
        "Conseguí un trabajo nuevo en Mirlada.",
    ),
    HOME: (
        "Nos hemos mudado a Brisón.",
        "Ahora vivo en Brisón.",
        "Acabo de mudarme a Brisón.",
        "Mi nueva casa está en Brisón.",
        "Me fui a vivir a Brisón.",
    ),
    ROLE: ("Ahora soy enfermera.", "Me hice panadera.", "Mi nuevo puesto es el de enfermera."),
    NAME: ("Me casé y ahora me llamo Fina Lanvín.",),
    NICK: ("Ahora prefiero que me llames Chispa.",),
    DIET: ("Ahora soy vegana.", "Me he hecho vegana.", "Me he pasado a una dieta sin gluten."),
    STYLE: ("A partir de ahora quiero respuestas detalladas.",),
    UNITS: ("Desde ahora usa unidades imperiales.",),
    BIRTHDAY: ("Mi cumpleaños no es el 3 de mayo sino el 9 de mayo.",),
}

MORE_CHANGES = [
    (
        JOB,
        [
            "Me han hecho fija en Olvera y dejo Nordelec.",
            "Acabo de cambiar de empresa, ahora trabajo para Olvera.",
        ],
    ),
    (
        HOME,
        [
            "Compramos casa y ya vivimos en Tarifal.",
            "Nos trasladamos a Tarifal en otoño.",
            "Ahora mi casa está en Tarifal.",
        ],
    ),
    (
        ROLE,
        [
            "Dejé las cuentas, ahora soy florista.",
        ],
    ),
    (
        DIET,
        [
            "Ya no como lácteos, ahora soy vegana.",
        ],
    ),
]


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*NEAR.items(), *MORE_NEAR] for one in all_]
)
def test_a_near_miss_leaves_the_spanish_line_where_it_is(before: str, later: str) -> None:
    (line,) = active_after("es", before)
    assert line in active_after("es", before, later)


@pytest.mark.parametrize(
    ("before", "later"), [(b, one) for b, all_ in [*CHANGES.items(), *MORE_CHANGES] for one in all_]
)
def test_a_change_takes_the_place_of_the_spanish_line(before: str, later: str) -> None:
    (line,) = active_after("es", before)
    after = active_after("es", before, later)
    assert after
    assert line not in after

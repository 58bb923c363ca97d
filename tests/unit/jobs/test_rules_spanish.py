"""Spanish as people say it: what changes a line, what ends it, and what is no line at all."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after, lines_of

ALLERGY = "Soy alérgica al látex."
ALLERGY_2 = "Soy alérgica al polen."
BIRTHDAY = "Mi cumpleaños es el 3 de mayo."
BIRTHDAY_2 = "Mi cumpleaños es el 2 de abril."
BIRTHDAY_3 = "Mi cumpleaños es el 8 de junio."
DIET = "Soy vegetariana."
DIET_2 = "Soy vegana."
DIET_3 = "Sigo una dieta kosher."
DIET_4 = "Sigo una dieta halal."
DISLIKES = "Detesto Catán."
HOME = "Vivo en Valmorel."
HOME_2 = "Vivo en Arbeca."
HOME_3 = "Vivo en Morlán."
JOB = "Trabajo en Nordelec."
JOB_2 = "Trabajo en Oxamar."
JOB_3 = "Trabajo en Pelvox."
KIN = "Mi marido se llama Bertín."
KIN_2 = "Mi novio se llama Loik."
LIKES = "Me gusta mucho Catán."
LIKES_2 = "Me gusta Catán."
LIKES_3 = "Me gusta mucho Skarn."
LIKES_4 = "Me gusta Skarn."
LIKES_5 = "Me gusta Zarko."
NAME = "Me llamo Fina Quell."
NAME_2 = "Me llamo Rosa Lanvín."
NICK = "Llámame Fani."
NICK_2 = "Llámame Nono."
NICK_3 = "Llámame Titi."
PET = "Mi perro se llama Rufo."
PET_2 = "Tengo un gato que se llama Píxel."
PROJECT = "Estoy desarrollando Ventador."
PROJECT_2 = "Estoy desarrollando Orvane."
PROJECT_3 = "Estoy desarrollando Mistru."
ROLE = "Soy contable."
ROLE_2 = "Soy bombera."
ROLE_3 = "Soy camarera."
ROLE_4 = "Soy cajera."
SPEECH = "Hablo danés."
SPEECH_2 = "Hablo vasco."
STYLE = "Dame respuestas cortas."
STYLE_2 = "Quiero respuestas detalladas."
STYLE_3 = "Quiero respuestas cortas."
TOOL = "Uso Yordra."
TOOL_2 = "Uso Plumo."
TOOL_3 = "Uso Klipo."
UNITS = "Usa unidades métricas."
UNITS_2 = "Dame unidades imperiales."

# said before, said later, the line that holds then; None: the old one does no longer
CHANGED = [
    (HOME, "Nos mudamos el mes pasado, ahora estamos en Brisón.", "Vive en Brisón."),
    (HOME, "Ya no vivo en Valmorel sino en Brisón.", "Vive en Brisón."),
    (HOME, "¡Por fin nos hemos mudado a Brisón!", "Vive en Brisón."),
    (HOME, "Al final dejé Valmorel por Brisón.", "Vive en Brisón."),
    (HOME, "Mi nuevo piso está en Brisón.", "Vive en Brisón."),
    (HOME, "Desde la semana pasada vivo en Brisón.", "Vive en Brisón."),
    (HOME, "No, en Valmorel no: vivo en Brisón.", "Vive en Brisón."),
    (HOME, "Perdona, me equivoqué, vivo en Brisón, no en Valmorel.", "Vive en Brisón."),
    (HOME, "Hemos acabado instalándonos en Brisón con los niños.", "Vive en Brisón."),
    (HOME, ["Me he mudado.", "> Ah, ¿adónde?", "A Brisón."], "Vive en Brisón."),
    (HOME, "Cambié de ciudad: ahora es Brisón.", "Vive en Brisón."),
    (HOME, "Me fui a vivir a Brisón hace dos semanas.", "Vive en Brisón."),
    (HOME, "Ahora mi casa está en Brisón.", "Vive en Brisón."),
    (JOB, "He cambiado de empresa, ahora estoy en Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "Desde el lunes trabajo para Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "Renuncié a Nordelec y entré en Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "¡Es oficial, Fabriluna me ha contratado!", "Trabaja en Fabriluna."),
    (JOB, "Mi empresa ya no es Nordelec, es Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "Conseguí un puesto en Fabriluna y empecé ayer.", "Trabaja en Fabriluna."),
    (JOB, "Nuevo trabajo desde marzo: Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "Ya no trabajo en Nordelec, me pasé a Fabriluna.", "Trabaja en Fabriluna."),
    (JOB, "Me cambié de curro, ahora curro en Fabriluna.", "Trabaja en Fabriluna."),
    (ROLE, "He cambiado de oficio, ahora soy carpintera.", "Trabaja como carpintera."),
    (ROLE, "Ya no soy contable, me hice librera.", "Trabaja como librera."),
    (ROLE, "Me nombraron directora el mes pasado.", "Trabaja como directora."),
    (ROLE, "Ahora trabajo de florista.", "Trabaja como florista."),
    (ROLE, "Mi nuevo oficio: apicultora.", "Trabaja como apicultora."),
    (NICK, "Mejor llámame Luz.", "Le dicen Luz."),
    (NICK, "Ya no Fani, por favor: dime Luz.", "Le dicen Luz."),
    (NICK, "Ahora todos me llaman Luz.", "Le dicen Luz."),
    (NICK, "No me llames más Fani, sino Luz.", "Le dicen Luz."),
    (NAME, "Desde la boda me llamo Fina Brol.", "Se llama Fina Brol."),
    (NAME, "Recuperé mi apellido de soltera: Fina Brol.", None),
    (DIET, "Este invierno me hice vegana.", "Dieta: vegana."),
    (DIET, "Ya no soy vegetariana, ahora como sin gluten.", "Dieta: sin gluten."),
    (STYLE, "Al final prefiero respuestas detalladas.", "Prefiere respuestas detalladas."),
    (STYLE, "Tus respuestas son demasiado cortas, hazlas más detalladas.", None),
    (
        STYLE,
        "A partir de hoy, respuestas estructuradas, por favor.",
        "Prefiere respuestas estructuradas.",
    ),
    (UNITS, "He vuelto a las unidades imperiales.", "Prefiere unidades imperiales."),
    (
        UNITS,
        "Olvídate de las unidades métricas, quiero unidades imperiales.",
        "Prefiere unidades imperiales.",
    ),
    (BIRTHDAY, "Me expresé mal: mi cumpleaños es el 4 de mayo.", "Cumple años el 4 de mayo."),
    (LIKES, "De Catán estoy harta, ya no juego.", None),
    (LIKES, "Con el tiempo he acabado odiando Catán.", "No le gusta Catán."),
    (DISLIKES, "Quién lo diría, ahora me encanta Catán.", "Le gusta Catán."),
    (HOME_2, "Pequeña actualización: desde el sábado vivimos en Tarvel.", "Vive en Tarvel."),
    (HOME_2, "Cambio de dirección: Tarvel.", None),
    (HOME_2, "Rectifico, es en Tarvel donde vivo, ya no en Arbeca.", "Vive en Tarvel."),
    (HOME_2, "Al final me instalé en Tarvel con el barco.", "Vive en Tarvel."),
    (JOB_2, "Pasé página con Oxamar, ahora trabajo en Bolivento.", "Trabaja en Bolivento."),
    (JOB_2, "La clínica Bolivento me contrató en enero.", None),
    (JOB_2, "Acaban de contratarme en Bolivento.", "Trabaja en Bolivento."),
    (JOB_2, "Llevo tres semanas trabajando para Bolivento.", "Trabaja en Bolivento."),
    (JOB_2, "Mi nueva empresa se llama Bolivento.", "Trabaja en Bolivento."),
    (ROLE_3, "Se acabó servir mesas, ahora soy enfermera.", "Trabaja como enfermera."),
    (ROLE_3, "Desde septiembre ejerzo como jardinera.", "Trabaja como jardinera."),
    (NICK_2, "Ahora prefiero que me llames Gigi.", "Le dicen Gigi."),
    (NAME_2, "Me cambié el nombre, ahora me llamo Rosa Tibor.", "Se llama Rosa Tibor."),
    (DIET_3, "Este año me volví vegetariana.", "Dieta: vegetariana."),
    (DIET_3, "En las comidas, ahora sin lactosa.", None),
    (
        STYLE_2,
        "Sé más breve: quiero respuestas breves a partir de ahora.",
        "Prefiere respuestas breves.",
    ),
    (LIKES_3, "Perdí todo interés en Skarn.", None),
    (LIKES_3, "Skarn ya no lo puedo ni ver.", None),
    (BIRTHDAY_2, "Error mío: nací el 12 de abril.", "Cumple años el 12 de abril."),
    (UNITS, "Pásate a unidades imperiales, por favor.", "Prefiere unidades imperiales."),
    (HOME_3, "Ya estamos instalados en Duvera desde ayer.", "Vive en Duvera."),
    (HOME_3, "Puedes anotar que ahora vivo en Duvera.", "Vive en Duvera."),
    (HOME_3, "Morlán era antes, ahora vivo en Duvera.", "Vive en Duvera."),
    (
        HOME_3,
        ["Nos hemos mudado otra vez.", "> ¿Dónde vivís ahora?", "Duvera, junto al lago."],
        "Vive en Duvera.",
    ),
    (JOB_3, "Ya no trabajo para Pelvox sino para Cadrana.", "Trabaja en Cadrana."),
    (
        JOB_3,
        ["He cambiado de trabajo.", "> ¡Felicidades! ¿Dónde?", "En Cadrana."],
        "Trabaja en Cadrana.",
    ),
    (JOB_3, "Pelvox cerró, encontré trabajo en Cadrana.", "Trabaja en Cadrana."),
    (ROLE_4, "Dejé la caja, me he hecho fotógrafa.", "Trabaja como fotógrafa."),
    (ROLE_4, "Mi oficio ha cambiado: soy fotógrafa.", "Trabaja como fotógrafa."),
    (NICK_3, "En vez de Titi, llámame Max.", "Le dicen Max."),
    (DIET_4, "Ahora hago una dieta sin azúcar.", "Dieta: sin azúcar."),
    (
        STYLE_3,
        "Estoy harta de respuestas cortas, dame respuestas detalladas.",
        "Prefiere respuestas detalladas.",
    ),
    (UNITS_2, "Al final prefiero unidades métricas.", "Prefiere unidades métricas."),
    (LIKES_5, "Odio Zarko desde la última actualización.", "No le gusta Zarko."),
    (BIRTHDAY_3, "No el 8 de junio: mi cumpleaños es el 9 de junio.", "Cumple años el 9 de junio."),
]
ENDED = [
    (HOME, "Ya no vivo en Valmorel."),
    (HOME, "Me fui de Valmorel para siempre."),
    (HOME, "Olvida que vivo en Valmorel."),
    (HOME, "Lo de Valmorel se acabó, nos fuimos."),
    (HOME, "Hemos dejado Valmorel."),
    (JOB, "Dejé Nordelec."),
    (JOB, "Nordelec me despidió la semana pasada."),
    (JOB, "Ya no estoy en Nordelec."),
    (JOB, "Nordelec y yo hemos terminado."),
    (JOB, "Me jubilé de Nordelec."),
    (JOB, "He dejado mi trabajo en Nordelec."),
    (ROLE_2, "Ya no soy bombera."),
    (ROLE_2, "Dejé de ser bombera."),
    (TOOL, "Me deshice de Yordra."),
    (TOOL, "He dejado Yordra."),
    (TOOL, "Para mí Yordra se terminó."),
    (TOOL, "Hace meses que no abro Yordra."),
    (TOOL, "Ayer desinstalé Yordra."),
    (TOOL, "Cambié Yordra por Zinka."),
    (TOOL, "Me pasé de Yordra a Zinka."),
    (TOOL, "Olvida lo que dije sobre Yordra."),
    (TOOL, "Borra Yordra de tu memoria, por favor."),
    (LIKES_2, "Catán ya no me divierte nada."),
    (LIKES_2, "Me cansé de Catán."),
    (LIKES_2, "He dejado Catán."),
    (LIKES_2, "Ya no soy fan de Catán."),
    (LIKES_2, "Catán ya no me gusta tanto."),
    (LIKES_2, "Es falso que me guste Catán, bórralo."),
    (ALLERGY, "En realidad no soy alérgica al látex."),
    (ALLERGY, "El médico confirmó que ya no soy alérgica al látex."),
    (ALLERGY, "Mi alergia al látex desapareció."),
    (PROJECT, "Puse fin a Ventador."),
    (PROJECT, "Ventador se fue al traste."),
    (PROJECT, "Tiré la toalla con Ventador."),
    (PROJECT, "Ya no me ocupo de Ventador."),
    (PROJECT, "Hemos parado Ventador."),
    (PROJECT, "Le pasé Ventador a una compañera, ya no es mi proyecto."),
    (SPEECH, "Ya no hablo danés."),
    (PET, "Ya no tenemos a Rufo."),
    (KIN, "Bertín y yo nos divorciamos."),
    (DIET_2, "Ya no soy vegana."),
    (DIET_2, "Abandoné la dieta vegana."),
    (HOME_2, "Desde Navidad no vivimos en Arbeca."),
    (HOME_2, "Le dije adiós a Arbeca."),
    (HOME_2, "Nos marchamos de Arbeca hace un mes."),
    (JOB_2, "Se me terminó el contrato en Oxamar."),
    (JOB_2, "Me echaron de Oxamar."),
    (JOB_2, "Ya no formo parte de Oxamar."),
    (TOOL_2, "Lo de Plumo lo dejé."),
    (TOOL_2, "Me di de baja de Plumo."),
    (TOOL_2, "Ya no tengo Plumo en el móvil."),
    (TOOL_2, "Sustituí Plumo por Zinka."),
    (TOOL_2, "No recuerdes más que uso Plumo."),
    (LIKES_4, "Ahora Skarn me aburre."),
    (LIKES_4, "Le perdí el gusto a Skarn."),
    (LIKES_4, "Puedes olvidar que me gusta Skarn."),
    (ALLERGY_2, "Resulta que no soy alérgica al polen."),
    (ALLERGY_2, "Gracias a las vacunas ya no soy alérgica al polen."),
    (PROJECT_2, "Con Orvane tiré la toalla."),
    (PROJECT_2, "La semana pasada enterramos Orvane."),
    (PROJECT_2, "Ya no trabajo en Orvane."),
    (PROJECT_2, "El proyecto Orvane está suspendido."),
    (PET_2, "Regalé a Píxel a mi tía."),
    (HOME_3, "Mi vida en Morlán quedó atrás, dejé Morlán."),
    (HOME_3, "No, no vivo en Morlán."),
    (JOB_3, "Pelvox me echó a la calle."),
    (JOB_3, "Se acabó lo mío con Pelvox."),
    (JOB_3, "Presenté mi renuncia en Pelvox."),
    (TOOL_3, "Ahora me apaño sin Klipo."),
    (TOOL_3, "Ya no uso Klipo para nada."),
    (TOOL_3, "Cancelé mi suscripción a Klipo."),
    (TOOL_3, "Borra lo que te dije de Klipo."),
    (TOOL_3, "Klipo lo desinstalé."),
    (LIKES_5, "Zarko ya no me dice nada."),
    (LIKES_5, "Ya no escucho Zarko."),
    (LIKES_5, "Le puse la cruz a Zarko."),
    (PROJECT_3, "Mistru está abandonado."),
    (PROJECT_3, "Dejo Mistru."),
    (PROJECT_3, "Pasé el testigo de Mistru."),
    (SPEECH_2, "Ya no hablo vasco desde niña."),
    (KIN_2, "Loik y yo nos separamos."),
]
# nobody says of himself here what the value would make a line of
NOTHING = [
    ("Si viviera en Brisón, me haría falta un coche.", "Brisón"),
    ("Imagina que vivo en Brisón.", "Brisón"),
    ("Cuando esté en Brisón tendré jardín.", "Brisón"),
    ("Algún día viviré en Brisón, espero.", "Brisón"),
    ("Pensamos mudarnos a Brisón el año que viene.", "Brisón"),
    ("Mi sueño es Brisón y su playa.", "Brisón"),
    ("Mi prima vive en Brisón.", "Vive en Brisón."),
    ("Dicen que Brisón es carísima.", "Brisón"),
    ("Una amiga me escribió: vivo en Brisón ahora.", "Brisón"),
    ("En el formulario pone: vive en Brisón.", "Brisón"),
    ("Traduce esta frase: vivo en Brisón.", "Brisón"),
    ("Por ejemplo, alguien escribe vivo en Brisón y tú qué respondes.", "Brisón"),
    ("Digamos que trabajo en Fabriluna y gano el doble.", "Fabriluna"),
    ("Casi trabajo en Fabriluna.", "Trabaja en Fabriluna."),
    ("Me presenté a un puesto en Fabriluna, espero respuesta.", "Trabaja en Fabriluna."),
    ("Fabriluna me ofreció un puesto pero lo rechacé.", "Trabaja en Fabriluna."),
    ("Mi vecino trabaja en Fabriluna desde hace diez años.", "Trabaja en Fabriluna."),
    ("En mi novela soy bombera en Brisón.", "bombera"),
    ("Juguemos: soy bombera y tú el gato atascado.", "bombera"),
    ("Nunca he vivido en Brisón.", "Vive en Brisón."),
    ("No, no estoy en Brisón.", "Vive en Brisón."),
    ("Mi padre siempre dice: soy alérgico al trabajo.", "trabajo"),
    ("El folleto dice: como comida vegana y me va bien.", "vegana"),
    ("Ella me preguntó si usaba Zinka.", "Usa Zinka."),
    ("Tú me recomiendas Zinka para mis notas, no.", "Zinka"),
    ("Según mi hermano, me encanta Catán.", "Catán"),
    ("Podría usar Zinka para eso.", "Zinka"),
    ("Estoy pensando en adoptar un gato llamado Mistral.", "Mistral"),
    ("Si adoptamos un gato, se llamará Mistral.", "Mistral"),
    ("Antes vivía en Brisón.", "Vive en Brisón."),
    ("Viví en Brisón cuando estudiaba.", "Vive en Brisón."),
    ("En broma, me llamo Zorro.", "Zorro"),
    ("El personaje dice «me llamo Zorro».", "Zorro"),
    ("Escribe un diálogo que empiece así: detesto Catán.", "Catán"),
    ("Mi hermana dice que es alérgica al látex.", "látex"),
    ("No sé si soy alérgica al látex.", "alergia a látex"),
    ("¿Soy alérgica al látex?", "látex"),
    ("Me aconsejaron hacerme vegana.", "vegana"),
    ("Mi hija quiere que sea vegana.", "vegana"),
    ("Mi antiguo jefe trabajaba en Fabriluna.", "Trabaja en Fabriluna."),
    ("El anuncio aclara: usamos Zinka a diario.", "Zinka"),
    ("Ojalá viviera en Brisón.", "Brisón"),
    ("Supón que trabajo en Bolivento, ¿cuánto cobraría?", "Bolivento"),
    ("Mi médico me contó que vive en Tarvel.", "Vive en Tarvel."),
    ("En su blog escribe: como sin gluten desde hace diez años.", "gluten"),
    ("Este es mi ejercicio de gramática: vivo en Tarvel.", "Tarvel"),
    ("La señora de recepción dijo: me llamo Irma.", "Irma"),
    ("Me hubiera gustado vivir en Tarvel.", "Tarvel"),
    ("Me veo viviendo en Tarvel.", "Vive en Tarvel."),
    ("Si todo va bien, trabajo en Bolivento en marzo.", "Trabaja en Bolivento."),
    ("Bolivento me tienta, pero no hay nada firmado.", "Trabaja en Bolivento."),
    ("La etiqueta de la maceta pone: soy alérgica al frío.", "frío"),
    ("A mi hijo le encanta Skarn.", "Le gusta Skarn."),
    ("Parece que soy bombera, ¿no?", "bombera"),
    ("Haz de cliente que dice uso Zinka.", "Zinka"),
    ("Mi entrenadora repite que soy vegana, pero es una broma.", "vegana"),
    ("Soñé que vivía en Tarvel.", "Tarvel"),
    ("No conozco a nadie en Tarvel.", "Vive en Tarvel."),
    ("Me voy una semana a Tarvel.", "Vive en Tarvel."),
    ("Esta noche estoy en casa de Pablo.", "Pablo"),
    ("Ayer empecé Zelda.", "Trabaja en Zelda."),
    ("Hoy estoy en Tarvel por una regata.", "Vive en Tarvel."),
    ("El estribillo hace: me encanta Skarn, oh sí.", "Skarn"),
    ("Corrige mi frase, vivo en Tarvel desde hace mucho.", "Tarvel"),
    ("Soy Capricornio.", "Capricornio"),
    ("¿Puedes escribir una carta donde digo que vivo en Tarvel?", "Tarvel"),
    ("Me fui a Galicia de vacaciones.", "Trabaja en Galicia."),
    ("Mi vecina me escribió: me mudo a Duvera.", "Duvera"),
    ("¿Te parecería bien que viva en Duvera?", "Duvera"),
    ("Ojalá trabajara en Cadrana.", "Cadrana"),
    ("Dudamos entre Duvera y Morlán para instalarnos.", "Vive"),
    ("Mañana visito un piso en Duvera.", "Vive en Duvera."),
    ("Mi colega de Cadrana me ayudó.", "Trabaja en Cadrana."),
    ("Tengo una entrevista en Cadrana el lunes.", "Trabaja en Cadrana."),
    ("La cantante dijo que vivía en Duvera.", "Vive en Duvera."),
    ("En la obra que ensayo soy panadera.", "panadera"),
    ("Hagamos como si fuera panadera.", "panadera"),
    ("El manual dice: uso Klipo todos los días.", "Klipo"),
    ("¿Klipo me vendría bien?", "Klipo"),
    ("Me pregunto si soy alérgica al látex.", "látex"),
    ("Mis padres viven en Duvera.", "Vive en Duvera."),
    ("Pasé las vacaciones en Duvera.", "Vive en Duvera."),
    ("Me hablaron de Zarko, ¿lo conoces?", "Zarko"),
    ("Mi horóscopo dice: estoy a punto de mudarme a Duvera.", "Duvera"),
    ("Es broma, trabajo en Cadrana.", "Cadrana"),
    ("Ayúdame a escribir: me llamo Zoe y vivo en Duvera.", "Duvera"),
    ("Un cliente me escribe: soy vegano, ¿qué cocino?", "vegano"),
    ("Estoy en Duvera por trabajo esta semana.", "Vive en Duvera."),
]
STATED = [
    ("Estoy afincada en Brisón.", "Vive en Brisón."),
    ("Yo soy Luz.", "Se llama Luz."),
    ("Soy empleada de Fabriluna.", "Trabaja en Fabriluna."),
    ("Soy ingeniera en Fabriluna.", "Trabaja como ingeniera."),
    ("De trabajo, estoy en Fabriluna.", "Trabaja en Fabriluna."),
    ("Nuestra gata, Mistral, duerme todo el día.", "Su mascota (gata) se llama Mistral."),
    ("Cumplo cuarenta el 12 de junio.", "Cumple años el 12 de junio."),
    ("Soy fan de Catán.", "Le gusta Catán."),
    ("Tengo alergia al látex.", "Tiene alergia a látex."),
    (
        "Ayer terminé el maratón de Brisón.",
        'Said: "Ayer [2026-02-02] terminé el maratón de Brisón."',
    ),
    (
        "Hace dos días visitamos el museo Brol.",
        'Said: "Hace dos días [2026-02-01] visitamos el museo Brol."',
    ),
    ("Con mi mujer vivimos en Tarvel.", "Vive en Tarvel."),
    ("Trabajo para Bolivento desde 2019.", "Trabaja en Bolivento."),
    ("Mi hermano se llama Ulrico.", "Familia (hermano): Ulrico."),
    ("Me encanta jugar a Skarn los domingos.", "Le gusta Skarn."),
    ("No soporto Skarn.", "No le gusta Skarn."),
    ("Apunto todo en Plumo.", "Usa Plumo."),
    ("En casa hablo gallego.", "Habla gallego."),
    ("Mi gato, Píxel, ya tiene su vacuna.", "Su mascota (gato) se llama Píxel."),
    ("Tenemos un perro, se llama Buli.", "Su mascota (perro) se llama Buli."),
    ("Me llamo Zoe Valmi y vivo en Duvera.", "Vive en Duvera."),
    ("Nací el 5 de marzo.", "Cumple años el 5 de marzo."),
]


# case 36
@pytest.mark.parametrize(("before", "later", "line"), CHANGED)
def test_a_change_leaves_no_old_value(
    before: str, later: str | list[str], line: str | None
) -> None:
    (old,) = active_after("es", before)
    after = active_after("es", before, later)
    assert old not in after
    assert line is None or line in after


@pytest.mark.parametrize(("before", "later"), ENDED)
def test_what_is_taken_back_is_gone(before: str, later: str) -> None:
    (old,) = active_after("es", before)
    assert old not in active_after("es", before, later)


@pytest.mark.parametrize(("content", "value"), NOTHING)
def test_what_is_not_the_speakers_own_fact_is_no_line(content: str, value: str) -> None:
    assert not any(value in line for line in lines_of("es", content))


@pytest.mark.parametrize(("content", "line"), STATED)
def test_a_fact_is_heard_in_more_words_than_it_needs(content: str, line: str) -> None:
    assert line in lines_of("es", content)


def test_a_value_denied_that_nobody_held_becomes_no_line() -> None:
    assert active_after("es", "No vivo en Villarena.") == []

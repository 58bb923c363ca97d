"""The verdicts of grounding in six languages."""

from datetime import UTC, datetime

import pytest

from memory_core.index.grounding import ungrounded
from memory_core.messages import Message, Participant, ParticipantKind, Role
from tests.fakes.memories import make_message

AT = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)

ACCEPTED = [
    ("en", "I want to move to Rome.", "Wants to move to Rome."),
    ("en", "Don't forget that I am allergic to nuts.", "Is allergic to nuts."),
    ("en", "Can you remember that I live in Oslo?", "Lives in Oslo."),
    ("en", "Gardening lets me relax.", "Gardening lets relax."),
    ("en", "Unless it snows, I'm going to row on Lake Brue.", "Rows on Lake Brue unless it snows."),
    ("de", "Merk dir, dass ich in Oslo wohne.", "Wohnt in Oslo."),
    ("de", "Wir haben zweiundvierzig Gäste geladen.", "Hat 42 Gäste geladen."),
    ("de", "In Oslo lebt mein Bruder.", "Hat einen Bruder, der in Oslo lebt."),
    ("de", "Bei Zedwerk arbeite ich nicht mehr.", "Arbeitet nicht mehr bei Zedwerk."),
    ("de", "Gestern habe ich Brot gebacken.", "Hat am 2026-02-02 Brot gebacken."),
    ("es", "No olvides que soy alérgica al sésamo.", "Es alérgica al sésamo."),
    ("es", "Pedimos cuarenta y dos lámparas.", "Pidió 42 lámparas."),
    ("es", "En Oslo vive mi hermano.", "Tiene un hermano que vive en Oslo."),
    ("es", "Ya no trabajo en Zedlux.", "Ya no trabaja en Zedlux."),
    ("es", "Ayer horneé pan.", "Horneó pan el 2026-02-02."),
    ("fr", "N'oublie pas que je suis allergique au sésame.", "Est allergique au sésame."),
    ("fr", "On a commandé quatre-vingt-dix-sept lampes.", "A commandé 97 lampes."),
    ("fr", "C'est mon frère qui vit à Oslo.", "A un frère qui vit à Oslo."),
    ("fr", "Je ne travaille plus chez Zedlux.", "Ne travaille plus chez Zedlux."),
    ("fr", "Hier, j'ai cuit du pain.", "A cuit du pain le 2026-02-02."),
    ("ja", "弟がオスロで暮らしています。", "オスロで暮らす弟がいる。"),
    ("ja", "ランプを四十二個注文しました。", "ランプを42個注文した。"),
    ("ja", "牡蠣を一ダース買いました。", "牡蠣を12個買った。"),
    ("ja", "昨日パンを焼きました。", "2026-02-02にパンを焼いた。"),
    ("en", "Half a dozen geese live in my yard.", "6 geese live in the yard."),
    ("de", "Wir kamen in einem Ruderboot, und der Motor lief.", "Kam in einem Ruderboot."),
    ("fr", "Ned trouve que je siffle trop.", "Ned trouve qu'il siffle trop."),
    ("ja", "いつも朝六時に起きます。", "朝6時に起きる。"),
    ("ja", "ゴマアレルギーなのを忘れないでください。", "ゴマアレルギーがある。"),
    ("zh", "别忘了我对芝麻过敏。", "对芝麻过敏。"),
    ("zh", "我弟弟在奥斯陆生活。", "有个弟弟在奥斯陆生活。"),
    ("zh", "我们订了四十二盏灯。", "订了42盏灯。"),
    ("zh", "我买了一打牡蛎。", "买了12只牡蛎。"),
    ("zh", "昨天我烤了面包。", "2026-02-02烤了面包。"),
]
REFUSED = [
    ("en", "Zed paints boats. Ned tunes pianos.", "Ned paints boats."),
    ("en", "My daughter collects maps, and I restore them.", "Daughter restores maps."),
    ("en", "I doubt that I will keep the boat.", 'Said: "I will keep the boat."'),
    ("en", "It's my aunt who runs the mill.", "Runs the mill."),
    ("en", "I once drove a tram in Porto.", "Drives a tram in Porto."),
    ("de", "Es ist meine Tante, die die Mühle betreibt.", "Betreibt die Mühle."),
    ("es", "La que lleva el molino es mi tía.", "Lleva el molino."),
    ("fr", "Celle qui tient le moulin, c'est ma tante.", "Tient le moulin."),
    ("fr", "Je rêve d'ouvrir un musée.", "A ouvert un musée."),
    ("ja", "水車小屋をやっているのは叔母です。", "水車小屋をやっている。"),
    ("zh", "开磨坊的是我姨妈。", "开磨坊。"),
    ("de", "In Oslo lebt mein Bruder.", "Lebt in Oslo."),
    ("de", "Ich will nach Rom umziehen.", "Wohnt in Rom."),
    ("de", "Ich trinke keinen Kaffee.", "Trinkt Kaffee."),
    ("de", "Früher habe ich in Holm gewohnt.", "Wohnt in Holm."),
    ("de", "Laut Ned schnarche ich.", "Schnarcht."),
    ("de", "Falls es friert, verkaufe ich Tee.", "Verkauft Tee."),
    ("de", "Passt der Kompass zum Boot?", "Der Kompass passt zum Boot."),
    ("de", "Mein Kutter Blaue Möwe liegt am Steg.", "Der Kutter Graue Möwe liegt am Steg."),
    ("de", "Ich wohne in Hinterwald.", "Lives in Hinterwald."),
    ("es", "En Oslo vive mi hermano.", "Vive en Oslo."),
    ("es", "Me gustaría mudarme a Roma.", "Vive en Roma."),
    ("es", "No bebo café ni me gusta la cola.", "Le gusta la cola."),
    ("es", "Antes vivía en Holm.", "Vive en Holm."),
    ("es", "Según Ned, ronco.", "Ronca."),
    ("fr", "C'est mon frère qui vit à Oslo.", "Vit à Oslo."),
    ("fr", "Je veux m'installer à Rome.", "Vit à Rome."),
    ("fr", "Je ne bois pas de café.", "Boit du café."),
    ("fr", "À moins qu'il gèle, je vendrai du thé.", "Vend du thé."),
    ("fr", "D'après Ned, je ronfle.", "Ronfle."),
    ("ja", "弟がオスロで暮らしています。", "オスロで暮らしている。"),
    ("ja", "ローマに移り住みたいです。", "ローマに移り住んだ。"),
    ("ja", "コーヒーは飲みません。", "コーヒーを飲む。"),
    ("ja", "修理はドラモフさんに頼んでいます。", "修理はDramovさんに頼んでいる。"),
    ("zh", "我弟弟在奥斯陆生活。", "在奥斯陆生活。"),
    ("zh", "我打算移居罗马。", "已移居罗马。"),
    ("zh", "我不喝咖啡。", "喝咖啡。"),
    ("zh", "我的帆船蓝鸥号停在港里。", "帆船灰鸥号停在港里。"),
]


@pytest.mark.parametrize(("language", "said", "line"), ACCEPTED)
def test_a_line_that_follows_is_accepted_in_its_language(language, said, line):
    assert ungrounded(line, [make_message(said, at=AT)], language=language) == []


# cases 27, 53
@pytest.mark.parametrize(("language", "said", "line"), REFUSED)
def test_a_line_that_does_not_follow_is_refused_in_its_language(language, said, line):
    assert ungrounded(line, [make_message(said, at=AT)], language=language)


def _asked(question, answer, *, position=1):
    agent = Participant(id="helper", kind=ParticipantKind.AGENT, name="Helper")
    asked = Message(
        chat="c1", position=0, role=Role.ASSISTANT, speaker=agent, content=question, at=AT
    )
    return [asked], [make_message(answer, position=position, at=AT)]


@pytest.mark.parametrize(
    ("language", "question", "yes", "no", "line"),
    [
        ("en", "Are you in Oslo?", "Yes", "Nope.", "Lives in Oslo."),
        ("de", "Lebst du in Oslo?", "Ja genau", "Nö.", "Lebt in Oslo."),
        ("es", "¿Vives en Oslo?", "Sí, claro", "Para nada.", "Vive en Oslo."),
        ("fr", "Tu vis à Oslo ?", "Oui, tout à fait", "Pas du tout.", "Vit à Oslo."),
        ("ja", "オスロにお住まいですか？", "そうです", "全然。", "オスロに住んでいる。"),
        ("zh", "你住在奥斯陆吗？", "对", "不。", "住在奥斯陆。"),
    ],
)
def test_a_listed_yes_right_after_a_question_asserts_its_content(language, question, yes, no, line):
    context, said = _asked(question, yes)
    assert ungrounded(line, said, language=language, context=context) == []
    context, said = _asked(question, no)
    assert ungrounded(line, said, language=language, context=context)


@pytest.mark.parametrize(
    ("question", "answer", "position"),
    [
        ("Are you in Oslo?", "Yes", 2),  # something else was said in between
        ("Are you in Oslo or Bergen?", "Yes", 1),
        ("You are in Oslo.", "Yes", 1),
        ("Are you in Oslo?", "Yes please.", 1),
        ("Are you in Oslo?", "Maybe.", 1),
    ],
)
def test_what_is_no_plain_yes_to_a_plain_question_asserts_nothing(question, answer, position):
    context, said = _asked(question, answer, position=position)
    assert ungrounded("Lives in Oslo.", said, context=context)


def test_there_is_what_was_named_two_messages_before():
    context, said = _asked("I spent the weekend in Oslo. Do you know it?", "I live there.")
    assert ungrounded("Lives in Oslo.", said, context=context) == []
    assert ungrounded("Lives in Bergen.", said, context=context)


def test_a_context_asserts_nothing_by_itself():
    context, said = _asked("I was promoted to harbour master.", "Let us celebrate tonight.")
    assert ungrounded("Was promoted to harbour master.", said, context=context)


def test_of_a_context_no_system_message_and_only_four_others_count():
    context, said = _asked("Do you know Oslo?", "I live there.", position=9)
    system = Message(
        chat="c1",
        position=8,
        role=Role.SYSTEM,
        speaker=Participant(id="host", kind=ParticipantKind.AGENT),
        content="The user knows Rome.",
        at=AT,
    )
    assert ungrounded("Lives in Rome.", said, context=[system])
    filler = [make_message("Well.", position=n, at=AT) for n in range(1, 5)]
    assert ungrounded("Lives in Oslo.", said, context=[*context, *filler])
    assert ungrounded("Lives in Oslo.", said, context=[*context, *filler[1:]]) == []


def test_a_language_without_tables_quotes_a_contiguous_span():
    said = [make_message("Jag bor i Hinterwald.", at=AT)]
    assert ungrounded("Bor i Hinterwald.", said, language="sv") == []
    assert ungrounded("bor i Hinterwald", said, language="sv") == []
    assert ungrounded("Hinterwald är hemmet.", said, language="sv")

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jobs.minds.protocol import Statement, Window
from jobs.minds.rules import RulesReader
from jobs.minds.rules.languages import guess_language
from jobs.minds.rules.tongues.english import ENGLISH
from jobs.minds.rules.tongues.known import TONGUES
from jobs.minds.rules.tongues.telling import find_slots
from memory_core.index.grounding import ungrounded
from memory_core.messages import Message, Participant, ParticipantKind, Role
from memory_core.sections import Section

NOON = datetime(2026, 2, 3, 12, 0, tzinfo=UTC)
ADA = Participant(id="ada", kind=ParticipantKind.HUMAN, user="u-ada", name="Ada")
# what the same user said before, in the language at hand
BEFORE = {
    "de": "Wie fasse ich das alles in git zusammen?",
    "es": "¿Cómo junto varios cambios en git?",
    "fr": "Comment est-ce que je fusionne ça dans git ?",
    "ja": "gitでコミットをまとめるにはどうしますか。",
    "zh": "git里怎么合并提交？",
}


def said(content: str, position: int = 1) -> Message:
    return Message(
        role=Role.USER, speaker=ADA, content=content, chat="c1", position=position, at=NOON
    )


def read(language: str, *contents: str) -> tuple[Statement, ...]:
    messages = [said(BEFORE[language], 0), *(said(c, at) for at, c in enumerate(contents, 1))]
    window = Window(
        workspace="default",
        chat="c1",
        agent="helper",
        participants=(ADA,),
        messages=tuple(messages),
    )
    return RulesReader().read(window).statements


def lines(language: str, *contents: str) -> list[str]:
    return [statement.text for statement in read(language, *contents)]


# case 53
@pytest.mark.parametrize(
    ("language", "content", "line"),
    [
        ("de", "Hallo! Ich heiße Fenja Quell.", "Heißt Fenja Quell."),
        ("de", "Nenn mich ruhig Quelli.", "Wird Quelli genannt."),
        ("de", "Ich wohne in Leipzig.", "Wohnt in Leipzig."),
        ("de", "Inzwischen arbeite ich bei Nordlicht Energie.", "Arbeitet bei Nordlicht Energie."),
        ("de", "Von Beruf bin ich Geologin.", "Arbeitet als Geologin."),
        ("de", "Meine Schwester heißt Tilda.", "Familie (Schwester): Tilda."),
        ("de", "Wir haben einen Hund namens Rabauke.", "Haustier (Hund) heißt Rabauke."),
        ("de", "Am 3. Mai habe ich Geburtstag.", "Hat am 3. Mai Geburtstag."),
        ("de", "Neben Deutsch spreche ich Dänisch.", "Spricht Dänisch."),
        ("de", "Ich hätte gern knappe Antworten.", "Bevorzugt knappe Antworten."),
        ("de", "Ich kann Koriander nicht leiden.", "Mag Koriander nicht."),
        ("es", "Me llamo Fina Quell.", "Se llama Fina Quell."),
        ("es", "Acabo de mudarme a Villarena.", "Vive en Villarena."),
        ("es", "Trabajo como geóloga.", "Trabaja como geóloga."),
        ("es", "Sigo una dieta sin gluten.", "Dieta: sin gluten."),
        ("es", "Soy alérgica a la penicilina.", "Tiene alergia a penicilina."),
        ("es", "Me encanta Catán.", "Le gusta Catán."),
        ("fr", "Je m'appelle Fanny Quell.", "S'appelle Fanny Quell."),
        ("fr", "J'habite à Villarive.", "Habite à Villarive."),
        ("fr", "Je suis passée chez Nordelec.", "Travaille chez Nordelec."),
        ("fr", "Donne-moi des réponses courtes.", "Préfère les réponses courtes."),
        ("fr", "Je ne supporte pas Catane.", "N'aime pas Catane."),
        ("ja", "渚坂に引っ越しました。", "渚坂に住んでいる。"),
        ("ja", "妻は灯といいます。", "家族（妻）の名前は灯。"),
        ("ja", "メモには茅ノートを使っています。", "茅ノートを使っている。"),
        ("ja", "卵アレルギーがあります。", "卵アレルギーがある。"),
        ("zh", "我刚搬到霖桥县。", "住在霖桥县。"),
        ("zh", "我跳槽到了樾塘科技。", "在樾塘科技工作。"),
        ("zh", "我特别讨厌香菜。", "不喜欢香菜。"),
        ("zh", "我生日是5月3日。", "生日是5月3日。"),
    ],
)
def test_a_slots_line_stays_in_the_language_it_was_said_in(
    language: str, content: str, line: str
) -> None:
    (statement,) = read(language, content)
    assert (statement.text, statement.language) == (line, language)


@pytest.mark.parametrize(
    ("language", "content", "line"),
    [
        ("de", "Ich nutze Yordra nicht mehr.", "Nutzt Yordra nicht mehr."),
        ("es", "Ya no uso Yordra.", "Ya no usa Yordra."),
        ("fr", "Je n'utilise plus Yordra.", "N'utilise plus Yordra."),
        ("ja", "茅ノートはもう使っていません。", "もう茅ノートを使っていない。"),
        ("zh", "我不再用翊川录了。", "不再使用翊川录。"),
    ],
)
def test_what_was_given_up_is_a_value_that_ended(language: str, content: str, line: str) -> None:
    assert lines(language, content) == [line]


# case 46
@pytest.mark.parametrize(
    ("language", "content", "line"),
    [
        (
            "de",
            "Gestern habe ich die Prüfung Quelltest bestanden.",
            'Said: "Gestern [2026-02-02] habe ich die Prüfung Quelltest bestanden."',
        ),
        (
            "es",
            "Ayer aprobé el examen Quelltest.",
            'Said: "Ayer [2026-02-02] aprobé el examen Quelltest."',
        ),
        (
            "fr",
            "J'ai réussi l'examen Quelltest hier.",
            "Said: \"J'ai réussi l'examen Quelltest hier [2026-02-02].\"",
        ),
        ("ja", "昨日、灯試験に合格しました。", 'Said: "昨日[2026-02-02]、灯試験に合格しました。"'),
        ("zh", "我昨天通过了沅屯考试。", 'Said: "我昨天[2026-02-02]通过了沅屯考试。"'),
    ],
)
def test_a_deed_is_quoted_with_its_date(language: str, content: str, line: str) -> None:
    (statement,) = read(language, content)
    assert (statement.text, statement.section) == (line, Section.EVENTS)
    assert str(statement.occurred_on) == "2026-02-02"


@pytest.mark.parametrize(
    ("language", "content", "line"),
    [
        ("de", "Merk dir bitte, dass mein Fach P-17 ist.", 'Said: "mein Fach P-17 ist."'),
        (
            "de",
            "Merke dir: Ich habe eine Wohnung in Leipzig.",
            'Said: "Ich habe eine Wohnung in Leipzig."',
        ),
        ("es", "Ten en cuenta que mi taquilla es P-17.", 'Said: "mi taquilla es P-17."'),
        ("fr", "N'oublie pas que mon casier est P-17.", 'Said: "mon casier est P-17."'),
        ("ja", "ロッカーはP-17だと覚えておいてください。", 'Said: "ロッカーはP-17"'),
        ("zh", "别忘了我的柜子是P-17。", 'Said: "我的柜子是P-17。"'),
    ],
)
def test_what_is_to_be_remembered_is_quoted(language: str, content: str, line: str) -> None:
    assert lines(language, content) == [line]


def test_what_is_to_be_remembered_fills_its_slot_if_it_has_one() -> None:
    assert lines("de", "Merk dir: Ich wohne in Leipzig.") == ["Wohnt in Leipzig."]


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("de", "Wohne ich in Leipzig?"),
        ("de", "Wenn ich in Leipzig wohnen würde, bräuchte ich kein Auto."),
        ("de", "Ich würde gern in Leipzig wohnen."),
        ("de", "Mein Bruder wohnt in Leipzig."),
        ("de", "Sie sagt, ich wohne in Leipzig."),
        ("de", "Auf der Karte steht „Ich wohne in Leipzig“."),
        ("de", "Früher wohnte ich in Leipzig."),
        ("de", "Ich habe ein Haus in Leipzig."),
        ("es", "¿Vivo en Villarena?"),
        ("es", "Si viviera en Villarena, tendría coche."),
        ("es", "Me gustaría vivir en Villarena."),
        ("es", "Mi hermana vive en Villarena."),
        ("es", "La postal pone «vivo en Villarena»."),
        ("fr", "Si j'habitais à Villarive, il me faudrait une voiture."),
        ("fr", "J'aimerais vivre à Villarive."),
        ("fr", "Ma sœur habite à Villarive."),
        ("fr", "La carte dit « j'habite à Villarive »."),
        ("ja", "もし渚坂に住んでいるなら車がいりますか。"),
        ("ja", "いつか渚坂に住みたいです。"),
        ("ja", "姉は渚坂に住んでいます。"),
        ("ja", "葉書に「渚坂に住んでいます」とあります。"),
        ("zh", "如果我住在霖桥县，需要买车。"),
        ("zh", "我想搬到霖桥县。"),
        ("zh", "我姐姐住在霖桥县。"),
        ("zh", "明信片上写着“我住在霖桥县”。"),
        ("de", "Danke, das klappt."),
        ("es", "Gracias, funciona."),
        ("fr", "Merci, ça marche."),
        ("ja", "どうも、うまくいきました。"),
        ("zh", "多谢，成了。"),
    ],
)
def test_what_asserts_nothing_of_the_speaker_gives_no_line(language: str, content: str) -> None:
    assert lines(language, content) == []


@pytest.mark.parametrize(
    ("language", "contents"),
    [
        ("de", ("Ich habe ein Nebenprojekt.", "Der Name ist Quellkit.")),
        ("es", ("He empezado un proyecto.", "El nombre es Quellkit.")),
        ("fr", ("J'ai lancé un projet.", "Le nom est Quellkit.")),
        ("ja", ("野良猫が来ます。", "灯と呼んでいます。")),
        ("zh", ("我开了个项目。", "名字是灯灯。")),
    ],
)
def test_the_name_of_something_said_before_is_not_the_speakers(
    language: str, contents: tuple[str, ...]
) -> None:
    said_names = [line for line in lines(language, *contents) if "Quellkit" in line or "灯" in line]
    assert said_names == []


def test_a_subject_left_out_is_the_last_sentences() -> None:
    assert lines("ja", "姉がいます。姉は元気です。渚坂に住んでいます。") == []


@pytest.mark.parametrize(
    ("language", "content"),
    [
        ("de", "Vergiss bitte, dass ich Yordra nutze."),
        ("es", "Olvida que uso Yordra, por favor."),
        ("fr", "Oublie que j'utilise Yordra, s'il te plaît."),
        ("ja", "茅ノートを使っていることは忘れてください。"),
        ("zh", "请忘掉我用翊川录。"),
    ],
)
def test_a_request_to_forget_is_quoted_whole(language: str, content: str) -> None:
    assert lines(language, content) == [f'Said: "{content}"']


def test_a_slot_that_its_message_does_not_bear_is_quoted_instead() -> None:
    content = "Mein Arzt hat festgestellt, dass ich gegen Pollen allergisch bin."
    assert lines("de", content) == [f'Said: "{content}"']


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ich wohne in Leipzig.", "de"),
        ("Vivo en Bergen.", "es"),
        ("J'habite à Bergen.", "fr"),
        ("渚坂に住んでいます。", "ja"),
        ("我住在成都。", "zh"),
        ("I live in Leipzig.", "en"),
        ("Μένω στο Όσλο.", "und"),
    ],
)
def test_a_short_sentence_is_known_by_its_forms(text: str, language: str) -> None:
    assert guess_language(text) == language


def test_a_sentence_that_says_too_little_is_in_its_speakers_language() -> None:
    assert guess_language("Yordra!", "fr") == "fr"


@given(
    st.sampled_from(sorted(TONGUES)),
    st.lists(
        st.sampled_from(
            ["Ich wohne in", "Vivo en", "J'habite à", "に住んでいます", "我住在", "Leipzig", "渚坂",
             "nicht", "no", "pas", "。", ". ", ", ", "gestern", "ayer", "hier", "昨天", "?", "「",
             "dass", "que", "mein Bruder", "forget", "忘れて"]
        ),
        max_size=8,
    ),
)  # fmt: skip
def test_every_line_holds_against_its_own_message(language: str, words: list[str]) -> None:
    content = " ".join(words)
    for statement in read(language, content):
        said_there = [said(content) for at in statement.messages if at == 1]
        if said_there:
            assert ungrounded(statement.text, said_there, language=statement.language) == []


def test_what_somebodys_help_made_is_nobodys_work() -> None:
    facts = find_slots("The help I got made a real difference.", ENGLISH)
    assert [fact.slot for fact in facts] == []

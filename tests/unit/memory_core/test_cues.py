"""Words that take back or set right, told from their likes."""

from __future__ import annotations

import pytest

from memory_core.index.cues import orders_to_forget


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Could you forget that I use Zz-Kit?"),
        ("de", "Kannst du bitte vergessen, dass ich Zz-Kit nutze?"),
        ("es", "¿Puedes olvidar que uso Zz-Kit?"),
        ("fr", "Tu peux oublier que j'utilise Zz-Kit ?"),
        ("ja", "Zz-Kitを使っていることを忘れてくれますか。"),
        ("zh", "你能忘记我在用Zz-Kit吗？"),
        ("zh", "能不能忘掉我在用Zz-Kit？"),
    ],
)
def test_a_request_to_forget_may_be_put_as_a_question(language, words):
    assert orders_to_forget(f'Said: "{words}"', language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Don't forget that I use Zz-Kit."),
        ("zh", "你能忘带钥匙吗？"),
        ("zh", "我可以用Zz-Kit。"),
    ],
)
def test_a_reminder_or_a_plain_statement_orders_nothing_to_be_forgotten(language, words):
    assert not orders_to_forget(f'Said: "{words}"', language)

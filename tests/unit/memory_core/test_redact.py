from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.text.redact import find_secrets, redact

# all invented; put together here so that no scanner takes this file for a leak
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJpbnZlbnRlZCJ9.dBjftJeZ4CVPmB92K27uhbUJU1p1r"
PEM_BODY = "MIIEowIBAAKCAQEA7bqInvented0000\nabcdEFGH1234=="
PEM = f"-----BEGIN RSA {'PRIVATE'} KEY-----\n{PEM_BODY}\n-----END RSA {'PRIVATE'} KEY-----"


# case 54
@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("use sk-" + "proj-abcDEF123456ghiJKL789", "abcDEF123456", "api-key"),
        ("use sk-" + "ant-api03-Zx9yW8vU7tS6rQ5p", "Zx9yW8vU7t", "api-key"),
        ("ghp" + "_16C7e42F292c6912E7710c838347Ae178B4a", "16C7e42F", "token"),
        ("xoxb" + "-123456789012-abcdefGHIJKL", "123456789012", "token"),
        ("AIza" + "SyD4x9kQ7mZp2Wn8Rt6Yv3Lb1Cf5Hg0Jk", "SyD4x9kQ7", "api-key"),
        ("AKIA" + "Z2X4C6V8B0N1M3Q5", "Z2X4C6V8", "api-key"),
        (f"cookie {JWT};", "dBjftJeZ4CVP", "token"),
        (f"see\n{PEM}\nthanks", "MIIEowIBAAK", "private-key"),
        (f"see {PEM[:90]}", "MIIEowIBAAK", "private-key"),
        ("postgres://app:S3cr3t!@db.example/x", "S3cr3t!", "password"),
        ("amqp://app:p@ss:word@mq.example", "p@ss:word", "password"),
        ("AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfi", "wJalrXUtnFEMI", "api-key"),
        ("client_secret=8xQ~aB3dE5fG7hI9", "8xQ~aB3dE5fG7hI9", "secret"),
        ('client_secret: "abcdefgh"', "abcdefgh", "secret"),
        ('{"api_key": "q8w7e6r5t4"}', "q8w7e6r5t4", "api-key"),
        (r"{\"token\":\"q8w7e6r5t4y3\"}", "q8w7e6r5t4y3", "token"),
        ("stripeApiKey = 'abcd1234efgh'", "abcd1234efgh", "api-key"),
        ("Authorization: Bearer abcdef1234567890abcdef", "abcdef1234567890", "token"),
        ("--password hunter2", "hunter2", "password"),
        ("DB_PASSWORD=correcthorse", "correcthorse", "password"),
        ('PASS="two words"', "two words", "password"),
        ("password: swordfish", "swordfish", "password"),
        ("My wifi password is hunter2.", "hunter2", "password"),
        ("the password for the NAS is Sa8gE6ci", "Sa8gE6ci", "password"),
        ("Das Passwort lautet Wolke7Regen", "Wolke7Regen", "password"),
        ("Mein Kennwort: Sonnenblume", "Sonnenblume", "password"),
        ("API-Schlüssel: a1b2c3d4e5f6", "a1b2c3d4e5f6", "api-key"),
        ("La contraseña es Luna2024x", "Luna2024x", "password"),
        ("mot de passe : Soleil99!", "Soleil99", "password"),
        ("clé API : a1b2c3d4e5f6", "a1b2c3d4e5f6", "api-key"),
        ("パスワードはhunter2xyです", "hunter2xy", "password"),
        ("wifi密码：abc12345", "abc12345", "password"),
        ("密码是abc12345，请保密", "abc12345", "password"),
        ("ｐａｓｓｗｏｒｄ：hunter2", "hunter2", "password"),
        ("my PIN is 4821", "4821", "pin"),
        # case 57
        ("export STRIPE_SECRET=abc123def456", "abc123def456", "secret"),
        ("export BILLING_SERVICE_KEY=abc123def456", "abc123def456", "api-key"),
        ("export SMTP_DSN='x9y8z7w6v5'", "x9y8z7w6v5", "secret"),
    ],
)
def test_a_credential_is_taken_out_and_its_kind_stays(text, value, kind):
    redacted = redact(text)
    assert value not in redacted.text
    assert redacted.kinds == (kind,)
    assert f"[{kind}]" in redacted.text


# case 55
def test_the_value_goes_and_the_fact_stays():
    assert (
        redact("The NAS pass=Sa8gE6ci, by the door.").text
        == "The NAS pass=[password], by the door."
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("card 4111 1111 1111 1111", "card-number"),
        ("table 2 4111-1111-1111-1111 ok", "card-number"),
        ("4111 1111 1111 1111 123", "card-number"),
        ("3456 7890 4111 1111 1111 1111", "card-number"),
        ("378282246310005", "card-number"),
        ("CVV 123", "card-number"),
        ("DE89 3704 0044 0532 0130 00 BANK", "bank-account"),
        ("gb82west12345698765432", "bank-account"),
        ("account number: 12345678", "bank-account"),
        ("SSN 078-05-1120", "identity-number"),
        ("身份证 11010519491231002X", "identity-number"),
        ("DNI 12345678Z", "identity-number"),
        ("NINO AB 12 34 56 C", "identity-number"),
        ("2 55 08 14 168 025 38", "identity-number"),
        ("passport number X1234567 and a visa", "identity-number"),
        ("マイナンバーは123456789018です", "identity-number"),
    ],
)
def test_card_bank_and_identity_numbers_are_taken_out(text, kind):
    redacted = redact(text)
    assert redacted.kinds == (kind,)
    assert not [
        word for word in ("BANK", "table", "visa") if word in text and word not in redacted.text
    ]


@pytest.mark.parametrize(
    "text",
    [
        "apiKey: env.X",
        "apiKey: process.env.OPENAI_API_KEY",
        "token = request.token",
        "PASSWORD=${DB_PASSWORD}",
        "postgres://app:${PASS}@db",
        "http://host:80/path@x",
        "commit 3f786850e387550fdab836ed7e6dc881de23001b",
        "id 550e8400-e29b-41d4-a716-446655440000",
        "version 1.2.3-rc4",
        "max_tokens=4096",
        "token: string",
        "password: required",
        "password: they keep changing it",
        "I forgot my password again.",
        "The password is stored in the vault.",
        "API keys are hard to rotate.",
        "The secret is patience.",
        "the token sha256 digest",
        "password argon2id",
        "I got a season pass: amazing",
        "Boarding pass: 14C",
        "primary_key=abc123456",
        "sk-learn-compatible",
        "secret santa 2023",
        "passport renewal in May 2024",
        "1700000000000",
        "order 1234567890123456",
        "2026-11-30T20:15:00Z",
        "call +49 170 1234567",
        "isbn 978-3-16-148410-0",
        "DE90 3704 0044 0532 0130 00",
        "12345678A",
    ],
)
def test_look_alikes_stay(text):
    assert redact(text).text == text


def test_kinds_are_listed_once_a_secret_in_the_order_of_the_text():
    redacted = redact("pin: 4821, password: hunter2, pin: 4822")
    assert redacted.kinds == ("pin", "password", "pin")


def test_numbers_that_follow_one_another_are_all_taken_out():
    iban = "DE89 3704 0044 0532 0130 00"
    assert redact(f"{iban} {iban}").kinds == ("bank-account", "bank-account")


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\u2060", "\ufeff", "\u200d"])
def test_what_nobody_sees_within_a_secret_does_not_hide_it(unseen):
    text = f"here: sk-proj-{unseen}abcDEF123456{unseen}7890, pass{unseen}word: hun{unseen}ter2!x"
    assert redact(text).text == f"here: [api-key], pass{unseen}word: [password]"


def test_a_text_without_secrets_is_returned_as_it_is():
    assert redact("Likes 大语言模型.") == redact("Likes 大语言模型.")
    assert find_secrets("") == []


_PIECES = (
    *(
        "password",
        "pass=",
        "token: ",
        "is ",
        "hunter2",
        '"',
        "x9Y8z7W6",
        " ",
        "\n",
        "sk-",
        "[",
        "]",
    ),
    *(
        "4111 1111 1111 1111",
        "://",
        "a:",
        "@b",
        "secret",
        "密码",
        "为",
        "PIN",
        "1234",
        "_KEY=",
        "é",
    ),
    *(
        "Bearer ",
        "DE89 3704 0044 0532 0130 00",
        "for the ",
        "postgres://u:p",
        "'",
        "=",
        "-",
        "\u200b",
    ),
)
_words = st.sampled_from(_PIECES)


@given(st.lists(_words, max_size=14).map("".join))
def test_redacting_twice_changes_nothing(text):
    once = redact(text).text
    assert redact(once).text == once


@given(st.lists(_words, max_size=14).map("".join) | st.text())
def test_spans_are_sorted_and_do_not_overlap(text):
    ends = [0]
    for secret in find_secrets(text):
        assert ends[-1] <= secret.start < secret.end <= len(text)
        ends.append(secret.end)


@pytest.mark.parametrize(
    "unit",
    [
        *(
            "password ",
            "a",
            "1 ",
            "1234 ",
            "項",
            "pass=x ",
            "-----BEGIN PRIVATE KEY-----",
            "a://b:",
        ),
        *(":", "DE12 3456 7890 1234 ", "eyJaaaaaaaaa.", "password for the a b c ", "A_KEY", "sk-"),
        *('"a":1,', "a.b@c.d/e?f=g&pass"),
    ],
)
def test_a_message_of_half_a_megabyte_is_searched_to_its_end(unit):
    text = unit * (400_000 // len(unit)) + " password: Xk2mQ8vLp9"
    assert "Xk2mQ8vLp9" not in redact(text).text

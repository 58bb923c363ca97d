from __future__ import annotations

import pytest

from memory_core.text.near_labels import find_near_labels
from memory_core.text.unreadable import find_unreadable, is_unreadable


@pytest.mark.parametrize(
    "value",
    ["t4kuHyHk", "J076bWq-V", "m2AVutM#w", "6bIowdwy3c44MWF", "0573d175dc772786b44472c72d01e229"],
)
def test_what_a_generator_made_is_unreadable(value):
    assert is_unreadable(value)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "iPhone15",
            "Token2Json",
            "site-packages",
            "SomePackage2",
            "v18.6.3-rc1",
            "OAuth2",
            "C3PO77",
        ),
        *("3f2a9c1", "da39a3ee5e6b4b0d3255bfef95601890afd80709", "feature/token-v2", "1234567890"),
        *("123e4567-e89b-12d3-a456-426614174000", "ReadMe_V2.txt", "HTTP2", "hunter"),
    ],
)
def test_words_names_versions_paths_ids_and_digests_are_readable(value):
    assert not is_unreadable(value)


def test_a_long_one_is_found_without_a_label_and_a_files_data_is_not():
    key = "OmkL1d2BnhwBHTLJDNO24F4WrwSOH4Ut"
    assert list(find_unreadable(f"use {key}.")) == [("token", 4, 36)]
    assert list(find_unreadable(f"data:image/png;base64,{key}+/{key}")) == []
    assert list(find_unreadable(f"https://example.org/{key}")) == []


@pytest.mark.parametrize(
    "text",
    [
        "<dt>Password</dt>\n<dd>{}</dd>",
        "user;password\nlina;{}",
        "I changed the password to {} yesterday",
        "{} is my new password",
        "das Passwort hab ich auf {} geändert",
        "j'ai mis {} comme mot de passe",
        "パスワードを{}に変えました",
        "我把密码改成{}了",
    ],
)
def test_the_string_that_a_label_announces_is_found(text):
    value = "h5CDDos#S"
    at = text.index("{")
    assert ("password", at, at + len(value)) in list(find_near_labels(text.format(value)))


@pytest.mark.parametrize(
    "text",
    [
        "the password needs 12 characters since v2.4.1",
        "[password] h5CDDos#S",
        "password [password] and h5CDDos#S",
        "the password\0\0\0 and h5CDDos#S",
    ],
)
def test_a_label_whose_value_is_gone_or_never_came_announces_nothing(text):
    assert list(find_near_labels(text)) == []


def test_a_pin_is_found_behind_its_verb_and_not_behind_a_mere_mention():
    assert list(find_near_labels("Die PIN der Karte ist 3977.")) == [("pin", 22, 26)]
    assert list(find_near_labels("the PIN has 4 digits, see page 3977")) == []


# one way of reading each: where there were many, this test would come to no end
@pytest.mark.parametrize("unit", ["password", "on", "lovely"])
def test_a_string_of_many_words_is_judged_in_one_reading(unit):
    for tail in ("x9Y8z7W6", "1234", "_", "#"):
        assert not is_unreadable(unit * 25 + tail)

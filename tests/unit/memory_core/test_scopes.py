from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_core.errors import InvalidInputError
from memory_core.scopes import ScopeKind, ScopeRef, check_id, encode_id, scopes_fed

TRICKY = [
    *("u1", "u10", "U1", "a_b", "a b", "a-b", "_user", "_team", "org", "u-u1", "a/b", "a//b"),
    *(
        "/tmp/a-b",
        "/tmp/a/b",
        "项目甲",
        "测试乙",
        "../x",
        ".",
        "..",
        "...",
        "x.",
        "x..",
        ".x",
        "x_",
    ),
    *(
        "~",
        "a~b",
        "%2e",
        "%",
        ":",
        "default:",
        "é",
        "e\u0301",
        "É",
        "ß",
        "SS",
        "İ",
        "con",
        " ",
        "\n",
    ),
    *("A" * 1024, "a" * 120, "a" * 121, "a" * 60 + "~" + "0" * 32, "😀" * 256),
]
_BMP = st.characters(blacklist_categories=["Cs"], blacklist_characters="\0")
ids = (
    st.sampled_from(TRICKY)
    | st.text(_BMP, min_size=1, max_size=60)
    | st.text("aA_.~%/-", min_size=1)
)
maybe_id = st.none() | ids


@st.composite
def scopes(draw):
    kind = draw(st.sampled_from(ScopeKind))
    return ScopeRef(
        workspace=draw(ids),
        kind=kind,
        agent=None if kind is ScopeKind.USER else draw(ids),
        user=None if kind is ScopeKind.AGENT_ORG else draw(ids),
        team=draw(maybe_id),
    )


# cases 58, 59, 60
@given(scopes(), scopes())
def test_two_scopes_share_a_key_only_if_they_are_one_even_where_case_is_ignored(one, other):
    assert (one.key.casefold() == other.key.casefold()) == (one == other)


@given(ids, ids)
@example("a" * 200, "a" * 60 + "~" + "0" * 32)
def test_two_ids_share_an_encoding_only_if_they_are_one(one, other):
    assert (encode_id(one).casefold() == encode_id(other).casefold()) == (one == other)


def test_a_long_id_differs_from_an_id_that_spells_its_encoding():
    encoded = encode_id("a" * 200)
    assert encode_id(encoded) != encoded


@given(ids)
def test_an_encoding_is_a_safe_folder_name_of_at_most_120_bytes(raw):
    assert re.fullmatch(r"(?![._])[a-z0-9._%~-]{1,120}(?<![._])", encode_id(raw))


@pytest.mark.parametrize(
    ("raw", "encoded"),
    [
        ("support-2", "support-2"),
        ("user_a_b", "user_a_b"),  # case 59
        ("Ada", "%41da"),
        ("conv-26:x", "conv-26%3ax"),
        ("..", "%2e%2e"),
        ("v1.2", "v1.2"),
        ("x.", "x%2e"),
        ("_user", "%5fuser"),
        ("项", "%e9%a1%b9"),  # case 51
    ],
)
def test_safe_characters_stay_and_the_rest_is_percent_encoded(raw, encoded):
    assert encode_id(raw) == encoded


def test_an_encoding_over_120_bytes_ends_in_a_digest():
    assert re.fullmatch(r"a{60}~[0-9a-f]{32}", encode_id("a" * 121))
    assert encode_id("a" * 120) == "a" * 120


@pytest.mark.parametrize(
    ("scope", "key"),
    [
        (
            {"kind": ScopeKind.AGENT_USER, "agent": "support", "user": "42"},
            "acme:__private_root/_memory/support/u-42/",
        ),
        ({"kind": ScopeKind.USER, "user": "42"}, "acme:__private_root/_memory/_user/u-42/"),
        ({"kind": ScopeKind.AGENT_ORG, "agent": "support"}, "acme:_memory/support/org/"),
        (
            {"kind": ScopeKind.AGENT_USER, "agent": "support", "user": "42", "team": "red"},
            "acme:__private_root/_memory/_team/red/support/u-42/",
        ),
        (
            {"kind": ScopeKind.AGENT_ORG, "agent": "support", "team": "red"},
            "acme:_memory/_team/red/support/org/",
        ),
    ],
)
def test_each_kind_has_its_own_root(scope, key):
    assert ScopeRef(workspace="acme", **scope).key == key


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"kind": ScopeKind.AGENT_USER, "agent": "a"}, "user"),
        ({"kind": ScopeKind.AGENT_USER, "user": "u"}, "agent"),
        ({"kind": ScopeKind.USER, "user": "u", "agent": "a"}, "agent"),
        ({"kind": ScopeKind.USER}, "user"),
        ({"kind": ScopeKind.AGENT_ORG, "agent": "a", "user": "u"}, "user"),
        ({"kind": ScopeKind.USER, "user": "u", "team": ""}, "team"),
        ({"kind": ScopeKind.USER, "user": ""}, "user"),
        ({"kind": ScopeKind.USER, "user": "u", "workspace": ""}, "workspace"),
        ({"kind": "everyone", "user": "u"}, "kind"),
    ],
)
def test_a_scope_with_a_missing_or_superfluous_part_is_refused_by_field(parts, field):
    with pytest.raises(InvalidInputError) as refusal:
        ScopeRef(**({"workspace": "acme"} | parts))
    assert refusal.value.field == field


@pytest.mark.parametrize("raw", ["", "a\0b", "a\ud800", "\udfff", "x" * 1025, "项" * 342])
def test_an_id_that_no_store_could_keep_is_refused_by_field(raw):
    with pytest.raises(InvalidInputError, match=r"^user: "):
        check_id("user", raw)


def test_an_id_is_never_normalised():
    assert check_id("user", "e\u0301 ") == "e\u0301 "
    assert encode_id("e\u0301") != encode_id("é")


def test_no_team_differs_from_every_team():
    without = ScopeRef(workspace="w", kind=ScopeKind.USER, user="u")
    assert without.key != ScopeRef(workspace="w", kind=ScopeKind.USER, user="u", team="none").key


def test_a_chat_with_an_agent_feeds_the_agents_scope_of_each_user_once():
    fed = scopes_fed("w", "support", None, ["u10", "u1", "u10"])
    assert [(s.kind, s.agent, s.user) for s in fed] == [
        (ScopeKind.AGENT_USER, "support", "u10"),
        (ScopeKind.AGENT_USER, "support", "u1"),
    ]


def test_a_chat_without_an_agent_feeds_the_users_own_scopes():
    fed = scopes_fed("w", None, "red", ["u1"])
    assert fed == (ScopeRef(workspace="w", kind=ScopeKind.USER, user="u1", team="red"),)


def test_a_chat_without_known_users_feeds_nothing():
    assert scopes_fed("w", "support", None, []) == ()

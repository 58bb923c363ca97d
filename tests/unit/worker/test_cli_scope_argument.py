import pytest

from memory_core.errors import InvalidInputError, UsageError
from worker.cli.scope_argument import ScopeArgument


@pytest.mark.parametrize(
    ("parts", "key"),
    [
        ({"key": "acme:x/"}, "acme:x/"),
        ({"key": None, "user": "u1"}, "acme:__private_root/_memory/_user/u-u1/"),
        ({"key": None, "user": "u1", "agent": "a"}, "acme:__private_root/_memory/a/u-u1/"),
        (
            {"key": None, "user": "u1", "agent": "a", "team": "t"},
            "acme:__private_root/_memory/_team/t/a/u-u1/",
        ),
        ({"key": None, "agent": "a", "org": True}, "acme:_memory/a/org/"),
    ],
)
def test_a_scope_is_named_by_its_key_or_by_its_parts(parts, key):
    assert ScopeArgument(**parts).scope_key("acme") == key


@pytest.mark.parametrize(
    "parts",
    [
        {"key": None},
        {"key": "acme:x/", "user": "u1"},
        {"key": None, "agent": "a"},
        {"key": None, "team": "t"},
    ],
)
def test_a_scope_named_in_no_way_or_in_two_is_refused_with_the_ways(parts):
    with pytest.raises(UsageError, match="--user U"):
        ScopeArgument(**parts).scope_key("acme")


@pytest.mark.parametrize("parts", [{"user": ""}, {"user": "u1", "org": True, "agent": "a"}])
def test_parts_that_do_not_fit_are_refused_by_name(parts):
    with pytest.raises(InvalidInputError, match="user"):
        ScopeArgument(key=None, **parts).scope_key("acme")

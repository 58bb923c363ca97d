import pytest

from tests.fakes.command_line import CommandLine


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


def test_a_common_memory_is_off_until_it_is_turned_on_and_can_be_turned_off(memfold):
    for words, expected in (((), False), (("--org", "on"), True), (("--org", "off"), False)):
        shown = memfold.json("policy", "helper", *words)
        assert shown == {"workspace": "default", "agent": "helper", "org_memory": expected}
        assert memfold.json("policy", "helper")["org_memory"] is expected
    assert memfold.json("policy", "helper", "--workspace", "other")["org_memory"] is False


def test_a_policy_that_is_neither_on_nor_off_is_wrong_usage(memfold):
    assert memfold("policy", "helper", "--org", "maybe").code == 2
    assert memfold("policy", "").code == 2

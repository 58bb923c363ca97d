import pytest

from memory_core.sections import Section
from tests.fakes.command_line import CommandLine
from tests.fakes.messages import said
from tests.fakes.office import Office
from tests.fakes.statements import states, telling


@pytest.fixture
def memfold(urls, tmp_path):
    return CommandLine(tmp_path, DATABASE_URL=urls.database_url, REDIS_URL=urls.redis_url)


def test_a_common_memory_is_off_until_it_is_turned_on_and_can_be_turned_off(memfold, ledger):
    ledger.append([said("I live in Bergen.", agent="helper")])
    for words, expected in (((), False), (("--org", "on"), True), (("--org", "off"), False)):
        shown = memfold.json("policy", "helper", *words)
        assert shown == {"workspace": "default", "agent": "helper", "org_memory": expected}
        assert memfold.json("policy", "helper")["org_memory"] is expected


def test_an_agent_that_nobody_knows_is_an_error_and_may_be_given_a_policy_beforehand(memfold):
    asked = memfold("policy", "nosuchagent")
    assert (asked.code, "'nosuchagent'" in asked.stderr) == (2, True)
    assert memfold("policy", "helper", "--org", "off").code == 0
    assert memfold.json("policy", "helper")["org_memory"] is False
    assert memfold("policy", "helper", "--workspace", "other").code == 2


def test_a_policy_that_is_neither_on_nor_off_is_wrong_usage(memfold):
    assert memfold("policy", "helper", "--org", "maybe").code == 2
    assert memfold("policy", "").code == 2


def test_an_alias_that_two_lines_bear_is_shown_to_link_to_nothing(memfold, ledger, office):
    brothers = ("My brother Robert, also known as Bob, lives in Oslo.",
                "My friend Robin, also known as Bob, lives in Bergen.")  # fmt: skip
    ledger.append([said(words, position=n) for n, words in enumerate(brothers)])
    reader = telling(
        *(
            states(words.replace("My", "Speaker's"), n, section=Section.PEOPLE, aliases=("Bob",))
            for n, words in enumerate(brothers)
        )
    )
    reading = Office(office.database, reader=reader, owner="reading")
    reading.fold_all()
    reading.close()
    shown = memfold("index", "show", "--user", "u-mira")
    assert shown.stdout.count("| Bob |") == 2
    assert "'bob' is borne by several lines" in shown.stderr

from __future__ import annotations

from worker.settings import VARIABLES, bare_environment, find_strangers


def test_a_bare_environment_holds_none_of_our_variables_and_all_others():
    given = {"PATH": "/bin", "MEMFOLD_NOT_OURS": "x"}
    given |= {variable.name: "x" for variable in VARIABLES}
    assert bare_environment(given) == {"PATH": "/bin", "MEMFOLD_NOT_OURS": "x"}


def test_a_misspelt_setting_is_found_and_no_other_variable():
    given = {variable.name: "x" for variable in VARIABLES}
    assert find_strangers({"PATH": "/bin", "MEMFOLD_IDEL_AFTER": "5", **given}) == [
        "MEMFOLD_IDEL_AFTER"
    ]

from __future__ import annotations

from worker.settings import VARIABLES, bare_environment


def test_a_bare_environment_holds_none_of_our_variables_and_all_others():
    given = {"PATH": "/bin", "MEMFOLD_NOT_OURS": "x"}
    given |= {variable.name: "x" for variable in VARIABLES}
    assert bare_environment(given) == {"PATH": "/bin", "MEMFOLD_NOT_OURS": "x"}

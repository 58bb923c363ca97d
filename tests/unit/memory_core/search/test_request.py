from __future__ import annotations

from datetime import date

import pytest

from memory_core.errors import InvalidInputError
from memory_core.scopes import ScopeKind, ScopeRef
from memory_core.search.request import SearchRequest

SCOPE = ScopeRef(workspace="default", kind=ScopeKind.USER, user="zed")


@pytest.mark.parametrize("limit", [0, -1, 201, 10**9])
def test_a_limit_out_of_range_is_refused_with_the_range(limit):
    with pytest.raises(InvalidInputError, match=r"^limit: .*give 1 to 200"):
        SearchRequest(query="tea", scopes=(SCOPE,), limit=limit)


def test_a_span_that_ends_before_it_begins_is_refused():
    day, before = date(2026, 3, 2), date(2026, 3, 1)
    with pytest.raises(InvalidInputError, match=r"^until: is before since"):
        SearchRequest(query="tea", scopes=(SCOPE,), since=day, until=before)
    SearchRequest(query="tea", scopes=(SCOPE,), since=day, until=day)

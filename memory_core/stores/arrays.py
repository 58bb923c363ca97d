"""Membership by one array parameter: a statement may hold 65,535 parameters, a list more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from sqlalchemy import ARRAY, ColumnElement, any_, literal


def one_of(column: ColumnElement[Any], values: Iterable[Any]) -> ColumnElement[bool]:
    """Return the condition that the column is one of the values, however many there are."""
    return column == any_(literal(list(values), ARRAY(column.type)))

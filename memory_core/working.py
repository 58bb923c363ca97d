"""Working memory: JSON values that a host keeps beside a scope while something is being done.

    absent ── put ──> version n ── put ──> a later version ── delete ──> absent

No version comes twice, not even after a delete: who compares one never takes another's value for
his own. Keys that begin with `_` are the host's: no model is shown them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memory_core.errors import InvalidInputError
from memory_core.scopes import check_id

MOST_KEYS = 256  # of a scope
MOST_BYTES = 16_384  # of a value's JSON in UTF-8
MOST_LISTED = 100  # values of a page
NEW = 0  # as `version` of a put: only where there is no such key

_KEY_BYTES = 128
_MOST_LEVELS = 32
_SYSTEM = "_"


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkingValue:
    """A value as it stands."""

    key: str
    value: Any  # what JSON knows
    version: int  # larger after each write
    updated_at: datetime

    @property
    def for_models(self) -> bool:
        """Whether a model may be shown it."""
        return not self.key.startswith(_SYSTEM)


@dataclass(frozen=True, kw_only=True, slots=True)
class WorkingPage:
    """Some of a scope's values, by key."""

    values: tuple[WorkingValue, ...]
    after: str | None  # what the next page comes after; None: this is the last


def check_key(key: str) -> str:
    """Return the key unchanged.

    Raises:
        InvalidInputError: it is empty, over 128 bytes of UTF-8, or no database could hold it.
    """
    check_id("key", key)
    if (size := len(key.encode())) > _KEY_BYTES:
        raise InvalidInputError("key", f"is {size} bytes long; at most {_KEY_BYTES} are allowed")
    return key


def check_value(value: Any) -> Any:
    """Return the value as JSON has it: lists for tuples, texts for the names of fields.

    Raises:
        InvalidInputError: it is no JSON, over 16,384 bytes of it or over 32 levels deep, or no
            database could hold it.
    """
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        size = len(text.encode())
    except UnicodeEncodeError:
        raise InvalidInputError("value", "holds a lone surrogate; send valid Unicode") from None
    except RecursionError:
        raise _too_deep() from None
    except (TypeError, ValueError) as error:
        raise InvalidInputError("value", f"is no JSON: {error}") from None
    if size > MOST_BYTES:
        raise InvalidInputError(
            "value", f"is {size} bytes of JSON; at most {MOST_BYTES} are allowed: split it"
        )
    plain = json.loads(text)
    _check_levels(plain)
    if "\0" in "".join(texts_of(plain, names=True)):
        raise InvalidInputError("value", "holds a NUL character; take it out")
    return plain


def texts_of(value: Any, *, names: bool = False) -> Iterator[str]:
    """Yield the texts that a JSON value holds; with `names` the names of its fields as well."""
    if isinstance(value, str):
        yield value
        return
    if names and isinstance(value, Mapping):
        yield from value
    for held in _inside(value):
        yield from texts_of(held, names=names)


def _check_levels(value: Any) -> None:
    level = [value]
    for _ in range(_MOST_LEVELS):
        level = [inner for held in level for inner in _inside(held)]
    if level:
        raise _too_deep()


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, list) else ()


def _too_deep() -> InvalidInputError:
    return InvalidInputError("value", f"is over {_MOST_LEVELS} levels deep; make it flatter")

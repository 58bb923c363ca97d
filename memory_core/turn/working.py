"""The working values of a scope, as they are or as models of Pydantic."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticSerializationError, to_json
from sqlalchemy import Connection

from memory_core.errors import InvalidInputError
from memory_core.scopes import ScopeRef
from memory_core.stores import working_store as store
from memory_core.stores.database import Database
from memory_core.working import (
    MOST_LISTED,
    NEW,
    WorkingPage,
    WorkingValue,
    check_key,
    check_value,
)

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

__all__ = ["NEW", "SchemaValue", "SchemaWorkingMemory", "WorkingMemory"]


class WorkingMemory:
    """The working values of one scope; made by `MemoryClient.working`.

    Every method raises `StoreUnavailableError` when the database does not answer.

    Args:
        database: the store.
        scope: whose values they are.
        check: refuses a login or schema that is not right.
        changed: called after a value was written or deleted.
    """

    def __init__(
        self,
        database: Database,
        scope: ScopeRef,
        *,
        check: Callable[[], None],
        changed: Callable[[], None],
    ) -> None:
        self.scope = scope
        self._database = database
        self._check = check
        self._changed = changed

    def get(self, key: str) -> WorkingValue | None:
        """Return a value and its version; None where there is none."""
        check_key(key)
        return self._run(lambda connection: store.find_value(connection, self.scope, key))

    def put(self, key: str, value: Any, *, version: int | None = None) -> WorkingValue:
        """Write a value; return it with its new version.

        Args:
            key: at most 128 bytes; one that begins with `_` is shown to no model.
            value: what JSON knows, at most 16,384 bytes of it.
            version: write only if the value still is at this version; `NEW`, which is 0: only if
                there is none. None: whatever is there.

        Raises:
            VersionConflictError: somebody else wrote it meanwhile; nothing was written.
            InvalidInputError: the key or value is not valid, or the scope holds 256 keys.
        """
        check_key(key)
        plain = check_value(value)
        written = self._run(
            lambda connection: store.put_value(connection, self.scope, key, plain, version=version)
        )
        self._changed()
        return written

    def delete(self, key: str, *, version: int | None = None) -> bool:
        """Delete a value; return whether it was there.

        Args:
            key: of the value.
            version: delete only if the value still is at this version.

        Raises:
            VersionConflictError: somebody else wrote it meanwhile; nothing was deleted.
        """
        check_key(key)
        was_there = self._run(
            lambda connection: store.delete_value(connection, self.scope, key, version=version)
        )
        self._changed()
        return was_there

    def page(self, *, after: str | None = None, limit: int = MOST_LISTED) -> WorkingPage:
        """Return some of the values by key, those whose keys begin with `_` too.

        Args:
            after: the page before said so; None: the first page.
            limit: at most so many, 1 to 100.

        Raises:
            InvalidInputError: a limit out of range.
        """
        if not 1 <= limit <= MOST_LISTED:
            raise InvalidInputError("limit", f"must be 1 to {MOST_LISTED}")
        found = self._run(
            lambda connection: store.list_values(
                connection, self.scope, after=after or "", most=limit + 1
            )
        )
        values = tuple(found[:limit])
        return WorkingPage(values=values, after=values[-1].key if len(found) > limit else None)

    def of(self, model: type[M]) -> SchemaWorkingMemory[M]:
        """Return the same values, each read and written as this model of Pydantic."""
        return SchemaWorkingMemory(self, model)

    def _run(self, work: Callable[[Connection], T]) -> T:
        self._check()
        with self._database.transaction(self.scope.workspace) as connection:
            return work(connection)


@dataclass(frozen=True, kw_only=True, slots=True)
class SchemaValue(Generic[M]):
    """A value as it stands, read as a model."""

    key: str
    value: M
    version: int
    updated_at: datetime


class SchemaWorkingMemory(Generic[M]):
    """Working values that are checked by a model of Pydantic, at each write and at each read.

    Keys that hold something else may lie beside.

    Args:
        working: the values.
        model: what each of them is to be.
    """

    def __init__(self, working: WorkingMemory, model: type[M]) -> None:
        self._working = working
        self._model = model

    def get(self, key: str) -> SchemaValue[M] | None:
        """Return a value and its version; None where there is none.

        Raises:
            InvalidInputError: what is stored does not fit the model.
        """
        found = self._working.get(key)
        return None if found is None else self._read(found)

    def put(
        self, key: str, value: M | Mapping[str, Any], *, version: int | None = None
    ) -> SchemaValue[M]:
        """Write a value; as `WorkingMemory.put`.

        Raises:
            VersionConflictError: somebody else wrote it meanwhile; nothing was written.
            InvalidInputError: the key is not valid, or the value does not fit the model.
        """
        return self._read(self._working.put(key, self._dumped(value), version=version))

    def delete(self, key: str, *, version: int | None = None) -> bool:
        """Delete a value; as `WorkingMemory.delete`."""
        return self._working.delete(key, version=version)

    def _dumped(self, value: M | Mapping[str, Any]) -> Any:
        try:
            held = self._model.model_validate(value)
            dumped = held.model_dump(mode="json", by_alias=True, round_trip=True, warnings=False)
            self._model.model_validate_json(to_json(dumped))  # it may have been changed since made
        except (ValidationError, PydanticSerializationError) as error:
            raise InvalidInputError("value", self._misfit(error)) from None
        return dumped

    def _read(self, found: WorkingValue) -> SchemaValue[M]:
        try:
            value = self._model.model_validate_json(to_json(found.value))
        except ValidationError as error:
            raise InvalidInputError(
                "key", f"{found.key!r} holds what {self._misfit(error)}; put it anew or delete it"
            ) from None
        return SchemaValue(
            key=found.key, value=value, version=found.version, updated_at=found.updated_at
        )

    def _misfit(self, error: ValidationError | PydanticSerializationError) -> str:
        """Say where a value does not fit, without quoting it."""
        if isinstance(error, PydanticSerializationError):
            return f"does not fit {self._model.__name__}: it has no JSON"
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"])) or "it"
        return f"does not fit {self._model.__name__}: {place}: {first['msg']}"

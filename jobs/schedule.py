"""Schedules: cron expressions, seconds allowed, in a time zone of their own."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croniter import CroniterError, croniter

from memory_core.errors import ConfigurationError

_FIVE_FIELDS = 5
_SOME_MOMENT = datetime(2024, 1, 1, tzinfo=UTC)  # any: an expression that never comes has no next


@dataclass(frozen=True, kw_only=True, slots=True)
class Schedule:
    """A cron expression of five fields, or six with seconds in front, in an IANA zone."""

    expression: str
    zone: str = "UTC"

    def __post_init__(self) -> None:
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise ConfigurationError(
                f"{self.zone!r} is no time zone; examples are 'UTC' and 'Europe/Paris'",
                detail=str(error),
            ) from error
        try:
            self._refuse_years()
            self.next_after(_SOME_MOMENT)
        except (CroniterError, ValueError) as error:
            raise ConfigurationError(
                f"{self.expression!r} is no cron expression; an example is '*/10 * * * * *' "
                "(every ten seconds) or '0 4 * * *' (daily at four)",
                detail=str(error),
            ) from error

    def _refuse_years(self) -> None:
        """A field of years would let a schedule come to its end while it is in use."""
        if len(self.expression.split()) > _FIVE_FIELDS + 1:
            raise ValueError("more than six fields")

    @property
    def _has_seconds(self) -> bool:
        return len(self.expression.split()) > _FIVE_FIELDS

    def next_after(self, moment: datetime) -> datetime:
        """Return the first time after an aware moment, in UTC; it is always later."""
        local = moment.astimezone(ZoneInfo(self.zone))
        times = croniter(self.expression, local, second_at_beginning=self._has_seconds)
        following: datetime = times.get_next(datetime)
        while following <= moment:
            following = times.get_next(datetime)
        return following.astimezone(UTC)

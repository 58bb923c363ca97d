"""Failures of jobs. The class says what happens to the attempt and when it is tried again.

JobError
├── ClaimRefusedError         the gate is closed or someone else holds the lease
├── LeaseLostError            the fence refused: someone else holds the lease
└── MindError                 a mind could not answer
    ├── OutageError           attempt given back, capped backoff
    │   ├── EndpointClosedError   nothing was asked: the endpoint's breaker is open
    │   └── InterruptedCallError  the job was told to stop: no fault of the endpoint's
    ├── ContextTooLongError   half of it at once until it fits, else the attempt stays used
    ├── ContentError          one corrective re-ask, then the attempt stays used
    │   └── PlanRefusedError  nothing of a plan holds: one more try for its episodes
    ├── JobCapError           bought as much as one job may: the attempt stays used
    ├── BudgetError           waits, attempt given back
    └── MindConfigurationError  that kind of work stops until it is mended
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import ClassVar

from jobs.usage import Usage
from memory_core.errors import MemfoldError


class JobError(MemfoldError):
    """A job could not be finished."""


class ClaimRefusedError(JobError):
    """Nothing is due here, or someone else works on it."""


class LeaseLostError(JobError):
    """The lease was taken over meanwhile; nothing of this run was kept."""


class MindError(JobError):
    """The mind could not answer.

    `usage` is what the failed calls cost all the same; `retry_after` is the least wait in seconds
    that the endpoint asked for.
    """

    error_class: ClassVar[str] = "outage"
    gives_back_attempt: ClassVar[bool] = True

    def __init__(
        self,
        message: str | None = None,
        *,
        usage: Usage | None = None,
        retry_after: float | None = None,
        detail: str = "",
    ) -> None:
        super().__init__(message, detail=detail)
        self.usage = usage or Usage()
        self.retry_after = retry_after


class OutageError(MindError):
    """The model endpoint did not answer."""


class EndpointClosedError(OutageError):
    """The model endpoint is left alone for a while after it failed."""


class InterruptedCallError(OutageError):
    """The job was told to stop before the model's answer came."""


class ContextTooLongError(MindError):
    """The window does not fit the model's context."""

    error_class = "context"
    gives_back_attempt = False


class ContentError(MindError):
    """The model's answer could not be used."""

    error_class = "content"
    gives_back_attempt = False


class PlanRefusedError(ContentError):
    """Nothing of the proposed plan may stand."""

    def __init__(self, violations: Sequence[str], episodes: Sequence[str]) -> None:
        super().__init__()
        self.violations = tuple(violations)
        self.episodes = tuple(episodes)


class JobCapError(MindError):
    """The job has bought as much as one job may."""

    error_class = "content"
    gives_back_attempt = False


class BudgetError(MindError):
    """The day's budget is spent or reserved.

    `wait` is the time to the next local day; None where a call under way may still leave room.
    """

    error_class = "budget"

    def __init__(self, message: str | None = None, *, wait: timedelta | None = None) -> None:
        super().__init__(message)
        self.wait = wait


class MindConfigurationError(MindError):
    """The model endpoint refuses as it is configured."""

    error_class = "config"

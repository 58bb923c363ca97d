"""What a refusing endpoint means for the attempt: HTTP status to failure class.

    400, 413, 422 about the context's length   ContextTooLongError
    400 of a content filter                    ContentError
    402, 408, 409, 425, 429, 5xx               OutageError, with the wait that was asked for
    any other                                  MindConfigurationError

No message repeats what the endpoint wrote: it may quote the chat.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import datetime
from email.utils import parsedate_to_datetime

from jobs.errors import (
    ContentError,
    ContextTooLongError,
    MindConfigurationError,
    MindError,
    OutageError,
)
from jobs.usage import Usage

LONGEST_WAIT = 3600.0  # seconds; an endpoint that asks for more is asked again all the same

_PASSING = frozenset({402, 408, 409, 425, 429})
_TOO_LARGE = 413
_SERVER_ERROR = 500
_FILTERED = frozenset({"content_filter", "content_policy_violation", "invalid_prompt"})
_CONTEXT = re.compile(
    r"context[ _-]?(?:length|size|window)|maximum context|too many tokens|too long"
    r"|exceeds? the (?:available |maximum )?(?:context|number of tokens)|string_above_max_length",
    re.IGNORECASE,
)
_SHOWN_CODES = frozenset(
    {
        "billing_hard_limit_reached",
        "content_filter",
        "insufficient_quota",
        "invalid_api_key",
        "model_not_found",
        "rate_limit_exceeded",
        "unsupported_parameter",
        "unsupported_value",
    }
)


def failure_of_status(
    status: int, *, code: str | None, text: str, headers: Mapping[str, str], usage: Usage
) -> MindError:
    """Return the failure that an HTTP error answer stands for.

    `code` and `text` are the answer's own error code and wording; `headers` are found by
    lower-case name.
    """
    shown = f"{status} {code}" if code in _SHOWN_CODES else str(status)
    if status in _PASSING or status >= _SERVER_ERROR:
        return OutageError(
            f"the model endpoint answered {shown}",
            usage=usage,
            retry_after=_asked_wait(headers),
        )
    if status == _TOO_LARGE or (status in {400, 422} and _CONTEXT.search(f"{code} {text}")):
        return ContextTooLongError(usage=usage)
    if code in _FILTERED:
        return ContentError("the endpoint's content filter refused the request", usage=usage)
    return MindConfigurationError(
        f"the model endpoint answered {shown}: check base URL, model, key and output mode",
        usage=usage,
    )


def _asked_wait(headers: Mapping[str, str]) -> float | None:
    milliseconds = parse_retry_after(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    return parse_retry_after(headers.get("retry-after"), answered_at=headers.get("date"))


def parse_retry_after(value: str | None, *, answered_at: str | None = None) -> float | None:
    """Read a `Retry-After`: seconds or an HTTP date; at most `LONGEST_WAIT`, at least 0.

    A date is measured from the answer's own `Date`, so neither clock need agree with ours;
    without one, or for anything unreadable, nothing was asked.
    """
    if value is None:
        return None
    try:
        seconds = float(value)
    except ValueError:
        until, since = _http_date(value), _http_date(answered_at)
        if until is None or since is None:
            return None
        seconds = (until - since).total_seconds()
    return None if math.isnan(seconds) else min(max(seconds, 0.0), LONGEST_WAIT)


def _http_date(value: str | None) -> datetime | None:
    try:
        found = parsedate_to_datetime(value) if value else None
    except (ValueError, TypeError, OverflowError):
        return None
    return found if found is not None and found.tzinfo is not None else None

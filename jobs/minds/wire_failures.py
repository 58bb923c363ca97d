"""What a refusing endpoint means for the attempt: HTTP status to failure class.

    400, 413, 422 about the context's length   ContextTooLongError
    400 of a content filter                    ContentError
    402, 408, 409, 425, 429, 5xx               OutageError, with the wait that was asked for; an
                                               hour at least where money is what is missing
    400, 422 that name no setting, of an       ContentError: the question is at fault
    endpoint that has answered before
    any other                                  MindConfigurationError, asked again in an hour,
                                               400 and 422 sooner

No message repeats what the endpoint wrote: it may quote the chat.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
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

_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_not_active"})
_PAYMENT_REQUIRED = 402
_REDIRECTS = range(300, 400)
_PASSING = frozenset({402, 408, 409, 425, 429})
_TOO_LARGE = 413
_SERVER_ERROR = 500
_FILTERED = frozenset({"content_filter", "content_policy_violation", "invalid_prompt"})
_CONTEXT = re.compile(
    r"context[ _-]?(?:length|size|window)|maximum context|too many tokens|too long"
    r"|exceeds? the (?:available |maximum )?(?:context|number of tokens)|string_above_max_length",
    re.IGNORECASE,
)
_OF_THE_QUESTION = frozenset({400, 422})
_OF_A_SETTING = frozenset(
    {
        "invalid_api_key",
        "model_not_found",
        "unknown_model",
        "unsupported_parameter",
        "unsupported_value",
    }
)
_SHOWN_CODES = _OF_A_SETTING | frozenset(
    {
        "billing_hard_limit_reached",
        "content_filter",
        "insufficient_quota",
        "rate_limit_exceeded",
    }
)
_SAID = {
    401: "check the key",
    402: "the provider asks for payment: see to the account",
    403: "the key may not use this model or address",
    404: "it knows no such model or address: check model and base URL",
    405: "it knows no such address: check the base URL",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """An HTTP error answer."""

    status: int
    code: str | None  # the answer's own error code
    text: str  # its wording; never repeated
    headers: Mapping[str, str]  # found by lower-case name

    @property
    def shown(self) -> str:
        """What may be told of it."""
        return f"{self.status} {self.code}" if self.code in _SHOWN_CODES else str(self.status)


def failure_of_status(refusal: Refusal, usage: Usage, *, has_answered: bool = False) -> MindError:
    """Return the failure that it stands for; `has_answered`: this set-up has worked before."""
    status, code = refusal.status, refusal.code
    if status in _PASSING or status >= _SERVER_ERROR:
        return _outage(refusal, usage)
    if status == _TOO_LARGE or (
        status in _OF_THE_QUESTION and _CONTEXT.search(f"{code} {refusal.text}")
    ):
        return ContextTooLongError(usage=usage)
    if code in _FILTERED:
        return ContentError("the endpoint's content filter refused the request", usage=usage)
    said = f"the model endpoint answered {refusal.shown}"
    unsure = status in _OF_THE_QUESTION and code not in _OF_A_SETTING
    if unsure and has_answered:
        return ContentError(f"{said}, though it answers others", usage=usage)
    # a set-up mends itself at best; a question at fault must not stop the others for long
    wait = None if unsure else LONGEST_WAIT
    return MindConfigurationError(f"{said}: {_way_out(status)}", usage=usage, retry_after=wait)


def _outage(refusal: Refusal, usage: Usage) -> OutageError:
    wait = _asked_wait(refusal.headers)
    said = f"the model endpoint answered {refusal.shown}"
    if refusal.status == _PAYMENT_REQUIRED or refusal.code in _NO_MONEY:
        # an account is not filled within seconds, whatever wait was asked for
        return OutageError(
            f"{said}: {_SAID[_PAYMENT_REQUIRED]}", usage=usage, retry_after=LONGEST_WAIT
        )
    return OutageError(said, usage=usage, retry_after=wait)


def _way_out(status: int) -> str:
    if status in _REDIRECTS:
        return "it sends elsewhere: give the address itself as base URL"
    usual = "check base URL, model, key and output mode; memfold doctor --probe tries the modes"
    return _SAID.get(status, usual)


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

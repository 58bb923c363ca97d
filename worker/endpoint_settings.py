"""The settings of a model endpoint, once for each job that needs one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jobs.minds.endpoint import Endpoint, OutputLimit, StructuredOutput
from memory_core.errors import ConfigurationError
from worker.setting_values import parse_amount, parse_choice, parse_count, parse_seconds

JOBS = ("EXTRACT", "CONSOLIDATE")

_Parse = Callable[[str, str], Any]


def _text(_name: str, text: str) -> str:
    return text


def _time(name: str, text: str) -> float:
    return parse_seconds(name, text).total_seconds()


def _amount_or_none(name: str, text: str) -> float | None:
    return parse_amount(name, text) if text else None


def _mode(name: str, text: str) -> StructuredOutput:
    return parse_choice(name, text, StructuredOutput)


def _limit(name: str, text: str) -> OutputLimit:
    return parse_choice(name, text, OutputLimit)


_BASE = "OpenAI-compatible endpoint, up to and with /v1 (Azure: /openai); empty: the rules mind"
_CACHED = "price of a million cached prompt tokens; empty: the input price"
_MODES = "how it is made to keep to a schema: json_schema, tool, json_object or plain"
_LIMITS = "the field that bounds the answer: max_completion_tokens or max_tokens"
# variable, field of `Endpoint`, how it is read, what it is by default, what it means
FIELDS: tuple[tuple[str, str, _Parse, str, str], ...] = (
    ("BASE_URL", "base_url", _text, "", _BASE),
    ("MODEL", "model", _text, "", "model that it serves (Azure: the deployment)"),
    ("API_KEY", "api_key", _text, "", "its key"),
    ("API_VERSION", "api_version", _text, "", "Azure's api-version; empty: any other server"),
    ("STRUCTURED_OUTPUT", "structured_output", _mode, "json_schema", _MODES),
    ("INPUT_PRICE", "input_price", parse_amount, "0", "price of a million prompt tokens"),
    ("CACHED_PRICE", "cached_price", _amount_or_none, "", _CACHED),
    ("OUTPUT_PRICE", "output_price", parse_amount, "0", "price of a million answer tokens"),
    (
        "CONTEXT_TOKENS",
        "context_tokens",
        parse_count,
        "128000",
        "tokens of prompt and answer together",
    ),
    ("OUTPUT_TOKENS", "max_output_tokens", parse_count, "4096", "tokens of one answer at most"),
    ("OUTPUT_LIMIT", "output_limit", _limit, "max_completion_tokens", _LIMITS),
    ("TEMPERATURE", "temperature", _amount_or_none, "", "empty: the server's own"),
    ("EXTRA_BODY", "extra_body", _text, "", "JSON object whose fields go into each request"),
    ("CONNECT_TIMEOUT", "connect_timeout", _time, "5", "seconds to connect"),
    ("READ_TIMEOUT", "read_timeout", _time, "120", "seconds without a byte"),
    ("TOTAL_TIMEOUT", "total_timeout", _time, "180", "seconds that one call may take"),
)
SECRETS = frozenset({"API_KEY"})


def read_endpoint(job: str, value: Callable[[str], str]) -> Endpoint | None:
    """Read the endpoint of a job; None where it has none.

    Raises:
        ConfigurationError: a value is not valid; names the variable.
    """
    prefix = f"MEMFOLD_{job}_"
    if not value(f"{prefix}BASE_URL"):
        return None
    fields = {
        field: parse(prefix + name, value(prefix + name)) for name, field, parse, _, _ in FIELDS
    }
    try:
        return Endpoint(**fields)
    except ConfigurationError as error:
        field, _, reason = str(error).partition(": ")
        names = {field: name for name, field, _, _, _ in FIELDS}
        raise ConfigurationError(f"{prefix}{names[field]}: {reason}") from error

"""Trying an endpoint out: which ways of asking for an answer in a schema it understands.

Each mode is asked one short question whose answer fits no other schema. Where the schema travels
beside the prompt, the prompt does not tell the fields, so a server that ignores it is found out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from jobs.errors import MindConfigurationError, MindError
from jobs.minds.answers import parse_answer
from jobs.minds.connection import Connection
from jobs.minds.endpoint import Endpoint, OutputLimit, StructuredOutput
from jobs.minds.lengthening import complete_at_length
from jobs.minds.question import Question
from jobs.minds.schemas import strict_schema
from jobs.usage import Usage

_ANSWER_TOKENS = 1_000  # enough for a model that thinks first


class _Sum(BaseModel):
    model_config = ConfigDict(extra="ignore")

    kind_of_fruit: Literal["apples"]
    number_of_pieces: Annotated[int, Field(ge=0)]


_QUESTION = Question(
    name="fruit",
    schema=strict_schema(_Sum),
    system="Answer the question as one JSON object.",
    user="There are two apples in a bowl and two on the table. What is there, and how many?",
    answer_tokens=_ANSWER_TOKENS,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ModeReport:
    """What came of asking in one mode."""

    mode: StructuredOutput
    limit: OutputLimit
    flaw: str = ""  # empty: it works
    usage: Usage = field(default_factory=Usage)

    @property
    def works(self) -> bool:
        """Whether the answer kept to the schema."""
        return not self.flaw

    def is_set(self, endpoint: Endpoint) -> bool:
        """Whether the endpoint is asked in this way."""
        return (self.mode, self.limit) == (endpoint.structured_output, endpoint.output_limit)

    def worth_telling(self, endpoint: Endpoint) -> bool:
        """Whether it is about the limit that is set, or one that works where that does not."""
        return self.works or self.limit == endpoint.output_limit


def probe_modes(endpoint: Endpoint) -> tuple[ModeReport, ...]:
    """Ask once in each mode, the best first; with the other limit, where the set-up is refused."""
    other = next(limit for limit in OutputLimit if limit is not endpoint.output_limit)
    reports: list[ModeReport] = []
    for mode in StructuredOutput:
        tried = replace(endpoint, structured_output=mode)
        report, refused = _probe(tried)
        reports.append(report)
        if refused:
            reports.append(_probe(replace(tried, output_limit=other))[0])
    return tuple(reports)


def advise(reports: Sequence[ModeReport], endpoint: Endpoint, prefix: str) -> str:
    """Say what to set; `prefix` is that of the variables."""
    best = next((report for report in reports if report.works), None)
    if best is None:
        return "no mode works: check base URL, model and key, or choose another model"
    wanted = []
    if best.mode is not endpoint.structured_output:
        wanted.append(f"{prefix}STRUCTURED_OUTPUT={best.mode}")
    if best.limit is not endpoint.output_limit:
        wanted.append(f"{prefix}OUTPUT_LIMIT={best.limit}")
    if any(report.works and report.is_set(endpoint) for report in reports):
        return f"nothing to set; {' and '.join(wanted)} is stricter" if wanted else "nothing to set"
    return f"set {' and '.join(wanted)}"


def _probe(endpoint: Endpoint) -> tuple[ModeReport, bool]:
    report = ModeReport(mode=endpoint.structured_output, limit=endpoint.output_limit)
    connection = Connection(endpoint)
    try:
        completion = complete_at_length(connection, _QUESTION)
        report = replace(report, usage=completion.usage)
        parse_answer(completion.text, _Sum)
    except MindError as error:
        told = replace(report, flaw=str(error), usage=report.usage + error.usage)
        return told, isinstance(error, MindConfigurationError)
    finally:
        connection.close()
    return report, False

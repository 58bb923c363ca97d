from __future__ import annotations

import json

import pytest

from jobs.minds.endpoint import Endpoint, OutputLimit, StructuredOutput
from jobs.minds.probe import advise, probe_modes
from tests.fakes.scripted_endpoint import Answer, ScriptedEndpoint, saying

RIGHT = {"kind_of_fruit": "apples", "number_of_pieces": 4}
OWN = {"fruit": "apples", "count": 4}


def mode_of(request):
    shape = request.get("response_format", {}).get("type")
    return StructuredOutput(shape or ("tool" if "tools" in request else "plain"))


def refused(code):
    return Answer(status=400, body=json.dumps({"error": {"message": "no", "code": code}}))


def probe(script, **settings):
    with ScriptedEndpoint(script) as server:
        endpoint = Endpoint(base_url=server.base_url, model="m-1", **settings)
        reports = probe_modes(endpoint)
        return reports, advise(reports, endpoint, "MEMFOLD_EXTRACT_"), server.count


def works(reports):
    return [str(report.mode) for report in reports if report.works]


def test_a_server_that_knows_all_modes_needs_no_change():
    reports, advice, count = probe(lambda _: saying(RIGHT))
    assert works(reports) == ["json_schema", "tool", "json_object", "plain"]
    assert (advice, count) == ("nothing to set", 4)
    assert all(report.usage.calls == 1 for report in reports)


def test_a_schema_that_is_ignored_is_found_out_and_the_next_mode_advised():
    def script(request):
        told = "kind_of_fruit" in request["messages"][0]["content"]
        return saying(RIGHT if told else OWN)

    reports, advice, _ = probe(script)
    assert works(reports) == ["json_object", "plain"]
    assert advice == "set MEMFOLD_EXTRACT_STRUCTURED_OUTPUT=json_object"


def test_a_refused_limit_is_told_from_a_refused_mode():
    def script(request):
        if "max_completion_tokens" in request:
            return refused("unsupported_parameter")
        return saying(RIGHT) if mode_of(request) == "tool" else refused("unsupported_value")

    reports, advice, _ = probe(script)
    (well,) = [report for report in reports if report.works]
    assert (well.mode, well.limit) == (StructuredOutput.TOOL, OutputLimit.MAX_TOKENS)
    assert advice == (
        "set MEMFOLD_EXTRACT_STRUCTURED_OUTPUT=tool and MEMFOLD_EXTRACT_OUTPUT_LIMIT=max_tokens"
    )


def test_a_set_up_that_works_stays_though_another_mode_is_better():
    reports, advice, _ = probe(lambda _: saying(RIGHT), structured_output=StructuredOutput.PLAIN)
    assert len(works(reports)) == 4
    assert advice == "nothing to set; MEMFOLD_EXTRACT_STRUCTURED_OUTPUT=json_schema is stricter"


@pytest.mark.parametrize(
    ("answer", "flaw"),
    [
        (Answer(status=503), "503"),
        (Answer(content="I am a model."), "no JSON object"),
        (saying(OWN), "kind_of_fruit"),
    ],
)
def test_where_nothing_works_each_mode_says_why(answer, flaw):
    reports, advice, _ = probe(lambda _: answer)
    assert works(reports) == []
    assert all(flaw in report.flaw for report in reports)
    assert advice.startswith("no mode works")

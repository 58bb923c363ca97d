"""Score redaction: `python -m benchmarks.redaction [dev] [test]`, both by default."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.redaction.corpus import SPLITS, build_corpus
from benchmarks.redaction.report import render_table, report_of
from benchmarks.redaction.scorer import judge
from memory_core.text.redact import find_secrets, redact

OUT = Path(__file__).parents[1] / "out" / "redaction.json"


def main(splits: list[str]) -> None:
    """Print a table a split and write the JSON beside the other benchmarks' results."""
    judged = {split: judge(build_corpus(split), find_secrets, redact) for split in splits or SPLITS}
    for split, verdicts in judged.items():
        sys.stdout.write(render_table(split, verdicts) + "\n\n")
    OUT.parent.mkdir(exist_ok=True)
    reports = {split: report_of(verdicts) for split, verdicts in judged.items()}
    OUT.write_text(json.dumps(reports, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

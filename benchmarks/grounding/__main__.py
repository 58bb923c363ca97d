"""Score grounding: `python -m benchmarks.grounding [dev] [test]`, both by default."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from benchmarks.grounding.pairs import SPLITS, load_pairs
from benchmarks.grounding.report import render_table, report_of
from benchmarks.grounding.scorer import judge_pairs

OUT = Path(__file__).parents[1] / "out" / "grounding.json"


def main(splits: list[str]) -> None:
    """Print a table a split and write the JSON beside the other benchmarks' results."""
    judged = {split: judge_pairs(load_pairs(split)) for split in splits or SPLITS}
    for split, verdicts in judged.items():
        sys.stdout.write(render_table(split, verdicts) + "\n\n")
    reports = {split: report_of(verdicts) for split, verdicts in judged.items()}
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_text(json.dumps(reports, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

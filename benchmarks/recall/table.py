"""The results as JSON, as a table and as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from benchmarks.recall.questions import CATEGORIES, HELD_OUT
from benchmarks.recall.scoring import DEPTHS, Score, interval, share

Scores = Mapping[str, Sequence[Score]]
_TITLE = "percent of questions: all of the evidence (dark), any of it (light)"
_BAR, _GAP, _LEFT, _SCALE = 12, 6, 230, 5


def report_of(scores: Scores) -> dict[str, Any]:
    """Return every figure by ranker and set of conversations."""
    return {name: _sets(found) for name, found in scores.items()}


def _sets(found: Sequence[Score]) -> dict[str, Any]:
    held = [score for score in found if score.conversation in HELD_OUT]
    chosen = [score for score in found if score.conversation not in HELD_OUT]
    by_category = {
        name: _figures([score for score in found if score.category == number])
        for number, name in CATEGORIES.items()
    }
    return {
        "all ten": _figures(found, bounds=True),
        "held out": _figures(held, bounds=True),
        "chosen on": _figures(chosen, bounds=True),
        "categories": by_category,
    }


def _figures(found: Sequence[Score], *, bounds: bool = False) -> dict[str, Any]:
    figures: dict[str, Any] = {"questions": len(found)}
    for depth in DEPTHS:
        figures[f"all@{depth}"] = share(found, _all_at(depth))
        figures[f"any@{depth}"] = share(found, _any_at(depth))
    figures["mrr"] = share(found, lambda s: s.reciprocal) / 100
    figures["characters"] = share(found, lambda s: s.characters) / 100
    if bounds and found:
        figures["all@10 interval"] = interval(found, _all_at(10))
        figures["any@10 interval"] = interval(found, _any_at(10))
    return figures


def _all_at(depth: int) -> Callable[[Score], float]:
    return lambda score: score.all_at[depth]


def _any_at(depth: int) -> Callable[[Score], float]:
    return lambda score: score.any_at[depth]


def render_table(report: Mapping[str, Any]) -> str:
    """Return the figures that the goals are about, a line a ranker."""
    heads = ("ranker", "ALL@5", "ALL@10", "ALL@20", "ANY@10", "MRR", "chars", "held ALL@10", "ANY")
    lines = [" | ".join(heads), " | ".join("---" for _ in heads)]
    for name, sets in report.items():
        every, held = sets["all ten"], sets["held out"]
        low, high = every["all@10 interval"]
        lines.append(
            f"{name} | {every['all@5']:.1f} | {every['all@10']:.1f} [{low:.1f}, {high:.1f}] | "
            f"{every['all@20']:.1f} | {every['any@10']:.1f} | {every['mrr']:.3f} | "
            f"{every['characters']:.0f} | {held['all@10']:.1f} | {held['any@10']:.1f}"
        )
    return "\n".join(f"| {line} |" for line in lines)


def render_categories(report: Mapping[str, Any]) -> str:
    """Return ALL@10 / ANY@10 by category, a line a ranker."""
    heads = ("ranker", *CATEGORIES.values())
    lines = [" | ".join(heads), " | ".join("---" for _ in heads)]
    for name, sets in report.items():
        cells = [sets["categories"][category] for category in CATEGORIES.values()]
        shown = (f"{cell['all@10']:.1f} / {cell['any@10']:.1f}" for cell in cells)
        lines.append(" | ".join((name, *shown)))
    return "\n".join(f"| {line} |" for line in lines)


def render_plot(report: Mapping[str, Any]) -> str:
    """Return an SVG with two bars a ranker: ALL@10 and ANY@10 on all ten conversations."""
    width = _LEFT + 100 * _SCALE + 60
    height = len(report) * (2 * _BAR + _GAP) + 30
    size = f'width="{width}" height="{height}" font-size="12" font-family="sans-serif"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        '<rect width="100%" height="100%" fill="white"/>',
        f'<text x="{_LEFT}" y="16">{_TITLE}</text>',
    ]
    for row, (name, sets) in enumerate(report.items()):
        top = 26 + row * (2 * _BAR + _GAP)
        parts.append(f'<text x="{_LEFT - 8}" y="{top + _BAR + 4}" text-anchor="end">{name}</text>')
        for line, (figure, colour) in enumerate((("all@10", "#24527a"), ("any@10", "#9ec5e8"))):
            value = sets["all ten"][figure]
            y = top + line * _BAR
            parts.append(
                f'<rect x="{_LEFT}" y="{y}" width="{value * _SCALE:.0f}" height="{_BAR - 1}" '
                f'fill="{colour}"/>'
                f'<text x="{_LEFT + value * _SCALE + 4:.0f}" y="{y + _BAR - 2}">{value:.1f}</text>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"

"""`memfold demo`: everything once, on a bundled sample, and what became of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from worker.cli import options
from worker.cli.exit_code import ExitCode
from worker.cli.output import print_json, print_line, print_remark, print_table
from worker.demo import run_demo
from worker.demo_report import DemoReport

_WORDS = " words"  # of those who are no users: only counted


def demo(*, as_json: options.Json = False) -> int:
    """Fold a sample of invented chats on servers of its own, print the memories, stop it all."""
    try:
        report = run_demo(print_remark)
    except KeyboardInterrupt:
        return ExitCode.INTERRUPTED
    if as_json:
        print_json(report)
    else:
        _print(report)
    if not report.finished:
        print_remark("the sample was not folded in time; the machine may be busy: try again")
        return ExitCode.UNFINISHED
    return ExitCode.DONE


def _print(report: DemoReport) -> None:
    for memory in report.memories:
        print_line(f"==> {memory.scope} MEMORY.md <==")
        print_line(memory.text)
    print_line("What was read:")
    print_table(
        ("chat", "agent", "users", "messages", "run", "episodes", "refused"),
        (
            (c.chat, c.agent, c.users, c.messages, c.outcome, c.episodes, c.refused)
            for c in report.chats
        ),
    )
    print_line()
    print_line("What was left out, and the likely reason:")
    print_table(("chat", "message", "words", "reason"), _left_out(report))
    print_line()
    print_line("Runs: " + ", ".join(f"{count} {name}" for name, count in report.runs.items()))
    print_line(f"Done in {report.seconds:.0f} s; everything is stopped and removed.")


def _left_out(report: DemoReport) -> Iterator[tuple[object, ...]]:
    """Yield users' messages one by one and those of others as counts."""
    others: Counter[str] = Counter()
    for left in report.left_out:
        if left.reason.endswith(_WORDS):
            others[left.reason] += 1
        else:
            yield left.chat, left.position, left.excerpt, left.reason
    for reason, count in others.items():
        yield "(all)", f"{count} ×", "", f"{reason} feed no one's memory"

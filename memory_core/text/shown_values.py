"""JSON values as a model may be shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_core.text.normalise import one_line
from memory_core.text.reports import is_report
from memory_core.text.sanitise import show, without_marks


def show_values(value: Any, nonce: str = "", *, wary: bool = False) -> Any:
    """Return a JSON value with each text and name in it as a model may be shown it.

    Args:
        value: what JSON knows.
        nonce: of the envelope that it is put into.
        wary: whoever wrote it, put into ⟦ ⟧ what does not merely report.
    """
    if isinstance(value, str):
        text = show(one_line(value), nonce)  # of several lines, words stay apart
        return f"⟦{without_marks(text)}⟧" if wary and not is_report(text) else text
    if isinstance(value, Mapping):
        names = {name: show_values(name, nonce, wary=wary) for name in value}
        return {names[name]: show_values(value[name], nonce, wary=wary) for name in value}
    return [show_values(v, nonce, wary=wary) for v in value] if isinstance(value, list) else value

"""JSON values as a model may be shown them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from memory_core.text.normalise import one_line
from memory_core.text.sanitise import show


def show_values(value: Any, nonce: str = "") -> Any:
    """Return a JSON value with each text and name in it as a model may be shown it.

    Args:
        value: what JSON knows.
        nonce: of the envelope that it is put into.
    """
    if isinstance(value, str):
        return show(one_line(value), nonce)  # of several lines, words stay apart
    if isinstance(value, Mapping):
        return {show_values(name, nonce): show_values(value[name], nonce) for name in value}
    return [show_values(held, nonce) for held in value] if isinstance(value, list) else value

"""Time expressions in text, resolved against the moment at which the text was said.

An expression covers a span of days: "last week" is seven of them, "a few weeks ago" is vague by
some. It resolves to the finest of day, month and year that holds the whole span, and to nothing
where even the year is open. The anchor is the message's own time, never a clock. Each language
has a file of closed tables; elsewhere only ISO dates are read.
"""

from __future__ import annotations

from memory_core.text.time_expressions.finding import TimeExpression, find_time_expressions

__all__ = ["TimeExpression", "find_time_expressions"]

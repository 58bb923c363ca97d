"""Minds: what reads windows into statements and plans folds. They propose; code disposes.

    protocol            the two ports and their values
    rules               closed patterns, offline
    openai_compatible   a model behind an endpoint
        question ── metering ── guarding ── connection ── completion ── answers ── statements, plans
        (prompt)    (purse)     (breaker)   (deadline)    (bill)        (flaws)    (numbers to ids)

Invariants: a failure is a `MindError` with its bill, never an empty answer; nothing is opened at
import; no message of an error holds what was said in a chat.
"""

"""The `rules` mind: what a closed set of patterns can tell of a speaker, and nothing else.

    message ─ own_words ─ frames ─ sentences ─┬─ requests      remember, forget, correct, given up
       (other channels, quoted speech,        ├─ slot_patterns home, employer, likes …  (per clause)
        reports, frames and jokes out)        ├─ events        what the speaker did
                                              ├─ standing      what he plays, owns, studies
                                              └─ topics        a word for an answer
                                            │
                              render_slot or quotation (dates resolved) ─ Statement

Invariants: a line is a slot's label and value, or a quotation that stands word for word in the
message. A question, condition, wish, quotation or attribution asserts nothing. No inference, no
pronoun is followed across clauses, unequal texts are never merged. It cannot fail: what it does
not understand it leaves out.
"""

from __future__ import annotations

from jobs.minds.rules.reader import PROMPT_VERSION, RulesReader

__all__ = ["PROMPT_VERSION", "RulesReader"]

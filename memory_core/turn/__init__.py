"""What serves a turn: the block at its head, what it is asked to keep, what it made use of.

    block       lines of memory as a model is shown them, within a budget        [pure]
    blocks      the block of some scopes: read once, kept for a minute
    patience    a deadline and a breaker: a turn never waits for a store that is away
    save_rules  what may be kept, by whose word, and what it may replace          [pure]
    saves       the one way in which a save is written
    uses        what turns made use of, written in batches
    working     JSON values beside a scope, as they are or as models of Pydantic

A block that cannot be read in time is empty, with a warning and a count; nothing here fails a turn.
"""

"""Files of messages: each format reads a file into the one message shape, as a stream.

    path ── Source ── detect ──> jsonl ──┐
                             └─> locomo ─┴──> IncomingMessage | RefusedLine, in the file's order

A record that is wrong is yielded as a refusal with its number and reason, and the rest goes in; a
file that is wrong as a whole raises InvalidInputError. Reading the same or a longer file again
yields the same keys, so that the ledger can tell what it has.
"""

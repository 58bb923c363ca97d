"""What is done to memories, and when.

    sweep ── rings ──> Extractor     a quiet chat, window by window ──> episodes, pending
      │                              claim · page · mind · harvest · fenced commit
      └───── rings ──> Consolidator  a scope's pending episodes, round by round ──> its index
                                     claim · desk · plan (code, then a mind) · fenced commit

A ring is a hint and no permission: whoever comes claims, and the claim evaluates the gate
(`jobs.due`) on the rows as they are. A claim is a lease with a fencing token and a run row; the
heartbeat keeps it while the mind thinks, outside of any transaction; the commit first locks the
lease by its token and holds everything the run came to, except the bill, which is written at once.
A holder that died is found by the sweep, which frees the lease and counts a loss.

Failures (`jobs.errors`) end in the same place: the row says why it waits and until when, or that it
is set aside. A model endpoint that failed is left alone by all processes (`jobs.breaker`). State
changes only in `jobs.store`, whose docstring draws the states.
"""

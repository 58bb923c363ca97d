"""The only place where a job changes state: guarded statements, each from one state to another.

    chat:   new ── append ──> due ── claim ──> held ── commit ──> read (watermark = last position)
                               ^                 │ ├─ fail ────> waiting (not before …) ──> due
                               │                 │ └─ 5 tries ─> quarantined ── retry ────> due
                               └──── rescue ─────┘ (the lease expired: a loss)
    scope:  idle ── pending ──> due ── claim ──> held ── commit ──> cooling ──> idle or due

Invariants: a commit first locks the lease row by its fencing token, then the chat's, then the
scopes' state rows in key order; only a later statement computes what is due next, since an UPDATE
that waited keeps the snapshot of its sub-queries. Every ending sets the next due time in the same
transaction. `run` gets its row at the claim and its bill at once, whatever becomes of the rest.
"""

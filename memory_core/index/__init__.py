"""The index of a scope: at most 100 lines of Markdown that an agent reads every turn.

    pending episodes ─ planner.place ─┐
                       a mind's plan ─┴─> fold ─> after-Index ─ render_index ─> text
                                                                                  │
             validate_rewrite(before, text, evidence, budget, cause) <────────────┘

Invariants: `parse_index` and `render_index` are inverse to the byte on canonical text; an active
entry leaves only for the Archive, and only lines that stood there before are ever dropped; every
line rests on an episode of its scope, and every line a version adds is grounded in the messages
its episodes name. Everything here is pure: `now` comes in, nothing is read or written.

A plan that code cannot carry out raises no error: what is wrong with it comes back as violations,
what finds no place stays pending with its reason.
"""

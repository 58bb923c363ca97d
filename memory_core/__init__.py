"""What a memory is: scopes, episodes, the index and its validator, the ledger and the stores.

This room never calls a language model and never imports `jobs` or `worker`. Hosts import only
from here; `memory_core.client.MemoryClient` is their door.

    chat ── messages ──> window ──> episode (immutable, evidenced)
                                        │ pending
                                        v
                       scope ──> MEMORY.md: parse ─ apply operations ─ validate ─ render

Invariants: an episode's content hashes to its id and is never changed; an index is replaced only
through the one store function that runs the validator; every statement that reads or writes names
a workspace and, where it applies, a scope.
"""

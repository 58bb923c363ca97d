"""How long a turn waits for its block: kept, read anew, and with the store away."""

"""Where memories are kept: the ledger, the episodes and the indexes in Postgres."""

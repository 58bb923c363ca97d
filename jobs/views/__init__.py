"""Read-only questions about the state: what the lists and reports of a host or operator show.

Each file answers for one noun. The gates are those of `jobs.due`, so an answer is what the sweep
and the claim would find. Nothing here changes a row.
"""

"""One package a question: data, a pure scorer, and a `__main__` that prints a table.

Each has a `dev` split to work on and a `test` split whose hash stands in `splits.sha256`.
Results go to `benchmarks/out/NAME.json`; the last table of each is in `README.md`.
"""

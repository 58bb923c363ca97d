"""Does redaction find secrets, and leave alone what only looks like one?

A format is a text with a place for a secret (`formats/SPLIT.toml`); the secrets are made up anew
for each row, with valid check digits. `test` has other kinds of formatting than `dev`, written
before the detectors were worked on; its hash stands in `benchmarks/splits.sha256`.
"""

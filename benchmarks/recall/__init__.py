"""Retrieval on LoCoMo: how much of the evidence do ten hits and 2,000 characters hold?

questions   the data set's questions with their evidence
scoring     the credit unit and the shares, pure
rankers     the baselines
memfold     the product's own search, over a database
table       the results as text and JSON, plot as SVG
"""

"""Injection: does a text that speaks to the model get into memory, or out of it as an order?

attacks   the corpus: pairs of an attack and a harmless string with its trigger words
disguises what an attack may be dressed in
channels  the ways in which one arrives
folding   every spelling of a text as one, written apart from the product's own
scorer    [pure] persistence, block and damage of a trial, and the rates
pipeline  ledger, extraction, fold, block, search and saves, the real ones
"""

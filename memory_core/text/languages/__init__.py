"""Tables of the languages that memfold reads: en, de, es, fr, ja, zh.

    table      the shape of a language's tables
    numbers    number words
    english …  one file a language
    known      the tables by code
    detection  which language a text is in, by these tables

A language without tables is not judged by words: its lines are quoted.
"""

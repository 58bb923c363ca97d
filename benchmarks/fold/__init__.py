"""FoldBench: how good an index stays while months of chats are folded into it.

    phrasings ─ values ─ author ─ stream      what invented users say, and what is true when
                                    │
    minds ─ pipeline (the real database and jobs, the clock moved from chat to chat)
                                    │
    matching ─ scoring ─ bootstrap ─ table    each active line against the gold rows, per fold

A stream hangs on its split, seed and size alone. Phrasings, names and topics of the held-out
split `test` occur nowhere in `dev`; `benchmarks/splits.sha256` holds the hashes of both the files
and the streams of the published seeds.
"""

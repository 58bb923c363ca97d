"""Search: from a question to the lines, episodes and messages that answer it.

    request    what is asked, and whose memory the asker is bound to
    hit        what is found
    search     the searcher: reads the store, ranks, cuts to the limit

A search never leaves the scopes of its request; what it may return of messages is decided where
they are read, not by what the question names.
"""

"""Search at size: how long it takes, how many hits it returns, how near they are to the exact ones.

store     invented episodes with random vectors, made by the database itself
measure   searches of random scopes, timed and compared
"""

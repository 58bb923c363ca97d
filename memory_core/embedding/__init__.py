"""What makes vectors of texts: the port, one embedder on this machine, one behind an endpoint.

An embedder's id names model and width, so vectors under one id are comparable and others are not.
Whoever needs vectors takes an `Embedder`; nobody needs one: a search without it says `degraded`.
"""

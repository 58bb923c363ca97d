"""Memory for any agent that speaks the Model Context Protocol (extra `memfold[mcp]`).

    stdio   one process a conversation; its flags say whose memory
    HTTP    many hosts on the loopback; the key of each request says whose memory

    server   tools memory_search, memory_save, memory_used; the block as a resource and a prompt
    http     the gate that turns a key into a binding, and the listening socket

The binding is chosen before a request is read. No argument of a tool, address of a resource or
argument of a prompt names a user, an agent, a scope or a workspace.
"""

from __future__ import annotations

from worker.mcp_server import tenants as module
from worker.mcp_server.tenants import Tenants


class Client:
    def __init__(self, workspace):
        self.workspace = workspace
        self.closed = False

    def close(self):
        self.closed = True


def test_the_client_that_was_unused_for_longest_makes_room(monkeypatch):
    monkeypatch.setattr(module, "_MOST", 2)
    tenants = Tenants(Client)
    acme, zenith = tenants.client("acme"), tenants.client("zenith")
    assert tenants.client("acme") is acme
    tenants.client("third")
    assert zenith.closed
    assert not acme.closed
    assert tenants.client("zenith") is not zenith
    tenants.close()
    assert acme.closed

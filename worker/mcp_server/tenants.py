"""One client a workspace, for a server of many."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from memory_core.client import MemoryClient

_MOST = 32  # clients with connections of their own


class Tenants:
    """The clients of the workspaces that were asked for last.

    Args:
        make: opens a client on a workspace.
    """

    def __init__(self, make: Callable[[str], MemoryClient]) -> None:
        self._make = make
        self._clients: OrderedDict[str, MemoryClient] = OrderedDict()
        self._lock = Lock()

    def client(self, workspace: str) -> MemoryClient:
        """Return the workspace's client; the one unused for longest makes room.

        A request that is under way on a closed client ends on connections of its own.
        """
        gone = None
        with self._lock:
            client = self._clients.pop(workspace, None) or self._make(workspace)
            self._clients[workspace] = client
            if len(self._clients) > _MOST:
                _, gone = self._clients.popitem(last=False)
        if gone is not None:
            gone.close()
        return client

    def close(self) -> None:
        """Close them all."""
        with self._lock:
            clients = list(self._clients.values())
            self._clients.clear()
        for client in clients:
            client.close()

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from memory_core.async_client import AsyncMemoryClient
from memory_core.hosts.openai_agents import function_tools


@pytest.fixture
def without(monkeypatch):
    """Let a package and its parts be as if they were not installed."""

    def hide(package):
        for name in [name for name in sys.modules if name.partition(".")[0] == package]:
            monkeypatch.delitem(sys.modules, name)
        monkeypatch.setitem(sys.modules, package, None)

    return hide


def test_the_store_without_its_extra_names_it_in_one_line(without, monkeypatch):
    without("langgraph")
    monkeypatch.delitem(sys.modules, "memory_core.hosts.langgraph", raising=False)
    with pytest.raises(ImportError) as refused:
        import_module("memory_core.hosts.langgraph")
    assert str(refused.value) == "MemfoldStore needs pip install 'memfold[langgraph]'"


def test_the_tools_without_their_extra_name_it_in_one_line(without):
    without("agents")
    turn = AsyncMemoryClient("postgresql://nowhere").provider(user="nora")
    with pytest.raises(ImportError) as refused:
        function_tools(turn)
    assert str(refused.value) == "function_tools needs pip install 'memfold[openai-agents]'"

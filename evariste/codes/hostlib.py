# SPDX-License-Identifier: Apache-2.0
"""The workload library compiled for the host with the portable backend, called through ctypes: for tests."""

import ctypes
import os
import re
import shutil
import subprocess
from functools import cache as once
from pathlib import Path

from evariste import cache
from evariste.build import cc
from evariste.cache import keys
from evariste.paths import ROOT

FLAGS = ["-std=c11", "-O2", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fPIC", "-shared",
         "-fsanitize=undefined", "-fno-sanitize-recover=all"]  # fmt: skip


class RsParameters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint16) for name in ("polynomial", "n", "k", "first_root", "step", "punctured")]


class RsCode(ctypes.Structure):
    """Mirrors ev_rs_code_t."""

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


@once
def library() -> ctypes.CDLL:
    """Builds (when a source changed) and loads the code part of sw/lib with sw/low/portable."""
    sources = [p for folder in ("lib", "low/portable") for p in sorted((ROOT / "sw" / folder).glob("*.c"))
               if re.fullmatch(r"(code|gf_table|gf16|rs|rs16|bch)(_.*)?", p.stem)]  # fmt: skip
    folders = ("sw/include", "sw/lib", "sw/low/portable")
    headers = [ROOT / "gen/fields.h", *(p for folder in folders for p in sorted((ROOT / folder).rglob("*.h")))]
    compiler = os.environ.get("CC", "gcc")
    key = keys.digest(keys.tree(*sources, *headers), compiler, keys.compiler(shutil.which(compiler) or compiler), FLAGS)

    def make(folder: Path) -> None:
        includes = [f"-I{d}" for d in cc.library_includes("portable")]
        subprocess.run([compiler, *FLAGS, *includes, *map(str, sources), "-o", str(folder / "codes.so")], check=True)

    shared = cache.built("host", "codes", key, make, "building the library for this computer", 5) / "codes.so"
    return ctypes.CDLL(str(shared))


class Rs:
    """One Reed-Solomon code of the library on the host."""

    def __init__(self, polynomial: int, n: int, k: int, first_root: int = 0, step: int = 1, punctured: int = 0) -> None:
        self.lib = library()
        self.code = RsCode()
        self.tables = (ctypes.c_uint32 * 8192)()
        self.work = (ctypes.c_uint32 * 400)()
        parameters = RsParameters(polynomial, n, k, first_root, step, punctured)
        self.status = self.lib.ev_rs_init(ctypes.byref(self.code), ctypes.byref(parameters), self.tables)

    def encode(self, message: bytes) -> bytes:
        status, word = self.try_encode(message)
        assert status == 0
        return word

    def try_encode(self, message: bytes) -> tuple[int, bytes]:
        word = (ctypes.c_uint8 * 256)(*message)
        status = self.lib.ev_rs_encode(ctypes.byref(self.code), word)
        return status, bytes(word[: self.code.n])

    def decode(self, word: bytes, erasures: bytes = b"") -> tuple[int, bytes]:
        buffer = (ctypes.c_uint8 * 256)(*word)
        status = self.lib.ev_rs_decode(ctypes.byref(self.code), buffer, erasures, len(erasures), self.work)
        return status, bytes(buffer[: len(word)])


class BchParameters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint16) for name in ("polynomial", "n", "t", "first_root", "extended")]


class Gf16(ctypes.Structure):
    """Mirrors the portable ev_gf16_t."""

    _fields_ = [
        *[(name, ctypes.c_uint16) for name in ("polynomial", "m", "order")],
        ("exp", ctypes.c_void_p),
        ("log", ctypes.c_void_p),
    ]


class BchCode(ctypes.Structure):
    """Mirrors ev_bch_code_t."""

    _fields_ = [
        ("small", RsCode),
        ("large", Gf16),
        ("generator", ctypes.c_void_p),
        ("low", ctypes.c_void_p),
        *[(name, ctypes.c_uint16) for name in ("m", "n", "k", "t", "checks", "first_root", "extended")],
    ]


class Bch:
    """One BCH code of the library on the host; words are integers, bit i the stored bit i."""

    def __init__(self, polynomial: int, n: int, t: int, first_root: int = 1, extended: bool = False) -> None:
        self.lib = library()
        self.code = BchCode()
        self.tables = (ctypes.c_uint32 * 200_000)()
        self.work = (ctypes.c_uint32 * 8192)()
        self.words = n // 32 + 1
        parameters = BchParameters(polynomial, n, t, first_root, int(extended))
        self.status = self.lib.ev_bch_init(ctypes.byref(self.code), ctypes.byref(parameters), self.tables)

    def _buffer(self, word: int) -> ctypes.Array:  # type: ignore[type-arg]
        return (ctypes.c_uint32 * self.words)(*((word >> 32 * i) & 0xFFFFFFFF for i in range(self.words)))

    @staticmethod
    def _value(buffer: ctypes.Array) -> int:  # type: ignore[type-arg]
        return sum(w << 32 * i for i, w in enumerate(buffer))

    def encode(self, message: int) -> int:
        """The word of a message of k bits."""
        buffer = self._buffer(message << (self.code.checks + self.code.extended))
        self.lib.ev_bch_encode(ctypes.byref(self.code), buffer)
        return self._value(buffer)

    def decode(self, word: int, erasures: tuple[int, ...] = ()) -> tuple[int, int]:
        buffer = self._buffer(word)
        places = (ctypes.c_uint16 * max(1, len(erasures)))(*erasures)
        status = self.lib.ev_bch_decode(ctypes.byref(self.code), buffer, places, len(erasures), self.work)
        return status, self._value(buffer)


class Rs16Code(ctypes.Structure):
    """Mirrors ev_rs16_code_t."""

    _fields_ = [
        ("field", Gf16),
        ("generator", ctypes.c_void_p),
        *[(name, ctypes.c_uint16) for name in ("n", "k", "checks", "punctured", "first_root", "step")],
    ]


class Rs16:
    """One Reed-Solomon code over a large field of the library on the host."""

    def __init__(self, polynomial: int, n: int, k: int, first_root: int = 0, step: int = 1, punctured: int = 0) -> None:
        self.lib = library()
        self.code = Rs16Code()
        self.tables = (ctypes.c_uint32 * 40_000)()
        self.work = (ctypes.c_uint32 * 2048)()
        parameters = RsParameters(polynomial, n, k, first_root, step, punctured)
        self.status = self.lib.ev_rs16_init(ctypes.byref(self.code), ctypes.byref(parameters), self.tables)

    def encode(self, message: list[int]) -> list[int]:
        word = (ctypes.c_uint16 * self.code.n)(*message)
        self.lib.ev_rs16_encode(ctypes.byref(self.code), word, self.work)
        return list(word)

    def decode(self, word: list[int], erasures: tuple[int, ...] = ()) -> tuple[int, list[int]]:
        buffer = (ctypes.c_uint16 * len(word))(*word)
        places = (ctypes.c_uint16 * max(1, len(erasures)))(*erasures)
        status = self.lib.ev_rs16_decode(ctypes.byref(self.code), buffer, places, len(erasures), self.work)
        return status, list(buffer)

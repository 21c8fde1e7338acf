# SPDX-License-Identifier: Apache-2.0
"""The workload library compiled for the host with the portable backend, called through ctypes: for tests."""

import ctypes
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache as once
from pathlib import Path
from typing import Any

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
        ("work_bytes", ctypes.c_uint16),
    ]  # fmt: skip


def sources() -> list[Path]:
    """The code part of sw/lib with sw/low/portable."""
    return [p for folder in ("lib", "low/portable") for p in sorted((ROOT / "sw" / folder).glob("*.c"))
            if re.fullmatch(r"(status|gf_table|gf16|rs|rs16|bch[0-9]*|crc|ccsds)(_.*)?", p.stem)]  # fmt: skip


@once
def library() -> ctypes.CDLL:
    """Builds (when a source changed) and loads these sources."""
    folders = ("sw/include", "sw/lib", "sw/low/portable")
    headers = [*sorted((ROOT / "gen/codes").rglob("*.[ch]"))]
    headers += [p for folder in folders for p in sorted((ROOT / folder).rglob("*.h"))]
    compiler = os.environ.get("CC", "gcc")
    known = keys.compiler(shutil.which(compiler) or compiler)
    key = keys.digest(keys.tree(*sources(), *headers), compiler, known, FLAGS)

    def make(folder: Path) -> None:
        includes = [f"-I{d}" for d in cc.library_includes("portable")]
        subprocess.run([compiler, *FLAGS, *includes, *map(str, sources()), "-o", str(folder / "codes.so")], check=True)

    shared = cache.built("host", "codes", key, make, "building the library for this computer", 5) / "codes.so"
    return ctypes.CDLL(str(shared))


class Corrections(ctypes.Structure):
    """Mirrors ev_corrections_t."""

    _fields_ = [
        ("positions", ctypes.POINTER(ctypes.c_uint16)),
        ("magnitudes", ctypes.POINTER(ctypes.c_uint16)),
        ("capacity", ctypes.c_size_t),
        ("count", ctypes.c_size_t),
    ]


def _size(bytes_: int) -> ctypes.c_size_t:
    return ctypes.c_size_t(bytes_)


class _Decoder:
    """What the codes share: the memory of the library's own sizes, the call of a decoder."""

    def __init__(self, family: str, code: ctypes.Structure, parameters: ctypes.Structure, tables: int | None) -> None:
        self.lib, self.family, self.code = library(), family, code
        self.parameters = parameters
        for kind in ("table", "work"):
            self._function(f"{kind}_bytes").restype = ctypes.c_size_t
        size = self._function("table_bytes")(ctypes.byref(parameters)) if tables is None else tables
        self.tables = (ctypes.c_uint32 * max(1, size // 4))()
        init = self._function("init")
        self.status: int = init(ctypes.byref(code), self.tables, _size(size), ctypes.byref(parameters))
        size = self._function("work_bytes")(ctypes.byref(code)) if self.status == 0 else 0
        self.work = (ctypes.c_uint32 * max(1, size // 4))()
        self.corrected: list[tuple[int, int]] = []

    def _function(self, name: str) -> Any:
        return getattr(self.lib, f"ev_{self.family}_{name}")

    def _decode(self, buffer: Any, erasures: Sequence[int], capacity: int | None) -> int:
        """The number of symbols corrected, or the status, negated. Asks for the corrections if a capacity is given."""
        places = (ctypes.c_uint16 * max(1, len(erasures)))(*erasures)
        corrected, room = ctypes.c_size_t(12345), max(1, capacity or 0)
        positions, magnitudes = (ctypes.c_uint16 * room)(), (ctypes.c_uint16 * room)()
        said = Corrections(positions, magnitudes, capacity or 0, 0)
        status: int = self._function("decode")(
            ctypes.byref(self.code), buffer, _size(ctypes.sizeof(buffer)), ctypes.byref(corrected),
            None if capacity is None else ctypes.byref(said), places, _size(len(erasures)), self.work,
            _size(ctypes.sizeof(self.work)),
        )  # fmt: skip
        self.corrected = [(positions[i], magnitudes[i]) for i in range(said.count)]
        assert (corrected.value == 12345) == (status != 0)
        return -status if status else corrected.value


class Rs(_Decoder):
    """One Reed-Solomon code of the library on the host."""

    def __init__(self, polynomial: int, n: int, k: int, first_root: int = 0, step: int = 1, punctured: int = 0,
                 tables: int | None = None) -> None:  # fmt: skip
        super().__init__("rs", RsCode(), RsParameters(polynomial, n, k, first_root, step, punctured), tables)

    def encode(self, message: bytes) -> bytes:
        status, word = self.try_encode(message)
        assert status == 0
        return word

    def try_encode(self, message: bytes) -> tuple[int, bytes]:
        word = (ctypes.c_uint8 * self.code.n)(*message)
        status = self.lib.ev_rs_encode(ctypes.byref(self.code), word, _size(self.code.n))
        return -status, bytes(word)

    def decode(self, word: bytes, erasures: Sequence[int] = (), capacity: int | None = None) -> tuple[int, bytes]:
        buffer = (ctypes.c_uint8 * len(word))(*word)
        return self._decode(buffer, erasures, capacity), bytes(buffer)


class BchParameters(ctypes.Structure):
    _fields_ = [(name, ctypes.c_uint16) for name in ("polynomial", "n", "t", "first_root", "extended")]


class Gf16(ctypes.Structure):
    """Mirrors ev_gf16_t."""

    _fields_ = [
        *[(name, ctypes.c_uint16) for name in ("polynomial", "m", "order", "mu")],
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


class Bch(_Decoder):
    """One BCH code of the library on the host; words are integers, bit i the stored bit i."""

    def __init__(self, polynomial: int, n: int, t: int, first_root: int = 1, extended: bool = False,
                 tables: int | None = None) -> None:  # fmt: skip
        self.words = n // 32 + 1
        super().__init__("bch", BchCode(), BchParameters(polynomial, n, t, first_root, int(extended)), tables)

    @property
    def length(self) -> int:
        """Bits of a stored word."""
        return int(self.code.n + self.code.extended)

    def _buffer(self, word: int) -> ctypes.Array:  # type: ignore[type-arg]
        return (ctypes.c_uint32 * self.words)(*((word >> 32 * i) & 0xFFFFFFFF for i in range(self.words)))

    @staticmethod
    def _value(buffer: ctypes.Array) -> int:  # type: ignore[type-arg]
        return sum(w << 32 * i for i, w in enumerate(buffer))

    def encode(self, message: int) -> int:
        """The word of a message of k bits."""
        buffer = self._buffer(message << (self.code.checks + self.code.extended))
        assert self.lib.ev_bch_encode(ctypes.byref(self.code), buffer, _size(ctypes.sizeof(buffer))) == 0
        return self._value(buffer)

    def decode(self, word: int, erasures: Sequence[int] = (), capacity: int | None = None) -> tuple[int, int]:
        """Erasures are positions in order of transmission."""
        buffer = self._buffer(word)
        return self._decode(buffer, erasures, capacity), self._value(buffer)

    def put(self, part: str, content: bytes, lsb_first: bool) -> tuple[int, int]:
        """ev_bch_put_word or _message: the status and the word."""
        buffer = self._buffer((1 << self.length) - 1)
        status = getattr(self.lib, f"ev_bch_put_{part}")(
            ctypes.byref(self.code), buffer, _size(ctypes.sizeof(buffer)), content, _size(len(content)), int(lsb_first)
        )
        return status, self._value(buffer)

    def get(self, part: str, word: int, lsb_first: bool, capacity: int = 4096) -> tuple[int, bytes]:
        """ev_bch_get_word or _message: the status and the bytes."""
        buffer, out, length = self._buffer(word), (ctypes.c_uint8 * capacity)(), ctypes.c_size_t(0)
        status = getattr(self.lib, f"ev_bch_get_{part}")(
            ctypes.byref(self.code), out, _size(capacity), ctypes.byref(length), buffer,
            _size(ctypes.sizeof(buffer)), int(lsb_first),
        )  # fmt: skip
        return status, bytes(out[: length.value])


class Rs16Code(ctypes.Structure):
    """Mirrors ev_rs16_code_t."""

    _fields_ = [
        ("field", Gf16),
        ("generator", ctypes.c_void_p),
        *[(name, ctypes.c_uint16) for name in ("n", "k", "checks", "punctured", "first_root", "step")],
    ]


class Rs16(_Decoder):
    """One Reed-Solomon code over a large field of the library on the host."""

    def __init__(self, polynomial: int, n: int, k: int, first_root: int = 0, step: int = 1, punctured: int = 0,
                 tables: int | None = None) -> None:  # fmt: skip
        super().__init__("rs16", Rs16Code(), RsParameters(polynomial, n, k, first_root, step, punctured), tables)

    def encode(self, message: list[int]) -> list[int]:
        word = (ctypes.c_uint16 * self.code.n)(*message)
        assert self.lib.ev_rs16_encode(ctypes.byref(self.code), word, _size(ctypes.sizeof(word)), self.work,
                                       _size(ctypes.sizeof(self.work))) == 0  # fmt: skip
        return list(word)

    def decode(
        self, word: list[int], erasures: Sequence[int] = (), capacity: int | None = None
    ) -> tuple[int, list[int]]:
        buffer = (ctypes.c_uint16 * len(word))(*word)
        return self._decode(buffer, erasures, capacity), list(buffer)

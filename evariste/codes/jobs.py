# SPDX-License-Identifier: Apache-2.0
"""The job file of sw/apps/codec.c: written, run on an engine, its results read back."""

import struct
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evariste import machines
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError
from evariste.machines import DEFAULT

SOURCE = "sw/apps/codec.c"
MAKE_RS, ENCODE_RS, DECODE_RS, MAKE_BCH, ENCODE_BCH, DECODE_BCH = range(1, 7)  # 7 to 9: as 1 to 3, 16-bit symbols
Code = ReedSolomon | Bch


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}H", *values)


def pack16(symbols: Sequence[int]) -> bytes:
    """16-bit symbols as they are stored."""
    return _numbers(*symbols)


def _large(code: Code) -> int:
    """The number to add to a Reed-Solomon job's number for a field above GF(2^8)."""
    return 6 if code.polynomial >> 9 else 0


def word_bytes(code: Code) -> int:
    """Bytes of a stored word: one or two a symbol, or whole 32-bit words of bits."""
    if isinstance(code, ReedSolomon):
        return 2 * code.n if _large(code) else code.n
    return 4 * (code.n // 32 + 1)


@dataclass
class Jobs:
    """A sequence of jobs, and the format of the results of each."""

    content: bytearray = field(default_factory=bytearray)
    expected: list[tuple[int, int]] = field(default_factory=list)  # count, bytes of a word

    def make(self, code: Code) -> None:
        if isinstance(code, ReedSolomon):
            self.content += _numbers(
                MAKE_RS + _large(code), code.polynomial, code.n, code.k, code.first_root, code.step, code.punctured
            )
        else:
            self.content += _numbers(MAKE_BCH, code.polynomial, code.n, code.t, code.first_root, code.extended)
        self.expected.append((1, 0 if isinstance(code, ReedSolomon) else 2))

    def rom(self, index: int) -> None:
        """A code of rs_rom.h, by its place there; gives no result."""
        self.content += _numbers(10, index)

    def encode(self, code: Code, messages: Sequence[bytes]) -> None:
        """Messages of k bytes; for BCH, stored words whose message bits are set."""
        kind = ENCODE_RS + _large(code) if isinstance(code, ReedSolomon) else ENCODE_BCH
        self.content += _numbers(kind, len(messages)) + b"".join(messages)
        self.expected.append((len(messages), word_bytes(code)))

    def decode(self, code: Code, words: Sequence[bytes], erasures: Sequence[Sequence[int]] = ()) -> None:
        """Words with the same number of erasures each (none if not given)."""
        rs = isinstance(code, ReedSolomon)
        count = len(erasures[0]) if erasures else 0
        self.content += _numbers(DECODE_RS + _large(code) if rs else DECODE_BCH, len(words), count)
        for i, word in enumerate(words):
            places = erasures[i] if erasures else ()
            self.content += word + _numbers(*places)
        self.expected.append((len(words), word_bytes(code)))

    def results(self, content: bytes) -> list[list[tuple[int, bytes]]]:
        """For each job, its (status, word) pairs. For a job that makes a code, the word is empty or k."""
        at, out = 0, []
        for count, size in self.expected:
            answers = []
            for _ in range(count):
                status = struct.unpack_from("<h", content, at)[0]
                at += 2
                answers.append((status, content[at : at + size]))
                at += size
            out.append(answers)
        if at != len(content):
            raise UserError(f"the codec wrote {len(content)} bytes of results where {at} were expected.")
        return out


def run(
    jobs: Jobs, engine: str = "iss", backend: str | None = None, machine: str = DEFAULT
) -> tuple[list[list[tuple[int, bytes]]], list[int]]:
    """Run the jobs; their results, and the cycles of each."""
    from evariste.build import cc
    from evariste.sim import Machine

    elf = cc.compile([SOURCE], backend=backend, machine=machine)
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        directory = Path(name)
        (directory / "jobs").write_bytes(jobs.content)
        console: list[bytes] = []
        core = Machine(machine, machines.named(machine).runs(backend), engine)
        core.load(elf)
        core.host(root=directory, args=["jobs", "results"], stdout=console.append)
        stop = core.run()
        said = b"".join(console).decode(errors="replace")
        if stop.reason != "exit" or stop.status != 0:
            raise UserError(f"the codec did not finish on {engine}: {stop.sentence} {said[-200:]}".strip())
        results = jobs.results((directory / "results").read_bytes())
    lines = [line.split() for line in said.splitlines() if line.startswith("cycles ")]
    return results, [int(count) for _, label, count in lines if label in ("setup", "encode", "decode")]

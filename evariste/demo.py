# SPDX-License-Identifier: Apache-2.0
"""The main job, end to end: an independent encoder encodes a file, it is damaged, and our firmware decodes it.

The code is RS(255,239) over GF(2^8) with x^8+x^4+x^3+x^2+1, first consecutive root alpha^0: eight symbol
errors a codeword can be corrected. The encoder is the `reedsolo` package, which shares nothing with the
firmware; the decoder is `sw/apps/demo_rs.c`, run on the chosen engine.
"""

import random
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from evariste import machines
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import DEFAULT
from evariste.paths import ROOT

N, K, POLYNOMIAL, FIRST_ROOT, STEP = 255, 239, 0x11D, 0, 1
CORRECTABLE = (N - K) // 2
UNCORRECTABLE = 0xFF  # the status byte of a word given back as it came; any other is the symbols corrected

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Transmission:
    """A file on its way: the codewords sent, the words received, and the damage done to each (in symbols)."""

    sent: list[bytes]
    received: list[bytes]
    damage: list[int]
    length: int

    @property
    def overloaded(self) -> set[int]:
        """The words damaged beyond what the code can correct."""
        return {i for i, errors in enumerate(self.damage) if errors > CORRECTABLE}


@dataclass(frozen=True)
class Decoding:
    """The result of a decoder run: the words, a status byte each, and the cycles."""

    words: list[bytes]
    status: bytes
    cycles_per_codeword: float
    cycles: int


def transmit(content: bytes, seed: int, overload: int) -> Transmission:
    """Encode `content` (zero padded to whole words) and damage every word.

    Each word gets 0 to 8 errors at random places; `overload` of them get 9 to 16.
    """
    from reedsolo import RSCodec

    rng = random.Random(seed)
    coder = RSCodec(N - K, nsize=N, fcr=FIRST_ROOT, prim=POLYNOMIAL, generator=2)
    padded = content.ljust(max(1, -(-len(content) // K)) * K, b"\0")
    sent = [bytes(coder.encode(padded[i : i + K])) for i in range(0, len(padded), K)]
    if overload > len(sent):
        raise UserError(f"--overload {overload} is more than the {len(sent)} codewords that this file makes.")
    beyond = set(rng.sample(range(len(sent)), overload))
    received, damage = [], []
    for index, word in enumerate(sent):
        errors = rng.randint(CORRECTABLE + 1, N - K) if index in beyond else rng.randint(0, CORRECTABLE)
        damaged = bytearray(word)
        for place in rng.sample(range(N), errors):
            damaged[place] ^= rng.randint(1, 255)
        received.append(bytes(damaged))
        damage.append(errors)
    return Transmission(sent, received, damage, len(content))


def decode(
    received: list[bytes], backend: str, engine: str, progress: Progress | None = None, machine: str = DEFAULT
) -> Decoding:
    """Decode the words with the firmware's `backend`, in the configuration that it is measured on."""
    from evariste.sim import Machine

    elf = cc.compile([ROOT / "sw/apps/demo_rs.c"], backend=backend, machine=machine)
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        directory = Path(name)
        (directory / "in.bin").write_bytes(b"".join(received))
        console: list[bytes] = []
        core = Machine(machine, machines.named(machine).runs(backend), engine)
        core.load(elf)
        code = [str(N), str(K), hex(POLYNOMIAL), str(FIRST_ROOT), str(STEP)]
        core.host(root=directory, args=["in.bin", "out.bin", "status.bin", *code], stdout=console.append)

        def watch(*_: object) -> None:
            done = directory / "status.bin"
            if progress and done.exists():
                progress(done.stat().st_size, len(received))

        stop = core.run(progress=watch)
        if stop.reason != "exit" or stop.status != 0:
            raise UserError(f"the decoder did not finish on {engine}: {stop.sentence}")
        output = (directory / "out.bin").read_bytes()
        status = (directory / "status.bin").read_bytes()
    cycles = [int(line.split()[2]) for line in b"".join(console).decode().splitlines() if line.startswith("cycles ")]
    if len(output) != N * len(received) or len(status) != len(received) or not cycles:
        raise UserError(f"the decoder on {engine} gave back {len(output)} bytes for {len(received)} codewords.")
    words = [output[i : i + N] for i in range(0, len(output), N)]
    return Decoding(words, status, sum(cycles) / len(received), stop.cycles)


def seconds(count: int, runs: list[tuple[str, str]], machine: str = DEFAULT) -> float:
    """The approximate time for `count` words on these (engine, backend), from a trial of a few. Zero for few words."""
    few, more = 2, 10
    if count < 10 * more:
        return 0.0
    took = []
    for words in (few, few, more):  # the first time everything is loaded
        begin = time.monotonic()
        sent = transmit(bytes(words * K), 1, 0)
        for engine, backend in runs:
            decode(sent.received, backend, engine, machine=machine)
        took.append(time.monotonic() - begin)
    return max(0.0, took[2] - took[1]) / (more - few) * count


def faults(sent: Transmission, got: Decoding) -> list[str]:
    """What is wrong with a decoding, one sentence a word. Nothing if every word is right.

    A word within the correction radius must be restored with the right count of errors. A word beyond it must be
    reported and returned unchanged. Rarely, a decoder may correct a word beyond the radius to another codeword. This is
    a property of the code, and the result must then be a codeword.
    """
    found = []
    for index, damage in enumerate(sent.damage):
        word, status = got.words[index], got.status[index]
        if damage <= CORRECTABLE:
            if status != damage or word != sent.sent[index]:
                found.append(f"codeword {index} had {damage} errors and came back wrong (status {status}).")
        elif status == UNCORRECTABLE:
            if word != sent.received[index]:
                found.append(f"codeword {index} was reported uncorrectable but did not stay as it came.")
        elif not _is_codeword(word):
            found.append(f"codeword {index} had {damage} errors and was declared corrected, but is not a codeword.")
    return found


def _is_codeword(word: bytes) -> bool:
    from reedsolo import RSCodec

    return bool(RSCodec(N - K, nsize=N, fcr=FIRST_ROOT, prim=POLYNOMIAL, generator=2).check(word)[0])


def restore(sent: Transmission, got: Decoding) -> bytes:
    """The file at the receiver: the message symbols of every word, without the padding."""
    return b"".join(word[:K] for word in got.words)[: sent.length]

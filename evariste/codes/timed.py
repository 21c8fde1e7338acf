# SPDX-License-Identifier: Apache-2.0
"""Cycles of a code's encoder and decoder on the simulated core: many words in one run of sw/apps/codec.c."""

import functools
import random
import tempfile
from pathlib import Path

import numpy as np

from evariste import machines
from evariste.codes import jobs, named, rom
from evariste.codes.named import CODES
from evariste.codes.reference import ReedSolomon
from evariste.errors import UserError
from evariste.machines import DEFAULT

SHORT = "sw/apps/bench_bch_short.c"
TIMED_RS, TIMED_BCH = 11, 12
CHECKS = {31: 20, 63: 12}  # check bits of the short codes that are decoded one word at a time


@functools.cache
def program(source: str, backend: str | None, machine: str) -> Path:
    """The program as built when this process first asked: to ask again takes longer than to run a portion of words."""
    from evariste.build import cc

    return cc.compile([source], backend=backend, machine=machine)


@functools.cache
def rom_index(code: jobs.Code) -> int | None:
    """The index of a code in rs_rom.h, or None."""
    return next((i for i, name in enumerate(rom.ROM.values()) if CODES[name].code == code), None)


def decode(
    code: jobs.Code,
    words: np.ndarray,
    erasures: np.ndarray | None = None,
    backend: str | None = None,
    engine: str = "iss",
    machine: str = DEFAULT,
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Status and cycles of each word, and the words as decoded.

    `words` has a row of bytes for each stored word, `erasures` a row of positions. Uses the tables in ROM if the
    library has them.
    """
    rs = isinstance(code, ReedSolomon)
    count, size = words.shape
    places = np.zeros((count, 0), np.uint16) if erasures is None else erasures.astype(np.uint16)
    plan = jobs.Jobs()
    index = rom_index(code)
    if index is None:
        plan.make(code)
    else:
        plan.rom(index)
    head = np.array([TIMED_RS if rs else TIMED_BCH, count, places.shape[1]], np.uint16)
    content = np.hstack([words, places.view(np.uint8).reshape(count, -1)])
    row = np.dtype([("status", "<i2"), ("cycles", "<u4"), ("word", np.uint8, size)])
    elf = program(jobs.SOURCE, backend, machine)
    results = _run(elf, bytes(plan.content) + head.tobytes() + content.tobytes(),
                   ["in", "out"], backend, engine, machine)  # fmt: skip
    table = np.frombuffer(results[len(results) - count * row.itemsize :], row)
    return table["status"], table["cycles"], table["word"]


def decode_short(
    name: int, words: np.ndarray, engine: str = "iss", backend: str | None = None, machine: str = DEFAULT
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same for a decoder of bch_short.h, by its number in sw/apps/bench_bch_short.c; 4: four words a decoding."""
    lanes, form = (4, np.dtype("<u8")) if name == 4 else (1, np.dtype("<u8" if name == 63 else "<u4"))
    row = np.dtype([("status", np.int8 if lanes == 4 else "<i4", lanes), ("cycles", "<u4"), ("words", form, lanes)])
    results = _run(program(SHORT, backend, machine), words.astype(form).tobytes(),
                   [str(name), "in", "out", "cycles"], backend, engine, machine)  # fmt: skip
    table = np.frombuffer(results, row)
    return table["status"].ravel(), table["cycles"], table["words"].ravel().astype(np.uint64)


def _run(elf: Path, content: bytes, args: list[str], backend: str | None, engine: str, machine: str) -> bytes:
    """What the program writes to `out` from `content` in `in`."""
    from evariste.sim import Machine

    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        directory = Path(name)
        (directory / "in").write_bytes(content)
        core = Machine(machine, machines.named(machine).runs(backend), engine)
        core.load(elf)
        said: list[bytes] = []
        core.host(root=directory, args=args, stdout=said.append)
        stop = core.run()
        if stop.reason != "exit" or stop.status != 0:
            last = b"".join(said)[-200:].decode(errors="replace")
            raise UserError(f"the decoder did not finish on {engine}: {stop.sentence} {last}".strip())
        return (directory / "out").read_bytes()


def programs(backend: str | None = None, machine: str = DEFAULT) -> list[Path]:
    """The programs that both run."""
    return [program(source, backend, machine) for source in (jobs.SOURCE, SHORT)]


def cycles(code: named.Code, backend: str, engine: str = "iss", machine: str = DEFAULT) -> dict[str, int]:
    """Set-up, encoding, decoding of a clean word and of one with as many errors as can be corrected."""
    rng = random.Random(0)
    plan = jobs.Jobs()
    plan.make(code)
    reach = named.reach(code)
    if isinstance(code, ReedSolomon):
        message = bytes(rng.randint(0, code.field.order) for _ in range(code.k))
        word = bytes(code.encode(message))
        wrong = bytearray(word)
        for place in rng.sample(range(code.n), reach):
            wrong[place] ^= rng.randint(1, code.field.order)
        received = bytes(wrong)
    else:
        size = jobs.word_bytes(code)
        number = code.encode(rng.getrandbits(code.k))
        top = code.checks + code.extended
        message = (number >> top << top).to_bytes(size, "little")
        word = number.to_bytes(size, "little")
        for place in rng.sample(range(code.length), reach):
            number ^= 1 << place
        received = number.to_bytes(size, "little")
    plan.encode(code, [message])
    plan.decode(code, [word])
    plan.decode(code, [received])
    _, counts = jobs.run(plan, engine, backend, machine)
    return dict(zip(("set-up", "encode", "decode clean", f"decode {reach} errors"), counts, strict=True))

# SPDX-License-Identifier: Apache-2.0
"""Real files through the codec: bytes to messages, words to bytes, and back.

The content, between two labels (envelope.py), is a stream of bits cut into messages. A coded file holds a Reed-Solomon
symbol in a byte, and a BCH word in the fewest whole bytes with the first bit sent on top. With interleaving, the
symbols i of all words of a block are side by side.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evariste.codes import envelope, jobs, reference
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import UserError
from evariste.machines import DEFAULT

Code = ReedSolomon | Bch
Bytes = NDArray[np.uint8]
Progress = Callable[[int, int], object]  # words done, words in all


@dataclass(frozen=True)
class Plan:
    """The parameters that encoder and decoder of a file share, and where the firmware runs."""

    code: Code
    depth: int = 1
    dual: bool = False
    engine: str = "iss"
    backend: str | None = None
    machine: str = DEFAULT

    def __post_init__(self) -> None:
        if self.dual and self.code.polynomial != reference.POLYNOMIAL:
            raise UserError(f"The dual basis is that of CCSDS, over the field of {reference.POLYNOMIAL:#x}; this code "
                          f"is over that of {self.code.polynomial:#x}.")  # fmt: skip

    @property
    def shape(self) -> envelope.Shape:
        code = self.code
        return envelope.Shape(code.k * code.field.m if isinstance(code, ReedSolomon) else code.k, self.depth)

    @property
    def word_bytes(self) -> int:
        """Of a word in the file."""
        code = self.code
        return code.n if isinstance(code, ReedSolomon) else (code.length + 7) // 8

    def batches(self, count: int) -> Iterator[tuple[int, int]]:
        """Ranges of words: whole blocks, whole bytes of the stream, and small enough for memory."""
        unit = 8 * self.depth
        step = max(unit, min(50_000, (1 << 23) // self.word_bytes) // unit * unit)
        for first in range(0, count, step):
            yield first, min(first + step, count)


@dataclass(frozen=True)
class Result:
    """The result of a run of the codec: the bytes, each word's status, the cycles of all words, and what was wrong."""

    content: bytes
    status: list[int]
    cycles: int
    trouble: list[str]


def encode(plan: Plan, content: bytes, progress: Progress | None = None) -> Result:
    """The coded file."""
    code, shape = plan.code, plan.shape
    label = envelope.Label.of(content).pack()
    count = shape.words(len(content))
    stream, tail = label + content, np.unpackbits(np.frombuffer(label, np.uint8))
    out, cycles = [], 0
    for first, last in plan.batches(count):
        bits = _bits(stream, first * shape.size, last * shape.size)
        into = len(tail) - (count - last) * shape.size  # bits of the second label up to here
        if into > 0:
            some = tail[max(0, into - len(bits)) : into]
            bits[len(bits) - len(some) :] = some
        work = jobs.Jobs()
        work.make(code)
        work.encode(code, _messages(plan, bits.reshape(last - first, shape.size)))
        results, taken = jobs.run(work, plan.engine, plan.backend, plan.machine)
        if any(status for status, _ in results[1]):
            raise UserError(f"the encoder refused a message with status {min(results[1])[0]}.")
        out.append(_interleave(_sent(plan, _rows([word for _, word in results[1]])), plan.depth).tobytes())
        cycles += sum(taken[1:])
        if progress:
            progress(last, count)
    return Result(b"".join(out), [0] * count, cycles, [])


def decode(plan: Plan, coded: bytes, progress: Progress | None = None) -> Result:
    """The content of a coded file, as far as its words could be corrected, and a sentence for each problem."""
    if not coded:
        raise UserError("The coded file is empty: not one word to decode.")
    block = plan.word_bytes * plan.depth
    count = -(-len(coded) // block) * plan.depth
    stream, status, cycles = [], [], 0
    for first, last in plan.batches(count):
        words, missing = _received(plan, coded[first * plan.word_bytes : last * plan.word_bytes], last - first)
        answers, taken = _corrected(plan, words, missing)
        status += [s for s, _ in answers]
        stream.append(np.packbits(_message_bits(plan, _rows([word for _, word in answers]))).tobytes())
        cycles += taken
        if progress:
            progress(last, count)
    opened = envelope.opened(b"".join(stream), plan.shape, status)
    trouble = []
    if short := -len(coded) % block:
        trouble.append(f"The file ends inside a word: {short:,} of the last {block:,} bytes are missing, and count "
                       "as erased.")  # fmt: skip
    return Result(opened.content, status, cycles, trouble + opened.trouble)


def _bits(stream: bytes, first: int, last: int) -> Bytes:
    """These bits of the stream, zeros behind its end."""
    some = np.unpackbits(np.frombuffer(stream[first // 8 : -(-last // 8)], np.uint8))[first % 8 : last - first // 8 * 8]
    return np.pad(some, (0, last - first - len(some)))


def _rows(words: list[bytes]) -> Bytes:
    return np.frombuffer(b"".join(words), np.uint8).reshape(len(words), -1)


def _messages(plan: Plan, bits: Bytes) -> list[bytes]:
    """The messages, one of `bits` in a row, as the codec takes them."""
    code = plan.code
    if isinstance(code, ReedSolomon):
        weights = np.uint8(1) << np.arange(code.field.m - 1, -1, -1, dtype=np.uint8)
        symbols = (bits.reshape(len(bits), code.k, code.field.m) * weights).sum(2, dtype=np.uint8)
        rows = [row.tobytes() for row in symbols]
        return [reference.to_conventional(row) for row in rows] if plan.dual else rows
    top = code.checks + code.extended
    stored = np.zeros((len(bits), 8 * jobs.word_bytes(code)), np.uint8)
    stored[:, top : top + code.k] = bits[:, ::-1]
    return [row.tobytes() for row in np.packbits(stored, axis=1, bitorder="little")]


def _message_bits(plan: Plan, words: Bytes) -> Bytes:
    """The bits of the messages in the codec's words, without end."""
    code = plan.code
    if isinstance(code, ReedSolomon):
        symbols = words[:, : code.k].tobytes()
        if plan.dual:
            symbols = reference.to_dual(symbols)
        return np.unpackbits(np.frombuffer(symbols, np.uint8).reshape(-1, 1), axis=1)[:, 8 - code.field.m :].ravel()
    top = code.checks + code.extended
    return np.unpackbits(words, axis=1, bitorder="little")[:, top : top + code.k][:, ::-1].ravel()


def _sent(plan: Plan, words: Bytes) -> Bytes:
    """The codec's words as the file has them."""
    code = plan.code
    if isinstance(code, ReedSolomon):
        if plan.dual:
            return np.frombuffer(reference.to_dual(words.tobytes()), np.uint8).reshape(words.shape)
        return words
    return np.packbits(np.unpackbits(words, axis=1, bitorder="little")[:, : code.length][:, ::-1], axis=1)


def _interleave(words: Bytes, depth: int) -> Bytes:
    return words.reshape(-1, depth, words.shape[1]).transpose(0, 2, 1)


def _received(plan: Plan, coded: bytes, count: int) -> tuple[list[bytes], list[list[int]]]:
    """The words of a part of the file, as the codec takes them, and the erasures in each.

    Symbols missing at the end of the file are erasures. So is a byte that is not a symbol.
    """
    code, size = plan.code, plan.word_bytes
    file = np.zeros(count * size, np.uint8)
    file[: len(coded)] = np.frombuffer(coded, np.uint8)
    absent = np.arange(count * size) >= len(coded)
    words, wrong = (a.reshape(-1, size, plan.depth).transpose(0, 2, 1).reshape(count, size) for a in (file, absent))
    if isinstance(code, ReedSolomon):
        wrong = wrong | (words > code.field.order)
        stored = (words & np.uint8(code.field.order)).tobytes()
        if plan.dual:
            stored = reference.to_conventional(stored)
        rows = np.frombuffer(stored, np.uint8).reshape(count, size)
    else:
        wrong = np.repeat(wrong, 8, axis=1)[:, : code.length][:, ::-1]
        bits = np.zeros((count, 8 * jobs.word_bytes(code)), np.uint8)
        bits[:, : code.length] = np.unpackbits(words, axis=1)[:, : code.length][:, ::-1]
        rows = np.packbits(bits, axis=1, bitorder="little")
    places: list[list[int]] = [[] for _ in range(count)]
    for word in np.flatnonzero(wrong.any(axis=1)):
        places[word] = np.flatnonzero(wrong[word]).tolist()
    return [row.tobytes() for row in rows], places


def _corrected(plan: Plan, words: list[bytes], missing: list[list[int]]) -> tuple[list[tuple[int, bytes]], int]:
    """Status and word of each, and the cycles. The codec takes the words with equally many erasures together."""
    code = plan.code
    limit = code.n - code.k if isinstance(code, ReedSolomon) else 2 * code.t
    answers = [(-1, word) for word in words]  # more erasures than that are beyond correction
    alike: dict[int, list[int]] = {}
    for word, places in enumerate(missing):
        if len(places) <= limit:
            alike.setdefault(len(places), []).append(word)
    work = jobs.Jobs()
    work.make(code)
    for group in alike.values():
        work.decode(code, [words[i] for i in group], [missing[i] for i in group])
    results, taken = jobs.run(work, plan.engine, plan.backend, plan.machine)
    for group, job in zip(alike.values(), results[1:], strict=True):
        for i, (status, word) in zip(group, job, strict=True):
            # Erased symbols count as damage even if they happened to be right.
            answers[i] = (max(status, min(1, len(missing[i]))) if status >= 0 else status, word)
    return answers, sum(taken[1:])

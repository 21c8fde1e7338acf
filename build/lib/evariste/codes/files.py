# SPDX-License-Identifier: Apache-2.0
"""Real files through the codec: bytes to messages, words to bytes, and back.

The content, behind its length in 8 bytes (highest first), is a stream of bits cut into messages, zero padded. A coded
file holds a Reed-Solomon symbol in a byte, a BCH word in the fewest whole bytes, first bit sent on top. With
interleaving, symbol i of the words of a block stand side by side.
"""

from dataclasses import dataclass

from evariste.codes import dual_basis, jobs
from evariste.codes.reference import Bch, ReedSolomon
from evariste.errors import Refusal

Code = ReedSolomon | Bch
HEAD = 8


@dataclass(frozen=True)
class Result:
    """What a run of the codec gave: the bytes, each word's status (decoding), the cycles of all words."""

    content: bytes
    status: list[int]
    cycles: int


def message_bits(code: Code) -> int:
    return code.k * code.field.m if isinstance(code, ReedSolomon) else code.k


def sent_bytes(code: Code) -> int:
    return code.n if isinstance(code, ReedSolomon) else (code.length + 7) // 8


def _messages(code: Code, content: bytes, depth: int) -> list[int]:
    stream = len(content).to_bytes(HEAD) + content
    size = message_bits(code)
    count = -(-len(stream) * 8 // size)
    count = -(-count // depth) * depth
    bits = format(int.from_bytes(stream), f"0{8 * len(stream)}b").ljust(count * size, "0")
    return [int(bits[i : i + size], 2) for i in range(0, count * size, size)]


def _symbols(code: ReedSolomon, message: int) -> bytes:
    m = code.field.m
    return bytes(message >> m * (code.k - 1 - i) & code.field.order for i in range(code.k))


def _interleave(words: list[bytes], depth: int) -> bytes:
    if depth == 1:
        return b"".join(words)
    blocks = [words[i : i + depth] for i in range(0, len(words), depth)]
    return b"".join(bytes(word[i] for i in range(len(block[0])) for word in block) for block in blocks)


def _deinterleave(content: bytes, size: int, depth: int) -> list[bytes]:
    words = []
    for start in range(0, len(content), size * depth):
        block = content[start : start + size * depth]
        words += [block[j::depth] for j in range(depth)]
    return words


def _batches(items: list[bytes]) -> list[list[bytes]]:
    return [items[i : i + 50_000] for i in range(0, len(items), 50_000)]


def encode(code: Code, content: bytes, depth: int = 1, dual: bool = False, engine: str = "iss",
           backend: str = "gfp") -> Result:  # fmt: skip
    """The coded file."""
    numbers = _messages(code, content, depth)
    if isinstance(code, ReedSolomon):
        messages = [_symbols(code, number) for number in numbers]
        if dual:
            messages = [dual_basis.to_conventional(m) for m in messages]
    else:
        top = code.checks + code.extended
        messages = [(number << top).to_bytes(jobs.word_bytes(code), "little") for number in numbers]
    plan = jobs.Jobs()
    plan.make(code)
    for batch in _batches(messages):
        plan.encode(code, batch)
    results, cycles = jobs.run(plan, engine, backend)
    words = [word for job in results[1:] for _, word in job]
    if isinstance(code, Bch):
        pad = sent_bytes(code) * 8 - code.length
        words = [(int.from_bytes(w, "little") << pad).to_bytes(sent_bytes(code)) for w in words]
    elif dual:
        words = [dual_basis.to_dual(w) for w in words]
    return Result(_interleave(words, depth), [0] * len(words), sum(cycles[1:]))


def decode(code: Code, coded: bytes, depth: int = 1, dual: bool = False, engine: str = "iss",
           backend: str = "gfp") -> Result:  # fmt: skip
    """The content of a coded file, as far as its words could be corrected."""
    size = sent_bytes(code)
    if not coded or len(coded) % (size * depth):
        raise Refusal(
            f"The coded file has {len(coded)} bytes, which is no multiple of {size * depth}, a block of words."
        )
    words = _deinterleave(coded, size, depth)
    if isinstance(code, Bch):
        pad = size * 8 - code.length
        words = [(int.from_bytes(w) >> pad).to_bytes(jobs.word_bytes(code), "little") for w in words]
    else:
        high = next((i for i, w in enumerate(words) if max(w) > code.field.order), None)
        if high is not None:
            raise Refusal(f"Word {high} of the coded file has a symbol above {code.field.order}.")
        if dual:
            words = [dual_basis.to_conventional(w) for w in words]
    plan = jobs.Jobs()
    plan.make(code)
    for batch in _batches(words):
        plan.decode(code, batch)
    results, cycles = jobs.run(plan, engine, backend)
    answers = [answer for job in results[1:] for answer in job]
    bits, mask = [], (1 << message_bits(code)) - 1
    for _, word in answers:
        if isinstance(code, ReedSolomon):
            symbols = dual_basis.to_dual(word[: code.k]) if dual else word[: code.k]
            number = 0
            for symbol in symbols:
                number = number << code.field.m | symbol
        else:
            number = int.from_bytes(word, "little") >> (code.checks + code.extended)
        bits.append(format(number & mask, f"0{message_bits(code)}b"))
    stream = "".join(bits)
    stream = stream[: len(stream) // 8 * 8]
    whole = int(stream or "0", 2).to_bytes(len(stream) // 8)
    length = int.from_bytes(whole[:HEAD])
    return Result(whole[HEAD : HEAD + length], [status for status, _ in answers], sum(cycles[1:]))

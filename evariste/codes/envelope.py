# SPDX-License-Identifier: Apache-2.0
"""The stream of bits in the messages of a coded file: a label, the content, zeros, the same label again.

A label holds the length and the checksum of the content, and a checksum of its own:

    4 bytes "EVc1"    8 bytes length in bytes    4 bytes CRC-32 of the content    4 bytes CRC-32 of the 16 before

All numbers have the highest byte first. The first label begins with the first word. The second ends with the last word.
No word holds parts of both, so the loss of any one word leaves one label whole. The number of words follows from the
length, so missing and additional words are noticed. doc/codes.md describes the format to users.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

MAGIC = b"EVc1"
BYTES = 20
BITS = 8 * BYTES


@dataclass(frozen=True)
class Label:
    """Length and checksum of a content."""

    length: int
    checksum: int

    @classmethod
    def of(cls, content: bytes) -> Label:
        return cls(len(content), zlib.crc32(content))

    @classmethod
    def read(cls, packed: bytes) -> Label | None:
        """The label in these bytes, if there is one."""
        if packed[:4] != MAGIC or int.from_bytes(packed[16:]) != zlib.crc32(packed[:16]):
            return None
        return cls(int.from_bytes(packed[4:12]), int.from_bytes(packed[12:16]))

    def pack(self) -> bytes:
        head = MAGIC + self.length.to_bytes(8) + self.checksum.to_bytes(4)
        return head + zlib.crc32(head).to_bytes(4)


@dataclass(frozen=True)
class Shape:
    """How messages carry the stream: `size` bits in each, words in blocks of `depth`."""

    size: int
    depth: int

    @property
    def label_words(self) -> int:
        """Words that a label touches."""
        return -(-BITS // self.size)

    def words(self, length: int) -> int:
        """Words of a file with a content of so many bytes."""
        count = max(-(-(2 * BITS + 8 * length) // self.size), 2 * self.label_words)
        return -(-count // self.depth) * self.depth


@dataclass(frozen=True)
class Opened:
    """The content, and a sentence for each difference from what the encoder made."""

    content: bytes
    trouble: list[str]


def _label_before(stream: bytes, end: int) -> Label | None:
    """The label that ends at this bit."""
    if end < BITS:
        return None
    first, last = (end - BITS) // 8, -(-end // 8)
    number = int.from_bytes(stream[first:last]) >> (8 * last - end)
    return Label.read((number & (1 << BITS) - 1).to_bytes(BYTES))


def opened(stream: bytes, shape: Shape, status: Sequence[int]) -> Opened:
    """The content of a decoded stream; `status` has the decoder's answer for each word."""
    count = len(status)
    total = count * shape.size
    head, tail = _label_before(stream, BITS), _label_before(stream, total)
    lost = sum(s < 0 for s in status)
    # If the first words were decoded but hold no label, the file lacks its beginning. If they were not decoded, they
    # hide the label.
    begin = BYTES if head or any(s < 0 for s in status[: shape.label_words]) else 0
    end = (total - BITS if tail else total) // 8
    label = head or tail or _appended(stream, shape, count)
    if label is None:
        content = stream[begin:end]
        said = "The length of the content is not known, because neither of its two labels can be read: all that was "
        said += f"decoded is written, {len(content):,} bytes."
        if not 0 < lost <= count // 2:
            said += " Was it another code, interleaving or basis?"
        return Opened(content, [said])
    want = shape.words(label.length)
    whole = stream[BYTES : BYTES + label.length]
    right = len(whole) == label.length and zlib.crc32(whole) == label.checksum
    if right:
        return Opened(whole, _oddities(shape, status, head, tail, label))
    what = f"{label.length:,} bytes in {want:,} words are announced"
    if count < want:
        content = stream[begin : min(end, BYTES + label.length)] if head else stream[begin:end]
        return Opened(content, [f"{_words(want - count)} missing: {what}, and the {len(content):,} bytes that are left "
                                "are written."])  # fmt: skip
    if count > want:
        content = stream[begin:end]
        return Opened(content, [f"{_words(count - want)} too many: {what}. The checksum of the content is wrong, so "
                                f"all that was decoded is written, {len(content):,} bytes."])  # fmt: skip
    if lost:
        return Opened(whole, [])
    return Opened(whole, ["The checksum of the content is wrong: words have changed places, or one had so many errors "
                          "that it was taken for another."])  # fmt: skip


def _appended(stream: bytes, shape: Shape, count: int) -> Label | None:
    """The second label of a file with appended words. Its position must agree with its length."""
    for words in range(count - 1, 0, -1):
        label = _label_before(stream, words * shape.size)
        if label and shape.words(label.length) == words:
            return label
    return None


def _oddities(shape: Shape, status: Sequence[int], head: Label | None, tail: Label | None, label: Label) -> list[str]:
    """What is wrong around a content that is right."""
    count, want = len(status), shape.words(label.length)
    if count < want:
        return [f"{_words(want - count)} missing, but the content is whole: its checksum is right."]
    if count > want:
        return [f"{_words(count - want)} too many. The content is whole, its checksum is right; they are left out."]
    ends = ((head, status[: shape.label_words]), (tail, status[count - shape.label_words :]))
    if any(found != label and min(words) >= 0 for found, words in ends):
        return ["One of the two labels is damaged, but the content is whole: its checksum is right."]
    if any(s < 0 for s in status):
        return ["The content is whole all the same: its checksum is right."]
    return []


def _words(count: int) -> str:
    return "A word is" if count == 1 else f"{count:,} words are"

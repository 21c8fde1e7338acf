# SPDX-License-Identifier: Apache-2.0
"""DER (ITU-T X.690, clause 10): the few types that keys and signatures are made of, written and read strictly.

A value has one encoding: lengths and integers in the fewest octets, no unused bits, nothing behind the last element.
Everything else is refused, so that nobody can change a signature or a key without changing what it says.
"""

from __future__ import annotations

from evariste.errors import UserError

INTEGER, BITS, OCTETS, OID, SEQUENCE = 2, 3, 4, 6, 0x30
CONTEXT = 0xA0  # constructed, context-specific: [0], [1], ...
NAMES = {INTEGER: "integer", BITS: "bit string", OCTETS: "octet string", OID: "object identifier",
         SEQUENCE: "sequence"}  # fmt: skip


def tlv(tag: int, body: bytes) -> bytes:
    n = len(body)
    octets = n.to_bytes((n.bit_length() + 7) // 8)
    return bytes([tag]) + (bytes([n]) if n < 128 else bytes([0x80 | len(octets)]) + octets) + body


def oid(dotted: str) -> bytes:
    first, second, *rest = map(int, dotted.split("."))
    out = bytes([40 * first + second])
    for arc in rest:
        digits = [arc & 127]
        while arc := arc >> 7:
            digits.append(arc & 127 | 128)
        out += bytes(reversed(digits))
    return tlv(OID, out)


def integer(x: int) -> bytes:
    return tlv(INTEGER, x.to_bytes(x.bit_length() // 8 + 1))


class Reader:
    """The elements of a DER string one after the other; `name` is what sentences call it."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name

    def next_is(self, tag: int) -> bool:
        return self.data[:1] == bytes([tag])

    def take(self, tag: int) -> bytes:
        """The content of the next element, which must have this tag."""
        if not self.next_is(tag):
            what = NAMES.get(tag, f"element [{tag & 31}]")
            raise UserError(f"{self.name} is not a key or signature of the expected form (DER: there is no {what}).")
        size, at = self._length()
        if at + size > len(self.data):
            raise UserError(f"{self.name} is cut short.")
        body, self.data = self.data[at : at + size], self.data[at + size :]
        return body

    def _length(self) -> tuple[int, int]:
        """The next element's length, and where its content begins."""
        if len(self.data) < 2:
            raise UserError(f"{self.name} is cut short.")
        first = self.data[1]
        if first < 0x80:
            return first, 2
        octets = self.data[2 : 2 + (first & 0x7F)]
        if first == 0x80 or octets[:1] == b"\0" or (len(octets) == 1 and octets[0] < 0x80):
            raise UserError(f"{self.name} is not DER: a length is not in its shortest form.")
        if len(octets) < (first & 0x7F):
            raise UserError(f"{self.name} is cut short.")
        return int.from_bytes(octets), 2 + len(octets)

    def inside(self, tag: int) -> Reader:
        return Reader(self.take(tag), self.name)

    def integer(self) -> int:
        body = self.take(INTEGER)
        if not body:
            raise UserError(f"{self.name} is not DER: an integer has no octets.")
        if len(body) > 1 and (body[0], body[1] >> 7) in ((0, 0), (255, 1)):
            raise UserError(f"{self.name} is not DER: an integer has more octets than it needs.")
        return int.from_bytes(body, signed=True)

    def bits(self) -> bytes:
        """A bit string of whole octets."""
        body = self.take(BITS)
        if body[:1] != b"\0":
            raise UserError(f"{self.name} has a bit string with unused bits, where whole octets belong.")
        return body[1:]

    def end(self) -> None:
        if self.data:
            raise UserError(f"{self.name} has {len(self.data)} octets behind its last element.")

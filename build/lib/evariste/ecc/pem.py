# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures as files: PKCS #8 and SEC 1 private keys, SubjectPublicKeyInfo public keys, DER signatures."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path

from evariste.ecc.curves import Curve, curves
from evariste.errors import Refusal

EC_PUBLIC_KEY = "1.2.840.10045.2.1"
INTEGER, BITS, OCTETS, OID, SEQUENCE = 2, 3, 4, 6, 0x30


def _tlv(tag: int, body: bytes) -> bytes:
    n = len(body)
    length = (
        bytes([n])
        if n < 128
        else bytes([0x80 | (n.bit_length() + 7) // 8]) + n.to_bytes((n.bit_length() + 7) // 8, "big")
    )
    return bytes([tag]) + length + body


def _oid(dotted: str) -> bytes:
    first, second, *rest = map(int, dotted.split("."))
    out = bytes([40 * first + second])
    for arc in rest:
        digits = [arc & 127]
        while arc := arc >> 7:
            digits.append(arc & 127 | 128)
        out += bytes(reversed(digits))
    return _tlv(OID, out)


def _integer(x: int) -> bytes:
    return _tlv(INTEGER, x.to_bytes(x.bit_length() // 8 + 1, "big"))


def _armour(label: str, der: bytes) -> str:
    text = base64.b64encode(der).decode()
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])


def private_key(c: Curve, d: int, q: tuple[int, int]) -> str:
    """PKCS #8, with the public key inside."""
    octets = d.to_bytes((c.n.bit_length() + 7) // 8, "big")
    inner = _tlv(SEQUENCE, _integer(1) + _tlv(OCTETS, octets) + _tlv(0xA1, _tlv(BITS, b"\0" + point(c, q))))
    algorithm = _tlv(SEQUENCE, _oid(EC_PUBLIC_KEY) + _oid(c.oid))
    return _armour("PRIVATE KEY", _tlv(SEQUENCE, _integer(0) + algorithm + _tlv(OCTETS, inner)))


def public_key(c: Curve, q: tuple[int, int]) -> str:
    algorithm = _tlv(SEQUENCE, _oid(EC_PUBLIC_KEY) + _oid(c.oid))
    return _armour("PUBLIC KEY", _tlv(SEQUENCE, algorithm + _tlv(BITS, b"\0" + point(c, q))))


def point(c: Curve, q: tuple[int, int]) -> bytes:
    return b"\x04" + q[0].to_bytes(c.octets, "big") + q[1].to_bytes(c.octets, "big")


def signature(r: int, s: int) -> bytes:
    return _tlv(SEQUENCE, _integer(r) + _integer(s))


class _Reader:
    """The elements of a DER string one after the other."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data, self.name = data, name

    def __bool__(self) -> bool:
        return bool(self.data)

    def take(self, tag: int) -> bytes:
        if len(self.data) < 2 or self.data[0] != tag:
            raise Refusal(
                f"{self.name} is not a key or signature of the expected form (DER tag 0x{tag:02x} is missing)."
            )
        n, at = self.data[1], 2
        if n & 0x80:
            size = n & 0x7F
            n, at = int.from_bytes(self.data[2 : 2 + size], "big"), 2 + size
        if at + n > len(self.data):
            raise Refusal(f"{self.name} is cut short.")
        body, self.data = self.data[at : at + n], self.data[at + n :]
        return body

    def inside(self, tag: int) -> _Reader:
        return _Reader(self.take(tag), self.name)


def _der(path: Path, *labels: str) -> tuple[str, bytes]:
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError as e:
        raise Refusal(f"{path} cannot be read: {e.strerror}.") from None
    for label in labels:
        found = re.search(f"-----BEGIN {label}-----(.*?)-----END {label}-----", text, re.S)
        if found:
            try:
                return label, base64.b64decode("".join(found[1].split()), validate=True)
            except binascii.Error:
                raise Refusal(f"{path} holds a {label} that is not base 64.") from None
    raise Refusal(f"{path} holds no PEM block named {' or '.join(labels)}.")


def _curve(oid: bytes, name: str) -> Curve:
    for c in curves().values():
        if _oid(c.oid) == _tlv(OID, oid):
            return c
    raise Refusal(f"{name} is a key on a curve that is not here; there are {', '.join(curves())}.")


def read_private(path: Path) -> tuple[Curve, int]:
    """Curve and scalar of a PKCS #8 or SEC 1 key."""
    label, der = _der(path, "PRIVATE KEY", "EC PRIVATE KEY")
    reader = _Reader(der, str(path)).inside(SEQUENCE)
    reader.take(INTEGER)
    if label == "PRIVATE KEY":
        algorithm = reader.inside(SEQUENCE)
        if _tlv(OID, algorithm.take(OID)) != _oid(EC_PUBLIC_KEY):
            raise Refusal(f"{path} is no elliptic-curve key.")
        c = _curve(algorithm.take(OID), str(path))
        reader = reader.inside(OCTETS).inside(SEQUENCE)
        reader.take(INTEGER)
        return c, int.from_bytes(reader.take(OCTETS), "big")
    d = int.from_bytes(reader.take(OCTETS), "big")
    return _curve(reader.inside(0xA0).take(OID), str(path)), d


def read_public(path: Path) -> tuple[Curve, bytes]:
    """Curve and encoded point."""
    _, der = _der(path, "PUBLIC KEY")
    reader = _Reader(der, str(path)).inside(SEQUENCE)
    algorithm = reader.inside(SEQUENCE)
    if _tlv(OID, algorithm.take(OID)) != _oid(EC_PUBLIC_KEY):
        raise Refusal(f"{path} is no elliptic-curve key.")
    return _curve(algorithm.take(OID), str(path)), reader.take(BITS)[1:]


def read_signature(data: bytes, name: str) -> tuple[int, int]:
    outer = _Reader(data, name)
    reader = outer.inside(SEQUENCE)
    r, s = (int.from_bytes(reader.take(INTEGER), "big", signed=True) for _ in range(2))
    if outer or reader:
        raise Refusal(f"{name} has octets after the signature.")
    return r, s

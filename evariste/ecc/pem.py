# SPDX-License-Identifier: Apache-2.0
"""Keys and signatures as files: PKCS #8 and SEC 1 private keys, SubjectPublicKeyInfo public keys, DER signatures.

DER (ITU-T X.690, clause 10) is read strictly. A value has one encoding: lengths and integers in the fewest octets, no
unused bits, nothing after the last element. Everything else is refused. So nobody can change the bytes of a signature
or key without changing its meaning.
"""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path

from evariste.ecc import reference
from evariste.ecc.curves import Curve, curves, x25519
from evariste.errors import UserError

EC_PUBLIC_KEY = "1.2.840.10045.2.1"
# What a file may hold instead of a key, and the command that makes a key of it.
OTHERS = {
    "ENCRYPTED PRIVATE KEY": "an encrypted key, which is not read here; `openssl pkey -in FILE -out PLAIN` asks for "
                             "the password and writes it without",
    "CERTIFICATE": "a certificate; `openssl x509 -in FILE -noout -pubkey` gives its public key",
    "RSA PRIVATE KEY": "an RSA key, and no elliptic-curve key",
    "RSA PUBLIC KEY": "an RSA key, and no elliptic-curve key",
    "DSA PRIVATE KEY": "a DSA key, and no elliptic-curve key",
    "OPENSSH PRIVATE KEY": "a key in OpenSSH's own format, which is not read here; `ssh-keygen -p -m PKCS8 -f FILE` "
                           "changes it to the usual one",
}  # fmt: skip


def _armour(label: str, der: bytes) -> str:
    text = base64.b64encode(der).decode()
    lines = [text[i : i + 64] for i in range(0, len(text), 64)]
    return "\n".join([f"-----BEGIN {label}-----", *lines, f"-----END {label}-----", ""])


def private_key(c: Curve, d: int, q: tuple[int, int]) -> str:
    """PKCS #8, with the public key inside."""
    octets = d.to_bytes(_scalar_octets(c))
    inner = tlv(SEQUENCE, integer(1) + tlv(OCTETS, octets) + tlv(CONTEXT + 1, tlv(BITS, b"\0" + point(c, q))))
    algorithm = tlv(SEQUENCE, oid(EC_PUBLIC_KEY) + oid(c.oid))
    return _armour("PRIVATE KEY", tlv(SEQUENCE, integer(0) + algorithm + tlv(OCTETS, inner)))


def public_key(c: Curve, q: tuple[int, int]) -> str:
    algorithm = tlv(SEQUENCE, oid(EC_PUBLIC_KEY) + oid(c.oid))
    return _armour("PUBLIC KEY", tlv(SEQUENCE, algorithm + tlv(BITS, b"\0" + point(c, q))))


def point(c: Curve, q: tuple[int, int]) -> bytes:
    return b"\x04" + q[0].to_bytes(c.octets) + q[1].to_bytes(c.octets)


def signature(r: int, s: int) -> bytes:
    return tlv(SEQUENCE, integer(r) + integer(s))


def x25519_private(key: bytes) -> str:
    """PKCS #8 without a public key (RFC 8410, 7), as openssl writes it."""
    algorithm = tlv(SEQUENCE, oid(x25519().oid))
    return _armour("PRIVATE KEY", tlv(SEQUENCE, integer(0) + algorithm + tlv(OCTETS, tlv(OCTETS, key))))


def x25519_public(key: bytes) -> str:
    return _armour("PUBLIC KEY", tlv(SEQUENCE, tlv(SEQUENCE, oid(x25519().oid)) + tlv(BITS, b"\0" + key)))


def read_x25519_private(path: Path) -> bytes | None:
    """The octets of an X25519 private key; None for a key of another kind."""
    reader = _x25519(path, "PRIVATE KEY", "EC PRIVATE KEY")
    if reader is None:
        return None
    inner = Reader(reader.take(OCTETS), str(path))
    reader.end()
    key = inner.take(OCTETS)
    inner.end()
    return _x25519_octets(key, path)


def read_x25519_public(path: Path) -> bytes | None:
    """The octets of an X25519 public key; None for a key of another kind."""
    reader = _x25519(path, "PUBLIC KEY")
    if reader is None:
        return None
    key = reader.bits()
    reader.end()
    return _x25519_octets(key, path)


def _x25519(path: Path, *labels: str) -> Reader | None:
    """What follows the AlgorithmIdentifier of an X25519 key."""
    label, der = _der(path, *labels)
    if label == "EC PRIVATE KEY" or tlv(SEQUENCE, oid(x25519().oid)) not in der:
        return None
    outer = Reader(der, str(path))
    reader = outer.inside(SEQUENCE)
    outer.end()
    if label == "PRIVATE KEY" and (version := reader.integer()) != 0:
        raise UserError(f"{path} is a PKCS #8 key of version {version}, not 0.")
    algorithm = reader.inside(SEQUENCE)
    if tlv(OID, algorithm.take(OID)) != oid(x25519().oid):
        return None
    algorithm.end()
    return reader


def _x25519_octets(key: bytes, path: Path) -> bytes:
    if len(key) != 32:
        raise UserError(f"{path} has an X25519 key of {len(key)} octets; it must have 32.")
    return key


def read_private(path: Path) -> tuple[Curve, int]:
    """Curve and scalar of a PKCS #8 or SEC 1 key."""
    label, der = _der(path, "PRIVATE KEY", "EC PRIVATE KEY")
    name = str(path)
    if label == "EC PRIVATE KEY":
        return _sec1(der, name, None)
    outer = Reader(der, name)
    reader = outer.inside(SEQUENCE)
    outer.end()
    if (version := reader.integer()) != 0:
        raise UserError(f"{name} is a PKCS #8 key of version {version}, not 0.")
    c = _algorithm(reader.inside(SEQUENCE))
    inner = reader.take(OCTETS)
    reader.end()
    return _sec1(inner, name, c)


def read_public(path: Path) -> tuple[Curve, bytes]:
    """Curve and encoded point."""
    _, der = _der(path, "PUBLIC KEY")
    outer = Reader(der, str(path))
    reader = outer.inside(SEQUENCE)
    outer.end()
    c = _algorithm(reader.inside(SEQUENCE))
    octets = reader.bits()
    reader.end()
    _check_point(c, octets, str(path))
    return c, octets


def read_signature(data: bytes, name: str) -> tuple[int, int]:
    outer = Reader(data, name)
    reader = outer.inside(SEQUENCE)
    outer.end()
    r, s = reader.integer(), reader.integer()
    reader.end()
    if r < 0 or s < 0:
        raise UserError(f"{name} has a negative number in its signature.")
    return r, s


def _der(path: Path, *labels: str) -> tuple[str, bytes]:
    """The first PEM block with one of these labels."""
    try:
        text = path.read_text(encoding="ascii", errors="replace")
    except OSError as e:
        raise UserError(f"{path} cannot be read: {e.strerror}.") from None
    blocks = re.findall(r"^-----BEGIN ([A-Z0-9 ]+)-----[ \r]*\n(.*?)^-----END \1-----[ \r]*$", text, re.S | re.M)
    for label, body in blocks:
        if label not in labels:
            continue
        if "ENCRYPTED" in body:
            raise UserError(f"{path} holds {OTHERS['ENCRYPTED PRIVATE KEY'].replace('FILE', str(path))}.")
        try:
            return label, base64.b64decode("".join(body.split()), validate=True)
        except binascii.Error:
            raise UserError(f"{path} holds a {label} that is not base 64.") from None
    for label, _ in blocks:
        if label in OTHERS:
            raise UserError(f"{path} holds {OTHERS[label].replace('FILE', str(path))}.")
    raise UserError(f"{path} holds no PEM block named {' or '.join(labels)}.")


def _algorithm(reader: Reader) -> Curve:
    """The curve of an AlgorithmIdentifier."""
    algorithm = tlv(OID, reader.take(OID))
    if algorithm == oid(x25519().oid):
        raise UserError(f"{reader.name} is an X25519 key, which only agrees on secrets with another X25519 key.")
    if algorithm != oid(EC_PUBLIC_KEY):
        raise UserError(f"{reader.name} is not an elliptic-curve key.")
    return _curve(reader)


def _curve(reader: Reader) -> Curve:
    """The curve that ECParameters name, to their end."""
    name = reader.name
    if reader.next_is(SEQUENCE):
        raise UserError(f"{name} describes its curve by explicit parameters; only named curves are read. `openssl "
                      "ec -param_enc named_curve` writes the name, if the curve has one.")  # fmt: skip
    body = reader.take(OID)
    reader.end()
    for c in curves().values():
        if oid(c.oid) == tlv(OID, body):
            return c
    raise UserError(f"{name} is a key on a curve that is not here; there are {', '.join(curves())}.")


def _sec1(der: bytes, name: str, c: Curve | None) -> tuple[Curve, int]:
    """An ECPrivateKey (SEC 1, C.4), inside PKCS #8 on the curve `c`; its public key must be a point of the curve."""
    outer = Reader(der, name)
    reader = outer.inside(SEQUENCE)
    outer.end()
    if (version := reader.integer()) != 1:
        raise UserError(f"{name} is an elliptic-curve private key of version {version}, not 1.")
    octets = reader.take(OCTETS)
    if reader.next_is(CONTEXT):
        named = _curve(reader.inside(CONTEXT))
        if c is not None and named != c:
            raise UserError(f"{name} names two curves, {c.name} and {named.name}.")
        c = named
    if c is None:
        raise UserError(f"{name} does not name its curve.")
    if len(octets) != (right := _scalar_octets(c)):
        raise UserError(f"{name} has a private scalar of {len(octets)} octets; {right} would be right on {c.name}.")
    if reader.next_is(CONTEXT + 1):
        public = reader.inside(CONTEXT + 1)
        _check_point(c, public.bits(), name)
        public.end()
    reader.end()
    return c, int.from_bytes(octets)


def _scalar_octets(c: Curve) -> int:
    return (c.n.bit_length() + 7) // 8


def _check_point(c: Curve, octets: bytes, name: str) -> None:
    """Refuse anything but a finite point of the curve, uncompressed or compressed (SEC 1, 2.3.4)."""
    form, body = octets[:1], octets[1:]
    if form in (b"\6", b"\7"):
        raise UserError(f"{name} has its public key in hybrid form; `openssl ec -conv_form uncompressed` writes the "
                      "usual one.")  # fmt: skip
    if octets == b"\0":
        raise UserError(f"{name} has the point at infinity as public key.")
    if form not in (b"\2", b"\3", b"\4") or len(body) != (2 if form == b"\4" else 1) * c.octets:
        raise UserError(f"{name} has a public key that is not a point on {c.name}: its form or its length is wrong.")
    x, y = int.from_bytes(body[: c.octets]), int.from_bytes(body[c.octets :])
    if form == b"\4":
        good = reference.on_curve(c, (x, y))
    else:
        try:
            good = x > 0 or form == b"\2"
            reference.decompress(c, x, form[0] & 1)
        except ValueError:
            good = False
    if max(x, y) >= c.field_size or not good:
        raise UserError(f"{name} has a public key that is not a point on {c.name}.")


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
            raise UserError(f"{self.name} has a bit string with unused bits; it must have whole octets.")
        return body[1:]

    def end(self) -> None:
        if self.data:
            raise UserError(f"{self.name} has {len(self.data)} octets behind its last element.")

# SPDX-License-Identifier: Apache-2.0
"""The ECDSA vectors of PyPI `cryptography-vectors` for binary curves: NIST CAVS (FIPS 186-2 and 186-3), RFC 6979."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from evariste.ecc.curves import Curve, curves

Entry = dict[str, str]


def folder() -> Path:
    import cryptography_vectors

    return Path(str(cryptography_vectors.__file__)).parent / "asymmetric" / "ECDSA"


@cache
def cavs(edition: str, name: str) -> tuple[tuple[Curve, str, Entry], ...]:
    """Entries of one file on binary curves: curve, hash (sha1 where the file does not say), values by name."""
    return tuple(_entries(folder() / f"FIPS_{edition}" / name))


def _entries(path: Path) -> Iterator[tuple[Curve, str, Entry]]:
    nist = {c.nist: c for c in curves().values()}
    curve, digest, entry = None, "sha1", {}
    for line in [*path.read_text().splitlines(), ""]:
        section = re.fullmatch(r"\[([A-Z]-\d+)(?:,SHA-(\d+))?\]", line.strip())
        pair = re.fullmatch(r"(\w+) = (.*?)\s*", line)
        if section:
            curve, digest = nist.get(section[1]), f"sha{section[2] or 1}"
        elif pair:
            entry[pair[1]] = pair[2]
        elif entry:
            if curve:
                yield curve, digest, entry
            entry = {}


def agreements() -> Iterator[tuple[Curve, Entry]]:
    """NIST's vectors of ECDH on prime curves (SP 800-56A, the shared secret alone): curve, values by name."""
    for role in ("init", "resp"):
        text = (folder().parent / "ECDH" / f"KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_{role}.fax").read_text()
        named = dict(re.findall(r"^\[(E[A-E])\]\s*\[Curve selected:\s+(P-\d+)\]", text, re.M))
        nist = {c.nist: c for c in curves().values()}
        for name, body in re.findall(r"^\[(E[A-E]) - \w+\]\s*$(.*?)(?=^\[|\Z)", text, re.M | re.S):
            for block in re.split(r"\n\s*\n", body):
                entry = dict(re.findall(r"^(\w+) = (.*?)\s*$", block, re.M))
                if "Z" in entry:
                    yield nist[named[name]], entry


def rfc6979() -> Iterator[tuple[Curve, str, int, str, str, bool]]:
    """Curve, hash, private scalar, message, DER signature, whether the file calls it right."""
    text = (folder() / "RFC6979" / "evppkey_ecdsa_rfc6979.txt").read_text()
    nist = {c.nist: c for c in curves().values()}
    keys: dict[str, int] = {}
    for name, body in re.findall(r"PrivateKey=(\S+)_PRIV\n-----BEGIN PRIVATE KEY-----\n(.*?)-----END", text, re.S):
        keys[name] = _private(b64decode(body))
    for block in text.split("\n\n"):
        found = dict(re.findall(r"^(\w+) = (.*)$", block, re.M))
        name = found.get("Key", "").rsplit("_", 1)[0]
        if name in nist and "Input" in found:
            digest = (found.get("DigestSign") or found["DigestVerify"]).lower()
            right = "Result" not in found
            yield nist[name], digest, keys[name], found["Input"].strip('"'), found["Output"], right


def _private(der: bytes) -> int:
    """The scalar of a PKCS#8 key: the OCTET STRING that follows `INTEGER 1` of the inner ECPrivateKey."""
    at = der.index(b"\x02\x01\x01\x04")
    length = der[at + 4]
    return int.from_bytes(der[at + 5 : at + 5 + length], "big")


def der_signature(r: int, s: int) -> bytes:
    def integer(x: int) -> bytes:
        body = x.to_bytes(x.bit_length() // 8 + 1, "big")
        return bytes([2, len(body)]) + body

    body = integer(r) + integer(s)
    head = bytes([0x30, len(body)]) if len(body) < 128 else bytes([0x30, 0x81, len(body)])
    return head + body

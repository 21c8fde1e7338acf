# SPDX-License-Identifier: Apache-2.0
"""The AES test vectors of PyPI `cryptography_vectors` (NIST CAVP, RFC 3686, SP 800-38B, RFC 7253, OpenSSL) as jobs."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cryptography_vectors

from evariste.aes import Job, Mode, Result

ROOT = Path(cryptography_vectors.__file__).parent
MODES = {"ECB": Mode.ECB, "CBC": Mode.CBC, "CTR": Mode.CTR, "OFB": Mode.OFB}


@dataclass(frozen=True)
class Case:
    """A job and what must come out of it: None for the data of an opening that must fail."""

    name: str
    job: Job
    data: bytes | None
    tag: bytes = b""

    def holds(self, result: Result) -> bool:
        """Whether the firmware's result is right, cleared output of a failed opening included."""
        if self.data is None:
            return result.status == "BAD_TAG" and not any(result.data)
        tag = result.tag if not self.job.decrypt else self.tag
        return result.status == "OK" and result.data == self.data and tag == self.tag


def files() -> list[str]:
    """Every file of AES vectors for the modes the library has, relative to the package."""
    folders = ["ciphers/AES/" + mode for mode in ("ECB", "CBC", "CTR", "CFB", "OFB", "CCM", "GCM", "OCB3")]
    found = [p for folder in folders for p in (ROOT / folder).iterdir() if p.name != "Readme.txt"]
    found += (ROOT / "CMAC").glob("*aes*.txt")
    return sorted(str(p.relative_to(ROOT)) for p in found)


def records(path: Path) -> Iterator[dict[str, str]]:
    """The paragraphs with a count, each with what the paragraphs before it have set."""
    state: dict[str, str] = {}
    for paragraph in path.read_text().replace("\r", "").split("\n\n"):
        fields: dict[str, str] = {}
        for line in paragraph.splitlines():
            line = line.split("#")[0].strip()
            for item in line.strip("[]").split(",") if line.startswith("[") else [line]:
                key, _, value = item.partition("=")
                if item.strip():
                    fields[key.strip().lower()] = value.strip()
        if "encrypt" in fields or "decrypt" in fields:
            state.pop("encrypt", None), state.pop("decrypt", None)
        if "count" in fields:
            yield state | fields
        else:
            state |= fields


def _bytes(record: dict[str, str], name: str, length: str | None = None) -> bytes:
    if length is not None and record.get(length) == "0":
        return b""
    return bytes.fromhex(record[name])


def _bits(text: str) -> bytes:
    """A string of binary digits, first in bit 7."""
    padded = text.ljust(-len(text) % 8 + len(text), "0")
    return bytes(int(padded[i : i + 8], 2) for i in range(0, len(padded), 8))


def cases(file: str) -> list[Case]:
    """All vectors of a file. One of an authenticated mode is sealed and opened; a rejected one must be rejected."""
    parts = file.split("/")
    out: list[Case] = []
    for record in records(ROOT / file):
        name = f"{file} {record['count']}"
        match parts[-2]:
            case "CMAC":
                job = Job(Mode.CMAC, _bytes(record, "key"), _bytes(record, "message"), tag_length=16)
                out.append(Case(name, job, b"", _bytes(record, "output")))
            case "CCM":
                out += _ccm(name, record)
            case "GCM":
                out += _gcm(name, record)
            case "OCB3":
                sealed, key, iv = (_bytes(record, n) for n in ("ciphertext", "key", "nonce"))
                out += _both(name, Mode.OCB, key, iv, _bytes(record, "aad"), _bytes(record, "plaintext"), sealed, 16)
            case folder:
                out.append(_plain(name, folder, parts[-1], record))
    return out


def _plain(name: str, folder: str, file: str, record: dict[str, str]) -> Case:
    decrypt = "decrypt" in record
    source, result = ("ciphertext", "plaintext") if decrypt else ("plaintext", "ciphertext")
    key, iv = _bytes(record, "key"), bytes.fromhex(record.get("iv", ""))
    if file.startswith("CFB1") and not file.startswith("CFB128"):
        bits = len(record[source])
        job = Job(Mode.CFB1, key, _bits(record[source]), iv, decrypt=decrypt, bits=bits)
        return Case(name, job, _bits(record[result]))
    mode = MODES.get(folder) or (Mode.CFB8 if file.startswith("CFB8") else Mode.CFB128)
    mode = MODES["ECB"] if folder == "ECB" else mode
    return Case(name, Job(mode, key, _bytes(record, source), iv, decrypt=decrypt), _bytes(record, result))


def _both(
    name: str, mode: Mode, key: bytes, iv: bytes, aad: bytes, plain: bytes, sealed: bytes, tag_length: int
) -> list[Case]:
    cipher, tag = sealed[: len(plain)], sealed[len(plain) :]
    assert len(tag) == tag_length, name
    return [
        Case(name + " seal", Job(mode, key, plain, iv, aad, tag_length=tag_length), cipher, tag),
        Case(name + " open", Job(mode, key, cipher, iv, aad, tag, decrypt=True), plain, tag),
    ]


def _ccm(name: str, record: dict[str, str]) -> list[Case]:
    key, iv, aad = _bytes(record, "key"), _bytes(record, "nonce"), _bytes(record, "adata", "alen")
    sealed, tag_length = _bytes(record, "ct"), int(record["tlen"])
    if record.get("result", "Pass").startswith("Fail"):
        cipher, tag = sealed[:-tag_length], sealed[-tag_length:]
        return [Case(name + " open", Job(Mode.CCM, key, cipher, iv, aad, tag, decrypt=True), None)]
    return _both(name, Mode.CCM, key, iv, aad, _bytes(record, "payload", "plen"), sealed, tag_length)


def _gcm(name: str, record: dict[str, str]) -> list[Case]:
    key, iv, aad, cipher, tag = (_bytes(record, n) for n in ("key", "iv", "aad", "ct", "tag"))
    if "fail" in record:
        return [Case(name + " open", Job(Mode.GCM, key, cipher, iv, aad, tag, decrypt=True), None)]
    return _both(name, Mode.GCM, key, iv, aad, _bytes(record, "pt"), cipher + tag, len(tag))

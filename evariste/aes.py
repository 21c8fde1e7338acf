# SPDX-License-Identifier: Apache-2.0
"""AES by the firmware: many jobs in one run of sw/apps/aes_vectors.c, files with sw/apps/aes_file.c for `ev aes`."""

import struct
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from evariste import machines
from evariste.console import Kept, Output, copy
from evariste.errors import UserError
from evariste.machines import DEFAULT
from evariste.statuses import NAMES


class Mode(IntEnum):
    """As sw/apps/aes_vectors.c numbers them."""

    ECB = 0
    CBC = 1
    CTR = 2
    CFB128 = 3
    CFB8 = 4
    CFB1 = 5
    OFB = 6
    CMAC = 7
    CCM = 8
    GCM = 9
    OCB = 10
    ECB_MCT = 11
    CBC_MCT = 12


AUTHENTICATED = (Mode.CMAC, Mode.CCM, Mode.GCM, Mode.OCB)


@dataclass(frozen=True)
class Job:
    """One operation. `piece` 0 uses the one-shot interface, else the streaming one; `offset` misaligns the buffers."""

    mode: Mode
    key: bytes
    data: bytes = b""
    iv: bytes = b""
    aad: bytes = b""
    tag: bytes = b""
    tag_length: int = 0
    decrypt: bool = False
    piece: int = 0
    offset: int = 0
    bits: int = 0
    repeats: int = 0

    def pack(self) -> bytes:
        """The job as the firmware reads it."""
        tag_length = len(self.tag) if self.decrypt and self.mode in AUTHENTICATED else self.tag_length
        head = struct.pack(
            "<11I", self.mode, self.decrypt, len(self.key), len(self.iv), len(self.aad), len(self.data), tag_length,
            self.piece, self.offset, self.bits, self.repeats,
        )  # fmt: skip
        return head + self.key + self.iv + self.aad + self.data + (self.tag if self.decrypt else b"")


@dataclass(frozen=True)
class Result:
    """What the firmware made of a job."""

    status: str  # its name in evariste/status.h, without EV_
    data: bytes
    tag: bytes


def run(
    jobs: Iterable[Job],
    backend: str | None = None,
    engine: str = "iss",
    max_cycles: int | None = None,
    machine: str = DEFAULT,
) -> list[Result]:
    """Do the jobs in one run of the firmware, in the configuration that the backend is measured on."""
    from evariste.build import cc
    from evariste.sim import Machine

    jobs = list(jobs)
    elf = cc.compile(["sw/apps/aes_vectors.c"], backend=backend, machine=machine)
    with tempfile.TemporaryDirectory(prefix="evariste-aes-") as name:
        root = Path(name)
        (root / "jobs.bin").write_bytes(b"".join(job.pack() for job in jobs))
        core = Machine(machine, machines.named(machine).runs(backend), engine)
        core.load(elf)
        console: list[bytes] = []
        core.host(root=root, stdout=console.append)
        stop = core.run(max_cycles=max_cycles)
        if stop.reason != "exit" or stop.status != 0:
            raise UserError(f"The AES firmware did not finish: {stop.sentence} {b''.join(console).decode()}".strip())
        content = (root / "results.bin").read_bytes()
    results, at = [], 0
    for _ in jobs:
        status, length, tag_length = struct.unpack_from("<3I", content, at)
        at += 12
        data, tag = content[at : at + length], content[at + length : at + length + tag_length]
        at += length + tag_length
        results.append(Result(NAMES[status], data, tag))
    return results


if TYPE_CHECKING:
    from evariste.sim import Machine

MODES = ("ecb", "cbc", "ctr", "cfb", "cfb8", "ofb", "ccm", "gcm", "ocb", "cmac", "gmac")
PADDED = ("ecb", "cbc")
TAGGED = ("ccm", "gcm", "ocb", "cmac", "gmac")
IV_BYTES = {"cbc": (16, 16), "ctr": (16, 16), "cfb": (16, 16), "cfb8": (16, 16), "ofb": (16, 16), "ccm": (7, 13),
            "gcm": (1, 1024), "gmac": (1, 1024), "ocb": (1, 15)}  # fmt: skip
SENTENCES = {
    "BAD_KEY_LENGTH": "The key must have 16, 24 or 32 bytes.",
    "BAD_LENGTH": "The input is not a whole number of blocks, or too long or too short for the mode.",
    "BAD_NONCE_LENGTH": "The mode has no nonce of this length.",
    "BAD_TAG_LENGTH": "The mode has no tag of this length.",
    "BAD_PADDING": "The padding of the decrypted file is wrong: another key, or not an encrypted file.",
    "BAD_TAG": "The file is not authentic: its tag is wrong. Nothing was written.",
}


def _bytes(count: int) -> str:
    return "1 byte" if count == 1 else f"{count} bytes"


def _hex(name: str, text: str | None) -> bytes:
    try:
        return bytes.fromhex(text or "")
    except ValueError:
        raise UserError(f"--{name} is not a hexadecimal number with an even number of digits.") from None


def crypt(
    mode: str,
    decrypt: bool,
    source: Path,
    target: Path,
    key: str,
    iv: str | None = None,
    aad: Path | None = None,
    tag_length: int = 16,
    pad: bool = True,
    backend: str | None = None,
    engine: str = "iss",
    machine: str = DEFAULT,
) -> tuple[int, int]:
    """Encrypt or decrypt a file; returns the cycles that the machine took, and the bytes written.

    What cannot be done is refused in a sentence.
    """
    from evariste.build import cc
    from evariste.sim import DISK, Machine

    key_bytes, iv_bytes = _hex("key", key), _hex("iv", iv)
    if len(key_bytes) not in (16, 24, 32):
        raise UserError(f"--key has {_bytes(len(key_bytes))}; 16, 24 or 32 would be right.")
    least, most = IV_BYTES.get(mode, (0, 0))
    if not least <= len(iv_bytes) <= most:
        right = _bytes(least) if least == most else f"{least} to {most} bytes"
        raise UserError(f"--iv has {_bytes(len(iv_bytes))}; {mode} wants {right if most else 'none'}.")
    if decrypt and mode in ("cmac", "gmac"):
        raise UserError(f"{mode} does not encrypt: compute the tag again and compare.")
    if aad is not None and mode not in ("ccm", "gcm", "ocb"):
        raise UserError(f"{mode} has no additional data.")
    elf = cc.compile(["sw/apps/aes_file.c"], backend=backend, machine=machine)
    with tempfile.TemporaryDirectory(prefix="evariste-aes-") as name:
        root = Path(name)
        for file, content in (("key", key_bytes), ("iv", iv_bytes)):
            (root / file).write_bytes(content)
        if aad is not None:
            if aad.stat().st_size > 65536:
                raise UserError("The additional data has more than 65,536 bytes.")
            copy(aad, root / "aad")
        core = Machine(machine, machines.named(machine).runs(backend), engine)
        core.load(elf)
        padding = "pad" if pad and mode in PADDED else "plain"
        words = [mode, "decrypt" if decrypt else "encrypt", str(tag_length), padding]
        to = target if isinstance(target, Output) else Output(target)
        stream = source.stream if isinstance(source, Kept) else None
        if stream is not None and mode != "ccm" and not (decrypt and mode in TAGGED):
            written = 0
            with to.opened() as write:

                def count(piece: bytes) -> None:
                    nonlocal written
                    written += len(piece)
                    write(piece)

                core.host(root=root, args=[*words, "stream"], stdin=cast(BinaryIO, _Pieces(stream)), stdout=count)
                cycles = _run(core)
            return cycles, written
        copy(source, root / "in")
        core.host(root=root, disk=DISK + 2 * (root / "in").stat().st_size, args=words)
        return _run(core), to.copy_from(root / "out")


class _Pieces:
    """A stream in pieces as they come, where the machine's console reads lines."""

    def __init__(self, stream: BinaryIO) -> None:
        self.stream = cast(BufferedReader, stream)

    def readline(self) -> bytes:
        return self.stream.read1(1 << 16)


def _run(machine: "Machine") -> int:
    """Run the firmware to its end; returns the cycles."""
    stop = machine.run()
    if stop.reason != "exit":
        raise UserError(f"The AES firmware failed: {stop.sentence}")
    if stop.status != 0:
        name = NAMES[stop.status - 16] if 16 < stop.status < 16 + len(NAMES) else ""
        raise UserError(SENTENCES.get(name, "The AES firmware could not read or write its files."))
    return stop.cycles

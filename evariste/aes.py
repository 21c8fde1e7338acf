# SPDX-License-Identifier: Apache-2.0
"""AES jobs for the firmware sw/apps/aes_vectors.c: many in one run of the simulator."""

import struct
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from evariste.configurations import for_backend
from evariste.errors import UserError


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


class Status(IntEnum):
    """As sw/lib/aes.h numbers them."""

    OK = 0
    BAD_KEY_LENGTH = 1
    BAD_LENGTH = 2
    BAD_NONCE = 3
    BAD_TAG_LENGTH = 4
    BAD_PADDING = 5
    BAD_TAG = 6
    BAD_ORDER = 7


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

    status: Status
    data: bytes
    tag: bytes


def run(jobs: Iterable[Job], backend: str = "gfp", engine: str = "iss", max_cycles: int | None = None) -> list[Result]:
    """Do the jobs in one run of the firmware; every backend but gfp runs on the core without its GF unit."""
    from evariste import cc
    from evariste.sim import Machine

    jobs = list(jobs)
    elf = cc.compile(["sw/apps/aes_vectors.c"], backend=backend)
    with tempfile.TemporaryDirectory(prefix="evariste-aes-") as name:
        root = Path(name)
        (root / "jobs.bin").write_bytes(b"".join(job.pack() for job in jobs))
        machine = Machine(engine=engine, configuration=for_backend(backend))
        machine.load(elf)
        console: list[bytes] = []
        machine.host(root=root, stdout=console.append)
        stop = machine.run(max_cycles=max_cycles)
        if stop.reason != "exit" or stop.status != 0:
            raise UserError(f"The AES firmware did not finish: {stop.sentence} {b''.join(console).decode()}".strip())
        content = (root / "results.bin").read_bytes()
    results, at = [], 0
    for _ in jobs:
        status, length, tag_length = struct.unpack_from("<3I", content, at)
        at += 12
        data, tag = content[at : at + length], content[at + length : at + length + tag_length]
        at += length + tag_length
        results.append(Result(Status(status), data, tag))
    return results

# SPDX-License-Identifier: Apache-2.0
"""Files encrypted and decrypted by the firmware sw/apps/aes_file.c, for `ev aes`."""

import tempfile
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from evariste.configurations import for_backend
from evariste.errors import UserError
from evariste.input import Kept, copy
from evariste.output import Output

if TYPE_CHECKING:
    from evariste.sim import Machine

MODES = ("ecb", "cbc", "ctr", "cfb", "cfb8", "ofb", "ccm", "gcm", "ocb", "cmac", "gmac")
PADDED = ("ecb", "cbc")
TAGGED = ("ccm", "gcm", "ocb", "cmac", "gmac")
IV_BYTES = {"cbc": (16, 16), "ctr": (16, 16), "cfb": (16, 16), "cfb8": (16, 16), "ofb": (16, 16), "ccm": (7, 13),
            "gcm": (1, 1024), "gmac": (1, 1024), "ocb": (1, 15)}  # fmt: skip
SENTENCES = {
    1: "The key must have 16, 24 or 32 bytes.",
    2: "The input is not a whole number of blocks, or too long or too short for the mode.",
    3: "The mode has no nonce of this length.",
    4: "The mode has no tag of this length.",
    5: "The padding of the decrypted file is wrong: another key, or not an encrypted file.",
    6: "The file is not authentic: its tag is wrong. Nothing was written.",
}


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
    backend: str = "gfp",
    engine: str = "iss",
) -> tuple[int, int]:
    """Encrypt or decrypt a file; returns the cycles that the machine took, and the bytes written.

    What cannot be done is refused in a sentence.
    """
    from evariste import cc
    from evariste.sim import DISK, Machine

    key_bytes, iv_bytes = _hex("key", key), _hex("iv", iv)
    if len(key_bytes) not in (16, 24, 32):
        raise UserError(f"--key has {len(key_bytes)} bytes; 16, 24 or 32 would be right.")
    least, most = IV_BYTES.get(mode, (0, 0))
    if not least <= len(iv_bytes) <= most:
        right = f"{least} bytes" if least == most else f"{least} to {most} bytes"
        raise UserError(f"--iv has {len(iv_bytes)} bytes; {mode} wants {right if most else 'none'}.")
    if decrypt and mode in ("cmac", "gmac"):
        raise UserError(f"{mode} does not encrypt: compute the tag again and compare.")
    if aad is not None and mode not in ("ccm", "gcm", "ocb"):
        raise UserError(f"{mode} has no additional data.")
    elf = cc.compile(["sw/apps/aes_file.c"], backend=backend)
    with tempfile.TemporaryDirectory(prefix="evariste-aes-") as name:
        root = Path(name)
        for file, content in (("key", key_bytes), ("iv", iv_bytes)):
            (root / file).write_bytes(content)
        if aad is not None:
            if aad.stat().st_size > 65536:
                raise UserError("The additional data has more than 65,536 bytes.")
            copy(aad, root / "aad")
        machine = Machine(engine=engine, configuration=for_backend(backend))
        machine.load(elf)
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

                machine.host(root=root, args=[*words, "stream"], stdin=cast(BinaryIO, _Pieces(stream)), stdout=count)
                cycles = _run(machine)
            return cycles, written
        copy(source, root / "in")
        machine.host(root=root, disk=DISK + 2 * (root / "in").stat().st_size, args=words)
        return _run(machine), to.copy_from(root / "out")


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
        raise UserError(SENTENCES.get(stop.status - 16, "The AES firmware could not read or write its files."))
    return stop.cycles

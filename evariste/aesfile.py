# SPDX-License-Identifier: Apache-2.0
"""Files encrypted and decrypted by the firmware sw/apps/aes_file.c, for `ev aes`."""

import shutil
import tempfile
from pathlib import Path

from evariste.errors import Refusal
from evariste.output import Output

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
        raise Refusal(f"--{name} is not a hexadecimal number with an even number of digits.") from None


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
        raise Refusal(f"--key has {len(key_bytes)} bytes; 16, 24 or 32 would be right.")
    least, most = IV_BYTES.get(mode, (0, 0))
    if not least <= len(iv_bytes) <= most:
        right = f"{least} bytes" if least == most else f"{least} to {most} bytes"
        raise Refusal(f"--iv has {len(iv_bytes)} bytes; {mode} wants {right if most else 'none'}.")
    if decrypt and mode in ("cmac", "gmac"):
        raise Refusal(f"{mode} does not encrypt: compute the tag again and compare.")
    if aad is not None and mode not in ("ccm", "gcm", "ocb"):
        raise Refusal(f"{mode} has no additional data.")
    elf = cc.compile(["sw/apps/aes_file.c"], backend=backend)
    with tempfile.TemporaryDirectory(prefix="evariste-aes-") as name:
        root = Path(name)
        for file, content in (("key", key_bytes), ("iv", iv_bytes)):
            (root / file).write_bytes(content)
        try:
            shutil.copyfile(source, root / "in")
            if aad is not None:
                if aad.stat().st_size > 65536:
                    raise Refusal("The additional data has more than 65,536 bytes.")
                shutil.copyfile(aad, root / "aad")
        except OSError as error:
            raise Refusal(f"{error.filename} cannot be read: {error.strerror}.") from None
        machine = Machine(engine=engine, gf=backend == "gfp")
        machine.load(elf)
        padding = "pad" if pad and mode in PADDED else "plain"
        room = DISK + 2 * (root / "in").stat().st_size
        machine.host(root=root, disk=room, args=[mode, "decrypt" if decrypt else "encrypt", str(tag_length), padding])
        stop = machine.run()
        if stop.reason != "exit":
            raise Refusal(f"The AES firmware failed: {stop.sentence}")
        if stop.status != 0:
            raise Refusal(SENTENCES.get(stop.status - 16, "The AES firmware could not read or write its files."))
        written = (target if isinstance(target, Output) else Output(target)).copy_from(root / "out")
    return stop.cycles, written

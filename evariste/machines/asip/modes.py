# SPDX-License-Identifier: Apache-2.0
"""AES modes by tasks, as a driver uses them. A message is a sequence of tasks; `AES.cycles` adds up theirs."""

from itertools import pairwise

from evariste.errors import UserError
from evariste.machines.asip.driver import checked
from evariste.machines.asip.host import Host

BLOCK = 16
ZERO = bytes(BLOCK)
MOST_BLOCKS = 65535  # of a task
OCB_MOST = 65535 * BLOCK  # bytes of a message, and of its additional data


class AES:
    """A key in the coprocessor, and the modes with it."""

    def __init__(self, host: Host, key: bytes) -> None:
        if len(key) not in (16, 24, 32):
            raise UserError(f"An AES key has 16, 24 or 32 bytes, not {len(key)}.")
        self.host, self.cycles = host, 0
        self._do(f"aes_key{8 * len(key)}", key.ljust(16 if len(key) == 16 else 32, b"\0"))

    def _do(self, task: str, data: bytes = b"", count: int = 0, flags: int = 0) -> bytes:
        result = checked(self.host.task(task, data, count, flags))
        self.cycles += result.cycles
        return result.bytes

    def _blocks(self, task: str, data: bytes) -> bytes:
        """A task over whole blocks, as often as its count allows."""
        if len(data) % BLOCK:
            raise UserError(f"{task} takes whole blocks, not {len(data)} bytes.")
        step = MOST_BLOCKS * BLOCK
        parts = (data[at : at + step] for at in range(0, len(data), step))
        return b"".join(self._do(task, part, count=len(part) // BLOCK) for part in parts)

    def ecb(self, data: bytes, decrypt: bool = False) -> bytes:
        return self._blocks("ecb_decrypt" if decrypt else "ecb_encrypt", data)

    def cbc(self, iv: bytes, data: bytes, decrypt: bool = False) -> bytes:
        self._do("load_q0", iv)
        return self._blocks("cbc_decrypt" if decrypt else "cbc_encrypt", data)

    def ctr(self, counter: bytes, data: bytes) -> bytes:
        """Both ways. The coprocessor counts in 32 bits; where they run over, the whole counter is loaded again."""
        out, whole = b"", int.from_bytes(counter, "big")
        for part in _padded_runs(whole, data):
            self._do("load_counter", (whole % (1 << 128)).to_bytes(BLOCK, "big"))
            out += self._blocks("ctr", part)
            whole += len(part) // BLOCK
        return out[: len(data)]

    def cmac(self, data: bytes) -> bytes:
        full = bool(data) and len(data) % BLOCK == 0
        split = (len(data) - 1) // BLOCK * BLOCK if data else 0
        self._do("load_q0", ZERO)
        self._blocks("cmac_blocks", data[:split])
        last = data[split:]
        return self._do("cmac_last", last.ljust(BLOCK, b"\0"), len(last) % BLOCK, 0 if full else 1)

    def ccm(self, nonce: bytes, data: bytes, aad: bytes, tag_length: int, decrypt: bool = False) -> tuple[bytes, bytes]:
        """Text and tag (SP 800-38C). The last block, if it is not full, is the driver's."""
        size = 15 - len(nonce)
        first = bytes([64 * bool(aad) + (tag_length - 2) // 2 * 8 + size - 1]) + nonce + len(data).to_bytes(size, "big")
        if aad:
            long = len(aad) >= 0xFF00
            first += (b"\xff\xfe" + len(aad).to_bytes(4, "big") if long else len(aad).to_bytes(2, "big")) + aad
        start = bytes([size - 1]) + nonce
        self._do("load_q0", ZERO)
        self._blocks("cmac_blocks", _padded(first))
        self._do("load_q2", start + (1).to_bytes(size, "big"))
        whole = len(data) // BLOCK * BLOCK
        out = self._blocks("ccm_decrypt" if decrypt else "ccm_encrypt", data[:whole])
        if rest := data[whole:]:
            pad = self._do("aes_encrypt", start + (whole // BLOCK + 1).to_bytes(size, "big"))
            text = bytes(a ^ b for a, b in zip(rest, pad, strict=False))
            self._blocks("cmac_blocks", _padded(text if decrypt else rest))
            out += text
        return out, self._do("ccm_tag", start + bytes(size))[:tag_length]

    def gcm(self, iv: bytes, data: bytes, aad: bytes = b"", decrypt: bool = False) -> tuple[bytes, bytes]:
        """Text and tag (SP 800-38D)."""
        self._do("gcm_key")
        counter = iv + (1).to_bytes(4, "big")
        if len(iv) != 12:
            self._blocks("ghash", _padded(iv) + _lengths(0, len(iv)))
            counter = self._do("ghash_push")
            self._do("ghash_load", ZERO)
        self._blocks("ghash", _padded(aad))
        number = int.from_bytes(counter[12:], "big") + 1 & 0xFFFFFFFF
        self._do("load_counter", counter[:12] + number.to_bytes(4, "big"))
        out = self._text("gcm_decrypt" if decrypt else "gcm_encrypt", data)
        return out, self._do("gcm_tag", _lengths(len(aad), len(data)) + counter)

    def ocb(self, nonce: bytes, data: bytes, aad: bytes = b"", tag_length: int = 16,
            decrypt: bool = False) -> tuple[bytes, bytes]:  # fmt: skip
        """Text and tag (RFC 7253)."""
        if max(len(data), len(aad)) > OCB_MOST:
            raise UserError(f"OCB takes at most {OCB_MOST} bytes here.")
        self._do("ocb_key")
        self._do("ocb_aad_start")
        self._blocks("ocb_aad", aad[: len(aad) // BLOCK * BLOCK])
        if rest := aad[len(aad) // BLOCK * BLOCK :]:
            self._do("ocb_aad_last", rest.ljust(BLOCK, b"\0"), len(rest))
        self._do("ocb_start", self._offset(nonce, tag_length))
        out = self._text("ocb_decrypt" if decrypt else "ocb_encrypt", data)
        return out, self._do("ocb_tag")[:tag_length]

    def _offset(self, nonce: bytes, tag_length: int) -> bytes:
        """Offset 0 from the nonce (RFC 7253, 4.2)."""
        block = bytearray(bytes(BLOCK - len(nonce)) + nonce)
        block[0] |= tag_length * 8 % 128 << 1
        block[BLOCK - 1 - len(nonce)] |= 1
        bottom = block[15] & 63
        block[15] &= 0xC0
        top = self._do("aes_encrypt", bytes(block))
        stretch = int.from_bytes(top + bytes(a ^ b for a, b in pairwise(top[:9])), "big")
        return (stretch >> 64 - bottom & (1 << 128) - 1).to_bytes(BLOCK, "big")

    def _text(self, task: str, data: bytes) -> bytes:
        whole = len(data) // BLOCK * BLOCK
        out = self._blocks(task, data[:whole])
        if rest := data[whole:]:
            out += self._do(f"{task}_last", rest.ljust(BLOCK, b"\0"), len(rest))[: len(rest)]
        return out


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % BLOCK)


def _lengths(aad: int, text: int) -> bytes:
    return (8 * aad).to_bytes(8, "big") + (8 * text).to_bytes(8, "big")


def _padded_runs(counter: int, data: bytes) -> list[bytes]:
    """The message, padded, cut where the lowest 32 bits of the counter run over."""
    first = ((1 << 32) - counter % (1 << 32)) * BLOCK
    whole, step = _padded(data), BLOCK << 32
    cuts = [0, *range(first, len(whole), step), len(whole)]
    return [whole[a:b] for a, b in pairwise(cuts) if a < b]

# SPDX-License-Identifier: Apache-2.0
"""Workloads of AES: single blocks, key expansion, every mode block by block, and GHASH; CRC-32.

The oracle is PyPI `cryptography`, for GHASH its definition, for CRC-32 zlib.
"""

from evariste.bench import Case, Output, workload
from evariste.workloads import drawn

KEY_BITS = (128, 192, 256)
LENGTH = 96 * 16
IV = b"".join(n.to_bytes(4, "little") for n in (1, 2, 3, 4))
SYMBOLS = {
    "encrypt": ["ev_aes_encrypt", "ev_aes_encrypt_longer_key", "encrypt_planes", "ev_aes_planes*",
                "ev_aes_table_encrypt", "ev_aes_table_sbox"],
    "decrypt": ["ev_aes_decrypt", "ev_aes_decrypt_longer_key", "decrypt_planes", "ev_aes_planes*", "inverse_affine",
                "ev_aes_table_decrypt", "ev_aes_table_inv_sbox"],
    "expand": ["ev_aes_set_key*", "expand*", "substitute", "store", "shift_rows", "ev_aes_planes*", "ev_aes_table_sbox",
               "ev_aes_table_decrypt", "inv_mix_column"],
    "ghash_call": ["ev_ghash_blocks", "low_product", "reverse_bits", "combine", "sums"],
}  # fmt: skip
MODES = ("ecb_encrypt", "ecb_decrypt", "cbc_encrypt", "cbc_decrypt", "ctr", "cfb", "ofb", "cmac", "ccm", "gcm", "ocb")


def answer(what: str, key: bytes, data: bytes) -> bytes:
    """The result of another implementation for the same input."""
    from cryptography.hazmat.decrepit.ciphers.modes import CFB, OFB
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
    from cryptography.hazmat.primitives.ciphers.aead import AESCCM, AESGCM, AESOCB3
    from cryptography.hazmat.primitives.cmac import CMAC

    def cipher(mode: object, decrypt: bool = False) -> bytes:
        c = Cipher(algorithms.AES(key), mode)
        return (c.decryptor() if decrypt else c.encryptor()).update(data)

    match what:
        case "encrypt" | "expand":
            return cipher(modes.ECB())[:16]
        case "decrypt":
            return cipher(modes.ECB(), True)[:16]
        case "cmac":
            mac = CMAC(algorithms.AES(key))
            mac.update(data)
            return mac.finalize()
        case "ccm":
            return AESCCM(key).encrypt(IV[:13], data, b"")
        case "gcm":
            return AESGCM(key).encrypt(IV[:12], data, b"")
        case "ocb":
            return AESOCB3(key).encrypt(IV[:12], data, b"")
        case "ghash" | "ghash_call":
            return _ghash(cipher_of_zero(key), data if what == "ghash" else data[:16])
        case "ctr" | "cfb" | "ofb":
            return cipher({"ctr": modes.CTR, "cfb": CFB, "ofb": OFB}[what](IV))
    name, direction = what.split("_")
    return cipher(modes.ECB() if name == "ecb" else modes.CBC(IV), direction == "decrypt")


def cipher_of_zero(key: bytes) -> bytes:
    """The hash key of GCM."""
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(bytes(16))


def _ghash(h: bytes, data: bytes) -> bytes:
    """SP 800-38D, 6.3 and 6.4, bit by bit; in the order of the words that ev_ghash_blocks works on."""
    hash_key, y = int.from_bytes(h, "big"), 0
    for i in range(0, len(data), 16):
        x, v, z = y ^ int.from_bytes(data[i : i + 16], "big"), hash_key, 0
        for bit in range(127, -1, -1):
            if x >> bit & 1:
                z ^= v
            v = v >> 1 ^ (0xE1 << 120 if v & 1 else 0)
        y = z
    return y.to_bytes(16, "little")


def _case(what: str, bits: int, backend: str) -> Case:
    rng = drawn(bits)
    key, data = rng.randbytes(bits // 8), rng.randbytes(LENGTH)
    expected = answer(what, key, data)
    oracle = "the definition, bit by bit" if what.startswith("ghash") else "cryptography's result"
    params = {"key_bits": bits, "blocks": 1, "call": True}
    if what not in SYMBOLS:
        params = {"key_bits": bits, "blocks": 1, "call": False, "measured": "(96 blocks - 32 blocks) / 64"}
    mode = what.split("_")[0]
    symbols = SYMBOLS.get(what) or [f"ev_aes_{mode}*", "ev_aes_add*", "crypt*", "absorb*", "fill_up", "carry", "next_*",
                                    "ev_aes_encrypt_words", "ev_aes_ctr*", *SYMBOLS["encrypt"]]  # fmt: skip
    if what in ("ecb_decrypt", "cbc_decrypt"):
        symbols = [f"ev_aes_{mode}*", *SYMBOLS["decrypt"], "ev_aes_decrypt_words"]
    if what in ("gcm", "ghash"):
        symbols = (symbols if what == "gcm" else []) + ["ev_ghash*", *SYMBOLS["ghash_call"]]

    def check(out: Output) -> tuple[bool, str]:
        return out.files["out"][: len(expected)] == expected, oracle

    return Case(sources=["sw/apps/aes_bench.c"], label=what, check=check, symbols=symbols, args=[what, str(bits)],
                files={"key": key, "in": data}, params=params)  # fmt: skip


def _register(name: str, what: str, bits: int) -> None:
    @workload(name, "aes")
    def _(backend: str, engine: str) -> Case:
        return _case(what, bits, backend)


for _bits in KEY_BITS:
    for _what in ("encrypt", "decrypt", "expand"):
        _register(f"aes{_bits}.{_what}", _what, _bits)
    for _mode in MODES:
        _name, _, _direction = _mode.partition("_")
        _register(f"{_name}{_bits}.{_direction + '_' if _direction else ''}block", _mode, _bits)
_register("ghash.call", "ghash_call", 128)
_register("ghash.block", "ghash", 128)


@workload("crc32.kib", "crc")
def _(backend: str, engine: str) -> Case:
    """1,024 bytes of CRC-32."""
    import zlib

    def check(out: Output) -> tuple[bool, str]:
        return out.files["results.bin"] == zlib.crc32(bytes(1024)).to_bytes(4, "little"), "zlib's result"

    return Case(sources=["sw/apps/crc_jobs.c"], label="crc32", check=check, symbols=["ev_crc_*", "step_byte"],
                files={"jobs.bin": b""}, params={"bytes": 1024})  # fmt: skip

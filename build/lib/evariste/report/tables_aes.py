# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/aes.md."""

from typing import Any

from evariste.report import Records, markdown, table

BACKENDS = ("gfp", "portable", "table")
MODES = (
    ("ECB, encrypt", "ecb{}.encrypt_block"),
    ("ECB, decrypt", "ecb{}.decrypt_block"),
    ("CBC, encrypt", "cbc{}.encrypt_block"),
    ("CBC, decrypt", "cbc{}.decrypt_block"),
    ("CTR", "ctr{}.block"),
    ("CFB, encrypt", "cfb{}.block"),
    ("OFB", "ofb{}.block"),
    ("CMAC", "cmac{}.block"),
    ("CCM", "ccm{}.block"),
    ("GCM", "gcm{}.block"),
    ("OCB3", "ocb{}.block"),
)


def _per_byte(record: dict[str, Any]) -> tuple[int, float, float]:
    """Cycles of a block, cycles a byte, and Mb/s at 100 MHz."""
    cycles = record["cycles"]
    return cycles, cycles / 16, 128 * 100 / cycles


@table("aes.block")
def _(records: Records) -> str:
    """One call: a block, or a key."""
    rows = []
    for bits in (128, 192, 256):
        for what in ("encrypt", "decrypt", "expand"):
            found = [records.one(f"aes{bits}.{what}", backend) for backend in BACKENDS]
            rows.append((f"AES-{bits}, {what}", *(r["cycles"] for r in found)))
    return markdown(("cycles of a call", *BACKENDS), rows)


@table("aes.modes")
def _(records: Records) -> str:
    """A block more of a long message, AES-128."""
    rows = []
    for title, name in MODES:
        found = [records.one(name.format(128), backend) for backend in BACKENDS]
        rows.append((title, *_per_byte(found[0]), *(r["cycles"] for r in found[1:])))
    heading = ("AES-128", "gfp, cycles a block", "cycles a byte", "Mb/s at 100 MHz", "portable, cycles a block",
               "table, cycles a block")  # fmt: skip
    return markdown(heading, rows)


@table("aes.keys")
def _(records: Records) -> str:
    """The same for the three key lengths on the GF unit."""
    rows = [(title, *(records.one(name.format(bits))["cycles"] for bits in (128, 192, 256))) for title, name in MODES]
    return markdown(("gfp, cycles a block", "AES-128", "AES-192", "AES-256"), rows)


@table("aes.steps")
def _(records: Records) -> str:
    """What a round is made of, in the manner of Fig. 10 of the ISCA paper."""
    rows = []
    for title, forward, backward in (
        ("SubBytes", "sub_bytes", "inv_sub_bytes"),
        ("ShiftRows", "shift_rows", "inv_shift_rows"),
        ("MixColumns", "mix_columns", "inv_mix_columns"),
        ("AddRoundKey", "add_round_key", "add_round_key"),
    ):
        rows.append((title, *(records.one(f"aes_step.{step}")["cycles"] for step in (forward, backward))))
    expand = records.one("aes128.expand")["cycles"]
    rows.append(("key expansion, all ten rounds", expand, expand))
    return markdown(("gfp, cycles for the whole state", "encryption", "decryption"), rows)


@table("aes.hashes")
def _(records: Records) -> str:
    """GHASH and CRC."""
    rows = []
    for title, name in (
        ("GHASH, a block more of a long message", "ghash.block"),
        ("GHASH, a call for one block", "ghash.call"),
        ("CRC-32 of 1,024 bytes", "crc32.kib"),
    ):
        rows.append((title, *(records.one(name, backend)["cycles"] for backend in BACKENDS[:2])))
    return markdown(("cycles", *BACKENDS[:2]), rows)


@table("aes.size")
def _(records: Records) -> str:
    """Bytes of code and constant tables."""
    rows = []
    for title, name in (
        ("encrypt one block, any key length", "aes128.encrypt"),
        ("decrypt one block, any key length", "aes128.decrypt"),
        ("key expansion, any key length", "aes128.expand"),
        ("GHASH", "ghash.call"),
    ):
        found = [records.one(name, backend) for backend in BACKENDS]
        rows.append((title, *(f"{r['code_bytes']:,} + {r['data_bytes']:,}" for r in found)))
    return markdown(("bytes of code + tables", *BACKENDS), rows)

# SPDX-License-Identifier: Apache-2.0
"""The tables of doc/aes.md, doc/ecc.md and doc/codes.md: cycles and bytes, beside published code."""

from typing import Any

from evariste import machines
from evariste.machines import PORTABLE
from evariste.tables import Records, markdown, table

SPEED = (
    ("RS(255,239), decode, 8 errors", "rs255_239.decode.e8"),
    ("RS(255,239), decode, 4 errors", "rs255_239.decode.e4"),
    ("RS(255,239), decode, 1 error", "rs255_239.decode.e1"),
    ("RS(255,239), decode, clean", "rs255_239.decode.e0"),
    ("RS(255,239), encode", "rs255_239.encode"),
    ("RS(255,239), tables made at run time", "rs255_239.setup"),
    ("RS(255,223), decode, 16 errors", "rs255_223.decode.e16"),
    ("RS(255,223), encode", "rs255_223.encode"),
    ("RS(204,188), decode, 8 errors", "rs204_188.decode.e8"),
    ("BCH(31,11), decode, 5 errors", "bch31_11.decode.e5"),
    ("BCH(31,11), decode, clean", "bch31_11.decode.e0"),
    ("BCH(63,51), decode, 2 errors", "bch63_51.decode.e2"),
    ("BCH(63,51), decode, clean", "bch63_51.decode.e0"),
    ("BCH(63,51), 4 words at once, 2 errors each", "bch63_51.decode_4_words.e2"),
)
KERNELS = (
    ("syndromes", "rs255_239.kernel.syndromes"),
    ("error locator (Berlekamp-Massey)", "rs255_239.kernel.locator"),
    ("roots (Chien)", "rs255_239.kernel.roots"),
    ("values (Forney)", "rs255_239.kernel.values"),
)
TOTALS = (
    ("RS(255,239), 8 errors", "rs255_239.decode.e8"),
    ("RS(255,239), clean", "rs255_239.decode.e0"),
    ("RS(255,239), encode", "rs255_239.encode"),
    ("BCH(31,11), 5 errors", "bch31_11.decode.e5"),
    ("BCH(63,51), 2 errors", "bch63_51.decode.e2"),
)
# Best public code's share of each kernel in one word of 8 errors: papers/peers.yaml, the note of the decoder.
PEER_KERNELS = {"syndromes": "syndromes", "locator": "Berlekamp-Massey", "roots": "Chien", "values": "Forney"}


def _mean(record: dict[str, Any]) -> int:
    return round(record["spread"]["mean"])


@table("codes.named")
def _(records: Records) -> str:
    """The named codes; facts, not measurements, from evariste.codes.named."""
    from evariste.codes.named import CODES, reach, shape

    rows = [(f"`{name}`", shape(e.code), f"{reach(e.code)} errors", e.standard, e.note) for name, e in CODES.items()]
    return markdown(("name", "code", "corrects", "standard", "note"), rows)


@table("codes.speed")
def _(records: Records) -> str:
    """Cycles of the slowest and of the mean word with and without the unit; bytes of code and tables with it."""
    rows = []
    for title, workload in SPEED:
        fast, slow = records.one(workload), records.one(workload, "portable")
        rows.append((title, _mean(fast), fast["cycles"], _mean(slow), slow["cycles"], _mean(slow) / _mean(fast),
                     fast["code_bytes"], fast["data_bytes"]))  # fmt: skip
    own = records.native
    return markdown(("", f"{own}, mean", f"{own}, slowest of these", "portable, mean", "portable, slowest of these",
                     "ratio of means", f"{own} code bytes", f"{own} table bytes"), rows)  # fmt: skip


@table("codes.setup")
def _(records: Records) -> str:
    """What ev_rs_init takes, where a constant in ROM takes nothing."""
    fast, slow = records.one("rs255_239.setup")["cycles"], records.one("rs255_239.setup", "portable")["cycles"]
    return markdown(("cycles of `ev_rs_init`", records.native, PORTABLE), [("RS(255,239)", fast, slow)])


def _words(case: str) -> str:
    """The words of a case of `ev slowest`, for a reader."""
    from evariste.codes.named import CODES as NAMED
    from evariste.codes.named import shape
    from evariste.slowest.patterns import CASES

    c = CASES[case]
    parts = [f"{n} {what}{'s' if n > 1 else ''}" for n, what in ((c.errors, "error"), (c.erasures, "erasure")) if n]
    if c.short:
        parts = ["every syndrome"] if c.short != 4 else ["4 words at once"]
    elif not c.correctable:
        parts.append("beyond correction")
    return f"{shape(NAMED[c.code].code)}, {', '.join(parts)}"


@table("codes.slowest")
def _(records: Records) -> str:
    """Cycles with the unit, by backend: random words, and the slowest that a search found."""
    rows = []
    for r in sorted((r for r in records if r["workload"].startswith("slowest.")), key=lambda r: _place(r["workload"])):
        spread, searched = r["spread"], r["searched"]
        rows.append((_words(r["params"]["case"]), f"`{r['backend']}`", spread["runs"], round(spread["mean"]),
                     spread["p999"], spread["max"], searched["words"] or "-", searched["max"] or "-",
                     f"**{r['cycles']:,}**"))  # fmt: skip
    return markdown(("", "backend", "random words", "mean", "99.9 %", "slowest", "words searched", "slowest",
                     "slowest of all"), rows)  # fmt: skip


def _place(workload: str) -> int:
    from evariste.slowest.patterns import CASES

    return list(CASES).index(workload.removeprefix("slowest."))


@table("codes.kernels")
def _(records: Records) -> str:
    """Speed-ups in the manner of the ISCA 2017 paper's figure 9: per kernel and in all."""
    peers = _peers()
    rows: list[tuple[object, ...]] = []
    share = _shares(peers["rs255_239.decode.e8"][2])
    for title, workload in KERNELS:
        fast, slow = _mean(records.one(workload)), _mean(records.one(workload, "portable"))
        peer = share[PEER_KERNELS[workload.rsplit(".", 1)[1]]]
        rows.append((f"RS(255,239): {title}", fast, slow, slow / fast, peer, peer / fast))
    for title, workload in TOTALS:
        fast, slow = _mean(records.one(workload)), _mean(records.one(workload, "portable"))
        peer = peers[workload][1]
        rows.append((f"**{title}**", fast, slow, slow / fast, peer, peer / fast))
    return markdown(("", records.native, "our portable C", "speed-up", "best public C", "speed-up"), rows)


def _peers() -> dict[str, tuple[str, int, str]]:
    """The best public code per workload: name, cycles, note."""
    import yaml

    from evariste.paths import ROOT

    found = {}
    for entry in yaml.safe_load((ROOT / "papers/peers.yaml").read_text())["groups"]:
        if "workload" not in entry:
            continue
        best = min((p for p in entry["peers"] if p["standing"] == "measured"), key=lambda p: p["cycles"], default=None)
        if best:
            found[entry["workload"]] = (best["name"], best["cycles"], best.get("note", ""))
    return found


def _shares(note: str) -> dict[str, int]:
    """'...: syndromes 75,321, Berlekamp-Massey 10,126, ...' as numbers."""
    import re

    return {name: int(count.replace(",", "")) for name, count in re.findall(r"([A-Za-z-]+) (\d[\d,]*\d)", note)}


FIELD = (
    ("multiply", "gf2_233.mul"), ("multiply and add", "gf2_233.muladd"), ("square", "gf2_233.sqr"),
    ("100 squarings in a row", "gf2_233.sqrn"), ("inverse", "gf2_233.inv"), ("square root", "gf2_233.sqrt"),
    ("half-trace", "gf2_233.half_trace"),
)  # fmt: skip
CURVE = (
    ("k P, secret k, full length, constant time", "k233.mul.ct"),
    ("k G, secret k, constant time", "k233.mul.base"),
    ("k P, public k", "k233.mul.vartime"),
    ("u G + v P, public u and v", "k233.mul2.vartime"),
    ("validation of a public key", "k233.check"),
    ("ECDH", "k233.ecdh"),
    ("ECDSA, sign (SHA-256, RFC 6979)", "k233.ecdsa.sign"),
    ("ECDSA, verify with a validated key", "k233.ecdsa.verify"),
    ("B-233: k P, secret k, constant time", "b233.mul.ct"),
)


def _coprocessors() -> tuple[str, ...]:
    """The backends of coprocessors on the machine's bus."""
    return machines.default().driven


def _driven(records: Records, workload: str) -> tuple[object, ...]:
    """The cycles by each of them."""
    return tuple(
        next((r["cycles"] for r in records if (r["workload"], r["backend"]) == (workload, backend)), "-")
        for backend in _coprocessors()
    )


def _rows(records: Records, rows: tuple[tuple[str, str], ...], driven: bool = False) -> str:
    found = [
        (title, records.one(name)["cycles"], records.one(name, "portable")["cycles"],
         *(_driven(records, name) if driven else ()), records.one(name)["code_bytes"])
        for title, name in rows
    ]  # fmt: skip
    columns = [f"coprocessor `{name}`" for name in _coprocessors() if driven]
    heading = ("", "cycles on the RTL", "without the unit, portable code", *columns, "code bytes with the unit")
    return markdown(heading, found)


PRIME_FIELDS = ("p192", "p224", "p256", "p384", "p521", "p25519")
PRIME_KERNELS = ("mul", "sqr", "add", "sub", "inv")
PRIME_CURVES = ("p192", "p224", "p256", "p384", "p521")
PRIME_OPERATIONS = (
    ("k P, secret k, constant time", "mul.ct"), ("k G, secret k, constant time", "mul.base"),
    ("k P, public k", "mul.vartime"),
    ("u G + v P, public u and v", "mul2.vartime"), ("ECDH", "ecdh"), ("ECDSA, sign, nonce given", "ecdsa.sign.nonce"),
    ("ECDSA, sign (SHA-256, RFC 6979)", "ecdsa.sign"), ("ECDSA, verify with a validated key", "ecdsa.verify"),
)  # fmt: skip


@table("ecc.prime.field")
def _(records: Records) -> str:
    """Prime fields: a call as the curve code makes it, portable code."""
    head = ("prime field", "multiply", "square", "add", "subtract", "invert")
    titles = {f"p{bits}": f"P-{bits}" for bits in (192, 224, 256, 384, 521)} | {"p25519": "2^255 - 19"}
    return markdown(head, [
        (titles[f], *(records.one(f"f{f}.{what}", "portable")["cycles"] for what in PRIME_KERNELS))
        for f in PRIME_FIELDS
    ])  # fmt: skip


@table("ecc.prime.curve")
def _(records: Records) -> str:
    """Operations on prime curves, portable code; the code bytes are those of everything a curve links for ECDSA."""
    head = ("cycles", *(f"P-{c[1:]}" for c in PRIME_CURVES))
    rows = [
        (title, *(records.one(f"{c}.{what}", "portable")["cycles"] for c in PRIME_CURVES))
        for title, what in PRIME_OPERATIONS
    ]
    code = [records.one(f"{c}.ecdsa.verify", "portable")["code_bytes"] for c in PRIME_CURVES]
    return markdown(head, [*rows, ("code bytes, to verify", *code)])


@table("ecc.x25519")
def _(records: Records) -> str:
    """X25519, portable code."""
    rows = [(title, r["cycles"], r["code_bytes"])
            for title, what in (("public key", "public"), ("secret", "agree"))
            for r in [records.one(f"x25519.{what}", "portable")]]  # fmt: skip
    return markdown(("X25519", "cycles", "code bytes"), rows)


@table("ecc.prime.peers")
def _(records: Records) -> str:
    """Other people's software on the same prime curves and the same core, and a published figure."""
    from evariste.papers.rows import peers

    names = (*PRIME_CURVES, "x25519")
    rows = []
    for group in peers().groups:
        if not (group.workload or "").startswith(names):
            continue
        ours = records.one(group.workload or "", "portable")["cycles"]
        rows += [(group.quantity, ours, f"{p.name}{', published' if p.standing == 'published' else ''}", p.cycles,
                  f"{p.cycles / ours:.2f}") for p in group.peers]  # fmt: skip
    return markdown(("", "cycles here", "other software", "its cycles", "ratio"), rows)


@table("ecc.field")
def _(records: Records) -> str:
    """GF(2^233): a call as the curve code makes it, arguments, branch and return included."""
    return _rows(records, FIELD)


@table("ecc.curve")
def _(records: Records) -> str:
    """K-233 operations; the code bytes are those of everything the program links for curves over this field."""
    return _rows(records, CURVE, driven=True)


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


def _backends(records: Records) -> tuple[str, str, str]:
    return records.native, PORTABLE, "table"


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
            found = [records.one(f"aes{bits}.{what}", backend) for backend in _backends(records)]
            driven = _driven(records, f"aes{bits}.{what}")
            rows.append((f"AES-{bits}, {what}", *(r["cycles"] for r in found), *driven))
    return markdown(("cycles of a call", *_backends(records), *_coprocessors()), rows)


@table("aes.modes")
def _(records: Records) -> str:
    """A block more of a long message, AES-128."""
    rows = []
    for title, name in MODES:
        found = [records.one(name.format(128), backend) for backend in _backends(records)]
        driven = _driven(records, name.format(128))
        rows.append((title, *_per_byte(found[0]), *(r["cycles"] for r in found[1:]), *driven))
    others = (f"{name}, cycles a block" for name in (PORTABLE, "table", *_coprocessors()))
    heading = ("AES-128", f"{records.native}, cycles a block", "cycles a byte", "Mb/s at 100 MHz", *others)
    return markdown(heading, rows)


@table("aes.keys")
def _(records: Records) -> str:
    """The same for the three key lengths on the GF unit."""
    rows = [(title, *(records.one(name.format(bits))["cycles"] for bits in (128, 192, 256))) for title, name in MODES]
    return markdown((f"{records.native}, cycles a block", "AES-128", "AES-192", "AES-256"), rows)


@table("aes.hashes")
def _(records: Records) -> str:
    """GHASH and CRC."""
    rows = []
    for title, name in (
        ("GHASH, a block more of a long message", "ghash.block"),
        ("GHASH, a call for one block", "ghash.call"),
        ("CRC-32 of 1,024 bytes", "crc32.kib"),
    ):
        rows.append((title, *(records.one(name, backend)["cycles"] for backend in (records.native, PORTABLE))))
    return markdown(("cycles", records.native, PORTABLE), rows)


@table("aes.sha")
def _(records: Records) -> str:
    """SHA-2 and HMAC: a block more of a long message, and calls for 64 bytes."""
    rows = []
    for bits, size in ((224, 64), (256, 64), (384, 128), (512, 128)):
        for title, name in (
            (f"SHA-{bits}, {size} bytes more of a long message", f"sha{bits}.block"),
            (f"SHA-{bits} of 64 bytes", f"sha{bits}.call"),
            (f"HMAC-SHA-{bits} of 64 bytes, key of 32 bytes", f"hmac_sha{bits}.call"),
        ):
            rows.append((title, *(records.one(name, backend)["cycles"] for backend in (records.native, PORTABLE))))
    return markdown(("cycles", records.native, PORTABLE), rows)


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
        found = [records.one(name, backend) for backend in _backends(records)]
        rows.append((title, *(f"{r['code_bytes']:,} + {r['data_bytes']:,}" for r in found)))
    return markdown(("bytes of code + tables", *_backends(records)), rows)


TASKS = (
    ("RS(255,239), decode, 8 errors", "rs255_239.decode.e8"),
    ("RS(255,239), decode, clean", "rs255_239.decode.e0"),
    ("RS(255,239), encode", "rs255_239.encode"),
    ("RS(255,223), decode, 16 errors", "rs255_223.decode.e16"),
    ("BCH(31,11), decode, 5 errors", "bch31_11.decode.e5"),
    ("BCH(63,51), decode, 2 errors", "bch63_51.decode.e2"),
    ("AES-128, encrypt", "aes128.encrypt"),
    ("AES-128, decrypt", "aes128.decrypt"),
    ("AES-128, key", "aes128.expand"),
    ("CCM, a block", "ccm128.block"),
    ("GCM, a block", "gcm128.block"),
    ("GHASH, a block", "ghash.block"),
    *((f"GF(2^{m}), {title}", f"gf2_{m}.{what}")
      for m in (163, 233, 283, 571) for title, what in (("product", "mul"), ("square", "sqr"), ("inverse", "inv"))),
    *((f"{name}, k P for a secret k", f"{name.lower().replace('-', '')}.mul.ct")
      for name in ("K-163", "K-233", "B-233", "K-283", "K-571")),
    ("K-233, k P for a public k", "k233.mul.vartime"),
)  # fmt: skip


@table("bench.extensions")
def _(records: Records) -> str:
    """Mean cycles of tasks on the cores of each native backend, and the time where a netlist of the core was made."""
    cores = {backend: records.machine.runs(backend) for backend in records.machine.natives}
    clocks = {r["config"]: r["delay_ns"] for r in records.like(r"silicon\.core\.")}
    rows = []
    there = {(r["workload"], r["backend"]) for r in records}
    for title, workload in TASKS:
        if not all((workload, backend) in there for backend in cores):
            continue
        found = [records.one(workload, backend) for backend in cores]
        cycles = [round(r.get("spread", {}).get("mean", r["cycles"])) for r in found]
        times = [f"{n * clocks[cores[b]] / 1000:,.1f}" if cores[b] in clocks else "-"
                 for n, b in zip(cycles, cores, strict=True)]  # fmt: skip
        rows.append((title, *cycles, f"{cycles[-1] / cycles[0] - 1:+.0%}", *times))
    names = [f"`{backend}` on `{core}`" for backend, core in cores.items()]
    return markdown(("", *(f"{name}, cycles" for name in names), "change", *(f"{name}, us" for name in names)), rows)

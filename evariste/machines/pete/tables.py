# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from collections.abc import Iterable
from functools import partial

from evariste.ecc.curves import Curve, binary_curves, curve, fields, prime_curves, primes
from evariste.errors import UserError
from evariste.machines.pete.beside import record_of
from evariste.machines.pete.proofs.core import CONFIGURATIONS, RULES
from evariste.machines.pete.workloads import CACHES, SHARES, WORDS
from evariste.papers.groups import grouped
from evariste.parts.mips.proofs.tables import proved_core
from evariste.silicon.memories import ratio
from evariste.silicon.whole import ROM, sized, whole
from evariste.tables import Records, markdown, table
from evariste.verification.tables import lockstep_by_configuration, mutated, proofs_of, rows_of

NAME = "pete"
DEGREES = tuple(fields())
PRIME_FIELD = {"mul": "multiply", "sqr": "square", "add": "add", "sub": "subtract", "inv": "invert"}
BINARY_FIELD = {"mul": "multiply", "muladd": "multiply and add", "sqr": "square", "inv": "invert"}
CURVE = {"mul.ct": "k P, secret k", "mul.base": "k G, secret k", "mul2.vartime": "u G + v P, public u and v",
         "ecdh": "ECDH", "ecdsa.sign.nonce": "sign, nonce given",
         "ecdsa.sign": "sign (SHA-256, RFC 6979)", "ecdsa.verify": "verify",
         "scalar.mul": "product modulo n", "scalar.inv": "inverse modulo n"}  # fmt: skip
X25519 = {"public": "public key", "agree": "secret"}
PASSES = {"fast": "one pass", "bise": "four passes", "baseline": "core alone"}


def _cycles(records: Records, workload: str) -> int | str:
    found = [r for r in records if (r["machine"], r["workload"]) == (NAME, workload)]
    return found[0]["cycles"] if found else "-"


def _rows(records: Records, names: dict[str, str], what: dict[str, str]) -> list[tuple[object, ...]]:
    """A row for each operation and multiplier that has been measured."""
    rows: list[tuple[object, ...]] = []
    for key, title in what.items():
        for configuration in WORDS:
            found = [_cycles(records, f"{name}.{key}.{configuration}") for name in names]
            if any(isinstance(x, int) for x in found):
                rows.append((title, PASSES[configuration], *found))
    if not rows:
        raise UserError("no record of pete's cycles; `ev bench --machine pete` makes them.")
    return rows


@table("pete.field.prime")
def _(records: Records) -> str:
    names = {f"f{f.name}": "2^255 - 19" if f.label == "25519" else f.name.upper().replace("P", "P-")
             for f in primes().values()}  # fmt: skip
    return markdown(("cycles", "", *names.values()), _rows(records, names, PRIME_FIELD))


@table("pete.field.binary")
def _(records: Records) -> str:
    names = {f"gf2_{m}": f"m = {m}" for m in DEGREES}
    return markdown(("cycles", "", *names.values()), _rows(records, names, BINARY_FIELD))


def _curves(records: Records, some: Iterable[Curve]) -> str:
    names = {c.name: c.nist or c.name for c in some}
    return markdown(("cycles", "", *names.values()), _rows(records, names, CURVE))


@table("pete.curves.prime")
def _(records: Records) -> str:
    return _curves(records, prime_curves().values())


@table("pete.curves.b")
def _(records: Records) -> str:
    return _curves(records, [c for c in binary_curves().values() if not c.koblitz])


@table("pete.curves.k")
def _(records: Records) -> str:
    return _curves(records, [c for c in binary_curves().values() if c.koblitz and c.nist])


@table("pete.x25519")
def _(records: Records) -> str:
    rows = [(title, *(_cycles(records, f"x25519.{what}.{c}") for c in WORDS)) for what, title in X25519.items()]
    return markdown(("cycles", *(PASSES[c] for c in WORDS)), rows)


KB = 1024
ROMS = (32, 64, 256)  # KB


def _energy(records: Records, name: str, rom: int = ROM, **more: float) -> float:
    """pJ in memories for a signature and its verification."""
    record = record_of(records, name)
    return sized(record, rom, **more).of(record)


def _ratio(records: Records, one: str, other: str, rom: int) -> str:
    """Of the energies of two records."""
    return ratio(*(partial(_energy, records, name, rom) for name in (one, other)))


@table("pete.saved.cycles")
def _(records: Records) -> str:
    rows = []
    for prime, binary in grouped().groups:
        for name, ise in ((prime, "ise"), (binary, "bise")):
            kinds = ("baseline", ise, f"{ise}_icache", "fast")
            taken = [record_of(records, f"{name}.ecdsa.{c}")["cycles"] for c in kinds]
            rows.append((standard(name), *taken, *(f"{taken[0] / t:.2f}" for t in taken[1:]),
                         f"{taken[1] / taken[2]:.2f}"))  # fmt: skip
    titles = ("core alone", "extensions", "extensions and cache", "extensions, one pass")
    return markdown(("ECDSA, cycles", *titles, *(f"core alone / {t}" for t in titles[1:]), "cache alone"), rows)


@table("pete.saved.memories")
def _(records: Records) -> str:
    rows = []
    for prime, binary in grouped().groups:
        for name, ise in ((prime, "ise"), (binary, "bise")):
            names = [f"{name}.ecdsa.{c}" for c in ("baseline", ise, f"{ise}_icache")]
            rows.append((standard(name), *(f"{_energy(records, n) / 1e6:,.1f}" for n in names),
                         *(_ratio(records, names[0], names[2], rom * KB) for rom in ROMS),
                         *(_ratio(records, names[1], names[2], rom * KB) for rom in ROMS)))  # fmt: skip
    return markdown(("energy in memories, µJ", "core alone", "extensions", "extensions and cache",
                     *(f"core alone / extensions and cache, ROM {rom} KB" for rom in ROMS),
                     *(f"cache alone, ROM {rom} KB" for rom in ROMS)), rows)  # fmt: skip


@table("pete.saved.whole")
def _(records: Records) -> str:
    """Of the curves that were replayed on all three circuits."""
    known = {r["workload"]: r for r in records.like(rf"{NAME}\.silicon\.energy\.")}
    rows = []
    groups = grouped().groups
    ours = [(standard(name), name, ise) for group in groups for name, ise in zip(group, ("ise", "bise"), strict=True)]
    theirs = [(f"{standard(name)}, the paper's algorithms", f"targhetta2015.{name}", "ise") for name, _ in groups]
    for title, name, ise in (*ours, *theirs):
        names = [f"{NAME}.silicon.energy.{name}.ecdsa.{c}" for c in ("baseline", ise, f"{ise}_icache")]
        if not all(n in known for n in names):
            continue
        found = {rom: [whole(known[n], rom * KB) for n in names] for rom in ROMS}
        total = {rom: [logic + memory for logic, memory in each] for rom, each in found.items()}
        rows.append((title, *(f"{logic / 1e6:,.0f} + {memory / 1e6:,.0f}" for logic, memory in found[64]),
                     *(f"{total[rom][0] / total[rom][2]:.2f}" for rom in found),
                     *(f"{total[rom][1] / total[rom][2]:.2f}" for rom in found)))  # fmt: skip
    return markdown(("energy, µJ: circuit + memories, ROM 64 KB", "core alone", "extensions", "extensions and cache",
                     *(f"core alone / extensions and cache, ROM {rom} KB" for rom in ROMS),
                     *(f"cache alone, ROM {rom} KB" for rom in ROMS)), rows)  # fmt: skip


@table("pete.saved.binary")
def _(records: Records) -> str:
    rows = []
    for prime, binary in grouped().groups:
        names = f"{prime}.ecdsa.ise", f"{binary}.ecdsa.bise"
        one, other = (record_of(records, n)["cycles"] for n in names)
        rows.append((f"{standard(prime)} / {standard(binary)}", f"{one / other:.2f}",
                     *(_ratio(records, *names, rom * KB) for rom in ROMS)))  # fmt: skip
    return markdown(("", "cycles", *(f"energy in memories, ROM {rom} KB" for rom in ROMS)), rows)


@table("pete.saved.paper")
def _(records: Records) -> str:
    rows = []
    for prime, _binary in grouped().groups:
        names = [f"targhetta2015.{prime}.ecdsa.{c}" for c in ("baseline", "ise", "ise_icache")]
        plain, ise, cached = (record_of(records, n)["cycles"] for n in names)
        ours = record_of(records, f"{prime}.ecdsa.baseline")["cycles"]
        rows.append((standard(prime), plain, ise, cached, f"{plain / ise:.2f}", f"{plain / cached:.2f}",
                     f"{ise / cached:.2f}", f"{plain / ours:.2f}"))  # fmt: skip
    return markdown(("ECDSA, the paper's algorithms, cycles", "core alone", "extensions", "extensions and cache",
                     "core alone / extensions", "core alone / extensions and cache", "cache alone",
                     "core alone, paper's algorithms / ours"), rows)  # fmt: skip


@table("pete.saved.paper.memories")
def _(records: Records) -> str:
    rows = []
    for prime, _binary in grouped().groups:
        names = [f"targhetta2015.{prime}.ecdsa.{c}" for c in ("baseline", "ise", "ise_icache")]
        rows.append((standard(prime), *(_ratio(records, names[0], names[2], rom * KB) for rom in ROMS),
                     *(_ratio(records, names[1], names[2], rom * KB) for rom in ROMS)))  # fmt: skip
    return markdown(("energy in memories, the paper's algorithms",
                     *(f"core alone / extensions and cache, ROM {rom} KB" for rom in ROMS),
                     *(f"cache alone, ROM {rom} KB" for rom in ROMS)), rows)  # fmt: skip


@table("pete.geometry")
def _(records: Records) -> str:
    """Each cache beside the core without one: cycles, and energy in memories."""
    names = [name for group in grouped().groups for name in group]
    without = {n: f"{n}.ecdsa.{'bise' if n[0] == 'b' else 'ise'}" for n in names}
    rows = []
    for (size, ways), configuration in sorted(CACHES.items()):
        cells = []
        for n in names:
            cached = f"{n}.ecdsa.{configuration}"
            cycles = record_of(records, cached)["cycles"] / record_of(records, without[n])["cycles"]
            cells.append(f"{cycles:.2f}, {_energy(records, cached) / _energy(records, without[n]):.2f}")
        rows.append((f"{size} KB, {'two ways' if ways == 2 else 'one way'}", *cells))
    return markdown(("with a cache / without: cycles, energy in memories", *map(standard, names)), rows)


@table("pete.shares")
def _(records: Records) -> str:
    names = [(f"{c}.ecdsa.{k}", f"{standard(c)}, {'core alone' if k == 'baseline' else 'extensions'}")
             for c in ("p384", "b409") for k in ("baseline", "ise" if c[0] == "p" else "bise")]  # fmt: skip
    names.append(("targhetta2015.p384.ecdsa.baseline", "P-384, core alone, the paper's algorithms"))
    rows = []
    for name, title in names:
        shares = record_of(records, name)["params"]["shares"]
        rows.append((title, *(f"{shares[group]:.1f}" if group in shares else "-" for group in (*SHARES, "other"))))
    return markdown(("% of the cycles of ECDSA", *SHARES, "other"), rows)


def standard(name: str) -> str:
    """A curve's name in the standard."""
    return curve(name).nist or name


@table("proofs.pete")
def _(records: Records) -> str:
    """Of the unit's parts, and of the cache."""
    return rows_of(Records(r for group in ("multiplier", "accumulator", "cache")
                           for r in proofs_of(records, group, NAME)))  # fmt: skip


@table("proofs.pete.core")
def _(records: Records) -> str:
    """What is recorded of the core with the accumulator, for each configuration."""
    groups = {r["params"]["group"] for r in records.like(r"prove\.core\.") if r["machine"] == NAME}
    known = [name for name in CONFIGURATIONS if f"core.{name}" in groups] or [*CONFIGURATIONS][:1]
    return "\n".join(f"`{name}`: {proved_core(records, NAME, RULES, name)}" for name in known)


@table("pete.lockstep")
def _(records: Records) -> str:
    return lockstep_by_configuration(records, NAME)


@table("pete.mutation")
def _(records: Records) -> str:
    return mutated(records, NAME, {"core": "the core, with the unit's interlocks", "unit": "the accumulator's unit",
                                   "cache": "the instruction cache"})  # fmt: skip

# SPDX-License-Identifier: Apache-2.0
"""The tables of cycles in the documents."""

from evariste.ecc.curves import binary_curves, fields, prime_curves, primes
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.machines.monte.foretold import FORETOLD
from evariste.machines.monte.workloads import (
    BINARY,
    BINARY_SAVED,
    ENERGY,
    PARAMETERS,
    SAVED,
    UNIT_COMMANDS,
    WORDS,
    unit_name,
)
from evariste.papers.rows import peers
from evariste.parts.mips.foretold import missed
from evariste.tables import Records, markdown, table
from evariste.verification.tables import families_of, faulty, lockstep_by_configuration, mutated

NAME = "monte"
CURVE = {
    "mul.ct": "k P, secret k",
    "mul.base": "k G, secret k",
    "mul2.vartime": "u G + v P",
    "ecdh": "ECDH",
    "ecdsa.sign": "sign",
    "ecdsa.sign.nonce": "sign, nonce given",
    "ecdsa.verify": "verify",
}
FIELD = {"mul": "product, operands in memory", "inv": "inverse"}
UNIT = dict(zip(UNIT_COMMANDS, ("product", "square", "sum", "difference"), strict=True))

MUTATED = {"ffau": "arithmetic unit (FFAU)", "queue": "queue", "dispatch": "load and store stages, buffers, registers"}


def _cycles(records: Records) -> dict[str, int]:
    found = {r["workload"]: r["cycles"] for r in records if (r["machine"], r["backend"]) == (NAME, NAME)}
    if not found:
        raise UserError("no record of monte's cycles; `ev bench --machine monte` makes them.")
    return found


@table("monte.curves")
def _(records: Records) -> str:
    found = _cycles(records)
    names = {c.name: c.nist or c.name for c in prime_curves().values()}
    rows: list[tuple[object, ...]] = [
        (about, f"`{configuration}`", *(found.get(f"{name}.{key}.{configuration}", "-") for name in names),
         found.get(f"x25519.public.{configuration}", "-") if key == "mul.ct" else "-")
        for key, about in CURVE.items() for configuration in WORDS
    ]  # fmt: skip
    return markdown(("cycles", "", *names.values(), "X25519"), rows)


@table("monte.binary")
def _(records: Records) -> str:
    found, degrees = _cycles(records), [m for m in fields() if f"b{m}" in binary_curves()]
    rows: list[tuple[object, ...]] = [
        (f"{about}, {letter.upper()} curve", f"`{configuration}`",
         *(found.get(f"{letter}{m}.{key}.{configuration}", "-") for m in degrees))
        for key, about in CURVE.items() for letter in "bk" for configuration in BINARY
    ]  # fmt: skip
    rows += [(about, f"`{c}`", *(found.get(f"gf2_{m}.{key}.{c}", "-") for m in degrees))
             for key, about in FIELD.items() for c in BINARY]  # fmt: skip
    return markdown(("cycles", "", *(f"m = {m}" for m in degrees)), rows)


def _unit(records: Records, names: dict[str, str], configurations: tuple[str, ...]) -> str:
    """Cycles of one command in each field."""
    found = {r["workload"]: r["cycles"] / r["params"]["commands"] for r in records
             if r["machine"] == NAME and r["workload"].startswith("unit.")}  # fmt: skip
    rows = [(about, f"`{configuration}`",
             *(f"{found[f'{unit_name(field, what)}.{configuration}']:g}" for field in names))
            for what, about in UNIT.items() for configuration in configurations]  # fmt: skip
    return markdown(("cycles", "", *names.values()), rows)


@table("monte.unit")
def _(records: Records) -> str:
    known = {c.p: c.nist or c.name for c in prime_curves().values()}
    return _unit(records, {name: known.get(f.p, "2^255 - 19") for name, f in primes().items()},
                 ("full", "squares", "paper"))  # fmt: skip


@table("monte.unit.binary")
def _(records: Records) -> str:
    return _unit(records, {str(m): f"m = {m}" for m in fields()}, BINARY)


@table("monte.saved")
def _(records: Records) -> str:
    """What each parameter costs and saves, beside the configuration without any."""
    found, task = _cycles(records), f"{NAME}.silicon.energy.{ENERGY}"
    known = {r["workload"]: r for r in records if r["machine"] == NAME}
    plain = PARAMETERS[0]

    def beside(value: float | None, least: float, digits: int = 0) -> str:
        return "-" if value is None else f"{value:,.{digits}f} ({100 * (value / least - 1):+.1f} %)"

    rows = []
    first, least = known[f"{NAME}.silicon.{plain}"], known[f"{task}.{plain}"]
    for name in (*PARAMETERS, *BINARY[::-1]):
        size, spent = known[f"{NAME}.silicon.{name}"], known.get(f"{task}.{name}")
        rows.append((f"`{name}`", beside(size["buffered_ge"], first["buffered_ge"]),
                     beside(size["delay_ns"], first["delay_ns"], 1),
                     beside(found.get(f"{SAVED}.{name}"), found[f"{SAVED}.{plain}"]),
                     beside(spent and spent["cycles"], least["cycles"]),
                     beside(spent and spent["energy_pj"] / 1000, least["energy_pj"] / 1000),
                     found.get(f"{BINARY_SAVED}.{name}", "-")))  # fmt: skip
    portable = records.one(BINARY_SAVED, PORTABLE, machine=NAME)["cycles"]
    rows.append(("in C, without `DUAL`", *["-"] * 5, portable))
    return markdown(("configuration", "gates (GE)", "longest path, ns", "P-256, k P, cycles",
                     "P-192, signature, cycles", "P-192, signature, nJ", "B-163, k P, cycles"), rows)  # fmt: skip


@table("monte.busy")
def _(records: Records) -> str:
    found = {r["workload"]: r for r in records if (r["machine"], r["backend"]) == (NAME, NAME)}
    names = {c.name: c.nist or c.name for c in prime_curves().values()}
    rows = []
    for configuration in WORDS:
        those = [found[f"{name}.mul.ct.{configuration}"] for name in names]
        those.append(found[f"x25519.public.{configuration}"])
        shares = [r["params"]["counts"]["arithmetic works"] / r["cycles"] for r in those]
        rows.append((f"`{configuration}`", *(f"{share:.3f}" for share in shares)))
    return markdown(("cycles of the unit / cycles of k P", *names.values(), "X25519"), rows)


@table("monte.otbn")
def _(records: Records) -> str:
    found, published = _cycles(records), peers().groups
    theirs = {group.workload: (group.quantity, int(peer.cycles or 0)) for group in published for peer in group.peers
              if peer.name.startswith("OTBN")}  # fmt: skip
    rows = []
    for workload, (about, cycles) in theirs.items():
        ours, signed = workload or "", (workload or "").endswith(".sign")
        counts = [found[f"{ours}{'.nonce' * signed}.{configuration}"] for configuration in WORDS]
        rows.append((about + ", nonce given" * signed, *counts, cycles, *(f"{cycles / count:.2f}" for count in counts)))
    return markdown(("cycles", *(f"`{c}`" for c in WORDS), "OTBN", *(f"OTBN / `{c}`" for c in WORDS)), rows)


@table("monte.foretold")
def _(records: Records) -> str:
    return missed(_cycles(records), FORETOLD)


@table("monte.lockstep")
def _(records: Records) -> str:
    return lockstep_by_configuration(records, NAME)


@table("monte.mutation")
def _(records: Records) -> str:
    return mutated(records, NAME, MUTATED)


@table("monte.faults")
def _(records: Records) -> str:
    return faulty(records, NAME)


@table("monte.proofs")
def _(records: Records) -> str:
    return families_of(records, NAME)

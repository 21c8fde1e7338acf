# SPDX-License-Identifier: Apache-2.0
"""Tables of no one subject: the first numbers of a machine, the named configurations, the simulator's speed."""

from functools import partial

from evariste import machines
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.tables import Records, markdown, table

ROWS = (
    ("RS(255,239), 8 symbol errors, decode, mean", "rs255_239.decode.e8", "portable"),
    ("RS(255,239), encode", "rs255_239.encode", "portable"),
    ("BCH(31,11), 5 bit errors, decode", "bch31_11.decode.e5", "portable"),
    ("AES-128, one block, encrypt, constant time", "aes128.encrypt", "portable"),
    ("GF(2^233) product, reduced", "gf2_233.mul", "portable"),
    ("K-233, secret scalar, constant time", "k233.mul.ct", "portable"),
)


@table("machine.headline")
def _(records: Records) -> str:
    """Cycles on the RTL with the unit, and on the same core without it running our portable code."""
    rows = []
    for title, workload, backend in ROWS:
        found = (records.one(workload), records.one(workload, backend))
        with_unit, without = (round(r["spread"]["mean"]) if "mean" in title else r["cycles"] for r in found)
        rows.append((title, with_unit, without, without / with_unit))
    return markdown(("cycles on the RTL", "with the unit", "without, portable code", "ratio"), rows)


@table("machine.slowest")
def _(records: Records) -> str:
    """The slowest word of the first row that random words and a search found."""
    found = records.one("slowest.rs255_239.e8")
    spread, searched = found["spread"], found["searched"]
    return (
        f"The slowest word with 8 errors takes {found['cycles']:,} cycles: {spread['runs']:,} random words and "
        f"a search over {searched['words']:,} words ([how](codes.md#how-slow)).\n"
    )


def _configurations(machine: machines.MachineDef, _records: Records) -> str:
    rows = []
    for name, configuration in machine.configurations.items():
        values = ", ".join(f"`{key} = {value}`" for key, value in configuration.parameters.items())
        rows.append((f"`{name}`", values or "-", configuration.about))
    return markdown(("name", "parameters", "what it is"), rows)


for _machine in machines.all():
    table(f"{_machine.name}.configurations")(partial(_configurations, _machine))


@table("library.backends")
def _(_records: Records) -> str:
    """Which of portable's files each other backend has itself, and where it takes the others from."""
    from evariste.build import cc

    others = [backend for backend in cc.backends() if backend != PORTABLE]
    taken = {backend: {path.stem: path.parent.name for path in cc.kernels(backend)} for backend in others}
    files = sorted(path.stem for path in cc.kernels(PORTABLE))
    rows = [(f"`{file}`", *("own" if taken[b][file] == b else taken[b][file] for b in others)) for file in files]
    return markdown(("file", *(f"`{backend}`" for backend in others)), rows)


PROGRAMS = {
    "records": "`records`: like Dhrystone",
    "syndromes": "`syndromes`: decoder with logarithm tables",
    "syndromes_gf": "`syndromes_gf`: decoder with Galois-field instructions",
}
ENGINES = {"iss": "instructions", "unicorn": "instructions", "rtl": "cycles", "lockstep": "cycles"}


@table("sim.speed")
def _(records: Records) -> str:
    """Millions a second of CPU time: one row a program, one column an engine."""
    from evariste.sim.speed import shown

    measured = {(r["program"], r["engine"]): r for r in records.like(r"sim\.") if r["machine"] == records.machine.name}
    if not measured:
        raise UserError("no record of the simulator's speed; `ev bench --sim --json doc/records/sim.json` makes it.")
    rows = []
    for program, title in PROGRAMS.items():
        rates = [shown(measured[program, e]) if (program, e) in measured else "-" for e in ENGINES]
        rows.append((title, *rates))
    hosts = sorted({r["params"]["host"] for r in measured.values()})
    heading = ("millions a second", *(f"{engine}, {unit}" for engine, unit in ENGINES.items()))
    return markdown(heading, rows) + f"\nMeasured on: {'; '.join(hosts)}.\n"

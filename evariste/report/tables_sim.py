# SPDX-License-Identifier: Apache-2.0
"""How fast the engines simulate, on the host that measured it."""

from evariste.errors import UserError
from evariste.report import Records, markdown, table

PROGRAMS = {
    "records": "`records`: like Dhrystone",
    "syndromes": "`syndromes`: decoder with logarithm tables",
    "syndromes_gf": "`syndromes_gf`: decoder with Galois-field instructions",
}
ENGINES = {"iss": "instructions", "unicorn": "instructions", "rtl": "cycles", "lockstep": "cycles"}


@table("sim.speed")
def _(records: Records) -> str:
    """Millions a second of CPU time: one row a program, one column an engine."""
    measured = {(r["program"], r["engine"]): r for r in records.like(r"sim\.")}
    if not measured:
        raise UserError("no record of the simulator's speed; `ev bench --sim --json doc/records/sim.json` makes it.")
    rows = []
    for program, title in PROGRAMS.items():
        rates = [measured[program, e]["rate"] / 1e6 if (program, e) in measured else "-" for e in ENGINES]
        rows.append((title, *rates))
    hosts = sorted({r["params"]["host"] for r in measured.values()})
    heading = ("millions a second", *(f"{engine}, {unit}" for engine, unit in ENGINES.items()))
    return markdown(heading, rows) + f"\nMeasured on: {'; '.join(hosts)}.\n"

# SPDX-License-Identifier: Apache-2.0
"""`ev silicon`: synthesise, time and power the machine in an open cell library, and write the records."""

import json
from collections.abc import Iterator
from pathlib import Path

import click

from evariste.errors import Refusal
from evariste.output import OUTPUT

TOPICS = ("area", "timing", "operations", "workloads", "isolation", "ablation")


@click.command()
@click.argument("topics", nargs=-1, metavar="[TOPIC]...")
@click.option("--liberty", type=click.Path(path_type=Path, dir_okay=False), help="Another cell library (NLDM).")
@click.option(
    "--json",
    "json_file",
    type=OUTPUT,
    help="Put the records into this file; others that it has stay.",
)
@click.option("--workload", "workloads", multiple=True, help="Measure this workload's energy only; may be repeated.")
def command(topics: tuple[str, ...], liberty: Path | None, json_file: Path | None, workloads: tuple[str, ...]) -> None:
    """Area, timing and energy of the machine, from its RTL by open tools.

    \b
    area        the arithmetic blocks; the processor, and as the paper has it, with the unit and without
    timing      longest path of each instruction in the unit
    operations  energy of each operation of the unit
    workloads   energy of programs on the core with the unit, and without it
    isolation   what operands at zero save while the unit rests
    ablation    every other configuration: area and clock

    Without a TOPIC: all. Netlists are kept in .build/silicon and made again when something they depend on changed.
    """
    from evariste.bench import registry
    from evariste.record import text
    from evariste.silicon import liberty as library
    from evariste.silicon.records import Evaluation

    for topic in topics:
        if topic not in TOPICS:
            raise Refusal(f"there is no topic {topic}; there are {', '.join(TOPICS)}.")
    known = registry() if workloads else {}
    for name in workloads:  # before a netlist is made
        if name not in known:
            raise Refusal(f"there is no workload {name}; `ev bench --list` names them.")
    evaluation = Evaluation(liberty.resolve() if liberty else library.DEFAULT)
    if workloads and not topics:
        topics = ("workloads",)
    records = list(_measured(evaluation, topics or TOPICS, workloads))
    if json_file:
        json_file.write_text(text(_joined(json_file, records)))


def _joined(path: Path, records: list[dict]) -> list[dict]:
    """The file's records with these in place of those of the same names."""
    try:
        old = json.loads(path.read_text()) if path.exists() else []
    except ValueError as error:
        raise Refusal(f"{path} holds no records: {error}.") from None
    fresh = {(r["workload"], r["backend"]) for r in records}
    return sorted(
        [*(r for r in old if (r["workload"], r["backend"]) not in fresh), *records],
        key=lambda r: (r["workload"], r["backend"]),
    )


def _measured(evaluation, topics: tuple[str, ...], workloads: tuple[str, ...]) -> Iterator[dict]:
    """The records of the topics, each told on a line as it comes."""
    from evariste.silicon.records import BACKENDS, WORKLOADS, averages

    def told(record: dict) -> dict:
        click.echo(_line(record))
        return record

    for topic in topics:
        click.echo(f"{topic}:", err=True)
        if topic != "workloads":
            made = {
                "area": evaluation.area,
                "timing": evaluation.timing,
                "operations": evaluation.operations,
                "isolation": evaluation.isolation,
                "ablation": evaluation.configurations,
            }[topic]
            for record in made():
                yield told(record)
            continue
        mine = [
            told(evaluation.workload(name, backend, configuration))
            for name in workloads or WORKLOADS
            for backend, configuration in BACKENDS.items()
        ]
        yield from mine
        if not workloads:
            yield from map(told, averages(mine, evaluation))


FIGURES = (
    ("cells", "{:,} cells"),
    ("ge", "{:,.0f} GE"),
    ("buffered_cells", "with buffers {:,}"),
    ("buffered_ge", "{:,.0f} GE"),
    ("delay_ns", "{:.2f} ns"),
    ("delay_fo4", "{:.0f} FO4"),
    ("fmax_mhz", "{:.0f} MHz"),
    ("cycles", "{:,} cycles"),
    ("energy_pj", "{:,.1f} pJ"),
    ("still_pj", "without glitches {}"),
    ("memory_pj", "of it memories {:,.0f}"),
    ("percent", "{} % saved"),
    ("gating_percent", "gating saves {} %"),
    ("width_support_percent", "m = 5..7 take {} %"),
)


def _line(record: dict) -> str:
    """A record's figures on a line."""
    said = [form.format(record[key]) for key, form in FIGURES if record.get(key) is not None]
    who = record["workload"].removeprefix("silicon.") + (
        "" if record["backend"] == "gfp" else f" ({record['backend']})"
    )
    return f"{who:32} {', '.join(said)}"

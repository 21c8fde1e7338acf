# SPDX-License-Identifier: Apache-2.0
"""`ev silicon`: measure area, timing and energy of the machine in an open cell library, and write the records."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from evariste.commands import machine_option
from evariste.console import INPUT, OUTPUT, records_option
from evariste.errors import UserError
from evariste.machines import DEFAULT, MachineDef, named

# A machine may have others.
TOPICS = ("area", "timing", "operations", "workloads", "isolation", "inverse", "ablation", "sets")
# The others are called as their topic.
METHODS = {"inverse": "inverses", "ablation": "ablations", "workloads": "replays"}


@click.command()
@click.argument("topics", nargs=-1, metavar="[TOPIC]...")
@machine_option
@click.option("--liberty", type=INPUT, help="Another cell library (NLDM).")
@records_option
@click.option("--configuration", "configurations", metavar="NAME", multiple=True,
              help="Measure area, or ablation, of this configuration only; may be repeated.")
@click.option("--workload", "workloads", multiple=True, help="Measure this workload's energy only; may be repeated.")
@click.option("--picture", type=OUTPUT, help="Draw the block that is laid out into this SVG file.")
def command(topics: tuple[str, ...], machine: MachineDef, liberty: Path | None, json_file: Path | None,
            configurations: tuple[str, ...], workloads: tuple[str, ...], picture: Path | None) -> None:  # fmt: skip
    """Area, timing and energy of the machine, from its RTL by open tools.

    \b
    area        the arithmetic blocks; the processor, and as the paper has it, with the unit and without
    timing      longest path of each instruction in the unit
    operations  energy of each operation of the unit
    workloads   energy of programs: with the unit and without it, or on the configurations of a machine
    isolation   what operands at zero save while the unit rests
    inverse     energy of AES with an inverse in one cycle and in more
    ablation    every other configuration: area and clock, and cycles and energy of tasks
    sets        extensions alone and in sets: cycles of tasks, area and clock
    host        energy of programs of a coprocessor's host, with the coprocessor and without

    \b
    layout [BLOCK]...  place and route blocks with qflow: area, wires, paths with them. A block of the arithmetic unit
                       (mul, sq, reduce, lane, unit), or the core by its configuration

    Without a TOPIC: all that the machine has, but the layout. Netlists are kept in .build/silicon and made again when
    an input changes.
    """
    from evariste.bench import registry
    from evariste.record import put
    from evariste.silicon import liberty as library

    designs = machine.module("silicon")
    if topics[:1] == ("layout",):
        if liberty:
            raise UserError("a layout is made in qflow's own technology, osu018; --liberty does not go with it.")
        if configurations or workloads:
            raise UserError("a layout is of the blocks named behind it, without --configuration or --workload.")
        _layout(machine, topics[1:], json_file, picture)
        return
    there: tuple[str, ...] = getattr(designs, "TOPICS", TOPICS)
    for topic in topics:
        if topic not in there:
            raise UserError(f"there is no topic {topic} of {machine.name}; there are {', '.join((*there, 'layout'))}.")
    for name in configurations:
        machine.has(name)
    chosen = {"area": configurations, "ablation": configurations, "workloads": workloads}  # by name
    for option, given, of in (
        ("configuration", configurations, ("area", "ablation")),
        ("workload", workloads, ("workloads",)),
    ):
        if given and topics and not set(of) & set(topics):
            raise UserError(f"--{option} is for the topic {' or '.join(of)}, which is not among those named.")
    topics = topics or tuple(topic for topic in ("area", "workloads") if chosen[topic]) or there
    known = registry() if workloads and machine.backends else {}  # a coprocessor has names of its own
    for name in workloads:  # before a netlist is made
        if name not in known and name not in designs.WORKLOADS:
            there_are = ", ".join(designs.WORKLOADS)
            more = f", and those of `ev bench --machine {machine.name} --list`" if machine.backends else ""
            raise UserError(f"there is no workload {name} of {machine.name}; there are {there_are}{more}.")
    evaluation = designs.Evaluation(liberty.resolve() if liberty else library.DEFAULT)
    if evaluation.node is None:
        click.echo(
            "ev: the process of this library is not known: memories and figures for 28 nm are left out.", err=True
        )
    records: list[dict] = []
    for record in _measured(evaluation, topics, chosen):
        records.append(record)
        if json_file:  # after each one: a run that is stopped keeps what it has measured
            put(json_file, records)


def _layout(machine: MachineDef, blocks: tuple[str, ...], json_file: Path | None, picture: Path | None) -> None:
    """Place and route the blocks one after the other, and report each when it is done."""
    from rich.console import Console

    from evariste.record import put
    from evariste.silicon import layout_records as layouts

    blocks = blocks or (layouts.USUAL if machine.name == DEFAULT else (machine.configuration,))
    if picture and len(blocks) != 1:
        raise UserError("a picture is of one block: name it.")
    for name in blocks:
        layouts.job(name, machine.name)  # before minutes are spent on others
    records: list[dict] = []
    for name in blocks:
        with Console(stderr=True).status(name) as status:
            told = lambda said, name=name, status=status: status.update(f"{name}: {said}")  # noqa: E731
            records.append(layouts.measured(name, machine.name, told, picture))
        click.echo(layouts.line(records[-1]))
        if json_file:
            put(json_file, records)


def _measured(evaluation: Any, topics: tuple[str, ...], chosen: dict[str, tuple[str, ...]]) -> Iterator[dict]:
    """The records of the topics, of what is chosen of them. Prints a line for each when it is done."""
    for topic in topics:
        click.echo(f"{topic}:", err=True)
        measure = getattr(evaluation, METHODS.get(topic, topic))
        for record in measure(chosen[topic]) if topic in chosen else measure():
            click.echo(_line(record))
            yield record


FIGURES = (
    ("cells", "{:,} cells"),
    ("ge", "{:,.0f} GE"),
    ("fewest_buffered_cells", "mapped for few with buffers {:,} cells"),
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
    for task, taken in record.get("tasks", {}).items():
        if isinstance(taken, int):
            said.append(f"{task} {taken:,} cycles")
            continue
        lacks = f"lacks {', '.join(taken.get('lacks', ()))}"
        said.append(f"{task} {lacks if 'lacks' in taken else '{cycles:,} cycles, {energy_pj:,.0f} pJ'.format(**taken)}")
    who = record["workload"].removeprefix("silicon.") + (
        "" if record["backend"] in (named(record["machine"]).native, None) else f" ({record['backend']})"
    )
    return f"{who:32} {', '.join(said)}"

# SPDX-License-Identifier: Apache-2.0
"""`ev prove`: what is proved of the RTL."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import click

from evariste import machines
from evariste.commands import machine_option
from evariste.console import records_option
from evariste.errors import UserError
from evariste.machines import MachineDef
from evariste.record import put, record
from evariste.verification.proof import Answer, Proof


@click.command()
@click.argument("names", nargs=-1)
@machine_option
@click.option("--list", "only_list", is_flag=True, help="List the proofs; prove nothing.")
@click.option("--full", is_flag=True, help="With no NAMES: the long ones too.")
@click.option("--again", is_flag=True, help="Also what is already proved of the same sources.")
@click.option("--jobs", default=1, show_default=True, type=click.IntRange(min=1), help="Proofs at a time.")
@records_option
def command(names: tuple[str, ...], machine: MachineDef, only_list: bool, full: bool, again: bool, jobs: int,
            json_file: Path | None) -> None:  # fmt: skip
    """Prove properties of the RTL: NAMES, or the beginning of names. The default is all but the long ones.

    Each proof prints a line with its result and its time. A refuted one shows its counterexample, and the exit status
    is 1. An answer is kept in .build/prove and reused while RTL, specification and tools stay the same.
    """
    chosen = _chosen(_catalogue(machine), names, full)
    if only_list:
        for proof in chosen:
            click.echo(f"{proof.name:20} {proof.states}{' (long)' if proof.full else ''}")
        return
    answers = []
    with ProcessPoolExecutor(jobs) as pool:
        found = pool.map(_answer, [machine.name] * len(chosen), [p.name for p in chosen], [again] * len(chosen))
        for proof, answer in zip(chosen, found, strict=True):
            answers.append(answer)
            verdict = "proved " if answer.holds else "REFUTED"
            click.echo(f"{verdict} {proof.name:20} {answer.seconds:8.2f} s  {proof.states}")
            if not answer.holds:
                click.echo(f"        {answer.counterexample}")
    if json_file:
        records = [_record(machine, p, a) for p, a in zip(chosen, answers, strict=True)]
        put(json_file, records)
    refuted = sum(not answer.holds for answer in answers)
    click.echo(f"ev: {len(answers) - refuted} proved, {refuted} refuted.")
    sys.exit(1 if refuted else 0)


def _catalogue(machine: MachineDef) -> dict[str, Proof]:
    found: dict[str, Proof] = machine.module("proofs").catalogue()
    return found


def _chosen(known: dict[str, Proof], names: tuple[str, ...], full: bool) -> list[Proof]:
    if not names:
        return [proof for proof in known.values() if full or not proof.full]
    chosen: dict[str, Proof] = {}
    for name in names:
        found = {name: known[name]} if name in known else {n: p for n, p in known.items() if n.startswith(name)}
        if not found:
            raise UserError(f"no proof is called {name}; `ev prove --list --full` lists them.")
        chosen |= found
    return list(chosen.values())


def _answer(machine: str, name: str, again: bool) -> Answer:
    """In a process of its own."""
    return _catalogue(machines.named(machine))[name].answer(again)


def _record(machine: MachineDef, proof: Proof, answer: Answer) -> dict[str, Any]:
    """The result in the record format; engine is the proof's."""
    return record(
        workload=f"prove.{proof.name}",
        engine=proof.engine,
        machine=machine.name,
        configuration=machine.configuration,
        cycles=None,
        params={"group": proof.group, "states": proof.states, "depth": proof.depth, "seconds": answer.seconds},
        passed=answer.holds,
        checked=answer.counterexample or "proved",
    )

# SPDX-License-Identifier: Apache-2.0
"""`ev ct`: does a program's time depend on its secrets?"""

import os
import sys
from pathlib import Path

import click

from evariste.commands import configuration_option, machine_option
from evariste.console import INPUT, records_option
from evariste.errors import UserError
from evariste.machines import MachineDef


@click.command(name="ct")
@click.argument("program", type=INPUT, required=False)
@click.argument("args", nargs=-1)
@click.option("--taint", is_flag=True, help="Follow the secrets of one run instead of comparing runs.")
@click.option("--stack", is_flag=True, help="With --taint: what depends on them must not stay on the stack either.")
@click.option("--findings", default=1, show_default=True, type=click.IntRange(min=1),
              help="With --taint: stop after so many.")  # fmt: skip
@click.option("--runs", default=None, type=int, help="How many secrets to try.  [default: 1000; with --taint 1]")
@click.option("--bytes", "length", default=64, show_default=True, help="Size of secret.bin.")
@click.option("--seed", default=1, show_default=True, help="Of the random secrets.")
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="iss", show_default=True)
@machine_option
@configuration_option
@click.option("--max-cycles", default=10**9, show_default=True, help="Of one run.")
@click.option("--matrix", is_flag=True, help="Check the library instead, under every compiler that is there.")
@click.option(
    "--compiler", "names", multiple=True, metavar="PATH", help="Of the matrix: only this one; may be repeated."
)
@click.option("--flags", multiple=True, metavar='"-O2 ..."',
              help="Of the matrix: only these flags; may be repeated.  [default: -O1 -O2 -O3 -Os, each with -flto too]"
              )  # fmt: skip
@click.option("--backend", "backends", multiple=True, metavar="NAME",
              help="Of the matrix: only this backend; by default the machine's own ones and portable.")  # fmt: skip
@click.option("-j", "--jobs", default=None, type=click.IntRange(min=1), help="Of the matrix: processes; one per core.")
@records_option
def command(
    program: Path | None, args: tuple[str, ...], taint: bool, stack: bool, findings: int, runs: int | None,
    length: int, seed: int, engine: str, machine: MachineDef, configuration: str, max_cycles: int, matrix: bool,
    names: tuple[str, ...], flags: tuple[str, ...], backends: tuple[str, ...], jobs: int | None, json_file: Path | None,
) -> None:  # fmt: skip
    """Check that PROGRAM runs in constant time.

    PROGRAM (an ELF file) reads its secrets from the file secret.bin and calls ct_begin() and ct_end() (ct.h)
    around the code under test. It is run with many secrets: zeros, ones, random bytes. Every run must execute the
    same instructions, use the same data addresses and take the same cycles between the marks. The exit status is 1
    when one does not.

    With --taint, PROGRAM says with ct_secret() what is secret. It is run once, and the simulator follows the secrets
    through registers, memory and flags. It stops at a branch, an address or a wait that depends on them, and lists
    where the program makes them public.

    With --matrix, the library itself is built with each compiler and each set of flags, and everything in it that
    handles secrets is checked. Compilers are found by their usual names, or listed in EVARISTE_COMPILERS
    (doc/constant-time.md). If the compiler of a machine is in this project, its configurations take their place.
    """
    from evariste.verification import ct, ct_taint

    if stack and (matrix or not taint):
        raise UserError("--stack is for a program and --taint.")
    if matrix:
        if program:
            raise UserError("--matrix checks the library; it takes no program.")
        sys.exit(0 if _matrix(machine, names, flags, backends, jobs or os.cpu_count() or 1, json_file,
                              taint) else 1)  # fmt: skip
    if not program:
        raise UserError("Which program? `ev ct PROGRAM.elf` checks one, `ev ct --matrix` the library.")
    if taint:
        passed = True
        for secret in ct.secrets(length, runs, seed) if runs else ct.secrets(length, 3, seed)[2:]:
            followed = ct_taint.check(machine.name, program, secret, configuration, engine, args,
                                      max_cycles=max_cycles, limit=findings, stack=stack)  # fmt: skip
            click.echo(f"{program.name}: {followed.sentence}")
            for declassified in followed.declassified:
                click.echo(f"  {declassified.sentence}")
            passed &= followed.passed
        sys.exit(0 if passed else 1)
    verdict = ct.check(
        machine.name,
        program,
        runs=runs or 1000,
        length=length,
        seed=seed,
        configuration=configuration,
        engine=engine,
        args=args,
        max_cycles=max_cycles,
    )
    click.echo(f"{program.name}: {verdict.sentence}")
    sys.exit(0 if verdict.passed else 1)


def _matrix(
    machine: MachineDef, names: tuple[str, ...], flags: tuple[str, ...], backends: tuple[str, ...], jobs: int,
    json_file: Path | None, taint: bool,
) -> bool:  # fmt: skip
    from evariste import build
    from evariste.build import compilers
    from evariste.record import put
    from evariste.verification import ct

    for backend in backends:
        machine.runs(backend)
    wanted = [tuple(f.split()) for f in flags] or ct.FLAGS
    backends = backends or (machine.followed if taint else machine.constant_time)
    if taint and (lost := [b for b in backends if b in machine.driven]):
        raise UserError(f"The backend '{lost[0]}' gives its secrets to a coprocessor, where nothing follows them; "
                        "without --taint two runs are compared.")  # fmt: skip
    if machine.builder:
        if names or taint:
            raise UserError(f"The machine '{machine.name}' has one compiler, and nothing follows secrets on it.")
        cells = ct.built_cells(machine.name, wanted, backends)
        build.sim(machine.name)
    else:
        chain = machine.compiler()
        build.sim(machine.name)
        chosen = [compilers.named(name, chain) for name in names] or compilers.found(chain)
        cells, notes = ct.cells(machine.name, chosen, wanted, backends)
        for note in [*notes, *([] if names else [compilers.absent(chosen)])]:
            if note:
                click.echo(note)
    found = []
    for one in ct.run(cells, jobs, taint):
        found.append(one)
        click.echo(f"{len(found)}/{len(cells)} {one.sentence}")
    for declassified in ct.ct_taint.joined(d for f in found for d in f.declassified):
        click.echo(f"  {declassified.sentence}")
    if json_file:
        put(json_file, ct.records(found))
    leaks = sum(bool(f.leaks) for f in found)
    click.echo(f"{len(found)} builds, {leaks} of them not constant in time.")
    return leaks == 0

# SPDX-License-Identifier: Apache-2.0
"""`ev ct`: does a program's time depend on its secrets?"""

import sys
from pathlib import Path

import click

from evariste.input import INPUT


@click.command(name="ct")
@click.argument("program", type=INPUT)
@click.argument("args", nargs=-1)
@click.option("--runs", default=1000, show_default=True, help="How many secrets to try.")
@click.option("--bytes", "length", default=64, show_default=True, help="Size of secret.bin.")
@click.option("--seed", default=1, show_default=True, help="Of the random secrets.")
@click.option("--engine", type=click.Choice(["iss", "rtl", "lockstep"]), default="iss", show_default=True)
@click.option("--no-gf", is_flag=True, help="The core without its Galois-field unit.")
@click.option("--max-cycles", default=10**9, show_default=True, help="Of one run.")
def command(
    program: Path, args: tuple[str, ...], runs: int, length: int, seed: int, engine: str, no_gf: bool, max_cycles: int
) -> None:
    """Check that PROGRAM runs in constant time.

    PROGRAM (an ELF file) reads its secrets from the file secret.bin and calls ct_begin() and ct_end() (sw/rt/ct.h)
    around the code under test. It is run with many secrets: zeros, ones, random bytes. Every run must execute the
    same instructions, use the same data addresses and take the same cycles between the marks. The exit status is 1
    when one does not.
    """
    from evariste import ct

    verdict = ct.check(
        program, runs=runs, length=length, seed=seed, gf=not no_gf, engine=engine, args=args, max_cycles=max_cycles
    )
    click.echo(f"{program.name}: {verdict.sentence}")
    sys.exit(0 if verdict.passed else 1)

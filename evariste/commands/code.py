# SPDX-License-Identifier: Apache-2.0
"""`ev code`: the error-correcting codes."""

import click

from evariste.commands import machine_option
from evariste.machines import PORTABLE, MachineDef


@click.group(name="code")
def command() -> None:
    """Reed-Solomon and BCH codes: codes of standards by name, any other by description."""


@command.command(name="list")
def list_codes() -> None:
    """The codes that have names, with the standards that define them."""
    from rich.console import Console
    from rich.table import Table

    from evariste.codes import named

    table = Table()
    for title in ("name", "code", "corrects", "standard", "note"):
        table.add_column(title, overflow="fold")
    for name, entry in named.CODES.items():
        table.add_row(name, named.shape(entry.code), str(named.reach(entry.code)), entry.standard, entry.note)
    Console().print(table)


@command.command(name="show")
@click.argument("name", metavar="CODE")
@machine_option
def show(name: str, machine: MachineDef) -> None:
    """A code's parameters, generator, rate and correctable errors, and its cycles on the simulated machine.

    CODE is a name of `ev code list` or a description: rs:n=255,k=239,poly=0x11d[,first=0][,step=1][,punctured=0] or
    bch:n=63,t=2,poly=0x43[,first=1][,extended=1].
    """
    from rich.console import Console
    from rich.table import Table

    from evariste.codes import named, timed
    from evariste.codes.reference import ReedSolomon

    machine.compiler()  # before work is done
    code = named.find(name)
    table = Table(show_header=False, title=f"{name}: {named.shape(code)}")
    field = code.field
    sent = code.n if isinstance(code, ReedSolomon) else code.length
    rows = [
        ("field", f"GF(2^{field.m}), polynomial {code.polynomial:#x}"),
        ("message", f"{code.k} of {sent} {'symbols' if isinstance(code, ReedSolomon) else 'bits'}"),
        ("rate", f"{code.k / sent:.3f}"),
        ("corrects", f"{named.reach(code)} errors; e errors and s erasures with 2e + s <= {_budget(code)}"),
    ]
    if isinstance(code, ReedSolomon):
        rows.append(("roots", f"beta^{code.first_root} .. beta^{code.first_root + code.checks - 1}, "
                              f"beta = alpha^{code.step}"))  # fmt: skip
        rows.append(("generator", " ".join(format(c, "02x") for c in code.generator)))
    else:
        rows.append(("roots", f"alpha^{code.first_root} .. alpha^{code.first_root + 2 * code.t - 1}"))
        rows.append(("generator", f"{code.generator:#x}"))
    if name in named.CODES:
        rows.insert(0, ("standard", named.CODES[name].standard))
    for backend in (machine.native, PORTABLE):
        cycles = timed.cycles(code, backend, machine=machine.name)
        rows.append((f"cycles, {backend}", ", ".join(f"{what} {count:,}" for what, count in cycles.items())))
    for row in rows:
        table.add_row(*row)
    Console().print(table)


def _budget(code: object) -> int:
    from evariste.codes.reference import ReedSolomon

    return code.n - code.k if isinstance(code, ReedSolomon) else 2 * code.t  # type: ignore[attr-defined]

# SPDX-License-Identifier: Apache-2.0
"""`ev cc`: compile a program for the machine."""

from pathlib import Path

import click


@click.command(name="cc")
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("-o", "output", required=True, type=click.Path(dir_okay=False), help="The ELF file to write.")
@click.option("--backend", default="gfp", show_default=True, help="Which sw/low folder: gfp, or portable.")
@click.option("-O", "level", default="2", show_default=True, type=click.Choice(["0", "1", "2", "3", "s", "g", "fast"]),
              help="Optimisation level.")  # fmt: skip
@click.option("-D", "defines", multiple=True, metavar="NAME[=VALUE]", help="Define a macro in the program's sources.")
@click.option("-I", "includes", multiple=True, type=click.Path(file_okay=False), help="One more folder of headers.")
@click.option("--libc", default="full", show_default=True, type=click.Choice(["full", "nano"]),
              help="newlib, or its small variant (no long long in printf).")  # fmt: skip
def command(
    sources: tuple[str, ...],
    output: str,
    backend: str,
    level: str,
    defines: tuple[str, ...],
    includes: tuple[str, ...],
    libc: str,
) -> None:
    """Compile C (.c), assembly (.S) or free-standing C++ (.cc, .cpp) into a program for `ev run`.

    Start-up code, linker script, newlib and the workload library (sw/lib) are linked in as needed.
    """
    from evariste import cc

    pairs = [d.partition("=") for d in defines]
    elf = cc.compile(
        sources,
        out=output,
        backend=backend,
        defines={name: value if equals else None for name, equals, value in pairs},
        opt=f"-O{level}",
        extra=[f"-I{Path(d).resolve()}" for d in includes],
        libc=libc,
    )
    click.echo(f"{output}: {_sizes(elf)}")


def _sizes(elf: Path) -> str:
    from elftools.elf.elffile import ELFFile

    with elf.open("rb") as file:
        sections = [s for s in ELFFile(file).iter_sections() if s["sh_flags"] & 2]
        rom = sum(s["sh_size"] for s in sections if s["sh_type"] != "SHT_NOBITS")
        ram = sum(s["sh_size"] for s in sections if s["sh_addr"] >= 0x20000000 and s.name != ".stack")
    return f"{rom:,} bytes of ROM, {ram:,} of RAM, {_stack(sections):,} reserved for the stack."


def _stack(sections: list) -> int:  # type: ignore[type-arg]
    return sum(s["sh_size"] for s in sections if s.name == ".stack")

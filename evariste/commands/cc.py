# SPDX-License-Identifier: Apache-2.0
"""`ev cc`: compile a program for the machine, with gcc's options."""

import importlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from evariste.commands import machine_option
from evariste.console import SEEKABLE_OUTPUT
from evariste.errors import UserError
from evariste.machines import MachineDef, Options

OWN = ("-o", "--backend", "--libc", "--machine")  # ev's own options, each with a value
# gcc's options with a value, which may be the next word. Those in FILES name a file or a folder.
WITH_VALUE = ("-D", "-U", "-I", "-L", "-l", "-T", "-u", "-include", "-imacros", "-isystem", "-iquote", "-idirafter",
              "-Xlinker")  # fmt: skip
FILES = ("-I", "-L", "-T", "-include", "-imacros", "-isystem", "-iquote", "-idirafter")
LINKER = ("-L", "-l", "-T", "-u", "-Xlinker")  # these, and -Wl,..., go to the linker only
# Every other option that is passed on begins with one of these.
PASSED = ("-W", "-f", "-m", "-O", "-std=", "-g", "-w", "-ansi", "-pedantic", "-nostartfiles")


class GccWords(click.Command):
    """A command that hides gcc's options, in their order, from click. click would read `-lm` as `-l -m`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, words = [], []
        rest = iter(args)
        for word in rest:
            if word.startswith(OWN) or word in ("--help", "-c"):
                own.append(word)
                if word in OWN:
                    own += [value] if (value := next(rest, None)) is not None else []
            else:
                words.append(word)
                if word in WITH_VALUE:
                    words += [value] if (value := next(rest, None)) is not None else []
        return super().parse_args(ctx, [*own, "--", *words])


@click.command(name="cc", cls=GccWords, options_metavar="[OPTIONS] [GCC OPTIONS]")
@click.argument("words", nargs=-1, required=True, metavar="SOURCE...", type=click.UNPROCESSED)
@click.option("-o", "output", type=SEEKABLE_OUTPUT, help="The ELF (with -c the object) to write.")
@click.option("-c", "only", is_flag=True, help="Compile to object files and do not link.")
@machine_option
@click.option("--backend", help="Which folder of sw/low: the machine's own unless told otherwise, or portable.")
@click.option("--libc", default="full", show_default=True, type=click.Choice(["full", "nano"]),
              help="newlib, or its small variant (no long long in printf).")  # fmt: skip
def command(words: tuple[str, ...], output: Path | None, only: bool, machine: MachineDef, backend: str | None,
            libc: str) -> None:  # fmt: skip
    """Compile C (.c), assembly (.S, .s) or free-standing C++ (.cc, .cpp) into a program for `ev run`.

    Objects (.o) and archives (.a) are linked in. So are start-up code, linker script, newlib and the workload library
    (sw/lib) as needed. These options are passed to gcc: -D -U -I -include -isystem -O -g -W -w -std -f -m for the
    compiler, -l -L -T -u -Wl, -Xlinker -nostartfiles for the linker. The default is -O2. -T replaces the linker script.
    A machine with a compiler of its own takes .c and .s only, has a small C library, and refuses options that it lacks.
    """
    from evariste.build import cc

    chain = importlib.import_module(machine.builder).options(machine.name) if machine.builder else machine.compiler()
    backend = backend or machine.native
    level, compiler, inputs = "-O2", [], []
    for word in _joined(words, chain):
        if word in ("--specs=nano.specs", "-specs=nano.specs"):
            libc = "nano"
        elif word in chain.understood:
            pass  # so it is without them
        elif not word.startswith("-") or word.startswith((*LINKER, "-Wl,")):
            inputs.append(word)
        elif word.startswith("-O"):
            level = word
        else:
            compiler.append(word)
    if only:
        _objects(inputs, output, machine=machine.name, backend=backend, opt=level, extra=compiler, libc=libc)
        return
    if output is None:
        raise UserError("The program needs a name: -o PROGRAM.elf.")
    elf = cc.compile(inputs, out=output, machine=machine.name, backend=backend, opt=level, extra=compiler, libc=libc)
    click.echo(f"{output}: {_sizes(elf, machine)}")


def _joined(words: Sequence[str], chain: Options) -> Iterator[str]:
    """The words, with each option joined to its value and files by their full path. Options that are not passed on are
    refused.
    """
    rest = iter(words)
    for word in rest:
        name = next((n for n in sorted(WITH_VALUE, key=len, reverse=True) if word.startswith(n)), None)
        if not word.startswith("-") or (name is None and _passed(word, chain)):
            yield word
        elif name is None:
            raise UserError(f"{word} is not among the options that ev cc passes to gcc; `ev cc --help` lists them.")
        else:
            value = word[len(name) :] or next(rest, None)
            if value is None:
                raise UserError(f"{name} needs a value behind it.")
            if name in FILES and not (name == "-T" and value.startswith(("text", "data", "bss")) and "=" in value):
                value = str(Path(value).resolve())
            yield f"-Wl,{value}" if name == "-Xlinker" else f"{name}{value}"


def _passed(word: str, chain: Options) -> bool:
    if word.startswith("-mcpu=") and word.removeprefix("-mcpu=") not in chain.cores:
        raise UserError(f"{word} names another machine: this one runs the code of {', '.join(chain.cores)}.")
    if word.startswith(chain.refused) and word not in chain.allowed:
        raise UserError(f"{word} is not for this machine, which is {chain.described}.")
    return word.startswith((*PASSED, "--specs=nano.specs", "-specs=nano.specs", *chain.understood))


def _objects(inputs: Sequence[str], output: Path | None, **flags: object) -> None:
    from evariste.build import cc

    sources = [word for word in inputs if not word.startswith("-")]
    if output is not None and len(sources) != 1:
        raise UserError(f"-c with -o takes one source; there are {len(sources)}.")
    for source in sources:
        target = output or Path(source).with_suffix(".o").name
        cc.compile_object(source, target, **flags)  # type: ignore[arg-type]


def _sizes(elf: Path, machine: MachineDef) -> str:
    from elftools.elf.elffile import ELFFile

    from evariste.isa.load import soc

    memory = next(m for m in soc(machine.name).memories if m.name == "ram")
    reach = range(memory.base, memory.base + memory.size)
    with elf.open("rb") as file:
        sections = [s for s in ELFFile(file).iter_sections() if s["sh_flags"] & 2]
        rom = sum(s["sh_size"] for s in sections if s["sh_type"] != "SHT_NOBITS")
        ram = sum(s["sh_size"] for s in sections if s["sh_addr"] in reach and s.name != ".stack")
    return f"{rom:,} bytes of ROM, {ram:,} of RAM, {_stack(sections):,} reserved for the stack."


def _stack(sections: list) -> int:  # type: ignore[type-arg]
    return sum(s["sh_size"] for s in sections if s.name == ".stack")

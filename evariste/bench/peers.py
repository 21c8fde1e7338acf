# SPDX-License-Identifier: Apache-2.0
"""Other people's software on our machines, by its own functions: `ev bench --peer NAME=FOLDER`.

The folder is the user's copy of the software; nothing of it is in this project. It is compiled as our own library is,
for the same core, and asked for the same work. A record names its version, as Git or the software itself says it.
Outputs are checked as those of our own workloads. evariste/bench/peer_list.py says which software there is.
"""

import fnmatch
import re
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from evariste.bench import Case, Output, Workload
from evariste.bench.peer_list import APPS, PEERS, Program
from evariste.bench.peer_tasks import question
from evariste.bench.runner import run
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import PORTABLE
from evariste.paths import ROOT

LEVELS = ("-O2", "-O3")  # the first is that of our library; the record is that of the faster one


@dataclass(frozen=True)
class Job:
    """A task of a peer's program on a machine. `program` is its place in the list of the peer's programs."""

    peer: str
    folder: Path
    program: int
    task: str
    machine: str

    @property
    def what(self) -> Program:
        return PEERS[self.peer].programs[self.program]

    @property
    def name(self) -> str:
        """The record's: `peer.NAME.TASK`, or `peer.NAME.VARIANT.TASK`."""
        return ".".join(filter(None, ("peer", self.peer, self.what.variant, self.task)))


def named(words: tuple[str, ...]) -> dict[str, Path]:
    """The folders of NAME=FOLDER."""
    found = {}
    for word in words:
        name, _, folder = word.partition("=")
        if name not in PEERS or not folder:
            raise UserError(f"--peer takes NAME=FOLDER with the name {', '.join(PEERS)}, not '{word}'.")
        found[name] = Path(folder).resolve()
        for program in PEERS[name].programs:
            list(_sources(name, program, found[name]))
    return found


def _sources(name: str, program: Program, folder: Path) -> Iterator[Path]:
    """The files of a program in the copy. A copy that lacks one, or a folder of headers, is refused."""
    hint = " If it is one, configure it first: doc/family.md has the command." if PEERS[name].configure else ""
    for pattern in program.sources:
        paths = sorted(folder.glob(pattern))
        if not paths:
            raise UserError(f"{folder} is no copy of {name} that can be compiled: it has no {pattern}.{hint}")
        yield from paths
    for include in program.includes:
        if not (folder / include).is_dir():
            raise UserError(f"{folder} is no copy of {name} that can be compiled: it has no {include}.{hint}")


def version(name: str, folder: Path) -> str:
    """What the software says of itself, and the commit of its repository, `-dirty` if files of it were changed; else
    "unknown".
    """
    parts = []
    if (says := PEERS[name].says) and (folder / says[0]).is_file():
        found = re.search(says[1], (folder / says[0]).read_text(errors="replace"))
        parts = [found[1]] if found else []
    if (folder / ".git").exists():
        git = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=7", "--exclude=*"]
        said = subprocess.run(git, capture_output=True, text=True).stdout.strip()
        parts += [said] if said else []
    return " ".join(parts) or "unknown"


def jobs(folders: dict[str, Path], machines: tuple[str, ...], patterns: tuple[str, ...] = ()) -> list[Job]:
    """What is to be measured: the tasks of each program with a name of these shell patterns, or all, on each machine.
    A pattern without a task is refused.
    """
    every = [Job(name, folder, i, task, machine) for name, folder in folders.items()
             for i, program in enumerate(PEERS[name].programs) for task in program.tasks
             for machine in machines]  # fmt: skip
    for pattern in patterns:
        if not any(fnmatch.fnmatch(job.task, pattern) for job in every):
            raise UserError(f"{', '.join(folders)} can do no task called {pattern}.")
    return [job for job in every if not patterns or any(fnmatch.fnmatch(job.task, p) for p in patterns)]


def measured(job: Job) -> dict[str, Any]:
    """The record of a job."""
    found = []
    for level in LEVELS:
        with tempfile.TemporaryDirectory(prefix="evariste-") as name:
            asked = case(job, level, Path(name))
            record = run(Workload(job.name, partial(_built, asked)), job.machine, PORTABLE, "iss")
            elf = cc.compile([ROOT / s for s in asked.sources], backend=PORTABLE, defines=asked.defines, opt=asked.opt,
                             extra=asked.extra, machine=job.machine)  # fmt: skip
        code, data = linked(elf, job.folder)
        found.append(record | {"code_bytes": code, "data_bytes": data})
    return min(found, key=lambda r: (not r["verdict"]["passed"], r["cycles"]))


def _built(asked: Case, backend: str, engine: str) -> Case:
    return asked


def case(job: Job, level: str, scratch: Path) -> Case:
    """The program of a job, and its check. The objects of the peer are put into `scratch`: they are the same for all
    tasks, and are compiled once.
    """
    asked, program = question(job.task), job.what
    flags = [level, *(flag.format(sources=ROOT / APPS) for flag in program.flags)]
    extra = [*flags, "-w", f"-I{ROOT / APPS}", *(f"-I{job.folder / include}" for include in program.includes)]
    objects = []
    for i, source in enumerate(_sources(job.peer, program, job.folder)):
        objects.append(cc.compile_object(source, scratch / f"{source.stem}-{i}.o", backend=PORTABLE, opt=level,
                                         extra=extra, machine=job.machine))  # fmt: skip

    def check(out: Output) -> tuple[bool, str]:
        return asked.check(out.files["out"])

    return Case(
        sources=[f"{APPS}/{program.driver}", *map(str, objects)], label="peer", check=check, files={"in": asked.given},
        defines={**asked.defines, **program.tasks[job.task]}, extra=extra,
        params={"peer": job.peer, "variant": program.variant, "task": job.task,
                "version": version(job.peer, job.folder), "flags": " ".join(f for f in flags if str(ROOT) not in f),
                **asked.params},
    )  # fmt: skip


def linked(elf: Path, folder: Path) -> tuple[int, int]:
    """Bytes of the functions and of the data in a program that come from files of this folder, by its debug
    information."""
    functions: dict[int, int] = {}
    places: set[int] = set()
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        if not file.has_dwarf_info():
            return 0, 0
        for unit in file.get_dwarf_info().iter_CUs():
            source = unit.get_top_DIE().attributes.get("DW_AT_name")
            if source is None or not Path(source.value.decode()).is_relative_to(folder):
                continue
            for die in unit.iter_DIEs():
                start, end = (die.attributes.get(f"DW_AT_{n}_pc") for n in ("low", "high"))
                if die.tag == "DW_TAG_subprogram" and start and end:
                    length = end.value if end.form.startswith("DW_FORM_data") else end.value - start.value
                    functions[start.value] = length
                place = die.attributes.get("DW_AT_location")
                if die.tag == "DW_TAG_variable" and place and place.form == "DW_FORM_exprloc" and place.value[0] == 3:
                    places.add(int.from_bytes(bytes(place.value[1:5]), "little"))  # DW_OP_addr
        functions.pop(0, None)  # that were not linked
        symbols = file.get_section_by_name(".symtab")
        data = {s["st_value"]: s["st_size"] for s in symbols.iter_symbols() if s["st_info"]["type"] == "STT_OBJECT"}
    return sum(functions.values()), sum(data.get(at, 0) for at in places - {0})

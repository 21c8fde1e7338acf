# SPDX-License-Identifier: Apache-2.0
"""What a task of the library takes from a program: bytes of ROM, of stack, and of memory that the caller provides.

A program of sw/apps/footprint does one task. ROM is what linking the task adds to a program that does nothing. The
stack is measured: the program fills it with a pattern and looks how far it has changed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from evariste.bench import Case, Output
from evariste.bench.runner import remembered
from evariste.build import cc
from evariste.errors import UserError
from evariste.machines import PORTABLE, MachineDef
from evariste.paths import ROOT
from evariste.record import record
from evariste.tables import Records, markdown, table

ENGINE = "iss"
COLUMNS = {"ROM": "rom_bytes", "stack": "stack_bytes", "memory": "memory_bytes"}


@dataclass(frozen=True)
class Task:
    """A task: its name in tables, and its program with the macros that choose it."""

    title: str
    program: str
    defines: Mapping[str, str | int]


def _ciphers() -> dict[str, Task]:
    titles = {
        "aes_encrypt": "AES, encrypt a block",
        "aes_both": "AES, both directions",
        "ctr": "AES-CTR",
        "cmac": "AES-CMAC",
        "ccm": "AES-CCM, seal and open",
        "gcm": "AES-GCM, seal and open",
        "ocb": "AES-OCB, seal and open",
        "sha256": "SHA-256",
        "sha512": "SHA-512",
        "hmac_sha256": "HMAC-SHA-256",
    }
    return {name: Task(title, "ciphers.c", {f"TASK_{name}": 1}) for name, title in titles.items()}


def _curves(*curves: str) -> dict[str, Task]:
    titles = {"keygen": "key pair", "ecdh": "ECDH", "sign": "ECDSA, sign", "verify": "ECDSA, verify"}
    return {
        f"{curve}_{name}": Task(f"{curve[0].upper()}-{curve[1:]}, {title}", "curves.c",
                                {f"TASK_{name}": 1, "CURVE": curve})
        for curve in curves for name, title in titles.items()
    }  # fmt: skip


def _codes() -> dict[str, Task]:
    titles = {
        "rs_encode": "RS(255,239), encode, tables in ROM",
        "rs_decode": "RS(255,239), decode, tables in ROM",
        "rs_any": "any Reed-Solomon code, decode, tables made at run time",
        "bch_any": "any BCH code, decode, tables made at run time",
        "bch31_11": "BCH(31,11), decode",
        "bch63_51": "BCH(63,51), decode",
        "crc32": "CRC-32, any CRC",
    }
    return {name: Task(title, "codes.c", {f"TASK_{name}": 1}) for name, title in titles.items()}


X25519 = {"x25519": Task("X25519, key pair and secret", "curves.c", {"TASK_x25519": 1, "CURVE": "k233"})}
FAMILIES = {
    "codes": _codes(), "ciphers": _ciphers(), "curves": _curves("k233", "b283"),
    "prime_curves": _curves("p256", "p384") | X25519,
}  # fmt: skip
TASKS = {name: task for family in FAMILIES.values() for name, task in family.items()}


def measure(name: str, backend: str, machine: MachineDef) -> dict[str, Any]:
    """The record `footprint.NAME` of one task on one backend."""
    task = TASKS[name]
    configuration = machine.runs(backend)
    program = _built(task.program, backend, machine, task.defines)
    case = Case([task.program], "", lambda output: (True, ""))
    output, _ = remembered(program, case, ENGINE, machine.name, configuration)
    rom = loaded(program) - loaded(_built("nothing.c", backend, machine, {}))
    result = record(
        workload=f"footprint.{name}", engine=ENGINE, configuration=configuration, backend=backend,
        cycles=max(output.cycles["task"]),
        passed=True, checked="the task's own answer", machine=machine.name,
    )  # fmt: skip
    return result | {"rom_bytes": rom, "stack_bytes": _said("stack", output), "memory_bytes": _said("memory", output)}


def _built(program: str, backend: str, machine: MachineDef, defines: Mapping[str, str | int]) -> Path:
    return cc.compile([ROOT / "sw/apps/footprint" / program], backend=backend, defines=defines, opt="-O2", libc="nano",
                      machine=machine.name)  # fmt: skip


def _said(what: str, output: Output) -> int:
    for line in output.stdout.splitlines():
        match line.split():
            case [word, number] if word == what:
                return int(number)
    raise UserError(f"The program of a footprint printed no line `{what} BYTES`.")


def loaded(elf: Path) -> int:
    """Bytes of a program's ROM: all that is loaded."""
    with elf.open("rb") as file:
        return sum(segment["p_filesz"] for segment in ELFFile(file).iter_segments("PT_LOAD"))


def chosen(tasks: tuple[str, ...], machine: MachineDef) -> list[tuple[str, str]]:
    """Tasks by name, or all, each with every backend that the machine runs."""
    for name in tasks:
        if name not in TASKS:
            raise UserError(f"There is no task '{name}'; there are {', '.join(TASKS)}.")
    backends = [backend for backend in (machine.native, PORTABLE) if backend in machine.backends]
    if not backends:
        raise UserError(f"The machine '{machine.name}' has no backend of the library.")
    return [(name, backend) for name in tasks or TASKS for backend in backends]


def _table(family: str) -> None:
    @table(f"footprint.{family}")
    def _(records: Records) -> str:
        backends = (records.native, PORTABLE)
        heading = [f"{what}, {backend}" for what in COLUMNS for backend in backends]
        rows = []
        for name, task in FAMILIES[family].items():
            found = [records.one(f"footprint.{name}", backend) for backend in backends]
            rows.append((task.title, *(r[column] for column in COLUMNS.values() for r in found)))
        return markdown(("bytes", *heading), rows)


for _family in FAMILIES:
    _table(_family)

# SPDX-License-Identifier: Apache-2.0
"""Build a workload's program, run it on an engine, check its output, and write the record.

A run is kept in .build/bench under a digest of everything it depends on: the program, its input, the engine, and the
simulator's own build. The check is made again each time, by the present oracle.
"""

import base64
import fnmatch
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from elftools.elf.elffile import ELFFile

from evariste import build, machines, sim
from evariste.bench import Case, Output, Workload, region, registry
from evariste.build import cc
from evariste.cache.keys import Store, code, digest
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.record import record

KEPT = Store("bench")
# What these make is in the key itself. The workloads make the case; what is measured does not depend on other machines.
BUILT = ("evariste.build", "evariste.isa", "evariste.record", "evariste.machines", "evariste.workloads")


def execute(
    elf: Path, case: Case, engine: str, machine: str, configuration: str | None,
    parameters: Mapping[str, int] | None = None,
) -> tuple[Output, list[dict[str, int]]]:  # fmt: skip
    """Run `elf` with the case's files and arguments; the output and the instructions of each measured region.

    `parameters` are those of a configuration without a name. A program that does not end with status 0 is refused with
    the simulator's sentence.
    """
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        directory = Path(name)
        console: list[bytes] = []

        def started(profile: bool = False) -> sim.Machine:
            for file, content in case.files.items():
                (directory / file).write_bytes(content)
            core = sim.Machine(machine, configuration, engine, parameters=parameters)
            core.load(elf)
            core.host(root=directory, args=case.args, stdout=console.append)
            core.watch(regions=bool(case.label), profile=profile)
            return core

        core = started(profile=bool(case.shares) or case.calls)
        stop = core.run()
        stdout = b"".join(console).decode(errors="replace")
        if stop.reason != "exit" or stop.status != 0:
            raise UserError(f"{elf.name} did not finish on {engine}: {stop.sentence} {stdout[-200:]}".strip())
        files = {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}
        regions = core.regions() if case.label else []
        counts = core.event_counts()
        if counts and case.label:
            counts = region.counted(started, core, stdout, case.label)
        profile = core.profile() if case.shares or case.calls else []
        own = {name: taken for name, _, taken, _ in profile} if case.shares else {}
        calls = {name: times for name, times, _, _ in profile} if case.calls else {}
    cycles: dict[str, list[int]] = {}
    for line in stdout.splitlines():
        match line.split():
            case ["cycles", label, count]:
                cycles.setdefault(label, []).append(int(count))
    return Output(stdout, files, cycles, counts, own, calls), regions


def remembered(
    elf: Path, case: Case, engine: str, machine: str, configuration: str, fresh: bool = False
) -> tuple[Output, list[dict[str, int]]]:
    """Like `execute`, but reuses a kept run of the same input, unless `fresh`."""
    known = machines.named(machine)
    parts = sim.parts(known, configuration, engine)
    key = digest(elf.read_bytes(), case.args, case.files, engine, machine, configuration, build.identity(*parts),
                 known.has(configuration).parameters, bool(case.shares), code(__name__, without=BUILT),
                 *(["calls"] if case.calls else []))  # fmt: skip
    kept = None if fresh else KEPT.get(key)
    if kept is None or (kept["counts"] and not kept.get("region")):
        output, regions = execute(elf, case, engine, machine, configuration)
        files = {name: base64.b64encode(content).decode() for name, content in output.files.items()}
        KEPT.put(key, {"stdout": output.stdout, "files": files, "cycles": output.cycles, "regions": regions,
                       "counts": output.counts, "region": True,
                       "own": output.own, "calls": output.calls})  # fmt: skip
        return output, regions
    files = {name: base64.b64decode(content) for name, content in kept["files"].items()}
    calls = kept["calls"] if case.calls else {}
    return Output(kept["stdout"], files, kept["cycles"], kept["counts"], kept["own"], calls), kept["regions"]


def run(workload: Workload, machine: str, backend: str, engine: str, fresh: bool = False) -> dict[str, Any]:
    """The record of one workload on one machine, backend and engine. A `fresh` one uses no earlier run.

    The machine's definition says on which configuration a backend runs.
    """
    case = workload.build(backend, engine)
    configuration = case.configuration or machines.named(machine).runs(backend)
    elf = cc.compile([ROOT / source for source in case.sources], backend=backend, defines=case.defines, opt=case.opt,
                     extra=case.extra, machine=machine)  # fmt: skip
    output, regions = remembered(elf, case, engine, machine, configuration, fresh)
    measured = output.cycles.get(case.label)
    if not measured:
        raise UserError(f"{workload.name} printed no `cycles {case.label}` line, so there is nothing to record.")
    passed, checked = case.check(output)
    called = {name: times for name, times in sorted(output.calls.items())
              if any(fnmatch.fnmatch(name, pattern) for pattern in case.symbols)}  # fmt: skip
    code, data = sizes(elf, case.symbols)
    if case.calls:
        code, _ = sizes(elf, [*called])
    mix = _slowest(case.label, output, regions)
    instructions = mix.pop("instructions", None)
    params = case.params | ({"counts": output.counts} if output.counts else {})
    if called:
        params["calls"] = called
    if case.shares:
        params["shares"] = _shares(case, output, max(measured))
    result = record(
        workload=workload.name, engine=engine, configuration=configuration, backend=backend, params=params,
        cycles=max(measured), instructions=instructions, mix=mix or None, code_bytes=code, data_bytes=data,
        passed=passed, checked=checked, machine=machine,
    )  # fmt: skip
    spread = {"runs": len(measured), "min": min(measured), "mean": sum(measured) / len(measured)}
    return result | {"spread": spread | {"max": max(measured)}}


def _shares(case: Case, output: Output, cycles: int) -> dict[str, float]:
    """The part of the measured cycles, in percent, that each group of functions takes, and `other`."""
    taken = {group: sum(n for name, n in output.own.items() if any(fnmatch.fnmatch(name, p) for p in patterns))
             for group, patterns in case.shares.items()}  # fmt: skip
    taken["other"] = cycles - sum(taken.values())
    return {group: round(100 * n / cycles, 1) for group, n in taken.items()}


def _slowest(label: str, output: Output, regions: list[dict[str, int]]) -> dict[str, int]:
    """The instruction counts of the slowest measurement of `label`. Nothing if they cannot be told apart.

    Measurements and regions correspond in order when the program printed one line for each.
    """
    lines = [line.split() for line in output.stdout.splitlines() if line.startswith("cycles ")]
    if len(lines) != len(regions):
        return {}
    mine = [(int(count), i) for i, (_, name, count) in enumerate(lines) if name == label]
    return dict(regions[max(mine)[1]])


def again(old: dict[str, Any]) -> dict[str, Any]:
    """The same measurement once more: a fresh record for the workload, machine, backend and engine of an old one."""
    known = registry()
    if old["workload"] not in known:
        raise UserError(f"doc/records holds {old['workload']}, which no workload module defines any more.")
    return run(known[old["workload"]], old["machine"], old["backend"], old["engine"], fresh=True)


def named(job: tuple[str, str, str, str, bool]) -> dict[str, Any]:
    """`run` for a pool's worker: takes a workload's name, machine, backend, engine, and whether to run it fresh."""
    name, machine, backend, engine, fresh = job
    return run(registry()[name], machine, backend, engine, fresh)


_EXECUTABLE = 0x4  # SHF_EXECINSTR


def sizes(elf: Path, patterns: list[str]) -> tuple[int, int]:
    """Bytes of the functions and of the data objects whose names match; a symbol counts once per address."""
    code: dict[int, int] = {}
    data: dict[int, int] = {}
    with elf.open("rb") as stream:
        file = ELFFile(stream)
        table = file.get_section_by_name(".symtab")
        for symbol in table.iter_symbols() if table else ():
            index = symbol["st_shndx"]
            if not isinstance(index, int) or not any(fnmatch.fnmatch(symbol.name, p) for p in patterns):
                continue
            kind = symbol["st_info"]["type"]
            if kind not in ("STT_FUNC", "STT_OBJECT"):
                continue
            executable = file.get_section(index)["sh_flags"] & _EXECUTABLE
            side = code if executable and kind == "STT_FUNC" else data
            side[symbol["st_value"] & ~1] = max(symbol["st_size"], side.get(symbol["st_value"] & ~1, 0))
    return sum(code.values()), sum(data.values())

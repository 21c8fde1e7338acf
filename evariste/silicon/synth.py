# SPDX-License-Identifier: Apache-2.0
"""Synthesis to a cell library: Yosys with the slang front end, and its ABC; one recipe for every block.

    elaborate   a top with its parameters; `cut` ports are removed, inputs among them tied to 0
    optimise    synth -noabc, then full and half adders where the library has such cells, gated clocks (`gating`),
                flip-flops mapped
    map         ABC: the script MAP, for area; or FEWEST, for few cells, with a library of its own
    buffer      ABC: the script BUFFER, drivers of large loads are split and cells sized

So a block has two cell counts: after mapping, and in the netlist with its buffers. Timing, power and comparisons use
the netlist.

`keep` names modules that stay separate until all is mapped, so that area and energy are known by block. The names of
their cells begin with the instance. A result is kept in .build/silicon under a digest of its inputs.

For few cells instead of little area ABC gets a copy of the library. In the copy every cell is dearer by the same price,
so that a large cell wins over two small ones; and the library's full adder stands there a second time as an exclusive
OR of three inputs, its carry being left open. What ABC chose is of the library itself in the end. Such a netlist has
fewer cells and more area than one that is mapped for area.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import metadata
from pathlib import Path
from typing import Any

from evariste import cache, yosys
from evariste.cache import keys
from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.silicon import gating
from evariste.silicon.liberty import Library, read

KIND, KEEP = "silicon", 500  # netlists, and what is made of them
MAP = ("strash", "ifraig", "scorr", "dc2", "dc2", "strash", "&get -n", "&dch -f", "&nf -R 100 -F 10", "&put")
FEWEST = ("strash", "ifraig", "scorr", "dc2", "dc2", "strash", "&get -n", "&dch -f", "&nf -R 1000 -F 20", "&put")
BUFFER = ("buffer -c -N 16", "topo", "upsize -D {period}", "dnsize -D {period}")
LOAD = 0.05  # pF: what loads an output while cells are sized
PERIOD = 10.0  # ns: what sizing aims at


@dataclass(frozen=True)
class Job:
    """What to synthesise. `sources` are relative to the repository, or absolute; packages first."""

    top: str
    parameters: tuple[str, ...] = ()  # as NAME=VALUE
    sources: tuple[str, ...] = ()
    keep: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()  # patterns of ports
    period: float = PERIOD  # ns
    fewest: bool = False  # cells, instead of area


@dataclass(frozen=True)
class Netlist:
    """A mapped netlist in `folder`: netlist.v and netlist.json, flat, every net one bit wide."""

    job: Job
    library: Library
    folder: Path

    @property
    def verilog(self) -> Path:
        return self.folder / "netlist.v"

    @cached_property
    def module(self) -> dict[str, Any]:
        """The module as Yosys' write_json gives it: `ports`, `cells`, `netnames`."""
        return json.loads((self.folder / "netlist.json").read_text())["modules"][self.job.top]

    @cached_property
    def counts(self) -> Counter[str]:
        """How many of each cell."""
        return Counter(cell["type"] for cell in self.module["cells"].values())

    @property
    def cells(self) -> int:
        return sum(self.counts.values())

    @property
    def area(self) -> float:
        """In the library's unit."""
        return sum(self.library.cells[name].area * count for name, count in self.counts.items())

    @property
    def ge(self) -> float:
        """Gate equivalents: areas of the library's smallest NAND of two inputs."""
        return self.area / self.library.nand2.area

    @cached_property
    def mapped(self) -> tuple[int, float]:
        """Cells and gate equivalents after mapping, before buffers."""
        cells, area = json.loads((self.folder / "buffers.json").read_text())
        return self.cells - cells, (self.area - area) / self.library.nand2.area

    def blocks(self) -> dict[str, tuple[int, float]]:
        """Cells and gate equivalents of each kept instance by its name, and of the rest under an empty name."""
        found: dict[str, list[float]] = {"": [0, 0.0]}
        for name, cell in self.module["cells"].items():
            at = found.setdefault(self.block(name), [0, 0.0])
            at[0] += 1
            at[1] += self.library.cells[cell["type"]].area / self.library.nand2.area
        return {name: (int(count), ge) for name, (count, ge) in found.items()}

    def block(self, cell: str) -> str:
        """The kept instance that a cell belongs to."""
        name = cell.removeprefix("$flatten\\")
        return next((i for i in self.instances if name.startswith(f"{i}.")), "")

    @cached_property
    def instances(self) -> list[str]:
        """The kept instances."""
        return json.loads((self.folder / "instances.json").read_text())


def synthesise(job: Job, library: Library | None = None, again: int = 0) -> Netlist:
    """The job's netlist, made now or reused if no input has changed. Each number `again` has its own, separately made
    netlist.
    """
    library = library or read()
    texts = {path: (ROOT / path).read_bytes() for path in job.sources}
    key = keys.digest(vars(job) | {"sources": texts}, library.path.read_bytes(), keys.code(__name__),
                      metadata.version("pyosys"), again)  # fmt: skip

    def make(folder: Path) -> None:
        yosys.run(*_passes(job, library, folder), log=folder / "yosys.log")
        _check(job, library, folder)

    folder = cache.built(KIND, job.top, key, make, f"synthesising {job.top}", 20, KEEP)
    return Netlist(job, library, folder)


def _passes(job: Job, library: Library, folder: Path) -> list[str]:
    """The Yosys passes; the helper files they read are written to the folder."""
    top, lib = job.top, library.path
    (folder / "constr").write_text(f"set_driving_cell {library.driver.name}\nset_load {LOAD} [all_outputs]\n")
    sized = [line.format(period=job.period * 1000) for line in BUFFER]
    script = [*(FEWEST if job.fewest else MAP), "print_stats", *sized, "print_stats"]
    (folder / "abc").write_text("".join(f"{line}\n" for line in script))
    adders = _adders(library)
    (folder / "adders.v").write_text(adders)
    unused = " ".join(f"-dont_use {name}" for name in library.unused)
    forbidden = " ".join(f"-dont_use {cell.name}" for cell in library.cells.values() if cell.flop and cell.dont_use)
    gated, gates = gating.passes(library, folder / "gates.v")
    chosen, few = lib, []
    if job.fewest:
        chosen = folder / "fewest.lib"
        write_library(library, chosen)
        (folder / "fewest.v").write_text(mapping(library))
        few = [f"techmap -map {folder}/fewest.v t:{XOR3}"]
    parameters = " ".join(f"-G{p}" for p in job.parameters)
    apart = "--keep-hierarchy" if job.keep else ""
    cut = [f"delete -port {top}/w:{port}" for port in job.cut]
    keep = [f"setattr -mod -set keep_hierarchy 1 ={module} ={module}$*" for module in job.keep]
    return [
        f"read_slang --top {top} {apart} {parameters} {' '.join(job.sources)}",
        f"read_liberty -lib -ignore_miss_func {lib}",
        f"hierarchy -check -top {top}",
        *cut,
        *([f"setundef -undriven -zero {top}"] if cut else []),
        *keep,
        f"synth -top {top} -flatten -noabc -nofsm",
        *(["extract_fa -fa -ha", f"techmap -map {folder}/adders.v", "opt_clean"] if adders else []),
        *gated,
        # Without a suitable flip-flop, a bit that is 1 after reset is held inverted and would lose its name.
        *([] if library.presets else ["rename -wire t:$_DFF_PN1_ t:$_DFF_PP1_"]),
        f"dfflibmap -liberty {lib} {forbidden}",
        "opt",
        *gates,
        f"abc -liberty {chosen} {unused} -constr {folder}/constr -script {folder}/abc",
        *few,
        "opt_clean -purge",
        *(["setattr -mod -unset keep_hierarchy *", f"tee -q -o {folder}/kept.txt select -list {top}/t:*$*",
           "flatten", "opt_clean -purge"] if job.keep else []),
        "setundef -zero",
        *_ties(library),
        "splitnets -format __",
        "opt_clean -purge",
        "check -mapped -noinit",
        f"write_verilog -noattr -noexpr -nohex -nodec {folder}/netlist.v",
        f"write_json {folder}/netlist.json",
    ]  # fmt: skip


def _ties(library: Library) -> list[str]:
    """Constants come from cells, one for 1 and one for 0, where the library has such cells."""
    if not library.ties:
        return []
    (high, one), (low, zero) = library.ties
    return [f"hilomap -singleton -hicell {high.name} {one} -locell {low.name} {zero}"]


def _adders(library: Library) -> str:
    """A map from Yosys' adder cell to the library's, or nothing."""
    if not library.full_adder:
        return ""
    full, (carry, sum_) = library.full_adder
    cells = f"{full.name} f ({_ports(full.inputs, 'ABC')}, .{carry}(X[i]), .{sum_}(Y[i]));"
    if library.half_adder:
        half, (c, s) = library.half_adder
        cells = (f"if (_TECHMAP_CONSTMSK_C_[i] && !_TECHMAP_CONSTVAL_C_[i])\n"
                 f"{half.name} h ({_ports(half.inputs, 'AB')}, .{c}(X[i]), .{s}(Y[i]));\nelse\n{cells}")  # fmt: skip
    return f"""(* techmap_celltype = "$fa" *)
module adders (A, B, C, X, Y);
parameter WIDTH = 1;
parameter _TECHMAP_CONSTMSK_C_ = 0;
parameter _TECHMAP_CONSTVAL_C_ = 0;
input [WIDTH-1:0] A, B, C;
output [WIDTH-1:0] X, Y;
genvar i;
generate for (i = 0; i < WIDTH; i = i + 1) begin : bits
{cells}
end endgenerate
endmodule
"""


def _ports(pins: Sequence[str], names: str) -> str:
    return ", ".join(f".{pin}({name}[i])" for pin, name in zip(pins, names, strict=True))


def _check(job: Job, library: Library, folder: Path) -> None:
    """Refuse a loop of logic, latches that gate no clock, and anything but the library's cells; write the names of the
    kept instances."""
    loops = re.findall(r"found logic loop in module.*:\n((?:    .*\n)*)", (folder / "yosys.log").read_text())
    if loops:
        raise UserError(f"{job.top} has a combinational loop: {' '.join(loops[0].split())}.")
    module = json.loads((folder / "netlist.json").read_text())["modules"][job.top]
    unknown = sorted({cell["type"] for cell in module["cells"].values()} - set(library.cells))
    if unknown:
        if any(kind.startswith("$_") and "FF" in kind for kind in unknown):
            _ = library.flop
        raise UserError(f"{job.top} has parts that {library.path} has no cell for: {', '.join(unknown)}.")
    free = sorted({c["type"] for c in module["cells"].values() if not library.cells[c["type"]].area})
    if free:
        raise UserError(f"{job.top} needs {', '.join(free)}; {library.path} gives them no area.")
    gating.find(module, library)
    log = (folder / "yosys.log").read_text()
    sizes = [(int(n), float(a)) for n, a in re.findall(r"ABC: .*\bnd = *(\d+) .*\barea = *([\d.]+)", log)]
    pairs = list(zip(sizes[0::2], sizes[1::2], strict=True))  # of each module, before and after buffers
    grown = [sum(after[i] - before[i] for before, after in pairs) for i in (0, 1)]
    if job.fewest:
        grown[1] -= grown[0] * price(library)
    (folder / "buffers.json").write_text(json.dumps(grown))
    kept = (folder / "kept.txt").read_text().split() if job.keep else []
    (folder / "instances.json").write_text(json.dumps(sorted(name.split("/", 1)[1] for name in kept if "/" in name)))


PRICE = 8 / 3  # of a cell, in areas of the smallest NAND of two inputs
XOR3 = "exclusive_or_of_three"


def price(library: Library) -> float:
    """What the copy adds to each cell's area."""
    return PRICE * library.nand2.area


def write_library(library: Library, path: Path) -> None:
    """The copy, as Liberty."""
    text, added = library.path.read_text(errors="replace"), ""
    if library.full_adder:
        cell, (carry, _) = library.full_adder
        added = _group(text, rf"cell\s*\(\s*\"?{cell.name}\"?\s*\)")
        added = added.replace(_group(added, rf"pin\s*\(\s*\"?{carry}\"?\s*\)"), "").replace(cell.name, XOR3, 1)
    end = text.rindex("}")
    dearer = re.compile(r"(\bcell\s*\([^)]*\)\s*\{.*?\barea\s*:\s*)([\d.]+)", re.DOTALL)
    path.write_text(
        dearer.sub(lambda m: f"{m[1]}{float(m[2]) + price(library):.6g}", f"{text[:end]}{added}\n{text[end:]}")
    )


def mapping(library: Library) -> str:
    """The exclusive OR of three inputs as a full adder, for Yosys' techmap; nothing without full adders."""
    if not library.full_adder:
        return ""
    cell, (_, total) = library.full_adder
    pins = [*cell.inputs, total]
    return f"""(* techmap_celltype = "{XOR3}" *)
module {XOR3}_cells ({", ".join(pins)});
input {", ".join(cell.inputs)};
output {total};
{cell.name} _TECHMAP_REPLACE_ ({", ".join(f".{pin}({pin})" for pin in pins)});
endmodule
"""


def _group(text: str, head: str) -> str:
    """The group of a Liberty text that begins with `head`, to its closing brace."""
    found = re.search(rf"{head}\s*\{{", text)
    assert found, head
    depth, at = 1, found.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return text[found.start() : at]

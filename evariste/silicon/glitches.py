# SPDX-License-Identifier: Apache-2.0
"""Changes of nets with delays, glitches among them: Icarus on the netlist, annotated with OpenSTA's delays.

A window of a trace is replayed. Flip-flops begin with their values in the trace. Inputs change with the clock's edge.
Clock gates do not delay the clock, because a clock tree would compensate. At the end of each cycle the flip-flops must
hold the values of the trace, else the run is refused.

Icarus looks for each cell of the delays among all cells and nets of its module, one after another. So the bench has the
cells in groups, apart from the nets: annotating 60,000 cells takes seconds instead of many minutes.
"""

import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path

from evariste import cache
from evariste.cache import keys
from evariste.errors import UserError
from evariste.silicon import sta
from evariste.silicon.activity import Activity, held
from evariste.silicon.circuit import GROUP, Circuit, Gate, Net, models
from evariste.silicon.synth import KEEP, KIND

PERIOD = 60.0  # ns: longer than any path, so that a cycle ends before the next begins
DELAYS = "delays.sdf"  # in the folder where the simulation runs
LATE = 0.01  # ns: what inputs change behind the clock's edge, so that it is the edge that comes first


def _tool(name: str) -> str:
    found = shutil.which(name)
    if not found:
        raise UserError(f"Icarus Verilog (`{name}`) is missing; Debian's package iverilog has it.")
    return found


def replay(circuit: Circuit, values: dict[Net, int], windows: Sequence[tuple[int, int]],
           sdf: Path | None = None) -> Activity:  # fmt: skip
    """The changes in all windows of a trace together; see `replays`."""
    each = replays(circuit, values, windows, sdf)
    count, toggles = sum(a.cycles for a in each), Counter[Net]()
    for activity in each:
        toggles.update(activity.toggles)
    return Activity(count, toggles, f"Icarus with delays, {count} cycles")


def replays(circuit: Circuit, values: dict[Net, int], windows: Sequence[tuple[int, int]],
            sdf: Path | None = None, given: Collection[Net] = ()) -> list[Activity]:  # fmt: skip
    """The changes in windows of a trace: (first, count), where cycle `first` is the state to begin from.

    `values` gives every flip-flop and input in each cycle, bit t for cycle t. `sdf` names other delays than OpenSTA's.
    `given`: outputs of flip-flops that take their values from the trace in every cycle.
    """
    set_ = [gate for gate in circuit.flops if gate.outputs[0][1] in given]
    program, clocked = _program(circuit, sdf, set_)
    inputs = [values[net] for _, net in _stimuli(circuit)] + [held(gate, values) for gate in set_]
    rows, states = [], []
    for first, count in windows:
        states.append("".join(str(held(g, values) >> first & 1) for g in reversed(circuit.flops)) or "0")
        for t in range(first, first + count + 1):
            rows.append(f"{int(t == first)}" + "".join(str(value >> t & 1) for value in reversed(inputs)))
    with tempfile.TemporaryDirectory(prefix="evariste-") as name:
        folder = Path(name)
        (folder / "rows").write_text("\n".join(rows) + "\n")
        (folder / "states").write_text("\n".join(states) + "\n")
        (folder / DELAYS).symlink_to(program / DELAYS)
        said = _run([_tool("vvp"), "-n", program / "bench.vvp", f"+rows={len(rows)}"], folder)
        if wrong := [line for line in said.splitlines() if "SDF ERROR" in line or "SDF WARNING" in line]:
            raise UserError(f"Icarus does not take the delays: {wrong[0]}")
        if clocked:
            _check(circuit, values, windows, said)
        each = _changes(folder / "bench.vcd")
    return [Activity(count, toggles, f"Icarus with delays, {count} cycles")
            for (_, count), toggles in zip(windows, each, strict=True)]  # fmt: skip


def _run(command: list[str | Path], folder: Path) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    if done.returncode:
        raise UserError(f"Icarus could not finish: {' '.join((done.stderr or done.stdout).strip().splitlines()[-1:])}")
    return done.stdout


def _stimuli(circuit: Circuit) -> list[tuple[str, Net]]:
    """The inputs that a row gives: all but the clock."""
    return [(n, net) for direction, n, net in circuit.ports() if direction == "input" and net not in circuit.clocks]


def _program(circuit: Circuit, sdf: Path | None, given: Sequence[Gate] = ()) -> tuple[Path, bool]:
    """The folder of the compiled bench and its delays, made now or kept, and whether there are flip-flops."""
    structure, kinds = circuit.grouped("bench.u"), {g.cell.name: g.cell for g in circuit.cells}
    cells = models(list(kinds.values()))
    text = sdf.read_bytes() if sdf else b""
    key = keys.digest(circuit.netlist.folder.name, structure, cells, text, circuit.wires, [g.index for g in given],
                      keys.code(__name__),
                      tools(own_delays=sdf is None))  # fmt: skip

    def make(folder: Path) -> None:
        if sdf is None:
            sta.write_sdf(circuit, folder / DELAYS, folder)
        delays = (sdf or folder / DELAYS).read_text()
        (folder / DELAYS).write_text(_grouped(delays))
        (folder / "cells.v").write_text(cells)
        (folder / "netlist.v").write_text("`timescale 1ns/1ps\n" + structure)
        (folder / "bench.v").write_text(_bench(circuit, given))
        _run([_tool("iverilog"), "-g2012", "-gspecify", "-o", "bench.vvp", "bench.v", "netlist.v", "cells.v"], folder)

    return cache.built(KIND, "delays", key, make, keep=KEEP), bool(circuit.flops)


def _grouped(delays: str) -> str:
    """SDF of a netlist as SDF of its cells in groups. Delays between cells, which Icarus ignores, are left out."""
    head, *cells = re.split(r"(?=\(CELL\b)", delays)
    named = [re.sub(r"\(INSTANCE c(\d+)\)", lambda found: f"(INSTANCE {_cell(int(found[1]))})", cell, count=1)
             for cell in cells if "(INSTANCE)" not in cell]  # fmt: skip
    end = "" if not cells or "(INSTANCE)" not in cells[-1] else ")\n"
    return head + "".join(named) + end


def _cell(index: int) -> str:
    """The cell of this number, in its group."""
    return f"g{index // GROUP}.c{index}"


def tools(own_delays: bool = True) -> list[object]:
    """For keys: the programs that the changes depend on; `own_delays` are OpenSTA's."""
    return [keys.installed(_tool(name)) for name in ("iverilog", "vvp")] + (sta.tools() if own_delays else [])


# A row is the inputs of a cycle, with a bit before them where a window begins: there the flip-flops are set, and what
# then settles is not dumped.
_BENCH = """`timescale 1ns/1ps
module bench;
reg clock = 0;
reg [{inputs}-1:0] in;
reg [{width}:0] rows [0:16383];
reg [{flops}-1:0] states [0:255], state;
integer i, window, total;
netlist u({wired});
cells x();
initial begin
$sdf_annotate("{sdf}", x);
$readmemb("rows", rows);
$readmemb("states", states);
if (!$value$plusargs("rows=%d", total)) $finish;
window = 0;
$dumpfile("bench.vcd");
$dumpvars(1, u);
for (i = 0; i < total; i = i + 1) begin
if (rows[i][{width}]) begin
$dumpoff;
state = states[window]; window = window + 1;
{set}
in = rows[i][{inputs}-1:0];
#{period};
$dumpon;
end else begin
clock = 1;
#{late} in = rows[i][{inputs}-1:0];
{give}
#({half} - {late}) clock = 0;
#{half};
{show}
end
end
$finish;
end
endmodule
"""


def _bench(circuit: Circuit, given: Sequence[Gate]) -> str:
    ports = _stimuli(circuit)
    wired = [f".{name}(in[{i}])" for i, (name, _) in enumerate(ports)]
    wired += [f".{n}(clock)" for direction, n, net in circuit.ports() if direction == "input" and net in circuit.clocks]
    shown = ", ".join(f"x.{_cell(gate.index)}.q" for gate in reversed(circuit.flops))
    return _BENCH.format(
        inputs=len(ports), width=len(ports) + len(given), flops=max(len(circuit.flops), 1), wired=", ".join(wired),
        sdf=DELAYS, period=PERIOD, half=PERIOD / 2, late=LATE,
        set=" ".join(f"x.{_cell(g.index)}.q = state[{i}];" for i, g in enumerate(circuit.flops)),
        give=" ".join(f"x.{_cell(g.index)}.q = rows[i][{len(ports) + i}];" for i, g in enumerate(given)),
        show=f'$display("%b", {{{shown}}});' if shown else "",
    )  # fmt: skip


def _check(circuit: Circuit, values: dict[Net, int], windows: Sequence[tuple[int, int]], printed: str) -> None:
    rows = [line for line in printed.splitlines() if line and set(line) <= set("01xz")]
    times = [t for first, count in windows for t in range(first + 1, first + count + 1)]
    expected = [(gate, held(gate, values)) for gate in reversed(circuit.flops)]
    for t, row in zip(times, rows, strict=True):
        for (gate, value), bit in zip(expected, row, strict=True):
            if bit != str(value >> t & 1):
                name = circuit.names.get(gate.outputs[0][1])
                raise UserError(f"with delays, flip-flop {name} holds {bit} in cycle {t}, against the trace.")


def _changes(vcd: Path) -> list[dict[Net, int]]:
    """Changes of each net of a VCD file whose signals are called n<number>, in each part that $dumpon begins.

    Values from dumpon and dumpoff are not changes, and neither are pulses of zero width.
    """
    nets: dict[str, int] = {}
    settled: dict[str, str] = {}
    pending: dict[str, str] = {}
    found: Counter[str] = Counter()
    parts: list[Counter[str]] = []
    skipped = False

    def settle() -> None:
        found.update(key for key, value in pending.items() if settled[key] != value)
        settled.update(pending)
        pending.clear()

    with vcd.open() as lines:
        for line in lines:
            if line[0] in "01x":
                (settled if skipped else pending)[line[1:-1]] = line[0]
            elif line[0] == "#":
                settle()
            elif line.startswith("$var"):
                words = line.split()
                if words[4].startswith("n") and words[4][1:].isdigit():
                    nets[words[3]] = int(words[4][1:])
            elif line.startswith("$dump"):
                settle()
                skipped = True
                if line.startswith("$dumpon"):
                    found = Counter()
                    parts.append(found)
            elif line.startswith("$end"):
                skipped = False
    settle()
    return [{net: part[key] for key, net in nets.items()} for part in parts]

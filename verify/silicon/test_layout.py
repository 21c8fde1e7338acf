# SPDX-License-Identifier: Apache-2.0
"""Place and route: a small block laid out by default, what its wires weigh, and what is refused."""

import re
import time
from functools import cache as once
from pathlib import Path
from statistics import median

import pytest

from evariste import cache, machines
from evariste.errors import UserError
from evariste.machines import DEFAULT
from evariste.silicon import layout, layout_records, sta
from evariste.silicon.circuit import WIRES, Circuit
from evariste.silicon.layout_records import COLOURS, drawn
from evariste.silicon.synth import synthesise
from evariste.tables import records
from verify.needs import needs

DEF = """VERSION 5.6 ;
UNITS DISTANCE MICRONS 100 ;
DIEAREA ( 0 0 ) ( 2000 1000 ) ;
COMPONENTS 2 ;
- A_1 INVX1 + PLACED ( 100 50 ) S ;
- FILL_1 FILL + PLACED ( 300 50 ) FS ;
END COMPONENTS
SPECIALNETS 1 ;
- bent
+ ROUTED metal1 40 ( 500 100 ) ( 560 * ) ;
END SPECIALNETS
NETS 2 ;
- bent
  ( A_1 Y )
+ ROUTED metal1 ( 500 100 ) ( 700 * ) M2_M1
  NEW metal2 ( 700 100 ) ( * 400 ) ( 800 * ) M3_M2
  NEW metal1 ( 900 900 ) M2_M1 ;
- bare
  ( A_1 A ) ( PIN a ) ;
END NETS
"""
NAND = "module known(input logic a, b, output logic y); assign y = ~(a & b); endmodule\n"


@pytest.fixture(scope="module")
def small() -> layout.Layout:
    return layout.laid(Circuit(synthesise(layout_records.job("sq", DEFAULT))), lambda _: None)


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No layout kept from before, and no programs but those in the folder."""
    circuit()
    monkeypatch.setattr(cache, "BUILD", tmp_path / "kept")
    tools = tmp_path / "bin"
    tools.mkdir()
    monkeypatch.setenv("PATH", str(tools))
    return tools


@once
def circuit() -> Circuit:
    return Circuit(synthesise(layout_records.job("sq", DEFAULT)))


@needs("osu018")
def test_a_wires_capacitance_is_its_lengths_on_each_layer(tmp_path: Path) -> None:
    (tmp_path / "a.def").write_text(DEF)
    design = layout.read(tmp_path / "a.def")
    assert design.lengths("bent") == pytest.approx({"metal1": 2.6, "metal2": 4})
    assert design.wires["bare"] == []
    layers = layout.technology(layout.LEF).layers
    # By hand, from the LEF file: metal1 0.3 um, 38 aF/um^2, 80 aF/um of edge; metal2 0.3 um, 19, 60.
    assert 1e6 * layers["metal1"].capacitance(2.6) == pytest.approx(2.6 * (0.3 * 38 + 2 * 80))
    assert 1e6 * layers["metal2"].capacitance(4) == pytest.approx(4 * (0.3 * 19 + 2 * 60))


@needs("osu018", "qflow")
def test_every_cell_is_in_the_rows_and_none_on_another(small: layout.Layout) -> None:
    sizes, taken = small.technology.sizes, set[tuple[int, int]]()
    for placed in small.design.components:
        columns = round(sizes[placed.cell][0] / 0.8)  # a cell is whole columns of 0.8 um wide, a row high
        mine = {(round(placed.at[0] / 0.8 * 2) + 2 * i, round(placed.at[1])) for i in range(columns)}
        assert not mine & taken, placed
        taken |= mine
    assert 0.5 < small.utilisation <= 1


@needs("osu018", "qflow")
def test_the_lengths_are_those_that_the_router_says_itself(small: layout.Layout) -> None:
    """qrouter's own file counts one edge of a wire, and a step of its grid more at some ends."""
    layers = small.technology.layers
    own, said = [], []
    for line in (small.folder / "layout/top.rc").read_text().splitlines():
        if net := line.split()[:1]:
            said.append(sum(float(pf) for pf in re.findall(r"\( [\d.e+-]+ ([\d.e+-]+)", line)))
            own.append(sum(s.length * (layers[s.layer].width * layers[s.layer].area + layers[s.layer].edge)
                           for s in small.design.wires[net[0]]))  # fmt: skip
    assert len(own) > 100
    assert 0.75 < sum(own) / sum(said) < 1
    assert 0.7 < median(a / b for a, b in zip(own, said, strict=True)) <= 1.05


@needs("osu018", "qflow")
def test_wires_as_laid_make_paths_longer_than_none(small: layout.Layout, tmp_path: Path) -> None:
    without = Circuit(small.circuit.netlist, False)
    heavy = Circuit(small.circuit.netlist, {net: 100 * pf for net, pf in small.wires.items()})
    delays = [sta.longest(c, tmp_path).delay for c in (without, small.routed, heavy)]
    assert delays[0] < delays[1] < 1.2 * delays[0] < delays[2]


def test_the_wire_table_in_use_is_that_of_the_lanes_record() -> None:
    lane = next(r for r in records() if r["workload"] == "layout.lane")
    assert {n: 1000 * pf for n, pf in WIRES.items()} == pytest.approx(
        {int(n): w["ff"] for n, w in lane["wires"].items()}, rel=0.1
    )


@needs("osu018", "qflow")
def test_the_wire_table_of_a_block_laid_out_again_is_that_of_its_record(small: layout.Layout) -> None:
    record = next(r for r in records() if r["workload"] == "layout.sq")
    assert {str(n): round(1000 * pf, 2) for n, (pf, _) in small.table().items()} == pytest.approx(
        {n: w["ff"] for n, w in record["wires"].items()}, rel=0.15
    )


@needs("osu018", "qflow")
@pytest.mark.parametrize(("name", "gone", "sentence"), [
    ("net", r"^- {} *\n[^;]*;\n", "1 nets have no wire"), ("NAND2X1_1", r"^- {} .*\n", "other cells than the netlist"),
])  # fmt: skip
def test_a_net_without_wire_and_a_cell_too_few_are_refused(
    small: layout.Layout, tmp_path: Path, name: str, gone: str, sentence: str
) -> None:
    text = (small.folder / "layout/top.def").read_text()
    name = next(called for _, called in small.nets if called.startswith("n")) if name == "net" else name
    broken, count = re.subn(gone.format(name), "", text, flags=re.MULTILINE)
    assert count
    (tmp_path / "broken.def").write_text(broken)
    with pytest.raises(UserError, match=sentence):
        layout.Layout(small.circuit, small.technology, layout.read(tmp_path / "broken.def"), tmp_path)


@needs("osu018")
def test_a_route_that_fails_is_refused(elsewhere: Path) -> None:
    (elsewhere / "qflow").write_text("""#!/bin/sh
echo 'Final: Failed net routes: 3' > log/route.log
: > layout/top_unroute.def
: > layout/top.rc
""")
    (elsewhere / "qflow").chmod(0o755)
    with pytest.raises(UserError, match=r"cannot be routed: Final: Failed net routes: 3"):
        layout.laid(circuit())


@needs("osu018")
def test_what_is_missing_is_told(elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match="qflow, for place and route, is missing"):
        layout.laid(circuit())
    with pytest.raises(UserError, match="cannot read the layout"):
        layout.read(tmp_path / "none.def")
    (tmp_path / "empty.def").write_text("nothing\n")
    with pytest.raises(UserError, match="is no DEF file"):
        layout.read(tmp_path / "empty.def")
    (tmp_path / "poor.lef").write_text("LAYER metal1\n  TYPE ROUTING ;\n  WIDTH 0.3 ;\nEND metal1\n")
    with pytest.raises(UserError, match="gives no CAPACITANCE"):
        layout.technology(tmp_path / "poor.lef")
    with pytest.raises(UserError, match="has no block nonsense"):
        layout_records.job("nonsense", DEFAULT)
    for other in (m.name for m in machines.all() if m.name != DEFAULT):
        with pytest.raises(UserError, match="has no block lane"):  # of this machine's unit
            layout_records.job("lane", other)
    monkeypatch.setattr(layout, "LEF", tmp_path / "none.lef")
    with pytest.raises(UserError, match="qflow-tech-osu018 has it"):
        layout.laid(circuit())


@needs("osu018")
def test_a_tool_that_hangs_is_ended_with_what_it_started(elsewhere: Path, tmp_path: Path) -> None:
    (elsewhere / "qflow").write_text(f"#!/bin/sh\n/bin/sleep 60 & echo $! > {tmp_path}/child\nwait\n")
    (elsewhere / "qflow").chmod(0o755)
    begun = time.monotonic()
    with pytest.raises(UserError, match="qflow was ended after 0 minutes, its time limit"):
        layout.laid(circuit(), limits={"place": 0.5})
    assert time.monotonic() - begun < 10
    time.sleep(0.2)
    child = Path(f"/proc/{(tmp_path / 'child').read_text().strip()}/stat")
    assert not child.exists() or child.read_text().split(") ")[1][0] == "Z"


@needs("osu018")
def test_a_tool_that_leaves_nothing_is_told_with_its_last_words(elsewhere: Path) -> None:
    (elsewhere / "qflow").write_text("#!/bin/sh\necho graywolf failed with exit status 1\n")
    (elsewhere / "qflow").chmod(0o755)
    with pytest.raises(UserError, match=r"qflow could not place .*: graywolf failed with exit status 1"):
        layout.laid(circuit())


@needs("osu018", "qflow")
def test_the_picture_shows_every_cell_and_layer(small: layout.Layout) -> None:
    text = drawn(small)
    assert len(re.findall(r"M[-\d.]+ [-\d.]+h[\d.]+v-10", text)) == small.circuit.netlist.cells
    assert all(COLOURS[layer] in text for layer in small.lengths)


@needs("osu018", "qflow")
@pytest.mark.full
def test_a_second_run_gives_the_same_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = layout.laid(Circuit(synthesise(layout_records.job("mul", DEFAULT))), lambda _: None)
    monkeypatch.setattr(cache, "BUILD", tmp_path)
    again = layout.laid(first.circuit, lambda _: None)
    assert again.wires == first.wires and again.core == first.core
    assert again.folder != first.folder

# SPDX-License-Identifier: Apache-2.0
"""`ev silicon` with another library, and what it refuses."""

import json
import re
from pathlib import Path

import click
import pytest

from evariste import machines
from evariste.commands import silicon
from evariste.commands.silicon import command
from evariste.errors import UserError
from evariste.record import joined
from evariste.silicon import designs, liberty, measure, sta
from evariste.silicon.synth import synthesise
from verify.needs import needs

PLAIN = Path(__file__).with_name("plain.lib")
FEW = ("INVX1", "BUFX2", "NAND2X1", "NOR2X1", "DFFPOSX1")


@pytest.fixture
def poor(tmp_path: Path) -> Path:
    """The default library with a handful of its cells, in other units."""
    text = liberty.DEFAULT.read_text()
    head, *cells = re.split(r"(?=\n\s*cell \()", text)
    kept = [c for c in cells if re.match(r"\s*cell \((\w+)\)", c)[1] in FEW]
    path = tmp_path / "poor.lib"
    path.write_text(head + "".join(c.rstrip() for c in kept) + "\n}\n")
    return path


@needs("osu018")
def test_another_library_gives_another_netlist(poor: Path) -> None:
    library = liberty.read(poor)
    assert set(library.cells) == set(FEW) and library.full_adder is None
    netlist = synthesise(designs.block("sq", 2), library)
    assert set(netlist.counts) <= set(FEW)
    assert netlist.cells > synthesise(designs.block("sq", 2)).cells
    what = measure.built(designs.block("sq", 2), poor)
    assert what.longest().delay > measure.built(designs.block("sq", 2)).longest().delay


@needs("osu018")
def test_what_is_not_there_is_refused_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: str) -> str:
        with pytest.raises(UserError) as refusal:
            command.main(list(arguments), standalone_mode=False)
        return str(refusal.value)

    assert "there is no topic nonsense" in refused("nonsense")
    assert "cannot be read" in refused("area", "--liberty", str(tmp_path / "none.lib"))
    assert "there is no workload nonsense" in refused("--workload", "nonsense")
    assert "`ev bench --machine gfp --list`" in refused("--workload", "nonsense")
    for other in (m for m in machines.all() if not m.backends):  # its programs have names of their own
        said = refused("--machine", other.name, "workloads", "--workload", "nonsense")
        assert f"nonsense of {other.name}; there are {next(iter(other.module('silicon').WORKLOADS))}, " in said
        assert "ev bench" not in said
    assert "no configuration 'nonsense'" in refused("--configuration", "nonsense")
    assert "--configuration is for the topic area or ablation" in refused("timing", "--configuration", "tiny")
    assert "a layout is of the blocks named behind it" in refused("layout", "mul", "--configuration", "tiny")
    assert "--workload is for the topic workloads" in refused("area", "--workload", "aes128.encrypt")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "OpenSTA (`sta`) is missing" in _without_tools(tmp_path)


def _without_tools(folder: Path) -> str:
    with pytest.raises(UserError) as refusal:
        sta.longest(measure.built(designs.block("sq", 2)).circuit, folder)
    return str(refusal.value)


def test_new_records_take_the_place_of_old_ones_and_others_stay(tmp_path: Path) -> None:
    def made(workload: str, ge: int, backend: str = "gfp", machine: str = "gfp", config: str = "full") -> dict:
        return {"machine": machine, "config": config, "workload": workload, "backend": backend, "ge": ge,
                "engine": "netlist", "cycles": None}  # fmt: skip

    path = tmp_path / "r.json"
    others = [made("b", 1, config="tiny"), made("b", 1, machine="other")]
    path.write_text(json.dumps([made("a", 1), made("b", 1), *others]))
    assert joined(path, [made("b", 2), made("b", 3, "portable")]) == [
        made("a", 1), made("b", 2), *others, made("b", 3, "portable"),
    ]  # fmt: skip
    path.write_text("nonsense")
    with pytest.raises(UserError, match="holds no records"):
        joined(path, [])


def test_a_run_that_is_stopped_keeps_what_it_has_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object):
        yield {"machine": "gfp", "workload": "a", "backend": "gfp"}
        raise KeyboardInterrupt

    monkeypatch.setattr(silicon, "_measured", stopped)
    with pytest.raises((KeyboardInterrupt, click.exceptions.Abort)):
        command.main(["area", "--liberty", str(PLAIN), "--json", str(tmp_path / "r.json")], standalone_mode=False)
    assert [r["workload"] for r in json.loads((tmp_path / "r.json").read_text())] == ["a"]

# SPDX-License-Identifier: Apache-2.0
"""Random programs run every line and branch of the RTL and move every bit, or a waiver beside the RTL says why not."""

from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste.commands.coverage import command
from evariste.errors import UserError
from evariste.machines.gfp import cover as runs
from evariste.paths import ROOT
from evariste.verification import cover


@pytest.mark.full
def test_every_point_is_hit_or_waived() -> None:
    found = runs.measure(120)
    assert not found.missing, "\n".join(map(str, found.missing))


def test_every_waiver_of_the_rtl_has_a_reason_and_fits_the_source() -> None:
    folders = [path.parent.relative_to(ROOT / "rtl") for path in (ROOT / "rtl").rglob("cover.yaml")]
    assert folders
    assert all(cover.waivers_of(str(folder)) for folder in folders)


@pytest.mark.parametrize("missing", [[], [cover.Point("branch", "rtl/soc/gfp_soc.sv", 166, 1, "cond_then")]])
def test_the_status_says_whether_a_point_is_missing(missing: list[cover.Point], monkeypatch) -> None:
    report = cover.Report(Counter(branch=1 + len(missing)), Counter(branch=1), missing)
    monkeypatch.setattr(runs, "measure", lambda programs, say: report)
    done = CliRunner().invoke(command, ["--rtl", "--missing", "--programs", "1"], standalone_mode=False)
    assert done.return_value == len(missing), done.output
    assert ("gfp_soc.sv:166" in done.output) == bool(missing)


SOURCE = "logic [3:0] x;  // y\nlogic y;\nif (y) begin\n  x = 0;\n\n  y = 0;\nend\nx = 1;\n"


def folder(tmp_path: Path, waived: str, source: str = SOURCE) -> Path:
    """A project with one module and these waivers."""
    (tmp_path / "rtl/a").mkdir(parents=True)
    (tmp_path / "rtl/a/m.sv").write_text(source)
    (tmp_path / "rtl/a/cover.yaml").write_text(waived)
    return tmp_path


def measured(root: Path, monkeypatch: pytest.MonkeyPatch, points: list[str]) -> cover.Report:
    """The report with these points of the module, `line:name count`."""
    monkeypatch.setattr(cover, "ROOT", root)
    records = []
    for point in points:
        place, count = point.rsplit(" ", 1)
        line, name = place.split(":", 1)
        keys = {"f": str(root / "rtl/a/m.sv"), "l": line, "n": "1", "page": "v_toggle/m", "o": name}
        records.append("C '" + "".join(f"\x01{k}\x02{v}" for k, v in keys.items()) + f"' {count}")
    data = root / "coverage.dat"
    data.write_text("# SystemC::Coverage-3\n" + "\n".join(records) + "\n")
    return cover.report([data])


EVEN = "- reason: always even\n  signals: {m: 'x[1:0]'}\n"
POINTS = ["1:x[0]:0->1 0", "1:x[1]:0->1 4", "1:x[2]:0->1 0", "2:y:1->0 7", "2:y:1->0 0"]


def test_a_point_that_is_not_hit_is_missing_unless_its_bit_is_waived(tmp_path, monkeypatch) -> None:
    found = measured(folder(tmp_path, EVEN), monkeypatch, POINTS)
    assert [p.what for p in found.missing] == ["x[2]:0->1"]
    assert found.waived == {"always even": 1}
    assert (found.hit["toggle"], found.total["toggle"]) == (2, 3)


def test_a_bit_of_an_array_can_be_waived(tmp_path, monkeypatch) -> None:
    root = folder(tmp_path, "- reason: below 2\n  signals: {m: 'x[1][3:1]'}\n")
    found = measured(root, monkeypatch, ["1:x[1][0]:0->1 1", "1:x[1][2]:0->1 0", "1:x[0][2]:0->1 0"])
    assert [p.what for p in found.missing] == ["x[0][2]:0->1"]


def test_a_line_and_a_block_can_be_waived(tmp_path, monkeypatch) -> None:
    root = folder(tmp_path, "- reason: another configuration\n  blocks: {m: if (y) begin}\n  lines: {m: x = 1;}\n")
    found = measured(root, monkeypatch, ["2:y:0->1 0", "3:if 0", "4:a 0", "6:b 0", "8:c 0"])
    assert [p.line for p in found.missing] == [2]


def test_a_waiver_for_which_no_point_is_counted_is_refused(tmp_path, monkeypatch) -> None:
    with pytest.raises(UserError, match=r"fit no point .* rtl/a/m.sv x\[1:0\]"):
        measured(folder(tmp_path, EVEN), monkeypatch, ["2:y:1->0 7"])


@pytest.mark.parametrize(("waived", "complaint"), [
    ("- signals: {m: x}\n", "an entry has a reason"),
    ("- reason: so\n", "an entry has a reason"),
    ("- reason: so\n  signal: {m: x}\n", "an entry has a reason"),
    ("- reason: so\n  signals: {n: x}\n", "there is no n.sv"),
    ("- reason: so\n  signals: {m: z}\n", "no signal z"),
    ("- reason: so\n  signals: {m: 'x[1'}\n", "not a signal with its bits"),
    ("- reason: so\n  lines: {m: x = 2;}\n", "has 0 lines `x = 2;`"),
])  # fmt: skip
def test_a_waiver_that_fits_nothing_is_refused(tmp_path: Path, waived: str, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        cover.waivers_of("a", folder(tmp_path, waived))

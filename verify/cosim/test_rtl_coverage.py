# SPDX-License-Identifier: Apache-2.0
"""Random programs run every line and branch of the RTL and move every bit, or the RTL says why not."""

from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.paths import ROOT
from evariste.verification import cover
from evariste.verification.cover import run


@pytest.mark.full
def test_every_point_is_hit_or_waived() -> None:
    found = run.measure(120)
    assert not found.missing, "\n".join(map(str, found.missing))


def test_every_waiver_of_the_rtl_has_a_reason_and_names_what_is_declared_below_it() -> None:
    for path in (ROOT / "rtl").rglob("*.sv"):
        text = path.read_text().splitlines()
        for line, waivers in cover.waivers(str(path.relative_to(ROOT))).items():
            for waiver in waivers:
                for bit in waiver.bits:
                    assert bit.split("[")[0].split(".")[0] in text[line - 1], f"{path.name}:{line} {bit}"


def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, points: list[str]) -> cover.Report:
    """The report on a source file with these points, `line:name count`."""
    monkeypatch.setattr(cover, "ROOT", tmp_path)
    cover.waivers.cache_clear()
    (tmp_path / "rtl").mkdir()
    (tmp_path / "rtl/a.sv").write_text(source)
    records = []
    for point in points:
        place, count = point.rsplit(" ", 1)
        line, name = place.split(":", 1)
        keys = {"f": str(tmp_path / "rtl/a.sv"), "l": line, "n": "1", "page": "v_toggle/a", "o": name}
        records.append("C '" + "".join(f"\x01{k}\x02{v}" for k, v in keys.items()) + f"' {count}")
    data = tmp_path / "coverage.dat"
    data.write_text("# SystemC::Coverage-3\n" + "\n".join(records) + "\n")
    return cover.report([data])


SOURCE = "// cover: off x[1:0]: always even\nlogic [3:0] x;\nlogic y;\n"


def test_a_point_that_is_not_hit_is_missing_unless_its_bit_is_waived(tmp_path, monkeypatch) -> None:
    points = ["2:x[0]:0->1 0", "2:x[1]:0->1 4", "2:x[2]:0->1 0", "3:y:1->0 7", "3:y:1->0 0"]
    found = measured(tmp_path, monkeypatch, SOURCE, points)
    assert [p.what for p in found.missing] == ["x[2]:0->1"]
    assert found.waived == {"always even": 1}
    assert (found.hit["toggle"], found.total["toggle"]) == (2, 3)
    cover.waivers.cache_clear()


def test_a_waiver_without_a_reason_is_refused(tmp_path, monkeypatch) -> None:
    with pytest.raises(UserError, match="should read"):
        measured(tmp_path, monkeypatch, "// cover: off x[1:0]:\nlogic [3:0] x;\n", ["2:x[0]:0->1 0"])
    cover.waivers.cache_clear()

# SPDX-License-Identifier: Apache-2.0
"""Do the documents say what the records say, and does `ev report --check` notice when they do not?"""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from evariste import record, tables
from evariste.commands.report import command
from evariste.machines import DEFAULT, NATIVE
from evariste.papers import tables as results
from evariste.rates import energy
from evariste.report import figures
from evariste.tables import Records

OURS = (NATIVE, DEFAULT)  # backend and machine


def test_documents_and_figures_are_what_the_records_say() -> None:
    done = CliRunner().invoke(command, ["--check"])
    assert done.exit_code == 0, done.output


def altered(workload: str, **values: object) -> Records:
    return Records(r | values if r["workload"] == workload else r for r in tables.records())


@pytest.mark.parametrize("document", ["README.md", "doc/results.md", "doc/codes.md"])
def test_another_record_is_another_document(document: str) -> None:
    text = (tables.ROOT / document).read_text()
    assert tables.filled(text, tables.records()) == text
    assert tables.filled(text, altered("rs255_239.decode.e8", cycles=4321, spread={"mean": 4321})) != text


def test_another_record_is_another_figure() -> None:
    assert all(figures.is_current(name, tables.records()) for name in figures.FIGURES)
    assert not figures.is_current("results-speed", altered("rs255_239.decode.e8", cycles=4321))


def test_the_command_fails_when_a_document_is_old(monkeypatch: pytest.MonkeyPatch) -> None:
    old = altered("rs255_239.encode", cycles=4321)
    monkeypatch.setattr(tables, "records", lambda: old)
    done = CliRunner().invoke(command, ["--check"])
    assert done.exit_code == 2 and "is not what doc/records says" in done.output


def test_no_record_is_left_out_for_the_name_of_its_machine() -> None:
    """Records of machines that are not there are left out. All are there, so a name that is misspelt would be seen."""
    assert len(tables.records()) == sum(len(json.loads(path.read_text())) for path in tables.FOLDER.glob("*.json"))


def test_a_table_is_written_by_one_function() -> None:
    tables.filled("", tables.records())  # all functions are known then
    with pytest.raises(ValueError, match=r"two functions write the table codes\.speed"):
        tables.table("codes.speed")(str)


def test_a_damaged_file_of_records_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("[\n<<<<<<< a\n]")
    monkeypatch.setattr(tables, "FOLDER", tmp_path)
    done = CliRunner().invoke(command, ["--check"])
    assert done.exit_code == 2 and "broken.json is not JSON" in done.output


def with_energy(pj_per_cycle: float, *names: str) -> Records:
    """The committed records, with made-up energies of these workloads, twice as high a cycle without the unit."""
    known = Records(r for r in tables.records() if not r["workload"].startswith("silicon."))
    return Records([*known, *(
        {"workload": f"silicon.energy.{name}", "backend": backend, "engine": "netlist", "cycles": None,
         "energy_pj": factor * pj_per_cycle * known.one(name, backend)["cycles"]}
        for name in names for backend, factor in ((NATIVE, 1), ("portable", 2))
    )])  # fmt: skip


def test_energy_is_joined_when_it_is_there() -> None:
    names = "rs255_239.decode.e8", "bch31_11.decode.e5"
    known = with_energy(20.0, *names)
    assert energy.per_cycle(known, *OURS) == {name: pytest.approx(20) for name in names}
    assert energy.of_decoder(known, "wban", *OURS) == pytest.approx(20) == energy.of_decoder(known, "otn", *OURS)
    assert energy.of_workload(known, names[0], *OURS) == (pytest.approx(20 * known.one(names[0])["cycles"]), True)
    assert energy.of_workload(known, "aes128.encrypt", *OURS) is None
    known.append({"workload": energy.MEAN, "backend": NATIVE, "engine": "netlist", "cycles": None, "energy_pj": 10.0})
    assert energy.of_workload(known, "aes128.encrypt", *OURS) == (10 * known.one("aes128.encrypt")["cycles"], False)


def test_the_summary_says_where_energy_is_measured_estimated_or_missing() -> None:
    def summary(records: Records) -> str:
        return tables.filled("<!-- table results.summary -->\n<!-- end table -->", records)

    without = with_energy(20.0)
    assert energy.of_decoder(without, "wban", *OURS) is None
    assert summary(without).count(results.NO_ENERGY) == 2 * len(results.APPLICATIONS)
    known = with_energy(20.0, "rs255_239.decode.e8")
    joules = 20 * known.one("rs255_239.decode.e8")["cycles"] / 1000
    assert f"| {joules:,.4g} |" in summary(known)
    known.append({"workload": energy.MEAN, "backend": NATIVE, "engine": "netlist", "cycles": None, "energy_pj": 10.0})
    assert f"| ~{10 * known.one('aes128.encrypt')['cycles'] / 1000:,.4g} |" in summary(known)


def test_the_cost_figure_is_in_joules_when_they_are_known() -> None:
    data = figures.FIGURES["results-cost"][0]
    cycles, joules = data(with_energy(20.0)), data(with_energy(20.0, "rs255_239.decode.e8", "bch31_11.decode.e5"))
    assert "no energy record" in cycles["unit"] and "pJ" in joules["unit"]
    assert joules["lines"][0][1][0][1] == pytest.approx(20 * cycles["lines"][0][1][0][1])


def test_cost_of_a_delivered_bit_by_hand() -> None:
    row = {"words": 10, "lost": 5, "cycles": 1000}
    assert energy.cycles_per_bit(row, 20) == 10  # 1000 cycles for 5 words of 20 bits
    assert energy.cycles_per_bit(row | {"lost": 10}, 20) is None
    assert energy.delivered(row, 0.8) == pytest.approx(0.4)


def test_the_best_code_changes_with_the_channel() -> None:
    """The argument for a programmable decoder: a good channel wants a weak code, a bad one a strong code."""
    known = tables.records()
    strength = {code: i for i, code in enumerate(c for c in results.FAMILY if c.startswith("rs"))}
    good, _ = results.best(known, "bsc", 1e-4)
    bad, _ = results.best(known, "bsc", 2e-3)
    assert good and bad and strength[good["code"]] < strength[bad["code"]]


def test_records_keep_their_meaning_as_text(tmp_path: Path) -> None:
    records = [{"a": [1, 2.5, -3e-9], "b": {"c": "[1,\n 2]"}, "d": [], "e": ["1, 2"], "f": [[1, 2], [3]]}]
    text = record.text(records)
    assert json.loads(text) == records and "[1, 2.5, -3e-09]" in text

# SPDX-License-Identifier: Apache-2.0
"""`ev vword`: what it says of a polynomial, the files it writes, and its answers to what cannot be."""

import csv
import itertools
import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from evariste.cli import ev
from evariste.machines import named
from evariste.machines.vword import measure, sweep
from verify.vword.test_reduction import F163, F241, F283, TABLE


def call(*words: str) -> Result:
    return CliRunner().invoke(ev, ["vword", *words], catch_exceptions=False)


@pytest.mark.parametrize(
    ("f", "best"),
    [
        (F283, "words of 294 bits, 18 operations, 22 cycles .* 283 \\+ 12 - 1"),
        (F241, "241 bits, 8 operations, 11 cycles"),
        (F163, "169 bits, 18 operations, 22 cycles .* 163 \\+ 7 - 1"),
    ],
)
def test_a_sweep_names_the_best_word_and_why(f: str, best: str) -> None:
    assert re.search(best, call("sweep", f).output)


def test_a_sweep_on_a_cluster_says_the_same() -> None:
    words = ("sweep", F241, "--words", "32:40")
    assert call(*words, "--scheduler", "local", "-j", "2").output.splitlines()[-1:] == call(
        *words, "-j", "1").output.splitlines()[-1:]  # fmt: skip


def test_a_sweep_writes_its_table_and_its_drawings(tmp_path: Path) -> None:
    result = call("sweep", F241, "--words", "32:64", "--out", str(tmp_path / "new"))
    assert result.exit_code == 0
    rows = list(csv.DictReader((tmp_path / "new/sweep.csv").open()))
    assert [int(row["word"]) for row in rows] == [*range(32, 65)]
    for row in rows:
        if int(row["word"]) in TABLE[F241]:
            found = [int(row[name]) for name in ("operations", "executed", "cycles", "cycles_fused")]
            assert tuple(found) == TABLE[F241][int(row["word"])]
        assert (int(row["pack"]) == 0) == (int(row["unpack"]) == 0) == (row["word"] == row["row"])
    for name in ("operations", "cycles", "gain"):
        assert ElementTree.parse(tmp_path / f"new/{name}.svg").getroot().tag.endswith("svg")
    assert len(list((tmp_path / "new").iterdir())) == 4


def test_a_ring_is_swept_with_a_warning() -> None:
    result = call("sweep", "x^127+x^9+1", "--words", "32:40")
    assert result.exit_code == 0 and "has a factor of degree" in result.output


def test_a_program_is_shown_with_its_cycles_and_proved() -> None:
    text = call("reduce", F241, "--word", "241", "--level", "fused", "--check").output
    assert "9 cycles, 5 operations" in text and "a result into 32-bit words: 17 cycles" in text
    assert "no conversion" in call("reduce", F241, "--word", "64").output
    assert "right for every product: 481 unit vectors" in text
    cycles = [int(line.split()[0]) for line in text.splitlines() if line.startswith(" ")]
    assert cycles == [*range(9)]
    assert "6 cycles" in call("reduce", F283, "--word", "283", "--level", "field", "--check").output


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sweep", "x^283+y"), "'y' is not a term"),
        (("sweep", F283, "--words", "300:200"), "empty"),
        (("sweep", F283, "--words", "a:b"), "LOW:HIGH"),
        (("sweep", F283, "--words", "4:32"), "8 to 1024 bits, not 4"),
        (("sweep", "x^283+x^282+1", "--words", "290:291"), "more than 64 passes"),
        (("reduce", F283, "--word", "4"), "8 to 1024 bits, not 4"),
        (("reduce", F283, "--word", "200", "--level", "field"), "the shortest that work have 283"),
        (("reduce", F283, "--word", "283", "--level", "field", "--digit", "0"), "The digit is 0"),
        (("reduce", F283, "--word", "283", "--level", "field", "--digit", "284"), "takes 1 to 283"),
        (("reduce", "x^16+x^5+1", "--word", "16", "--level", "field"), "--ring"),
        (("reduce", "x^900+x^5+1", "--word", "900", "--check"), "up to 640 bits"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    result = call(*words)
    assert result.exit_code == 2 and re.search(sentence, result.output)
    assert len(result.output.splitlines()) == 1 + ("factor" in result.output and words[0] == "sweep")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((F283, "--word", "long"), "is a number of bits, or best"),
        ((F283, "--word", "4"), "8 to 1024 bits, not 4"),
        ((F283, "--word", "282", "--level", "field"), "the shortest that work have 283"),
        ((F283, "--level", "field", "--digit", "0"), "The digit is 0"),
        ((F283, "--word", "294", "--digit", "8"), "no multiplier"),
        (("x^16+x^5+1", "--level", "field"), "--ring"),
        (("x^256+1", "--level", "field", "--ring"), "3 or 5 terms"),
        (("x^283+x^12+x^7+x^5",), "no constant term"),
        (("x^283+x^282+x^2+x+1", "--word", "290"), "more than 64 passes"),
    ],
)
def test_what_cannot_be_generated_writes_nothing(words: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    result = call("generate", *words, "-o", str(tmp_path / "new"))
    assert result.exit_code == 2 and re.search(sentence, result.output)
    assert len(result.output.splitlines()) == 1 and not (tmp_path / "new").exists()


def test_a_ring_is_accepted_at_level_field_if_asked_for() -> None:
    ring = ("reduce", "x^16+x^5+1", "--word", "16", "--level", "field")
    assert "6 cycles" in call(*ring, "--ring", "--check").output


def test_records_of_an_instance_have_its_conversions(tmp_path: Path) -> None:
    path = tmp_path / "records.json"
    for name in ("f163_w32", "f241_w57"):
        assert call("measure", name, "--engine", "iss", "--json", str(path)).exit_code == 0
    found = {r["workload"]: r for r in json.loads(path.read_text())}
    assert found.keys() == {"vword.reduce.f163_w32", *(f"vword.{w}.f241_w57" for w in ("pack", "reduce", "unpack"))}
    assert all(r["verdict"]["passed"] and r["machine"] == "vword" and r["cycles"] for r in found.values())


def test_every_instance_is_measured_unless_some_are_named() -> None:
    assert measure.accelerated() == [name for name in named("vword").configurations if name[0] == "f"]


@pytest.mark.parametrize("where", ["sweep", "write"])
def test_an_interrupted_sweep_leaves_nothing_half_written(
    where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the next one makes all of it."""
    wanted = ("sweep", F241, "--words", "32:36", "--out", str(tmp_path / "new"))
    calls = itertools.count()

    def interrupted(*given: object, **named: object) -> object:
        if next(calls) == 3:
            raise KeyboardInterrupt
        return original(*given, **named)

    with monkeypatch.context() as patch:
        if where == "sweep":
            original = sweep.Point
            patch.setattr(sweep, "Point", interrupted)
        else:
            original = Path.replace
            patch.setattr(Path, "replace", interrupted)
        assert call(*wanted).exit_code != 0
    left = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert left == (set() if where == "sweep" else {"sweep.csv", "operations.svg", "cycles.svg"})
    assert call(*wanted).exit_code == 0
    assert len(list((tmp_path / "new").iterdir())) == 4


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = call("sweep", F241, "--words", "32:33", "--out", str(tmp_path / "file/below"))
    assert result.exit_code == 2 and "cannot be written" in result.output

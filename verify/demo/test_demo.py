# SPDX-License-Identifier: Apache-2.0
"""The demo: what goes in comes back, what cannot be repaired is said, and its own judge can say no."""

import dataclasses
import json

import pytest
from click.testing import CliRunner

from evariste import console, demo
from evariste.commands.demo import command
from evariste.machines import NATIVE


@pytest.fixture(scope="module")
def sent() -> demo.Transmission:
    """Twelve codewords, two of them damaged beyond repair."""
    return demo.transmit(bytes(i * i % 251 for i in range(12 * demo.K - 5)), seed=5, overload=2)


@pytest.mark.parametrize("backend", [NATIVE, "portable"])
def test_every_word_within_reach_is_restored_and_the_others_left_as_they_came(
    sent: demo.Transmission, backend: str
) -> None:
    got = demo.decode(sent.received, backend, "iss")
    assert demo.faults(sent, got) == []
    assert {i for i, s in enumerate(got.status) if s == demo.UNCORRECTABLE} == sent.overloaded


def test_the_rtl_takes_the_same_cycles_as_the_simulator(sent: demo.Transmission) -> None:
    words = sent.received[:3]
    on = {engine: demo.decode(words, NATIVE, engine) for engine in ("iss", "rtl", "lockstep")}
    assert on["iss"] == on["rtl"] == on["lockstep"]


def test_the_judge_sees_a_wrong_word_a_wrong_status_and_a_touched_uncorrectable_word(sent: demo.Transmission) -> None:
    got = demo.decode(sent.received, NATIVE, "iss")
    good, bad = 0, min(sent.overloaded)
    assert good not in sent.overloaded
    flipped = [bytes([w[0] ^ 1]) + w[1:] for w in got.words]
    for index in (good, bad):
        words = [flipped[i] if i == index else w for i, w in enumerate(got.words)]
        assert demo.faults(sent, dataclasses.replace(got, words=words))
    for index in (good, bad):
        status = bytes(s ^ 0x0F if i == index else s for i, s in enumerate(got.status))
        assert demo.faults(sent, dataclasses.replace(got, status=status))


def test_the_damage_follows_the_seed() -> None:
    assert demo.transmit(b"x" * 999, 3, 1) == demo.transmit(b"x" * 999, 3, 1)
    assert demo.transmit(b"x" * 999, 3, 1) != demo.transmit(b"x" * 999, 4, 1)


@pytest.mark.parametrize("content", [b"", b"a", bytes(range(256)) * 3], ids=["empty", "one byte", "several words"])
def test_a_file_of_any_length_is_recovered_and_recorded(tmp_path, content: bytes) -> None:
    source, record, output = tmp_path / "file", tmp_path / "record.json", tmp_path / "out"
    source.write_bytes(content)
    said = CliRunner().invoke(command, [str(source), "--engine", "iss", "--json", str(record), "--output", str(output)])
    assert said.exit_code == 0, said.output
    assert output.read_bytes() == content
    facts = json.loads(record.read_text())
    assert facts["recovered"] is True and facts["uncorrectable"] == 0
    assert facts["codewords"] == max(1, -(-len(content) // demo.K))
    assert facts["speedup"] == facts["baseline_cycles_per_codeword"] / facts["cycles_per_codeword"] > 1


def test_overload_reports_the_words_and_does_not_claim_the_file(tmp_path) -> None:
    source, record = tmp_path / "file", tmp_path / "record.json"
    source.write_bytes(bytes(2000))
    said = CliRunner().invoke(command, [str(source), "--engine", "iss", "--overload", "3", "--json", str(record)])
    assert said.exit_code == 0, said.output
    facts = json.loads(record.read_text())
    assert facts["uncorrectable"] == 3
    assert facts["recovered"] is False


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["/no/such/file"], "cannot be read"),
        (["/"], "cannot be read"),
        (["LICENSE", "--overload", "10000"], "more than the"),
        (["LICENSE", "--engine", "abacus"], "abacus"),
    ],
)
def test_bad_input_gets_a_sentence(arguments: list[str], sentence: str) -> None:
    said = CliRunner().invoke(command, arguments)
    assert said.exit_code == 2
    assert sentence in said.output


def test_a_file_that_takes_minutes_is_told_before_and_taken(tmp_path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, output = tmp_path / "file", tmp_path / "out"
    source.write_bytes(bytes(3000))
    monkeypatch.setattr(demo, "seconds", lambda count, runs, machine: 300.0)
    told: list[str] = []
    real = demo.transmit
    monkeypatch.setattr(demo, "transmit", lambda *given: told.append("encoding") or real(*given))
    monkeypatch.setattr("click.echo", lambda said, err=False: told.append(str(said)))
    done = CliRunner().invoke(command, [str(source), "--engine", "rtl", "--output", str(output)])
    assert done.exit_code == 0 and output.read_bytes() == bytes(3000)
    assert told.index("encoding") == 1
    assert told[0] == f"ev: {source} makes 13 codewords, which take about 5 minutes; --engine iss is faster."


def test_the_time_that_a_file_takes_follows_from_a_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(demo.time, "monotonic", lambda: now[0])

    def decode(words: list[bytes], *_: str, machine: str) -> None:  # 3 seconds, and a quarter for each word
        now[0] += 3 + len(words) / 4

    monkeypatch.setattr(demo, "decode", decode)
    assert demo.seconds(1000, [("rtl", NATIVE), ("rtl", "portable")]) == pytest.approx(500)
    assert demo.seconds(50, [("rtl", NATIVE)]) == 0


def test_progress_off_a_terminal_is_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    tell = console.lines("decoding", every=0)
    for done in range(5):
        tell(done, 4)
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 3 and said[0].startswith("ev: decoding: 1 of 4 words, ")
    quiet = console.lines("decoding")
    quiet(1, 4)
    assert capsys.readouterr().err == ""

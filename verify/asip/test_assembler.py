# SPDX-License-Identifier: Apache-2.0
"""The assembler: every instruction comes back from its listing, and what is wrong is said in a sentence."""

import random
import re

import pytest
from click.testing import CliRunner

from evariste.errors import UserError
from evariste.isa import load, machine, text
from evariste.machines.asip import assembler, tasks
from evariste.machines.asip.command import command

MOST_WORDS = 580  # of all tasks


@pytest.mark.parametrize("insn", [*machine("asip")], ids=lambda insn: insn.name)
def test_what_the_disassembler_writes_is_the_same_word(insn: assembler.Instruction) -> None:
    rng = random.Random(insn.name)
    for _ in range(10):
        word = insn.match | rng.getrandbits(32) & ~insn.mask
        if (decoded := machine("asip").decode(word)) is None:
            continue
        line = text.text(machine("asip"), decoded, 0, name=lambda _: "there")
        target = decoded.operands.get("place", 0)
        source = "end\n" * target + f"there: {line}"
        assert assembler.assemble({"a.s": source}).words[target] == word


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("  mull w0, w1, w2", "a.s, line 1: there is no instruction 'mull'."),
        ("\n mul w0, w1", "a.s, line 2: mul takes 3 operands, not 2."),
        (" end c0", "a.s, line 1: end takes no operands, not 1."),
        (" mul w0, w16, w1", "a.s, line 1: 'w16' is no register of mul there; it is one of w0 to w15."),
        (" xorq q0, q1, q31", "a.s, line 1: xorq does not exist with push = 0, qd = 0, qa = 1, qb = 31."),
        (" jmp nowhere", "a.s, line 1: there is no label 'nowhere'."),
        ("x:\nx: end", "a.s, line 2: the label x is repeated."),
        (" ldw w0, m_nothing", "a.s, line 1: there is no constant 'm_nothing'."),
        (" ldw w0, m_k +", "a.s, line 1: 'm_k +' is not a number, a constant, or a sum of them."),
        (" ldw w0, 512", "a.s, line 1: ldw cannot hold word = 512."),
        (" cli c0, 65536", "a.s, line 1: cli cannot hold imm = 65536."),
        (" aeskey 5", "a.s, line 1: aeskey does not exist with imm = 5."),
        (" .equ 4, 4", "a.s, line 1: .equ takes a name and a value, as in `.equ size, 4`."),
        (" .equ m_k, 4", "a.s, line 1: the constant m_k is repeated."),
        (" .word 0x100000000", "a.s, line 1: .word takes one value of 32 bits."),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(source: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        assembler.assemble({"a.s": source})
    assert refused.value.message == said


def test_a_program_that_is_too_long() -> None:
    with pytest.raises(UserError, match=r"^The program has 1025 words; the program memory has 1024\.$"):
        assembler.assemble({"a.s": "end\n" * 1025})


def test_constants_and_several_labels() -> None:
    source = " .equ here, m_k + 4 - 0x2\nfirst: second: ldw w1, here ; comment\n cadd c1, -1\n"
    program = assembler.assemble({"a.s": source})
    (region,) = (r for r in load.tasks("asip").memory if r.name == "m_k")
    assert program.labels == {"first": 0, "second": 0}
    assert program.words == assembler.assemble({"a.s": f"ldw w1, {region.word + 2}\ncadd c1, 65535"}).words


def test_the_tasks_fit_and_are_up_to_date() -> None:
    assert len(assembler.image().words) <= MOST_WORDS
    assert tasks.stale() == []


def test_the_command_shows_listing_and_result() -> None:
    done = CliRunner().invoke(command, ["as"])
    assert done.exit_code == 0 and "aes_key128:\n  000  a8000004  aeskey 4\n" in done.stdout
    key, block = bytes(range(16)).hex(), "00112233445566778899aabbccddeeff"
    done = CliRunner().invoke(command, ["run", f"aes_key128={key}", f"aes_encrypt={block}"])
    assert done.stdout.splitlines()[1] == "aes_encrypt: 69c4e0d86a7b0430d8cdb78070b4c55a, 13 cycles"
    done = CliRunner().invoke(command, ["run", f"aes_key128={key}", "--trace", f"ecb_encrypt:2={block * 2}"])
    assert [line.split()[2] for line in done.stdout.splitlines()[1:]] == ["carg", "aesenc>", "loop", "aesenc>", "loop"]
    done = CliRunner().invoke(command, ["run", f"aes_key128={key}", "--profile", "ocb_key", f"cmac_last:16={block}"])
    parts = [line.split() for line in done.stdout.splitlines() if line.startswith(" ")]
    assert [part[-1] for part in parts[:2]] == ["aes_key128", "ocb_key"] and len(parts) > 3
    assert sum(int(part[0]) for part in parts) == sum(map(int, re.findall(r"(\d+) cycles", done.stdout)))
    assert CliRunner().invoke(command, ["run", "nothing"]).exit_code == 2
    assert CliRunner().invoke(command, ["run", "aes_key128=00"]).exit_code == 1
    assert CliRunner().invoke(command, ["run", "aes_encrypt=xy"]).exit_code == 2


def test_a_folder_without_a_task_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = load.tasks("asip")
    added = spec.tasks[0].__class__(name="nothing", about="")
    changed = type(spec)(**{f: getattr(spec, f) for f in spec.__struct_fields__} | {"tasks": [*spec.tasks, added]})
    monkeypatch.setattr(load, "tasks", lambda name: changed)
    with pytest.raises(UserError, match=r"sw/asip has no label nothing, a task of isa/asip/tasks\.yaml\."):
        assembler.image.__wrapped__()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("name: point_add", "name: point_double", "the task name point_double is repeated"),
        ("count: width", "count: wide", "the count wide is not one of bytes, free, positive, width"),
        ("needs: [curve]", "needs: [curves]", "curves is not one of curve, key, session"),
        ("word: 8, words: 20", "word: 2, words: 20", "m_field and m_r2 overlap"),
        ("word: 8, words: 20", "word: 508, words: 20", "the region is not within 512 words"),
    ],
)
def test_wrong_facts_of_tasks_are_refused(tmp_path: assembler.Path, old: str, new: str, said: str) -> None:
    (tmp_path / "asip").mkdir()
    facts = (load.FOLDER / "asip" / "tasks.yaml").read_text()
    (tmp_path / "asip" / "tasks.yaml").write_text(facts.replace(old, new, 1))
    with pytest.raises(UserError, match=said):
        load.tasks("asip", tmp_path)

# SPDX-License-Identifier: Apache-2.0
"""What is wrong in a file of isa/ is refused in one sentence that names the file and the place."""

import shutil
from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.isa import load


def altered(folder: Path, name: str, old: str, new: str) -> Path:
    """A copy of isa/ in which the first `old` of isa/<name> is `new`."""
    shutil.copytree(load.FOLDER, folder, dirs_exist_ok=True)
    text = (folder / name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


CYCLES = "        cycles: 1\n"
FLAGS = "        flags: NZ\n"
ADDS = '''encoding: "0001100 mmm nnn ddd"'''

MACHINE = [
    ("an unknown key", FLAGS, FLAGS + "        colour: red\n", "movs_reg: object contains unknown field"),
    ("a missing key", "        class: alu\n", "", "movs_reg: object missing required field `class`"),
    ("a number as text", CYCLES, '        cycles: "1"\n', "movs_reg > cycles: expected `int`, got `str`"),
    ("flags nobody knows", "flags: NZ\n", "flags: ZN\n", "movs_reg: the flags ZN are not some of NZCV"),
    ("a key twice", CYCLES, CYCLES + CYCLES, "the key cycles is repeated"),
    ("no YAML", "groups:\n", "groups: [\n", "gfp/isa.yaml is not YAML: while parsing"),
    ("a class nobody counts", "class: alu", "class: vector", "movs_reg: the class vector is not one of alu, load"),
    ("no cycles", CYCLES, "        cycles: 0\n", "movs_reg: an instruction takes at least one cycle"),
    ("an odd length", ADDS, 'encoding: "0001100 mmm nnn dd"', "adds_reg: the encoding has 15 bits"),
    ("a strange letter", ADDS, 'encoding: "0001100 mmm nnn ddq"', "adds_reg: the encoding has 'q'"),
    ("a halfword that begins wide", ADDS, 'encoding: "1110100 mmm nnn ddd"', "adds_reg: 32-bit encodings"),
    ("an encoding claimed twice", ADDS, 'encoding: "0001101 mmm nnn ddd"', "adds_reg and subs_reg both claim the word"),
    ("an overlap by exception", "except: [{cond: [14, 15]}]", "except: [{cond: [15]}]", "b_cond and udf both claim"),
    ("a name twice", "name: subs_reg", "name: adds_reg", "the instruction name adds_reg is repeated"),
    ("an operand never shown", '"adds {rd}, {rn}, {rm}"', '"adds {rd}, {rn}"', "adds_reg: the syntax does not show rm"),
    ("an operand from nowhere", '"movs {rd}, {rm}"', '"movs {rd}, {rm}, {rh}"', "movs_reg: the syntax shows {rh}"),
    ("an open brace", '"movs {rd}, {rm}"', '"movs {rd}, {rm"', "movs_reg: the braces of the syntax do not match"),
    ("an exception on nothing", "except: [{imm: [0]}]", "except: [{list: [0]}]", "lsls_imm: except names list"),
    ("an exception too large", "except: [{imm: [0]}]", "except: [{imm: [32]}]", "lsls_imm: except lists a value"),
    ("a reading of nothing", ADDS, ADDS + "\n        read: {imm: x4}", "adds_reg: read says how to read imm"),
    ("a reading from nowhere", "read: {imm: shift}", "read: {imm: x3}", "lsrs_imm: the reading x3 is not one of"),
    ("a scale by three", "x2: {scale: 2}", "x2: {scale: 3}", "the scale 3 of the reading x2 is not a power of two"),
    ("a base off", "add: 4, align: 4", "add: 4, align: 6", "the base of the reading pc_x4 is aligned to 6"),
    ("a permutation of too few", "22:13, 10:0", "22:13", "the reading branch24 must use each of 24 bits once"),
    ("a permutation of nothing", "22:13, 10:0", "22:13, 24", "branch24 has '24', not a bit below 24"),
    ("a reading of other bits", "bits: 24", "bits: 25", "bl: the reading branch24 takes 25 bits; the encoding has 24"),
    ("a list of too few", "6, 7, 14]", "6, 7]", "push: the reading push names 8 registers for 9 bits"),
    ("a register file from nowhere", "rd, file: r,", "rd, file: f,", "operands > d: the register file f is not one of"),
    ("a file without names", "names: [r0", "count: 3, names: [r0", "registers > r: a file has a prefix and a count"),
    ("a file without end", "names: [r0", "count: 18446744073709551616, names: [r0", "is not 1 to 256"),
    ("a letter of two", "  h: {name", "  hh: {name", "operands > hh: an operand's letter is one of a to z"),
    ("a placeholder of nothing", "{of: list,", "{of: lost,", "placeholders > writeback: a placeholder shows"),
    ("a count from nowhere", "per: {register: 1}", "per: {byte: 1}", "push: per names byte, not one of"),
    ("words of nine bits", "bits: 16, long", "bits: 9, long", "words: bits must be 16 or 32"),
    ("a prefix of no bits", '["11101"', '["111o1"', "the prefix 111o1 of long words must be 1 to 8 binary"),
    ("a bundle without its end", '"11111"]}', '"11111"], bundle: 4}', "a bundle of several operations, and only that"),
    ("a unit from nowhere", ADDS, ADDS + "\n        runs_on: x", "adds_reg: the unit x is not one of (none)"),
    ("macros of nothing", "groups: [galois", "groups: [milky_way", "macros: there is no group milky_way"),
    ("a cause twice", "code: 2,", "code: 1,", "isa/gfp/isa.yaml, causes: the code 1 is repeated"),
]  # fmt: skip

SOC = [
    ("an overlap", "base: 0x20000000", "base: 0x00080000", "isa/gfp/soc.yaml: rom and ram overlap"),
    ("half a word", "size: 0x00100000", "size: 0x00100002", "isa/gfp/soc.yaml, rom: base and size must be whole words"),
    ("a register outside", "offset: 4\n", "offset: 8\n", "isa/gfp/soc.yaml, cycle > cycle_hi: the offset 8"),
    ("a register twice", "offset: 4\n", "offset: 0\n", "isa/gfp/soc.yaml, cycle: the offset 0 is repeated"),
    ("an access nobody knows", "access: rwx", "access: all", "memories > ram > access: invalid enum value 'all'"),
]

CONFIGURATIONS = [
    ("a loss of nothing", "instructions: [gfinv,", "instructions: [gfdiv,", "lacks: gfp has no instruction gfdiv"),
    ("a loss of a class nobody knows", "class: gf}", "class: fp}", "lacks: the class fp is not one of alu"),
    ("a parameter as text", "{GF: 0}", '{GF: "0"}', "configurations > parameters: expected `int`"),
]

FIELDS = [
    ("a polynomial twice", "poly: 0xd,", "poly: 0xb,", "isa/fields.yaml, small: the polynomial 0xb is repeated"),
    ("a word for a truth", "primitive: true", 'primitive: "yes"', "small > entry 1 > primitive: expected `bool`"),
]  # fmt: skip


def cases(rows: list[tuple[str, str, str, str]]) -> list[object]:
    return [pytest.param(*row[1:], id=row[0]) for row in rows]


@pytest.mark.parametrize(("old", "new", "said"), cases(MACHINE))
def test_a_wrong_instruction_set_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        load.machine("gfp", altered(tmp_path, "gfp/isa.yaml", old, new))
    assert said in str(refused.value)
    assert "gfp/isa.yaml" in str(refused.value)


@pytest.mark.parametrize(("old", "new", "said"), cases(SOC))
def test_a_wrong_memory_map_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        load.soc("gfp", altered(tmp_path, "gfp/soc.yaml", old, new))
    assert said in str(refused.value)


@pytest.mark.parametrize(("old", "new", "said"), cases(CONFIGURATIONS))
def test_a_wrong_list_of_configurations_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        load.configurations("gfp", altered(tmp_path, "gfp/configurations.yaml", old, new))
    assert said in str(refused.value)


@pytest.mark.parametrize(("old", "new", "said"), cases(FIELDS))
def test_a_wrong_list_of_fields_is_refused(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(UserError) as refused:
        load.fields(altered(tmp_path, "fields.yaml", old, new))
    assert said in str(refused.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"gfp/isa\.yaml cannot be read: No such file or directory\."):
        load.machine("gfp", tmp_path)


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "gfp").mkdir()
    (tmp_path / "gfp/soc.yaml").write_bytes(b"\xff\xfe\x00machine")
    with pytest.raises(UserError, match=r"soc\.yaml is not YAML"):
        load.soc("gfp", tmp_path)


def test_every_key_of_every_file_is_explained() -> None:
    """isa/schema.md names each key of each shape."""
    import msgspec

    from evariste.isa import schema

    explained = (load.FOLDER / "schema.md").read_text(encoding="utf-8")
    shapes = [s for s in vars(schema).values() if isinstance(s, type) and issubclass(s, msgspec.Struct)]
    keys = {f.encode_name for shape in shapes for f in msgspec.structs.fields(shape)}
    assert len(keys) > 40
    assert [k for k in sorted(keys) if f"`{k}`" not in explained] == []


def test_a_refusal_is_one_line_whatever_a_file_calls_its_things(tmp_path: Path) -> None:
    folder = altered(tmp_path, "gfp/isa.yaml", "classes: [", 'classes: ["two\\nlines", ')
    text = (folder / "gfp/isa.yaml").read_text().replace("class: alu", "class: none", 1)
    (folder / "gfp/isa.yaml").write_text(text)
    with pytest.raises(UserError) as refused:
        load.machine("gfp", folder)
    assert "two lines" in refused.value.message and "\n" not in refused.value.message

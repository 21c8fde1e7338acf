# SPDX-License-Identifier: Apache-2.0
"""`ev encode` and `ev decode`: a file comes back byte for byte, or a sentence and the exit status say what is wrong."""

import random
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evariste.codes import envelope, files, named
from evariste.commands import decode as decoder
from evariste.commands import encode as encoder

SHAPES = [("dvb", 1), ("dvb", 4), ("uwb", 1), ("uwb", 3), ("pocsag", 1), ("ccsds-16", 5), ("p25-facch", 2), ("wban", 7),
          ("rs:n=3,k=1,poly=0x7", 1), ("rs:n=15,k=11,poly=0x13", 1), ("nand-8", 1)]  # fmt: skip
CODE = "rs:n=63,k=39,poly=0x43"  # 39 symbols of 6 bits a word, none of them a byte
WORD = 63


def run(command: object, *arguments: object) -> Result:
    return CliRunner().invoke(command.command, [str(a) for a in arguments])  # type: ignore[attr-defined]


def coded(tmp_path: Path, content: bytes, code: str = CODE, *options: object) -> bytes:
    (tmp_path / "file").write_bytes(content)
    done = run(encoder, code, tmp_path / "file", tmp_path / "coded", *options)
    assert done.exit_code == 0, done.output
    return (tmp_path / "coded").read_bytes()


def decoded(tmp_path: Path, damaged: bytes, code: str = CODE, *options: object) -> tuple[int, bytes, str]:
    """Exit status, what was written, and what was said."""
    (tmp_path / "damaged").write_bytes(damaged)
    (tmp_path / "back").unlink(missing_ok=True)
    done = run(decoder, code, tmp_path / "damaged", tmp_path / "back", *options)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    back = tmp_path / "back"
    return done.exit_code, back.read_bytes() if back.exists() else b"", done.output


def spoilt(words: bytes, size: int, *which: int, seed: int = 1) -> bytes:
    """With these words changed beyond correction."""
    rng = random.Random(seed)
    out = bytearray(words)
    for word in which:
        start = word % (len(words) // size) * size
        for place in range(start, start + size):
            out[place] ^= rng.randint(1, 3)
    return bytes(out)


@pytest.mark.parametrize(("code", "depth"), SHAPES)
def test_a_file_of_any_length_comes_back(code: str, depth: int) -> None:
    rng = random.Random(depth)
    plan = files.Plan(named.find(code), depth, dual=code.startswith("ccsds"))
    size = plan.shape.size
    whole = max(0, 3 * size // 8 - 2 * envelope.BYTES)  # fills its words exactly, where they are of whole bytes
    for length in {0, 1, 2, size // 8, whole, whole + 1, whole + 2, 700}:
        content = rng.randbytes(length)
        made = files.encode(plan, content)
        assert len(made.content) == plan.shape.words(length) * plan.word_bytes
        back = files.decode(plan, made.content)
        assert (back.content, back.trouble, set(back.status)) == (content, [], {0})


def test_a_file_of_several_batches_is_the_same_file(monkeypatch: pytest.MonkeyPatch) -> None:
    content = random.Random(5).randbytes(3000)
    plans = [files.Plan(named.find(CODE), depth) for depth in (1, 2)]
    whole = [files.encode(plan, content).content for plan in plans]
    monkeypatch.setattr(files.Plan, "batches", lambda _, count: ((i, min(i + 16, count)) for i in range(0, count, 16)))
    for plan, coded in zip(plans, whole, strict=True):
        assert files.encode(plan, content).content == coded
        assert files.decode(plan, coded).content == content


@pytest.mark.parametrize("length", [0, 1, 39, 300])
def test_the_length_survives_the_loss_of_any_one_word(tmp_path: Path, length: int) -> None:
    content = random.Random(length).randbytes(length)
    sent = coded(tmp_path, content)
    for word in range(len(sent) // WORD):
        status, back, said = decoded(tmp_path, spoilt(sent, WORD, word))
        assert status == 1 and "1 beyond correction" in said, said
        assert len(back) == length
        wrong = [i for i in range(length) if back[i] != content[i]]
        first = (39 * 6 * word - envelope.BITS) // 8
        assert all(first <= i <= first + 39 * 6 // 8 + 1 for i in wrong)
        if not wrong:
            assert "The content is whole" in said


def test_a_file_cut_between_words_is_noticed_and_what_is_left_is_written(tmp_path: Path) -> None:
    content = random.Random(1).randbytes(1000)
    sent = coded(tmp_path, content)
    count = len(sent) // WORD
    for left in (1, 2, count // 2, count - 1):
        status, back, said = decoded(tmp_path, sent[: left * WORD])
        assert status == 1 and "missing" in said, said
        assert content.startswith(back) and len(back) >= min(1000, left * 39 * 6 // 8 - 21)


def test_a_file_cut_inside_a_word_gives_what_is_left(tmp_path: Path) -> None:
    content = random.Random(2).randbytes(1000)
    sent = coded(tmp_path, content)
    status, back, said = decoded(tmp_path, sent[:-10])  # erasures that the code corrects
    assert (status, back) == (1, content) and "10 of the last 63 bytes are missing" in said, said
    status, back, said = decoded(tmp_path, sent[: 5 * WORD + 20])
    assert status == 1 and content.startswith(back[: 5 * 39 * 6 // 8 - 20]) and "missing" in said


def test_words_behind_the_file_are_noticed_and_left_out(tmp_path: Path) -> None:
    content = random.Random(3).randbytes(500)
    sent = coded(tmp_path, content)
    noise = random.Random(4).randbytes(2 * WORD)
    for more in (bytes(WORD), sent[:WORD], sent, sent[-WORD:], bytes(b & 63 for b in noise), noise[:7]):
        for damaged in (sent, spoilt(sent, WORD, 0)):  # the label behind serves as well as the one in front
            status, back, said = decoded(tmp_path, damaged + more)
            assert status == 1 and "too many" in said, said
            assert len(back) == 500 or "all that was decoded is written" in said
            assert damaged != sent or back == content


def test_two_files_in_one_are_noticed(tmp_path: Path) -> None:
    one, other = coded(tmp_path, b"one"), coded(tmp_path, bytes(300))
    status, back, said = decoded(tmp_path, one + other)
    assert (status, back) == (1, b"one") and "too many" in said


@pytest.mark.parametrize("word", [0, 1, 5, -1])
def test_a_doubled_word_is_noticed_and_nothing_is_dropped(tmp_path: Path, word: int) -> None:
    content = random.Random(5).randbytes(500)
    sent = coded(tmp_path, content)
    at = word % (len(sent) // WORD) * WORD
    status, back, said = decoded(tmp_path, sent[: at + WORD] + sent[at:])
    assert status == 1 and "too many" in said, said
    assert back == content or len(back) >= 500


@pytest.mark.parametrize("word", [0, 1, 5, -1])
def test_a_word_taken_out_is_noticed(tmp_path: Path, word: int) -> None:
    content = random.Random(6).randbytes(500)
    sent = coded(tmp_path, content)
    at = word % (len(sent) // WORD) * WORD
    status, back, said = decoded(tmp_path, sent[:at] + sent[at + WORD :])
    assert status == 1 and "A word is missing" in said, said
    assert len(back) >= 500 - 39 * 6 // 8 - 20


def test_words_that_changed_places_are_noticed(tmp_path: Path) -> None:
    content = random.Random(7).randbytes(500)
    sent = coded(tmp_path, content)
    words = [sent[i : i + WORD] for i in range(0, len(sent), WORD)]
    for a, b in ((3, 4), (0, 1), (0, -1), (-2, -1), (2, 9)):
        mixed = list(words)
        mixed[a], mixed[b] = mixed[b], mixed[a]
        status, back, said = decoded(tmp_path, b"".join(mixed))
        assert status == 1 and ("checksum" in said or "not known" in said), said
        assert len(back) >= 500


def test_a_length_that_cannot_be_known_is_said_and_everything_is_written(tmp_path: Path) -> None:
    content = random.Random(8).randbytes(500)
    sent = coded(tmp_path, content)
    status, back, said = decoded(tmp_path, spoilt(sent, WORD, 0, -1))
    assert status == 1 and "The length of the content is not known" in said, said
    assert "all that was decoded is written" in said
    assert content[10:] in back and len(back) >= 500  # the words in between


def test_another_code_or_interleaving_is_noticed(tmp_path: Path) -> None:
    sent = coded(tmp_path, bytes(range(256)) * 3, CODE, "--interleave", 3)
    for options in ((), ("--interleave", 9)):
        status, _, said = decoded(tmp_path, sent, CODE, *options)
        assert status == 1 and "Was it another code" in said, said


def test_a_byte_that_is_no_symbol_counts_as_erased(tmp_path: Path) -> None:
    content = random.Random(9).randbytes(300)
    sent = bytearray(coded(tmp_path, content))
    for word in range(len(sent) // WORD):
        for place in random.Random(word).sample(range(WORD), 24):  # as many as there are check symbols
            sent[word * WORD + place] |= 0xC0
    status, back, said = decoded(tmp_path, bytes(sent))
    assert (status, back) == (0, content) and f"{len(sent) // WORD} corrected" in said
    sent[:30] = b"\xff" * 30
    status, back, said = decoded(tmp_path, bytes(sent))
    assert status == 1 and len(back) == 300 and "1 beyond correction" in said


def test_every_error_that_the_code_corrects_is_corrected_in_a_file(tmp_path: Path) -> None:
    content = random.Random(10).randbytes(900)
    for code, depth, reach, size in (("dvb", 4, 8, 204), ("uwb", 1, 4, 63)):
        sent = bytearray(coded(tmp_path, content, code, "--interleave", depth))
        for block in range(0, len(sent), size * depth):  # a burst over the block's words
            for place in range(block + 7, block + 7 + reach * depth):
                sent[place] ^= 1
        status, back, said = decoded(tmp_path, bytes(sent), code, "--interleave", depth)
        assert (status, back) == (0, content), said


def test_an_empty_file_is_one_and_an_empty_coded_file_is_refused(tmp_path: Path) -> None:
    sent = coded(tmp_path, b"")
    assert decoded(tmp_path, sent)[:2] == (0, b"")
    status, _, said = decoded(tmp_path, b"")
    assert status == 2 and "is empty" in said and not (tmp_path / "back").exists()


@pytest.mark.parametrize("where", ["missing/coded", "file/coded", "", "/dev/full", "x" * 300])
def test_what_cannot_be_written_is_refused_in_a_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_bytes(b"content")
    sent = coded(tmp_path, b"content")
    (tmp_path / "good").write_bytes(sent)
    for command, source in ((encoder, "file"), (decoder, "good")):
        done = run(command, CODE, tmp_path / source, tmp_path / where)
        assert done.exit_code == 2 and "cannot be written" in done.output, done.output


def test_a_wrong_basis_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"content")
    done = run(encoder, "dvb", tmp_path / "file", tmp_path / "x", "--dual-basis")
    assert done.exit_code == 2 and "dual basis" in done.output


@pytest.mark.parametrize("seed", range(4))
def test_no_damage_is_taken_for_a_right_file(seed: int) -> None:
    # The envelope alone, so that thousands can be tried: words taken out, doubled, swapped, added, made unreadable.
    rng = random.Random(seed)
    tried = 0
    for _ in range(1500):
        shape = envelope.Shape(rng.choice([2, 6, 11, 51, 234, 1504]), rng.choice([1, 1, 2, 5]))
        content = rng.randbytes(rng.choice([0, 1, rng.randint(0, 300)]))
        count = shape.words(len(content))
        label = envelope.Label.of(content).pack()
        bits = format(int.from_bytes(b"\1" + label + content), "b")[1:].ljust(count * shape.size - envelope.BITS, "0")
        bits += format(int.from_bytes(b"\1" + label), "b")[1:]
        words = [bits[i : i + shape.size] for i in range(0, len(bits), shape.size)]
        assert len(words) == count
        status = [0] * count
        for _ in range(rng.randint(1, 3)):
            at, other = rng.randrange(len(words)), rng.randrange(len(words))
            match rng.choice(["out", "double", "swap", "add", "lost", "cut"]):
                case "out" if len(words) > 1:
                    del words[at], status[at]
                case "double":
                    words.insert(at, words[at])
                    status.insert(at, status[at])
                case "swap":
                    words[at], words[other] = words[other], words[at]
                case "add":
                    words.append(format(rng.getrandbits(shape.size), f"0{shape.size}b"))
                    status.append(0)
                case "lost":
                    words[at] = format(rng.getrandbits(shape.size), f"0{shape.size}b")
                    status[at] = -1
                case "cut":
                    del words[max(1, at) :], status[max(1, at) :]
        stream = "".join(words)
        stream += "0" * (-len(stream) % 8)
        opened = envelope.opened(int(stream, 2).to_bytes(len(stream) // 8), shape, status)
        if opened.content != content:
            tried += 1
            assert opened.trouble or min(status) < 0
        elif len(words) != count:  # words in the right number may differ in the zeros behind the content
            assert opened.trouble
    assert tried > 400


def test_a_label_is_told_from_anything_else() -> None:
    label = envelope.Label(5, zlib.crc32(b"hello"))
    packed = label.pack()
    assert envelope.Label.of(b"hello") == label == envelope.Label.read(packed)
    for bit in range(envelope.BITS):
        changed = bytearray(packed)
        changed[bit // 8] ^= 1 << bit % 8
        assert envelope.Label.read(bytes(changed)) is None

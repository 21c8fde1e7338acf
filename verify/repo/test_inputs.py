# SPDX-License-Identifier: Apache-2.0
"""Every argument that names a file: pipes, `-` and /dev/stdin serve too, and what cannot be used is refused at once."""

import os
import subprocess
import sys
import threading
from importlib import import_module
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from evariste.aes import MODES
from evariste.build import cc
from evariste.commands.aes import command as aes_command
from evariste.console import INPUT, OUTPUT, InputFile, Output, OutputFile
from verify.repo.commands import every

KEY = "000102030405060708090a0b0c0d0e0f"


def ev(*arguments: object, given: bytes = b"", status: int = 0, shell: str = "") -> bytes:
    """Standard output of `ev`, in a process of its own; `shell` goes behind it."""
    command = [sys.executable, "-m", "evariste", *(str(a) for a in arguments)]
    done = subprocess.run(["bash", "-c", '"$@"' + shell, "ev", *command], input=given, capture_output=True)
    assert done.returncode == status, done.stderr.decode()
    assert b"Traceback" not in done.stderr and b"Exception ignored" not in done.stderr, done.stderr.decode()
    return done.stdout


def test_every_argument_that_names_a_file_has_one_of_two_types() -> None:
    # A plain click.Path would open pipes twice, miss `-`, and end in a traceback when the disk is full.
    folders = ("files", "out", "folder")
    plain = [
        (name, parameter.name)
        for name, command in every()
        for parameter in command.params
        if isinstance(parameter.type, (click.Path, click.File))
        and not isinstance(parameter.type, (InputFile, OutputFile))
        and parameter.name not in folders
    ]
    assert plain == []


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("program")
    source = '#include <stdio.h>\nint main(void) { int c; puts("echo"); while ((c = getchar()) >= 0) putchar(c); '
    (folder / "echo.c").write_text(source + "return 3; }\n")
    return cc.compile([folder / "echo.c"], out=folder / "echo.elf")


def test_encode_and_decode_work_on_pipes(tmp_path: Path) -> None:
    content = os.urandom(3000)
    sent = ev("encode", "dvb", "-", "-", given=content)
    assert ev("decode", "dvb", "/dev/stdin", "/dev/stdout", given=sent) == content
    fifo, answer = tmp_path / "fifo", tmp_path / "answer"
    os.mkfifo(fifo)
    os.mkfifo(answer)
    got = []
    threads = [threading.Thread(target=lambda: fifo.write_bytes(sent)),
               threading.Thread(target=lambda: got.append(answer.read_bytes()))]  # fmt: skip
    for thread in threads:
        thread.start()
    ev("decode", "dvb", fifo, answer)
    for thread in threads:
        thread.join()
    assert got == [content]


def test_a_writer_that_ends_early_is_a_file_cut_short(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    sent = ev("encode", "dvb", "-", "-", given=bytes(range(256)) * 9)
    thread = threading.Thread(target=lambda: fifo.write_bytes(sent[: 5 * 204]))
    thread.start()
    back = ev("decode", "dvb", fifo, "-", status=1)
    thread.join()
    assert (bytes(range(256)) * 9).startswith(back) and len(back) > 900


def test_aes_works_on_pipes() -> None:
    options = ("--key", KEY, "--iv", KEY)
    sent = ev("aes", "encrypt", "cbc", "-", "-", *options, given=b"a letter")
    assert ev("aes", "decrypt", "cbc", "-", "-", *options, given=sent) == b"a letter"


@pytest.mark.parametrize("mode", MODES)
def test_aes_gives_the_same_on_a_pipe_as_on_a_file(mode: str, tmp_path: Path) -> None:
    nonce = {"ecb": "", "cmac": "", "gcm": KEY[:24], "gmac": KEY[:24], "ccm": KEY[:24], "ocb": KEY[:24]}.get(mode, KEY)
    options = ("--key", KEY, *(("--iv", nonce) if nonce else ()))
    forward = "tag" if mode in ("cmac", "gmac") else "encrypt"

    def aes(what: str, source: object, target: object, given: bytes = b"") -> bytes:
        done = CliRunner().invoke(aes_command, [what, mode, str(source), str(target), *options], input=given)
        assert done.exit_code == 0, done.output
        return done.stdout_bytes

    for length in (0, 17, 16384, 40_000):
        plain = os.urandom(length)
        (tmp_path / "plain").write_bytes(plain)
        aes(forward, tmp_path / "plain", tmp_path / "made")
        made = (tmp_path / "made").read_bytes()
        assert aes(forward, "-", "-", plain) == made
        if forward == "encrypt":
            assert aes("decrypt", "-", "-", made) == plain


def test_aes_writes_before_the_pipe_ends() -> None:
    command = [sys.executable, "-m", "evariste", "aes", "encrypt", "ctr", "-", "-", "--key", KEY, "--iv", KEY]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout
        process.stdin.write(bytes(50_000))
        process.stdin.flush()
        assert len(process.stdout.read(16_384)) == 16_384  # while more may come
        process.stdin.close()
        assert len(process.stdout.read()) == 50_000 - 16_384
    assert process.returncode == 0


def test_aes_from_a_pipe_refuses_in_a_sentence() -> None:
    options = ("--key", KEY, "--iv", KEY)
    ev("aes", "decrypt", "cbc", "-", "-", *options, given=bytes(33), status=2)  # no whole blocks
    ev("aes", "decrypt", "cbc", "-", "-", *options, given=bytes(32), status=2)  # no padding
    sent = ev("aes", "encrypt", "gcm", "-", "-", *options, given=bytes(40_000))
    wrong = sent[:-1] + bytes([sent[-1] ^ 1])
    assert ev("aes", "decrypt", "gcm", "-", "-", *options, given=wrong, status=2) == b""
    ev("aes", "encrypt", "ctr", "-", "/dev/full", *options, given=bytes(100_000), status=2)


def test_keys_and_signatures_work_on_pipes(tmp_path: Path) -> None:
    key, public, signature = tmp_path / "key", tmp_path / "public", tmp_path / "signature"
    public.write_bytes(ev("ecc", "keygen", "--curve", "k163", "-o", key, "--public", "-"))
    assert public.read_bytes().startswith(b"-----BEGIN PUBLIC KEY-----")
    signature.write_bytes(ev("ecc", "sign", "-", "--key", key, "-o", "-", given=b"message"))
    ev("ecc", "verify", "/dev/stdin", "--public", public, "--signature", signature, given=b"message")
    ev("ecc", "verify", "-", "--public", public, "--signature", signature, given=b"massage", status=1)


def test_programs_come_from_pipes(program: Path) -> None:
    elf = program.read_bytes()
    assert ev("disasm", "-", given=elf) == ev("disasm", program) != b""
    assert ev("run", "-", given=elf, status=3) == b"echo\n"
    assert ev("run", "/dev/fd/9", status=3, given=b"input", shell=f" 9< <(cat {program})") == b"echo\ninput"
    assert ev("run", program, "--stats", "-", status=3).startswith(b"{")


def test_a_pipe_that_nobody_reads_to_its_end_is_a_sentence(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)

    def read_a_little() -> None:
        with fifo.open("rb") as stream:
            stream.read(10)

    thread = threading.Thread(target=read_a_little)
    thread.start()
    ev("encode", "dvb", "-", fifo, given=bytes(1_000_000), status=2)
    thread.join()


def test_a_reader_that_ends_early_is_no_error(program: Path) -> None:
    ev("disasm", program, shell=" | head -1; exit ${PIPESTATUS[0]}", status=1)


@pytest.mark.parametrize(
    "command",
    [("disasm", "{}"), ("encode", "dvb", "{}", "-"), ("prove", "--list"),
     pytest.param(("report", "--html", "-"), marks=pytest.mark.full)],
)  # fmt: skip
def test_a_full_disk_is_a_sentence(program: Path, command: tuple[str, ...]) -> None:
    ev(*(word.format(program) for word in command), shell=" > /dev/full", status=2)


def inputs() -> list[tuple[click.Command, click.Parameter]]:
    return [(c, p) for _, c in every() for p in c.params if isinstance(p.type, InputFile)]


def test_there_are_such_arguments() -> None:
    assert len(inputs()) > 15


@pytest.mark.parametrize("wrong", ["/no/such/file", "/", "/etc/passwd/file"])
def test_what_cannot_be_read_is_refused_at_once(wrong: str) -> None:
    for command, parameter in inputs():
        given = [wrong] if isinstance(parameter, click.Argument) else [parameter.opts[0], wrong]
        before = []
        for other in command.params:  # what the command wants besides
            if other is parameter or not other.required:
                continue
            word = "dvb" if other.name == "code" else "1" if not isinstance(other.type, click.Path) else os.devnull
            if isinstance(other.type, click.Choice):
                word = other.type.choices[0]
            words = [word] if isinstance(other, click.Argument) else [other.opts[0], word]
            place = command.params.index(other) < command.params.index(parameter)
            if place or isinstance(other, click.Option):
                before += words
            else:
                given += words
        done = CliRunner().invoke(command, before + given)
        assert done.exit_code == 2 and "cannot be read" in done.output, (command.name, parameter.name, done.output)


def test_a_sentence_names_what_was_read_and_not_its_copy() -> None:
    done = CliRunner().invoke(import_module("evariste.commands.disasm").command, ["-"], input=b"nothing")
    assert done.exit_code == 2 and "the standard input is not" in done.output
    with click.Context(click.Command("x")) as ctx, (Path(os.devnull)).open():
        assert str(INPUT.convert(os.devnull, None, ctx)) == os.devnull


def test_output_to_the_standard_output_leaves_it_to_the_file(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    before = sys.stdout
    try:
        path = OUTPUT.convert("-", None, None)
        click.echo("a report")
        assert isinstance(path, Output)
        path.write_text("the file\n")
    finally:
        sys.stdout = before
    said = capsysbinary.readouterr()
    assert (said.out, said.err) == (b"the file\n", b"a report\n")


def test_a_secret_is_its_owners_alone(tmp_path: Path) -> None:
    for name in ("new", "old"):
        path = Output(tmp_path / name)
        if name == "old":
            path.touch(mode=0o666)
        path.write_secret(b"secret")
        assert path.stat().st_mode & 0o77 == 0 and path.read_bytes() == b"secret"

# SPDX-License-Identifier: Apache-2.0
"""`ev bench --peer`: other people's software, from the user's own copy. The test has a library of its own instead."""

import json
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from evariste.bench import peers, registry
from evariste.bench.peer_list import APPS, PEERS
from evariste.bench.peer_tasks import octets, question
from evariste.commands.bench import command
from evariste.ecc import reference as ref
from evariste.ecc.curves import curve
from evariste.paths import ROOT

HEADER = """
void *init_rs_char(int size, int polynomial, int first, int step, int checks, int pad);
void encode_rs_char(void *code, unsigned char *data, unsigned char *parity);
int decode_rs_char(void *code, unsigned char *data, int *places, int count);
"""
SOURCE = """
#include "fec.h"
static unsigned char generator[33];
static int degree, field;

static unsigned char multiply(unsigned a, unsigned b) {
    unsigned product = 0;
    for (; b; b >>= 1, a = a << 1 ^ (a & 0x80 ? field : 0)) product ^= b & 1 ? a : 0;
    return product;
}

void *init_rs_char(int size, int polynomial, int first, int step, int checks, int pad) {
    unsigned root = 1;
    field = polynomial;
    degree = checks;
    for (int i = 0; i < first * step; i++) root = multiply(root, 2);
    generator[0] = size == 8 && pad == 0;
    for (int i = 0; i < checks; i++) {
        for (int j = i + 1; j > 0; j--) generator[j] = generator[j - 1] ^ multiply(root, generator[j]);
        generator[0] = multiply(root, generator[0]);
        for (int j = 0; j < step; j++) root = multiply(root, 2);
    }
    return generator;
}

void encode_rs_char(void *code, unsigned char *data, unsigned char *parity) {
    for (int i = 0; i < degree; i++) parity[i] = 0;
    for (int i = 0; i < 255 - degree; i++) {
        unsigned char quotient = data[i] ^ parity[0];
        for (int j = 0; j < degree; j++)
            parity[j] = (j + 1 < degree ? parity[j + 1] : 0) ^ multiply(quotient, generator[degree - 1 - j]);
    }
}

int decode_rs_char(void *code, unsigned char *data, int *places, int count) {
    return code && data && !places && !count;
}
"""


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A library with the functions and the files of libfec."""
    for name in ("encode_rs_char", "decode_rs_char", "encode_rs_8", "decode_rs_8", "ccsds_tab"):
        (tmp_path / f"{name}.c").write_text('#include "fec.h"\n')
    (tmp_path / "fec.h").write_text(HEADER)
    (tmp_path / "init_rs_char.c").write_text(SOURCE)
    return tmp_path


def bench(*words: object) -> Result:
    return CliRunner().invoke(command, [str(w) for w in (*words, "-j", 1)])


def test_a_right_answer_is_recorded(copy: Path, tmp_path: Path) -> None:
    done = bench("--peer", f"libfec={copy}", "rs255_239.encode", "--json", tmp_path / "made.json")
    assert done.exit_code == 0, done.output
    (record,) = json.loads((tmp_path / "made.json").read_text())
    assert record["workload"] == "peer.libfec.any.rs255_239.encode" and record["verdict"]["passed"]
    assert record["params"]["task"] == "rs255_239.encode" and record["params"]["version"] == "unknown"
    assert record["params"]["flags"] in peers.LEVELS
    assert record["cycles"] > 0 and record["spread"]["runs"] == record["params"]["words"]
    assert record["code_bytes"] > 0 and record["data_bytes"] == 33 + 4 + 4  # its three variables


@pytest.mark.parametrize(("right", "wrong"), [("product ^= b & 1", "product |= b & 1"), ("data[i] ^", "data[i] |")])
def test_a_wrong_answer_is_told(copy: Path, right: str, wrong: str) -> None:
    (copy / "init_rs_char.c").write_text(SOURCE.replace(right, wrong))
    done = bench("--peer", f"libfec={copy}", "rs255_239.encode")
    assert done.exit_code == 1
    assert "the output of peer.libfec.any.rs255_239.encode is wrong" in done.output


def test_a_decoder_that_corrects_nothing_is_told(copy: Path) -> None:
    done = bench("--peer", f"libfec={copy}", "rs255_239.decode.e*")
    assert done.exit_code == 1
    assert "decode.e8 is wrong" in done.output and "decode.e0 is wrong" not in done.output


@pytest.mark.parametrize(("words", "said"), [
    (("--peer", "nobody=."), "takes NAME=FOLDER with the name"),
    (("--peer", "micro-ecc"), "takes NAME=FOLDER with the name"),
    (("--peer", "micro-ecc=verify"), "is no copy of micro-ecc that can be compiled: it has no uECC.c"),
    (("--peer", "RELIC=verify"), "configure it first"),
])  # fmt: skip
def test_a_wrong_name_or_folder_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    done = bench(*words)
    assert done.exit_code and said in str(done.exception) + done.output and "Traceback" not in done.output


@pytest.mark.parametrize(("file", "said"), [("fec.h", "does not compile"), ("ccsds_tab.c", "it has no ccsds_tab.c")])
def test_a_copy_that_lacks_a_file_is_told(copy: Path, file: str, said: str) -> None:
    (copy / file).unlink()
    done = bench("--peer", f"libfec={copy}", "rs255_239.encode")
    assert done.exit_code and (said in str(done.exception) + done.output or "No such file" in done.output)


def test_a_task_that_the_peer_cannot_do_is_told(copy: Path) -> None:
    done = bench("--peer", f"libfec={copy}", "aes128.encrypt")
    assert done.exit_code and "libfec can do no task called aes128.encrypt" in str(done.exception) + done.output


def test_the_version_is_the_commit_and_says_if_files_were_changed(copy: Path) -> None:
    git = ["git", "-C", str(copy), "-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "fec.h"], ["commit", "-q", "-m", "first"]):
        subprocess.run([*git, *words], check=True)
    head = subprocess.run([*git, "rev-parse", "HEAD"], check=True, capture_output=True, text=True).stdout
    assert head.startswith(peers.version("libfec", copy)) and len(peers.version("libfec", copy)) >= 7
    (copy / "fec.h").write_text("")
    assert peers.version("libfec", copy).endswith("-dirty")


def test_what_the_software_says_of_itself_is_its_version(tmp_path: Path) -> None:
    said = tmp_path / "include/mbedtls/build_info.h"
    said.parent.mkdir(parents=True)
    said.write_text('#define MBEDTLS_VERSION_STRING         "3.6.6"\n')
    assert peers.version("mbedTLS", tmp_path) == "3.6.6"


def test_the_check_takes_a_right_point_and_refuses_another() -> None:
    c, asked = curve("p192"), question("p192.mul.base")
    point = ref.multiply(c, int.from_bytes(asked.given[: c.octets]), ref.generator(c))
    assert point is not None
    assert [asked.check(out)[0] for out in (octets(c, *point), bytes(2 * c.octets))] == [True, False]


def test_a_signature_of_zeros_is_refused() -> None:
    assert not question("p192.ecdsa.sign.nonce").check(b"\0" * 47 + b"\1")[0]


TASKS = sorted({task for peer in PEERS.values() for program in peer.programs for task in program.tasks})


def test_every_task_of_a_peer_is_one_of_ours() -> None:
    assert set(TASKS) <= registry().keys()


@pytest.mark.parametrize("task", [t for t in TASKS if "521" not in t and "384" not in t])
def test_no_check_takes_an_empty_answer(task: str) -> None:
    """Nor one of zeros. Of a check of a signature the answer is one octet."""
    asked = question(task)
    assert not asked.check(b"")[0]
    assert task.endswith("verify") or not asked.check(bytes(len(asked.given)))[0]


def test_every_driver_is_there_and_used() -> None:
    used = {program.driver for peer in PEERS.values() for program in peer.programs}
    assert used == {path.name for path in (ROOT / APPS).glob("*.c")}

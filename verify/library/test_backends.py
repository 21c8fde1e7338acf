# SPDX-License-Identifier: Apache-2.0
"""What a backend provides: every file that one can replace stands in a contract, and every contract is kept."""

import re
import subprocess
from pathlib import Path

import pytest

from evariste import machines
from evariste.build import cc
from evariste.machines import PORTABLE
from evariste.paths import ROOT

CONTRACTS = {path.name: path.read_text() for path in sorted((ROOT / "sw/lib").glob("*_backend.h"))}
DECLARED = re.compile(r"^(?:void|unsigned|int|ev_status_t|uint32_t|uint16_t|size_t)\s+(ev_\w+)\(", re.MULTILINE)
OPTIONAL = re.compile(r"^#ifdef (E[VC]_\w+)$.*?^#endif$", re.MULTILINE | re.DOTALL)  # what a backend may have
# Behind portable's functions of the contract.
PRIVATE = ("aes_bitslice", "clmul32", "ec_look_up", "fp_mips", "fp_words", "fp_reduce")
FIRST = {r"_(233|239|283|409|571)$": "_163", r"_(224|256|384|521|25519)$": "_192"}  # the field that stands for the rest
BY_THE_LIBRARY = {"ev_aes_encrypt_unaligned", "ev_aes_decrypt_unaligned"}  # the contract says so


def defined(paths: list[Path], backend: str) -> set[str]:
    """The global names of these sources."""
    built = cc.library_objects(backend)
    objects = [built[path] for path in paths]
    tool = cc.tool("nm", machines.default().compiler())
    done = subprocess.run([tool, "--defined-only", "--extern-only", "--format=posix", *objects],
                          capture_output=True, text=True, check=True)  # fmt: skip
    return {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1}


def promised(text: str, backend: str) -> str:
    """A contract without what this backend does not say it has."""
    headers = [next(path for folder in cc.fallbacks(backend) if (path := ROOT / f"sw/low/{folder}/{name}").exists())
               for name in ("evariste/backend/aes.h", "ec_kernels.h")]  # fmt: skip
    header = "\n".join(path.read_text() for path in headers)
    return OPTIONAL.sub(lambda part: part[0] if f"#define {part[1]} 1" in header else "", text)


def test_every_portable_file_stands_in_a_contract() -> None:
    said = "\n".join(CONTRACTS.values())
    for path in cc.kernels(PORTABLE):
        if path.stem.startswith(PRIVATE):
            continue
        stem = re.sub(r"rs_rom_\w+", "rs_rom_<name>", path.stem)
        for others, first in FIRST.items():
            stem = re.sub(others, first, stem)
        assert re.search(rf"\b{re.escape(stem)}(\.c)?\s", said), path


@pytest.mark.parametrize("backend", machines.default().backends)
def test_every_function_of_a_contract_is_there(backend: str) -> None:
    wanted = {name for text in CONTRACTS.values() for name in DECLARED.findall(promised(text, backend))}
    wanted -= BY_THE_LIBRARY
    assert len(wanted) > 20
    assert wanted <= defined(cc.kernels(backend), backend)

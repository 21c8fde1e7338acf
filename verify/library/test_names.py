# SPDX-License-Identifier: Apache-2.0
"""Every name that the library gives to the linker begins with ev_, and every public macro and type with EV_ or ev_."""

import re
import subprocess

import pytest

from evariste import machines
from evariste.build import cc
from evariste.paths import ROOT

INCLUDE = ROOT / "sw/include"


@pytest.mark.parametrize("backend", machines.default().backends)
def test_the_linker_sees_only_names_with_the_prefix(backend: str) -> None:
    objects = [obj for path, obj in cc.library_objects(backend).items() if ROOT / "sw/rt" not in path.parents]
    nm = cc.tool("nm", machines.default().compiler())
    done = subprocess.run([nm, "--defined-only", "--extern-only", "--format=posix", *objects],
                          capture_output=True, text=True, check=True)  # fmt: skip
    names = [line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 1]
    assert len(names) > 100
    assert not [name for name in names if not name.startswith("ev_")]


def test_headers_define_only_names_with_the_prefix() -> None:
    for path in sorted(INCLUDE.rglob("*.h")):
        text = path.read_text()
        macros = set(re.findall(r"^#define (\w+)", text, re.MULTILINE))
        assert not [m for m in macros if not re.match(r"EV_|EVARISTE_", m)], path.name
        types = set(re.findall(r"^}\s*(\w+);|^typedef struct \w+ (\w+);", text, re.MULTILINE))
        assert not [t for pair in types for t in pair if t and not re.fullmatch(r"ev_\w+_t", t)], path.name

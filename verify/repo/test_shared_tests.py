# SPDX-License-Identifier: Apache-2.0
"""What belongs to one machine is in its folder of verify/. Other tests and shared Python name no machine."""

import ast
import re
from collections.abc import Iterator

from evariste import machines
from verify.repo.tracked import text, under

OWN = tuple(f"verify/{name}/" for name in machines.names())
CODE = (".py", ".c", ".cpp", ".hpp", ".h", ".S", ".sv", ".yaml")
# Shared tests that name a machine, or its instruction set, without depending on it.
EXAMPLES = {
    "verify/isa/test_forms_of_machines.py": "what it is not",
    "verify/papers/test_refusals.py": "text of a paper's file",
    "verify/repo/test_arrows.py": "names that no shared file may have",
    "verify/repo/test_cache.py": "files that it reads",
    "verify/repo/test_secret_masks.py": "files that it reads",
    "verify/repo/test_setup.py": "Debian's packages",
    "verify/repo/test_shared_tests.py": "names that no shared test may have",
    "verify/sim/fake/machine.cpp": "what it is not",
    "verify/sim/test_core.py": "what it is not",
}
# Tests of the library that name a machine's backend. None may join them. A Monte Carlo test is one of AES.
NAMED = re.compile(rf"(?<![a-z])(?:{'|'.join(machines.names())})(?![ _]carlo)|\barm\b|\barm-none|armv6|thumb|cortex",
                   re.IGNORECASE)  # fmt: skip
FOLDER = re.compile(r"\bverify/\w")


def shared() -> list[str]:
    return [path for path in under("verify/", suffixes=CODE) if not path.startswith(OWN)]


def strings(source: str) -> Iterator[str]:
    """The strings of a Python file, without its docstrings."""
    tree = ast.parse(source)
    bodies = [node.body[0].value for node in ast.walk(tree)
              if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body
              and isinstance(node.body[0], ast.Expr)]  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in bodies:
            yield node.value


def test_shared_tests_name_no_machine() -> None:
    assert {path for path in shared() if NAMED.search(text(path))} == EXAMPLES.keys()


def test_shared_python_names_no_folder_of_verify() -> None:
    """A machine's definition says where its tests, specifications and lists are."""
    for path in under("evariste/", suffixes=(".py",)):
        if not path.startswith("evariste/machines/"):
            assert not [said for said in strings(text(path)) if FOLDER.search(said)], path


def test_the_readers_of_sources_see_what_is_there() -> None:
    """A test of the test."""
    source = '"""verify/a"""\nX = "verify/b"\ndef f():\n    "verify/c"\n    return f"{X}/d"\n'
    assert [*strings(source)] == ["verify/b", "/d"]
    assert FOLDER.search("verify/formal/core") and not FOLDER.search("verify")
    assert all(NAMED.search(name) for name in machines.names())

# SPDX-License-Identifier: Apache-2.0
"""All tests: one that needs what this machine lacks is skipped, before its fixtures are made. One that leaves other
settings of the tools behind fails: the tests after it would build everything anew.
"""

import os
from collections.abc import Iterator

import pytest

from evariste import build
from verify import needs

TOOLS = (*build.TOOLS, "CC", "CPATH", "PATH")
BEFORE = {name: os.environ.get(name) for name in TOOLS}


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    yield
    changed = [name for name in TOOLS if os.environ.get(name) != BEFORE[name]]
    for name in changed:
        os.environ.pop(name, None)
    os.environ.update({name: value for name in changed if (value := BEFORE[name]) is not None})
    assert not changed, f"left behind in the environment: {', '.join(changed)}"

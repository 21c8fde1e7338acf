# SPDX-License-Identifier: Apache-2.0
"""All tests: one that needs what this machine lacks is skipped, before its fixtures are made. One that leaves another
environment behind fails: the tests after it would build everything anew, as for other tools.
"""

import os
from collections.abc import Iterator

import pytest

from verify import needs


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}


BEFORE = environment()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Iterator[None]:
    yield
    changed = {name for name, _ in BEFORE.items() ^ environment().items()}
    for name in changed:
        os.environ.pop(name, None)
    os.environ.update({name: BEFORE[name] for name in changed & BEFORE.keys()})
    assert not changed, f"left behind in the environment: {', '.join(sorted(changed))}"

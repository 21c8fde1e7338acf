# SPDX-License-Identifier: Apache-2.0
"""All tests: one that needs what this machine lacks is skipped, before its fixtures are made."""

import pytest

from verify import needs


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    needs.check(item)

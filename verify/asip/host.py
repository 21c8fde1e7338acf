# SPDX-License-Identifier: Apache-2.0
"""The machine whose programs drive the coprocessor. In a tree without it, the tests that import this are skipped."""

import pytest

from evariste import machines
from evariste.machines.asip import MACHINE

BACKEND = MACHINE.device.backend
if BACKEND not in machines.DRIVEN:
    pytest.skip("No machine of this tree has a place for the coprocessor.", allow_module_level=True)
CONFIGURATION = machines.default().runs(BACKEND)

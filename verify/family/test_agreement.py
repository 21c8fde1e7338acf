# SPDX-License-Identifier: Apache-2.0
"""Does every machine answer the same, for inputs that nobody chose, and is the answer right?

By itself a few tasks run with a few inputs. `--full` runs every task: those of codes, ciphers, hashes and fields with
1,000 inputs each; the curves' tasks share 1,000 inputs, as one of them takes up to 10^8 cycles.
"""

import pytest

from evariste import machines
from evariste.bench import registry
from evariste.family.tasks import SUBJECTS, tasks
from evariste.machines import PORTABLE
from verify.family.agreement import answer, answers, differences

SAMPLE = ("aes128.encrypt", "gf2_163.mul")
FEW, MANY = 2, 1000
CURVES = [t for s in SUBJECTS for t in tasks(s.name) if s.name.endswith("curves")]
SHORT = [t for t in tasks() if t not in CURVES]


@pytest.mark.parametrize("task", SAMPLE)
def test_machines_agree(task: str) -> None:
    with_compiler = {m.name for m in machines.all() if m.backends}
    for i in range(FEW):
        found = list(answers(task, f"{task} {i}"))
        assert not differences(found)
        assert all(any(f" on {m}." in a.where for a in found) for m in with_compiler)


def test_another_input_is_a_difference() -> None:
    """The control: one machine gets other inputs than the rest, as if it had computed something else."""
    w, here = registry()["aes128.encrypt"], machines.default().name
    one, other = answer(w, here, PORTABLE, "first"), answer(w, here, PORTABLE, "second")
    assert one.right and other.right
    assert differences([one, other]) == [f"{other.where}: not what {one.where} wrote"]


@pytest.mark.full
@pytest.mark.parametrize("task", SHORT)
def test_machines_agree_on_many_inputs(task: str) -> None:
    for i in range(MANY):
        assert not differences(list(answers(task, f"{task} {i}")))


@pytest.mark.full
@pytest.mark.parametrize("task", CURVES)
def test_machines_agree_on_the_curves(task: str) -> None:
    for i in range(-(-MANY // len(CURVES))):
        assert not differences(list(answers(task, f"{task} {i}")))

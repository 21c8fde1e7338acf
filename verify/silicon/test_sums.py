# SPDX-License-Identifier: Apache-2.0
"""A sum of products in the RTL is the tree of adders that synthesis chose, or it is not proved."""

from pathlib import Path

import pytest

from evariste.errors import UserError
from evariste.silicon.synth import Job
from evariste.verification import equivalence, netlists, sums
from verify.needs import needs

pytestmark = needs("osu018")

SIGNED = "output logic signed [13:0] y_q, input logic signed [6:0] a_i, input logic signed [5:0] b_i, c_i"
BYTES = "output logic [13:0] y_q, input logic [6:0] a_i, input logic [5:0] b_i, c_i"
SUMS = {
    "signed": (SIGNED, "y_q <= 14'(a_i * b_i) + 14'(c_i)"),
    "unsigned": (BYTES, "y_q <= 14'(a_i) * 14'(b_i) - 14'(c_i)"),
    "chained": (SIGNED, "y_q <= 14'(14'(a_i[3:0] * b_i[3:0]) * 14'(c_i))"),
    "apart": (BYTES, "y_q <= 14'(c_i) + {1'b0, 11'(a_i[5:0]) * 11'(b_i[4:0]), 2'b00}"),
    "constant": (
        "output logic [9:0] y_q, input logic [6:0] a_i",
        """begin
    if (!rst_ni) x_q <= 7'd1;
    else x_q <= a_i;
    y_q <= 10'(11'(x_q) * 11'd5);
  end""",
    ),
    "bytes": (SIGNED, "y_q <= 14'(14'(a_i) * 14'($signed({1'b0, b_i[2:0]}))) + (14'(a_i) * 14'(c_i) <<< 3)"),
}


def job(folder: Path, ports: str, statement: str) -> Job:
    source = folder / "summed.sv"
    source.write_text(f"""\
// SPDX-License-Identifier: Apache-2.0
module summed (input logic clk_i, rst_ni, {ports});
  logic [6:0] x_q;
  always_ff @(posedge clk_i) {statement};
endmodule
""")
    return Job("summed", (), (str(source),))


@pytest.mark.parametrize("kind", SUMS)
def test_a_netlist_with_a_multiplier_is_its_rtl_and_a_changed_one_is_not(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken, tree_for = [], sums.Trees.tree_for
    monkeypatch.setattr(sums.Trees, "tree_for", lambda *asked: taken.append(tree_for(*asked)) or taken[-1])
    asked = job(tmp_path, *SUMS[kind])
    one, other = netlists.rtl(asked, tmp_path), netlists.netlist(asked, tmp_path)
    assert taken[-1] and sum(taken) == (2 if kind == "chained" else 1)
    assert kind != "apart" or taken == [False, True]  # the whole sum has no tree, but the product in it has one
    found = equivalence.compare(one, other)
    assert found.proved and found.matched == len(one.flops)
    netlists.refute(one, other, 14)


def test_the_tree_of_another_sum_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken, it would make a right netlist wrong, and a wrong one right."""
    asked = job(tmp_path, *SUMS["signed"])
    right = netlists.netlist(asked, tmp_path)
    (tmp_path / "other").mkdir()
    wrong = job(tmp_path / "other", SIGNED, "y_q <= 14'(a_i * b_i) + 14'(c_i) + 14'd1")
    tree = netlists._adders
    monkeypatch.setattr(netlists, "_adders", lambda _job, folder, library: tree(wrong, folder, library))
    one = netlists.rtl(asked, tmp_path)
    assert equivalence.compare(one, right).proved
    assert equivalence.compare(one, netlists.netlist(wrong, tmp_path / "other")).proved is False


def side(*boxes: sums.Box) -> sums.Forms:
    made = sums.Side(netlists.Netlist.__new__(netlists.Netlist), list(boxes))
    return sums.Forms(made, lambda n: 2 * n, lambda a, b: 2 * (100 * a + b))


def test_a_full_adder_keeps_a_number() -> None:
    full = sums.Box("fa", {"A": [1], "B": [2], "C": [3], "X": [4], "Y": [5]}, False)
    assert side(full).of([5, 4], 2) == {2: 1, 4: 1, 6: 1}
    with pytest.raises(UserError, match="apart"):
        side(full).of([4, 5], 2)


def test_a_result_with_a_sign_must_not_exceed_its_width() -> None:
    """Four bits hold every product of two signed bits of two, and not every sum of three bits of three."""
    product = sums.Box("mul", {"A": [1, 2], "B": [3, 4], "Y": [5, 6, 7, 8]}, True)
    assert side(product).of([5, 6, 7, 8, 8, 8], 6) == {206: 1, 208: 62, 406: 62, 408: 4}
    sum_ = sums.Box("add", {"A": [1, 2, 3], "B": [4, 11, 12], "Y": [5, 6, 7]}, True)
    with pytest.raises(UserError, match="exceed"):
        side(sum_).of([5, 6, 7, 7], 4)

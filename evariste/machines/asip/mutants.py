# SPDX-License-Identifier: Apache-2.0
"""Mutants of the host's side, of the FIFOs, of the multiplier with its field register, of square networks, of the AES
units, of the wide logic, and of the pipeline.

Those of the pipeline are in the design of its proofs (pipeline.py). All mutants of another block run side by side with
the original, as one graph, on inputs that follow the rules of the block's ports. A mutant is killed in the first cycle
in which an output that somebody looks at differs. One that survives is asked of the prover: can its outputs or next
state differ in any state? KNOWN has what is known of states and registers.
"""

import re
from random import Random
from typing import Any

from evariste import cache
from evariste.cache import keys
from evariste.isa import load
from evariste.machines.asip import MACHINE, NAME, pipeline
from evariste.paths import ROOT
from evariste.verification import mutation
from evariste.verification.blocks import Block, Ports, campaign
from evariste.verification.mutation import Result, Sample, Say

TARGETS = ("host", "fifos", "multiplier", "squares", "aes", "logic", "pipeline")
PROVED: tuple[str, ...] = ()  # the proofs are not asked about mutants
REASONS = ROOT / MACHINE.verify / "mutation/survivors.yaml"
# Of the mutants that are errors.
NEEDED = {"host": 0.98, "fifos": 0.98, "multiplier": 1.0, "squares": 1.0, "aes": 1.0, "logic": 1.0, "pipeline": 0.98}
PACKAGES = MACHINE.rtl.packages
KEYS = (4, 4, 8, 9, 27, 27)  # tasks that make others possible: keys, a curve, a session
DIGIT, WIDTH = 8, 32  # of the multiplier
WAITS = 21  # of an access


def _ports(file: str) -> str:
    """The ports of the module in a file, as text."""
    found = re.search(r"\) \(\n(.*?)\n\);", (ROOT / file).read_text(), re.DOTALL)
    assert found, file
    return found[1]


AROUND = {
    "host": f"""module asip_mutated import asip_pkg::*, asip_isa_pkg::*, asip_tasks_pkg::*; (
{_ports("rtl/asip/asip_host.sv")},
    output logic [31:0] elapsed_o, output logic [9:0] word_o, output logic [4:0] waited_o,
    output logic rests_o, holds_o);
  // A task ends, or fails, while it runs, and a FIFO has eight words at most.
  asip_host #(.PROGRAM_RAM(1'b1), .WAIT_LIMIT({WAITS})) u_host (.ending_i(ending_i && running_o),
      .raised_i(raised_i && running_o && !ending_i), .in_level_i(in_level_i > 8 ? 4'd8 : in_level_i),
      .out_level_i(out_level_i > 8 ? 4'd8 : out_level_i), .*);
  assign elapsed_o = u_host.elapsed_q;
  assign word_o = u_host.cleaned_q;
  assign rests_o = !cleaning_o;
  assign waited_o = u_host.waited_q;
  assign holds_o = u_host.state_q != 3 && u_host.cleaned_q <= 513 && !(cleaning_o && u_host.cleaned_q == 513) &&
      u_host.waited_q <= {WAITS};
endmodule
""",
    "fifos": """module asip_mutated (
    input logic clk_i, rst_ni, clear_i, push_in_i, take_i, push_out_i, pop_i, input logic [31:0] data_i,
    input logic [127:0] block_i, output logic [127:0] block_o, output logic [31:0] data_o,
    output logic [3:0] in_level_o, out_level_o,
    output logic [255:0] words_in_o, words_out_o);
  asip_in u_in (.clk_i, .rst_ni, .clear_i, .push_i(push_in_i), .data_i, .take_i, .block_o, .level_o(in_level_o));
  asip_out u_out (.clk_i, .rst_ni, .clear_i, .push_i(push_out_i), .block_i, .pop_i, .data_o, .level_o(out_level_o));
  assign {words_in_o, words_out_o} = {u_in.words_q, u_out.words_q};
endmodule
""",
    "multiplier": f"""module asip_mutated (
    input logic clk_i, rst_ni, clear_i, load_i, start_i, input logic [127:0] exponents_i,
    input logic [{WIDTH - 1}:0] a_i, b_i, output logic legal_o, loading_o, busy_o, done_o,
    output logic [{WIDTH - 1}:0] product_o, output logic [23:0] kept_o, output logic [2:0] digits_o,
    output logic over_o, loaded_o, holds_o, output logic [{DIGIT - 1}:0] old_o, inverse_o, rest_o,
    output logic rests_o, output logic [2:0] left_o, output logic [3:0] bits_o, output logic [{WIDTH - 1}:0] sum_o, a_o,
    output logic [{WIDTH - DIGIT - 1}:0] b_o, taken_o);
  logic [{WIDTH}:0] p;
  logic [{DIGIT - 1}:0] p_inverse, there, relation;
  gf_mont_field #(.DIGIT({DIGIT}), .WIDTH({WIDTH})) u_field (.clk_i, .rst_ni, .clear_i,
      .load_i(load_i && !busy_o), .exponents_i, .legal_o, .busy_o(loading_o), .exponents_o(kept_o),
      .digits_o, .p_o(p), .p_inverse_o(p_inverse));
  logic [{WIDTH - 1}:0] product;
  // A product starts in a field that has been loaded, a field only behind products. A result is there in one cycle.
  gf_mont #(.DIGIT({DIGIT}), .WIDTH({WIDTH})) u_multiplier (.clk_i, .rst_ni,
      .start_i(start_i && !load_i && digits_o != 0 && !loading_o), .a_i, .b_i, .digits_i(digits_o), .p_i(p),
      .p_inverse_i(p_inverse), .busy_o, .done_o, .product_o(product));
  assign product_o = done_o && digits_o != 0 ? product : '0;
  assign rests_o = u_multiplier.left_q == 0;
  assign over_o = u_multiplier.left_q == 0 && !u_multiplier.last_q || digits_o == 0;
  assign loaded_o = u_field.left_q == 0;
  assign holds_o = u_field.left_q <= {DIGIT} && u_field.exponents_q[0] <= {WIDTH} &&
      u_field.exponents_q[1] < {WIDTH} && u_field.exponents_q[2] < {WIDTH} &&
      u_field.exponents_q[3] < {WIDTH} && u_multiplier.left_q < {WIDTH // DIGIT} &&
      !(loading_o && busy_o) && (digits_o == 0 || relation == 1);
  // The bits of the inverse that are there, times P, and the rest, are 1.
  assign there = u_field.inverse_q >> u_field.left_q;
  always_comb begin
    relation = u_field.rest_q << ({DIGIT} - u_field.left_q);
    for (int unsigned i = 0; i < {DIGIT}; i++) relation ^= (p[{DIGIT - 1}:0] & {{{DIGIT}{{there[i]}}}}) << i;
  end
  assign left_o = u_multiplier.left_q;
  assign sum_o = u_multiplier.sum_q;
  assign a_o = u_multiplier.a_q;
  assign b_o = u_multiplier.b_q;
  assign bits_o = u_field.left_q;
  assign inverse_o = u_field.inverse_q;
  assign rest_o = u_field.rest_q;
  // Digits that were taken, and bits of another field's inverse.
  for (genvar i = 0; i < {WIDTH - DIGIT}; i++) begin : gen_taken
    assign taken_o[i] = i >= {DIGIT} * u_multiplier.left_q;
  end
  for (genvar i = 0; i < {DIGIT}; i++) begin : gen_old
    assign old_o[i] = u_field.exponents_q[0] == 0 || i < u_field.left_q;
  end
endmodule
""",
    "aes": """module asip_mutated (
    input logic clk_i, rst_ni, inverse_i, last_i, input logic [2:0] step_i, input logic [7:0] constant_i,
    input logic [127:0] a_i, b_i, output logic [127:0] round_o, key_o);
  aes_round u_round (.inverse_i, .last_i, .state_i(a_i), .key_i(b_i), .out_o(round_o));
  aes_expand u_expand (.step_i(aes_pkg::expand_e'(step_i)), .constant_i, .recent_i(a_i), .older_i(b_i), .out_o(key_o));
  logic unused;
  assign unused = clk_i & rst_ni;
endmodule
""",
    "logic": f"""module asip_mutated import asip_pkg::*; #(localparam int unsigned WIDTH = 256) (
    input logic rst_ni,
{_ports("rtl/asip/asip_logic.sv")});
  step_t x;
  logic all, more;
  logic [WIDTH-1:0] result;
  block_t out;
  always_comb begin
    x = x_i;
    if (x.op >= OP_IMMEDIATE) x.op = OP_NONE;
    x.both = x_i.both && x.op == OP_EXPAND;
  end
  asip_logic #(.SQUARES(1)) u_logic (.x_i(x), .networks_i(networks_i & 6'd1), .result_o(result), .out_o(out), .*);
  // What goes into a register, or on to the next step, and to OUT.
  assign all = x.wide || x.both || x.op == OP_STORE || x.op == OP_PUSH || x.op == OP_FIELD;
  assign more = x.op != OP_NONE && x.op != OP_ZERO_W && x.op != OP_ZERO_S && x.op != OP_BIT && x.op != OP_MULTIPLY;
  assign result_o = more ? result & (all ? '1 : WIDTH'(block_t'('1))) : '0;
  assign out_o = x.push ? out : '0;
  logic unused;
  assign unused = rst_ni;
endmodule
""",
    "squares": """module asip_mutated (
    input logic clk_i, rst_ni, input logic [40:0] a_i, output logic [40:0] three_o, five_o);
  gf_mont_square #(.M(41), .K3(3), .R(48), .CHUNK(11)) u_three (.a_i, .out_o(three_o));
  gf_mont_square #(.M(41), .K3(9), .K2(7), .K1(2), .R(44), .CHUNK(44)) u_five (.a_i, .out_o(five_o));
  logic unused;
  assign unused = clk_i & rst_ni;
endmodule
""",
}


class Hosted:
    """A host that does anything, and tasks that take steps, fail and end at random."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        tasks = load.tasks(NAME).tasks
        kinds = {task.count for task in tasks if task.count != "free"}
        self.counted = [[n for n, task in enumerate(tasks, 1) if task.count == kind] for kind in sorted(kinds)]
        self.count = len(tasks)
        self.access: tuple[int, int, int] | None = None  # write, offset, data
        self.calm = rng.random() < 0.6  # it seldom stops a task
        self.stuck = 0  # cycles in which a FIFO stays full or empty

    def task(self) -> int:
        """A word for TASK. Counts are near the bounds of all tasks."""
        rng = self.rng
        counted = rng.choice(rng.choice(self.counted))
        number = rng.choice((*KEYS, *KEYS, *[counted] * 5, rng.randrange(self.count + 1), rng.randrange(64)))
        reserved = rng.choice((0, 0, 0, 0, 0, 0, 0, rng.randrange(4)))
        if rng.random() < (0.02 if self.calm else 0.06):
            number, reserved = 0, rng.choice((0, 1, 2, 3))
        bit = 1 << rng.randrange(16)
        count = rng.choice((0, 1, bit, bit | rng.randrange(16), 15, 16, 255, 256, 257, 0xFFFF ^ bit,
                            0xFFFF ^ rng.randrange(bit), rng.randrange(1 << 16)))  # fmt: skip
        return number | rng.randrange(256) << 6 | reserved << 14 | count << 16

    def new(self) -> tuple[int, int, int]:
        rng = self.rng
        kind = rng.random()
        if kind < 0.3:
            return 1, 0, self.task()
        if kind < 0.35:
            return 1, 8, rng.choice((4, rng.randrange(16) & ~3)) if self.calm else rng.getrandbits(32) & 0xF0007
        if kind < 0.65:
            offset = 4 * rng.randrange(12) + (rng.random() < 0.05) * rng.randrange(4)
            if rng.random() < 0.5:
                return 0, rng.choice((0, 4, 4, 12, 20, 20, 24, 24)), 0
            return rng.randrange(2), offset if offset not in (0, 8) else 4, rng.getrandbits(32)
        if kind < 0.9:
            if rng.random() < 0.2:
                self.stuck = rng.choice((3, WAITS - 1, WAITS, WAITS + 1, WAITS + 2, WAITS + 9))
            return rng.randrange(2), rng.choice((0x1000, 0x2000)) | rng.randrange(1024) << 2, rng.getrandbits(32)
        if rng.random() < 0.6:  # one bit from the offset of a register
            return rng.randrange(2), 4 * rng.randrange(12) ^ 1 << rng.randrange(14), rng.getrandbits(32)
        return rng.randrange(2), rng.getrandbits(14) | 0x10, rng.getrandbits(32)

    def leap(self, answers: Ports) -> dict[str, int]:
        """More cycles of a task, and of cleaning."""
        rng = self.rng
        if answers("running_o") and rng.random() < 0.05:
            bit = 1 << rng.randrange(32)
            return {"elapsed": rng.choice((bit - 1, 0xFFFFFFFF ^ bit, rng.getrandbits(32)))}
        if answers("cleaning_o") and answers("cleaned_o", 10) < 480 and rng.random() < 0.05:
            return {"cleaned": rng.randrange(480, 512)}
        return {}

    def inputs(self) -> dict[str, int]:
        write, offset, data = self.access or self.idle
        packed = int(self.access is not None) << 47 | write << 46 | offset << 32 | data
        return {"rst_ni": 1, "access_i": packed, **self.rest}

    def ask(self) -> dict[str, int]:
        rng = self.rng
        self.idle = rng.randrange(2), rng.getrandbits(14) & rng.choice((0x300C, 0x3FFF)), rng.getrandbits(32)
        if self.access is None and rng.random() < 0.7:
            self.access = self.new()
        self.rest = {"in_level_i": rng.choice((0, 3, 4, 5, 8)), "out_level_i": rng.choice((0, 0, 1, 3, 4, 8)),
                     "out_data_i": rng.getrandbits(32), "issue_i": 0, "ending_i": 0, "raised_i": 0,
                     "cause_i": rng.randrange(32), "place_i": rng.randrange(1025)}  # fmt: skip
        if self.stuck:
            self.stuck -= 1
            self.rest |= {"in_level_i": 8, "out_level_i": 0}
        return self.inputs()

    def go(self, answers: Ports) -> dict[str, int]:
        rng = self.rng
        if answers("running_o"):
            kind = rng.random()
            if self.access and self.access[:2] == (1, 8) and rng.random() < 0.2:
                kind = 1.0
            self.rest |= {"issue_i": int(kind < 0.6), "ending_i": int(0.6 < kind < 0.66),
                          "raised_i": int(kind > 0.996 if self.calm else kind > 0.97)}  # fmt: skip
        return self.inputs()

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        found = [(name, 1) for name in ("irq_o", "push_o", "pop_o", "flush_o", "start_o", "fetch_o", "stop_o",
                                        "running_o", "cleaning_o", "write_o")]  # fmt: skip
        ready, error = answers("answer_o", low=33), answers("answer_o", low=32)
        found.append(("answer_o", 3 << 32 | (0xFFFFFFFF if ready and self.access and not self.access[0] else 0)))
        if answers("fetch_o"):
            found.append(("entry_o", 0x3FF))
        if answers("stop_o"):
            found.append(("stop_all_o", 1))
        if answers("cleaning_o"):
            found += [("all_o", 1), ("cleaned_o", 0x3FF)]
        if answers("running_o"):
            found += [("count_o", 0xFFFF), ("flags_o", 0xFF)]
        if answers("write_o"):
            found.append(("write_place_o", 0x3FF))
        if ready or error:
            self.access = None
        return found


class Fifos:
    """Both FIFOs, which are full and empty in turn."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.rate = rng, 0.5

    def ask(self) -> dict[str, int]:
        rng = self.rng
        if rng.random() < 0.05:
            self.rate = rng.choice((0.1, 0.5, 0.9))
        self.given = {"rst_ni": 1, "clear_i": int(rng.random() < 0.02), "data_i": rng.getrandbits(32),
                      "block_i": rng.getrandbits(128)}  # fmt: skip
        return self.given

    def go(self, answers: Ports) -> dict[str, int]:
        rng, inside, outside = self.rng, answers("in_level_o", 4), answers("out_level_o", 4)
        return self.given | {
            "push_in_i": int(inside < 8 and rng.random() < self.rate),
            "take_i": int(inside >= 4 and rng.random() < 0.4),
            "push_out_i": int(outside <= 4 and rng.random() < 0.4),
            "pop_i": int(outside > 0 and rng.random() < self.rate),
        }

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        found = [("in_level_o", 15), ("out_level_o", 15), ("data_o", 0xFFFFFFFF)]
        # Where there are no words all is zero, so that no operand stays.
        for name in ("in", "out"):
            if not answers(f"{name}_level_o", 4):
                found.append((f"words_{name}_o", (1 << 256) - 1))
        return [*found, ("block_o", (1 << 128) - 1)]


class Multiplied:
    """Fields of all kinds, and products in them, some of which begin anew."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.degree = rng, 0

    def exponents(self) -> list[int]:
        rng = self.rng
        m = rng.choice((2, 3, 8, 9, 16, 31, 32, *(rng.randrange(2, WIDTH + 1) for _ in range(5))))
        made = [m, rng.randrange(1, m), 0, 0]
        if m > 4 and rng.random() < 0.6:
            made[1:] = sorted(rng.sample(range(1, m), 3), reverse=True)
        if rng.random() < 0.4:  # nearly a field
            at = rng.randrange(4)
            bit = made[at] ^ 1 << rng.randrange(32)
            made[at] = rng.choice((bit, bit, bit, 0, made[rng.randrange(4)], WIDTH + 1))
        return made

    def ask(self) -> dict[str, int]:
        rng = self.rng
        self.tried = self.exponents()
        number = sum(value << 32 * i for i, value in enumerate(self.tried))
        limit = (1 << self.degree) - 1
        self.given = {"rst_ni": 1, "clear_i": int(rng.random() < 0.01), "load_i": 0, "start_i": 0,
                      "exponents_i": number, "a_i": rng.getrandbits(WIDTH) & limit,
                      "b_i": rng.getrandbits(WIDTH)}  # fmt: skip
        return self.given

    def go(self, answers: Ports) -> dict[str, int]:
        rng = self.rng
        free = not answers("loading_o") and not answers("busy_o")
        loads = free and rng.random() < (0.05 if self.degree else 0.5)
        starts = not loads and self.degree > 0 and not answers("loading_o") and rng.random() < (0.5 if free else 0.02)
        self.given |= {"load_i": int(loads), "start_i": int(starts)}
        if loads and answers("legal_o"):
            self.degree = self.tried[0]
        if self.given["clear_i"]:
            self.degree = 0
            self.given |= {"start_i": 0}
        return self.given

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        found = [("legal_o", 1), ("loading_o", 1), ("busy_o", 1), ("done_o", 1), ("kept_o", 0xFFFFFF), ("digits_o", 7)]
        if answers("done_o") and self.degree and not answers("loading_o"):
            found.append(("product_o", (1 << WIDTH) - 1))
        return found


class Free:
    """A block whose inputs are free of its answers."""

    given: dict[str, int]

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def go(self, answers: Ports) -> dict[str, int]:
        return self.given


class Ciphered(Free):
    """Blocks and keys at random."""

    def ask(self) -> dict[str, int]:
        rng = self.rng
        self.given = {"rst_ni": 1, "inverse_i": rng.randrange(2), "last_i": rng.randrange(2),
                      "step_i": rng.randrange(7), "constant_i": rng.randrange(256), "a_i": rng.getrandbits(128),
                      "b_i": rng.getrandbits(128)}  # fmt: skip
        return self.given

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        return [("round_o", (1 << 128) - 1), ("key_o", (1 << 128) - 1)]


class Computed(Free):
    """Steps of all kinds, on operands at random, zero and nearly zero."""

    def ask(self) -> dict[str, int]:
        rng = self.rng
        ones = (1 << 256) - 1
        a, b = (rng.choice((rng.getrandbits(256), rng.getrandbits(256), 0, 1 << rng.randrange(256), ones,
                            ones << rng.randrange(256) & ones)) for _ in range(2))  # fmt: skip
        self.given = {"rst_ni": 1, "x_i": rng.getrandbits(64), "a_i": a, "b_i": b, "memory_i": rng.getrandbits(32),
                      "networks_i": rng.randrange(2), "clear_i": int(rng.random() < 0.02)}  # fmt: skip
        return self.given

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        return [("wide_zero_o", 1), ("result_o", (1 << 256) - 1), ("out_o", (1 << 128) - 1)]


class Squared(Free):
    """Any operand."""

    def ask(self) -> dict[str, int]:
        self.given = {"rst_ni": 1, "a_i": self.rng.getrandbits(41)}
        return self.given

    def seen(self, answers: Ports) -> list[tuple[str, int]]:
        return [("three_o", (1 << 41) - 1), ("five_o", (1 << 41) - 1)]


DRIVES = {"host": Hosted, "fifos": Fifos, "multiplier": Multiplied, "squares": Squared, "aes": Ciphered,
          "logic": Computed}  # fmt: skip
FOLDERS = {"host": ("rtl/asip",), "fifos": ("rtl/asip",), "multiplier": ("rtl/gf/mont",), "squares": ("rtl/gf/mont",),
           "aes": ("rtl/gf/aes",), "logic": ("rtl/asip", "rtl/gf/mont", "rtl/gf/aes")}  # fmt: skip
# What is known of registers: see Block.
KNOWN: dict[str, dict[str, Any]] = {
    "host": {"cycles": 2500, "registers": {"elapsed": "elapsed_o", "cleaned": "word_o", "waited": "waited_o"},
             "dead": {"cleaned": "rests_o"}, "loose": ("waited",), "holds": "holds_o"},
    "multiplier": {
        "registers": {"left": "left_o", "sum": "sum_o", "a": "a_o", "b": "b_o", "bits": "bits_o",
                      "inverse": "inverse_o", "rest": "rest_o"},
        "dead": {"a": "rests_o", "sum": "over_o", "rest": "loaded_o",
                 **{f"b[{i}]": f"taken_o[{i}]" for i in range(WIDTH - DIGIT)},
                 **{f"inverse[{i}]": f"old_o[{i}]" for i in range(DIGIT)}},
        "loose": ("left", "bits"),
        "holds": "holds_o",
    },
    "aes": {"cycles": 200},
    "logic": {"cycles": 150, "files": ("rtl/asip/asip_logic.sv",)},
}  # fmt: skip


def block(target: str) -> Block:
    """What is mutated."""
    text = AROUND[target]
    folder = cache.built("prove", "asip_mutated", keys.digest(text), lambda f: (f / "top.sv").write_text(text))
    return Block("asip_mutated", FOLDERS[target], PACKAGES, {}, folder / "top.sv", **KNOWN.get(target, {}))


def run(target: str, sample: Sample, rounds: int = 6, more: int = 0, say: Say = print) -> Result:
    """Mutate a block. `rounds` come before the proofs; `more` after them, on the survivors of all but the pipeline."""
    result = Result(f"{NAME}.{target}", MACHINE.configuration, sample)
    if target == "pipeline":
        return pipeline.campaign(result, rounds + more, say)
    return campaign(block(target), DRIVES[target], result, rounds, more, say)


def record(result: Result) -> dict[str, Any]:
    """The campaign as a record."""
    return mutation.record(MACHINE, result, REASONS, NEEDED[result.target.removeprefix(f"{NAME}.")])

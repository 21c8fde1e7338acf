// SPDX-License-Identifier: Apache-2.0
// The contract of stages F and D, with any program: an instruction stays in stage R until it leaves. The next one is
// there in the next cycle, or in that after it behind a start or a jump. The proofs of the program's order
// (formal/fetch) show that the circuit keeps it.
module asip_fetch
  import asip_pkg::*;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1,
    parameter bit PROGRAM_RAM = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic fetch_i,
    input logic [9:0] entry_i,
    input logic start_i,
    input logic running_i,
    input logic jump_i,
    input place_t target_i,
    input logic stop_i,

    input logic r_free_i,
    output logic r_valid_o,
    output logic [31:0] r_word_o,
    output control_t r_control_o,

    input logic write_i,
    input logic [9:0] write_place_i,
    input logic [31:0] write_word_i
);

  logic any_past, valid_q, past_q;  // past: the place is behind the program
  logic [31:0] any_word, word_q;
  control_t control;

  assign {any_past, any_word} = asip_core_harness.any_word_i;
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (start_i || stop_i) valid_q <= 1'b0;
    else if (running_i && (jump_i || r_free_i)) valid_q <= !jump_i;
  end
  always_ff @(posedge clk_i) if (r_free_i) {word_q, past_q} <= {any_word, any_past};

  asip_decode #(
      .AES(AES),
      .ECC(ECC),
      .LONG_KEYS(LONG_KEYS)
  ) u_decode (
      .word_i(word_q),
      .control_o(control)
  );
  assign r_valid_o = valid_q;
  assign r_word_o = word_q;
  always_comb begin
    r_control_o = control;
    r_control_o.illegal = control.illegal || past_q;
  end

  logic unused;
  assign unused = &{fetch_i, entry_i, target_i, write_i, write_place_i, write_word_i};

endmodule

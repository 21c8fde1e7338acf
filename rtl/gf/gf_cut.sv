// SPDX-License-Identifier: Apache-2.0
// A byte of the cascade of gf_lane: passed on in the same cycle or, with CUT = 1, in the next one
// after a cycle with load_i. No reset: nobody looks at it before that.
module gf_cut
  import gf_pkg::*;
#(
    parameter bit CUT = 1'b0
) (
    input  logic  clk_i,
    input  logic  load_i,
    input  byte_t d_i,
    output byte_t q_o
);

  if (CUT) begin : gen_register
    byte_t kept_q;
    always_ff @(posedge clk_i) if (load_i) kept_q <= d_i;
    assign q_o = kept_q;
  end else begin : gen_wire
    assign q_o = d_i;

    logic unused;
    assign unused = &{clk_i, load_i};
  end

endmodule

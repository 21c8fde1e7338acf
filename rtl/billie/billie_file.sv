// SPDX-License-Identifier: Apache-2.0
// The 16 registers of M bits. A register that waits for a result has its tag; the last command that
// writes a register decides which. A command that is dispatched reads two registers: their values, or
// the tags that it has to wait for. The result of this cycle counts as there.
//
// forget_i: no register waits any more; each keeps the value it has.
module billie_file
  import billie_pkg::*;
#(
    parameter int unsigned M = 163
) (
    input logic clk_i,
    input logic rst_ni,

    input reg_t [1:0] read_i,
    output logic [1:0] waits_o,
    output tag_t [1:0] tag_o,
    output logic [1:0][M-1:0] value_o,

    // The registers that a dispatched command will write.
    input logic [1:0] claim_i,
    input reg_t [1:0] claim_reg_i,
    input tag_t [1:0] claim_tag_i,

    input logic result_i,
    input tag_t result_tag_i,
    input logic [M-1:0] result_value_i,
    input logic forget_i
);

  logic [15:0] waits_q, comes;
  tag_t [15:0] tag_q;
  logic [15:0][M-1:0] value_q;

  always_comb begin
    for (int unsigned i = 0; i < 16; i++) begin
      comes[i] = result_i & waits_q[i] & tag_q[i] == result_tag_i;
    end
    for (int unsigned i = 0; i < 2; i++) begin
      waits_o[i] = waits_q[read_i[i]] & ~comes[read_i[i]];
      tag_o[i]   = tag_q[read_i[i]];
      value_o[i] = comes[read_i[i]] ? result_value_i : value_q[read_i[i]];
    end
  end

  // The second claim goes over the first: an exchange of a register with itself.
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) waits_q <= '0;
    else begin
      waits_q <= waits_q & ~comes;
      for (int unsigned i = 0; i < 2; i++) if (claim_i[i]) waits_q[claim_reg_i[i]] <= 1'b1;
      if (forget_i) waits_q <= '0;
    end
  end
  always_ff @(posedge clk_i) begin
    for (int unsigned i = 0; i < 2; i++) if (claim_i[i]) tag_q[claim_reg_i[i]] <= claim_tag_i[i];
  end
  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) for (int unsigned i = 0; i < 16; i++) value_q[i] <= '0;
    else for (int unsigned i = 0; i < 16; i++) if (comes[i]) value_q[i] <= result_value_i;
  end

endmodule

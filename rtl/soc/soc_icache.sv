// SPDX-License-Identifier: Apache-2.0
// What an instruction cache (rtl/cache/icache.sv) counted: hits, misses, and cycles in which the
// fetch stage waited for a line. Each wraps modulo 2^32. The harness may set them while the core is
// halted.
module soc_icache (
    input logic clk_i,
    input logic rst_ni,

    input logic hit_i,
    input logic miss_i,
    input logic stall_i,

    input logic set_i,
    input logic [2:0][31:0] set_counts_i,
    output logic [2:0][31:0] counts_o  // hits, misses, stalls
);

  logic [2:0] event_in;
  assign event_in = {stall_i, miss_i, hit_i};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) counts_o <= '0;
    else if (set_i) counts_o <= set_counts_i;
    else for (int unsigned i = 0; i < 3; i++) counts_o[i] <= counts_o[i] + 32'(event_in[i]);
  end

endmodule

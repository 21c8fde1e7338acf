// SPDX-License-Identifier: Apache-2.0
// Register file: 16 x 32, two to four read ports, two write ports.
//
// Entries: 0..12 r0..r12, 13 MSP, 14 LR, 15 PSP (gfp_pkg). Reads are combinational and see the
// values before this cycle's writes. The second write port serves gfmul32's high word and the
// address register of multiple loads and stores. Both ports must not write one entry at once.
// No reset: software cannot see a register before the reset sequence or itself has written it,
// except r0..r12, which ARMv6-M leaves unknown at reset.
//
// READ_PORTS: 3 adds port C, 4 also port D, for what an instruction accumulates into. Both read as
// zero without accumulate_i.
module gfp_regfile #(
    parameter int unsigned READ_PORTS = 2
) (
    input logic clk_i,

    input  logic [ 3:0] ra_i,
    output logic [31:0] ra_data_o,
    input  logic [ 3:0] rb_i,
    output logic [31:0] rb_data_o,
    input  logic        accumulate_i,
    input  logic [ 3:0] rc_i,
    output logic [31:0] rc_data_o,
    input  logic [ 3:0] rd_i,
    output logic [31:0] rd_data_o,

    input logic we0_i,
    input logic [3:0] wa0_i,
    input logic [31:0] wd0_i,
    input logic we1_i,
    input logic [3:0] wa1_i,
    input logic [31:0] wd1_i
);

  if (READ_PORTS < 2 || READ_PORTS > 4) begin : gen_check
    $fatal(1, "gfp_regfile: READ_PORTS must be 2, 3 or 4");
  end

  logic read_c, read_d;
  assign read_c = READ_PORTS > 2 & accumulate_i;
  assign read_d = READ_PORTS > 3 & accumulate_i;

  if (gf_pkg::ForSimulation) begin : gen_array
    logic [31:0] regs_q[16];

    assign ra_data_o = regs_q[ra_i];
    assign rb_data_o = regs_q[rb_i];
    assign rc_data_o = regs_q[rc_i] & {32{read_c}};
    assign rd_data_o = regs_q[rd_i] & {32{read_d}};

    always_ff @(posedge clk_i) begin
      if (we0_i) regs_q[wa0_i] <= wd0_i;
      if (we1_i) regs_q[wa1_i] <= wd1_i;
    end
  end else begin : gen_gates
    // AND-OR selection: a fifth smaller than the multiplexers of an array index. Each entry is a
    // register with its own enable, which an ASIC flow may turn into a gated clock. Data for other
    // entries do not reach an entry, so its inputs do not switch either.
    logic [15:0][31:0] regs;
    logic [15:0] sel0, sel1;

    always_comb begin
      for (int unsigned r = 0; r < 16; r++) begin
        sel0[r] = we0_i & wa0_i == 4'(r);
        sel1[r] = we1_i & wa1_i == 4'(r);
      end
      ra_data_o = '0;
      rb_data_o = '0;
      rc_data_o = '0;
      rd_data_o = '0;
      for (int unsigned r = 0; r < 16; r++) begin
        ra_data_o |= {32{ra_i == 4'(r)}} & regs[r];
        rb_data_o |= {32{rb_i == 4'(r)}} & regs[r];
        rc_data_o |= {32{read_c & rc_i == 4'(r)}} & regs[r];
        rd_data_o |= {32{read_d & rd_i == 4'(r)}} & regs[r];
      end
    end

    for (genvar r = 0; r < 16; r++) begin : gen_entry
      logic [31:0] entry_q;
      assign regs[r] = entry_q;
      always_ff @(posedge clk_i)
        if (sel0[r] | sel1[r])
          entry_q <= (wd0_i & {32{sel0[r]}}) | (wd1_i & {32{sel1[r]}});
    end
  end

endmodule

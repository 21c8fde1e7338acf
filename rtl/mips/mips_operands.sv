// SPDX-License-Identifier: Apache-2.0
// Operands of the instruction in stage d, the register file, and stage w, which writes it.
//
// A result comes from the instruction in m when that is done, and is written a cycle later. Each of
// the two operands is taken from the register file or from the newest older instruction that has
// it (mips_forward). The debugger writes a register while no instruction is in m.
module mips_operands
  import mips_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic [1:0][4:0] number_i,  // of the operands' registers

    input producer_t x_i,
    input producer_t m_i,
    input logic m_done_i,
    input logic [31:0] m_value_i,  // the result in m, late or not

    input logic dbg_write_i,
    input logic [4:0] dbg_addr_i,
    input logic [31:0] dbg_wdata_i,

    output logic [1:0][31:0] early_o,  // operands for a branch
    output logic [1:0] early_wait_o,
    output logic [1:0][31:0] value_o,  // ... for x
    output logic [1:0] wait_o,
    output logic [31:0] file_a_o  // what the file holds of the first
);

  logic w_valid_q, w_write;
  logic [4:0] w_rd_q, w_rd;
  logic [31:0] w_data_q, w_data;
  logic [1:0][31:0] file;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= m_done_i & m_i.rd != '0;
  end
  always_ff @(posedge clk_i) if (m_done_i) {w_rd_q, w_data_q} <= {m_i.rd, m_value_i};

  assign w_write = w_valid_q | dbg_write_i;
  assign w_rd = dbg_write_i ? dbg_addr_i : w_rd_q;
  assign w_data = dbg_write_i ? dbg_wdata_i : w_data_q;

  mips_regfile u_regfile (
      .clk_i,
      .ra_i(number_i[0]),
      .ra_data_o(file[0]),
      .rb_i(number_i[1]),
      .rb_data_o(file[1]),
      .we_i(w_write),
      .wa_i(w_rd),
      .wd_i(w_data)
  );
  assign file_a_o = file[0];

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    mips_forward u_forward (
        .number_i(number_i[i]),
        .file_i(file[i]),
        .x_i,
        .m_i,
        .m_done_i,
        .m_value_i,
        .w_write_i(w_valid_q),
        .w_rd_i(w_rd_q),
        .w_data_i(w_data_q),
        .early_o(early_o[i]),
        .early_wait_o(early_wait_o[i]),
        .value_o(value_o[i]),
        .wait_o(wait_o[i])
    );
  end

endmodule

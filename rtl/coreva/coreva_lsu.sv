// SPDX-License-Identifier: Apache-2.0
// Loads and stores. Stage x: address, lanes, and whether the address is a multiple of the size.
// Stage m: the bytes of a load.
//
// The request is in x, with the data of a store. The memory grants it and answers `err` in the same
// cycle; until then the bundle stays in x. A load's word comes in the next cycle.
module coreva_lsu
  import coreva_pkg::*;
(
    input logic clk_i,

    input op_t [1:0] x_op_i,  // of the slots that reach memory
    input logic [1:0] x_on_i,
    input logic [1:0][31:0] x_a_i,
    input logic [1:0][31:0] x_b_i,

    output logic x_access_o,  // there is an access
    output logic x_misaligned_o,
    output logic x_store_o,
    output size_t x_size_o,
    output logic [31:0] x_addr_o,
    output logic [3:0] x_be_o,
    output logic [31:0] x_wdata_o,

    input  logic [31:0] m_rdata_i,
    output logic [31:0] m_value_o
);

  logic slot;
  op_t  op;
  logic [31:0] a, b;
  assign slot = x_op_i[1].load | x_op_i[1].store;
  assign op   = x_op_i[slot];
  assign a    = x_a_i[slot];
  assign b    = x_b_i[slot];

  always_comb begin
    x_addr_o   = a + 32'($signed(op.imm));
    x_access_o = (op.load | op.store) & x_on_i[slot];
    x_store_o  = op.store;
    x_size_o   = op.size;
    unique case (op.size)
      SIZE_BYTE: begin
        x_misaligned_o = 1'b0;
        x_be_o = 4'b0001 << x_addr_o[1:0];
        x_wdata_o = {4{b[7:0]}};
      end
      SIZE_HALF: begin
        x_misaligned_o = x_addr_o[0];
        x_be_o = x_addr_o[1] ? 4'b1100 : 4'b0011;
        x_wdata_o = {2{b[15:0]}};
      end
      default: begin
        x_misaligned_o = x_addr_o[1:0] != '0;
        x_be_o = 4'b1111;
        x_wdata_o = b;
      end
    endcase
  end

  logic [1:0] m_byte_q;
  size_t m_size_q;
  logic m_sign_q;
  always_ff @(posedge clk_i)
    if (x_access_o)
      {m_byte_q, m_size_q, m_sign_q} <= {x_addr_o[1:0], op.size, op.sign};

  logic [31:0] moved;
  always_comb begin
    moved = m_rdata_i >> {m_byte_q, 3'd0};
    unique case (m_size_q)
      SIZE_BYTE: m_value_o = {{24{m_sign_q & moved[7]}}, moved[7:0]};
      SIZE_HALF: m_value_o = {{16{m_sign_q & moved[15]}}, moved[15:0]};
      default:   m_value_o = moved;
    endcase
  end

  // The rest of the operations is for others.
  logic unused;
  assign unused = &{1'b0, op};

endmodule

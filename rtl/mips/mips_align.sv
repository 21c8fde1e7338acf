// SPDX-License-Identifier: Apache-2.0
// Bytes of a word in their places: byte enables and alignment in stage x, data in stage m.
// Combinational.
//
// A byte or halfword to store is copied to every place where it could belong. SWL and SWR store the
// part of the register that belongs to this word; LWL and LWR replace that part.
module mips_align
  import mips_pkg::*;
#(
    parameter int unsigned DATA_WIDTH = 32
) (
    // Stage x
    input memory_t x_op_i,
    input logic [31:0] x_addr_i,
    output logic misaligned_o,
    output logic [3:0] be_o,  // in the word at the address

    // Stage m
    input memory_t m_op_i,
    input logic [1:0] m_byte_i,  // low bits of the address
    input logic [31:0] m_word_i,  // the word of memory
    input logic [31:0] m_old_i,  // the register's old value, or what to store
    output logic [31:0] load_o,
    output logic [31:0] store_o
);

  localparam int unsigned RowBits = $clog2(DATA_WIDTH / 8);

  logic [1:0] x_byte;
  assign x_byte = x_addr_i[1:0];

  always_comb begin
    misaligned_o = 1'b0;
    case (x_op_i.size)
      SIZE_BYTE: be_o = 4'b0001 << x_byte;
      SIZE_HALF: begin
        be_o = x_byte[1] ? 4'b1100 : 4'b0011;
        misaligned_o = x_byte[0];
      end
      SIZE_ROW: begin
        be_o = 4'b1111;
        misaligned_o = x_addr_i[RowBits-1:0] != '0;
      end
      default: begin
        be_o = 4'b1111;
        if (x_op_i.left) be_o = 4'b1111 >> (2'd3 - x_byte);
        else if (x_op_i.right) be_o = 4'b1111 << x_byte;
        else misaligned_o = x_byte != '0;
      end
    endcase
  end

  logic [4:0] right, left;  // shifts: that of LWR, that of LWL
  logic [31:0] shifted;
  assign right = {m_byte_i, 3'd0};
  assign left = {2'd3 - m_byte_i, 3'd0};
  assign shifted = m_word_i >> right;

  always_comb begin
    load_o = shifted;
    case (m_op_i.size)
      SIZE_BYTE: load_o[31:8] = {24{m_op_i.sign & shifted[7]}};
      SIZE_HALF: load_o[31:16] = {16{m_op_i.sign & shifted[15]}};
      default: begin
        if (m_op_i.right) load_o = shifted | (m_old_i & ~(32'hffff_ffff >> right));
        if (m_op_i.left) load_o = (m_word_i << left) | (m_old_i & ~(32'hffff_ffff << left));
      end
    endcase

    store_o = m_old_i;
    case (m_op_i.size)
      SIZE_BYTE: store_o = {4{m_old_i[7:0]}};
      SIZE_HALF: store_o = {2{m_old_i[15:0]}};
      default: begin
        if (m_op_i.left) store_o = m_old_i >> left;
        if (m_op_i.right) store_o = m_old_i << right;
      end
    endcase
  end

  // Other bits of the operations, and of an address, play no part here.
  logic unused;
  assign unused = &{1'b0, x_op_i, m_op_i, x_addr_i};

endmodule

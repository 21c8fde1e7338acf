// SPDX-License-Identifier: Apache-2.0
// Decoder of the accumulator's instructions: those of the core that read or write HI and LO, and
// those of ISE and GF2. A word that is none of them is not `ours`.
module pete_decode
  import mips_isa_pkg::*;
  import pete_isa_pkg::*;
  import mips_pkg::*;
  import pete_pkg::*;
#(
    parameter bit GF2 = 1'b1
) (
    input logic [31:0] insn_i,
    output logic ours_o,  // op_o counts
    output operation_t op_o,
    output unit_decoded_t dec_o  // of a word beyond those of the core
);

  logic core, two, one, to_register;

  // verilog_format: off
  always_comb begin
    op_o = '0;
    {core, two, one, to_register} = '0;
    ours_o = 1;

    unique casez (insn_i)
      // Of the core
      OPC_MULT:    begin core = 1; op_o.product = 1; op_o.is_signed = 1; end
      OPC_MULTU:   begin core = 1; op_o.product = 1; end
      OPC_DIV:     begin core = 1; op_o.divide = 1; op_o.is_signed = 1; end
      OPC_DIVU:    begin core = 1; op_o.divide = 1; end
      OPC_MFHI:    begin core = 1; op_o.keep = 1; op_o.result = RESULT_HI; end
      OPC_MFLO:    begin core = 1; op_o.keep = 1; end
      OPC_MTHI:    begin core = 1; op_o.to_hi = 1; end
      OPC_MTLO:    begin core = 1; op_o.to_lo = 1; end

      // Multiply and accumulate
      OPC_MADDU:   begin two = 1; op_o.product = 1; op_o.add = 1; end
      OPC_M2ADDU:  begin two = 1; op_o.product = 1; op_o.add = 1; op_o.twice = 1; end
      OPC_ADDAU:   begin two = 1; op_o.add = 1; op_o.addend = 1; end
      OPC_SHA:     begin to_register = 1; op_o.shift = 1; end
      OPC_MTLHX:   begin one = 1; op_o.push = 1; end
      OPC_MUL:     begin two = 1; to_register = 1; op_o.product = 1; op_o.keep = 1;
                         op_o.result = RESULT_PRODUCT; end

      // Multiply and accumulate polynomials
      OPC_MULGF2:  begin two = GF2; op_o.product = 1; op_o.polynomial = 1; ours_o = GF2; end
      OPC_MADDGF2: begin two = GF2; op_o.product = 1; op_o.polynomial = 1; op_o.add = 1;
                         ours_o = GF2; end

      default: ours_o = 0;
    endcase

    dec_o.legal = ours_o & ~core;
    dec_o.ra = two | one ? insn_i[25:21] : '0;
    dec_o.rb = two ? insn_i[20:16] : '0;
    dec_o.rd = to_register ? insn_i[15:11] : '0;
  end
  // verilog_format: on

endmodule

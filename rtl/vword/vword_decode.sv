// SPDX-License-Identifier: Apache-2.0
// Decoder of coprocessor 2, in stage d. What the instance does not have is not legal: an
// instruction of a higher level, a part behind the word, an amount that is not in its list.
module vword_decode
  import vword_isa_pkg::*;
  import vword_pkg::*;
#(
    parameter int unsigned LEVEL  = 1,
    parameter int unsigned PARTS  = 1,
    parameter int unsigned SHIFTS = 1
) (
    input  logic     [31:0] insn_i,
    output decoded_t        dec_o
);

  localparam bit Fused = LEVEL >= LevelFused;
  localparam bit Field = LEVEL >= LevelField;

  logic [3:0] amount;
  logic [4:0] part, control;
  logic has_part, has_amount, has_control;

  assign amount = insn_i[24:21];
  assign part = insn_i[4:0];
  assign control = insn_i[15:11];
  assign has_part = 32'(part) < PARTS;
  assign has_amount = 32'(amount) < SHIFTS;
  assign has_control = control == CONTROL_COND[4:0] ? Field :
      ~control[4] | 32'(control[3:0]) < SHIFTS;

  always_comb begin
    dec_o = '0;
    dec_o.vs = insn_i[15:11];
    dec_o.vt = insn_i[20:16];
    dec_o.x.vd = insn_i[10:6];
    dec_o.x.number = {1'b0, amount};
    unique casez (insn_i)
      OPC_VL: begin
        dec_o.legal = 1'b1;
        dec_o.x.row = 1'b1;
        dec_o.x.load = 1'b1;
        dec_o.x.vd = insn_i[20:16];
        dec_o.vs = '0;
        dec_o.vt = '0;
      end
      OPC_VS: begin
        dec_o.legal = 1'b1;
        dec_o.x.operation = V_SECOND;
        dec_o.vt_late = 1'b1;
        dec_o.x.row = 1'b1;
        dec_o.vs = '0;
        dec_o.x.vd = '0;
      end
      OPC_MTC2: begin
        dec_o.legal = has_part;
        dec_o.x.operation = V_PART;
        dec_o.x.number = part;
        dec_o.x.vd = insn_i[15:11];
        dec_o.vt = '0;
      end
      OPC_MFC2: begin
        dec_o.legal = has_part;
        dec_o.x.operation = V_FIRST;
        dec_o.x.number = part;
        dec_o.vt = '0;
        dec_o.x.vd = '0;
      end
      OPC_CFC2: begin
        dec_o.legal = is_cfc2(insn_i) & has_control;
        dec_o.x.operation = V_CONTROL;
        dec_o.x.number = control;
        dec_o.vs = '0;
        dec_o.vt = '0;
        dec_o.x.vd = '0;
      end
      OPC_CTC2: begin
        dec_o.legal = Field;
        dec_o.x.cond = 1'b1;
        dec_o.vs = '0;
        dec_o.vt = '0;
        dec_o.x.vd = '0;
      end
      OPC_VXOR: begin
        dec_o.legal = 1'b1;
        dec_o.x.operation = V_XOR;
      end
      OPC_VSH: begin
        dec_o.legal = has_amount;
        dec_o.x.operation = V_SHIFT;
      end
      OPC_VSHX: begin
        dec_o.legal = Fused & has_amount;
        dec_o.x.operation = V_SHIFT_XOR;
      end
      OPC_VMASK: begin
        dec_o.legal = Fused;
        dec_o.x.operation = V_MASK;
      end
      OPC_VSEL: begin
        dec_o.legal = Field;
        dec_o.x.operation = V_SELECT;
      end
      OPC_VFMUL: begin
        dec_o.legal = Field;
        dec_o.x.operation = V_PRODUCT;
        dec_o.x.multiply = 1'b1;
        dec_o.product = 1'b1;
      end
      OPC_VFMF: begin
        dec_o.legal = Field;
        dec_o.x.operation = V_PRODUCT;
        dec_o.product = 1'b1;
      end
      OPC_VFSQ: begin
        dec_o.legal = Field;
        dec_o.x.operation = V_SQUARE;
      end
      OPC_VRED: begin
        dec_o.legal = Field;
        dec_o.x.operation = V_REDUCE;
      end
      default: ;
    endcase
  end

endmodule

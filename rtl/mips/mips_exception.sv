// SPDX-License-Identifier: Apache-2.0
// The exception of the instruction in stage x: what d has found, what x finds, or an interrupt.
module mips_exception
  import mips_isa_pkg::*;
  import mips_pkg::*;
(
    input execute_t op_i,
    input logic store_i,
    input exception_t decoded_i,  // from stage d
    input logic usable2_i,  // coprocessor 2 is there and switched on
    input logic overflow_i,
    input logic trap_i,
    input logic misaligned_i,
    input logic interrupt_i,  // replaces the instruction
    output exception_t exception_o
);

  always_comb begin
    exception_o = decoded_i;
    if (op_i.coprocessor & ~(usable2_i & decoded_i.unit == 2'd2)) begin
      exception_o.valid = 1'b1;
      exception_o.cause = CAUSE_COPROCESSOR_UNUSABLE;
    end else begin
      exception_o.unit = '0;
      if (op_i.overflows & overflow_i) begin
        exception_o.valid = 1'b1;
        exception_o.cause = CAUSE_OVERFLOW;
      end
      if (op_i.trap & trap_i) begin
        exception_o.valid = 1'b1;
        exception_o.cause = CAUSE_TRAP;
      end
      if (op_i.access & misaligned_i) begin
        exception_o.valid = 1'b1;
        exception_o.cause = store_i ? CAUSE_STORE_ADDRESS : CAUSE_LOAD_ADDRESS;
      end
    end
    if (interrupt_i) exception_o = '{valid: 1'b1, cause: CAUSE_NONE, unit: '0};
  end

  // The rest of op_i is for mips_execute.
  logic unused;
  assign unused = &{1'b0, op_i};

endmodule

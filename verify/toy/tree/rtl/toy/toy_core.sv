// SPDX-License-Identifier: Apache-2.0
// The toy: one instruction at a time, with its ROM and RAM. isa/toy/isa.yaml has the instructions.
//
// An instruction executes in the cycle after its fetch address is known. A load adds a cycle, in
// which its word is written to the register, and so does a taken branch, in which nothing happens.
// A fault stops the core. The retirement port shows each instruction in its last cycle.
module toy_core
  import toy_isa_pkg::*;
(
    input  logic        clk_i,
    input  logic        rst_ni,
    // an instruction is done, or a fault has stopped the core
    output logic        retire_o,
    output logic        fault_o,
    output logic [ 1:0] cause_o,
    output logic [31:0] pc_o,
    output logic [31:0] insn_o,
    output logic [31:0] next_pc_o,
    output logic [31:0] address_o,
    // what it writes
    output logic        write_o,
    output logic [ 2:0] rd_o,
    output logic [31:0] value_o,
    output logic        store_o,
    output logic [31:0] data_o
);
  localparam int unsigned Words = (ROM_SIZE + RAM_SIZE) / 4;

  logic [31:0] mem[Words]  /*verilator public_flat_rw*/;
  logic [31:0] regs[8]  /*verilator public_flat_rw*/;
  logic [31:0] pc_q  /*verilator public_flat_rw*/;
  logic stopped_q  /*verilator public_flat_rw*/;

  // Load is the second cycle of a load, Bubble the cycle before a branch's target.
  typedef enum logic [1:0] {
    Reset,
    Execute,
    Load,
    Bubble
  } state_e;
  state_e state_q, state_d;

  logic [31:0] insn, a, b, offset, where_to, target;
  logic illegal, outside, unfetched;
  assign unfetched = pc_q >= ROM_BASE + ROM_SIZE || pc_q[1:0] != '0;
  assign insn = unfetched ? '0 : mem[pc_q[12:2]];
  assign offset = {{16{insn[15]}}, insn[15:0]};
  assign a = regs[insn[18:16]];
  assign b = is_add(insn) ? regs[insn[2:0]] : regs[insn[22:20]];
  assign where_to = a + offset;
  assign target = pc_q + {offset[29:0], 2'b00};

  assign illegal = !(is_li(insn) || is_add(insn) || is_ld(insn) || is_st(insn) || is_bnz(insn));
  assign outside = where_to[1:0] != '0 || where_to >= RAM_BASE + RAM_SIZE || (is_st(
      insn
  ) && where_to < RAM_BASE);

  logic taken;
  assign taken = is_bnz(insn) && a != '0;

  always_comb begin
    cause_o = CAUSE_NONE;
    if (unfetched) cause_o = CAUSE_FETCH_BUS_ERROR;
    else if (illegal) cause_o = CAUSE_ILLEGAL_INSTRUCTION;
    else if ((is_ld(insn) || is_st(insn)) && outside) cause_o = CAUSE_DATA_BUS_ERROR;
  end

  always_comb begin
    state_d  = Execute;
    fault_o  = 1'b0;
    retire_o = 1'b0;
    unique case (state_q)
      Execute: begin
        if (stopped_q) begin
          state_d = Execute;
        end else if (cause_o != CAUSE_NONE) begin
          fault_o = 1'b1;
        end else if (is_ld(insn)) begin
          state_d = Load;
        end else if (taken) begin
          state_d  = Bubble;
          retire_o = 1'b1;
        end else begin
          retire_o = 1'b1;
        end
      end
      Load: retire_o = 1'b1;
      default: ;
    endcase
  end

  assign pc_o = pc_q;
  assign insn_o = insn;
  assign next_pc_o = taken ? target : pc_q + 32'd4;
  assign address_o = where_to;
  assign write_o = retire_o && (is_li(insn) || is_add(insn) || is_ld(insn));
  assign rd_o = insn[22:20];
  assign store_o = retire_o && is_st(insn);
  assign data_o = b;
  always_comb begin
    value_o = offset;
    if (is_add(insn)) value_o = a + b;
    else if (is_ld(insn)) value_o = mem[where_to[12:2]];
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q   <= Reset;
      pc_q      <= ROM_BASE;
      stopped_q <= 1'b0;
    end else begin
      state_q <= state_d;
      if (retire_o) pc_q <= next_pc_o;
      if (fault_o) stopped_q <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (write_o) regs[rd_o] <= value_o;
    if (store_o) mem[where_to[12:2]] <= data_o;
  end
endmodule

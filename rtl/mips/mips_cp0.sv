// SPDX-License-Identifier: Apache-2.0
// The registers of CP0: Status, Cause, EPC, BadVAddr, and with INTERRUPTS Count and Compare.
//
// MTC0 and ERET act at the end of stage x, so the next instruction sees it; an exception at the end
// of its stage m. MFC0 reads in m. Only one of them at a time: an exception drops what is in x.
// Status.EXL = 1: EPC and Cause.BD keep their values.
//
// INTERRUPTS: number of interrupt lines, up to 6, at Cause.IP2 and up. With any there are the timer
// at IP7 and the two requests of software, IP1 and IP0. Count counts every cycle that is not halted;
// the timer asks from the cycle after Count has reached Compare until Compare is written.
module mips_cp0
  import mips_isa_pkg::*;
  import mips_pkg::*;
#(
    parameter bit C2 = 1'b0,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic [5:0] irq_i,
    input logic halted_i,

    input logic write_i,
    input logic [4:0] write_number_i,
    input logic [31:0] write_data_i,
    input logic eret_i,

    input logic trap_i,
    input logic [3:0] cause_i,
    input logic [1:0] unit_i,
    input logic slot_i,
    input logic [31:0] pc_i,
    input logic [31:0] address_i,

    input  logic [ 4:0] read_number_i,
    output logic [31:0] read_data_o,

    output logic usable2_o,  // coprocessor 2
    output logic interrupt_o,  // one is enabled and asks
    output logic [31:0] epc_o,
    output logic [31:0] vector_o,

    input logic dbg_we_i,
    input logic [5:0] dbg_addr_i,
    input logic [31:0] dbg_wdata_i,
    output logic [31:0] dbg_rdata_o,

    // For the retirement port: after an exception, if there is one.
    output logic [31:0] status_o,
    output logic [31:0] badvaddr_o,
    output logic [31:0] state_o,
    output logic [31:0] after_epc_o
);

  logic cu2_q, bev_q, exl_q, ie_q, bd_q;
  logic [7:0] im_q, ip;
  logic [1:0] ce_q;
  logic [3:0] code_q;
  logic [31:0] epc_q, badvaddr_q, count, compare;
  logic timer, timer_dbg;

  logic bd_d, has_address;
  logic [31:0] value;  // to write
  logic [31:0] epc_d, badvaddr_d;

  // What a trap leaves.
  assign has_address = cause_i == CAUSE_LOAD_ADDRESS | cause_i == CAUSE_STORE_ADDRESS;
  assign bd_d = trap_i & ~exl_q ? slot_i : bd_q;
  assign epc_d = trap_i & ~exl_q ? pc_i - {29'd0, slot_i, 2'b00} : epc_q;
  assign badvaddr_d = trap_i & has_address ? address_i : badvaddr_q;

  function automatic logic [31:0] status(logic exl);
    return {1'b0, cu2_q, 7'd0, bev_q, 6'd0, im_q, 6'd0, exl, ie_q};
  endfunction
  function automatic logic [31:0] state(logic bd, logic [1:0] ce, logic [3:0] code);
    return {bd, 1'b0, ce, 12'd0, ip, 2'd0, code, 2'b00};
  endfunction

  assign status_o = status(exl_q | trap_i);
  assign state_o = trap_i ? state(bd_d, unit_i, cause_i) : state(bd_q, ce_q, code_q);
  assign badvaddr_o = badvaddr_d;
  assign after_epc_o = epc_d;

  assign value = dbg_we_i ? dbg_wdata_i : write_data_i;
  assign usable2_o = C2 & cu2_q;
  assign epc_o = epc_q;
  assign vector_o = bev_q ? VectorBoot : Vector;
  assign interrupt_o = (ip & im_q) != '0 & ie_q & ~exl_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {cu2_q, im_q, exl_q, ie_q} <= '0;
      bev_q <= 1'b1;
      {bd_q, ce_q, code_q} <= '0;
      {epc_q, badvaddr_q} <= '0;
    end else begin
      if (trap_i) begin
        exl_q <= 1'b1;
        {ce_q, code_q} <= {unit_i, cause_i};
      end
      bd_q <= bd_d;
      epc_q <= epc_d;
      badvaddr_q <= badvaddr_d;
      if (eret_i) exl_q <= 1'b0;
      if (write_i & write_number_i == CP0_STATUS[4:0] | dbg_we_i & dbg_addr_i == DbgStatus) begin
        cu2_q <= C2 & value[30];
        {bev_q, im_q, exl_q, ie_q} <= {value[22], value[15:8], value[1:0]};
      end
      if (write_i & write_number_i == CP0_EPC[4:0] | dbg_we_i & dbg_addr_i == DbgEpc)
        epc_q <= value;
      if (dbg_we_i & dbg_addr_i == DbgBadvaddr) badvaddr_q <= value;
      if (dbg_we_i & dbg_addr_i == DbgCause)
        {bd_q, ce_q, code_q} <= {value[31], value[29:28], value[5:2]};
    end
  end

  // --------------------------------------------------------------------------------------------
  // Interrupts

  if (INTERRUPTS > 6) begin : gen_check
    $fatal(1, "mips_cp0: INTERRUPTS must be 0 to 6");
  end else if (INTERRUPTS != 0) begin : gen_interrupts
    localparam logic [5:0] Lines = 6'((1 << INTERRUPTS) - 1);
    logic [31:0] count_q, compare_q;
    logic timer_q;
    logic [1:0] soft_q;

    assign ip = {irq_i & Lines, soft_q} | {timer_q, 7'd0};
    assign {count, compare, timer} = {count_q, compare_q, timer_q};

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        {count_q, compare_q, timer_q, soft_q} <= '0;
      end else begin
        if (~halted_i) count_q <= count_q + 32'd1;
        if (~halted_i & count_q == compare_q) timer_q <= 1'b1;
        if (write_i & write_number_i == CP0_COUNT[4:0] | dbg_we_i & dbg_addr_i == DbgCount)
          count_q <= value;
        if (write_i & write_number_i == CP0_COMPARE[4:0]) {compare_q, timer_q} <= {value, 1'b0};
        if (write_i & write_number_i == CP0_CAUSE[4:0]) soft_q <= value[9:8];
        if (dbg_we_i & dbg_addr_i == DbgCompare) compare_q <= value;
        if (timer_dbg) timer_q <= value[0];
        if (dbg_we_i & dbg_addr_i == DbgCause) soft_q <= value[9:8];
      end
    end
  end else begin : gen_no_interrupts
    assign ip = '0;
    assign {count, compare, timer} = '0;

    logic unused;
    assign unused = &{1'b0, irq_i, halted_i, timer_dbg};
  end
  assign timer_dbg = dbg_we_i & dbg_addr_i == DbgTimer;

  // --------------------------------------------------------------------------------------------
  // Reads

  always_comb begin
    case (read_number_i)
      CP0_BADVADDR[4:0]: read_data_o = badvaddr_q;
      CP0_COUNT[4:0]: read_data_o = count;
      CP0_COMPARE[4:0]: read_data_o = compare;
      CP0_STATUS[4:0]: read_data_o = status(exl_q);
      CP0_CAUSE[4:0]: read_data_o = state(bd_q, ce_q, code_q);
      CP0_EPC[4:0]: read_data_o = epc_q;
      default: read_data_o = Identity;
    endcase

    case (dbg_addr_i)
      DbgStatus: dbg_rdata_o = status(exl_q);
      DbgBadvaddr: dbg_rdata_o = badvaddr_q;
      DbgCause: dbg_rdata_o = state(bd_q, ce_q, code_q);
      DbgEpc: dbg_rdata_o = epc_q;
      DbgCount: dbg_rdata_o = count;
      DbgCompare: dbg_rdata_o = compare;
      default: dbg_rdata_o = {31'd0, timer};
    endcase
  end

endmodule

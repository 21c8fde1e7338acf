// SPDX-License-Identifier: Apache-2.0
// Write-back: selects the written registers and their values. Combinational.
//
// Port 0 takes results and loaded words; port 1 the high word of gfmul32, the base register of
// loads and stores of several words, and SP when a frame is stored or loaded. Unselected results of
// the units are zero, so port 0 is their OR, without the cost of a priority.
module gfp_writeback
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
(
    input phase_t phase_i,
    input lsu_t lsu_i,
    input logic exec_i,
    input logic done_i,
    input decoded_t dec_i,
    input logic [7:0] sysm_i,  // of MSR
    input logic spsel_i,
    input logic [3:0] base_i,  // entry at port A

    // Results: zero when they are not wanted,
    input logic [31:0] alu_i,
    input logic [31:0] mul_i,
    input logic [31:0] gf_lo_i,
    input logic [31:0] gf_hi_i,
    // or whatever they are
    input logic [31:0] shift_i,
    input logic [31:0] align_i,
    input logic [31:0] mrs_i,
    input logic [31:0] sum_i,
    input logic [31:0] rdata_i,

    input logic [31:1] pc_i,
    input logic to_thread_i,  // the exception's return will lead to no handler
    input logic chained_i,  // exception entry: the frame is there already

    input logic halted_i,
    input logic dbg_write_i,
    input logic dbg_is_reg_i,
    input logic [3:0] dbg_reg_i,
    input logic [31:0] dbg_wdata_i,

    output logic [31:0] flagged_o,  // the result from which N and Z come
    output write_t write_o
);

  logic load_sp, load_reg, msr_sp, is_sp;
  logic [3:0] addr0;
  logic [31:0] link, data0, data1;

  // Loaded words for PC (beat 8; 6 in a frame; 1 at reset) and xPSR (7) go to no register.
  assign load_sp = phase_i.reset & lsu_i.data & ~lsu_i.data_beat[0];
  assign load_reg = lsu_i.load & (phase_i.run ? ~(dec_i.multi & lsu_i.data_beat[3])
                                : phase_i.returning ? lsu_i.data_beat[2:1] != 2'b11
                                : ~lsu_i.data_beat[0]);
  assign msr_sp = sysm_i[7:1] == SYSM_MSP[7:1];

  // Return address of a call; EXC_RETURN; 0xffffffff after reset.
  assign link = (exec_i & dec_i.link ? {pc_i, 1'b1} : '0) |
                (phase_i.entry ? {28'hfffffff, to_thread_i, spsel_i, 2'b01} : '0) |
                {32{phase_i.reset & ~load_sp}};

  always_comb begin
    if (halted_i) addr0 = dbg_reg_i;
    else if (phase_i.reset) addr0 = lsu_i.data_beat[0] ? RegLr : RegMsp;
    else if (phase_i.entry) addr0 = RegLr;
    else if (phase_i.returning) addr0 = frame_entry(lsu_i.data_beat[2:0]);
    else if (dec_i.multi) addr0 = lsu_i.data_beat;
    else if (dec_i.msr) addr0 = {2'b11, sysm_i[0], 1'b1};
    else addr0 = file_entry(dec_i.rd, spsel_i);
  end
  assign is_sp = addr0[3:2] == 2'b11 & addr0[0];

  always_comb begin
    // Only these results set N and Z. Z is found here, and not in the word that is written: with
    // the other results, which come late, it would end the longest path.
    flagged_o = alu_i | mul_i | (shift_i & {32{exec_i & dec_i.shift}});
    data0 = flagged_o | gf_lo_i | link | (mrs_i & {32{exec_i & dec_i.mrs}}) |
            (align_i & {32{load_reg | (exec_i & dec_i.align)}}) |
            (dbg_wdata_i & {32{dbg_write_i}});
    if (is_sp) data0[1:0] = 2'b00;  // a stack pointer is a multiple of four

    data1 = gf_hi_i | (sum_i & {32{lsu_i.multiple}});
    // The frame was padded to eight bytes if bit 9 of its xPSR says so.
    if (phase_i.returning) data1[2] = sum_i[2] | rdata_i[9];
  end

  always_comb begin
    write_o.we0 = load_reg | (done_i & dec_i.write) | (phase_i.entry & lsu_i.done) |
                  (phase_i.reset & lsu_i.done) | (done_i & dec_i.msr & msr_sp) |
                  (dbg_write_i & dbg_is_reg_i);
    write_o.addr0 = addr0;
    write_o.data0 = data0;
    // If the frame is already there, SP has already moved.
    write_o.we1 = (done_i & (dec_i.gf_high | dec_i.writeback)) |
                  (phase_i.frame & lsu_i.done & ~chained_i);
    write_o.addr1 = dec_i.gf & ~phase_i.frame ? dec_i.rh : base_i;
    write_o.data1 = data1;
  end

  // Not all of the instruction and its accesses is used here.
  logic unused;
  assign unused = &{1'b0, dec_i, lsu_i, phase_i, rdata_i};

endmodule

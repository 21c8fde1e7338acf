// SPDX-License-Identifier: Apache-2.0
// Program status and special registers: flags, T, IPSR, PRIMASK, CONTROL.SPSEL, and their views
// through MRS, MSR and xPSR. All code is privileged: CONTROL.nPRIV does not exist.
//
// At most one of the writers below is active in a cycle, except that set_nz_i may come with set_c_i
// and set_v_i. psr_o is the present value, next_o the value after this cycle.
module gfp_psr
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
    parameter bit SUBSET = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    // flags of a result
    input logic set_nz_i,
    input logic set_c_i,
    input logic set_v_i,
    input logic n_i,
    input logic z_i,
    input logic c_i,
    input logic v_i,
    // MSR of value_i, CPS
    input logic msr_i,
    input logic [7:0] sysm_i,
    input logic [31:0] value_i,
    input logic cps_i,
    input logic cps_mask_i,
    // T from a branch target, a vector or a loaded PC
    input logic set_thumb_i,
    input logic thumb_i,
    // exception entry, return: choice of stack, then xPSR from the frame
    input logic enter_i,
    input logic [5:0] enter_number_i,
    input logic return_i,
    input logic return_psp_i,
    input logic unstack_i,
    input logic [31:0] frame_xpsr_i,
    // debugger
    input logic dbg_xpsr_i,
    input logic dbg_primask_i,
    input logic dbg_control_i,
    input logic [31:0] dbg_wdata_i,

    output psr_t psr_o,
    output psr_t next_o,
    output logic [31:0] mrs_o,  // MSP and PSP are not here: zero
    output logic [31:0] xpsr_o  // bit 9, the frame's alignment, is zero
);

  psr_t psr_q, psr_d;

  always_comb begin
    psr_d = psr_q;
    if (set_nz_i) {psr_d.n, psr_d.z} = {n_i, z_i};
    if (set_c_i) psr_d.c = c_i;
    if (set_v_i) psr_d.v = v_i;
    if (set_thumb_i) psr_d.thumb = thumb_i;
    if (cps_i) psr_d.primask = cps_mask_i;
    if (msr_i) begin
      // 0..3 are the views of xPSR that include the flags. IPSR and EPSR cannot be written.
      if (sysm_i[7:2] == SYSM_XPSR[7:2]) {psr_d.n, psr_d.z, psr_d.c, psr_d.v} = value_i[31:28];
      if (sysm_i == SYSM_PRIMASK) psr_d.primask = value_i[0];
      if (sysm_i == SYSM_CONTROL && psr_q.ipsr == '0) psr_d.spsel = value_i[1];
    end
    if (enter_i) begin
      psr_d.ipsr  = enter_number_i;
      psr_d.spsel = 1'b0;
    end
    if (return_i) psr_d.spsel = return_psp_i;
    if (unstack_i) begin
      {psr_d.n, psr_d.z, psr_d.c, psr_d.v} = frame_xpsr_i[31:28];
      psr_d.thumb = frame_xpsr_i[24];
      psr_d.ipsr = frame_xpsr_i[5:0];
    end
    if (dbg_xpsr_i) begin
      {psr_d.n, psr_d.z, psr_d.c, psr_d.v} = dbg_wdata_i[31:28];
      psr_d.thumb = dbg_wdata_i[24];
      psr_d.ipsr = dbg_wdata_i[5:0];
    end
    if (dbg_primask_i) psr_d.primask = dbg_wdata_i[0];
    if (dbg_control_i) psr_d.spsel = dbg_wdata_i[1];
    // Without exceptions only the flags and T are left.
    if (SUBSET) {psr_d.ipsr, psr_d.primask, psr_d.spsel} = '0;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) psr_q <= '0;
    else psr_q <= psr_d;
  end

  assign xpsr_o = {psr_q.n, psr_q.z, psr_q.c, psr_q.v, 3'd0, psr_q.thumb, 18'd0, psr_q.ipsr};

  // Numbers 0..7 combine the parts of xPSR: bit 2 removes the flags, bit 0 adds IPSR, and EPSR
  // reads as zero.
  always_comb begin
    mrs_o = '0;
    if (sysm_i[7:3] == SYSM_XPSR[7:3]) begin
      if (!sysm_i[2]) mrs_o[31:28] = {psr_q.n, psr_q.z, psr_q.c, psr_q.v};
      if (sysm_i[0]) mrs_o[5:0] = psr_q.ipsr;
    end
    if (sysm_i == SYSM_PRIMASK) mrs_o[0] = psr_q.primask;
    if (sysm_i == SYSM_CONTROL) mrs_o[1] = psr_q.spsel;
  end

  // Some bits of written words have no register.
  logic unused;
  assign unused = &{value_i, frame_xpsr_i, dbg_wdata_i};

  assign psr_o  = psr_q;
  assign next_o = psr_d;

endmodule

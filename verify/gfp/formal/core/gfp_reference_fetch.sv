// SPDX-License-Identifier: Apache-2.0
// The reference machine's instruction port: when a word is requested, and which halfwords have arrived.
//
// A queue of four halfwords. A word is requested if it will fit, or if it will fit provided that the next instruction,
// one of 32 bits, takes one cycle. A word that does not fit on arrival is requested again. A request stays until it is
// granted. At most one access is outstanding. A branch drops what is on its way. After an error nothing is requested
// until the next branch.
module gfp_reference_fetch
  import gfp_isa_pkg::is_wide;
(
    input logic clk_i,
    input logic rst_ni,
    input logic instr_gnt_i,
    input logic instr_rvalid_i,
    input logic [31:0] instr_rdata_i,
    input logic instr_err_i,

    input logic hold_i,  // nothing new is asked for
    input logic [1:0] take_i,  // halfwords that leave
    input logic redirect_i,  // control goes to target_i, which is asked for at once
    input logic pc_load_i,  // control goes to target_i, which is asked for in the next cycle
    input logic [31:1] target_i,
    input logic thumb_i,

    output logic req_o,
    output logic [31:0] addr_o,
    output logic waits_o,  // for a grant, since an earlier cycle
    output logic ready_o,  // an instruction is at hand, or a fault in its place
    output logic error_o,  // the fault is a bus error
    output logic [31:0] insn_o  // first halfword in 31:16
);

  logic [3:0][15:0] queue_q, queue_d;
  logic [2:0] count_q, count_d, left;
  logic [31:2] tail_q;  // address of the next word to arrive
  logic odd_q;  // its first halfword is not wanted
  logic error_q;  // it was answered with an error
  logic out_q, waits_q, unwanted_q;

  logic answer, accept, wants;
  assign answer = out_q & instr_rvalid_i & ~unwanted_q;
  assign left = count_q - 3'(take_i);
  assign accept = answer & ~instr_err_i & ~error_q & left <= 3'd2;

  always_comb begin
    queue_d = queue_q >> {take_i, 4'd0};
    count_d = left;
    if (accept & ~odd_q) begin
      queue_d[2'(count_d)] = instr_rdata_i[15:0];
      count_d += 3'd1;
    end
    if (accept) begin
      queue_d[2'(count_d)] = instr_rdata_i[31:16];
      count_d += 3'd1;
    end
  end
  assign wants = count_d <= 3'd2 | (count_d == 3'd3 & is_wide(queue_d[0][15:11]));

  assign req_o = waits_q | ((~out_q | instr_rvalid_i) &
      (redirect_i | (~hold_i & wants & ~error_q & ~(answer & instr_err_i))));
  assign addr_o = {redirect_i ? target_i[31:2] : tail_q + 30'(accept), 2'b00};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      {odd_q, error_q, out_q, waits_q, unwanted_q} <= '0;
    end else begin
      count_q <= redirect_i | pc_load_i ? 3'd0 : count_d;
      odd_q <= redirect_i | pc_load_i ? target_i[1] : odd_q & ~accept;
      error_q <= ~(redirect_i | pc_load_i) & (error_q | (answer & instr_err_i));
      out_q <= (req_o & instr_gnt_i) | (out_q & ~instr_rvalid_i);
      waits_q <= req_o & ~instr_gnt_i;
      unwanted_q <= out_q & ~instr_rvalid_i & (unwanted_q | redirect_i | pc_load_i);
    end
  end
  always_ff @(posedge clk_i) begin
    queue_q <= queue_d;
    tail_q  <= pc_load_i ? target_i[31:2] : addr_o[31:2];
  end

  logic wide;
  assign wide = is_wide(queue_q[0][15:11]);
  assign waits_o = waits_q;
  assign insn_o = {queue_q[0], queue_q[1]};
  assign error_o = error_q & (count_q == 3'd0 | (count_q == 3'd1 & wide));
  assign ready_o = count_q >= 3'd2 | (count_q == 3'd1 & (~wide | ~thumb_i)) | error_o;

endmodule

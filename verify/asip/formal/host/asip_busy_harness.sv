// SPDX-License-Identifier: Apache-2.0
// A TASK while a task runs, or while the coprocessor cleans up, changes nothing but the error: two copies of the host's
// side are in the same state and have the same program. The host writes TASK to one of them, and nothing to the other.
module asip_busy_harness
  import asip_isa_pkg::*;
  import asip_pkg::*;
(
    input logic clk_i,
    input logic rst_ni,

    input logic [31:0] data_i,
    input logic [3:0] in_level_i,
    input logic [3:0] out_level_i,
    input logic [31:0] out_data_i,
    input logic issue_i,
    input logic raised_i,
    input logic [4:0] cause_i,
    input logic [10:0] place_i,

    output logic assume_o,  // the same state, and no task ends in this cycle
    output logic holds_o,
    output logic alike_o,  // the state is the same, but for the error and its interrupt
    output logic wrong_output_o,  // what goes to the pipeline and the FIFOs differs
    output logic wrong_answer_o  // the write is a bus error, or waits
);

  answer_t [1:0] answer;
  logic [1:0] irq;
  logic [1:0][66:0] out;  // to the pipeline

  for (genvar i = 0; i < 2; i++) begin : gen_copy
    logic [13:0] unused_entry;
    asip_host u_host (
        .clk_i,
        .rst_ni,
        .access_i('{valid: i == 1, write: i == 1, offset: 14'(TASK_ADDR - 32'h40010000), data: data_i}),
        .answer_o(answer[i]),
        .irq_o(irq[i]),
        .in_level_i,
        .out_level_i,
        .out_data_i,
        .push_o(out[i][0]),
        .pop_o(out[i][1]),
        .flush_o(out[i][2]),
        .issue_i,
        .ending_i(1'b0),
        .raised_i,
        .cause_i,
        .place_i,
        .start_o(out[i][3]),
        .fetch_o(out[i][4]),
        .entry_o(unused_entry[9:0]),  // without a start nobody reads it
        .stop_o(out[i][5]),
        .stop_all_o(out[i][6]),
        .running_o(out[i][7]),
        .cleaning_o(out[i][8]),
        .all_o(out[i][9]),
        .cleaned_o(out[i][19:10]),
        .count_o(out[i][35:20]),
        .flags_o(out[i][43:36]),
        .write_o(out[i][44]),
        .write_place_o(out[i][54:45])
    );
    assign unused_entry[13:10] = '0;
    assign out[i][66:55] = '0;
    logic [199:0] state;
    assign state = 200'({u_host.state_q, u_host.cleaned_q, u_host.all_q, u_host.zeroising_q, u_host.done_q, u_host.valid_q,
                         u_host.irq_q[0], u_host.enable_q, u_host.task_q, u_host.where_q, u_host.elapsed_q,
                         u_host.cycles_q, u_host.program_q, u_host.waited_q});
  end

  assign alike_o = gen_copy[0].state == gen_copy[1].state;
  assign holds_o = alike_o & gen_copy[0].u_host.code_q == gen_copy[1].u_host.code_q &
      gen_copy[0].u_host.failed_q == gen_copy[1].u_host.failed_q & gen_copy[0].u_host.irq_q == gen_copy[1].u_host.irq_q;
  assign assume_o = rst_ni & (gen_copy[0].u_host.running_o | gen_copy[0].u_host.cleaning_o);
  assign wrong_output_o = out[0] != out[1];
  assign wrong_answer_o = ~answer[1].ready | answer[1].error;

endmodule

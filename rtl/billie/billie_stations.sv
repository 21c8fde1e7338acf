// SPDX-License-Identifier: Apache-2.0
// The two stations of a unit. A command waits here until its operands are there: each is a value, or
// the tag of the result that will be it. head_o is the oldest command that has its operands and may
// go; it leaves when it is taken.
//
// IN_ORDER: only the oldest may go. Otherwise that holds only for commands of flag. TWO: there is a
// second operand. id_o is an id that no command of the unit has: one that is in no station, and not
// that of the command at work.
module billie_stations
  import billie_pkg::*;
#(
    parameter int unsigned M = 163,
    parameter bit IN_ORDER = 1'b0,
    parameter bit TWO = 1'b1
) (
    input logic clk_i,
    input logic rst_ni,
    input logic clear_i,

    output logic free_o,
    output logic empty_o,
    output id_t id_o,
    input logic put_i,
    input command_t command_i,
    input logic [1:0] waits_i,
    input tag_t [1:0] tag_i,
    input logic [1:0][M-1:0] value_i,

    input logic result_i,
    input tag_t result_tag_i,
    input logic [M-1:0] result_value_i,

    input logic at_work_i,
    input id_t  at_work_id_i,

    output logic head_o,
    output command_t head_command_o,
    output id_t head_id_o,
    output logic [1:0][M-1:0] head_value_o,
    input logic take_i
);

  localparam int unsigned Operands = TWO ? 2 : 1;

  logic [1:0] there_q;
  logic older_q;  // the station with the older command, if both have one
  command_t [1:0] command_q;
  id_t [1:0] id_q;
  logic [1:0][Operands-1:0] waits_q;
  tag_t [1:0][Operands-1:0] tag_q;
  logic [1:0][Operands-1:0][M-1:0] value_q;

  logic [1:0] may;
  logic pick, place;  // the station that gives, that takes

  assign free_o  = ~&there_q;
  assign empty_o = there_q == '0;
  assign place   = there_q[0];

  always_comb begin
    for (int unsigned i = 0; i < 2; i++) begin
      may[i] = there_q[i] & waits_q[i] == '0 &
          (~there_q[1-i] | older_q == 1'(i) | ~(IN_ORDER | of_flag(command_q[i].command)));
    end
    pick = &may ? older_q : may[1];
  end
  assign head_o = |may;
  assign head_command_o = command_q[pick];
  assign head_id_o = id_q[pick];
  always_comb begin
    head_value_o = '0;
    for (int unsigned j = 0; j < Operands; j++) head_value_o[j] = value_q[pick][j];
  end

  always_comb begin
    id_o = '0;
    for (int i = 2; i >= 0; i--) begin
      if (!(there_q[0] & id_q[0] == id_t'(i)) && !(there_q[1] & id_q[1] == id_t'(i)) &&
          !(at_work_i & at_work_id_i == id_t'(i))) begin
        id_o = id_t'(i);
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) there_q <= '0;
    else if (clear_i) there_q <= '0;
    else begin
      if (take_i) there_q[pick] <= 1'b0;
      if (put_i) there_q[place] <= 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (put_i) older_q <= ~place;
  end
  for (genvar i = 0; i < 2; i++) begin : gen_station
    logic put;
    assign put = put_i & place == 1'(i);
    always_ff @(posedge clk_i) begin
      if (put) {command_q[i], id_q[i]} <= {command_i, id_o};
    end
    for (genvar j = 0; j < int'(Operands); j++) begin : gen_operand
      logic comes;
      assign comes = waits_q[i][j] & result_i & tag_q[i][j] == result_tag_i;
      always_ff @(posedge clk_i) begin
        if (put) {waits_q[i][j], tag_q[i][j]} <= {waits_i[j], tag_i[j]};
        else if (comes) waits_q[i][j] <= 1'b0;
        if (put & ~waits_i[j]) value_q[i][j] <= value_i[j];
        else if (comes) value_q[i][j] <= result_value_i;
      end
    end
  end

  if (!TWO) begin : gen_one
    logic unused;
    assign unused = &{1'b0, waits_i[1], tag_i[1], value_i[1]};
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The control registers of the accelerator, and its error. A value out of range is an error and
// changes nothing. index and flag are written by the commands that the queue holds for them.
module billie_registers
  import billie_isa_pkg::*;
  import billie_pkg::*;
#(
    parameter int unsigned M = 163,
    parameter int unsigned D = 8,
    parameter int unsigned DEPTH = 8,
    parameter int unsigned WORDS = 6  // of an element
) (
    input logic clk_i,
    input logic rst_ni,

    input logic write_i,
    input logic [3:0] number_i,  // of the register that is written or read
    input logic [31:0] data_i,
    output logic [31:0] data_o,

    input logic idle_i,
    input logic [4:0] level_i,
    input logic fail_i,
    input logic [3:0] fail_error_i,
    input logic index_we_i,
    input logic [6:0] index_i,
    input logic flag_we_i,
    input logic flag_i,

    output logic failed_o,
    output logic [4:0] stride_o,
    output logic [31:0] base_o,
    output logic [31:0] table_o,
    output logic [6:0] count_o,
    output logic [6:0] index_o,
    output logic flag_o
);

  logic [3:0] error_q, bad;
  logic [31:0] base_q, table_q;
  logic [6:0] count_q, index_q;
  logic flag_q;
  logic [4:0] stride_q;
  logic write, good;

  always_comb begin
    bad = ERROR_NONE[3:0];
    unique case (number_i)
      CONTROL_CONFIG[3:0]: if (data_i[13:9] < 5'(WORDS)) bad = ERROR_CONFIG[3:0];
      CONTROL_BASE[3:0], CONTROL_TABLE[3:0]: if (data_i[1:0] != '0) bad = ERROR_ALIGNMENT[3:0];
      CONTROL_COUNT[3:0]: if (data_i == '0 || data_i > 32'(Entries)) bad = ERROR_CONFIG[3:0];
      default: ;
    endcase
  end

  assign write = write_i & (error_q == '0);
  assign good  = write & bad == ERROR_NONE[3:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= '0;
      flag_q <= 1'b0;
      {base_q, table_q, index_q} <= '0;
      count_q <= 7'd1;
      stride_q <= 5'(WORDS);
    end else begin
      if (write_i & number_i == CONTROL_STATUS[3:0]) error_q <= '0;
      else if (error_q == '0) begin
        if (fail_i) error_q <= fail_error_i;
        else if (write) error_q <= bad;
      end
      if (flag_we_i) flag_q <= flag_i;
      if (index_we_i) index_q <= index_i;
      if (good) begin
        unique case (number_i)
          CONTROL_CONFIG[3:0]: stride_q <= data_i[13:9];
          CONTROL_BASE[3:0]: base_q <= data_i;
          CONTROL_TABLE[3:0]: table_q <= data_i;
          CONTROL_COUNT[3:0]: count_q <= data_i[6:0];
          default: ;
        endcase
      end
    end
  end

  assign failed_o = error_q != '0;
  assign stride_o = stride_q;
  assign {base_o, table_o, count_o, index_o, flag_o} = {base_q, table_q, count_q, index_q, flag_q};

  always_comb begin
    data_o = '0;
    unique case (number_i)
      CONTROL_STATUS[3:0], CONTROL_WAIT[3:0]: data_o = {19'd0, level_i, 3'd0, ~idle_i, error_q};
      CONTROL_CONFIG[3:0]: data_o = {18'd0, stride_q, 9'd0};
      CONTROL_BASE[3:0]: data_o = base_q;
      CONTROL_TABLE[3:0]: data_o = table_q;
      CONTROL_COUNT[3:0]: data_o = 32'(count_q);
      CONTROL_INDEX[3:0]: data_o = 32'(index_q);
      CONTROL_FLAG[3:0]: data_o = 32'(flag_q);
      CONTROL_ID[3:0]: data_o = {4'd2, 7'd0, 5'(DEPTH), 6'(D), 10'(M)};
      default: ;
    endcase
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The registers of the accelerator, and its error. A value out of range is an error and changes
// nothing. index and flag are written by the commands that the queue holds for them.
module monte_registers
  import monte_isa_pkg::*;
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16
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
    input logic modulus_word_i,  // a word of a modulus is there
    input logic modulus_we_i,  // all of it is

    output logic failed_o,
    output logic configure_o,  // config is written
    output field_t field_o,
    output logic [4:0] stride_o,
    output logic [31:0] base_o,
    output logic [31:0] table_o,
    output logic [6:0] count_o,
    output logic [6:0] index_o,
    output logic flag_o,
    output logic modulus_set_o
);

  logic [3:0] error_q, bad;
  logic modulus_q;
  logic [31:0] base_q, table_q;
  logic [6:0] count_q, index_q;
  logic flag_q;
  logic [4:0] stride_q;
  field_t field_q;
  logic write, good;

  function automatic digit_t digit_of(logic [11:0] value);
    return '{there: value[11], minus: value[10], shift: value[9:5], place: value[4:0]};
  endfunction
  function automatic logic [15:0] half_of(digit_t digit);
    return {4'd0, digit.there, digit.minus, digit.shift, digit.place};
  endfunction

  // --------------------------------------------------------------------------------------------
  // Errors of a write

  logic [4:0] words, stride;
  logic [1:0] mode;
  logic config_good;

  assign {stride, words, mode} = {data_i[13:9], data_i[4:0], data_i[6:5]};
  assign config_good = words inside {[5'd1 : 5'(Words)]} & stride >= words &
      mode <= (DIGITS ? ModeUpper : ModeGeneric) & (DUAL | ~data_i[7]) &
      ~(data_i[8] & (data_i[7] | mode != ModeDigits));

  always_comb begin
    bad = ERROR_NONE[3:0];
    unique case (number_i)
      CONTROL_CONFIG[3:0]: if (!config_good) bad = ERROR_CONFIG[3:0];
      CONTROL_BASE[3:0], CONTROL_TABLE[3:0]: if (data_i[1:0] != '0) bad = ERROR_ALIGNMENT[3:0];
      CONTROL_COUNT[3:0]: if (data_i == '0 || data_i > 32'(Entries)) bad = ERROR_CONFIG[3:0];
      default: ;
    endcase
  end

  assign write = write_i & (error_q == '0);
  assign good = write & bad == ERROR_NONE[3:0];
  assign configure_o = good & number_i == CONTROL_CONFIG[3:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      error_q <= '0;
      modulus_q <= 1'b0;
      flag_q <= 1'b0;
      {base_q, table_q, index_q, stride_q, field_q} <= '0;
      count_q <= 7'd1;
    end else begin
      if (write_i & number_i == CONTROL_STATUS[3:0]) error_q <= '0;
      else if (error_q == '0) begin
        if (fail_i) error_q <= fail_error_i;
        else if (write) error_q <= bad;
      end
      if (configure_o | modulus_word_i) modulus_q <= 1'b0;
      if (modulus_we_i) modulus_q <= 1'b1;
      if (flag_we_i) flag_q <= flag_i;
      if (index_we_i) index_q <= index_i;
      if (good) begin
        unique case (number_i)
          CONTROL_CONFIG[3:0]: begin
            {stride_q, field_q.words, field_q.mode} <= {stride, words, mode};
            {field_q.sign, field_q.binary} <= data_i[8:7];
          end
          CONTROL_BASE[3:0]: base_q <= data_i;
          CONTROL_N0[3:0]: field_q.n0 <= data_i;
          CONTROL_DIGITS0[3:0]:
          {field_q.digits[1], field_q.digits[0]} <= {
            digit_of(data_i[27:16]), digit_of(data_i[11:0])
          };
          CONTROL_DIGITS1[3:0]:
          {field_q.digits[3], field_q.digits[2]} <= {
            digit_of(data_i[27:16]), digit_of(data_i[11:0])
          };
          CONTROL_TABLE[3:0]: table_q <= data_i;
          CONTROL_COUNT[3:0]: count_q <= data_i[6:0];
          default: ;
        endcase
      end
    end
  end

  assign failed_o = error_q != '0;
  assign field_o = field_q;
  assign stride_o = stride_q;
  assign {base_o, table_o, count_o, index_o} = {base_q, table_q, count_q, index_q};
  assign {flag_o, modulus_set_o} = {flag_q, modulus_q};

  always_comb begin
    data_o = '0;
    unique case (number_i)
      CONTROL_STATUS[3:0], CONTROL_WAIT[3:0]: data_o = {19'd0, level_i, 3'd0, ~idle_i, error_q};
      CONTROL_CONFIG[3:0]:
      data_o = {18'd0, stride_q, field_q.sign, field_q.binary, field_q.mode, field_q.words};
      CONTROL_BASE[3:0]: data_o = base_q;
      CONTROL_N0[3:0]: data_o = field_q.n0;
      CONTROL_DIGITS0[3:0]: data_o = {half_of(field_q.digits[1]), half_of(field_q.digits[0])};
      CONTROL_DIGITS1[3:0]: data_o = {half_of(field_q.digits[3]), half_of(field_q.digits[2])};
      CONTROL_TABLE[3:0]: data_o = table_q;
      CONTROL_COUNT[3:0]: data_o = 32'(count_q);
      CONTROL_INDEX[3:0]: data_o = 32'(index_q);
      CONTROL_FLAG[3:0]: data_o = 32'(flag_q);
      CONTROL_ID[3:0]: data_o = {4'd1, 4'd0, 8'(DEPTH), 5'd0, DUAL, SQR, DIGITS, 3'd0, 5'(Words)};
      default: ;
    endcase
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The Galois-field part of the core: the unit, its operand isolation, and the field register.
//
// The operands reach the unit only while one of its instructions executes (ISOLATE), so it does not
// toggle with other instructions. Zeros give zeros, so lo_o and hi_o can be combined with other
// results by OR. Parameters: see gfp_core; ENABLED = 0 removes everything.
//
// An instruction that accumulates adds c_i to the low word of its result and d_i to the high word.
// These are zero for all others. With MAC = 2 there are no ports for them: the product waits in a
// register, and in the second cycle a_i and b_i are what it is added to (late_i).
module gfp_galois #(
    parameter bit ENABLED = 1'b1,
    parameter int unsigned LANES = 4,
    parameter int unsigned MIN_DEGREE = 2,
    parameter bit SQUARERS = 1'b1,
    parameter bit INVERSE = 1'b1,
    parameter int unsigned INVERSE_CYCLES = 1,
    parameter bit GATE_REDUCTION = 1'b1,
    parameter bit ISOLATE = 1'b1,
    parameter bit SECOND = 1'b0,
    parameter int unsigned MAC = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic active_i,  // an instruction of the unit executes
    input gf_pkg::gf_op_e op_i,
    input logic [3:0] step_i,  // its cycle
    input logic [31:0] a_i,
    input logic [31:0] b_i,
    input logic [31:0] c_i,
    input logic [31:0] d_i,
    input logic keep_i,  // it accumulates in its second cycle
    input logic late_i,  // which is this one
    output logic [31:0] lo_o,
    output logic [31:0] hi_o,

    // The field register, or the two (gfp_field).
    input logic second_i,
    input logic low_i,
    input logic high_i,
    input logic [31:0] word_i,
    output logic legal_o,
    output logic [63:0] field_o,  // the descriptor in use
    input logic dbg_second_i,
    input logic dbg_low_i,
    input logic dbg_high_i,
    input logic [31:0] dbg_wdata_i,
    output logic [63:0] dbg_field_o
);

  logic [31:0] a, b, lo, hi;
  logic [55:0] columns;
  logic [ 3:0] degree;

  logic [63:0] added;  // zero unless the instruction accumulates
  assign a = a_i & {32{(active_i & ~late_i) | ~ISOLATE}};
  assign b = b_i & {32{(active_i & ~late_i) | ~ISOLATE}};
  assign lo_o = (lo & {32{(active_i & ~late_i) | ISOLATE}}) ^ added[31:0];
  assign hi_o = (hi & {32{(active_i & ~late_i) | ISOLATE}}) ^ added[63:32];

  if (ENABLED & MAC == 2) begin : gen_late
    logic [63:0] product_q;
    always_ff @(posedge clk_i) if (active_i & keep_i & ~late_i) product_q <= {hi, lo};
    assign added = ((product_q ^ {a_i, b_i}) & {64{active_i & late_i}}) ^ {d_i, c_i};

    if (LANES != 4) begin : gen_check_lanes
      $fatal(1, "gfp_galois: GF_MAC = 2 needs four lanes");
    end
  end else begin : gen_no_late
    assign added = {d_i, c_i};
  end

  if (ENABLED) begin : gen_field
    gfp_field #(
        .MIN_DEGREE(MIN_DEGREE),
        .SECOND(SECOND)
    ) u_field (
        .clk_i,
        .rst_ni,
        .second_i(SECOND & second_i),
        .low_i,
        .high_i,
        .word_i,
        .legal_o,
        .columns_o(columns),
        .degree_o(degree),
        .dbg_second_i(SECOND & dbg_second_i),
        .dbg_low_i,
        .dbg_high_i,
        .dbg_wdata_i,
        .dbg_field_o(dbg_field_o[59:0])
    );
  end else begin : gen_no_field
    assign {columns, degree} = '0;
    assign dbg_field_o[59:0] = '0;
    assign legal_o = 1'b1;
  end
  assign dbg_field_o[63:60] = '0;
  assign field_o = {4'd0, degree, columns};

  if (ENABLED & LANES == 4) begin : gen_unit
    gf_unit #(
        .MIN_DEGREE(MIN_DEGREE),
        .SQUARERS(SQUARERS),
        .INVERSE(INVERSE),
        .INVERSE_CYCLES(INVERSE_CYCLES),
        .GATE_REDUCTION(GATE_REDUCTION)
    ) u_gf_unit (
        .clk_i,
        .step_i,
        .op_i,
        .a_i(a),
        .b_i(b),
        .cols_i(columns),
        .m_i(degree),
        .lo_o(lo),
        .hi_o(hi)
    );
  end else if (ENABLED) begin : gen_serial
    gf_unit_serial #(
        .LANES(LANES),
        .MIN_DEGREE(MIN_DEGREE),
        .SQUARERS(SQUARERS),
        .INVERSE(INVERSE),
        .INVERSE_CYCLES(INVERSE_CYCLES),
        .GATE_REDUCTION(GATE_REDUCTION)
    ) u_gf_unit (
        .clk_i,
        .step_i,
        .op_i,
        .a_i(a),
        .b_i(b),
        .cols_i(columns),
        .m_i(degree),
        .lo_o(lo),
        .hi_o(hi)
    );
  end else begin : gen_no_unit
    assign {lo, hi} = '0;
  end

  logic unused;  // in one configuration or another
  assign unused = &{clk_i, rst_ni, op_i, step_i, a, b, c_i, d_i, keep_i, columns, degree, low_i,
                    high_i, word_i, second_i, dbg_second_i, dbg_low_i, dbg_high_i, dbg_wdata_i};

endmodule

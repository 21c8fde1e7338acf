// SPDX-License-Identifier: Apache-2.0
// The accelerator of vword: coprocessor 2 of the core mips (mips_pkg describes the port), for one
// polynomial f = x^M + x^TERM1 + x^TERM2 + x^TERM3 + 1. It has 32 registers of W bits.
//
//   d  decode, registers; an instruction waits here for a row that is on its way, or for a product
//   x  operations; the multiplier starts here, COND is written
//   m  the row of a load arrives, a store gives its row; the register file is written
//
// A result goes from x and from m to an instruction in d, so only rows and products are waited for.
// Nothing is written that could have to be undone: an instruction that goes on from x completes,
// unless its own row ends with a bus error.
//
// Parameters: the instance's, as in isa/vword/configurations.yaml. ROW is the bits of a row: W
// rounded up to a power of two, at least 32. Level 3 (field) needs W >= M.
module vword_accelerator
  import mips_pkg::c2_req_t, mips_pkg::c2_rsp_t;
  import vword_pkg::*;
#(
    parameter int unsigned M = 283,
    parameter int unsigned TERM1 = 12,
    parameter int unsigned TERM2 = 7,
    parameter int unsigned TERM3 = 5,
    parameter int unsigned W = 294,
    parameter int unsigned LEVEL = 1,
    parameter int unsigned D = 32,
    parameter int unsigned ROW = 512,
    parameter int unsigned SHIFTS = 1,
    parameter int AMOUNTS[MostShifts] = '{default: 0},
    parameter logic [31:0] FINGERPRINT = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input  c2_req_t c2_i,
    output c2_rsp_t c2_o,

    output logic x_row_o,  // a load or a store is in x

    input  logic [  ROW-1:0] row_i,   // of a load in m, with c2_i.m_go
    output logic [  ROW-1:0] row_o,   // of a store in m
    output logic [ROW/8-1:0] bytes_o, // that a store writes

    // For simulation. What the instruction that completes in m writes; vd is 0 for nothing.
    output logic [4:0] retire_vd_o,
    output logic [W-1:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o
);

  if (W < 8 || W > 1024 || ROW < 32 || ROW < W || ROW != 1 << $clog2(
          ROW
      ) || (ROW > 32 && ROW / 2 >= W)) begin : gen_check_word
    $fatal(1, "vword_accelerator: W must be 8 to 1024, and ROW the power of two that fits it");
  end
  if (LEVEL < LevelPaper || LEVEL > LevelField || (LEVEL == LevelField && W < M)) begin : gen_check
    $fatal(1, "vword_accelerator: LEVEL must be 1 to 3, and with 3 W must be at least M");
  end

  localparam int unsigned Parts = (W + 31) / 32;

  // Registers of the later stages, and values from there that stage d looks at.
  logic x_valid_q, x_late_q;
  execute_t x_q;
  logic [W-1:0] x_a_q, x_b_q, product;
  logic [32*Parts-1:0] x_result;
  logic [4:0] x_vd;
  logic [31:0] cond_q;
  logic m_valid_q, m_load_q;
  logic [4:0] m_vd_q, m_vd, m_part_q;
  logic [W-1:0] m_value;
  logic [32*Parts-1:0] m_result_q;

  // --------------------------------------------------------------------------------------------
  // Stage d

  decoded_t dec;
  logic [W-1:0] file_a, file_b;
  logic [1:0][W-1:0] value;
  logic [1:0] late;
  logic product_late;

  vword_decode #(
      .LEVEL (LEVEL),
      .PARTS (Parts),
      .SHIFTS(SHIFTS)
  ) u_decode (
      .insn_i(c2_i.d_insn),
      .dec_o (dec)
  );

  vword_regfile #(
      .W(W)
  ) u_regfile (
      .clk_i,
      .ra_i(dec.vs),
      .ra_data_o(file_a),
      .rb_i(dec.vt),
      .rb_data_o(file_b),
      .we_i(c2_i.m_go & m_vd != '0),
      .wa_i(m_vd),
      .wd_i(m_value)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_operand
    vword_operand #(
        .W(W)
    ) u_operand (
        .number_i(i == 0 ? dec.vs : dec.vt),
        .file_i(i == 0 ? file_a : file_b),
        .x_vd_i(x_vd),
        .x_load_i(x_q.load),
        .x_result_i(x_result[W-1:0]),
        .m_vd_i(m_vd),
        .m_load_i(m_load_q),
        .m_go_i(c2_i.m_go),
        .m_value_i(m_value),
        .value_o(value[i]),
        .late_o(late[i])
    );
  end

  assign c2_o.d_illegal = ~dec.legal;
  assign c2_o.d_wait = late[0] | (late[1] & ~dec.vt_late) | (dec.product & product_late);

  // --------------------------------------------------------------------------------------------
  // Stage x

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) x_valid_q <= 1'b0;
    else x_valid_q <= c2_i.d_valid & c2_i.d_go | x_valid_q & ~c2_i.x_go & ~c2_i.x_drop;
  end
  always_ff @(posedge clk_i) begin
    if (c2_i.d_valid & c2_i.d_go) begin
      x_q <= dec.x;
      x_a_q <= value[0];
      x_b_q <= value[1];
      x_late_q <= late[1] & dec.vt_late;  // the load is the instruction in front of the store
    end
  end

  assign x_row_o = x_valid_q & x_q.row;
  assign x_vd = x_valid_q ? x_q.vd : '0;

  vword_execute #(
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .ROW(ROW),
      .SHIFTS(SHIFTS),
      .AMOUNTS(AMOUNTS),
      .FINGERPRINT(FINGERPRINT)
  ) u_execute (
      .operation_i(x_q.operation),
      .number_i(x_q.number),
      .a_i(x_a_q),
      .b_i(x_b_q),
      .core_i(c2_i.x_data),
      .cond_i(cond_q),
      .product_i(product),
      .result_o(x_result)
  );

  if (LEVEL >= LevelField) begin : gen_field
    localparam int unsigned Digits = (M + D - 1) / D;
    localparam int unsigned Bits = $clog2(Digits + 1);
    logic start;
    logic [Bits-1:0] left_q;  // cycles until the product is there
    logic [M-1:0] element;

    assign start = c2_i.x_go & x_q.multiply;
    gf_digit_mul #(
        .M (M),
        .T1(TERM1),
        .T2(TERM2),
        .T3(TERM3),
        .D (D)
    ) u_multiplier (
        .clk_i,
        .rst_ni,
        .start_i(start),
        .a_i(x_a_q[M-1:0]),
        .b_i(x_b_q[M-1:0]),
        .busy_o(product_busy_o),
        .product_o(element)
    );
    assign product = W'(element);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) left_q <= '0;
      else if (start) left_q <= Bits'(Digits);
      else if (product_busy_o) left_q <= left_q - 1'b1;
    end
    // An instruction that leaves d in the last of these cycles finds the product in x.
    assign product_late = x_valid_q & x_q.multiply | (product_busy_o & left_q != Bits'(1));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) cond_q <= '0;
      else if (c2_i.x_go & x_q.cond) cond_q <= c2_i.x_data;
    end
  end else begin : gen_no_field
    logic unused;
    assign unused = &{x_q.multiply, x_q.cond};
    assign product = '0;
    assign product_late = 1'b0;
    assign product_busy_o = 1'b0;
    assign cond_q = '0;
  end

  // --------------------------------------------------------------------------------------------
  // Stage m

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else m_valid_q <= c2_i.x_go | m_valid_q & ~c2_i.m_go & ~c2_i.m_drop;
  end
  // A store in x may wait for the row of a load in m. If the load completes first, its row stays here
  // until the store follows.
  always_ff @(posedge clk_i) begin
    if (c2_i.x_go) begin
      m_load_q <= x_q.load;
      m_vd_q   <= x_q.vd;
      m_part_q <= x_q.operation == V_FIRST ? x_q.number : '0;
    end else if (c2_i.m_go) m_load_q <= 1'b0;
    if (c2_i.x_go | c2_i.m_go) m_result_q <= x_late_q ? (32 * Parts)'(m_value) : x_result;
  end

  assign m_vd = m_valid_q ? m_vd_q : '0;
  assign m_value = m_load_q ? row_i[W-1:0] : m_result_q[W-1:0];

  always_comb begin
    c2_o.m_data = '0;
    for (int unsigned i = 0; i < Parts; i++) begin
      if (m_part_q == 5'(i)) c2_o.m_data = m_result_q[32*i+:32];
    end
  end

  assign row_o = ROW'(m_result_q);
  assign bytes_o = (ROW / 8)'({(4 * Parts) {1'b1}});

  assign retire_vd_o = c2_i.m_go ? m_vd : '0;
  assign retire_word_o = m_value;
  assign cond_o = cond_q;

  if (ROW > W) begin : gen_unused
    logic unused;
    assign unused = &row_i[ROW-1:W];
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// Accelerator FF233-X for GF(2^233) behind the data port: eight elements and one step of arithmetic.
// The registers are in isa/coreva/soc.yaml. Accesses are as in coreva_field.
//
// A command is a word: operation 31:28, n 23:16, rb 10:8, ra 6:4, rd 2:0.
//
//   1  E[rd] = E[ra] E[rb]                     ceil(233 / D) cycles
//   2  E[rd] = E[ra]^(2^n)                     n cycles, one for n = 0
//   3  E[rd] = E[ra] + E[rb]                   1 cycle
//   4  E[rd] and E[ra] change places if n[0]   1 cycle
//
// The time depends on the operation and n, for an exchange not on n. Commands are done in order. No
// reset of the elements: 3 with ra = rb clears one.
module coreva_elements
  import coreva_isa_pkg::*;
  import coreva_pkg::*;
#(
    parameter int unsigned D = 32
) (
    input logic clk_i,
    input logic rst_ni,
    input logic hold_i,  // see coreva_field

    input logic req_i,
    input logic [11:2] addr_i,
    input logic we_i,
    input logic [31:0] wdata_i,
    output logic err_o,  // there is no such register, or no such command
    output logic wait_o,
    output logic [31:0] rdata_o
);

  if (D < 1 || D > FieldBits) begin : gen_check
    $fatal(1, "coreva_elements: D must be 1 to 233");
  end

  localparam int unsigned Digits = (FieldBits + D - 1) / D;
  localparam logic [3:0] OpMul = 4'd1, OpSquare = 4'd2, OpAdd = 4'd3, OpExchange = 4'd4;

  // Set by a simulation at a reset.
  logic [FieldBits-1:0] e_q[8]  /* verilator public_flat_rd */;

  logic command, element, known;
  assign element = addr_i[11:8] == FIELD_A_ADDR[11:8];
  assign command = addr_i == FIELD_COMMAND_ADDR[11:2] & we_i;
  assign known   = wdata_i[31:28] inside {OpMul, OpSquare, OpAdd, OpExchange};
  assign err_o   = ~(element | (command & known));

  logic [7:0] left_q;  // steps, with the one of this cycle
  logic [3:0] op_q;
  logic [2:0] rd_q, ra_q, rb_q;
  logic swap_q, first_q, idle_q;  // of a copy: its step squares nothing
  logic start;
  assign wait_o = left_q > 1;
  assign start  = req_i & command;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) left_q <= '0;
    else if (!hold_i) begin
      if (start) begin
        unique case (wdata_i[31:28])
          OpMul: left_q <= 8'(Digits);
          OpSquare: left_q <= wdata_i[23:16] == '0 ? 8'd1 : wdata_i[23:16];
          default: left_q <= 8'd1;
        endcase
      end else if (left_q != '0) left_q <= left_q - 1'b1;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      first_q <= start;
      if (start) begin
        op_q <= wdata_i[31:28];
        {rd_q, ra_q, rb_q} <= {wdata_i[2:0], wdata_i[6:4], wdata_i[10:8]};
        {swap_q, idle_q} <= {wdata_i[16], wdata_i[23:16] == '0};
      end
    end
  end

  logic [FieldBits-1:0] acc_q, a, b, product, square, value;
  logic [Digits*D-1:0] digits;
  logic [D-1:0] digit;
  assign a = e_q[ra_q];
  assign b = e_q[rb_q];
  assign digits = (Digits * D)'(b);
  always_comb begin
    digit = '0;
    for (int unsigned i = 0; i < Digits; i++) if (left_q == 8'(i + 1)) digit = digits[D*i+:D];
  end

  coreva_field_step #(
      .D(D)
  ) u_step (
      .acc_i(first_q ? '0 : acc_q),
      .a_i(a),
      .digit_i(digit),
      .product_o(product),
      .s_i(first_q ? a : acc_q),
      .square_o(square)
  );

  always_comb begin
    unique case (op_q)
      OpMul: value = product;
      OpSquare: value = idle_q ? a : square;
      OpAdd: value = a ^ b;
      default: value = swap_q ? a : e_q[rd_q];
    endcase
  end

  always_ff @(posedge clk_i) begin
    if (!hold_i) begin
      acc_q <= value;
      if (left_q == 8'd1) begin
        if (op_q == OpExchange & swap_q) e_q[ra_q] <= e_q[rd_q];
        e_q[rd_q] <= value;
      end
      if (req_i & we_i & element) begin
        for (int unsigned i = 0; i < FieldBits; i++)
        if (addr_i[4:2] == 3'(i / 32)) e_q[addr_i[7:5]][i] <= wdata_i[i%32];
      end
    end
  end

  logic [  5:0] word_q;
  logic [255:0] wide;
  always_ff @(posedge clk_i) if (req_i) word_q <= addr_i[7:2];
  assign wide = 256'(e_q[word_q[5:3]]);
  assign rdata_o = wide[32*word_q[2:0]+:32];

  logic unused;
  assign unused = &{1'b0, wdata_i};

endmodule

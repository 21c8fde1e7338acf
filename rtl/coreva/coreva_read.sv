// SPDX-License-Identifier: Apache-2.0
// Stage r: ten operands. Each slot reads two registers. The slots 0 and 2 share a third port, and so
// do 1 and 3, for the old rd of a product that adds to it: each pair has one unit of products.
module coreva_read
  import coreva_pkg::*;
#(
    parameter bit FORWARD = 1'b1
) (
    input logic clk_i,

    input op_t [Slots-1:0] r_op_i,
    input result_t [Slots-1:0] x_i,
    input result_t [Slots-1:0] m_i,
    input result_t [Slots-1:0] w_i,

    output logic [Slots-1:0][31:0] r_a_o,
    output logic [Slots-1:0][31:0] r_b_o,  // rs2 or a constant
    output logic [1:0][31:0] r_c_o
);

  localparam int unsigned Ports = 2 * Slots + 2;
  logic [Ports-1:0][4:0] number;
  logic [Ports-1:0][31:0] file, value;

  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      number[2*k]   = r_op_i[k].ra;
      number[2*k+1] = r_op_i[k].rb;
    end
    for (int unsigned u = 0; u < 2; u++)
    number[2*Slots+u] = r_op_i[u+2].third ? r_op_i[u+2].rd : r_op_i[u].rd;
  end

  coreva_regfile #(
      .READS(Ports)
  ) u_regfile (
      .clk_i,
      .number_i(number),
      .value_o (file),
      .write_i (w_i)
  );

  for (genvar i = 0; i < Ports; i++) begin : gen_port
    coreva_forward #(
        .FORWARD(FORWARD)
    ) u_forward (
        .number_i(number[i]),
        .file_i  (file[i]),
        .x_i,
        .m_i,
        .w_i,
        .value_o (value[i])
    );
  end

  always_comb begin
    for (int unsigned k = 0; k < Slots; k++) begin
      r_a_o[k] = value[2*k];
      r_b_o[k] = r_op_i[k].constant ? 32'($signed(r_op_i[k].imm)) : value[2*k+1];
    end
    for (int unsigned u = 0; u < 2; u++) r_c_o[u] = value[2*Slots+u];
  end

  // The rest of the operations is for others.
  logic unused;
  assign unused = &{1'b0, r_op_i};

endmodule

// SPDX-License-Identifier: Apache-2.0
// Block RAM for the core's two ports: 32-bit words, synchronous reads, one write port on the data side.
//
// A read address is taken at the end of the address phase (re). Its word is on the output in the
// response phase.
//
// A store is written in its response phase, because the core sends its data then. If a read has its
// address phase in that same cycle, block RAM returns the old bytes, so a bypass gives it the new
// ones.
//
// SIZE: bytes, a power of two. IMAGE: file of hexadecimal words, from the lowest address; "" leaves
// the contents undefined. WRITABLE = 0 makes it a ROM. CODE = 0 leaves out the instruction port.
module fpga_memory #(
    parameter int unsigned SIZE = 1024,
    parameter string IMAGE = "",
    parameter bit WRITABLE = 1'b1,
    parameter bit CODE = 1'b1,
    localparam int unsigned Bits = $clog2(SIZE)
) (
    input logic clk_i,

    input logic instr_re_i,
    input logic [Bits-1:2] instr_addr_i,
    output logic [31:0] instr_rdata_o,

    input logic data_re_i,
    input logic [Bits-1:2] data_addr_i,
    output logic [31:0] data_rdata_o,

    input logic [3:0] we_i,
    input logic [Bits-1:2] waddr_i,
    input logic [31:0] wdata_i
);

  if (SIZE < 8 || SIZE != 1 << Bits) begin : gen_check
    $fatal(1, "fpga_memory: SIZE must be a power of two and at least 8");
  end
  if (WRITABLE && CODE) begin : gen_check_code
    $fatal(1, "fpga_memory: code can only be read from a memory that is not written");
  end

  // verilator lint_off UNDRIVEN
  logic [31:0] mem[SIZE/4];  // only the image drives a ROM
  // verilator lint_on UNDRIVEN
  if (IMAGE != "") begin : gen_image
    initial $readmemh(IMAGE, mem);
  end

  logic [31:0] data_q;
  always_ff @(posedge clk_i) if (data_re_i) data_q <= mem[data_addr_i];

  if (CODE) begin : gen_code
    always_ff @(posedge clk_i) if (instr_re_i) instr_rdata_o <= mem[instr_addr_i];
  end else begin : gen_no_code
    assign instr_rdata_o = '0;
    logic unused;
    assign unused = &{instr_re_i, instr_addr_i};
  end

  if (WRITABLE) begin : gen_write
    logic [31:0] new_q;
    logic [ 3:0] fresh_q;  // bytes of data_q that the write in the same cycle replaces

    always_ff @(posedge clk_i) begin
      for (int unsigned i = 0; i < 4; i++) if (we_i[i]) mem[waddr_i][8*i+:8] <= wdata_i[8*i+:8];
      if (data_re_i) begin
        new_q   <= wdata_i;
        fresh_q <= we_i & {4{waddr_i == data_addr_i}};
      end
    end
    always_comb
      for (int unsigned i = 0; i < 4; i++)
        data_rdata_o[8*i+:8] = fresh_q[i] ? new_q[8*i+:8] : data_q[8*i+:8];
  end else begin : gen_rom
    assign data_rdata_o = data_q;
    logic unused;
    assign unused = &{we_i, waddr_i, wdata_i};
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// The gfp core on an FPGA board, with ROM and RAM in block RAM, a UART and a cycle counter. The
// memory map is that of the simulated system (isa/gfp/soc.yaml), so the same program runs on both.
//
//   ROM      at 0, with the program: the hexadecimal words in the file IMAGE; code runs from it alone
//   RAM      at 0x20000000, data only
//   console  a store sends its byte 0 through the UART; a load gives 1 in bit 0 while it is busy. A
//            store while it is busy waits.
//   counter  as in the simulated system
// Any other access answers with a bus error. There is no debugger: BKPT faults.
//
// CLOCK: Hz of the oscillator at clk_i. BAUD: of the serial line. DIVIDE: everything except one
// counter runs on CLOCK / DIVIDE (fpga_clock). The other parameters go to gfp_top. reset_ni: from
// a button; the circuit also resets itself after configuration. led_o: lockup (bit 1), running (bit
// 0).
module gfp_fpga
  import gfp_isa_pkg::*;
#(
    parameter string IMAGE = "program.hex",
    parameter int unsigned ROM_BYTES = 32768,
    parameter int unsigned RAM_BYTES = 16384,
    parameter int unsigned CLOCK = 25_000_000,
    parameter int unsigned DIVIDE = 1,
    parameter int unsigned BAUD = 115_200,
    parameter bit GF = 1'b1,
    parameter int unsigned GF_LANES = 4,
    parameter int unsigned GF_MIN_DEGREE = 2,
    parameter bit GF_SQUARERS = 1'b1,
    parameter bit GF_INVERSE = 1'b1,
    parameter int unsigned GF_INVERSE_CYCLES = 1,
    parameter bit GF_GATE_REDUCTION = 1'b1,
    parameter bit GF_ISOLATE = 1'b1,
    parameter bit GF_FIELD2 = 1'b0,
    parameter bit GF_MA = 1'b0,
    parameter int unsigned GF_MAC = 0,
    parameter bit GF_TEST = 1'b0,
    parameter bit GF_HIGH = 1'b0,
    parameter bit SUBSET = 1'b0,
    parameter int unsigned MUL_CYCLES = 1,
    parameter int unsigned INTERRUPTS = 0
) (
    input logic clk_i,
    input logic reset_ni,
    output logic uart_tx_o,
    output logic [1:0] led_o
);

  localparam int unsigned RomBits = $clog2(ROM_BYTES);
  localparam int unsigned RamBits = $clog2(RAM_BYTES);

  logic clk, rst_n;
  fpga_clock #(
      .DIVIDE(DIVIDE)
  ) u_clock (
      .clk_i,
      .reset_ni,
      .clk_o (clk),
      .rst_no(rst_n)
  );

  logic instr_req, instr_rvalid_q, instr_in_rom_q;
  logic data_req, data_gnt, data_we, data_rvalid_q, data_we_q;
  logic [31:0] instr_addr, instr_rdata, data_addr, data_wdata, data_rdata, rom_data, ram_data;
  logic [31:2] data_addr_q;
  logic [3:0] data_be, data_be_q;
  logic lockup, uart_busy, uart_valid;
  logic in_rom, in_ram, in_console, in_cycle;
  logic [63:0] cycle_q, sampled_q;

  // verilator lint_off PINCONNECTEMPTY
  // Not used on a board: interrupts, code in RAM.
  gfp_top #(
      .GF(GF),
      .GF_LANES(GF_LANES),
      .GF_MIN_DEGREE(GF_MIN_DEGREE),
      .GF_SQUARERS(GF_SQUARERS),
      .GF_INVERSE(GF_INVERSE),
      .GF_INVERSE_CYCLES(GF_INVERSE_CYCLES),
      .GF_GATE_REDUCTION(GF_GATE_REDUCTION),
      .GF_ISOLATE(GF_ISOLATE),
      .GF_FIELD2(GF_FIELD2),
      .GF_MA(GF_MA),
      .GF_MAC(GF_MAC),
      .GF_TEST(GF_TEST),
      .GF_HIGH(GF_HIGH),
      .SUBSET(SUBSET),
      .MUL_CYCLES(MUL_CYCLES),
      .INTERRUPTS(INTERRUPTS)
  ) u_core (
      .clk_i(clk),
      .rst_ni(rst_n),
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i(1'b1),
      .instr_rvalid_i(instr_rvalid_q),
      .instr_rdata_i(instr_rdata),
      .instr_err_i(~instr_in_rom_q),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_gnt_i(data_gnt),
      .data_rvalid_i(data_rvalid_q),
      .data_rdata_i(data_rdata),
      .data_err_i(~(in_ram | in_console | (~data_we_q & (in_rom | in_cycle)))),
      .data_wdata_o(data_wdata),
      .irq_i('0),
      .nmi_i(1'b0),
      .sleeping_o(),
      .lockup_o(lockup)
  );

  // The UART takes no byte while it sends one, so the store waits for its grant. The byte itself
  // comes in the response phase. So the grant also waits while the UART takes a byte.
  assign data_gnt = ~(data_we & data_addr[31:2] == CONSOLE_ADDR[31:2] & (uart_busy | uart_valid));

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      instr_rvalid_q <= 1'b0;
      data_rvalid_q  <= 1'b0;
      cycle_q        <= '0;
    end else begin
      instr_rvalid_q <= instr_req;
      data_rvalid_q  <= data_req & data_gnt;
      cycle_q        <= cycle_q + 64'd1;
    end
  end

  always_ff @(posedge clk) begin
    if (instr_req) instr_in_rom_q <= instr_addr[31:RomBits] == ROM_BASE[31:RomBits];
    if (data_req & data_gnt) begin
      data_addr_q <= data_addr[31:2];
      data_we_q   <= data_we;
      data_be_q   <= data_be;
      sampled_q   <= cycle_q;
    end
  end

  assign in_rom = data_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign in_ram = data_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr_q[31:2] == CONSOLE_ADDR[31:2];
  assign in_cycle = data_addr_q[31:2] == CYCLE_LO_ADDR[31:2] |
                    data_addr_q[31:2] == CYCLE_HI_ADDR[31:2];

  always_comb begin
    data_rdata = '0;
    if (in_rom) data_rdata = rom_data;
    if (in_ram) data_rdata = ram_data;
    if (in_console) data_rdata = {31'd0, uart_busy};
    if (in_cycle) data_rdata = data_addr_q[2] ? sampled_q[63:32] : sampled_q[31:0];
  end

  fpga_memory #(
      .SIZE(ROM_BYTES),
      .IMAGE(IMAGE),
      .WRITABLE(1'b0)
  ) u_rom (
      .clk_i(clk),
      .instr_re_i(instr_req),
      .instr_addr_i(instr_addr[RomBits-1:2]),
      .instr_rdata_o(instr_rdata),
      .data_re_i(data_req & data_gnt),
      .data_addr_i(data_addr[RomBits-1:2]),
      .data_rdata_o(rom_data),
      .we_i(4'd0),
      .waddr_i('0),
      .wdata_i('0)
  );

  fpga_memory #(
      .SIZE(RAM_BYTES),
      .CODE(1'b0)
  ) u_ram (
      .clk_i(clk),
      .instr_re_i(1'b0),
      .instr_addr_i('0),
      .instr_rdata_o(),
      .data_re_i(data_req & data_gnt),
      .data_addr_i(data_addr[RamBits-1:2]),
      .data_rdata_o(ram_data),
      .we_i(data_be_q & {4{data_rvalid_q & data_we_q & in_ram}}),
      .waddr_i(data_addr_q[RamBits-1:2]),
      .wdata_i(data_wdata)
  );

  // verilator lint_on PINCONNECTEMPTY

  assign uart_valid = data_rvalid_q & data_we_q & in_console & data_be_q[0];
  fpga_uart_tx #(
      .DIVIDER((CLOCK / DIVIDE + BAUD / 2) / BAUD)
  ) u_uart (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(uart_valid),
      .byte_i(data_wdata[7:0]),
      .busy_o(uart_busy),
      .tx_o(uart_tx_o)
  );

  assign led_o = {lockup, rst_n & ~lockup};

  // Both ports move whole words. data_be says which bytes count.
  logic unused;
  assign unused = &{instr_addr[1:0], data_addr[1:0]};

endmodule

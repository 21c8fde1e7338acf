// SPDX-License-Identifier: Apache-2.0
// The machine vword on an FPGA, with ROM and rows of RAM in block RAM and a UART. The memory map is
// that of the simulated system (isa/mips/soc.yaml), without the cycle counter.
//
//   ROM      at 0xbfc00000, with the program: the hexadecimal words in the file IMAGE
//   RAM      at 0x80000000, data only
//   console  a store sends its byte 0 through the UART, and waits while it is busy
// Any other access answers with a bus error. There is no debugger.
//
// CLOCK: Hz of the oscillator at clk_i. BAUD: of the serial line. DIVIDE: everything except one
// counter runs on CLOCK / DIVIDE (fpga_clock). The other parameters go to vword_top. reset_ni: from
// a button; the circuit also resets itself after configuration. led_o: running (bit 0).
module vword_fpga
  import mips_isa_pkg::*;
#(
    parameter string IMAGE = "program.hex",
    parameter int unsigned ROM_BYTES = 4096,
    parameter int unsigned RAM_BYTES = 16384,
    parameter int unsigned CLOCK = 25_000_000,
    parameter int unsigned DIVIDE = 1,
    parameter int unsigned BAUD = 115_200,
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter int unsigned M = 0,
    parameter int unsigned TERM1 = 0,
    parameter int unsigned TERM2 = 0,
    parameter int unsigned TERM3 = 0,
    parameter int unsigned W = 32,
    parameter int unsigned LEVEL = 0,
    parameter int unsigned D = 1,
    parameter int unsigned SHIFTS = 0,
    parameter int SHIFT0 = 0,
    parameter int SHIFT1 = 0,
    parameter int SHIFT2 = 0,
    parameter int SHIFT3 = 0,
    parameter int SHIFT4 = 0,
    parameter int SHIFT5 = 0,
    parameter int SHIFT6 = 0,
    parameter int SHIFT7 = 0,
    parameter int SHIFT8 = 0,
    parameter int SHIFT9 = 0,
    parameter int SHIFT10 = 0,
    parameter int SHIFT11 = 0,
    parameter int SHIFT12 = 0,
    parameter int SHIFT13 = 0,
    parameter int SHIFT14 = 0,
    parameter int unsigned FINGERPRINT = 0,
    localparam int unsigned DataWidth = LEVEL == 0 || W <= 32 ? 32 : 1 << $clog2(W)
) (
    input logic clk_i,
    input logic reset_ni,
    output logic uart_tx_o,
    output logic [1:0] led_o
);

  localparam int unsigned RomBits = $clog2(ROM_BYTES);
  localparam int unsigned RamBits = $clog2(RAM_BYTES);
  localparam int unsigned RowBits = $clog2(DataWidth / 8);

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
  logic data_req, data_gnt, data_we, data_row, data_rvalid_q, data_we_q, data_row_q;
  logic [31:0] instr_addr, instr_rdata, data_addr, rom_data;
  logic [31:2] data_addr_q;
  logic [DataWidth-1:0] data_wdata, data_rdata, ram_data;
  logic [DataWidth/8-1:0] data_be, data_be_q;
  logic store, uart_busy;
  logic in_rom, in_ram, in_console;

  vword_top #(
      .MULTIPLY_CYCLES(MULTIPLY_CYCLES),
      .M(M),
      .TERM1(TERM1),
      .TERM2(TERM2),
      .TERM3(TERM3),
      .W(W),
      .LEVEL(LEVEL),
      .D(D),
      .SHIFTS(SHIFTS),
      .SHIFT0(SHIFT0),
      .SHIFT1(SHIFT1),
      .SHIFT2(SHIFT2),
      .SHIFT3(SHIFT3),
      .SHIFT4(SHIFT4),
      .SHIFT5(SHIFT5),
      .SHIFT6(SHIFT6),
      .SHIFT7(SHIFT7),
      .SHIFT8(SHIFT8),
      .SHIFT9(SHIFT9),
      .SHIFT10(SHIFT10),
      .SHIFT11(SHIFT11),
      .SHIFT12(SHIFT12),
      .SHIFT13(SHIFT13),
      .SHIFT14(SHIFT14),
      .FINGERPRINT(FINGERPRINT)
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
      .data_row_o(data_row),
      .data_gnt_i(data_gnt),
      .data_rvalid_i(data_rvalid_q),
      .data_rdata_i(data_rdata),
      .data_err_i(~(in_ram | (~data_row_q & (in_console | (~data_we_q & in_rom))))),
      .data_wdata_o(data_wdata),
      .irq_i('0)
  );

  // While a store is written, no access begins: see fpga_row_memory. A store to the console waits
  // for the UART.
  assign store = data_rvalid_q & data_we_q;
  assign data_gnt = ~store & ~(data_we & data_addr[31:2] == CONSOLE_ADDR[31:2] & uart_busy);

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      instr_rvalid_q <= 1'b0;
      data_rvalid_q  <= 1'b0;
    end else begin
      instr_rvalid_q <= instr_req;
      data_rvalid_q  <= data_req & data_gnt;
    end
  end

  always_ff @(posedge clk) begin
    if (instr_req) instr_in_rom_q <= instr_addr[31:RomBits] == ROM_BASE[31:RomBits];
    if (data_req & data_gnt) begin
      data_addr_q <= data_addr[31:2];
      data_we_q   <= data_we;
      data_be_q   <= data_be;
      data_row_q  <= data_row;
    end
  end

  assign in_rom = data_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign in_ram = data_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr_q[31:2] == CONSOLE_ADDR[31:2];
  assign data_rdata = ram_data | {DataWidth / 32{rom_data & {32{in_rom}}}};

  // verilator lint_off PINCONNECTEMPTY
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
  // verilator lint_on PINCONNECTEMPTY

  fpga_row_memory #(
      .SIZE(RAM_BYTES),
      .ROW (DataWidth)
  ) u_ram (
      .clk_i(clk),
      .re_i(data_req & data_gnt),
      .selected_i(data_addr[31:RamBits] == RAM_BASE[31:RamBits]),
      .addr_i(data_addr[RamBits-1:RowBits]),
      .rdata_o(ram_data),
      .we_i(data_be_q & {DataWidth / 8{store & in_ram}}),
      .waddr_i(data_addr_q[RamBits-1:RowBits]),
      .wdata_i(data_wdata)
  );

  fpga_uart_tx #(
      .DIVIDER((CLOCK / DIVIDE + BAUD / 2) / BAUD)
  ) u_uart (
      .clk_i(clk),
      .rst_ni(rst_n),
      .valid_i(store & in_console & data_be_q[0] & ~data_row_q),  // a row there is a bus error
      .byte_i(data_wdata[7:0]),
      .busy_o(uart_busy),
      .tx_o(uart_tx_o)
  );

  assign led_o = {1'b0, rst_n};

  // Both ports move whole words. data_be says which bytes count.
  logic unused;
  assign unused = &{instr_addr[1:0], data_addr[1:0]};

endmodule

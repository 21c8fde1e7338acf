// SPDX-License-Identifier: Apache-2.0
// The machine vword with ROM, RAM, a console and a cycle counter: the top for simulation. The memory
// map comes from isa/mips/soc.yaml. An access that the map does not allow answers with a bus error.
//
// Both ports answer in the cycle after the grant. The harness makes wait states with instr_wait_i
// and data_wait_i, which withhold the grant. A load of the counter gives the cycles completed
// before its address phase, without halted cycles. The harness may set the counter while the core
// is halted. RAM and the data port are as wide as a row. Parameters: see vword_core.
module vword_soc
  import mips_isa_pkg::*;
  import mips_pkg::*;
#(
    parameter int unsigned MULTIPLY_CYCLES = 4,
    parameter int unsigned INTERRUPTS = 0,
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
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,

    input logic [5:0] irq_i,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output logic [63:0] cycle_o,

    output retire_t retire_o,
    output logic [31:0] mem_data_o,  // of the retired access of up to a word
    output logic [3:0] mem_be_o,
    output logic [DataWidth-1:0] mem_row_o,  // of the retired access of a row
    output logic [4:0] retire_vd_o,
    output logic [W-1:0] retire_word_o,
    output logic [31:0] cond_o,
    output logic product_busy_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  localparam int unsigned RomBits = $clog2(ROM_SIZE);
  localparam int unsigned RamBits = $clog2(RAM_SIZE);
  localparam int unsigned Lanes = DataWidth / 32;

  logic instr_req, instr_rvalid_q;
  logic [31:0] instr_addr, instr_rdata;
  logic [31:2] instr_addr_q;

  logic data_req, data_we, data_rvalid_q, data_we_q;
  logic data_row, data_row_q;
  logic [31:0] data_addr;
  logic [DataWidth-1:0] data_wdata, data_rdata, ram_data;
  logic [31:2] data_addr_q;
  logic [DataWidth/8-1:0] data_be, data_be_q;

  logic [31:0] rom_instr, rom_data, ram_instr;
  logic [63:0] cycle_q, sampled_q;

  logic instr_error, instr_in_rom;
  logic data_error, in_rom, in_ram, in_console, in_cycle;

  vword_core #(
      .MULTIPLY_CYCLES(MULTIPLY_CYCLES),
      .INTERRUPTS(INTERRUPTS),
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
      .clk_i,
      .rst_ni,
      .instr_req_o(instr_req),
      .instr_addr_o(instr_addr),
      .instr_gnt_i(~instr_wait_i),
      .instr_rvalid_i(instr_rvalid_q),
      .instr_rdata_i(instr_rdata),
      .instr_err_i(instr_error),
      .data_req_o(data_req),
      .data_addr_o(data_addr),
      .data_we_o(data_we),
      .data_be_o(data_be),
      .data_row_o(data_row),
      .data_gnt_i(~data_wait_i),
      .data_rvalid_i(data_rvalid_q),
      .data_rdata_i(data_rdata),
      .data_err_i(data_error),
      .data_wdata_o(data_wdata),
      .irq_i,
      .debug_i,
      .debug_o,
      .retire_o,
      .retire_vd_o,
      .retire_word_o,
      .cond_o,
      .product_busy_o
  );

  // --------------------------------------------------------------------------------------------
  // Response phase

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      instr_rvalid_q <= 1'b0;
      data_rvalid_q  <= 1'b0;
    end else begin
      instr_rvalid_q <= instr_req & ~instr_wait_i;
      data_rvalid_q  <= data_req & ~data_wait_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (instr_req) instr_addr_q <= instr_addr[31:2];
    if (data_req) begin
      data_addr_q <= data_addr[31:2];
      data_we_q   <= data_we;
      data_be_q   <= data_be;
      data_row_q  <= data_row;
      sampled_q   <= cycle_q;
    end
  end

  assign instr_in_rom = instr_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign instr_error = ~instr_in_rom & instr_addr_q[31:RamBits] != RAM_BASE[31:RamBits];
  assign instr_rdata = instr_in_rom ? rom_instr : ram_instr;

  assign in_rom = data_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign in_ram = data_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr_q[31:2] == CONSOLE_ADDR[31:2];
  assign in_cycle = data_addr_q[31:2] == CYCLE_LO_ADDR[31:2] |
                    data_addr_q[31:2] == CYCLE_HI_ADDR[31:2];
  assign data_error = ~(in_ram | (~data_row_q & (in_console | (~data_we_q & (in_rom | in_cycle)))));

  always_comb begin
    data_rdata = '0;
    if (in_rom) data_rdata = {Lanes{rom_data}};
    if (in_ram) data_rdata = ram_data;
    if (in_cycle) data_rdata = {Lanes{data_addr_q[2] ? sampled_q[63:32] : sampled_q[31:0]}};
  end

  soc_memory #(
      .SIZE(ROM_SIZE)
  ) u_rom (
      .clk_i,
      .instr_addr_i(instr_addr_q[RomBits-1:2]),
      .instr_rdata_o(rom_instr),
      .data_addr_i(data_addr_q[RomBits-1:2]),
      .data_we_i(4'b0000),
      .data_wdata_i(32'd0),
      .data_rdata_o(rom_data)
  );

  soc_row_memory #(
      .SIZE(RAM_SIZE),
      .ROW (DataWidth)
  ) u_ram (
      .clk_i,
      .instr_addr_i(instr_addr_q[RamBits-1:2]),
      .instr_rdata_o(ram_instr),
      .data_addr_i(data_addr_q[RamBits-1:$clog2(DataWidth/8)]),
      .data_we_i(data_be_q & {DataWidth / 8{data_rvalid_q & data_we_q & in_ram}}),
      .data_wdata_i(data_wdata),
      .data_rdata_o(ram_data)
  );

  assign mem_row_o = data_we_q ? data_wdata : data_rdata;
  if (Lanes == 1) begin : gen_word
    assign mem_data_o = mem_row_o;
    assign mem_be_o   = data_be_q;
  end else begin : gen_lanes
    localparam int unsigned LaneBits = $clog2(Lanes);
    assign mem_data_o = mem_row_o[32*data_addr_q[2+:LaneBits]+:32];
    assign mem_be_o   = data_be_q[4*data_addr_q[2+:LaneBits]+:4];
  end
  assign console_valid_o = data_rvalid_q & data_we_q & in_console & mem_be_o[0];
  assign console_byte_o  = data_wdata[7:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= '0;
    else if (cycle_set_i) cycle_q <= cycle_i;
    else if (!debug_o.halted) cycle_q <= cycle_q + 64'd1;
  end
  assign cycle_o = cycle_q;

  // Both ports move whole words. data_be says which bytes count.
  logic unused;
  assign unused = &{instr_addr[1:0], data_addr[1:0]};

endmodule

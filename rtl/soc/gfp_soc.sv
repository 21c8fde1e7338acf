// SPDX-License-Identifier: Apache-2.0
// The core with ROM, RAM, a console and a cycle counter: the top for simulation. The memory map
// comes from isa/gfp/soc.yaml. An access that the map does not allow answers with a bus error.
//
// Both ports answer in the cycle after the grant. The harness makes wait states with instr_wait_i
// and data_wait_i, which withhold the grant. A load of the counter gives the cycles completed
// before its address phase, without halted cycles. Parameters: see gfp_core.
//
// A device may be on the data port, from DEVICE_ADDR on. Its port is in the style of OBI. It grants an
// access when the one before is answered, so the core never waits for a grant. Write data come in the
// response phase. Without a device (device_present_i = 0) its addresses are bus errors.
module gfp_soc
  import gfp_isa_pkg::*;
  import gfp_pkg::*;
#(
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
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,

    input logic [31:0] irq_i,
    input logic nmi_i,
    output logic sleeping_o,
    output logic sleep_timed_o,

    input debug_t debug_i,
    output debug_rsp_t debug_o,

    output logic lockup_o,
    output logic [63:0] cycle_o,

    output retire_t retire_o,

    output logic console_valid_o,
    output logic [7:0] console_byte_o,

    input logic device_present_i,
    output logic device_req_o,
    output logic [15:0] device_addr_o,
    output logic device_we_o,
    output logic [3:0] device_be_o,
    output logic [31:0] device_wdata_o,
    input logic device_rvalid_i,
    input logic [31:0] device_rdata_i,
    input logic device_err_i
);

  localparam int unsigned RomBits = $clog2(ROM_SIZE);
  localparam int unsigned RamBits = $clog2(RAM_SIZE);

  logic instr_req, instr_rvalid_q;
  logic [31:0] instr_addr, instr_rdata;
  logic [31:2] instr_addr_q;

  logic data_req, data_we, data_rvalid, data_rvalid_q, data_we_q;
  logic [31:0] data_addr, data_wdata, data_rdata;
  logic [31:2] data_addr_q;
  logic [3:0] data_be, data_be_q;

  logic [31:0] rom_instr, rom_data, ram_instr, ram_data;
  logic [63:0] cycle_q, sampled_q;

  gfp_core #(
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
      .data_gnt_i(~data_wait_i),
      .data_rvalid_i(data_rvalid),
      .data_rdata_i(data_rdata),
      .data_err_i(data_error),
      .data_wdata_o(data_wdata),
      .irq_i,
      .nmi_i,
      .sleeping_o,
      .sleep_timed_o,
      .debug_i,
      .debug_o,
      .lockup_o,
      .retire_o
  );

  // --------------------------------------------------------------------------------------------
  // Response phase

  logic instr_error, instr_in_rom, instr_in_ram;
  logic data_error, allowed, in_rom, in_ram, in_console, in_cycle;
  logic to_device, device_q;  // the address phase, the response phase is the device's

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      instr_rvalid_q <= 1'b0;
      data_rvalid_q  <= 1'b0;
      device_q       <= 1'b0;
    end else begin
      instr_rvalid_q <= instr_req & ~instr_wait_i;
      data_rvalid_q  <= data_req & ~data_wait_i & ~to_device;
      device_q       <= device_req_o | (device_q & ~device_rvalid_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (instr_req) instr_addr_q <= instr_addr[31:2];
    if (data_req) begin
      data_addr_q <= data_addr[31:2];
      data_we_q   <= data_we;
      data_be_q   <= data_be;
      sampled_q   <= cycle_q;
    end
  end

  assign instr_in_rom = instr_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign instr_in_ram = instr_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign instr_error = ~instr_in_rom & ~instr_in_ram;
  assign instr_rdata = instr_in_rom ? rom_instr : ram_instr;

  assign in_rom = data_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign in_ram = data_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr_q[31:2] == CONSOLE_ADDR[31:2];
  assign in_cycle = data_addr_q[31:2] == CYCLE_LO_ADDR[31:2] |
                    data_addr_q[31:2] == CYCLE_HI_ADDR[31:2];
  assign data_rvalid = device_q ? device_rvalid_i : data_rvalid_q;
  assign allowed = in_ram | in_console | (~data_we_q & (in_rom | in_cycle));
  assign data_error = device_q ? device_err_i : ~allowed;

  always_comb begin
    data_rdata = '0;
    if (in_rom) data_rdata = rom_data;
    if (in_ram) data_rdata = ram_data;
    if (device_q) data_rdata = device_rdata_i;
    if (in_cycle) data_rdata = data_addr_q[2] ? sampled_q[63:32] : sampled_q[31:0];
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

  soc_memory #(
      .SIZE(RAM_SIZE)
  ) u_ram (
      .clk_i,
      .instr_addr_i(instr_addr_q[RamBits-1:2]),
      .instr_rdata_o(ram_instr),
      .data_addr_i(data_addr_q[RamBits-1:2]),
      .data_we_i(data_be_q & {4{data_rvalid_q & data_we_q & in_ram}}),
      .data_wdata_i(data_wdata),
      .data_rdata_o(ram_data)
  );

  assign to_device = device_present_i & data_addr[31:16] == DEVICE_ADDR[31:16];
  assign device_req_o = data_req & ~data_wait_i & to_device;
  assign {device_addr_o, device_we_o, device_be_o} = {data_addr[15:0], data_we, data_be};
  assign device_wdata_o = data_wdata;

  assign console_valid_o = data_rvalid_q & data_we_q & in_console & data_be_q[0];
  assign console_byte_o = data_wdata[7:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= '0;
    else if (!debug_o.halted) cycle_q <= cycle_q + 64'd1;
  end
  assign cycle_o = cycle_q;

  // Both ports move whole words. data_be says which bytes count.
  logic unused;
  assign unused = &{instr_addr[1:0], data_addr[1:0]};

endmodule

// SPDX-License-Identifier: Apache-2.0
// ROM, RAM, a console and a cycle counter around a core mips, for simulation. The memory map comes
// from isa/mips/soc.yaml. An access that the map does not allow answers with a bus error.
//
// Both ports answer in the cycle after the grant. The harness makes wait states with instr_wait_i
// and data_wait_i, which withhold the grant. A load of the counter gives the cycles completed
// before its address phase, without halted cycles. The harness may set the counter while the core
// is halted. RAM and the data port are DATA_WIDTH bits wide. data_row_i says with a request that the
// access is of a whole row, which only RAM answers without an error. With ICACHE there are the
// registers of an instruction cache: its counters, as they were in the address phase, and the one that
// empties it in the response phase.
module soc_mips
  import mips_isa_pkg::*;
#(
    parameter int unsigned DATA_WIDTH = 32,
    parameter bit ICACHE = 1'b0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic instr_wait_i,
    input logic data_wait_i,
    input logic cycle_set_i,
    input logic [63:0] cycle_i,
    input logic halted_i,
    output logic [63:0] cycle_o,

    input logic [2:0][31:0] icache_counts_i,  // hits, misses, stalls
    output logic icache_invalidate_o,

    input logic instr_req_i,
    input logic [31:0] instr_addr_i,
    output logic instr_gnt_o,
    output logic instr_rvalid_o,
    output logic [31:0] instr_rdata_o,
    output logic instr_err_o,

    input logic data_req_i,
    input logic [31:0] data_addr_i,
    input logic data_we_i,
    input logic [DATA_WIDTH/8-1:0] data_be_i,
    input logic data_row_i,
    output logic data_gnt_o,
    output logic data_rvalid_o,
    output logic [DATA_WIDTH-1:0] data_rdata_o,
    output logic data_err_o,
    input logic [DATA_WIDTH-1:0] data_wdata_i,

    // A second port to RAM, of words, which always grants and answers in the next cycle.
    input logic second_req_i,
    input logic [31:0] second_addr_i,
    input logic second_we_i,
    input logic [31:0] second_wdata_i,
    output logic [31:0] second_rdata_o,
    output logic second_err_o,

    output logic [31:0] mem_data_o,  // of the present response, of up to a word
    output logic [3:0] mem_be_o,
    output logic [DATA_WIDTH-1:0] mem_row_o,  // ... of a row

    output logic console_valid_o,
    output logic [7:0] console_byte_o
);

  localparam int unsigned RomBits = $clog2(ROM_SIZE);
  localparam int unsigned RamBits = $clog2(RAM_SIZE);
  localparam int unsigned Lanes = DATA_WIDTH / 32;

  logic instr_rvalid_q;
  logic [31:2] instr_addr_q;

  logic data_rvalid_q, data_we_q, data_row_q;
  logic [DATA_WIDTH-1:0] ram_data;
  logic [31:2] data_addr_q;
  logic [DATA_WIDTH/8-1:0] data_be_q;

  logic [31:0] rom_instr, rom_data, ram_instr;
  logic [63:0] cycle_q, sampled_q;

  logic [2:0][31:0] counts_q;

  logic instr_in_rom, in_rom, in_ram, in_console, in_cycle, in_counts, in_invalidate;

  assign instr_gnt_o = ~instr_wait_i;
  assign data_gnt_o = ~data_wait_i;
  assign instr_rvalid_o = instr_rvalid_q;
  assign data_rvalid_o = data_rvalid_q;

  // --------------------------------------------------------------------------------------------
  // Response phase

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      instr_rvalid_q <= 1'b0;
      data_rvalid_q  <= 1'b0;
    end else begin
      instr_rvalid_q <= instr_req_i & ~instr_wait_i;
      data_rvalid_q  <= data_req_i & ~data_wait_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (instr_req_i) instr_addr_q <= instr_addr_i[31:2];
    if (data_req_i) begin
      data_addr_q <= data_addr_i[31:2];
      data_we_q   <= data_we_i;
      data_be_q   <= data_be_i;
      data_row_q  <= data_row_i;
      sampled_q   <= cycle_q;
      if (ICACHE) counts_q <= icache_counts_i;
    end
  end

  assign instr_in_rom = instr_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign instr_err_o = ~instr_in_rom & instr_addr_q[31:RamBits] != RAM_BASE[31:RamBits];
  assign instr_rdata_o = instr_in_rom ? rom_instr : ram_instr;

  assign in_rom = data_addr_q[31:RomBits] == ROM_BASE[31:RomBits];
  assign in_ram = data_addr_q[31:RamBits] == RAM_BASE[31:RamBits];
  assign in_console = data_addr_q[31:2] == CONSOLE_ADDR[31:2];
  assign in_cycle = data_addr_q[31:2] == CYCLE_LO_ADDR[31:2] |
                    data_addr_q[31:2] == CYCLE_HI_ADDR[31:2];
  assign in_invalidate = ICACHE & data_addr_q[31:2] == ICACHE_INVALIDATE_ADDR[31:2];
  assign in_counts = ICACHE & data_addr_q[31:4] == ICACHE_INVALIDATE_ADDR[31:4] & ~in_invalidate;
  assign data_err_o = ~(in_ram | (~data_row_q & (in_console | (data_we_q & in_invalidate) |
      (~data_we_q & (in_rom | in_cycle | in_counts)))));
  assign icache_invalidate_o = data_rvalid_q & data_we_q & in_invalidate & ~data_row_q;

  always_comb begin
    data_rdata_o = '0;
    if (in_rom) data_rdata_o = {Lanes{rom_data}};
    if (in_ram) data_rdata_o = ram_data;
    if (in_cycle) data_rdata_o = {Lanes{data_addr_q[2] ? sampled_q[63:32] : sampled_q[31:0]}};
    if (in_counts) data_rdata_o = {Lanes{counts_q[data_addr_q[3:2]-2'd1]}};
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

  logic second_valid_q, second_we_q;
  logic [31:2] second_addr_q;
  logic [31:0] second_wdata_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) second_valid_q <= 1'b0;
    else second_valid_q <= second_req_i;
  end
  always_ff @(posedge clk_i)
    if (second_req_i) begin
      {second_addr_q, second_we_q} <= {second_addr_i[31:2], second_we_i};
      second_wdata_q <= second_wdata_i;
    end
  assign second_err_o = second_addr_q[31:RamBits] != RAM_BASE[31:RamBits];

  soc_row_memory #(
      .SIZE(RAM_SIZE),
      .ROW (DATA_WIDTH)
  ) u_ram (
      .clk_i,
      .instr_addr_i(instr_addr_q[RamBits-1:2]),
      .instr_rdata_o(ram_instr),
      .data_addr_i(data_addr_q[RamBits-1:$clog2(DATA_WIDTH/8)]),
      .data_we_i(data_be_q & {DATA_WIDTH / 8{data_rvalid_q & data_we_q & in_ram}}),
      .data_wdata_i,
      .data_rdata_o(ram_data),
      .second_addr_i(second_addr_q[RamBits-1:2]),
      .second_we_i(second_valid_q & second_we_q & ~second_err_o),
      .second_wdata_i(second_wdata_q),
      .second_rdata_o
  );

  assign mem_row_o = data_we_q ? data_wdata_i : data_rdata_o;
  if (Lanes == 1) begin : gen_word
    assign mem_data_o = mem_row_o;
    assign mem_be_o   = data_be_q;
  end else begin : gen_lanes
    localparam int unsigned LaneBits = $clog2(Lanes);
    assign mem_data_o = mem_row_o[32*data_addr_q[2+:LaneBits]+:32];
    assign mem_be_o   = data_be_q[4*data_addr_q[2+:LaneBits]+:4];
  end
  assign console_valid_o = data_rvalid_q & data_we_q & in_console & ~data_row_q & mem_be_o[0];
  assign console_byte_o  = data_wdata_i[7:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) cycle_q <= '0;
    else if (cycle_set_i) cycle_q <= cycle_i;
    else if (!halted_i) cycle_q <= cycle_q + 64'd1;
  end
  assign cycle_o = cycle_q;

  // Both ports move whole words. data_be says which bytes count.
  logic unused;
  assign unused = &{instr_addr_i[1:0], data_addr_i[1:0], second_addr_i[1:0], icache_counts_i};

endmodule

// SPDX-License-Identifier: Apache-2.0
// A bus adapter between any host that keeps to the rules of its bus and a core that answers at any time. The core has to
// see each access once, from the cycle behind its request until its answer, as the host gave it; the host has to get
// each answer in its cycle. BUS: 0 OBI, 1 OBI with data that come late, 2 APB.
module asip_bus_harness
  import asip_pkg::*;
#(
    parameter int unsigned BUS = 0
) (
    input logic clk_i,
    input logic rst_ni,

    input logic req_i,  // OBI: a request; APB: the host selects the coprocessor
    input logic enable_i,  // APB
    input logic [13:0] addr_i,
    input logic we_i,
    input logic [3:0] be_i,
    input logic [31:0] wdata_i,
    input logic [1:0] any_answer_i,  // of the core
    input logic [31:0] any_data_i,

    output logic assume_o,
    output logic holds_o,
    output logic wrong_access_o,  // the core sees another access, or none, or one too many
    output logic wrong_answer_o,  // the host sees another answer, or none, or one too many
    output logic wrong_grant_o  // a request has to wait without a reason, or does not wait
);

  logic gnt, rvalid, err, irq, in_ready, out_valid;
  logic [31:0] rdata, out_data;
  access_t access;
  answer_t answer;

  if (BUS == 2) begin : gen_apb
    asip_apb dut (
        .clk_i,
        .rst_ni,
        .psel_i(req_i),
        .penable_i(enable_i),
        .paddr_i(addr_i),
        .pwrite_i(we_i),
        .pstrb_i(be_i),
        .pwdata_i(wdata_i),
        .pready_o(rvalid),
        .prdata_o(rdata),
        .pslverr_o(err),
        .irq_o(irq),
        .in_valid_i(1'b0),
        .in_data_i('0),
        .in_ready_o(in_ready),
        .out_valid_o(out_valid),
        .out_data_o(out_data),
        .out_ready_i(1'b0)
    );
    assign gnt = 1'b1;
    assign access = dut.u_obi.access;
    assign answer = dut.u_obi.answer;
  end else begin : gen_obi
    asip_obi #(
        .LATE_DATA(BUS == 1)
    ) dut (
        .clk_i,
        .rst_ni,
        .req_i,
        .gnt_o(gnt),
        .addr_i,
        .we_i,
        .be_i,
        .wdata_i,
        .rvalid_o(rvalid),
        .rdata_o(rdata),
        .err_o(err),
        .irq_o(irq),
        .in_valid_i(1'b0),
        .in_data_i('0),
        .in_ready_o(in_ready),
        .out_valid_o(out_valid),
        .out_data_o(out_data),
        .out_ready_i(1'b0)
    );
    assign access = dut.access;
    assign answer = dut.answer;
  end

  // The access under way, as the host gave it; a request that waits for its grant, or an APB's setup.
  logic under_way_q, waits_q, write_q, whole_q, ends;
  logic [13:0] addr_q;
  logic [31:0] data_q;
  logic begins, whole;
  assign ends = under_way_q & any_answer_i[1];
  assign begins = BUS == 2 ? req_i & ~enable_i : req_i & gnt;
  assign whole = be_i == 4'hf | (BUS == 2 & ~we_i);  // an APB has no strobes of reads

  logic [51:0] now, asked_q;
  assign now = {addr_i, we_i, be_i, wdata_i & {32{BUS != 1}}, req_i};

  // OBI: a request does not change until its grant. APB: a setup cycle, then access cycles in which nothing changes
  // until the answer.
  if (BUS == 2) begin : gen_rules_apb
    assign assume_o = rst_ni & (under_way_q ? req_i & enable_i & now == asked_q : ~enable_i | ~req_i);
  end else begin : gen_rules_obi
    assign assume_o = rst_ni & (~waits_q | now == asked_q);
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {under_way_q, waits_q} <= '0;
    else begin
      under_way_q <= begins | under_way_q & ~ends;
      waits_q <= req_i & ~gnt;
    end
  end
  always_ff @(posedge clk_i) begin
    asked_q <= now;
    if (begins) {addr_q, write_q, whole_q, data_q} <= {addr_i, we_i, whole, wdata_i};
  end

  // What is not of a whole word has an odd offset.
  assign wrong_access_o = access.valid != under_way_q | under_way_q & (access.write != write_q |
      (whole_q ? access.offset != addr_q : ~access.offset[0]) |
      write_q & access.data != (BUS == 0 ? data_q : wdata_i));
  assign wrong_answer_o = rvalid != ends | rvalid & (err != any_answer_i[0] | ~err & rdata != any_data_i) |
      ends & answer.ready == answer.error;
  assign wrong_grant_o = BUS != 2 & gnt != (~under_way_q | ends);

  logic [32+16:0] registers;
  if (BUS == 2) begin : gen_state_apb
    assign registers = 49'(gen_apb.dut.u_obi.access_q);
  end else begin : gen_state_obi
    assign registers = 49'(gen_obi.dut.access_q);
  end
  access_t held;
  assign held = access_t'(registers[$bits(access_t)-1:0]);
  assign holds_o = held.valid == under_way_q & (~under_way_q | held.write == write_q &
      held.offset == (whole_q ? addr_q : 14'd1) & (BUS != 0 | held.data == data_q));

endmodule

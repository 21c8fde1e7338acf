// SPDX-License-Identifier: Apache-2.0
// Monte: an accelerator for Montgomery arithmetic modulo any odd number of up to 576 bits, and with
// DUAL in binary fields, too. It takes commands and moves its operands between RAM and eight buffers
// by itself. Commands are executed in order; three of them are at work at once.
//
//   queue -> monte_load -> monte_arithmetic -> monte_store
//
// The memory port answers a granted request in the next cycle, a write included. Operands go before
// stores, and stores before tables. RAM_BASE and RAM_SIZE say where it may go. There, software must
// not touch a slot that a command in the queue names.
//
// command_pkg describes both ports. Parameters:
//   DIGITS  reduction by digits of the modulus, without products
//   SQR     squares take each pair of words once
//   DUAL    binary fields
//   DEPTH   commands that the queue holds, 2 to 31
module monte_accelerator
  import command_pkg::*;
  import monte_isa_pkg::*;
  import monte_pkg::*;
#(
    parameter bit DIGITS = 1'b0,
    parameter bit SQR = 1'b0,
    parameter bit DUAL = 1'b0,
    parameter int unsigned DEPTH = 16,
    parameter logic [31:0] RAM_BASE = 32'h80000000,
    parameter int unsigned RAM_SIZE = 32'h100000
) (
    input logic clk_i,
    input logic rst_ni,

    input  port_req_t port_i,
    output port_rsp_t port_o,

    output memory_req_t mem_o,
    input  memory_rsp_t mem_i,

    output logic completed_o  // a command has ended; with a result, it is stored
);

  // --------------------------------------------------------------------------------------------
  // Registers and queue

  field_t field;
  logic [4:0] stride, level;
  logic [31:0] base, table_address;
  logic [6:0] count, index;
  logic flag, modulus_set, failed, configure, idle;
  logic fail, load_fail, store_fail, index_we, flag_we, flag_value, modulus_we, word_modulus;
  logic [3:0] load_error;
  command_t pushed, head, loaded, running;
  logic push, pop, head_valid, queued_write;
  logic write, wait_read, status_write;

  assign write = port_i.valid & port_i.kind == PORT_WRITE;
  assign wait_read = port_i.valid & port_i.kind == PORT_READ & port_i.op[3:0] == CONTROL_WAIT[3:0];
  assign status_write = write & port_i.op[3:0] == CONTROL_STATUS[3:0];
  assign queued_write = Registers.queued[port_i.op[3:0]];
  assign push = port_i.valid & ~failed &
      (port_i.kind == PORT_COMMAND | (port_i.kind == PORT_WRITE & queued_write));

  monte_decode u_decode (
      .port_i,
      .command_o(pushed)
  );

  command_queue #(
      .DEPTH(DEPTH),
      .WIDTH($bits(command_t))
  ) u_queue (
      .clk_i,
      .rst_ni,
      .clear_i(fail),
      .push_i(push),
      .command_i(pushed),
      .pop_i(pop),
      .valid_o(head_valid),
      .command_o(head),
      .room_o(port_o.room),
      .room2_o(port_o.room2),
      .level_o(level)
  );

  monte_registers #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL),
      .DEPTH(DEPTH)
  ) u_registers (
      .clk_i,
      .rst_ni,
      .write_i(write & ~queued_write),
      .number_i(port_i.op[3:0]),
      .data_i(port_i.data),
      .data_o(port_o.data),
      .idle_i(idle),
      .level_i(level),
      .fail_i(fail),
      .fail_error_i(load_fail ? load_error : ERROR_BUS[3:0]),
      .index_we_i(index_we),
      .index_i({loaded.dest[0], loaded.first}),
      .flag_we_i(flag_we),
      .flag_i(flag_value),
      .modulus_word_i(word_modulus),
      .modulus_we_i(modulus_we),
      .failed_o(failed),
      .configure_o(configure),
      .field_o(field),
      .stride_o(stride),
      .base_o(base),
      .table_o(table_address),
      .count_o(count),
      .index_o(index),
      .flag_o(flag),
      .modulus_set_o(modulus_set)
  );

  assign fail = load_fail | store_fail;
  assign port_o.idle = idle;
  assign port_o.failed = failed;

  // --------------------------------------------------------------------------------------------
  // The stages

  logic computing, settling, done, gives, both, load_empty, load_ready, take;
  logic [1:0] storing, load_owns;
  slot_t [1:0] store_slot;
  logic [1:0][31:0] run_address, store_address;
  buffer_t [1:0] given, load_buffer, store_buffer, result_buffer;
  logic [31:0] load_dest, load_other;
  slot_t looked_slot;
  logic found, victim_valid, looks, use_buffer, forget, drop_buffer, hold, take_buffer;
  buffer_t found_buffer, victim, used_buffer, held_buffer;
  slot_t held_slot;
  logic load_req, load_patient, load_gnt, load_answer_q, word_we;
  logic [31:0] load_addr;
  place_t word_place;
  logic store_req, store_gnt, store_answer_q, store_done;
  logic [31:0] store_to, store_data;
  buffer_t word_buffer;
  place_t  stored_place;
  logic [31:0] x, y;
  buffer_t x_buffer, y_buffer;
  place_t x_place, y_place, result_place;
  logic result_we;
  logic [1:0][31:0] result;
  logic [Buffers-1:0] run_owns, owned;

  monte_load #(
      .RAM_BASE(RAM_BASE),
      .RAM_SIZE(RAM_SIZE)
  ) u_load (
      .clk_i,
      .rst_ni,
      .field_i(field),
      .stride_i(stride),
      .base_i(base),
      .table_i(table_address),
      .count_i(count),
      .index_i(index),
      .modulus_set_i(modulus_set),
      .queue_valid_i(head_valid),
      .queue_i(head),
      .pop_o(pop),
      .drop_i(store_fail),
      .fail_o(load_fail),
      .error_o(load_error),
      .index_we_o(index_we),
      .modulus_we_o(modulus_we),
      .computing_i(computing),
      .settling_i(settling),
      .running_i(running),
      .running_dest_i(run_address[0]),
      .running_other_i(run_address[1]),
      .storing_i(storing),
      .storing_slot_i(store_slot),
      .storing_address_i(store_address),
      .gives_i(gives),
      .given_i(given),
      .slot_o(looked_slot),
      .found_i(found),
      .found_buffer_i(found_buffer),
      .victim_valid_i(victim_valid),
      .victim_i(victim),
      .looks_o(looks),
      .use_o(use_buffer),
      .use_buffer_o(used_buffer),
      .forget_o(forget),
      .drop_o(drop_buffer),
      .hold_o(hold),
      .hold_buffer_o(held_buffer),
      .hold_slot_o(held_slot),
      .owns_o(load_owns),
      .buffer_o(load_buffer),
      .request_o(load_req),
      .patient_o(load_patient),
      .address_o(load_addr),
      .grant_i(load_gnt),
      .answer_i(load_answer_q),
      .data_i(mem_i.rdata),
      .answer_error_i(mem_i.err),
      .word_we_o(word_we),
      .word_modulus_o(word_modulus),
      .word_place_o(word_place),
      .ready_o(load_ready),
      .command_o(loaded),
      .dest_o(load_dest),
      .other_o(load_other),
      .take_i(take),
      .empty_o(load_empty)
  );

  monte_arithmetic #(
      .DIGITS(DIGITS),
      .SQR(SQR),
      .DUAL(DUAL)
  ) u_arithmetic (
      .clk_i,
      .rst_ni,
      .field_i(field),
      .flag_i(flag),
      .ready_i(load_ready),
      .command_i(loaded),
      .dest_i(load_dest),
      .other_i(load_other),
      .operand_i(load_buffer),
      .take_o(take),
      .drop_i(store_fail),
      .x_buffer_o(x_buffer),
      .x_place_o(x_place),
      .x_i(x),
      .y_buffer_o(y_buffer),
      .y_place_o(y_place),
      .y_i(y),
      .result_we_o(result_we),
      .result_place_o(result_place),
      .result_buffer_o(result_buffer),
      .result_o(result),
      .owns_o(run_owns),
      .may_take_i(~looks),
      .victim_valid_i(victim_valid),
      .victim_i(victim),
      .take_buffer_o(take_buffer),
      .p_we_i(word_modulus),
      .p_place_i(word_place),
      .p_data_i(mem_i.rdata),
      .computing_o(computing),
      .settling_o(settling),
      .running_o(running),
      .address_o(run_address),
      .store_free_i(storing == '0),
      .done_o(done),
      .gives_o(gives),
      .both_o(both),
      .given_o(given),
      .flag_we_o(flag_we),
      .flag_o(flag_value)
  );

  monte_store u_store (
      .clk_i,
      .rst_ni,
      .words_i(field.words),
      .start_i(gives),
      .both_i(both),
      .buffer_i(given),
      .slot_i({running.other, running.dest}),
      .address_i(run_address),
      .storing_o(storing),
      .buffer_o(store_buffer),
      .slot_o(store_slot),
      .address_o(store_address),
      .request_o(store_req),
      .to_o(store_to),
      .word_buffer_o(word_buffer),
      .word_place_o(stored_place),
      .grant_i(store_gnt),
      .answer_i(store_answer_q),
      .answer_error_i(mem_i.err),
      .done_o(store_done),
      .fail_o(store_fail)
  );

  assign idle = ~head_valid & load_empty & ~computing & storing == '0;
  assign completed_o = store_done | (done & ~gives);

  // --------------------------------------------------------------------------------------------
  // Buffers

  always_comb begin
    owned = run_owns;
    for (int unsigned i = 0; i < 2; i++) begin
      if (load_owns[i]) owned[load_buffer[i]] = 1'b1;
      if (storing[i]) owned[store_buffer[i]] = 1'b1;
    end
  end

  monte_buffers u_buffers (
      .clk_i,
      .rst_ni,
      .x_buffer_i(x_buffer),
      .x_place_i(x_place),
      .x_o(x),
      .y_buffer_i(y_buffer),
      .y_place_i(y_place),
      .y_o(y),
      .store_buffer_i(word_buffer),
      .store_place_i(stored_place),
      .store_o(store_data),
      .load_we_i(word_we),
      .load_buffer_i(held_buffer),
      .load_place_i(word_place),
      .load_i(mem_i.rdata),
      .result_we_i(result_we),
      .result_place_i(result_place),
      .result_buffer_i(result_buffer),
      .result_i(result),
      .slot_i(looked_slot),
      .found_o(found),
      .found_buffer_o(found_buffer),
      .owned_i(owned),
      .victim_valid_o(victim_valid),
      .victim_o(victim),
      .clear_i(wait_read | status_write | configure),
      .take_i(take_buffer),
      .use_i(use_buffer),
      .use_buffer_i(used_buffer),
      .forget_i({gives & both, gives | forget}),
      .forget_slot_i({running.other, gives ? running.dest : looked_slot}),
      .drop_i(drop_buffer),
      .hold_i({gives & both, gives, hold}),
      .hold_buffer_i({given, held_buffer}),
      .hold_slot_i({running.other, running.dest, held_slot})
  );

  // --------------------------------------------------------------------------------------------
  // The memory port

  logic load_first;
  assign load_first = load_req & ~(load_patient & store_req);
  assign mem_o = '{
          req: load_req | store_req,
          we: ~load_first,
          addr: load_first ? load_addr : store_to,
          wdata: store_data
      };
  assign load_gnt = mem_i.gnt & load_first;
  assign store_gnt = mem_i.gnt & ~load_first;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) {load_answer_q, store_answer_q} <= '0;
    else {load_answer_q, store_answer_q} <= {load_req & load_gnt, store_req & store_gnt};
  end

endmodule

// SPDX-License-Identifier: Apache-2.0
// Types of the accelerator billie that cross module boundaries. Encodings, registers and errors are
// in gen/billie/billie_isa_pkg.sv, the port for commands in command_pkg.
package billie_pkg;

  import billie_isa_pkg::*;

  localparam int unsigned Entries = 64;  // the most of a table

  // For the port for commands.
  function automatic logic [31:0] move(int unsigned number, logic write);
    return 32'h4840_0000 | 32'(write) << 23 | 32'(number) << 11;
  endfunction
  function automatic command_pkg::registers_t registers();
    command_pkg::registers_t all;
    all = '0;
    for (int unsigned i = 0; i < 16; i++) begin
      all.readable[i] = is_cfc2(move(i, 1'b0));
      all.writable[i] = is_ctc2(move(i, 1'b1));
      all.queued[i] = 8'(i) inside {CONTROL_INDEX, CONTROL_FLAG};
      all.waits[i] = 8'(i) == CONTROL_WAIT;
      all.status[i] = 8'(i) == CONTROL_STATUS;
    end
    return all;
  endfunction
  localparam command_pkg::registers_t Registers = registers();

  typedef logic [3:0] reg_t;

  typedef enum logic [3:0] {
    G_NOP,
    G_MUL,
    G_SQR,
    G_ADD,
    G_CSWAP,
    G_LD,
    G_ST,
    G_TSEL,
    G_EQ,
    G_FLAG,        // a write of flag
    G_INDEX,       // a write of index
    G_ILLEGAL,
    G_NO_SQUARING
  } command_e;

  // A command of the queue. `number` is a count of squarings, a slot, a table, or a written value.
  typedef struct packed {
    command_e   command;
    reg_t       dest;
    reg_t       first;
    reg_t       other;
    logic [8:0] number;
  } command_t;

  typedef enum logic [1:0] {
    UNIT_MULTIPLIER,
    UNIT_SQUARER,
    UNIT_MOVER
  } unit_e;
  localparam int unsigned Units = 3;

  // The name of a result that is not there yet. A unit has two stations and one command at work, so
  // three ids are enough; an exchange has two results.
  typedef logic [1:0] id_t;
  typedef struct packed {
    unit_e unit;
    id_t   id;
    logic  second;
  } tag_t;

  function automatic unit_e unit_of(command_e c);
    if (c == G_MUL) return UNIT_MULTIPLIER;
    return c inside {G_LD, G_ST, G_TSEL, G_INDEX} ? UNIT_MOVER : UNIT_SQUARER;
  endfunction
  function automatic logic reads_first(command_e c);
    return c inside {G_MUL, G_SQR, G_ADD, G_CSWAP, G_ST, G_EQ};
  endfunction
  function automatic logic reads_other(command_e c);
    return c inside {G_MUL, G_ADD, G_CSWAP, G_EQ};
  endfunction
  function automatic logic has_dest(command_e c);
    return c inside {G_MUL, G_SQR, G_ADD, G_LD, G_TSEL};
  endfunction
  // It reads or writes flag, so it keeps its place among those that do.
  function automatic logic of_flag(command_e c);
    return c inside {G_CSWAP, G_EQ, G_FLAG};
  endfunction

endpackage

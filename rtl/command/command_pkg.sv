// SPDX-License-Identifier: Apache-2.0
// The port for commands, between a core or a bus and an accelerator with a memory port of its own, and what a
// simulation sees of both.
package command_pkg;

  import mips_pkg::debug_t, mips_pkg::debug_rsp_t, mips_pkg::retire_t;

  // A request acts in the cycle in which it is valid. Its sender has seen in the answers that it may:
  // a command, or a write that takes its place in the queue, while there is room; another write while
  // the accelerator is idle; a read of the register `wait` while it is idle or has failed.
  typedef enum logic [1:0] {
    PORT_COMMAND,
    PORT_WRITE,
    PORT_READ
  } kind_e;

  typedef struct packed {
    logic        valid;
    kind_e       kind;
    logic [24:0] op;     // of a command; else bits 3:0 are the register
    logic [31:0] data;   // of a write
  } port_req_t;

  typedef struct packed {
    logic        room;    // for a command
    logic        room2;   // for one more after the one that comes now
    logic        idle;    // no command is left
    logic        failed;  // there is an error
    logic [31:0] data;    // of a read, in its cycle
  } port_rsp_t;

  // The registers of an accelerator, a bit each.
  typedef struct packed {
    logic [15:0] readable;
    logic [15:0] writable;
    logic [15:0] queued;    // a write takes its place among the commands
    logic [15:0] waits;     // a read waits until no command is left
    logic [15:0] status;    // bits 3:0 are the error, also of what waits; a write clears it
  } registers_t;

  // The accelerator's port to RAM. A granted request is answered in the next cycle.
  typedef struct packed {
    logic        req;
    logic        we;
    logic [31:0] addr;
    logic [31:0] wdata;
  } memory_req_t;
  typedef struct packed {
    logic        gnt;
    logic [31:0] rdata;
    logic        err;
  } memory_rsp_t;

  // What the harness of a simulation says to a system, and hears from it.
  typedef struct packed {
    logic        instr_wait;
    logic        data_wait;
    logic        cycle_set;
    logic [63:0] cycle;
    logic [5:0]  irq;
    debug_t      debug;
  } sim_req_t;
  typedef struct packed {
    debug_rsp_t  debug;
    logic [63:0] cycle;
    retire_t     retire;
    logic [31:0] mem_data;
    logic [3:0]  mem_be;
    logic        asked;          // the core asks the accelerator
    logic        idle;           // the accelerator is
    logic [2:0]  completed;      // commands that have ended
    memory_req_t second;         // the accelerator at the second port of RAM
    logic        console_valid;
    logic [7:0]  console_byte;
  } sim_rsp_t;

endpackage

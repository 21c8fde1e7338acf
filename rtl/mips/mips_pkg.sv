// SPDX-License-Identifier: Apache-2.0
// Types that cross module boundaries of the core mips. Encodings are in gen/mips/mips_isa_pkg.sv.
package mips_pkg;

  // An accelerator that is not beside this core uses none of the constants.
  // verilator lint_off UNUSEDPARAM
  localparam logic [31:0] VectorReset = 32'hbfc00000;
  localparam logic [31:0] VectorBoot = 32'hbfc00380;  // of an exception while Status.BEV is 1
  localparam logic [31:0] Vector = 32'h80000180;
  localparam logic [31:0] Identity = 32'h00004500;  // PRId

  localparam logic [4:0] RegLink = 5'd31;

  // Debug register numbers beyond 0..31.
  localparam logic [5:0] DbgPc = 6'd32;
  localparam logic [5:0] DbgLo = 6'd33;
  localparam logic [5:0] DbgHi = 6'd34;
  localparam logic [5:0] DbgStatus = 6'd35;
  localparam logic [5:0] DbgBadvaddr = 6'd36;
  localparam logic [5:0] DbgCause = 6'd37;
  localparam logic [5:0] DbgEpc = 6'd38;
  localparam logic [5:0] DbgAfter = 6'd39;
  localparam logic [5:0] DbgLinkBit = 6'd40;
  localparam logic [5:0] DbgCount = 6'd41;
  localparam logic [5:0] DbgCompare = 6'd42;
  localparam logic [5:0] DbgTimer = 6'd43;  // the timer's request
  localparam logic [5:0] DbgUpper = 6'd44;  // U, of a machine's own unit
  // verilator lint_on UNUSEDPARAM

  typedef enum logic [3:0] {
    ALU_SUM,
    ALU_AND,
    ALU_OR,
    ALU_XOR,
    ALU_NOR,
    ALU_LESS,   // 1 if the first operand is less
    ALU_SHIFT,
    ALU_UPPER,  // the immediate in the upper half
    ALU_HI,
    ALU_LO
  } alu_e;

  typedef enum logic [1:0] {
    SIZE_BYTE,
    SIZE_HALF,
    SIZE_WORD,
    SIZE_ROW    // DATA_WIDTH bits, of the coprocessor
  } size_e;

  // What stage d does for a transfer of control.
  typedef struct packed {
    logic jump;      // J, JAL
    logic indirect;  // JR, JALR
    logic branch;    // on a condition
    logic likely;
    logic eret;
    logic equal;     // the condition: operands are equal; else that the first is less than 0,
    logic zero;      // or 0
    logic negate;    // the opposite
  } transfer_t;

  // What stage x does.
  typedef struct packed {
    alu_e alu;
    logic subtract;
    logic immediate;  // the second operand
    logic sign;  // ... with its sign extended
    logic link;  // the operands are the instruction's address and 8
    logic less_signed;
    logic overflows;  // exception Ov
    logic left;  // shifter
    logic arithmetic;
    logic amount_imm;
    logic trap;  // exception Tr if
    logic trap_equal;  // the operands are equal; else if the first is less
    logic trap_negate;  // the opposite
    logic multiply;
    logic divide;
    logic unit_signed;
    logic mthi;
    logic mtlo;
    logic mtc0;
    logic eret;
    logic access;  // load or store
    logic sc;
    logic c2;  // an instruction of coprocessor 2
    logic coprocessor;  // of any coprocessor but 0: usable if it is number 2 and Status says so
  } execute_t;

  // What stage m does.
  typedef struct packed {
    logic  store;
    size_e size;
    logic  sign;   // extend the sign
    logic  left;   // LWL, SWL
    logic  right;  // LWR, SWR
    logic  ll;
    logic  sc;
    logic  mfc0;
    logic  c2;
    logic  unit;   // the result is that of a machine's own unit
    logic  sdbbp;
    logic  late;   // the result is there at the end of m, not of x
  } memory_t;

  // A decoded instruction. Register 0 stands for none.
  typedef struct packed {
    logic [4:0] ra;
    logic [4:0] rb;
    logic [4:0] rd;
    logic       b_late;      // operand B is needed only in m
    logic       unit;        // reads or writes HI, LO or their unit
    transfer_t  transfer;
    execute_t   x;
    memory_t    m;
    logic       syscall;
    logic       breakpoint;
    logic       illegal;
  } decoded_t;

  // An exception on its way to m. `cause` 0 is an interrupt.
  typedef struct packed {
    logic       valid;
    logic [3:0] cause;  // CAUSE_*
    logic [1:0] unit;   // number of the unusable coprocessor
  } exception_t;

  // To coprocessor 2. Each strobe is for an instruction of its own in that stage.
  typedef struct packed {
    logic        d_valid;  // d_insn is of COP2, LDC2 or SDC2
    logic [31:0] d_insn;
    logic        d_go;     // it moves to x at the end of this cycle
    logic        x_go;     // moves to m; only a bus error of its own can still stop it
    logic        x_drop;   // leaves x without effect
    logic [31:0] x_data;   // register rt, for MTC2 and CTC2 in x
    logic        m_go;     // completes; the row of LDC2 is on the data port
    logic        m_drop;   // ends with a bus error
  } c2_req_t;

  // From coprocessor 2.
  typedef struct packed {
    logic        d_wait;     // d_insn must not move to x in this cycle
    logic        d_illegal;  // d_insn is not an instruction
    logic [31:0] m_data;     // result of MFC2 or CFC2 in m
  } c2_rsp_t;

  // A word beyond those of the core, which belongs to a machine's own unit in place of HI and LO.
  typedef struct packed {
    logic       legal;
    logic [4:0] ra;     // its registers; 0: none
    logic [4:0] rb;
    logic [4:0] rd;
  } unit_decoded_t;

  // To such a unit. It has HI and LO, multiplier and divider, and what else it likes.
  typedef struct packed {
    logic [31:0] d_insn;
    logic        d_go;       // it moves to x at the end of this cycle
    logic [31:0] d_a;        // its operands
    logic [31:0] d_b;
    logic        x_go;       // the instruction in x moves to m, and nothing can stop it
    logic        x_drop;     // it leaves x without effect
    logic [31:0] x_sum;      // of its operands
    logic        x_carry;
    logic        dbg_upper;  // the debugger writes
    logic        dbg_hi;
    logic        dbg_lo;
    logic [31:0] dbg_data;
  } unit_req_t;

  // From such a unit.
  typedef struct packed {
    unit_decoded_t d_decoded;
    logic          d_result;   // d_insn has a result in m
    logic          d_wait;     // d_insn must not move to x in this cycle
    logic          d_hold;     // ... whatever it is
    logic          m_wait;     // the result in m is not there
    logic [31:0]   m_data;
    logic [31:0]   upper;      // U, HI, LO behind the instruction in m, unless busy
    logic [31:0]   hi;
    logic [31:0]   lo;
    logic          busy;
  } unit_rsp_t;

  // What a debugger asks. With `enable` constant 0, synthesis removes all that serves it.
  typedef struct packed {
    logic        enable;
    logic        halt;
    logic        resume;
    logic        step;    // with resume: halt again after one instruction
    logic        we;
    logic [5:0]  addr;    // Dbg*, or 0..31
    logic [31:0] wdata;
    logic        slot;    // with we of DbgAfter: the next instruction is in a delay slot
  } debug_t;

  // What it is answered.
  typedef struct packed {
    logic        halted;
    logic [31:0] rdata;   // of the register at `addr`, while halted
  } debug_rsp_t;

  // What the debugger writes in this cycle.
  typedef struct packed {
    logic any;
    logic gpr;    // 1..31
    logic pc;
    logic after;
    logic upper;
    logic hi;
    logic lo;
    logic link;
  } debug_write_t;

  // The result of an instruction in x or m, on its way to the register file.
  typedef struct packed {
    logic        write;
    logic        late;   // it is there at the end of m, not of x
    logic [4:0]  rd;     // 0: none
    logic [31:0] data;   // unless late
  } producer_t;

  // The retirement port (mips_retire): what an instruction did.
  typedef struct packed {
    logic        valid;      // an instruction, or an exception in its place, ends in m
    logic [31:0] pc;
    logic [31:0] insn;       // 0 if nothing was fetched
    logic [31:0] next_pc;
    logic [31:0] after_pc;   // behind that: a target if next_pc is a delay slot
    logic        slot;       // the instruction is in a delay slot
    logic        next_slot;  // the next one is
    logic        taken;      // a branch that goes to its target
    logic        trap;       // an exception was taken instead
    logic        irq;        // ... which is an interrupt
    logic [3:0]  cause;      // CAUSE_*
    logic [31:0] addr;       // of the access or fetch at fault, or 0
    logic [4:0]  rd;         // the written register; 0: none
    logic [31:0] value;
    logic [31:0] hi;         // in every cycle; not valid while busy
    logic [31:0] lo;
    logic [31:0] upper;      // U, of a machine's own unit
    logic        busy;
    logic [31:0] status;     // after the instruction
    logic [31:0] badvaddr;
    logic [31:0] epc;
    logic [31:0] state;      // Cause
    logic        mem_store;  // a data phase ends well
    logic        mem_load;
    logic [31:0] mem_addr;
    logic        link;       // the bit that LL sets
    logic        begins;     // an instruction in x could take an interrupt, or start its access
  } retire_t;

endpackage

// SPDX-License-Identifier: Apache-2.0
// Types of the core coreva.
//
// Stages: f fetch, d decode, r read, x execute, m memory, w write. A signal's name begins with its
// stage. A bundle's operation k is in slot k.
package coreva_pkg;

  localparam int unsigned Slots = 4;

  // The field of the accelerators: f = x^FieldBits + x^FieldTerm + 1.
  localparam int unsigned FieldBits = 233, FieldTerm = 74;

  // Where the result of an operation in x comes from.
  typedef enum logic [3:0] {
    ALU_SUM,
    ALU_LOGIC,
    ALU_SHIFT,
    ALU_SHIFT2,  // of halfwords
    ALU_LESS,
    ALU_PICK,  // the smaller or the larger one
    ALU_ZERO,  // rs1 or 0
    ALU_COUNT,
    ALU_EXTEND,
    ALU_CONSTANT,
    ALU_PACK,
    ALU_STATE,  // from outside the ALU
    ALU_DIVIDE
  } alu_t;

  // op_t.mode, by op_t.alu.
  localparam logic [2:0] LogicAnd = 3'd0, LogicOr = 3'd1, LogicXor = 3'd2;
  localparam logic [2:0] ShiftLeft = 3'd1, ShiftSign = 3'd2, ShiftRotate = 3'd4;  // bits
  localparam logic [2:0] CountHigh = 3'd0, CountLow = 3'd1, CountOnes = 3'd2;
  localparam logic [2:0] ExtendSignByte = 3'd0, ExtendSignHalf = 3'd1, ExtendHalf = 3'd2,
      ExtendReverse = 3'd3;
  localparam logic [2:0] StateFlags = 3'd0, StateQuotient = 3'd1, StateCycle = 3'd2,
      StateCycleHigh = 3'd3, StateLink = 3'd4;

  // Comparisons, as in the words.
  localparam logic [2:0] CondEq = 3'd0, CondNe = 3'd1, CondLt = 3'd2, CondGe = 3'd3, CondLtu = 3'd4,
      CondGeu = 3'd5;

  // What ALU_SHIFT does besides.
  typedef enum logic [1:0] {
    FUSE_NONE,
    FUSE_XOR,   // rs1 ^ shifted rs2
    FUSE_MASK,  // (rs1 ^ shifted rs1) & mask
    FUSE_SUM    // rs1 + shifted rs2; with ALU_SUM
  } fuse_t;

  typedef enum logic [2:0] {
    X_LOW,
    X_HIGH,
    X_HIGH_UNSIGNED,
    X_ADD,  // of the old rd
    X_POLY_LOW,
    X_POLY_HIGH,
    X_HALVES,
    X_HALVES_ADD
  } product_t;

  typedef enum logic [1:0] {
    SIZE_BYTE,
    SIZE_HALF,
    SIZE_WORD
  } size_t;

  // One operation. All zero: it does nothing.
  typedef struct packed {
    logic [3:0] guard;
    logic halves;  // computes on halfwords, and is guarded by halfwords
    logic [4:0] rd;  // 0: no result
    logic [4:0] ra, rb;  // 0: not read
    logic third;  // reads rd through the third port
    logic [16:0] imm;
    logic constant;  // b is imm
    alu_t alu;
    logic [2:0] mode;
    logic sub;
    logic is_signed;
    logic invert;  // b, for logic; the choice, for ALU_PICK and ALU_ZERO
    fuse_t fuse;
    logic compare;
    logic [2:0] cond;
    logic [3:0] flag;
    logic both;  // the partner of the flag gets the complement
    logic move_flags;  // mtc
    logic file;  // of mtc
    logic product;
    product_t product_op;
    logic load, store;
    size_t size;
    logic sign;
    logic divide_load, divide_step;
    logic trap;
    logic through;  // a branch to a register
  } op_t;

  // What only d needs.
  typedef struct packed {
    logic legal;
    logic x_unit, d_unit, memory, branch;
    logic slot0;  // only slot 0 reaches the unit
    logic direct;  // a branch with a constant target
  } needs_t;

  // Halfwords that a slot of a later stage writes.
  typedef struct packed {
    logic [4:0]  rd;
    logic [1:0]  en;
    logic [31:0] value;
  } result_t;

  // A branch as it leaves r.
  typedef struct packed {
    logic any, taken, call, through;
    logic [31:0] target;  // for the retirement port
  } branch_t;

  // For a simulation that starts in the middle of a program: in one cycle with `start`, the next
  // fetch is set. Tie it to 0 elsewhere.
  typedef struct packed {
    logic start;
    logic [31:0] pc;
    logic delay, taken;  // pc is a delay bundle; of a taken branch to target
    logic [31:0] target;
    logic [63:0] cycle;  // of the next cycle
  } debug_t;

  // A bundle, in its cycle in m.
  typedef struct packed {
    logic valid;
    logic [2:0] cause;  // of a fault, or 0; then nothing of the bundle happens
    logic [31:0] addr;  // of the faulting access
    logic [31:0] pc;
    logic [31:0] next_pc;
    logic [Slots-1:0][31:0] words;
    logic [2:0] count;  // of words
    result_t [Slots-1:0] results;
    logic [14:1] flags;  // after the bundle
    logic [1:0][31:0] dq;  // the same
    branch_t branch;
    logic trap;
    logic [7:0] trap_number;
    logic store;
    logic [31:0] store_addr;
    size_t store_size;
    logic [31:0] store_data;
    logic [63:0] cycle;  // of its last cycle in x
    logic [63:0] first;  // of its first one
  } retire_t;

  // The flag with the same place in the other register.
  function automatic logic [3:0] partner(logic [3:0] flag);
    return flag < 4'd8 ? flag + 4'd7 : flag - 4'd7;
  endfunction

endpackage

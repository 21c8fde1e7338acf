// SPDX-License-Identifier: Apache-2.0
// Types of the coprocessor asip that cross module boundaries. Encodings, registers and errors are in
// gen/asip/asip_isa_pkg.sv, tasks and their program in gen/asip/tasks/asip_tasks_pkg.sv.
package asip_pkg;

  localparam int unsigned Portions = 5;  // of 128 bits, of the widest register

  typedef logic [10:0] place_t;  // of an instruction; 1,024 is the end of the program
  typedef logic [127:0] block_t;

  typedef enum logic [3:0] {
    BRANCH_NONE,
    BRANCH_JUMP,
    BRANCH_CALL,
    BRANCH_RETURN,
    BRANCH_LOOP,
    BRANCH_W,
    BRANCH_NOT_W,
    BRANCH_Z,
    BRANCH_NOT_Z,
    BRANCH_C,
    BRANCH_NOT_C
  } branch_e;

  typedef enum logic [2:0] {
    COUNTER_NONE,
    COUNTER_LOAD,
    COUNTER_ARGUMENT,
    COUNTER_ADD,
    COUNTER_SHIFT,
    COUNTER_FLAGS,
    COUNTER_INDEX
  } counter_e;

  // How many steps an instruction has. Each takes a cycle of stage X.
  typedef enum logic [3:0] {
    LENGTH_1,
    LENGTH_2,
    LENGTH_BLOCK,       // the words of a block
    LENGTH_BLOCK_LOAD,  // and one more
    LENGTH_WORDS,       // the words of a wide register
    LENGTH_WORDS_LOAD,  // and one more
    LENGTH_PORTIONS,    // the portions of 128 bits of a wide register
    LENGTH_FIELD,       // until the field register is ready
    LENGTH_COUNT,       // a counter, at least 1
    LENGTH_KEYS,        // the round keys
    LENGTH_ROUNDS       // the AES rounds, and one more
  } length_e;

  // What stage X does. Those from OP_IMMEDIATE on are of the decoder only, and become others in R.
  typedef enum logic [4:0] {
    OP_NONE,
    OP_MOVE,       // a
    OP_XOR,        // a ^ b
    OP_AND,        // a & b, of blocks
    OP_SELECT,     // a or b, by S
    OP_ZERO_W,     // W = (a = 0)
    OP_ZERO_S,     // S = (a = 0)
    OP_BIT,        // a bit of the scalar
    OP_MULTIPLY,
    OP_SQUARE,     // through a square network
    OP_FIELD,      // loads the field register
    OP_LOAD,       // a word from the data memory goes in at the top
    OP_STORE,      // the lowest word goes to the data memory
    OP_PUSH,       // the lowest portion goes to OUT
    OP_DOUBLE,
    OP_REVERSE,
    OP_MASK,
    OP_PAD,
    OP_INCREMENT,
    OP_ROUND,      // a round of AES
    OP_EXPAND,     // a step of the key schedule
    OP_IMMEDIATE,
    OP_POP,        // a portion comes from IN
    OP_SQUARES,
    OP_CIPHER,     // the rounds of a block in turn
    OP_KEYS        // the steps of the key schedule in turn
  } op_e;

  // The registers that an operand is one of.
  typedef enum logic [1:0] {
    FILE_NONE,
    FILE_WIDE,
    FILE_BLOCK,   // of 128 bits
    FILE_INDEXED  // of 128 bits, the number plus X
  } file_e;

  // An instruction, decoded.
  typedef struct packed {
    logic     illegal;
    logic     finish;      // the end of the task
    logic     fails;       // an error of the program's
    branch_e  branch;
    counter_e counter;
    length_e  length;
    op_e      op;
    file_e    d;
    file_e    a;
    file_e    b;
    logic     indexed;     // the address in the data memory is that of the word plus 4 X
    logic     inverse;     // of AES
    logic     last_round;
    logic     push;        // the result also goes to OUT
  } control_t;

  // What one step does in stage X.
  typedef struct packed {
    logic valid;
    op_e op;
    logic [Portions-1:0] write;  // the portions of register `to` that are written in stage W
    logic [3:0] to;
    logic wide;  // each portion is written with its own part of the result, else with the lowest
    logic push;
    logic inverse;
    logic last_round;
    aes_pkg::expand_e expand;
    logic both;  // of the key schedule: the operand is a round key, too
    logic [7:0] constant;  // of the key schedule
    logic [3:0] count;  // of masks
    logic read;  // of the data memory
    logic store;
    logic [8:0] address;
    logic [4:0] place;  // of a bit in a word
  } step_t;

  // Where stage R takes the operands from.
  typedef struct packed {
    logic       read;         // there are operands
    logic [3:0] a;            // wide registers
    logic [3:0] b;
    logic       a_block;      // the half of a register is the operand
    logic       a_high;
    logic       b_block;
    logic       b_high;
    logic       b_none;
    logic       b_second;     // b is the second half of a key of 192 bits, from IN
    logic       from_in;      // a is a block from IN
    logic       from_word;    // a is the instruction's number
    logic       from_before;  // a is the result of the step before
  } operands_t;

  // An access of the host. It is there until it is answered.
  typedef struct packed {
    logic valid;
    logic write;
    logic [13:0] offset;  // from the base
    logic [31:0] data;
  } access_t;

  typedef struct packed {
    logic ready;
    logic error;
    logic [31:0] data;
  } answer_t;

endpackage : asip_pkg

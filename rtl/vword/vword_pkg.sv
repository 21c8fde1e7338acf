// SPDX-License-Identifier: Apache-2.0
// Types of the accelerator of vword that cross module boundaries. Encodings are in
// gen/vword/vword_isa_pkg.sv.
package vword_pkg;

  localparam int unsigned Registers = 32;
  localparam int unsigned MostShifts = 15;

  // Levels are cumulative.
  localparam int unsigned LevelNone = 0;
  localparam int unsigned LevelPaper = 1;
  localparam int unsigned LevelFused = 2;
  localparam int unsigned LevelField = 3;

  // What an operation gives.
  typedef enum logic [3:0] {
    V_XOR,
    V_SHIFT,
    V_SHIFT_XOR,
    V_MASK,
    V_SELECT,
    V_PRODUCT,  // of the multiplication before
    V_SQUARE,
    V_REDUCE,
    V_PART,     // the first operand with one 32-bit part replaced
    V_FIRST,    // the first operand
    V_SECOND,   // the second operand
    V_CONTROL   // a control register
  } operation_e;

  // What stages x and m do.
  typedef struct packed {
    operation_e operation;
    logic [4:0] vd;         // 0: none
    logic [4:0] number;     // of an amount, a part or a control register
    logic       row;        // loads or stores a row
    logic       load;       // the result is the row
    logic       multiply;   // starts the multiplier
    logic       cond;       // writes COND
  } execute_t;

  // A decoded instruction. Register 0 stands for none.
  typedef struct packed {
    logic [4:0] vs;       // first operand
    logic [4:0] vt;       // second operand
    logic       vt_late;  // ... which is needed only in m
    logic       product;  // needs the product
    logic       legal;
    execute_t   x;
  } decoded_t;

endpackage

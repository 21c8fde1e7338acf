// SPDX-License-Identifier: Apache-2.0
// Types that cross module boundaries of the machine pete.
package pete_pkg;

  typedef enum logic [1:0] {
    RESULT_LO,
    RESULT_HI,
    RESULT_PRODUCT  // its low word
  } result_e;

  // What an instruction does with the accumulator. Without a field that says otherwise, a product
  // replaces it.
  typedef struct packed {
    logic    product;     // of the operands
    logic    divide;
    logic    is_signed;
    logic    polynomial;  // the product is of polynomials
    logic    add;         // the product, or the operands' sum, is added
    logic    twice;       // ... two times
    logic    addend;      // the sum
    logic    shift;       // right by a word
    logic    push;        // left by a word, and the operand comes in
    logic    to_hi;       // the operand
    logic    to_lo;
    logic    keep;        // the accumulator stays as it is
    result_e result;      // for a register
  } operation_t;

  // What the instruction cache does in a cycle; for counters.
  typedef struct packed {
    logic hit;
    logic miss;
    logic stall;  // the core waits for a line
    logic busy;   // a word is on its way
  } icache_event_t;

endpackage

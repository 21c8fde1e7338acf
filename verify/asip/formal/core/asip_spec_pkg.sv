// SPDX-License-Identifier: Apache-2.0
// What a step of an instruction reads and writes, as the manual says.
package asip_spec_pkg;

  typedef enum logic [2:0] {
    FROM_NOWHERE,  // nobody looks at the operand
    FROM_WIDE,     // w(number)
    FROM_BLOCK,    // q(number), zeros above
    FROM_IN,       // four words of IN, zeros above
    FROM_WORD,     // the instruction's number
    FROM_BEFORE,   // what the step before gave
    FROM_SECOND,   // words 4 and 5 of a key of 192 bits, above two words of zero
    FROM_ZERO
  } from_e;

  typedef struct packed {
    logic legal;
    logic ends;
    logic fails;
    logic fault;  // of a legal instruction
    logic [15:0] last;  // the number of the last step
    logic final_step;
    from_e a;
    from_e b;
    logic [4:0] a_number;
    logic [4:0] b_number;
    logic [4:0] write;  // the portions of 128 bits of w(to)
    logic [3:0] to;
    logic spread;  // the lowest portion of the result goes to each of them
    logic takes;  // four words of IN
    logic gives;  // a block to OUT
    logic product;  // the multiplier's product goes to w(to)
    logic field;  // the field register is loaded
    logic compares;  // the flag W
    logic waits_for_compare;
    logic stores;
  } spec_t;

endpackage : asip_spec_pkg

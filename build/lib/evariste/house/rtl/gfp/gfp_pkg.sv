// SPDX-License-Identifier: Apache-2.0
// Types that cross module boundaries inside the gfp core. Encodings are in gen/gfp/gfp_isa_pkg.sv.
package gfp_pkg;

  // Register file entries beyond r0..r12 and LR. PC is not in the file, PSP takes its place.
  localparam logic [3:0] RegMsp = 4'd13;
  localparam logic [3:0] RegLr = 4'd14;
  localparam logic [3:0] RegPsp = 4'd15;

  // Architectural numbers with a meaning of their own.
  localparam logic [3:0] ArchSp = 4'd13;
  localparam logic [3:0] ArchPc = 4'd15;

  // Debug register numbers beyond 0..14.
  localparam logic [4:0] DbgPc = 5'd15;
  localparam logic [4:0] DbgXpsr = 5'd16;
  localparam logic [4:0] DbgMsp = 5'd17;
  localparam logic [4:0] DbgPsp = 5'd18;
  localparam logic [4:0] DbgPrimask = 5'd19;
  localparam logic [4:0] DbgControl = 5'd20;
  localparam logic [4:0] DbgFieldLow = 5'd21;
  localparam logic [4:0] DbgFieldHigh = 5'd22;

  typedef enum logic [1:0] {
    SIZE_BYTE,
    SIZE_HALF,
    SIZE_WORD
  } size_e;

  // What the byte network (gfp_bytes) makes of its input.
  typedef struct packed {
    size_e size;
    logic  sign;   // extend the sign
    logic  rev;    // reverse the bytes of the word
    logic  rev16;  // exchange the bytes of each halfword
  } bytes_op_t;

  // Everything the execute stage wants to know about the instruction at hand.
  typedef struct packed {
    // operands
    logic [3:0] ra;  // port A, architectural number
    logic [3:0] rb;  // port B in every cycle but the data phase of a store
    logic [3:0] rt;  // port B in the data phase of a store
    logic [3:0] rd;  // write port 0
    logic [3:0] rh;  // write port 1 of gfmul32
    logic a_pc;  // operand A is the next instruction's address
    logic a_zero;  // operand A is 0
    logic pc_plus2;  // add 2 to it: the ISA's PC is this instruction's address + 4
    logic pc_align;  // the sum's base is that PC rounded down to a word
    logic b_imm;  // operand B is imm
    logic b_invert;
    logic carry_one;  // carry in 1
    logic carry_flag;  // carry in C
    logic [31:0] imm;
    // result
    logic sum;
    logic bits_and;  // both: OR
    logic bits_xor;
    logic shift;
    logic bytes;
    logic mul;
    logic link;  // write the return address
    logic write;  // write port 0 at the end of the instruction
    // flags
    logic set_nz;
    logic set_cv;  // from the adder
    // shifter
    logic left;
    logic arithmetic;
    logic rotate;
    logic shift_imm;
    logic [5:0] amount;  // of an immediate shift, 0..32
    // byte network, memory
    bytes_op_t bytes_op;
    logic mem;
    logic store;
    logic multi;  // ldm, stm, push, pop
    logic down;  // push: addresses below the base
    logic [8:0] list;  // registers; bit 8 is LR (push) or PC (pop)
    logic base_listed;  // ldm with the base register in its list
    logic writeback;
    logic pop_pc;
    // control
    logic branch;  // to the sum
    logic conditional;
    logic interwork;  // T from bit 0; exception return
    logic [1:0] extra;  // execute cycles beyond the first, of instructions without memory access
    logic wfe;
    logic wfi;
    logic sev;
    logic svc;
    logic bkpt;
    logic cps;
    logic mrs;
    logic msr;
    logic gfcfg;  // load the field register
    logic gfst;  // store it
    logic gf;  // an operation of the Galois-field unit
    gf_pkg::gf_op_e gf_op;
    logic gf_high;  // writes rh
    logic illegal;
  } decoded_t;

  // Program status.
  typedef struct packed {
    logic       n,       z, c, v;
    logic       thumb;             // EPSR.T
    logic [5:0] ipsr;              // number of the exception being handled
    logic       primask;
    logic       spsel;             // PSP is the stack pointer
  } psr_t;

  typedef enum logic [2:0] {
    X_RESET,   // read the initial MSP and PC
    X_RUN,
    X_ENTRY,   // stack, read the vector
    X_RETURN,  // unstack
    X_LOCKUP
  } state_e;

endpackage

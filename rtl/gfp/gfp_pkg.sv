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
  localparam logic [4:0] DbgSecondLow = 5'd25;
  localparam logic [4:0] DbgSecondHigh = 5'd26;

  typedef enum logic [1:0] {
    SIZE_BYTE,
    SIZE_HALF,
    SIZE_WORD
  } size_e;

  // What the aligner (gfp_align) does with its input.
  typedef struct packed {
    size_e size;
    logic  sign;   // extend the sign
    logic  rev;    // reverse the bytes of the word
    logic  rev16;  // exchange the bytes of each halfword
  } align_op_t;

  // Everything that the execute stage needs to know about the present instruction.
  typedef struct packed {
    // operands
    logic [3:0] ra;  // port A, architectural number
    logic [3:0] rb;  // port B in every cycle but the data phase of a store
    logic [3:0] rt;  // port B in the data phase of a store
    logic [3:0] rd;  // write port 0
    logic [3:0] rh;  // write port 1 of gfmul32 and gfmac32
    logic [3:0] rc;  // read port C: what the result is added to
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
    logic align;
    logic mul;
    logic link;  // write the return address
    logic write;  // write port 0 at the end of the instruction
    // flags
    logic set_nz;
    logic set_cv;  // from the adder
    logic lanes;  // Z: some byte is zero; N: all are
    // shifter
    logic left;
    logic arithmetic;
    logic rotate;
    logic shift_imm;
    logic [5:0] amount;  // of an immediate shift, 0..32
    // aligner, memory
    align_op_t align_op;
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
    logic [3:0] extra;  // execute cycles beyond the first, of instructions without memory access
    logic wfe;
    logic wfi;
    logic sev;
    logic svc;
    logic bkpt;
    logic cps;
    logic mrs;
    logic msr;
    logic gfcfg;  // load a field register
    logic gfst;  // store one
    logic gf;  // an operation of the Galois-field unit
    logic gf_second;  // ... in the second field
    gf_pkg::gf_op_e gf_op;
    logic gf_high;  // writes rh
    logic gf_add;  // the result is added to rc, and its high word to rh
    logic gf_two;  // ... in a second cycle, which reads them at ports A and B
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

  // The state, one bit each (gfp_control).
  typedef struct packed {
    logic reset;      // MSP and PC are read
    logic run;
    logic entry;
    logic returning;
    logic frame;      // entry or returning: an exception frame is stored or loaded
    logic lockup;
  } phase_t;

  // The load-store unit (gfp_lsu): which word of the present instruction or sequence.
  typedef struct packed {
    logic       first;      // no address phase yet
    logic [3:0] beat;       // of the address phase
    logic [3:0] offset;     // its address: so many words from the base
    logic       multiple;   // the address is base and offset, not the sum of the operands
    logic       down;       // base minus offset
    logic       vector;     // the address is that of the vector
    logic       data;       // a data phase ends well in this cycle
    logic [3:0] data_beat;
    logic       load;       // ... and is a load of a register or of PC
    logic       error;      // a data phase ends with a bus error
    logic       done;       // the last data phase ends well
  } lsu_t;

  // Writes to the register file; both ports never write one entry at once.
  typedef struct packed {
    logic        we0;
    logic        we1;
    logic [3:0]  addr0;  // entries of the file
    logic [3:0]  addr1;
    logic [31:0] data0;
    logic [31:0] data1;
  } write_t;

  // What a debugger asks. With `enable` constant 0, synthesis removes all that serves it.
  typedef struct packed {
    logic        enable;
    logic        halt;
    logic        resume;
    logic        step;    // with resume: halt again after one instruction
    logic        we;
    logic [4:0]  addr;    // Dbg*, or 0..14
    logic [31:0] wdata;
  } debug_t;

  // What it is answered.
  typedef struct packed {
    logic        halted;
    logic [31:0] rdata;   // of the register at `addr`, while halted
  } debug_rsp_t;

  // The retirement port (gfp_retire): what an instruction did.
  typedef struct packed {
    logic        valid;      // an instruction, a trap or an exception return retires
    logic [31:0] pc;
    logic [31:0] insn;       // a 16-bit one in 15:0
    logic [31:0] next_pc;
    logic        trap;       // an exception was entered instead
    logic [3:0]  cause;      // CAUSE_*, of a trap and in lockup
    logic [31:0] addr;       // of the access at fault, or 0
    logic [3:0]  nzcv;       // in every cycle
    logic [7:0]  special;    // PRIMASK, SPSEL, IPSR, in every cycle
    write_t      rf;         // in every cycle
    logic        mem_store;  // a data phase ends well
    logic        mem_load;
    logic [31:0] mem_addr;
    logic [31:0] mem_data;
    logic [3:0]  mem_be;
  } retire_t;

  // Architectural number to entry of the file.
  function automatic logic [3:0] file_entry(logic [3:0] number, logic spsel);
    return number == ArchSp && spsel ? RegPsp : number;
  endfunction

  // Order of an exception frame: r0..r3, r12, LR (then PC, xPSR).
  function automatic logic [3:0] frame_entry(logic [2:0] beat);
    return beat[2] ? {2'b11, beat[0], 1'b0} : {2'b00, beat[1:0]};
  endfunction

endpackage

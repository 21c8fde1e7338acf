// SPDX-License-Identifier: Apache-2.0
// Stage D: what an instruction is. Combinational. The fields of the word, numbers of registers and the
// like, stay in the word.
module asip_decode
  import asip_isa_pkg::*;
  import asip_pkg::*;
#(
    parameter bit AES = 1'b1,
    parameter bit ECC = 1'b1,
    parameter bit LONG_KEYS = 1'b1
) (
    input logic [31:0] word_i,
    output control_t control_o
);

  localparam file_e None = FILE_NONE, Wide = FILE_WIDE, Block = FILE_BLOCK;

  function automatic control_t made(op_e op, file_e d, file_e a, file_e b, length_e length,
                                    logic push);
    made = '0;
    {made.op, made.d, made.a, made.b, made.length, made.push} = {op, d, a, b, length, push};
  endfunction

  function automatic control_t branch(branch_e kind);
    branch = '0;
    branch.branch = kind;
  endfunction

  function automatic control_t counter(counter_e kind);
    counter = '0;
    counter.counter = kind;
  endfunction

  control_t c;
  logic [31:0] w;
  logic p;
  assign w = word_i;
  assign p = word_i[10];

  // Not the package's function: some synthesis tools take no calls as items of a case.
  `define IS(NAME) ((w & NAME``_MASK) == NAME``_MATCH)

  always_comb begin
    c = '0;
    unique case (1'b1)
      `IS(END):  c.finish = 1'b1;
      `IS(ERR):  c.fails = 1'b1;
      `IS(JMP):  c = branch(BRANCH_JUMP);
      `IS(CALL): c = branch(BRANCH_CALL);
      `IS(RET):  c = branch(BRANCH_RETURN);
      `IS(LOOP): c = branch(BRANCH_LOOP);
      `IS(BWZ):  c = branch(BRANCH_W);
      `IS(BWNZ): c = branch(BRANCH_NOT_W);
      `IS(BZ):   c = branch(BRANCH_Z);
      `IS(BNZ):  c = branch(BRANCH_NOT_Z);
      `IS(BCS):  c = branch(BRANCH_C);
      `IS(BCC):  c = branch(BRANCH_NOT_C);

      `IS(CLI):   c = counter(COUNTER_LOAD);
      `IS(CARG):  c = counter(COUNTER_ARGUMENT);
      `IS(CADD):  c = counter(COUNTER_ADD);
      `IS(CSHL):  c = counter(COUNTER_SHIFT);
      `IS(TFLAG): c = counter(COUNTER_FLAGS);
      `IS(XIDX):  c = counter(COUNTER_INDEX);

      ECC && `IS(MUL):   c = made(OP_MULTIPLY, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && `IS(SQR):   c = made(OP_SQUARE, Wide, Wide, None, LENGTH_1, 1'b0);
      ECC && `IS(SQRN):  c = made(OP_SQUARES, Wide, Wide, None, LENGTH_COUNT, 1'b0);
      ECC && `IS(XORW):  c = made(OP_XOR, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && `IS(CSEL):  c = made(OP_SELECT, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && `IS(MOVW):  c = made(OP_MOVE, Wide, Wide, None, LENGTH_1, 1'b0);
      ECC && `IS(LIW):   c = made(OP_IMMEDIATE, Wide, None, None, LENGTH_1, 1'b0);
      ECC && `IS(CMPZ):  c = made(OP_ZERO_W, None, Wide, None, LENGTH_1, 1'b0);
      ECC && `IS(CMPC):  c = made(OP_ZERO_S, None, Wide, None, LENGTH_1, 1'b0);
      ECC && `IS(KBIT):  c = made(OP_BIT, None, None, None, LENGTH_2, 1'b0);
      ECC && `IS(LDW):   c = made(OP_LOAD, Wide, None, None, LENGTH_WORDS_LOAD, 1'b0);
      ECC && `IS(STW):   c = made(OP_STORE, None, Wide, None, LENGTH_WORDS, 1'b0);
      ECC && `IS(POPW):  c = made(OP_POP, Wide, None, None, LENGTH_PORTIONS, 1'b0);
      ECC && `IS(PUSHW): c = made(OP_PUSH, None, Wide, None, LENGTH_PORTIONS, 1'b0);
      ECC && `IS(SETF):  c = made(OP_FIELD, None, Wide, None, LENGTH_FIELD, 1'b0);

      `IS(XORQ):  c = made(OP_XOR, Block, Block, Block, LENGTH_1, p);
      `IS(ANDQ):  c = made(OP_AND, Block, Block, Block, LENGTH_1, p);
      `IS(XORX):  c = made(OP_XOR, Block, Block, FILE_INDEXED, LENGTH_1, p);
      `IS(MOVQ):  c = made(OP_MOVE, Block, Block, None, LENGTH_1, p);
      `IS(DBL):   c = made(OP_DOUBLE, Block, Block, None, LENGTH_1, p);
      `IS(BREV):  c = made(OP_REVERSE, Block, Block, None, LENGTH_1, p);
      `IS(MASK):  c = made(OP_MASK, Block, Block, None, LENGTH_1, p);
      `IS(MASKP): c = made(OP_PAD, Block, Block, None, LENGTH_1, p);
      `IS(LDQ):   c = made(OP_LOAD, Block, None, None, LENGTH_BLOCK_LOAD, 1'b0);
      `IS(LDQX):  c = made(OP_LOAD, Block, None, None, LENGTH_BLOCK_LOAD, 1'b0);
      `IS(STQ):   c = made(OP_STORE, None, Block, None, LENGTH_BLOCK, 1'b0);
      `IS(STQX):  c = made(OP_STORE, None, Block, None, LENGTH_BLOCK, 1'b0);

      AES && `IS(INC32): c = made(OP_INCREMENT, Block, Block, None, LENGTH_1, p);
      AES && `IS(AESE): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && `IS(AESEL): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && `IS(AESD): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && `IS(AESDL): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && `IS(AESENC): c = made(OP_CIPHER, Block, Block, None, LENGTH_ROUNDS, p);
      AES && `IS(AESDEC): c = made(OP_CIPHER, Block, Block, None, LENGTH_ROUNDS, p);
      AES &&
      `IS(AESKEY)
      && (LONG_KEYS || w[3:0] == 4'd4):
      c = made(OP_KEYS, None, None, None, LENGTH_KEYS, 1'b0);

      default: c.illegal = 1'b1;
    endcase
    // The patterns have more: q31 is no second operand, and keys have 4, 6 or 8 words.
    if ((c.b == FILE_BLOCK || c.b == FILE_INDEXED) && w[15:11] == 5'd31 ||
        c.op == OP_KEYS && w[3:0] != 4'd4 && w[3:0] != 4'd6 && w[3:0] != 4'd8) begin
      c = '0;
      c.illegal = 1'b1;
    end
    c.indexed = `IS(LDQX) || `IS(STQX);
    c.inverse = `IS(AESD) || `IS(AESDL) || `IS(AESDEC);
    c.last_round = `IS(AESEL) || `IS(AESDL);
  end

  assign control_o = c;

  `undef IS

endmodule

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

  always_comb begin
    c = '0;
    unique case (1'b1)
      is_end(w):  c.finish = 1'b1;
      is_err(w):  c.fails = 1'b1;
      is_jmp(w):  c = branch(BRANCH_JUMP);
      is_call(w): c = branch(BRANCH_CALL);
      is_ret(w):  c = branch(BRANCH_RETURN);
      is_loop(w): c = branch(BRANCH_LOOP);
      is_bwz(w):  c = branch(BRANCH_W);
      is_bwnz(w): c = branch(BRANCH_NOT_W);
      is_bz(w):   c = branch(BRANCH_Z);
      is_bnz(w):  c = branch(BRANCH_NOT_Z);
      is_bcs(w):  c = branch(BRANCH_C);
      is_bcc(w):  c = branch(BRANCH_NOT_C);

      is_cli(w):   c = counter(COUNTER_LOAD);
      is_carg(w):  c = counter(COUNTER_ARGUMENT);
      is_cadd(w):  c = counter(COUNTER_ADD);
      is_cshl(w):  c = counter(COUNTER_SHIFT);
      is_tflag(w): c = counter(COUNTER_FLAGS);
      is_xidx(w):  c = counter(COUNTER_INDEX);

      ECC && is_mul(w):   c = made(OP_MULTIPLY, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && is_sqr(w):   c = made(OP_SQUARE, Wide, Wide, None, LENGTH_1, 1'b0);
      ECC && is_sqrn(w):  c = made(OP_SQUARES, Wide, Wide, None, LENGTH_COUNT, 1'b0);
      ECC && is_xorw(w):  c = made(OP_XOR, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && is_csel(w):  c = made(OP_SELECT, Wide, Wide, Wide, LENGTH_1, 1'b0);
      ECC && is_movw(w):  c = made(OP_MOVE, Wide, Wide, None, LENGTH_1, 1'b0);
      ECC && is_liw(w):   c = made(OP_IMMEDIATE, Wide, None, None, LENGTH_1, 1'b0);
      ECC && is_cmpz(w):  c = made(OP_ZERO_W, None, Wide, None, LENGTH_1, 1'b0);
      ECC && is_cmpc(w):  c = made(OP_ZERO_S, None, Wide, None, LENGTH_1, 1'b0);
      ECC && is_kbit(w):  c = made(OP_BIT, None, None, None, LENGTH_2, 1'b0);
      ECC && is_ldw(w):   c = made(OP_LOAD, Wide, None, None, LENGTH_WORDS_LOAD, 1'b0);
      ECC && is_stw(w):   c = made(OP_STORE, None, Wide, None, LENGTH_WORDS, 1'b0);
      ECC && is_popw(w):  c = made(OP_POP, Wide, None, None, LENGTH_PORTIONS, 1'b0);
      ECC && is_pushw(w): c = made(OP_PUSH, None, Wide, None, LENGTH_PORTIONS, 1'b0);
      ECC && is_setf(w):  c = made(OP_FIELD, None, Wide, None, LENGTH_FIELD, 1'b0);

      is_xorq(w):  c = made(OP_XOR, Block, Block, Block, LENGTH_1, p);
      is_andq(w):  c = made(OP_AND, Block, Block, Block, LENGTH_1, p);
      is_xorx(w):  c = made(OP_XOR, Block, Block, FILE_INDEXED, LENGTH_1, p);
      is_movq(w):  c = made(OP_MOVE, Block, Block, None, LENGTH_1, p);
      is_dbl(w):   c = made(OP_DOUBLE, Block, Block, None, LENGTH_1, p);
      is_brev(w):  c = made(OP_REVERSE, Block, Block, None, LENGTH_1, p);
      is_mask(w):  c = made(OP_MASK, Block, Block, None, LENGTH_1, p);
      is_maskp(w): c = made(OP_PAD, Block, Block, None, LENGTH_1, p);
      is_ldq(w):   c = made(OP_LOAD, Block, None, None, LENGTH_BLOCK_LOAD, 1'b0);
      is_ldqx(w):  c = made(OP_LOAD, Block, None, None, LENGTH_BLOCK_LOAD, 1'b0);
      is_stq(w):   c = made(OP_STORE, None, Block, None, LENGTH_BLOCK, 1'b0);
      is_stqx(w):  c = made(OP_STORE, None, Block, None, LENGTH_BLOCK, 1'b0);

      AES && is_inc32(w): c = made(OP_INCREMENT, Block, Block, None, LENGTH_1, p);
      AES && is_aese(w): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && is_aesel(w): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && is_aesd(w): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && is_aesdl(w): c = made(OP_ROUND, Block, Block, Block, LENGTH_1, p);
      AES && is_aesenc(w): c = made(OP_CIPHER, Block, Block, None, LENGTH_ROUNDS, p);
      AES && is_aesdec(w): c = made(OP_CIPHER, Block, Block, None, LENGTH_ROUNDS, p);
      AES && is_aeskey(
          w
      ) && (LONG_KEYS || w[3:0] == 4'd4):
      c = made(OP_KEYS, None, None, None, LENGTH_KEYS, 1'b0);

      default: c.illegal = 1'b1;
    endcase
    c.indexed = is_ldqx(w) || is_stqx(w);
    c.inverse = is_aesd(w) || is_aesdl(w) || is_aesdec(w);
    c.last_round = is_aesel(w) || is_aesdl(w);
  end

  assign control_o = c;

endmodule

// SPDX-License-Identifier: Apache-2.0
// The meaning of a step, written from the manual. Decoding is that of isa/asip/isa.yaml.
module asip_spec
  import asip_isa_pkg::*;
  import asip_spec_pkg::*;
#(
    parameter int unsigned DIGIT = 16,
    parameter int unsigned WIDTH = 256
) (
    input logic [31:0] w,
    input logic [15:0] step,
    input logic [15:0] times,  // the counter that is the last operand
    input logic [3:0] index,
    input logic [3:0] rounds,  // Nr
    input logic network,  // the field has a square network
    input logic no_field,
    input logic bad_field,  // what is loaded is none
    output spec_t s
);

  localparam int unsigned Words = WIDTH / 32;
  localparam int unsigned Count = WIDTH / 128;

  // The instruction. Not calls as items of a case, which the reader of SystemVerilog refuses.
  logic h_aesd, h_aesdec, h_aesdl, h_aese, h_aesel, h_aesenc, h_aeskey, h_andq, h_bcc, h_bcs,
      h_bnz, h_brev, h_bwnz, h_bwz, h_bz, h_cadd, h_call, h_carg, h_cli, h_cmpc, h_cmpz,
      h_csel, h_cshl, h_dbl, h_end, h_err, h_inc32, h_jmp, h_kbit, h_ldq, h_ldqx, h_ldw,
      h_liw, h_loop, h_mask, h_maskp, h_movq, h_movw, h_mul, h_popw, h_pushw, h_ret, h_setf,
      h_sqr, h_sqrn, h_stq, h_stqx, h_stw, h_tflag, h_xidx, h_xorq, h_xorw, h_xorx;
  assign h_aesd = is_aesd(w);
  assign h_aesdec = is_aesdec(w);
  assign h_aesdl = is_aesdl(w);
  assign h_aese = is_aese(w);
  assign h_aesel = is_aesel(w);
  assign h_aesenc = is_aesenc(w);
  assign h_aeskey = is_aeskey(w);
  assign h_andq = is_andq(w);
  assign h_bcc = is_bcc(w);
  assign h_bcs = is_bcs(w);
  assign h_bnz = is_bnz(w);
  assign h_brev = is_brev(w);
  assign h_bwnz = is_bwnz(w);
  assign h_bwz = is_bwz(w);
  assign h_bz = is_bz(w);
  assign h_cadd = is_cadd(w);
  assign h_call = is_call(w);
  assign h_carg = is_carg(w);
  assign h_cli = is_cli(w);
  assign h_cmpc = is_cmpc(w);
  assign h_cmpz = is_cmpz(w);
  assign h_csel = is_csel(w);
  assign h_cshl = is_cshl(w);
  assign h_dbl = is_dbl(w);
  assign h_end = is_end(w);
  assign h_err = is_err(w);
  assign h_inc32 = is_inc32(w);
  assign h_jmp = is_jmp(w);
  assign h_kbit = is_kbit(w);
  assign h_ldq = is_ldq(w);
  assign h_ldqx = is_ldqx(w);
  assign h_ldw = is_ldw(w);
  assign h_liw = is_liw(w);
  assign h_loop = is_loop(w);
  assign h_mask = is_mask(w);
  assign h_maskp = is_maskp(w);
  assign h_movq = is_movq(w);
  assign h_movw = is_movw(w);
  assign h_mul = is_mul(w);
  assign h_popw = is_popw(w);
  assign h_pushw = is_pushw(w);
  assign h_ret = is_ret(w);
  assign h_setf = is_setf(w);
  assign h_sqr = is_sqr(w);
  assign h_sqrn = is_sqrn(w);
  assign h_stq = is_stq(w);
  assign h_stqx = is_stqx(w);
  assign h_stw = is_stw(w);
  assign h_tflag = is_tflag(w);
  assign h_xidx = is_xidx(w);
  assign h_xorq = is_xorq(w);
  assign h_xorw = is_xorw(w);
  assign h_xorx = is_xorx(w);

  logic [4:0] d, x, y;
  logic [3:0] key;
  logic first, writes_block, repeats;
  assign {d, x, y} = w[25:11];
  assign first = step == '0;
  assign key = w[3:0];
  assign repeats = times != '0;

  always_comb begin
    s = '0;
    s.legal = 1'b1;
    writes_block = 1'b0;
    s.to = d[3:0];
    {s.a_number, s.b_number} = {x, y};
    case (1'b1)
      h_end: s.ends = 1'b1;
      h_err: s.fails = 1'b1;
      h_jmp, h_call, h_ret, h_loop, h_bz, h_bnz, h_bcs, h_bcc: ;
      h_bwz, h_bwnz: s.waits_for_compare = 1'b1;
      h_cli, h_carg, h_cadd, h_cshl, h_tflag, h_xidx: ;

      h_mul: begin
        {s.a, s.b, s.product, s.fault} = {FROM_WIDE, FROM_WIDE, 1'b1, no_field};
      end
      h_sqr, h_sqrn: begin
        {s.a, s.b} = {FROM_WIDE, FROM_WIDE};
        s.product = !network && (h_sqr || repeats);
        if (!first) s.a_number = d;
        s.b_number = s.a_number;
        s.fault = no_field;
        if (!s.product) s.write = '1;
        s.last = h_sqr || !repeats ? '0 : times - 16'd1;
      end
      h_xorw, h_csel: {s.a, s.b, s.write} = {FROM_WIDE, FROM_WIDE, 5'h1f};
      h_movw: {s.a, s.write} = {FROM_WIDE, 5'h1f};
      h_cmpz: {s.a, s.compares} = {FROM_WIDE, 1'b1};
      h_cmpc: s.a = FROM_WIDE;
      h_liw: {s.a, s.write} = {FROM_WORD, 5'h1f};
      h_kbit: s.last = 16'd1;
      h_ldw: begin
        s.a = first ? FROM_NOWHERE : FROM_BEFORE;
        s.last = 16'(Words);
        if (step == s.last) s.write = '1;
      end
      h_stw: begin
        s.a = first ? FROM_WIDE : FROM_BEFORE;
        s.last = 16'(Words - 1);
        s.stores = 1'b1;
      end
      h_popw: begin
        {s.a, s.takes, s.spread} = {FROM_IN, 2'b11};
        s.write = 5'd1 << step[2:0];
        s.last = 16'(Count - 1);
      end
      h_pushw: begin
        s.a = first ? FROM_WIDE : FROM_BEFORE;
        s.gives = 1'b1;
        s.last = 16'(Count - 1);
      end
      h_setf: begin
        s.a = first ? FROM_WIDE : FROM_BEFORE;
        s.field = first;
        s.last = 16'(DIGIT + 4);
        s.fault = (step == s.last) && bad_field;
      end

      h_xorq, h_andq, h_aese, h_aesel, h_aesd, h_aesdl: begin
        {s.a, s.b, writes_block} = {FROM_BLOCK, FROM_BLOCK, 1'b1};
      end
      h_xorx: begin
        {s.a, s.b, writes_block} = {FROM_BLOCK, FROM_BLOCK, 1'b1};
        s.b_number = y + 5'(index);
        if (s.b_number == 5'd31) s.b = FROM_ZERO;
      end
      h_movq, h_dbl, h_brev, h_mask, h_maskp, h_inc32:
      {s.a, writes_block} = {FROM_BLOCK, 1'b1};
      h_ldq, h_ldqx: begin
        s.a = first ? FROM_NOWHERE : FROM_BEFORE;
        s.last = 16'd4;
        writes_block = (step == s.last);
      end
      h_stq, h_stqx: begin
        s.a = first ? FROM_BLOCK : FROM_BEFORE;
        s.last = 16'd3;
        s.stores = 1'b1;
      end
      h_aesenc, h_aesdec: begin
        s.a = first ? FROM_BLOCK : FROM_BEFORE;
        s.b = FROM_BLOCK;
        s.b_number = h_aesenc ? 5'd16 + step[4:0] : 5'd16 + 5'(rounds) - step[4:0];
        s.last = 16'(rounds);
        writes_block = (step == s.last);
        s.fault = rounds == '0;
      end
      h_aeskey: begin
        // Round key `step` goes to q(16 + step). That of 128 bits comes with its successor, in the first step.
        s.takes = first || step == 16'd1 && key != 4'd4;
        if (first || step == 16'd1 && key == 4'd8) s.a = FROM_IN;
        else begin
          s.a = FROM_BLOCK;
          s.a_number = 5'd15 + step[4:0] + 5'(key == 4'd4);
          s.b = key == 4'd4 ? FROM_NOWHERE : step == 16'd1 ? FROM_SECOND : FROM_BLOCK;
          s.b_number = 5'd14 + step[4:0];
        end
        s.to = step[4:1] + 4'd8;
        s.write = step[0] ? 5'b00010 : 5'b00001;
        s.spread = 1'b1;
        if (key == 4'd4) begin
          s.to = 4'((5'd17 + step[4:0]) >> 1);
          s.write = first ? 5'b00011 : step[0] ? 5'b00001 : 5'b00010;
          s.spread = !first;
        end
        s.last = (key == 4'd4 ? 16'd9 : key == 4'd6 ? 16'd12 : 16'd14);
      end
      default: s.legal = 1'b0;
    endcase

    s.final_step = step == s.last;

    // q(2i) and q(2i + 1) are the halves of w(i). As a source q31 is IN, as a destination nothing is kept.
    if (s.a == FROM_BLOCK && !h_aeskey && x == 5'd31) {s.a, s.takes} = {FROM_IN, 1'b1};
    if (writes_block) begin
      s.to = d[4:1];
      s.spread = 1'b1;
      if (d != 5'd31) s.write = d[0] ? 5'b00010 : 5'b00001;
      s.gives = w[10];
    end
  end

endmodule

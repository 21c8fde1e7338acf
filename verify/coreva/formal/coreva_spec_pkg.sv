// SPDX-License-Identifier: Apache-2.0
// Types and functions of the specification of the core coreva.
package coreva_spec_pkg;
  import coreva_pkg::*;

  // What the operation of a slot does; semantics.yaml says what the names mean.
  typedef struct packed {
    logic known;  // the word is an operation
    logic [2:0] unit;  // 0: none
    logic [3:0] reach;  // slots
    logic write;
    logic [4:0] rd;
    logic [31:0] y, state;
    logic halves;
    logic sets, both, pair;
    logic [3:0] number;  // of the flag
    logic test, test1;
    logic moves, file;
    logic [6:0] bits;
    logic load, store, sign;
    logic [2:0] size;
    logic [31:0] at, data;
    logic branch, through, links;
    logic [31:0] target;
    logic divides;
    logic [31:0] rest;
    logic multiplies;
    product_t kind;
    logic breaks;
    logic [7:0] breakpoint;
    logic [31:0] imm;
    logic reads_a, reads_b, reads_d;
  } spec_t;

  function automatic logic below(logic [31:0] a, logic [31:0] b);
    return a[31] != b[31] ? a[31] : a < b;
  endfunction

  function automatic logic below2(logic [15:0] a, logic [15:0] b);
    return a[15] != b[15] ? a[15] : a < b;
  endfunction

  function automatic logic [31:0] turned(logic [31:0] a, logic [4:0] n);
    return 32'({a, a} >> n);
  endfunction

  function automatic logic [31:0] backwards(logic [31:0] a);
    for (int i = 0; i < 32; i++) backwards[i] = a[31-i];
  endfunction

  // Below the lowest one.
  function automatic logic [31:0] zeros(logic [31:0] a);
    zeros = 32'd32;
    for (int i = 31; i >= 0; i--) if (a[i]) zeros = 32'(i);
  endfunction

  function automatic logic [31:0] ones(logic [31:0] a);
    ones = '0;
    for (int i = 0; i < 32; i++) ones += 32'(a[i]);
  endfunction

  function automatic logic [31:0] mask(logic [4:0] n);
    case (n)
      5'd8: return 32'h00ff00ff;
      5'd4: return 32'h0f0f0f0f;
      5'd2: return 32'h33333333;
      default: return 32'h55555555;
    endcase
  endfunction

  function automatic logic misaligned(spec_t s);
    return s.size == 3'd2 ? s.at[0] : s.size == 3'd4 & s.at[1:0] != '0;
  endfunction

  // The bytes of a word that an access uses.
  function automatic logic [3:0] lanes(spec_t s);
    for (int i = 0; i < 4; i++)
      lanes[i] = s.size == 3'd4 | (s.size == 3'd2 & s.at[1] == i[1]) | (s.size == 3'd1 & s.at[1:0] == i[1:0]);
  endfunction

  // What a load gives from a word of memory.
  function automatic logic [31:0] loaded(spec_t s, logic [3:0][7:0] word);
    logic [15:0] half;
    half = s.at[1] ? {word[3], word[2]} : {word[1], word[0]};
    if (s.size == 3'd1) return {{24{s.sign & word[s.at[1:0]][7]}}, word[s.at[1:0]]};
    if (s.size == 3'd2) return {{16{s.sign & half[15]}}, half};
    return word;
  endfunction

  // The bytes that an access of `size` bytes uses, and what a store puts into each.
  function automatic logic byte_used(logic [31:0] at, logic [2:0] size, logic [1:0] lane);
    return size == 3'd4 | (size == 3'd2 & at[1] == lane[1]) | (size == 3'd1 & at[1:0] == lane);
  endfunction
  function automatic logic [7:0] byte_stored(logic [3:0][7:0] data, logic [2:0] size, logic [1:0] lane);
    return size == 3'd4 ? data[lane] : size == 3'd2 ? data[{1'b0, lane[0]}] : data[0];
  endfunction

  // The words of a bundle end with it: all but the last one have no end bit.
  function automatic logic parted(logic [3:0][31:0] words, logic [2:0] count, logic err);
    parted = count != '0 & count <= 3'd4;
    for (int k = 0; k < 3; k++) begin
      if (3'(k + 1) < count) parted &= ~words[k][31];
      if (3'(k + 1) == count) parted &= words[k][31] | err;
    end
  endfunction

endpackage

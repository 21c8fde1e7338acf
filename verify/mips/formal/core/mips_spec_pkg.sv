// SPDX-License-Identifier: Apache-2.0
// Shared types and functions of the specification, as in volume II of the MIPS32 manual.
package mips_spec_pkg;

  // What an instruction does; semantics.yaml says what the names mean.
  typedef struct packed {
    logic known;  // it is an instruction
    logic [1:0] unit;  // of an unknown word: the coprocessor it belongs to
    logic usable;  // ... 0: it belongs to one, which is not there
    logic write;
    logic [4:0] rd;
    logic [31:0] y;
    logic branch, taken, likely, eret;
    logic [31:0] target;
    logic load, store, sign, left, right, ll, sc;
    logic [2:0] size;
    logic [31:0] at;
    logic multiply, divide, signed_, mthi, mtlo, mtc0;
    logic add, twice, polynomial, addend, shift, push, keep;  // of a machine's own unit: what a product, or the operands, do there
    logic [4:0] number;  // of a register of CP0
    logic fault;
    logic [3:0] cause;
  } spec_t;

  // Registers of CP0.
  typedef struct packed {
    logic bev;
    logic [7:0] im;
    logic exl, ie, bd;
    logic [1:0] ce;
    logic [3:0] code;
    logic [31:0] epc, badvaddr;
  } cp0_t;

  function automatic logic [31:0] status(cp0_t c);
    return {9'd0, c.bev, 6'd0, c.im, 6'd0, c.exl, c.ie};
  endfunction

  function automatic logic [31:0] cause(cp0_t c);
    return {c.bd, 1'b0, c.ce, 22'd0, c.code[3:0], 2'b00} & 32'hb000_007c;
  endfunction

  // The registers that read as these words.
  function automatic cp0_t registers(logic [31:0] status, logic [31:0] cause, logic [31:0] epc, logic [31:0] badvaddr);
    registers.bev = status[22];
    registers.im = status[15:8];
    {registers.exl, registers.ie} = status[1:0];
    registers.bd = cause[31];
    registers.ce = cause[29:28];
    registers.code = cause[5:2];
    {registers.epc, registers.badvaddr} = {epc, badvaddr};
  endfunction

  function automatic logic below(logic [31:0] a, logic [31:0] b);
    return a[31] != b[31] ? a[31] : a < b;
  endfunction

  // The bytes of a word that an access uses. `offset`: of its address in the word.
  function automatic logic [3:0] lanes(spec_t s);
    logic [1:0] offset;
    offset = s.at[1:0];
    for (int i = 0; i < 4; i++) begin
      lanes[i] = 1'b1;
      if (s.size == 1) lanes[i] = 2'(i) == offset;
      if (s.size == 2) lanes[i] = i[1] == offset[1];
      if (s.left) lanes[i] = 2'(i) <= offset;
      if (s.right) lanes[i] = 2'(i) >= offset;
    end
  endfunction

  function automatic logic misaligned(spec_t s);
    if (s.left | s.right | s.size == 1) return 1'b0;
    return s.size == 2 ? s.at[0] : s.at[1:0] != '0;
  endfunction

  // What a load gives from the word of memory; `old` is the register's value.
  function automatic logic [31:0] loaded(spec_t s, logic [31:0] word, logic [31:0] old);
    logic [3:0][7:0] bytes, kept, result;
    logic [1:0] offset;
    {bytes, kept, offset} = {word, old, s.at[1:0]};
    result = word;
    if (s.size == 1) result = {{24{s.sign & bytes[offset][7]}}, bytes[offset]};
    if (s.size == 2)
      result = offset[1] ? {{16{s.sign & word[31]}}, word[31:16]} : {{16{s.sign & word[15]}}, word[15:0]};
    for (int i = 0; i < 4; i++) begin
      // LWL: the byte at the address becomes the highest; those below it in memory follow downwards.
      if (s.left) result[i] = 2'(3 - i) <= offset ? bytes[2'(offset-2'(3-i))] : kept[i];
      // LWR: the byte at the address becomes the lowest.
      if (s.right) result[i] = 3'(i) + 3'(offset) <= 3'd3 ? bytes[2'(2'(i)+offset)] : kept[i];
    end
    return result;
  endfunction

  // What a store puts on a lane.
  function automatic logic [7:0] stored(spec_t s, logic [1:0] lane, logic [31:0] value);
    logic [3:0][7:0] bytes;
    logic [1:0] offset;
    {bytes, offset} = {value, s.at[1:0]};
    if (s.size == 1) return bytes[0];
    if (s.size == 2) return bytes[{1'b0, lane[0]}];
    if (s.left) return bytes[2'(2'd3-offset+lane)];
    if (s.right) return bytes[2'(lane-offset)];
    return bytes[lane];
  endfunction

endpackage

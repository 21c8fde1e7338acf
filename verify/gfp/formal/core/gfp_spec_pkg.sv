// SPDX-License-Identifier: Apache-2.0
// Shared functions of the specification, as in the pseudocode of the ARMv6-M manual (A2.2.1, D6).
package gfp_spec_pkg;

  // What an instruction does; verify/gfp/formal/core/semantics.yaml says what the names mean.
  typedef struct packed {
    logic known;  // it is an instruction
    logic wide;
    logic [3:0] cycles, taken;  // of the execute stage; taken: when control goes elsewhere
    logic write, high, stack_write, stack_psp;
    logic [3:0] rd, rh;
    logic [31:0] y;
    logic n, z, c, v, thumb, primask, spsel;
    logic jump, exchange;
    logic [31:0] target;
    logic load, store, several, pair, signed_;
    logic [2:0] size;
    logic [15:0] list;
    logic [3:0] base;
    logic [31:0] start, back;
    gf_pkg::gf_op_e op;
    logic binary, multiply, accumulate, second;
    logic [31:0] a, b;
    logic [3:0] fault;
    logic call;
  } spec_t;

  // What the core is doing.
  typedef enum logic [2:0] {
    RESET,
    RUN,
    ENTRY,
    RETURN,
    LOCKUP
  } mode_e;

  typedef struct packed {
    logic n, z, c, v, thumb;
    logic [5:0] ipsr;
    logic primask, spsel;
  } status_t;

  // The required outputs of the core in a cycle. The fields after a valid bit count only if it is set.
  typedef struct packed {
    logic instr_req;
    logic [31:0] instr_addr;
    logic data_req;
    logic [31:0] data_addr;
    logic data_we;
    logic [3:0] data_be;
    logic store;  // one waits for its answer
    logic [31:0] data_wdata;
    logic valid;
    logic [31:0] pc, insn, next_pc;
    logic trap;
    logic [3:0] cause;
    logic [31:0] addr;
    logic lockup;
    logic lockup_pc;  // it has one
    logic [3:0] nzcv;
    logic [7:0] special;
    logic we0, we1;
    logic [3:0] wa0, wa1;
    logic [31:0] wd0, wd1;
    logic mem_store, mem_load;
    logic [31:0] mem_addr, mem_data;
    logic [3:0] mem_be;
  } ports_t;

  // {V, C, sum}
  function automatic logic [33:0] add(logic [31:0] a, logic [31:0] b, logic carry);
    logic [32:0] sum;
    sum = {1'b0, a} + {1'b0, b} + 33'(carry);
    return {(a[31] == b[31]) && (sum[31] != a[31]), sum};
  endfunction

  // {C, result}, by any amount; by 0 the carry stays.
  function automatic logic [32:0] lsl(logic [31:0] value, logic [7:0] amount, logic carry);
    return amount == 0 ? {carry, value} : {1'b0, value} << amount;
  endfunction

  function automatic logic [32:0] lsr(logic [31:0] value, logic [7:0] amount, logic carry);
    logic [32:0] wide;
    wide = {value, 1'b0} >> amount;
    return amount == 0 ? {carry, value} : {wide[0], wide[32:1]};
  endfunction

  function automatic logic [32:0] asr(logic [31:0] value, logic [7:0] amount, logic carry);
    logic signed [32:0] wide;
    wide = $signed({value, 1'b0}) >>> amount;
    return amount == 0 ? {carry, value} : {wide[0], wide[32:1]};
  endfunction

  function automatic logic [32:0] ror(logic [31:0] value, logic [7:0] amount, logic carry);
    logic [63:0] twice;
    twice = {value, value} >> amount[4:0];
    return {amount == 0 ? carry : twice[31], twice[31:0]};
  endfunction

  function automatic logic holds(logic [3:0] condition, logic n, logic z, logic c, logic v);
    logic result;
    case (condition[3:1])
      3'd0: result = z;
      3'd1: result = c;
      3'd2: result = n;
      3'd3: result = v;
      3'd4: result = c && !z;
      3'd5: result = n == v;
      default: result = n == v && !z;
    endcase
    return condition[0] ? !result : result;
  endfunction

  function automatic logic [31:0] count(logic [15:0] list);
    count = '0;
    for (int i = 0; i < 16; i++) count += 32'(list[i]);
  endfunction

  // The k-th register of a list, from the lowest.
  function automatic logic [3:0] listed(logic [15:0] list, logic [3:0] k);
    logic [4:0] before_;
    listed  = '0;
    before_ = '0;
    for (int i = 0; i < 16; i++) begin
      if (list[i] && before_ == 5'(k)) listed = 4'(i);
      before_ += 5'(list[i]);
    end
  endfunction

  // A stored byte or halfword is copied to every lane where it could belong.
  function automatic logic [31:0] spread(logic [31:0] word, logic [2:0] size);
    if (size == 1) return {4{word[7:0]}};
    if (size == 2) return {2{word[15:0]}};
    return word;
  endfunction

  // A register's entry in a file of sixteen, where PSP takes the place of PC.
  function automatic logic [3:0] entry_of(logic [3:0] number, logic psp);
    return number == 4'd13 & psp ? 4'd15 : number;
  endfunction

  // The registers of an exception frame, in order; then come the return address and xPSR.
  function automatic logic [3:0] framed(logic [3:0] k);
    return k < 4'd4 ? k : k == 4'd4 ? 4'd12 : 4'd14;
  endfunction

  // What a load of 1, 2 or 4 bytes takes from the word that the bus gives.
  function automatic logic [31:0] loaded(logic [31:0] word, logic [1:0] offset, logic [2:0] size,
                                         logic signed_);
    logic [31:0] low;
    low = word >> {offset, 3'd0};
    if (size == 1) return {{24{signed_ && low[7]}}, low[7:0]};
    if (size == 2) return {{16{signed_ && low[15]}}, low[15:0]};
    return word;
  endfunction

  // Its lanes on the bus.
  function automatic logic [3:0] lanes(logic [1:0] offset, logic [2:0] size);
    if (size == 1) return 4'b0001 << offset;
    if (size == 2) return 4'b0011 << offset;
    return 4'b1111;
  endfunction

endpackage

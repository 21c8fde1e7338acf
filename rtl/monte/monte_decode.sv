// SPDX-License-Identifier: Apache-2.0
// Decoder: a request at the command port to an entry of the queue. A word that is no command is
// C_ILLEGAL.
module monte_decode
  import command_pkg::port_req_t, command_pkg::PORT_WRITE;
  import monte_isa_pkg::*;
  import monte_pkg::*;
(
    input  port_req_t port_i,
    output command_t  command_o
);

  logic [31:0] word;
  assign word = {7'b0100101, port_i.op};

  // verilog_format: off
  always_comb begin
    command_o = '0;
    {command_o.dest, command_o.first, command_o.other} = word[20:3];
    command_o.fetch = word[1:0];
    unique casez (word)
      OPC_PNOP:   command_o.command = C_NOP;
      OPC_PMUL:   command_o.command = C_MUL;
      OPC_PSQR:   command_o.command = C_SQR;
      OPC_PADD:   command_o.command = C_ADD;
      OPC_PSUB:   command_o.command = C_SUB;
      OPC_PCPY:   command_o.command = C_CPY;
      OPC_PCSWAP: command_o.command = C_CSWAP;
      OPC_PTSEL:  command_o.command = C_TSEL;
      OPC_PSETP:  command_o.command = C_SETP;
      OPC_PEQ:    command_o.command = C_EQ;
      default:    command_o.command = C_ILLEGAL;
    endcase
    if (port_i.kind == PORT_WRITE) begin
      command_o.command = port_i.op[3:0] == CONTROL_INDEX[3:0] ? C_INDEX : C_FLAG;
      // An index beyond every table stays so.
      {command_o.dest[0], command_o.first} = port_i.data[6:0];
      if (port_i.data > 32'(Entries) && command_o.command == C_INDEX) begin
        {command_o.dest[0], command_o.first} = 7'(Entries);
      end
    end
  end
  // verilog_format: on

  // The queue takes what is valid.
  logic unused;
  assign unused = port_i.valid;

endmodule

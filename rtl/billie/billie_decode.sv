// SPDX-License-Identifier: Apache-2.0
// Decoder: a request at the command port to an entry of the queue. A word that is no command is
// G_ILLEGAL.
module billie_decode
  import command_pkg::port_req_t, command_pkg::PORT_WRITE;
  import billie_isa_pkg::*;
  import billie_pkg::*;
(
    input  port_req_t port_i,
    output command_t  command_o
);

  logic [31:0] word;
  assign word = {7'b0100101, port_i.op};

  // verilog_format: off
  always_comb begin
    command_o = '0;
    {command_o.dest, command_o.first, command_o.other, command_o.number} = word[20:0];
    unique casez (word)
      OPC_GNOP:   command_o.command = G_NOP;
      OPC_GMUL:   command_o.command = G_MUL;
      OPC_GSQR:   command_o.command = word[8:0] == '0 ? G_NO_SQUARING : G_SQR;
      OPC_GADD:   command_o.command = G_ADD;
      OPC_GCSWAP: command_o.command = G_CSWAP;
      OPC_GLD:    command_o.command = G_LD;
      OPC_GST:    command_o.command = G_ST;
      OPC_GTSEL:  command_o.command = G_TSEL;
      OPC_GEQ:    command_o.command = G_EQ;
      default:    command_o.command = G_ILLEGAL;
    endcase
    if (port_i.kind == PORT_WRITE) begin
      command_o.command = port_i.op[3:0] == CONTROL_INDEX[3:0] ? G_INDEX : G_FLAG;
      // An index beyond every table stays so.
      command_o.number = {2'd0, port_i.data[6:0]};
      if (port_i.data > 32'(Entries) && command_o.command == G_INDEX) begin
        command_o.number = 9'(Entries);
      end
    end
  end
  // verilog_format: on

  // The queue takes what is valid.
  logic unused;
  assign unused = port_i.valid;

endmodule

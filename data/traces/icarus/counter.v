// A counter of four bits, dumped as VCD.
//
// Made with Icarus Verilog 11 (apt install iverilog):
//     iverilog -o counter counter.v && vvp counter
//     iverilog -DFAULT -o counter counter.v && vvp counter
// which write dump.vcd: golden.vcd and faulty.vcd.
// The fault: at 11 the counter counts two.
`timescale 1ns / 1ps
module counter (input clk, input reset, output reg [3:0] out, output carry);
  assign carry = &out;
  always @(posedge clk)
    if (reset) out <= 0;
`ifdef FAULT
    else if (out == 11) out <= out + 2;
`endif
    else out <= out + 1;
endmodule

module test;
  reg clk = 0, reset = 1;
  wire [3:0] out;
  wire carry;
  counter dut (.clk(clk), .reset(reset), .out(out), .carry(carry));
  always #5 clk = ~clk;
  initial begin
    $dumpfile("dump.vcd");
    $dumpvars(0, test);
    #12 reset = 0;
    #300 $finish;
  end
endmodule

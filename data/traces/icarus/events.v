// Events, pulses that last no time, a signal with several names, reals, a vector that becomes unknown.
`timescale 1ns/`UNIT
module test;
  event done;
  reg clk = 0;
  reg [7:0] count = 0;
  real volts = 0.5;
  stage first(count);
  initial begin
    $dumpfile(`OUT);
    $dumpvars(0, test);
    #10 ->done;
    #10 ->done; count = 8'h1f; volts = 1.5;
    #5 clk = 1; clk = 0;
    if (`FAULT == 0) begin #5 ->done; ->done; end else #5;
    count = 8'hxx;
    #10 $finish;
  end
endmodule

module stage(input [7:0] in);
  wire [7:0] next = in + 1;
endmodule

// A ripple counter: each stage follows the one before it after 1.4 ns, which a precision of 1 ns rounds. From time FAULT on the last
// stage does not change.
`timescale 1ns/`UNIT
module stage(input clk, input reset, input stuck, output reg q);
  always @(negedge clk or posedge reset)
    if (reset) q <= 0;
    else if (!stuck) q <= #1.4 !q;
endmodule

module test;
  reg clk = 0, reset = 1, stuck = 0;
  wire q0, q1, q2, q3;
  stage s0(clk, reset, 1'b0, q0);
  stage s1(q0, reset, 1'b0, q1);
  stage s2(q1, reset, 1'b0, q2);
  stage s3(q2, reset, stuck, q3);
  always #5 clk = !clk;
  initial begin
    $dumpfile(`OUT); $dumpvars(0, test.q0, test.q1, test.q2, test.q3);
    #12 reset = 0;
    if (`FAULT > 0) begin #(`FAULT - 12) stuck = 1; #(4000 - `FAULT) $finish; end
    else #3988 $finish;
  end
endmodule

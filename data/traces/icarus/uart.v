// A sender and a receiver of serial bytes. From time FAULT_AT on the receiver samples a bit one clock too late.
`timescale 1ns/`UNIT
module sender(input clk, input reset, output reg line, output reg [7:0] byte_out);
  reg [3:0] bit_now; reg [1:0] phase; reg [7:0] lfsr;
  always @(posedge clk)
    if (reset) begin line <= 1; bit_now <= 0; phase <= 0; lfsr <= 8'h5a; byte_out <= 0; end
    else begin
      phase <= phase + 1;
      if (phase == 3) begin
        bit_now <= bit_now == 10 ? 0 : bit_now + 1;
        if (bit_now == 0) begin line <= 0; byte_out <= lfsr; end
        else if (bit_now < 9) line <= byte_out[bit_now - 1];
        else begin line <= 1; if (bit_now == 9) lfsr <= {lfsr[6:0], lfsr[7] ^ lfsr[5] ^ lfsr[4] ^ lfsr[3]}; end
      end
    end
endmodule

module receiver(input clk, input reset, input line, input late, output reg [7:0] byte_in, output reg ready);
  reg [5:0] count; reg busy; reg [7:0] shift;
  wire [5:0] at = late ? count - 2 : count;
  always @(posedge clk)
    if (reset) begin count <= 0; busy <= 0; byte_in <= 0; ready <= 0; shift <= 0; end
    else if (!busy) begin ready <= 0; if (!line) begin busy <= 1; count <= 0; end end
    else begin
      count <= count + 1;
      if (at[1:0] == 1 && at > 3 && at < 36) shift <= {line, shift[7:1]};
      if (count == 38) begin byte_in <= shift; ready <= 1; busy <= 0; end
    end
endmodule

module test;
  reg clk = 0, reset = 1, late = 0;
  wire line, ready; wire [7:0] byte_out, byte_in;
  sender tx(clk, reset, line, byte_out);
  receiver rx(clk, reset, line, late, byte_in, ready);
  always #5 clk = !clk;
  initial begin
    $dumpfile(`OUT); $dumpvars(0, test.reset, test.line, test.byte_out, test.byte_in, test.ready);
    #22 reset = 0;
    if (`FAULT > 0) begin #(`FAULT - 22) late = 1; #(4000 - `FAULT) $finish; end
    else #3978 $finish;
  end
endmodule

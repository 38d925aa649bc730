"""A commit log in the layout of Spike's `--log-commits`, written by this script and by no processor.

    python3 commits.py > golden.log
    python3 commits.py --fault > faulty.log
It carries out a loop of seven RV64 instructions by hand: a sum of 1 to 12 with a word store.
The fault: `addw` forgets to extend the sign once the sum passes 2^31.
"""
import sys

fault = "--fault" in sys.argv
mask = (1 << 64) - 1
registers = [0] * 32
pc = 0x80000000


def line(code, register=None, memory=None):
    global pc
    told = f"core   0: 3 0x{pc:016x} (0x{code:08x})"
    if register is not None:
        told += f" x{register:<2} 0x{registers[register] & mask:016x}"
    if memory is not None:
        told += f" mem 0x{memory[0]:016x} 0x{memory[1] & 0xffffffff:08x}"
    print(told)
    pc += 4


def word(value):
    value &= 0xffffffff
    if fault and value >= 1 << 31:
        return value
    return value - (1 << 32) if value >= 1 << 31 else value


registers[5] = 0x7ffffff0
line(0x7ffff2b7, 5)
registers[6] = 0
line(0x00000313, 6)
registers[7] = 0x80001000
line(0x800013b7, 7)
for count in range(12):
    registers[6] += 1
    line(0x00130313, 6)
    registers[5] = word(registers[5] + registers[6])
    line(0x006282bb, 5)
    line(0x0053a023, None, (registers[7], registers[5]))
    line(0xfe631ae3)
    pc -= 16

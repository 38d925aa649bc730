"""Runs a command on a kernel that lacks something, as far as the command can see.

filtered.py landlock|seccomp COMMAND...: system calls of that kind fail as on a kernel without them.
"""
import ctypes
import os
import platform
import struct
import sys

CALLS = {
    "landlock": 444,
    "seccomp": {"x86_64": 317, "aarch64": 277, "riscv64": 277}.get(platform.machine()),
}
# Instructions and answers of seccomp(2), and what prctl(2) is asked for.
LOAD_NUMBER, IS_EQUAL, ANSWER = 0x20, 0x15, 0x06
ALLOW, NO_SUCH_CALL = 0x7FFF0000, 0x00050026
SET_SECCOMP, SET_NO_NEW_PRIVS, FILTER = 22, 38, 2


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_void_p)]


code = [
    (LOAD_NUMBER, 0, 0, 0),
    (IS_EQUAL, 0, 1, CALLS[sys.argv[1]]),
    (ANSWER, 0, 0, NO_SUCH_CALL),
    (ANSWER, 0, 0, ALLOW),
]
code_bytes = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *it) for it in code))
program = Program(len(code), ctypes.addressof(code_bytes))
prctl = ctypes.CDLL(None).prctl


def is_set():
    return prctl(SET_SECCOMP, FILTER, ctypes.byref(program), 0, 0) == 0


# Who has no rights must first give up those of programs to come.
if not is_set() and (prctl(SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 or not is_set()):
    sys.exit("no system call can be taken away here")
os.execvp(sys.argv[2], sys.argv[2:])

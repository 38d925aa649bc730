"""A program that holds what no process has mapped: hog.py KIND WHO. WHO fills it: the process itself, a child that
stays, or a child that ends and leaves it to its parent."""
import ctypes
import mmap
import os
import sys
import time

kind, who = sys.argv[1:3]
MIB = 1 << 20
PIECES = 6
SIZE = 50 * MIB


def memory_files():
    files = [os.memfd_create("x") for _ in range(PIECES)]
    return lambda: [os.write(file, b"x" * SIZE) for file in files]


def shared_memory():
    maps = [mmap.mmap(-1, SIZE) for _ in range(PIECES)]
    return lambda: [it.write(b"x" * SIZE) for it in maps]


def segments():
    system = ctypes.CDLL(None)
    system.shmget.argtypes = [ctypes.c_int, ctypes.c_size_t, ctypes.c_int]
    system.shmat.restype = ctypes.c_void_p
    system.shmdt.argtypes = [ctypes.c_void_p]
    numbers = [system.shmget(0, SIZE, 0o600) for _ in range(PIECES)]

    def fill():
        for number in numbers:
            at = system.shmat(number, None, 0)
            ctypes.memset(at, 1, SIZE)
            system.shmdt(at)

    return fill


def deleted(name):
    file = os.open(name, os.O_RDWR | os.O_CREAT)
    os.unlink(name)
    return file


def deleted_files():
    files = [deleted(f"{n}") for n in range(3)]
    # Nothing is on the disk then, and all of it could be at once.
    return lambda: [os.ftruncate(file, 400 * MIB) for file in files]


def many_files():
    """A hundred thousand, each of them open."""

    def fill():
        for _ in range(100):
            if os.fork() == 0:
                held = [deleted(f"{os.getpid()}-{n}") for n in range(1_000)]
                time.sleep(300)

    return fill


def files_in_turns():
    """More than may be at once, of which a thousand are open at a time."""
    held = {}

    def fill():
        for n in range(25_000):
            if n >= 1_000:
                os.close(held[n % 1_000])
            held[n % 1_000] = deleted(f"{n}")
        sys.exit(7)

    return fill


fill = {
    "memfd": memory_files,
    "mmap": shared_memory,
    "sysv": segments,
    "unlinked": deleted_files,
    "many": many_files,
    "turns": files_in_turns,
}[kind]()
if who == "self":
    fill()
elif os.fork() == 0:
    fill()
    if who == "heir":
        os._exit(0)
else:
    os.wait()
time.sleep(300)

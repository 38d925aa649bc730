"""A player that tries everything in its first turn, says what came off, and then turns on its
parent: spy.py NAME=VALUE..., with `at=` before a path, as a file that a command line names may be read.
"""
import ctypes
import os
import resource
import signal
import socket
import subprocess
import sys
import time

given = dict(word.split("=", 1) for word in sys.argv[1:])
journal, folders, socket_file = (given[name].removeprefix("at=") for name in ("journal", "folders", "socket"))
victim, tcp, udp = (int(given[name]) for name in ("victim", "tcp", "udp"))


def others_folder():
    own = os.path.dirname(os.getcwd())
    for name in os.listdir(folders):
        path = os.path.join(folders, name)
        if name.startswith("chase-player-") and path != own:
            return os.listdir(os.path.join(path, "here"))
    raise FileNotFoundError


def datagram():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as it:
        it.sendto(b"here", ("127.0.0.1", udp))


def connect(kind, address):
    with socket.socket(kind, socket.SOCK_STREAM) as it:
        it.settimeout(5)
        it.connect(address)


def neighbours():
    """Of whoever was started shortly before and afterwards: the opponent, chase, other supervisors."""
    for number in range(max(1, os.getpid() - 100), os.getpid() + 100):
        if number not in (os.getpid(), os.getppid()):
            try:
                return os.kill(number, 0)
            except OSError:
                pass
    raise ProcessLookupError


def rights():
    status = open("/proc/self/status").read()
    if "CapEff:\t0000000000000000" in status:
        raise PermissionError


def keys():
    """Leaves a key in the user's keyring, where it stays."""
    add_key = {"x86_64": 248, "aarch64": 217}[os.uname().machine]
    if ctypes.CDLL(None).syscall(add_key, b"user", b"chase-test", b"1", 1, -4) < 0:
        raise PermissionError


def nested():
    """Gets all rights in a user namespace of its own."""
    if ctypes.CDLL(None).unshare(0x10000000) != 0:
        raise PermissionError


def mode():
    """Changes the mode of a file of the user's to what it is."""
    os.chmod(journal, os.stat(journal).st_mode & 0o7777)


attacks = {
    "log": lambda: open(journal).read(),
    "list": lambda: os.listdir(folders),
    "room": others_folder,
    "mem": lambda: os.open(f"/proc/{victim}/mem", os.O_RDONLY),
    "args": lambda: open(f"/proc/{victim}/cmdline").read(),
    "env": lambda: open(f"/proc/{victim}/environ").read(),
    "up": lambda: open(f"/proc/{os.getppid()}/environ").read(),
    "tcp": lambda: connect(socket.AF_INET, ("127.0.0.1", tcp)),
    "door": lambda: socket.create_server(("127.0.0.1", 0)),
    # Bound to no port, it gets one.
    "ear": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM).listen(1),
    # MPTCP.
    "mptcp": lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM, 262),
    "udp": datagram,
    "sock": lambda: connect(socket.AF_UNIX, socket_file),
    "name": lambda: connect(socket.AF_UNIX, "\0" + given["abstract"]),
    "lims": lambda: resource.prlimit(victim, resource.RLIMIT_NOFILE, (64, 64)),
    # The last that needs the victim: it is gone now.
    "kill": lambda: os.kill(victim, signal.SIGTERM),
    "near": neighbours,
    "caps": rights,
    "keys": keys,
    "nest": nested,
    "mode": mode,
    "time": lambda: os.utime(journal),
    "shm": lambda: os.stat(f"/dev/shm/chase-test-{given['abstract']}"),
}

input()
print('{"type": "ready"}', flush=True)
# The opponent is there too when it is the turn of this one.
input()
off = []
for name, attack in attacks.items():
    try:
        attack()
        off.append(name)
    except OSError:
        pass
sys.stderr.write("came off: " + " ".join(off) + "\n")
sys.stderr.flush()
# In a session of its own, without an environment, without a parent; its name is told.
flees = f"setsid env -i sleep 300.{given['abstract']} < /dev/null > /dev/null 2>&1 &"
subprocess.run(["sh", "-c", flees], check=True)
try:
    os.kill(os.getppid(), signal.SIGKILL)
    # Whoever was killed is gone after a moment.
    time.sleep(0.1)
except OSError:
    pass
sys.exit(3)

#!/usr/bin/env python3
"""What three hosts of a service write into a syslog, made up by a script: service.py DELAY FAULT: each line comes up to DELAY seconds late, as on
a busy machine; from second FAULT on host db answers in ten times the time (0: never)."""
import datetime
import random
import sys

delay, fault = float(sys.argv[1]), float(sys.argv[2])
late = random.Random(99)
lines = []
for number, host in enumerate(["web1", "web2", "db"]):
    dice, now, request = random.Random(number), 0.0, 0
    while True:
        now += 8 + dice.expovariate(1 / 12)
        if now > 3000:
            break
        request += 1
        ms = dice.randrange(5, 90)
        if fault and host == "db" and now >= fault:
            ms *= 10
        at = now + late.random() * delay
        lines.append((at, f"{host} app[{400 + number}]: request={request} ms={ms}"))
lines.sort()
start = datetime.datetime(2026, 11, 27, 10)
for at, text in lines:
    stamp = start + datetime.timedelta(seconds=int(at))
    print(f"{stamp:%b %d %H:%M:%S} {text}")

#!/usr/bin/env python3
"""A bank with two clerks, in simpy: customers come, wait and are served.

bank.py DIGITS FAULT: times are printed with DIGITS decimals; from second FAULT on the clerks serve a customer who comes again for
no time at all, so that it is not in the log (0: never).
"""
import random
import sys

import simpy

digits, fault = int(sys.argv[1]), float(sys.argv[2])
lost = False


def note(env, customer, event, cents):
    print(f"{env.now:.{digits}f},{customer},{event},{cents}")


def customer(env, name, dice, clerks):
    global lost
    cents = 100_000
    while True:
        yield env.timeout(dice.expovariate(1 / 120))
        if fault and env.now >= fault and not lost:
            lost = True
            continue
        note(env, name, "comes", cents)
        with clerks.request() as clerk:
            yield clerk
            note(env, name, "served", cents)
            yield env.timeout(dice.uniform(20, 60))
        cents += dice.randrange(-5000, 5001)
        note(env, name, "leaves", cents)


print("time,customer,event,cents")
env = simpy.Environment()
clerks = simpy.Resource(env, 2)
for number in range(1, 9):
    env.process(customer(env, f"C{number}", random.Random(number), clerks))
env.run(until=3600)

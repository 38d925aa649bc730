#!/usr/bin/env python3
"""A workshop of four machines with two fitters, in simpy: jobs come to each machine, and a machine that breaks waits for a fitter.

workshop.py STEP FAULT: the model counts time in STEP minutes (1, or 7 and so on: the same model, other rounding); from minute
FAULT on machine M3 takes a fifth longer (0: never).
"""
import random
import sys

import simpy

step, fault = float(sys.argv[1]), float(sys.argv[2])


def minutes(env):
    return env.now * step


def note(env, machine, event, done):
    print(f"{minutes(env)!r},{machine},{event},{done}")


def work(env, machine, dice, fitters):
    done = 0
    while True:
        pause = dice.expovariate(1 / 3)
        yield env.timeout(pause / step)
        note(env, machine, "start", done)
        took = dice.uniform(4, 9)
        if fault and machine == "M3" and minutes(env) >= fault:
            took *= 1.2
        yield env.timeout(took / step)
        done += 1
        note(env, machine, "done", done)
        if dice.random() < 0.15:
            note(env, machine, "broken", done)
            with fitters.request() as fitter:
                yield fitter
                yield env.timeout(dice.uniform(5, 15) / step)
            note(env, machine, "repaired", done)


print("time,machine,event,done")
env = simpy.Environment()
fitters = simpy.Resource(env, 2)
for number in range(1, 5):
    env.process(work(env, f"M{number}", random.Random(number), fitters))
env.run(until=900 / step)

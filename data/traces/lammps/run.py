#!/usr/bin/env python3
"""Runs the model: run.py DT EVERY FAULT OUT.csv, where DT is the step of time, EVERY the number of steps for a row, and FAULT the time
at which the velocities grow by a twentieth (0: never)."""
import sys

from lammps import lammps

dt, every, fault, out = float(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4]
steps = round(3 / dt)
before = round((fault or 1.5) / dt)
values = {"dt": dt, "every": every, "out": out, "before": before, "after": steps - before}
values["kick"] = 1.05 if fault else 1
words = [word for name, value in values.items() for word in ("-var", name, str(value))]
run = lammps(cmdargs=["-screen", "none", "-log", "none", *words])
run.file("melt.in")

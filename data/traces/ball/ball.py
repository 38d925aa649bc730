#!/usr/bin/env python3
"""A ball that bounces on a plate: the exact heights and velocities at the times of a step control.

ball.py LONGEST FAULT: a row at most each LONGEST seconds, closer before and behind each bounce; from second FAULT on the ball keeps 0.85
in place of 0.9 of its speed (0: never).
"""
import sys

longest, fault = float(sys.argv[1]), float(sys.argv[2])
G = 9.81
start, height, speed = 0.0, 2.0, 0.0
flight = (2 * height / G) ** 0.5
t, bounces = 0.0, 0
print("time,height,velocity,bounces")
while t < 8:
    since = t - start
    print(f"{t:.6f},{height + speed * since - G * since * since / 2:.6f},{speed - G * since:.6f},{bounces}")
    left = start + flight - t
    t += max(longest / 16, min(longest, left / 2, max(since, longest / 16)))
    while t >= start + flight:
        start += flight
        speed = (0.85 if fault and start >= fault else 0.9) * (G * flight - speed)
        height, bounces = 0.0, bounces + 1
        flight = 2 * speed / G

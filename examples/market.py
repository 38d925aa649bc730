"""A small market that does not repeat: it goes through a set, whose order is another in each run.

    chase repeat -- python3 examples/market.py
"""

import random

random.seed(7)
names = {"ada", "bo", "cy", "di", "ed", "flo", "gus", "hal"}
wealth = {name: 10 for name in sorted(names)}
print("t,trader,wealth")
for tick in range(40):
    for name in names:  # sorted(names) would repeat
        other = random.choice(sorted(names))
        gift = wealth[name] // 2
        wealth[name] -= gift
        wealth[other] += gift
    for name in sorted(names):
        print(f"{tick},{name},{wealth[name]}")

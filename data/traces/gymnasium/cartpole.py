"""A run of Gymnasium's CartPole-v1 as JSON lines.

Made with gymnasium 1 (pip install gymnasium), Python 3.11:
    python3 cartpole.py > golden.jsonl
    python3 cartpole.py --fault > faulty.jsonl
The fault: from step 20 on the cart is pushed with 10.0001 newton instead of 10.
"""
import json
import sys

import gymnasium

world = gymnasium.make("CartPole-v1").unwrapped
observation, _ = world.reset(seed=7)
for step in range(60):
    if "--fault" in sys.argv and step == 20:
        world.force_mag = 10.0001
    action = int(observation[2] + 0.5 * observation[3] > 0)
    observation, reward, over, _, _ = world.step(action)
    x, v, angle, turn = world.state
    print(json.dumps({"step": step, "action": action, "cart": {"x": float(x), "v": float(v)},
                      "pole": {"angle": float(angle), "turn": float(turn)}, "over": bool(over)}))

"""A player that plays the first or last legal action and writes down every message, each as it came: bot.py FILE."""
import json
import sys

with open(sys.argv[1], "w") as kept:
    for line in sys.stdin:
        kept.write(line)
        kept.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "turn":
            legal = message["legal"]
            action = legal[message["turn"] * 7919 % len(legal)]
            print(json.dumps({"type": "action", "turn": message["turn"], "action": action}), flush=True)

"""A player that writes down every message as it came and plays a legal action that the turn fixes: bot.py FILE."""
import json
import sys

with open(sys.argv[1], "wb") as kept:
    for line in sys.stdin.buffer:
        kept.write(line)
        kept.flush()
        message = json.loads(line)
        if message["type"] == "hello":
            print('{"type":"ready"}', flush=True)
        elif message["type"] == "turn":
            legal = message["legal"]
            action = legal[message["turn"] * 7919 % len(legal)]
            print(json.dumps({"type": "action", "turn": message["turn"], "action": action}), flush=True)

#!/usr/bin/env python3
"""A player for `chase match` in one file. It plays all five games, each by a few simple rules.

    python3 player.py                     talks on standard input and output, as a match starts it
    python3 player.py HOST:PORT TOKEN     connects to a match that listens and printed this token

It needs Python 3.8 and nothing else. To make a player of your own, change `worth` of your game:
of all legal actions the one that is worth most is played. What the messages hold is described in
docs/players/protocol.md; whatever `print(..., file=sys.stderr)` writes does not disturb the game.
"""

import heapq
import json
import socket
import sys
from collections import Counter, defaultdict


class Game:
    """A game that this player knows nothing about: it plays the first legal action."""

    def __init__(self, hello):
        """A game begins."""

    def see(self, seats, seen):
        """Something happened, and these seats of ours saw it."""

    def worth(self, turn, action):
        """How good an action is: anything that can be compared, more is better."""
        return 0

    def choose(self, turn):
        """The best action; of several the first."""
        return max(turn["legal"], key=lambda action: self.worth(turn, action))


def parts(thing):
    """An action or event as its kind and its details: ("move", {"to": 4}), ("rest", {})."""
    return (thing, {}) if isinstance(thing, str) else next(iter(thing.items()))


class AnimalCheckers(Game):
    """Enters the den, else captures or goes where it is safe, else goes nearer to the den."""

    PREY = {"e": "etd", "t": "tdm", "d": "dm", "m": "em"}
    STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    DEN = (0, 3)

    def worth(self, turn, action):
        rows = turn["view"]["position"]
        if turn["seat"] == 1:  # Turned, so that we are upper case and the enemy's den is far.
            rows = [row[::-1].swapcase() for row in reversed(rows)]
        board = {(r, c): field for r, row in enumerate(rows) for c, field in enumerate(row)}
        animal = action["move"]["piece"][0]
        start = next(cell for cell in board if board[cell] == animal.upper())
        down, right = self.STEPS[action["move"]["direction"]]
        target = (start[0] + down, start[1] + right)
        beside = [board.get((target[0] + r, target[1] + c)) for r, c in self.STEPS.values()]
        is_safe = all(animal not in self.PREY.get(enemy, "") for enemy in beside)
        far = self.distance(target)
        return far == 0, (board[target] in "mdte") + is_safe, self.distance(start) - far, -far

    def distance(self, cell):
        return abs(cell[0] - self.DEN[0]) + abs(cell[1] - self.DEN[1])


class Fishing(Game):
    """Takes the most fish; of equal ones where most are left beside it."""

    def worth(self, turn, action):
        # Two digits for each field; the first one counts the fish.
        rows = ["".join(row).replace(" ", "")[::2] for row in turn["view"]["board"]]
        fish = {(r, c): int(digit) for r, row in enumerate(rows) for c, digit in enumerate(row)}
        details = parts(action)[1]
        row, column = self.cell(details.get("at") or details["to"])
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return fish[row, column], sum(fish.get(cell, 0) for cell in beside)

    def cell(self, name):
        """Row and column from 0 of a field: "c2" is (1, 2), and after column z comes aa."""
        letters = name.rstrip("0123456789")
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - ord("a") + 1
        return int(name[len(letters):]) - 1, column - 1


class Police(Game):
    """A detective goes where a tip says, else where it was least; the thief stays hidden."""

    def __init__(self, hello):
        self.roads = defaultdict(dict)
        for one, other, length in hello["scenario"]["roads"]:
            self.roads[one][other] = self.roads[other][one] = length
        known = {seat["seat"]: seat["known"] for seat in hello["seats"]}
        self.stamina = {seat: of["stamina"] for seat, of in known.items()}
        self.visits = {seat: Counter([of["start"]]) for seat, of in known.items()}
        self.tips = {}

    def see(self, seats, seen):
        kind, details = parts(seen)
        for seat in seats:
            if kind == "tipped":
                self.tips[seat] = details["city"]
            elif kind == "moved":
                self.visits[seat][details["to"]] += 1

    def choose(self, turn):
        tip = self.tips.get(turn["seat"])
        if tip in (None, turn["view"]["city"]):
            return super().choose(turn)
        step = self.first_step(turn["view"], self.stamina[turn["seat"]], tip)
        return step if step in turn["legal"] else super().choose(turn)

    def worth(self, turn, action):
        kind, details = parts(action)
        if kind == "rest":
            return turn["seat"] == 0, 0, 0
        visits = self.visits[turn["seat"]][details["to"]]
        return turn["seat"] > 0, -visits, -self.roads[turn["view"]["city"]][details["to"]]

    def first_step(self, view, full, goal):
        """Begins the way of fewest turns, with a rest before each road that is too long."""
        rest = -1
        queue = [(0, -view["stamina"], view["city"], None)]
        done = set()
        while queue:
            turns, minus_stamina, city, first = heapq.heappop(queue)
            if city == goal:
                return "rest" if first == rest else {"move": {"to": first}}
            if city in done:
                continue
            done.add(city)
            for there, length in self.roads[city].items():
                if length <= -minus_stamina:
                    step, after = there, (turns + 1, minus_stamina + length)
                elif length <= full:
                    step, after = rest, (turns + 2, length - full)
                else:
                    continue
                heapq.heappush(queue, (*after, there, step if first is None else first))
        return None


class ScotlandYard(Game):
    """Mr X keeps away from the detectives; they go where he can be."""

    def __init__(self, hello):
        scenario = hello["scenario"]
        self.ways = defaultdict(list)
        for one, other, transport in scenario["edges"]:
            self.ways[one].append((other, transport))
            self.ways[other].append((one, transport))
        self.reveals = scenario["reveals"]
        self.possible = set(scenario["hideouts"])  # All stations where Mr X can be.
        self.detectives = {}

    def see(self, seats, seen):
        kind, details = parts(seen)
        if kind == "opened":
            self.detectives = dict(enumerate(details["stations"][1:], start=1))
        elif kind == "round_started" and details["round"] in self.reveals:
            self.possible = {details["to"]}
        elif kind == "round_started":
            ways = (way for station in self.possible for way in self.ways[station])
            self.possible = {to for to, way in ways if details["ticket"] in (way, "secret")}
        elif kind == "moved" and details["seat"] > 0:
            self.detectives[details["seat"]] = details["to"]
        self.possible -= set(self.detectives.values())

    def worth(self, turn, action):
        kind, details = parts(action)
        if kind == "pass":
            return 0
        legs = [details] if kind == "move" else [details["first"], details["second"]]
        distances = self.distances(legs[-1]["to"])
        if turn["seat"] > 0:
            far = [distances[station] for station in self.possible if station in distances]
            return -min(far, default=0), -sum(far)
        far = [distances.get(station, 99) for station in turn["view"]["detectives"]]
        secrets = sum(leg["ticket"] == "secret" for leg in legs)
        return min(min(far), 2), kind == "move", -secrets, sum(far)

    def distances(self, start):
        """How many steps every station is away, whatever they cost."""
        found = {start: 0}
        queue = [start]
        for station in queue:
            for there, _ in self.ways[station]:
                if there not in found:
                    found[there] = found[station] + 1
                    queue.append(there)
        return found


class Robots(Game):
    """Acts so that most robots are destroyed, and soon, if it only stays from then on."""

    STEPS = {"nw": (-1, -1), "n": (-1, 0), "ne": (-1, 1), "w": (0, -1),
             "e": (0, 1), "sw": (1, -1), "s": (1, 0), "se": (1, 1)}

    def worth(self, turn, action):
        kind, details = parts(action)
        player, robots, debris = self.after(turn["view"], kind, details)
        turns = 0
        while robots and player not in robots:
            robots, debris = self.robots_move(player, robots, debris)
            turns += 1
        if kind == "teleport_anywhere":
            return 1, 0, 0  # Better than death, which is 0, and worse than a turn more, 2.
        return 0 if player in robots and turns < 2 else 2, -len(robots), -turns

    def after(self, view, kind, details):
        """The player, the robots and the debris when the player has acted."""
        player = row, column = tuple(view["player"])
        robots = {tuple(cell) for cell in view["robots"]}
        debris = {tuple(cell) for cell in view["debris"]}
        if kind == "teleport":
            player = tuple(details["to"])
        if kind == "walk":
            down, right = self.STEPS[details["direction"]]
            player, behind = (row + down, column + right), (row + 2 * down, column + 2 * right)
            if player in debris:
                debris = debris - {player} | {behind}
                robots = robots - {behind}
        return player, robots, debris

    def robots_move(self, player, robots, debris):
        """All at once, each one step nearer; those that meet are destroyed and become debris."""
        def nearer(own, goal):
            return own + (goal > own) - (goal < own)
        moved = Counter((nearer(r, player[0]), nearer(c, player[1])) for r, c in robots)
        debris = debris | {cell for cell, count in moved.items() if count > 1 and cell != player}
        return {cell for cell in moved if cell not in debris}, debris


GAMES = {"animal-checkers": AnimalCheckers, "fishing": Fishing, "police": Police,
         "scotland-yard": ScotlandYard, "robots": Robots}


def play(lines, output):
    """Answers line after line, until there are no more."""
    game = None
    for line in lines:
        try:
            message = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError):
            message = None
        kind = message.get("type") if isinstance(message, dict) else None
        answer = {"type": "error", "what": "this is no message that I can use"}
        if kind == "hello" and message.get("protocol") == 1:
            game = GAMES.get(message.get("game"), Game)(message)
            answer = {"type": "ready"}
        elif kind == "turn" and game is not None:
            for each in message["seen"]:
                game.see(each["seats"], each["seen"])
            answer = {"type": "action", "turn": message["turn"], "action": game.choose(message)}
        elif kind in ("end", "error"):
            continue  # These have no answer.
        output.write(json.dumps(answer).encode("utf-8") + b"\n")
        output.flush()


def main():
    if len(sys.argv) not in (1, 3):
        sys.exit("usage: player.py [HOST:PORT TOKEN]")
    try:
        if len(sys.argv) == 3:
            host, _, port = sys.argv[1].rpartition(":")
            with socket.create_connection((host.strip("[]"), port)) as connection:
                join = {"type": "join", "token": sys.argv[2]}
                connection.sendall(json.dumps(join).encode("utf-8") + b"\n")
                play(connection.makefile("rb"), connection.makefile("wb"))
        else:
            play(open(0, "rb"), open(1, "wb"))
    except (BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        pass  # Nobody is there to play with any more.


if __name__ == "__main__":
    main()

// What the page shows after every cycle of every replay of the project is what `chase replay` prints.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, browse, chase, goTo, pageOf, readBoard } from "./browser.js";

const ANIMALS = { m: "mouse", d: "dog", t: "tiger", e: "elephant" };
const SHORT = { black: "X", blue: "BL", green: "GR", red: "RED", white: "WH", yellow: "YE" };

/** For each game: what must stand where, and how a piece that is drawn is called. */
const GAMES = {
  police: {
    expected: (facts) => facts.agents.map((agent) => `${agent.seat} ${agent.city.id}`),
    piece: (piece) => `${piece.name} ${piece.label}`,
  },
  "scotland-yard": {
    expected: (facts) => facts.players
      .filter((player) => player.station !== null)
      .map((player) => `${SHORT[player.colour]} ${player.station}`),
    piece: (piece) => `${piece.name} ${piece.label}`,
  },
  "animal-checkers": {
    expected: (facts) => facts.position.flatMap((row, y) => [...row].flatMap((letter, x) => {
      const animal = ANIMALS[letter.toLowerCase()];
      const side = letter === letter.toLowerCase() ? 1 : 0;
      return animal ? [`${animal} ${side} ${"abcdefg"[x]}${7 - y}`] : [];
    })),
    piece: (piece) => `${piece.icon} ${piece.side} ${piece.column}${piece.row}`,
  },
  fishing: {
    expected: (facts) => [
      ...facts.players.flatMap((player, n) => player.penguins.map((place) => `${n} ${place}`)),
      ...facts.ice.flatMap((row, y) => [...row].flatMap((field, x) => (
        "123".includes(field) ? [`fish${field} ${String.fromCharCode(97 + x)}${y + 1}`] : []))),
    ],
    piece: (piece) => `${piece.side} ${piece.column}${piece.row}`,
    place: (place) => (place.icon ? `${place.icon} ${place.column}${place.row}` : null),
  },
  robots: {
    expected: (facts) => [
      `player (${facts.player.join(",")})`,
      ...facts.robots.map((robot) => `robot (${robot.join(",")})`),
      ...facts.debris.map((debris) => `debris (${debris.join(",")})`),
    ],
    piece: (piece) => `${piece.icon} (${piece.row},${piece.column})`,
    place: (place) => (place.icon === "debris" ? `debris (${place.row},${place.column})` : null),
  },
};

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

for (const [game, { expected, piece, place }] of Object.entries(GAMES)) {
  const folder = join(ROOT, "replays", game);
  for (const file of readdirSync(folder)) {
    test(`${game}/${file}`, async () => {
      const replay = join(folder, file);
      const lines = chase(["replay", replay, "--format", "json"]).trim().split("\n");
      const page = await browser.open(pageOf(replay));
      for (const [cycle, line] of lines.entries()) {
        await goTo(page, cycle);
        const { pieces, places } = await readBoard(page);
        const drawn = [...pieces.map(piece), ...(place ? places.map(place).filter(Boolean) : [])];
        assert.deepEqual(drawn.sort(), expected(JSON.parse(line)).sort(), `${file} ${cycle}`);
      }
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    });
  }
}

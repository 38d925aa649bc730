// The clocks of a game that is played, by given numbers: nothing here looks at a clock.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const script = readFileSync(join(fileURLToPath(import.meta.url), "../../../src/view/page/clock.js"), "utf8");
const { SeatClocks, timeWords } = new Function(`${script}return { SeatClocks, timeWords };`)();

test("a clock runs while it is the turn of its seat", () => {
  const clocks = new SeatClocks();
  clocks.turnTo(0, 1000);
  clocks.turnTo(1, 4000);
  assert.deepEqual([clocks.of(0, 9000), clocks.of(1, 9000)], [3000, 5000]);
  clocks.turnTo(0, 10000);
  clocks.turnTo(null, 72000);
  assert.equal(clocks.words(["Mr X", "RED"], 99000), "time used: Mr X 1:05, RED 0:06");
  clocks.clear();
  assert.equal(clocks.words(["Mr X"], 99000), "time used: Mr X 0:00");
});

test("a time has minutes and seconds, and hours where there are any", () => {
  assert.deepEqual([0, 999, 61000, 3599999, 3600000, 36610000].map(timeWords), ["0:00", "0:00", "1:01", "59:59", "1:00:00", "10:10:10"]);
});

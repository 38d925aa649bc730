// The course of a game under the board: what it counts for its seats, and what an analysis expected.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { FOLDER, ROOT, browse, chase, pageOf } from "./browser.js";

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

const replay = (name) => join(ROOT, `replays/${name}.json`);
const shows = (page, cycle) => page.waitForFunction((cycle) => document.body.dataset.cycle === cycle, String(cycle));

/** The same page with something more in its head. */
function withHead(file, more) {
  const block = /(<script type="application\/octet-stream" id="head">)(.*?)(<\/script>)/;
  const page = readFileSync(file, "utf8").replace(block, (_, open, packed, close) => {
    const head = JSON.parse(gunzipSync(Buffer.from(packed, "base64")));
    return open + gzipSync(JSON.stringify({ ...head, ...more })).toString("base64") + close;
  });
  const other = join(FOLDER, "more.html");
  writeFileSync(other, page);
  return other;
}

test("what a game counts is a curve for each seat in its colour; a click goes there", async () => {
  const page = await browser.open(pageOf(replay("fishing/three")), "#turn=29");
  assert.equal(await page.locator("#chart path.course:not(.under)").count(), 3);
  const words = (await page.locator("#chart-words").innerText()).split(/\s+/).join(" ");
  assert.equal(words, "fish greedy-1 13 random-2 13 territory-3 23");
  const lines = await page.locator("#chart path.course:not(.under)").evaluateAll((all) => all.map((line) => getComputedStyle(line).stroke));
  const bodies = await page.locator("#players .body").evaluateAll((all) => all.map((body) => getComputedStyle(body).fill));
  assert.deepEqual(lines, bodies);
  const { x, y, width, height } = await page.locator("#chart").boundingBox();
  await page.mouse.click(x + width / 29 * 10, y + height / 2);
  await shows(page, 10);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a game that counts nothing for its seats has no curve", async () => {
  const page = await browser.open(pageOf(replay("animal-checkers/den")), "#move=3");
  assert.equal(await page.locator("#course").isVisible(), false);
  await page.context().close();
});

test("an analysis is drawn first, with its marks, which lead to their moments", async () => {
  const analysis = {
    sides: ["thief", "detectives"],
    values: [[0.5, 0.5], [0.25, 0.75], [0.25, 0.75], [0.125, 0.875], [0.125, 0.875], [0, 1]],
    luck: [-0.25, 0.25],
    marks: [{ cycle: 4, turn: null, mark: "??", words: "T moves to darwin; better: to perth" }],
  };
  const page = await browser.open(withHead(pageOf(replay("police/S3")), { analysis }), "#hour=1");
  assert.equal((await page.locator("#chart-words").innerText()).split(/\s+/).join(" "), "expected share of a win thief 25 % detectives 75 %");
  assert.equal(await page.locator("#chart path.course:not(.under)").count(), 2);
  assert.deepEqual(await page.locator("#players .luck").allInnerTexts(), ["luck -25 %", ...Array(4).fill("luck +25 %")]);
  await page.locator("#chart-marks button").click();
  await shows(page, 4);
  await page.locator("#series").selectOption({ label: "stamina" });
  assert.equal(await page.locator("#chart path.course:not(.under)").count(), 5);
  assert.equal(await page.locator("#chart-marks button").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a page of two games draws what the sides of both could expect, ours whole and theirs dashed", async () => {
  const [one, other, file] = ["one.json", "other.json", "two.html"].map((name) => join(FOLDER, name));
  const board = join(ROOT, "data/fishing/3x4.txt");
  for (const [seed, replay] of [["1", one], ["2", other]]) {
    chase(["record", "fishing", "--board", board, "--player", "greedy", "--player", "random", "--seed", seed, "-o", replay, "--trace", "never"]);
  }
  chase(["view", one, other, "--analyse", "-o", file]);
  const page = await browser.open(file, "#turn=1");
  const names = (await page.locator("#chart-words > span").allInnerTexts()).map((words) => words.trim());
  assert.equal(names[0], "expected share of a win");
  assert.equal(names.length, 5, names.join());
  assert.equal(names.filter((name) => name.includes("(theirs)")).length, 2);
  const dashes = await page.locator("#chart path.course:not(.under)").evaluateAll((all) => all.map((line) => getComputedStyle(line).strokeDasharray !== "none"));
  assert.deepEqual(dashes, [false, false, true, true]);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

// Pieces keep their drawings and move along their roads; not where the reader scrubs, jumps or wants no motion.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, browse, chase, goTo, pageOf } from "./browser.js";

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

const MOVING = { reducedMotion: "no-preference" };
const replay = (name) => join(ROOT, `replays/${name}.json`);
const shows = (page, cycle, turn = "") => page.waitForFunction(
  ([cycle, turn]) => document.body.dataset.cycle === cycle && document.body.dataset.turn === turn, [String(cycle), String(turn)]);

/** Has every motion stand at its beginning, so that it can be looked at whenever. */
const stopMotions = (page) => page.evaluate(() => {
  window.motions = [];
  const { animate } = Element.prototype;
  Element.prototype.animate = function (frames, timing) {
    const motion = animate.call(this, frames, timing);
    motion.pause();
    window.motions.push({ words: this.querySelector("title")?.textContent || "", frames, duration: timing.duration });
    return motion;
  };
});
const motions = (page) => page.evaluate(() => window.motions.splice(0));

test("a step moves the pieces that moved, along their roads, in at most 250 ms", async () => {
  const page = await browser.open(pageOf(replay("police/S3")), "#hour=0", MOVING);
  await stopMotions(page);
  await page.evaluate(() => { window.before = [...document.querySelectorAll("#board .piece")]; });
  const arrows = () => page.locator("#board .arrow.moved").count();
  await page.keyboard.press("ArrowRight");
  await shows(page, 1);
  const on = await motions(page);
  assert.equal(on.length, await arrows());
  for (const { duration, frames } of on) {
    assert.ok(duration <= 250, String(duration));
    assert.ok(frames.length > 2, "a road is looked at in several points");
  }
  const same = await page.evaluate(() => {
    const now = [...document.querySelectorAll("#board .piece")];
    return now.length === window.before.length && now.every((piece, n) => piece === window.before[n]);
  });
  assert.ok(same, "each piece has the node that it had");
  await page.keyboard.press("ArrowLeft");
  await shows(page, 0);
  const back = await motions(page);
  assert.deepEqual(back.map(({ frames }) => frames[0]).map(String).length, on.length);
  const ends = (all, at) => all.map(({ frames }) => frames.at(at).transform).sort();
  assert.deepEqual(ends(back, 0), ends(on, -1), "back they go from where they went to");
  assert.deepEqual(ends(back, -1), ends(on, 0));
  await page.context().close();
});

test("nothing moves for who scrubs, jumps or wants no motion", async () => {
  const file = pageOf(replay("police/S3"));
  const page = await browser.open(file, "#hour=0", MOVING);
  await stopMotions(page);
  await page.evaluate(() => {
    const slider = document.getElementById("slider");
    slider.value = "1";
    slider.dispatchEvent(new Event("input"));
  });
  await shows(page, 1);
  await page.keyboard.press("End");
  await shows(page, 5);
  assert.deepEqual(await motions(page), []);
  await page.context().close();
  const still = await browser.open(file, "#hour=0", { reducedMotion: "reduce" });
  await stopMotions(still);
  await still.keyboard.press("ArrowRight");
  await shows(still, 1);
  assert.deepEqual(await motions(still), []);
  await still.context().close();
});

test("what is captured fades, and both legs of a double move are gone", async () => {
  const page = await browser.open(pageOf(replay("scotland-yard/captured")), "#rotation=1", MOVING);
  await stopMotions(page);
  await page.keyboard.press("ArrowRight");
  await shows(page, 2);
  const ways = await motions(page);
  const double = ways.find(({ words }) => words.startsWith("Mr X"));
  const single = ways.find(({ words }) => words.startsWith("BLUE"));
  assert.equal(double.frames.length - 1, 2 * (single.frames.length - 1));
  await page.context().close();
  const robots = await browser.open(pageOf(replay("robots/won")), "#turn=0", MOVING);
  await stopMotions(robots);
  let faded = 0;
  for (let turn = 1; turn <= 14; turn += 1) {
    await robots.keyboard.press("ArrowRight");
    await shows(robots, turn);
    faded += (await motions(robots)).filter(({ frames }) => frames[0].opacity === 1).length;
    assert.equal(await robots.locator("#board .gone .piece").count(), 0);
  }
  assert.ok(faded > 0, "robots that crashed fade");
  await robots.context().close();
});

test("on a page of two games the pieces of both sides move, and where the sides part both come from one place", async () => {
  const file = join(FOLDER, "pair.html");
  chase(["view", "ours.txt", "ref.txt", "--scenario", "cities.data", "agents.data", "4", "9611", "-o", file], { cwd: join(ROOT, "tests/causes/length-before-visits") });
  const page = await browser.open(file, "", MOVING);
  const first = Number(await page.evaluate(() => document.body.dataset.cycle));
  await goTo(page, first - 1);
  await stopMotions(page);
  await page.keyboard.press("ArrowRight");
  await shows(page, first);
  const on = await motions(page);
  const parting = await page.locator("#board .piece.theirs title").allTextContents();
  assert.ok(parting.length > 0);
  const both = on.filter(({ words }) => words.split(" ")[0] === parting[0].split(" ")[0]);
  assert.equal(both.length, 2, on.map(({ words }) => words).join());
  assert.equal(new Set(both.map(({ frames }) => frames[0].transform)).size, 1, "from one place");
  assert.equal(new Set(both.map(({ frames }) => frames.at(-1).transform)).size, 2, "to two");
  for (const { duration } of on) assert.ok(duration <= 250, String(duration));
  // Another way of looking at the same moment is no step; nor is anything for who wants no motion.
  await page.keyboard.press("o");
  await page.waitForFunction(() => document.getElementById("half-2").hidden && document.querySelector("[data-mode=ours]").getAttribute("aria-pressed") === "true");
  assert.deepEqual(await motions(page), []);
  await page.keyboard.press("s");
  await page.waitForFunction(() => !document.getElementById("half-2").hidden);
  await motions(page);
  await page.keyboard.press("ArrowLeft");
  await shows(page, first - 1);
  assert.ok((await motions(page)).length > 1, "both boards move");
  await page.context().close();
  const still = await browser.open(file, `#hour=${first - 1}`);
  await stopMotions(still);
  await still.keyboard.press("ArrowRight");
  await shows(still, first);
  assert.deepEqual(await motions(still), []);
  await still.context().close();
});

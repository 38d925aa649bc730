// In Scotland Yard colours are names: pieces look as they are called, on light and on dark grounds.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, browse, chase, goTo, pageOf } from "./browser.js";

let browser;
let file;
before(async () => {
  browser = await browse();
  chase(["record", "scotland-yard", "--stations", "20", "--detectives", "5", "--rounds", "9:3,8", "--seed", "3", "-o", "five.json", "--trace", "never"]);
  file = pageOf(join(FOLDER, "five.json"));
});
after(() => browser.close());

/** The name of the colour that a fill is nearest to. */
function called([red, green, blue]) {
  if (Math.max(red, green, blue) < 60) return "black";
  if (Math.min(red, green, blue) > 230) return "white";
  if (red > 200 && green > 180) return "yellow";
  if (red > green && red > blue) return "red";
  return green > blue ? "green" : "blue";
}

/** The contrast of two colours as WCAG 2 has it. */
function contrast(one, other) {
  const [low, high] = [one, other].map((colour) => {
    const [red, green, blue] = colour.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

const parts = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map(Number);

for (const colorScheme of ["light", "dark"]) {
  test(`pieces have the colours that they are called by, ${colorScheme}`, async () => {
    const page = await browser.open(file, "#rotation=1", { colorScheme });
    const ground = parts(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor));
    const pieces = await page.locator("#board .piece:not(.last_seen)").evaluateAll((all) => all.map((piece) => {
      const { fill, stroke } = getComputedStyle(piece.querySelector(".body"));
      return { words: piece.querySelector("title").textContent, fill, stroke };
    }));
    assert.equal(pieces.length, 6);
    for (const { words, fill, stroke } of pieces) {
      const name = words.startsWith("Mr X") ? "black" : words.split(" ")[0].toLowerCase();
      assert.equal(called(parts(fill)), name, words);
      assert.ok(contrast(parts(stroke), ground) >= 4.5, `${words}: ${stroke}`);
    }
    const lines = await page.locator("#board .link").evaluateAll((all) => all.map((link) => getComputedStyle(link).stroke));
    for (const line of new Set(lines)) assert.ok(contrast(parts(line), ground) >= 3, line);
    await page.context().close();
  });
}

test("Mr X has one name, tickets have words, and lines a legend", async () => {
  const page = await browser.open(file, "#rotation=1");
  const all = await page.evaluate(() => document.body.innerText);
  assert.ok(!all.includes("BLACK"), all);
  const heads = await page.locator("#who thead th").allInnerTexts();
  assert.deepEqual(heads, ["who", "station", "taxi", "bus", "underground", "double", "secret"]);
  const wide = await page.evaluate(() => document.getElementById("who").scrollWidth - document.querySelector("#who-panel .scroll").clientWidth);
  assert.ok(wide <= 0, `${wide} pixels of the table are hidden`);
  const legend = await page.locator("#legend").innerText();
  for (const way of ["taxi", "bus", "underground", "ferry"]) assert.ok(legend.includes(way), way);
  await page.context().close();
});

test("a strip has the rounds, and those in which Mr X shows himself", async () => {
  const page = await browser.open(pageOf(join(ROOT, "replays/scotland-yard/captured.json")), "#rotation=2");
  assert.equal(await page.locator("#steps li").count(), 9);
  assert.deepEqual(await page.locator("#steps .special b").allInnerTexts(), ["3", "8"]);
  assert.equal(await page.locator("#steps .now b").innerText(), "4");
  assert.match(await page.locator("#track-words").innerText(), /Mr X shows himself in rounds 3 and 8/);
  assert.match(await page.locator("#headline").innerText(), /last seen at station 6/);
  assert.equal(await page.locator("#board .arrow.moved").count(), 4, "two legs of a double move, two detectives");
  await goTo(page, 0);
  assert.equal(await page.locator("#steps .begun, #steps .now").count(), 0);
  await page.context().close();
});

test("the travel log has the ticket of every round, and a station only where it may be known", async () => {
  const replay = join(ROOT, "replays/scotland-yard/captured.json");
  const told = (page) => page.locator("#steps li").evaluateAll((all) => all.map((item) => item.querySelector("span")?.textContent || ""));
  const page = await browser.open(pageOf(replay), "#rotation=3");
  const all = await told(page);
  assert.equal(all.filter(Boolean).length, 5);
  assert.ok(all.slice(0, 5).every((words) => /^(taxi|bus|underground|secret) to \d+$/.test(words)), all.join());
  await goTo(page, 1);
  assert.equal((await told(page)).filter(Boolean).length, 2, "later rounds are not told before they begin");
  await page.context().close();
  const hidden = await browser.open(pageOf(replay, ["--as", "detectives"]), "#rotation=3");
  const seen = await told(hidden);
  assert.deepEqual(seen.map((words) => words.includes(" to ")), all.map((_, n) => n === 2), seen.join());
  assert.deepEqual(seen.slice(0, 5).map((words) => words.split(" ")[0]), all.slice(0, 5).map((words) => words.split(" ")[0]));
  await hidden.context().close();
});

// The page in other circumstances: on paper, in the colours of the reader, without motion, by
// addresses that name no moment, and keys in a window that is too small.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, browse, pageOf, settled } from "./browser.js";

const S3 = join(ROOT, "replays/police/S3.json");
let browser;
let file;
before(async () => {
  browser = await browse();
  file = pageOf(S3);
});
after(() => browser.close());

const style = (page, selector, name) => page.locator(selector).first()
  .evaluate((element, name) => getComputedStyle(element)[name], name);

test("paper has the moment, its words, and nothing to press", async () => {
  const page = await browser.open(file, "#hour=3");
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["#time", ".tools", "#plots-panel"]) {
    assert.equal(await page.locator(hidden).isVisible(), false, hidden);
  }
  for (const shown of ["#title", "#board .piece", "#who", "#events"]) {
    assert.equal(await page.locator(shown).first().isVisible(), true, shown);
  }
  const paper = await page.pdf({ format: "A4" });
  const pages = paper.toString("latin1").match(/\/Type\s*\/Page\b/g);
  assert.ok(pages.length <= 2, `${pages.length} sheets`);
  await page.context().close();
});

test("forced colours leave the pieces their own", async () => {
  const page = await browser.open(file, "#hour=3", { forcedColors: "active" });
  const fills = await page.locator("#board .body").evaluateAll((all) => all.map((body) => getComputedStyle(body).fill));
  assert.equal(new Set(fills).size, 5, `${fills}`);
  const link = await style(page, "#board .link", "stroke");
  const ground = await style(page, "html", "backgroundColor");
  assert.notEqual(link, ground);
  const button = await style(page, "#play", "borderTopStyle");
  assert.equal(button, "solid");
  await page.context().close();
});

test("addresses that name no moment show the nearest, and say so", async () => {
  for (const [hash, cycle, turn, said] of [
    ["#hour=-1", "0", "", "There is no hour -1; this is hour 0."],
    ["#hour=2.7", "2", "", "There is no hour 2.7; this is hour 2."],
    ["#hour=1e9", "5", "", "There is no hour 1000000000; this is hour 5."],
    ["#hour=", "0", "", ""],
    ["#hour=soon", "0", "", ""],
    ["#turn=2", "0", "", ""],
    ["#hour=4&turn=99", "4", "", ""],
    ["#hour=4&turn=-1", "4", "", ""],
    ["#hour=4&turn=1", "4", "1", "After turn 1 of "],
    ["#rotation=4", "0", "", ""],
    ["#%E0%A4%A", "0", "", ""],
  ]) {
    const page = await browser.open(file, hash);
    const body = await page.evaluate(() => ({ ...document.body.dataset, note: document.getElementById("turn").textContent }));
    assert.deepEqual([body.cycle, body.turn], [cycle, turn], hash);
    assert.ok(said ? body.note.startsWith(said) : body.note === "", `${hash}: ${body.note}`);
    assert.deepEqual(page.troubles, [], hash);
    await page.context().close();
  }
});

test("keys scroll nothing and go no further than the ends", async () => {
  const page = await browser.open(file, "#hour=5", { viewport: { width: 900, height: 300 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight > 400));
  const keys = ["ArrowRight", "l", "PageDown", "Control+PageDown", "End", "Shift+ArrowRight", "e", " ", "Home",
    "ArrowLeft", "j", "PageUp", "Control+PageUp", "Shift+ArrowLeft", "E", "h", "h", "0", "+", "-"];
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(20);
    assert.equal(await page.evaluate(() => window.scrollY), 0, key);
  }
  await settled(page);
  assert.equal(await page.evaluate(() => document.body.dataset.cycle), "0");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

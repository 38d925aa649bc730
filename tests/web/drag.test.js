// Dragging a piece is clicking where it stands and where it is let go; the board stays where it is.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, afterEach, before, test } from "node:test";
import { ROOT, browse } from "./browser.js";
import { endAll, serve } from "./serve.js";

let browser;
before(async () => { browser = await browse(); });
afterEach(endAll);
after(() => browser.close());

const at = (path) => join(ROOT, path);
const scene = (page) => page.evaluate(() => document.body.dataset.scene);
/** Waits until a moment after this one is shown, in which somebody is asked or the game is over. */
const asked = (page, before = "") => page.waitForFunction((before) => {
  const { scene } = document.body.dataset;
  return scene !== undefined && scene !== before && document.querySelector("#board .hot");
}, before);
const middleOf = async (page, selector) => {
  const box = await page.locator(selector).first().boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.mouse.move(...to);
  await page.mouse.up();
}

test("a piece of a board is dragged to where it goes; elsewhere it is refused in words", async () => {
  const game = await serve(["play", "animal-checkers", "--moves", "14", "--agent", "random", "--seed", "5", "--web", "--no-open"]);
  const page = await browser.live(game.address);
  await asked(page);
  const view = await page.locator("#board").getAttribute("viewBox");
  const from = await page.locator("#board .hot").first().getAttribute("data-place");
  await page.locator("#board .hot").first().click();
  await page.waitForFunction(() => document.querySelector("#board .picked"));
  const to = await page.locator("#board .hot").first().getAttribute("data-place");
  await page.keyboard.press("Escape");
  const place = (n) => middleOf(page, `#board [data-place="${n}"] .place`);
  const first = await scene(page);
  await drag(page, await place(from), await place(24));
  await page.waitForFunction(() => document.getElementById("refusal").textContent !== "");
  assert.equal(await scene(page), first);
  await drag(page, await place(from), await place(to));
  await asked(page, first);
  assert.equal(await page.locator("#board").getAttribute("viewBox"), view);
  assert.match(await page.locator("#last-move").textContent(), /^Last move: /);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("an agent is dragged along a road", async () => {
  const game = await serve(["play", "police", at("data/police/citiesSmall.data"), at("data/police/agentsS0.data"), "10", "6", "--player", "D1=human", "--web", "--no-open"]);
  const page = await browser.live(game.address);
  await asked(page);
  const first = await scene(page);
  const mine = page.locator("#board .piece.side-1 .body");
  const stands = Number(await page.locator("#board .piece.side-1").getAttribute("data-place"));
  const others = await page.locator("#board .hot").evaluateAll((all) => all.map((spot) => Number(spot.dataset.place)));
  const box = await mine.boundingBox();
  const to = others.find((place) => place !== stands);
  await drag(page, [box.x + box.width / 2, box.y + box.height / 2], await middleOf(page, `#board [data-place="${to}"] .place`));
  await asked(page, first);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

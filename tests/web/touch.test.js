// On phones everything that is pressed is at least 44 pixels high and wide, and so are the places of a map.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, browse, pageOf } from "./browser.js";
import { endAll, serve } from "./serve.js";

let browser;
before(async () => { browser = await browse(); });
after(() => { endAll(); return browser.close(); });

const LEAST = 44;
const PHONES = [{ width: 390, height: 844 }, { width: 844, height: 390 }];

/** What can be pressed and is too small: its name and its size. The marks of a curve stand too close together for it. */
const small = (page, least) => page.evaluate((least) => {
  const pressed = [...document.querySelectorAll("button, summary, select, a, input")].filter((one) => !one.closest("#chart-marks"));
  /* A box to tick is pressed by its label. */
  const shown = pressed.map((one) => ({ one, box: (one.type === "checkbox" && one.closest("label") || one).getBoundingClientRect() })).filter(({ box }) => box.width > 0 && box.height > 0);
  return shown.filter(({ box }) => box.width < least || box.height < least)
    .map(({ one, box }) => `${one.id || one.textContent} ${box.width}x${box.height}`);
}, least);

for (const viewport of PHONES) {
  const size = `${viewport.width}x${viewport.height}`;
  for (const name of ["police/S3", "scotland-yard/captured", "fishing/three"]) {
    test(`${name} has room for fingers, ${size}`, async () => {
      const page = await browser.open(pageOf(join(ROOT, `replays/${name}.json`)), "", { viewport, hasTouch: true });
      assert.deepEqual(await small(page, LEAST), []);
      const places = await page.locator("#board .hit").evaluateAll((all) => all.map((hit) => hit.getBoundingClientRect().width));
      assert.ok(places.every((width) => width >= LEAST), String(Math.min(...places)));
      assert.equal(places.length > 0, !name.startsWith("fishing"), "squares are as large as they can be");
      await page.context().close();
    });
  }

  test(`play has room for fingers, and a tap beside a disc is one on its place, ${size}`, async () => {
    const game = await serve(["play", "scotland-yard", "--stations", "12", "--detectives", "1", "--rounds", "3:2", "--player", "mr-x=human", "--player", "detectives=random", "--seed", "3", "--web", "--no-open"]);
    const page = await browser.live(game.address, { viewport, hasTouch: true });
    await page.waitForFunction(() => document.querySelectorAll(".hot").length > 0 && document.body.dataset.scene !== undefined);
    assert.deepEqual(await small(page, LEAST), []);
    const place = await page.locator(".hot").first().getAttribute("data-place");
    const under = await page.evaluate((place) => {
      const { x, y, width, height } = document.querySelector(`#board .hit[data-place="${place}"]`).getBoundingClientRect();
      const [middleX, middleY, radius] = [x + width / 2, y + height / 2, width / 2 - 1];
      const at = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => document.elementFromPoint(middleX + radius * Math.cos(n * Math.PI / 4), middleY + radius * Math.sin(n * Math.PI / 4)));
      return at.map((one) => one && one.closest("[data-place]")?.dataset.place);
    }, place);
    assert.ok(under.filter((one) => one === place).length >= 4, under.join());
    await page.context().close();
    await game.end();
  });

  test(`the directions of ROBOTS have room for fingers, ${size}`, async () => {
    const game = await serve(["play", "robots", "--robots", "12", "--seed", "4", "--web", "--no-open"]);
    const page = await browser.live(game.address, { viewport, hasTouch: true });
    await page.waitForFunction(() => document.querySelectorAll("#pad button").length === 9 && document.body.dataset.scene !== undefined);
    assert.deepEqual(await small(page, LEAST), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
    await page.context().close();
    await game.end();
  });
}

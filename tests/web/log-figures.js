// What a page of a long log costs, in figures: node log-figures.js PAGE. Nothing is asserted: times are those of the machine.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { browse } from "./browser.js";

const file = resolve(process.argv[2]);
const browser = await browse();
const timed = async (what) => {
  const start = performance.now();
  await what();
  return performance.now() - start;
};
const middle = (all) => all.toSorted((a, b) => a - b)[all.length >> 1];
const [opened, zoomed, scrolled] = [[], [], []];
for (let run = 0; run < 5; run += 1) {
  let page;
  opened.push(await timed(async () => {
    page = await browser.open(file);
    await page.waitForFunction(() => document.querySelectorAll(".signal canvas").length > 0);
  }));
  zoomed.push(await timed(() => page.keyboard.press("+")));
  scrolled.push(await timed(async () => {
    await page.evaluate(() => [...document.querySelectorAll(".signal")].at(-1).scrollIntoView());
    await page.waitForFunction(() => [...document.querySelectorAll(".signal")].at(-1).querySelector("canvas"));
  }));
  await page.context().close();
}
console.log(`page ${(statSync(file).size / 1e6).toFixed(1)} MB`);
for (const [what, times] of [["first plots drawn", opened], ["a zoom", zoomed], ["the last plot drawn", scrolled]]) console.log(`${what} in ${middle(times).toFixed(0)} ms (median of 5)`);
await browser.close();

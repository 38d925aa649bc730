// What a page of a long game costs, in figures: node figures.js PAGE LAST. Nothing is asserted: times
// are those of the machine.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { browse, goTo } from "./browser.js";

const [file, last] = [resolve(process.argv[2]), Number(process.argv[3])];
const browser = await browse();
const timed = async (what) => {
  const start = performance.now();
  await what();
  return performance.now() - start;
};
let page;
const opened = await timed(async () => { page = await browser.open(file, `#cycle=${last}`); });
const jumps = [];
for (let n = 1; n <= 40; n += 1) {
  const to = (n * 7_919_993) % last;
  jumps.push(await timed(() => goTo(page, to)));
}
jumps.sort((a, b) => a - b);
/** The mean time of a step, of 200 from the beginning. */
const steps = () => timed(async () => {
  for (let n = 1; n <= 200; n += 1) await goTo(page, n);
}).then((all) => all / 200);
await goTo(page, 0);
await steps();
await goTo(page, 0);
const before = await steps();
for (let reset = 0; reset < 100; reset += 1) {
  await goTo(page, last);
  await goTo(page, 0);
}
const after = await steps();
const session = await page.context().newCDPSession(page);
await session.send("Performance.enable");
const { metrics } = await session.send("Performance.getMetrics");
const heap = metrics.find((it) => it.name === "JSHeapUsedSize").value;
const ms = (time) => `${time.toFixed(1)} ms`;
console.log(`page ${(statSync(file).size / 1e6).toFixed(1)} MB`);
console.log(`opens in ${ms(opened)}`);
console.log(`jump ${ms(jumps[20])} (median of 40), ${ms(jumps[39])} at most`);
console.log(`step ${ms(before)}, after 100 resets ${ms(after)}: ${(after / before).toFixed(2)} x`);
console.log(`heap ${(heap / 1e6).toFixed(0)} MB`);
await browser.close();

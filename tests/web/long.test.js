// A long game: many chunks, jumps to and fro, and a page that does not grow while it is used.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, browse, chase, goTo, pageOf, readBoard } from "./browser.js";

const LAST = 36_000;
let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

/** Nodes of the page and bytes of its scripts' heap, after what is of no use was thrown away. */
async function weighed(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  await session.send("Performance.enable");
  const { metrics } = await session.send("Performance.getMetrics");
  const metric = (name) => metrics.find((it) => it.name === name).value;
  await session.detach();
  return { nodes: metric("Nodes"), heap: metric("JSHeapUsedSize") };
}

test("a long game is jumped through, and the page does not grow", async () => {
  chase(["record", "police", "--two-coloured", "--hours", String(LAST), "--seed", "3", "-o", "long.chase", "--trace", "never"]);
  const page = await browser.open(pageOf(join(FOLDER, "long.chase")), `#hour=${LAST}`);
  const chunks = await page.locator("[data-chunk]").count();
  assert.ok(chunks > 8, `${chunks} chunks are more than the page keeps`);
  for (const hour of [0, 4095, 4096, 20_000, 31_337, LAST - 1]) {
    await goTo(page, hour);
    const line = chase(["replay", join(FOLDER, "long.chase"), "--hour", String(hour), "--format", "json"]);
    const { pieces } = await readBoard(page);
    const cities = JSON.parse(line).agents.map((agent) => String(agent.city.id));
    assert.deepEqual(pieces.map((piece) => piece.label), cities, `hour ${hour}`);
  }
  // Every chunk was unpacked once; then there and back a hundred times.
  for (let hour = 0; hour <= LAST; hour += 4096) await goTo(page, hour);
  await goTo(page, 0);
  const before = await weighed(page);
  for (let reset = 0; reset < 100; reset += 1) {
    await goTo(page, 2 + reset);
    await goTo(page, 0);
  }
  const after = await weighed(page);
  assert.ok(after.nodes <= before.nodes * 1.05, `${before.nodes} nodes, then ${after.nodes}`);
  assert.ok(after.heap <= before.heap * 1.2, `${before.heap} bytes, then ${after.heap}`);
  assert.ok(after.heap < 300e6, `${after.heap} bytes`);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

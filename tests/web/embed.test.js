// Pages for a frame of another page: small, and the same game.
import assert from "node:assert/strict";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { FOLDER, ROOT, browse, chase, hash, pageOf, readBoard } from "./browser.js";

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

const S3 = join(ROOT, "replays/police/S3.json");

test("the hashes of the policy are those of both scripts of a page for a frame", () => {
  const page = readFileSync(pageOf(S3, ["--embed"]), "utf8");
  const packed = page.match(/id="packed-script">(.*?)<\/script>/)[1];
  const scripts = [page.match(/<script>([^]*?)<\/script>/)[1], gunzipSync(Buffer.from(packed, "base64"))].map(hash);
  assert.ok(page.includes(`script-src ${scripts.join(" ")};`), `${scripts}`);
});

test("games of 30 cycles take at most 60 KB in a frame, and 150 KB as a page", () => {
  for (const [n, [to, ...args]] of [
    ["30", "fishing", "--player", "random", "--player", "random"],
    ["30", "animal-checkers", "--player", "random", "--player", "random"],
    ["-1", "robots", "--robots", "45", "--player", "survivor"],
    ["-1", "scotland-yard", "--player", "mr-x=report", "--player", "detectives=random"],
  ].entries()) {
    const replay = join(FOLDER, `long-${n}.json`);
    chase(["record", ...args, "--seed", "1", "-o", replay, "--trace", "never"]);
    const size = (...more) => statSync(pageOf(replay, ["--to", to, ...more])).size;
    const [frame, page] = [size("--embed"), size()];
    assert.ok(frame <= 60000, `${args[0]}: ${frame} bytes`);
    assert.ok(page <= 150000, `${args[0]}: ${page} bytes`);
  }
});

test("a page in a frame shows the board, who plays and the controls, and nothing else", async () => {
  const outer = join(FOLDER, "outer.html");
  const frame = pageOf(S3, ["--embed"]);
  writeFileSync(outer, `<!DOCTYPE html><title>outer</title><iframe src="${frame.slice(FOLDER.length + 1)}#hour=3" width="600" height="500"></iframe>`);
  const page = await browser.open(outer, "", { isStill: true });
  const inner = page.frames()[1];
  await inner.waitForFunction(() => document.body.dataset.cycle === "3");
  for (const id of ["board", "players", "title", "on", "slider"]) assert.ok(await inner.locator(`#${id}`).isVisible(), id);
  for (const id of ["copy", "who-panel", "kind"]) assert.equal(await inner.locator(`#${id}`).isVisible(), false, id);
  const { scrollHeight, height } = await inner.evaluate(() => ({ scrollHeight: document.documentElement.scrollHeight, height: window.innerHeight }));
  assert.ok(scrollHeight <= height, `${scrollHeight} of ${height} pixels`);
  await inner.locator("#on").click();
  await inner.waitForFunction(() => document.body.dataset.cycle === "4");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  const whole = await browser.open(pageOf(S3), "#hour=4");
  const alone = await browser.open(frame, "#hour=4");
  const names = async (page) => (await readBoard(page)).pieces.map(({ name, label }) => `${name} ${label}`);
  assert.deepEqual(await names(alone), await names(whole));
  for (const page of [whole, alone]) await page.context().close();
});

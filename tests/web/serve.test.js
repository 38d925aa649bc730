// Replays shown by a server: one of any length, a library, two compared, play that goes on from a moment.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { FOLDER, ROOT, assertPolicy, browse, chase, pageOf, readBoard } from "./browser.js";
import { serve as begin } from "./serve.js";

const S3 = join(ROOT, "replays/police/S3.json");
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let files;
let browser;
const servers = [];

/** Starts the program; it is ended with the tests if one of them fails. */
async function serve(args) {
  const server = await begin(args);
  servers.push(server);
  return server;
}

before(async () => {
  files = await browse();
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
});
after(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await browser.close();
  await files.close();
});

/** Opens an address of a server; what goes wrong in it is kept. */
async function visit(address) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
  context.setDefaultTimeout(10000);
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (said) => { if (said.type() === "error" || said.type() === "warning") page.troubles.push(said.text()); });
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.answers = [];
  page.on("response", (answer) => { if (!answer.url().endsWith("/")) page.answers.push(answer.text().catch(String)); });
  await page.goto(address);
  return page;
}

/** A picture for whoever looks at the pages, where one is asked for. */
async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true });
}

const shows = (page, cycle) => page.waitForFunction((cycle) => document.body.dataset.cycle === cycle, String(cycle), { timeout: 60000 });
const jump = async (page, cycle) => {
  await page.evaluate((cycle) => { location.hash = `#cycle=${cycle}`; }, cycle);
  await shows(page, cycle);
};
const serious = async (page) => {
  await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run());
  return violations.filter((it) => ["serious", "critical"].includes(it.impact)).map((it) => `${it.id}: ${it.nodes.map((node) => node.html)}`);
};

test("a replay is shown as in its file, its hashes fit, and nothing but the server is asked", async () => {
  const server = await serve(["view", S3, "--serve", "--no-open"]);
  assertPolicy(await (await fetch(server.address)).text());
  const page = await visit(server.address);
  const file = await files.open(pageOf(S3), "#hour=3");
  await jump(page, 3);
  await page.waitForFunction(() => document.body.dataset.overview === "done");
  const told = (page) => page.evaluate(() => ["who", "events", "about", "headline", "column", "ticks"].map((id) => document.getElementById(id).innerHTML));
  assert.deepEqual(await told(page), await told(file));
  const board = async (page) => (await readBoard(page)).pieces.map((piece) => `${piece.name} ${piece.label}`);
  assert.deepEqual(await board(page), await board(file));
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForFunction(() => document.body.dataset.turn === "1");
  await page.keyboard.press("End");
  await shows(page, 5);
  assert.match(await page.locator("#headline").textContent(), /caught/);
  assert.ok(!page.url().includes("key="), page.url());
  await shot(page, "served");
  // A link that is copied opens the same moment elsewhere, and says how long it does.
  await jump(page, 3);
  await page.click("#copy");
  await page.waitForFunction(() => document.getElementById("turn").textContent === "The link works only on this machine, and while the program runs.");
  const other = await visit(await page.evaluate(() => navigator.clipboard.readText()));
  await shows(other, 3);
  assert.deepEqual(await board(other), await board(file));
  assert.deepEqual(await serious(page), []);
  assert.deepEqual(page.troubles, []);
  assert.equal((await server.end()).code, 0);
});

test("a long replay is gone through in any order, and its time line comes later", async () => {
  chase(["new", "police", "--two-coloured", "--seed", "1", "-o", "m"]);
  chase(["record", "police", "m-cities.data", "m-agents.data", "30000", "1", "-o", "long.chase", "--trace", "never"]);
  const server = await serve(["view", join(FOLDER, "long.chase"), "--serve", "--no-open"]);
  const page = await visit(server.address);
  for (const hour of [29999, 0, 15000, 15001, 14847, 255, 256, 20000]) {
    await jump(page, hour);
    const words = JSON.parse(chase(["replay", "long.chase", "--hour", String(hour), "--format", "json"]));
    assert.ok(words);
    const events = await page.locator("#events li.now").allInnerTexts();
    assert.ok(events.length > 0, `hour ${hour} has its events`);
  }
  await page.waitForFunction(() => document.body.dataset.overview === "done", null, { timeout: 60000 });
  assert.ok(await page.locator("#column option").count() > 0);
  assert.deepEqual(page.troubles, []);
  await server.end();
});

test("a library lists, filters, draws, opens and compares", async () => {
  const games = join(FOLDER, "games");
  mkdirSync(games);
  chase(["match", "animal-checkers", "--player", "greedy", "--player", "random", "--games", "60", "--seed", "3", "--replays", games]);
  copyFileSync(S3, join(games, "S3.json"));
  copyFileSync(join(ROOT, "replays/robots/won.json"), join(games, "won.json"));
  writeFileSync(join(games, "results.json"), "{\"players\": []}");
  writeFileSync(join(games, "cut.json"), readFileSync(S3).subarray(0, 3000));
  const server = await serve(["view", games, "--serve", "--no-open"]);
  const page = await visit(server.address);
  const fit = (words) => page.waitForFunction((words) => document.getElementById("fit")?.textContent === words, words, { timeout: 60000 });
  await fit("1 to 50 of 63");
  await page.waitForFunction(() => [...document.querySelectorAll("#catalogue img")].filter((image) => image.naturalWidth > 0).length > 3);
  await shot(page, "library");
  assert.deepEqual(await serious(page), []);
  await page.click("#pages-on");
  await fit("51 to 63 of 63");
  await page.selectOption("#filter-game", "police");
  await fit("1 to 1 of 1");
  await page.selectOption("#filter-game", "");
  await page.fill("#filter-name", "cut");
  await fit("1 to 1 of 1");
  assert.match(await page.locator("#catalogue tbody").innerText(), /cut\.json/);
  assert.equal(await page.locator("#catalogue a").count(), 0);
  await page.fill("#filter-name", "game-000");
  await fit("1 to 9 of 9");
  for (const n of [0, 1]) await page.locator("#catalogue input").nth(n).check();
  await page.click("#compare");
  await page.waitForFunction(() => document.body.dataset.cycle !== undefined);
  assert.match(await page.locator("#why").textContent(), /^different: move/);
  await shot(page, "served-pair");
  await page.getByRole("link", { name: "All replays" }).click();
  await fit("1 to 50 of 63");
  await page.fill("#filter-name", "S3");
  await page.getByRole("link", { name: "S3.json" }).click();
  await jump(page, 4);
  assert.deepEqual(page.troubles, []);
  await server.end();
});

test("play goes on from a moment, and what is played says where it comes from", async () => {
  const server = await serve(["view", join(ROOT, "replays/animal-checkers/den.json"), "--serve", "--no-open"]);
  const page = await visit(server.address);
  await jump(page, 6);
  await page.click("#try-here");
  await page.selectOption("#try-seat-0", "human");
  await page.selectOption("#try-seat-1", "random");
  await shot(page, "try");
  assert.deepEqual(await serious(page), []);
  await page.click("#try-play");
  await page.waitForURL((url) => url.href !== server.address && !url.href.includes("replay="), { timeout: 60000 });
  await page.waitForFunction(() => document.body.dataset.live !== undefined && document.body.dataset.cycle !== undefined);
  assert.equal(await page.locator("#kind").textContent(), "animal-checkers \u00b7 goes on from den.json, move 6");
  await page.locator("#actions summary").click();
  await page.locator("#actions-list button").first().click();
  await page.waitForFunction(() => Number(document.body.dataset.cycle) >= 8 && document.querySelectorAll(".hot").length > 0, null, { timeout: 60000 });
  await shot(page, "tried");
  const { said, code } = await server.end();
  assert.equal(code, 0);
  assert.match(said, /moves 0 to 8 are recorded in den-move-6\.json/);
  const info = chase(["info", "den-move-6.json"]);
  assert.match(info, /goes on from {2}move 6, seal/);
  assert.match(info, /players {7}human, random/);
  chase(["verify", "den-move-6.json"]);
});

test("who looks through the eyes of others gets what they see and no more, and plays on nothing", async () => {
  const server = await serve(["view", S3, "--as", "D2", "--serve", "--no-open"]);
  const page = await visit(server.address);
  await jump(page, 3);
  await page.waitForFunction(() => document.body.dataset.overview === "done");
  assert.match(await page.locator("#kind").textContent(), /seen by D2/);
  assert.equal(await page.locator("#try-here").count(), 0);
  const told = (page) => page.evaluate(() => ["who", "events", "about", "headline"].map((id) => document.getElementById(id).innerHTML));
  assert.deepEqual(await told(page), await told(await files.open(pageOf(S3, ["--as", "D2"]), "#hour=3")));
  const all = (await Promise.all(page.answers)).join("\n");
  assert.ok(all.includes("\"places\"") && all.includes("D2"), "something was sent");
  for (const secret of ["S3.json", "seal", "seed", "getaway", "cheapest", "a1a2a6c450b53775"]) assert.ok(!all.includes(secret), secret);
  const address = new URL(server.address);
  const headers = { Authorization: `Bearer ${address.hash.slice(5)}`, "Content-Type": "application/json", Origin: address.origin };
  const tried = await fetch(`${address.origin}/try`, { method: "POST", headers, body: JSON.stringify({ replay: 0, cycle: 2, players: [] }) });
  assert.equal(tried.status, 422);
  for (const path of ["/catalogue", "/thumbnail?replay=0", "/pair?ours=0&theirs=0"]) {
    const text = await (await fetch(address.origin + path, { headers })).text();
    assert.ok(!text.includes("S3.json") && !text.includes("getaway"), `${path}: ${text.slice(0, 200)}`);
  }
  await server.end();
});

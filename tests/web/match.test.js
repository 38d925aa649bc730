// A match in the browser: its newest game, the others, how it stands, the finished games.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { CHASE, FOLDER, ROOT, browse, pageOf, readBoard } from "./browser.js";
import { endAll, serve } from "./serve.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SLOW = join(dirname(fileURLToPath(import.meta.url)), "slow.js");
const SHOWN = "the match is shown at";

let browser;
before(async () => { browser = await browse(); });
after(() => { endAll(); return browser.close(); });

/** A file that says how far a player goes: to its n-th game, and how many answers in that. */
const PACE = join(FOLDER, "pace");
// The very file that the program is started with: its sandbox shows it no other.
const goTo = (game, answers) => writeFileSync(PACE, `${game}:${answers}`);
/** A built-in player as a program that goes so far. */
const slowly = (game, name) => `exec:node ${SLOW} ${PACE} ${CHASE} player ${game} ${name} --stdio`;

/** Players that stand still lose nothing. */
const PATIENT = ["--start-time", "60s", "--move-time", "60s", "--game-time", "120s"];

const text = (page, id) => page.evaluate((id) => document.getElementById(id).textContent, id);
const until = (page, what, given) => page.waitForFunction(what, given, { timeout: 20000, polling: 20 });

async function clean(page, what) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`), [], what);
}

/** A picture for whoever looks at the pages, where one is asked for. */
async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`), fullPage: true });
}

test("a match is watched: the newest game, another, one that is over, the standings, the end", async () => {
  const games = join(FOLDER, "games");
  goTo(1, 8);
  const match = await serve(["match", "animal-checkers", "--player", slowly("animal-checkers", "greedy"), "--player", "random", "--games", "6", "--seed", "2", "--jobs", "2", "--replays", games, "--format", "json", ...PATIENT, "--web", "--no-open"], CHASE, SHOWN);
  const page = await browser.live(match.address);
  await until(page, () => Number(document.body.dataset.cycle) > 3 && document.querySelectorAll("#running button").length === 2);
  // A game goes on by itself, and the other one is a click away.
  const first = await text(page, "match-game");
  assert.match(first, /^Game [12]: side 0 .* \u2013 side 1 /);
  await shot(page, "match-first");
  assert.equal((await readBoard(page)).pieces.length > 2, true);
  await page.locator("#running button[aria-current=false]").first().click();
  await until(page, (first) => document.getElementById("match-game").textContent !== first && Number(document.body.dataset.cycle) > 3 && document.getElementById("kind").textContent.endsWith(`game ${document.body.dataset.game}`), first);
  // One looks back, and is not torn away; and comes to the newest again.
  await page.keyboard.press("Home");
  await until(page, () => document.body.dataset.cycle === "0");
  const heard = await text(page, "running");
  goTo(1, 11);
  await until(page, (heard) => document.getElementById("running").textContent !== heard, heard);
  assert.equal(await page.evaluate(() => document.body.dataset.cycle), "0");
  assert.match(await page.evaluate(() => location.hash), /^#move=0$/);
  await page.keyboard.press("n");
  await until(page, () => Number(document.body.dataset.cycle) > 3);
  await shot(page, "match-on");
  await clean(page, "a match that goes on");
  goTo(2, 5);
  // What is over counts, and the next game comes by itself.
  await until(page, () => Number(document.body.dataset.counted) >= 2 && Number(document.body.dataset.game) > 2);
  const counted = (await page.locator("#standings tbody tr td:nth-child(2)").allTextContents()).map(Number);
  assert.ok(counted.length === 2 && counted[0] >= 2 && counted[0] === counted[1], counted.join());
  // A finished game is looked through while the others are played.
  const link = page.locator("#ended a").last();
  const game = Number((await link.textContent()).slice(5));
  await link.click();
  await until(page, () => document.body.dataset.cycle === "0" && document.body.dataset.overview === "done");
  await page.keyboard.press("End");
  const file = join(games, `game-${String(game).padStart(4, "0")}.json`);
  const last = await page.evaluate(() => document.getElementById("slider").max);
  await until(page, (last) => document.body.dataset.cycle === last, last);
  const seen = await browser.open(pageOf(file), `#move=${last}`);
  const told = (page) => page.evaluate(() => ["who", "events", "headline", "column", "ticks"].map((id) => document.getElementById(id).innerHTML));
  assert.deepEqual(await told(page), await told(seen));
  await clean(page, "a finished game");
  await page.getByRole("link", { name: "All finished games" }).click();
  await until(page, () => document.body.dataset.library === "shown" && document.querySelectorAll("#catalogue img").length > 0);
  await shot(page, "match-list");
  await clean(page, "the list");
  await page.getByRole("link", { name: "The match" }).click();
  goTo(9, 0);
  // The end: the page stays.
  await until(page, () => document.body.dataset.match === "over");
  assert.equal(await text(page, "match-progress"), "The match is over: 6 of 6 games count.");
  await page.waitForFunction(() => document.querySelectorAll("#ended a").length === 6);
  await shot(page, "match-over");
  const late = await browser.live(match.address, { viewport: { width: 400, height: 800 } });
  await until(late, () => document.body.dataset.cycle !== undefined && document.body.dataset.match === "over");
  await late.emulateMedia({ colorScheme: "dark" });
  await shot(late, "match-narrow");
  await clean(late, "narrow, dark");
  assert.equal(await late.evaluate(() => document.documentElement.scrollWidth), 400);
  for (const one of [page, late]) assert.deepEqual(one.troubles, []);
  await page.context().close();
  await late.context().close();
  assert.match(match.said(), /the match is over; it is shown at http:\S+ until Ctrl-C/);
  assert.equal(JSON.parse(match.report()).games, 6);
  assert.equal((await match.end()).code, 0);
});

test("a game that hides something is shown as everybody may see it, and whole when the match is over", async () => {
  goTo(1, 4);
  const match = await serve(["match", "scotland-yard", "--stations", "14", "--detectives", "1", "--rounds", "9:3,8", "--player", "mr-x=report", "--player", `detectives=${slowly("scotland-yard", "closing")}`, "--games", "3", "--seed", "3", ...PATIENT, "--web", "--no-open"], CHASE, SHOWN);
  const page = await browser.live(match.address);
  await until(page, () => Number(document.body.dataset.cycle) >= 1);
  assert.match(await text(page, "kind"), /seen by everybody/);
  assert.match(await text(page, "who"), /unseen/);
  goTo(2, 4);
  await until(page, () => document.querySelectorAll("#ended a").length === 1);
  assert.match(await text(page, "ended-note"), /Hidden information is shown when/);
  await page.locator("#ended a").last().click();
  await until(page, () => document.body.dataset.cycle === "0" && location.search !== "");
  assert.match(await text(page, "kind"), /seen by everybody/);
  await page.getByRole("link", { name: "The match" }).click();
  goTo(9, 0);
  await until(page, () => document.body.dataset.match === "over" && document.body.dataset.cycle !== undefined);
  await page.locator("#ended a").last().click();
  await until(page, () => document.body.dataset.cycle === "0" && document.getElementById("kind").textContent === "scotland-yard \u00b7 game 1");
  assert.doesNotMatch(await text(page, "who"), /unseen/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  assert.equal((await match.end()).code, 0);
});

test("the hashes of the policy are those of the page of a match", async () => {
  const match = await serve(["match", "robots", "--player", "random", "--games", "1", "--seed", "1", "--web", "--no-open"], CHASE, SHOWN);
  const page = await (await fetch(match.address)).text();
  const hash = (what) => `sha256-${createHash("sha256").update(what).digest("base64")}`;
  const policy = readFileSync(join(ROOT, "src/tools/view/policy.rs"), "utf8");
  for (const [name, tag] of [["MATCH_SCRIPT", "script"], ["MATCH_STYLE", "style"]]) {
    const found = hash(page.match(new RegExp(`<${tag}>([^]*?)</${tag}>`))[1]);
    assert.ok(policy.includes(`${name}: &str = "${found}"`), `${name} of src/tools/view/policy.rs must be ${found}`);
  }
  assert.equal((await match.end()).code, 0);
});

// A page tells its game: who beat whom, how and when, in the heading, the title, the preview of a link.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, browse, chase, goTo, pageOf } from "./browser.js";

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

const replay = (name) => join(ROOT, `replays/${name}.json`);
const text = (page, id) => page.evaluate((id) => document.getElementById(id).textContent, id);

test("the heading, the title and the preview of a link say how a game ended", async () => {
  for (const [name, told] of [
    ["animal-checkers/den", "alphabeta beat greedy: dog into the den, move 21"],
    ["police/S1", "D1 caught the thief in sydney, hour 7"],
    ["police/S0", "The thief got away to melbourne, hour 4"],
    ["scotland-yard/captured", "BLUE caught Mr X at station 9, round 5"],
    ["fishing/three", "territory beat greedy and random: 23 fish to 13 and 13, turn 29"],
    ["robots/won", "contest won: no robot is left, turn 14"],
  ]) {
    const file = pageOf(replay(name));
    const source = readFileSync(file, "utf8");
    assert.ok(source.includes(`<meta property="og:title" content="${told}">`), name);
    assert.match(source, /<meta property="og:type" content="article">/);
    assert.match(source, new RegExp(`<meta property="og:description" content="A game of ${name.split("/")[0]}: [^"]*(won|lost)`));
    const page = await browser.open(file);
    assert.equal(await text(page, "title"), told);
    assert.equal(await page.title(), told);
    assert.deepEqual(page.troubles, [], name);
    assert.ok(!source.includes("BLACK"), "Mr X has one name");
    await page.context().close();
  }
});

test("players are listed with colour, seat, player and result", async () => {
  const page = await browser.open(pageOf(replay("police/S3")), "#hour=1");
  const players = await page.locator("#players li").allInnerTexts();
  assert.deepEqual(players.map((words) => words.split(/\s+/).join(" ")), [
    "T random lost", "D1 cheapest-least-visited won", "D2 cheapest-least-visited won", "D3 dfs won", "D4 dfs won",
  ]);
  const colours = await page.locator("#players .body").evaluateAll((all) => all.map((body) => getComputedStyle(body).fill));
  assert.equal(new Set(colours).size, 5);
  await page.context().close();
});

test("a viewer is not told who plays", async () => {
  const file = pageOf(replay("scotland-yard/escaped"), ["--as", "detectives"]);
  assert.ok(!readFileSync(file, "utf8").includes("random"));
  const page = await browser.open(file);
  assert.equal(await page.locator("#players .player").count(), 0);
  assert.equal(await text(page, "title"), "Mr X escaped: all rounds were used, round 9");
  await page.context().close();
});

test("what ended the game stands out, at its end alone", async () => {
  const page = await browser.open(pageOf(replay("police/S3")), "#hour=5");
  assert.equal(await page.locator("#board .ended").count(), 1);
  assert.match(await page.locator("#events .end").innerText(), /D1 catches the thief/);
  await goTo(page, 4);
  assert.equal(await page.locator("#board .ended").count(), 0);
  await page.context().close();
});

test("no panel is empty", async () => {
  const page = await browser.open(pageOf(replay("robots/won")), "#turn=0");
  const empty = await page.locator("aside details:visible").evaluateAll((all) => all.flatMap((panel) => {
    panel.open = true;
    return panel.textContent.trim() === panel.querySelector("summary").textContent.trim() ? [panel.id] : [];
  }));
  /* These two are filled as they open. */
  assert.deepEqual(empty.filter((id) => !["text-panel", "lists-panel"].includes(id)), []);
  await page.context().close();
});

test("names in a heading are only text", async () => {
  const scenario = JSON.parse(readFileSync(replay("police/S3"), "utf8")).scenario;
  for (const city of scenario.cities) city.name = `<b>"{preview}{style}${city.name}</title>`;
  writeFileSync(join(FOLDER, "heading.json"), JSON.stringify(scenario));
  chase(["record", "police", "--scenario-file", "heading.json", "--seed", "2", "-o", "heading-replay.json", "--trace", "never"]);
  const page = await browser.open(pageOf(join(FOLDER, "heading-replay.json")));
  assert.equal(await page.locator("b").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("the rules are one click away", async () => {
  const page = await browser.open(pageOf(replay("fishing/three")), "#turn=3");
  await page.locator("#rules").click();
  assert.equal(await page.locator("#rules-shown").isVisible(), true);
  assert.match(await page.locator("#rules-list").innerText(), /straight line along a row or a column/);
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => document.body.dataset.cycle), "3", "keys are the dialog's");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#rules-shown").isVisible(), false);
  await page.context().close();
});

// Pages of two histories, and pages without a script: what is drawn where, keys, names, axe.
import assert from "node:assert/strict";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, assertPolicy, browse, chase, goTo, readBoard } from "./browser.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const CAUSE = join(ROOT, "tests/causes/path-by-length");
const SIDES = ["ours.txt", "ref.txt", "--scenario", "cities.data", "agents.data", "4", "2850"];
const S3 = join(ROOT, "replays/police/S3.json");

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

let made = 0;

/** Makes the page of two sides. */
function pairOf(sides, options = {}) {
  made += 1;
  const file = join(FOLDER, `pair-${made}.html`);
  chase(["view", ...sides, "-o", file], options);
  return file;
}

const text = (page, id) => page.evaluate((id) => document.getElementById(id).textContent, id);
const shows = (page, cycle) => page.waitForFunction((cycle) => document.body.dataset.cycle === cycle, String(cycle), { timeout: 60000 });
const count = (page, selector) => page.locator(`#stage ${selector}`).count();

/** What diff prints, whatever its status. */
function diff(args, options) {
  try {
    return chase(["diff", ...args], options);
  } catch (error) {
    assert.equal(error.status, 1, error.stderr);
    return error.stdout;
  }
}

test("the hashes of the policy are those of a page of two sides", () => {
  assertPolicy(readFileSync(pairOf([S3, S3]), "utf8"));
});

test("path-by-length opens at hour 4 with D4 twice and the why as diff prints it", async () => {
  const file = pairOf(SIDES, { cwd: CAUSE });
  const page = await browser.open(file);
  await shows(page, 4);
  assert.deepEqual(page.requested, [`file://${file}`]);
  const { pieces } = await readBoard(page);
  const named = (name) => pieces.filter((piece) => piece.name === name).map((piece) => piece.label);
  assert.deepEqual(named("D4").sort(), ["0", "1"]);
  assert.deepEqual(["T", "D1", "D2", "D3"].map((name) => named(name).length), [1, 1, 1, 1]);
  assert.equal(await page.locator("#board .piece.theirs title").textContent(), "D4 in north hutt, theirs");
  assert.equal(await count(page, ".tie:not(.under)"), 1);
  // Theirs is dashed and not filled, ours is filled.
  const look = (selector) => page.locator(`#board .piece.${selector} .body`).evaluate((body) => (
    [getComputedStyle(body).strokeDasharray !== "none", getComputedStyle(body).fill]));
  const [ours, theirs] = [await look("ours"), await look("theirs")];
  assert.deepEqual([ours[0], theirs[0]], [false, true]);
  assert.notEqual(ours[1], theirs[1]);
  const printed = diff(SIDES, { cwd: CAUSE });
  assert.equal(await text(page, "report"), printed);
  const said = await page.locator("#why h2, #why p, #why li").allTextContents();
  for (const line of said.slice(1)) {
    const words = line.replace(/^(ours|theirs) /, "");
    assert.ok(printed.includes(words), `diff does not print: ${words}`);
  }
  for (const line of printed.split("\n").filter((line) => /^why:|^ {2}(ours|theirs) {2}?\S|at best|fits, too little|12 steps/.test(line) && !/hours,/.test(line))) {
    const words = line.trim().replace(/^(ours|theirs) +(?=to|nowhere)/, "$1 ");
    assert.ok(said.includes(words), `the page does not say: ${words} of ${said.join("\n")}`);
  }
  const rows = await page.locator("#why tbody tr").allTextContents();
  assert.equal(rows.length, 6);
  assert.deepEqual(rows.filter((row) => /ours|theirs/.test(row)), ["[0] hutt 01yes55ours", "stay-yes31theirs"]);
  assert.match(await text(page, "whose"), /ours.txt, transcript: pieces from its rows, no bars/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("keys of differences and of sides, a tick for each differing hour", async () => {
  const sides = [join(ROOT, "replays/police/S2.json"), S3];
  const json = JSON.parse(diff([...sides, "--format", "json", "--max", "1000"]));
  const cycles = [json.first.place, ...json.further].map((place) => place.cycle);
  const page = await browser.open(pairOf(sides));
  await shows(page, cycles[0]);
  const ticks = await page.locator("#ticks .differing").getAttribute("d");
  assert.equal(ticks.match(/M/g).length, cycles.length);
  for (const cycle of cycles.slice(1)) {
    await page.keyboard.press("n");
    await shows(page, cycle);
  }
  await page.keyboard.press("n");
  await page.waitForFunction(() => /no difference after/.test(document.getElementById("turn").textContent));
  for (const cycle of cycles.slice(0, -1).reverse()) {
    await page.keyboard.press("p");
    await shows(page, cycle);
  }
  const mode = (mode) => page.waitForFunction((mode) => document.querySelector(`[data-mode=${mode}]`).getAttribute("aria-pressed") === "true", mode);
  const visible = () => page.evaluate(() => ["half", "half-2"].map((id) => document.getElementById(id).getClientRects().length > 0));
  for (const [key, name, halves] of [["o", "ours", [true, false]], ["t", "theirs", [false, true]], ["s", "split", [true, true]]]) {
    await page.keyboard.press(key);
    await mode(name);
    assert.deepEqual(await visible(), halves, name);
    assert.equal(await count(page, "#board .theirs"), 0);
    assert.match(page.url(), new RegExp(`&side=${name}$`));
  }
  // Side by side, each board is its own side's.
  for (const [side, board] of [[0, "board"], [1, "board-2"]]) {
    const moment = JSON.parse(chase(["replay", sides[side], "--hour", String(cycles[0]), "--format", "json"]));
    const names = await page.locator(`#${board} .piece title`).allTextContents();
    assert.deepEqual(names.map((name) => name.split(" in ")[1]), moment.agents.map((agent) => agent.city.name), board);
  }
  await page.reload();
  await mode("split");
  await page.keyboard.press("b");
  await page.waitForFunction(() => document.querySelector("#board .theirs, #half-2[hidden]") || document.querySelector("[data-mode=both]").disabled);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

// A transcript of a replay shows what the replay shows, wherever it shows anything.
for (const game of readdirSync(join(ROOT, "replays"))) {
  test(`a replay of ${game} and its transcript are drawn once, and another one beside it`, async () => {
    const files = readdirSync(join(ROOT, "replays", game)).map((file) => join(ROOT, "replays", game, file));
    const transcript = join(FOLDER, `${game}.txt`);
    writeFileSync(transcript, chase(["replay", files[0]]));
    // Which of them is ours makes no difference to a game, so one game is enough for the other way.
    const ways = [[transcript, files[0]], [files[0], transcript]];
    for (const sides of game === "robots" ? ways : ways.slice(0, 1)) {
      const page = await browser.open(pairOf(sides));
      assert.match(await page.locator("#why .brief").textContent(), /^the same: /);
      const [last, theirs] = await page.evaluate(() => [Number(document.getElementById("slider").max), document.querySelectorAll("#ticks .differing").length]);
      assert.equal(theirs, 1);
      assert.equal(await page.locator("#ticks .differing").getAttribute("d"), "");
      const isFirst = sides[0] === transcript;
      const cycles = Array.from({ length: last + 1 }, (_, cycle) => cycle);
      for (const cycle of isFirst ? cycles.slice(0, 12) : [last]) {
        await goTo(page, cycle);
        assert.ok(await count(page, ".piece") > 0 || cycle === 0, `${sides} ${cycle}`);
        for (const other of [".theirs", ".tie", ".unlike-place", ".piece.ours"]) {
          assert.equal(await count(page, other), 0, `${sides} ${cycle} ${other}`);
        }
        assert.equal(await page.locator("#who .unlike").count(), 0, `${sides} ${cycle}`);
      }
      await page.keyboard.press("n");
      await page.waitForFunction(() => /There is no difference/.test(document.getElementById("turn").textContent));
      assert.deepEqual(page.troubles, []);
      await page.context().close();
    }
    if (files.length < 2) return;
    const page = await browser.open(pairOf([files[0], files[1]]));
    assert.match(await page.locator("#why .brief").textContent(), /^different: /);
    const drawn = await page.evaluate(() => document.querySelectorAll("#board .theirs, #board .unlike-place, #board-2 .piece.unlike").length);
    // Where not even the boards are the same, they stand side by side.
    const areOther = /not the same, so they stand side by side/.test(await text(page, "whose"));
    assert.ok(drawn > 0 || areOther, `${files[1]}`);
    assert.equal(await page.locator("#half-2").isVisible(), areOther);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("two transcripts without a scenario have no board and say so", async () => {
  const page = await browser.open(pairOf(["ours.txt", "ref.txt"], { cwd: CAUSE }));
  await shows(page, 4);
  assert.match(await text(page, "whose"), /There is no board/);
  assert.equal(await page.locator("#modes").isVisible(), false);
  assert.match(await text(page, "report"), /first difference: hour 4, D4: ours 0, theirs 1/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("what one side alone has, is drawn alone and held against nothing", async () => {
  const transcript = join(FOLDER, "S3.txt");
  writeFileSync(transcript, chase(["replay", S3]));
  const nothingDiffers = async (page) => {
    for (const other of [".theirs", ".tie", ".unlike-place", ".piece.ours", ".piece.unlike"]) assert.equal(await count(page, other), 0, other);
    assert.equal(await page.locator("#who .unlike").count(), 0);
  };
  // A transcript has no turns inside an hour.
  const inside = await browser.open(pairOf([transcript, S3]), "#hour=2&turn=2");
  await nothingDiffers(inside);
  assert.match(await text(inside, "turn"), /^After turn 2 of 6.*Only theirs is shown/);
  await inside.keyboard.press("o");
  await inside.waitForFunction(() => getComputedStyle(document.getElementById("board")).visibility === "hidden");
  assert.deepEqual(inside.troubles, []);
  await inside.context().close();
  // An hour behind the end of theirs.
  const long = join(ROOT, "replays/police/S1.json");
  const page = await browser.open(pairOf([long, S3]), "#hour=7");
  await nothingDiffers(page);
  assert.match(await text(page, "turn"), /^hour 7 is only in ours/);
  assert.equal(await page.locator("#board .piece").count() > 0, true);
  await page.keyboard.press("s");
  await page.waitForFunction(() => getComputedStyle(document.getElementById("board-2")).visibility === "hidden");
  assert.equal(await page.locator("#board-2 .piece").count(), 0);
  assert.match(await text(page, "about"), /ending of/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  // A page on which one side has no hour at all.
  for (const sides of [[long, S3], [S3, long]]) {
    const part = await browser.open(pairOf([...sides, "--from", "7"]), "#hour=7");
    await shows(part, 7);
    assert.match(await text(part, "turn"), new RegExp(`^hour 7 is only in ${sides[0] === long ? "ours" : "theirs"}`));
    assert.match(await text(part, "about"), /not on this page/);
    assert.ok(await part.locator("#board .piece").count() > 0);
    assert.deepEqual(part.troubles, []);
    await part.context().close();
  }
});

test("games of other players are listed apart", async () => {
  const [two, three] = ["two", "three"].map((name) => join(ROOT, `replays/fishing/${name}.json`));
  for (const [sides, rows] of [[[two, three], [2, 3]], [[three, two], [3, 2]]]) {
    const page = await browser.open(pairOf(sides));
    const names = await page.locator("#who tbody th").allTextContents();
    const of = (whose) => names.filter((name) => name.endsWith(`(${whose})`)).length;
    assert.deepEqual([of("ours"), of("theirs")], rows);
    assert.equal(await page.locator("#who .unlike").count(), 0);
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("what a transcript has wrong, lacks or does not tell", async () => {
  const right = chase(["replay", S3]);
  const hour = (n) => right.slice(right.indexOf(`Hour ${n}\n`), right.indexOf(`Hour ${n + 1}\n`));
  const [wrong, gap] = ["wrong.txt", "gap.txt"].map((name) => join(FOLDER, name));
  writeFileSync(wrong, right.replace(hour(2), hour(2).replace("9   5   5", "9   5  99")));
  writeFileSync(gap, right.replace(hour(2), ""));
  // A city that is none, and columns that were not compared.
  diff([wrong, S3, "--only", "T", "--html", "only.html"]);
  const page = await browser.open(join(FOLDER, "only.html"), "#hour=2");
  await shows(page, 2);
  assert.match(await text(page, "turn"), /^hour 2 is the same on both sides in T/);
  const cells = await page.locator("#who .unlike").allTextContents();
  assert.deepEqual([cells.length, cells[0]], [2, "99"]);
  await page.keyboard.press("n");
  await page.waitForFunction(() => /^There is no difference in T.* from hour 0 to hour/.test(document.getElementById("turn").textContent));
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  // An hour that is missing.
  const holed = await browser.open(pairOf([gap, S3]), "#hour=2");
  await shows(holed, 2);
  assert.match(await text(holed, "turn"), /^hour 2 is only in theirs/);
  assert.deepEqual(holed.troubles, []);
  await holed.context().close();
});

test("two transcripts that last saw Mr X in different places differ, and one is not held against where he is", async () => {
  chase(["record", "scotland-yard", "--detectives", "2", "--seed", "1", "-o", "x.json", "--trace", "never"]);
  const seen = chase(["replay", "x.json", "--as", "blue"]);
  const at = seen.indexOf("last_known: 117", seen.indexOf("Rotation 4"));
  writeFileSync(join(FOLDER, "a.txt"), seen);
  writeFileSync(join(FOLDER, "b.txt"), `${seen.slice(0, at)}last_known: 4${seen.slice(at + "last_known: 117".length)}`);
  for (const [sides, drawn, said] of [[["a.txt", "b.txt", "--scenario=--detectives 2 --seed 1"], 1, 2], [["a.txt", "x.json"], 0, 0]]) {
    const page = await browser.open(pairOf(sides), "#rotation=4");
    await shows(page, 4);
    assert.equal(await page.locator("#board .piece.theirs").count(), drawn);
    assert.equal(await page.locator("#board .piece.ours").count(), drawn);
    await page.locator("#text-panel summary").click();
    await page.waitForFunction(() => document.querySelectorAll("#text li").length > 0);
    const lines = await page.locator("#text li").allTextContents();
    assert.equal(lines.filter((line) => /^(ours|theirs): Mr X /.test(line)).length, said, lines.join("\n"));
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  }
});

test("names and files that are dangerous stay text", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const scenario = JSON.parse(readFileSync(S3, "utf8")).scenario;
  scenario.cities.forEach((city, n) => { city.name = `${name}${n}`; });
  writeFileSync(join(FOLDER, "names.json"), JSON.stringify(scenario));
  for (const [seed, file] of [["4", "</script><script>alert(2)</script>".replaceAll("/", "")], ["5", `b ${name}`]]) {
    chase(["record", "police", "--scenario-file", "names.json", "--seed", seed, "-o", `${file}.json`, "--trace", "never"]);
  }
  const files = readdirSync(FOLDER).filter((file) => /alert.*json$/.test(file)).map((file) => join(FOLDER, file));
  assert.equal(files.length, 2);
  const page = await browser.open(pairOf(files));
  await page.locator("#text-panel summary").click();
  await page.locator("#about-panel summary").click();
  const all = await page.evaluate(() => document.body.textContent);
  assert.ok(all.includes(`${name}1`) && all.includes("alert(2)"));
  assert.equal(await page.locator("main img, main script, header img").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

/** The page of a match. */
function matchPage() {
  const file = join(FOLDER, "match.html");
  chase(["match", "fishing", "--player", "territory", "--player", "greedy", "--games", "2", "--seed", "1", "--replays", "games", "--html", file]);
  return file;
}

for (const colorScheme of ["light", "dark"]) {
  test(`nothing serious is found by axe, and 400 pixels are enough, ${colorScheme}`, async () => {
    const pages = [
      [pairOf(SIDES, { cwd: CAUSE }), ""], [pairOf(SIDES, { cwd: CAUSE }), "#hour=4&side=split"],
      [join(FOLDER, "match.html"), ""],
    ];
    if (colorScheme === "light") matchPage();
    for (const [file, hash] of pages) {
      const isMatch = file.endsWith("match.html");
      const page = await browser.open(file, hash, { colorScheme, bypassCSP: true, isStill: isMatch });
      await page.addScriptTag({ path: AXE });
      await page.evaluate(() => document.querySelectorAll("details").forEach((panel) => { panel.open = true; }));
      const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      const serious = found.violations.filter((it) => ["serious", "critical"].includes(it.impact));
      assert.deepEqual(serious.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).slice(0, 3)}`), [], `${file}${hash}`);
      await page.setViewportSize({ width: 400, height: 800 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 400), `${file}${hash}`);
      await page.context().close();
    }
  });
}

test("a match leads to the pages of its games", async () => {
  const page = await browser.open(join(FOLDER, "match.html"), "", { isStill: true });
  await page.locator("a[href^='./']").first().click();
  await page.waitForFunction(() => document.body.dataset.cycle !== undefined);
  assert.match(await page.locator("#kind").textContent(), /^fishing · game-000\d.json$/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

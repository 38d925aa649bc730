// The page itself: nothing but itself, keys, the address, names that are dangerous, the slider.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, assertPolicy, browse, chase, pageOf, readBoard, settled } from "./browser.js";

const S3 = join(ROOT, "replays/police/S3.json");
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

const text = (page, id) => page.evaluate((id) => document.getElementById(id).textContent, id);
const shows = (page, cycle, turn = "") => page.waitForFunction(
  ([cycle, turn]) => document.body.dataset.cycle === cycle && document.body.dataset.turn === turn,
  [String(cycle), String(turn)], { timeout: 60000 });

test("the hashes of the policy are those of script and style", () => {
  const page = readFileSync(pageOf(S3), "utf8");
  assertPolicy(page);
});

test("it opens from a file, without a network and without a word of trouble", async () => {
  const file = pageOf(S3);
  const page = await browser.open(file, "#hour=3");
  assert.deepEqual(page.requested, [`file://${file}`]);
  assert.deepEqual(page.troubles, []);
  assert.equal(await text(page, "moment"), "hour 3 of 5");
  await page.context().close();
});

test("hour 3 of S3 shows places, stamina and tips", async () => {
  const page = await browser.open(pageOf(S3), "#hour=3");
  const { pieces } = await readBoard(page);
  assert.deepEqual(pieces.map((piece) => `${piece.name} ${piece.label}`), ["T 4", "D1 3", "D2 5", "D3 1", "D4 3"]);
  const rows = await page.locator("#who tbody tr").allInnerTexts();
  const stamina = rows.map((row) => row.match(/(\d+) of \d+/)[1]);
  assert.deepEqual(stamina, ["440", "1", "100", "59", "901"]);
  const heads = rows.map((row) => (row.match(/(\d+) [a-z ]+$/) || [])[1]);
  assert.deepEqual(heads.slice(1), ["9", "4", "4", "9"]);
  assert.equal(await page.locator("#board .arrow.plans").count(), 4);
  await page.context().close();
});

test("the address: other words, out of range, turns, back", async () => {
  const file = pageOf(S3);
  let page = await browser.open(file, "#cycle=2");
  await shows(page, 2);
  await page.evaluate(() => { location.hash = "#hour=99"; });
  await shows(page, 5);
  assert.match(await text(page, "turn"), /There is no hour 99; this is hour 5/);
  await page.evaluate(() => { location.hash = "#hour=4&turn=2"; });
  await shows(page, 4, 2);
  assert.match(await text(page, "turn"), /After turn 2 of \d, D1's/);
  await page.keyboard.press("End");
  await shows(page, 5);
  await page.goBack();
  await shows(page, 4, 2);
  assert.ok(page.url().endsWith("#hour=4&turn=2"));
  await page.context().close();
});

test("every key of the table", async () => {
  const page = await browser.open(pageOf(S3), "#hour=0");
  const press = async (key, cycle, turn) => { await page.keyboard.press(key); await shows(page, cycle, turn); };
  await press("ArrowRight", 1);
  await press("l", 2);
  await press("ArrowLeft", 1);
  await press("j", 0);
  await press("PageDown", 5);
  assert.match(await text(page, "headline"), /caught the thief/);
  await press("PageUp", 0);
  await press("End", 5);
  await press("Home", 0);
  await press("Shift+ArrowRight", 1, 1);
  await press("Shift+ArrowRight", 1, 2);
  await press("Shift+ArrowLeft", 1, 1);
  await press("Shift+ArrowLeft", 0);
  await press("Control+PageDown", 5);
  await press("Control+PageUp", 0);
  await press("e", 1);
  await press("E", 0);
  await page.keyboard.press("g");
  await page.keyboard.type("4");
  assert.equal(await page.evaluate(() => document.activeElement.id), "number");
  await page.keyboard.press("Enter");
  await shows(page, 4);
  await page.evaluate(() => document.activeElement.blur());
  const speed = () => page.locator("#speed").inputValue();
  await page.keyboard.press(".");
  assert.equal(await speed(), "5");
  await page.keyboard.press(",");
  assert.equal(await speed(), "2");
  const view = () => page.locator("#board").getAttribute("viewBox");
  const whole = await view();
  await page.keyboard.press("+");
  assert.notEqual(await view(), whole);
  await page.keyboard.press("0");
  assert.equal(await view(), whole);
  await page.keyboard.press("-");
  assert.notEqual(await view(), whole);
  const first = await page.locator("#board .piece").first().getAttribute("transform");
  await page.keyboard.press("f");
  await page.waitForFunction((first) => document.querySelector("#board .piece").getAttribute("transform") !== first, first);
  await page.keyboard.press("d");
  assert.equal(await page.evaluate(() => document.getElementById("lists-panel").open), true);
  await page.keyboard.press("?");
  assert.equal(await page.evaluate(() => document.getElementById("help").open), true);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await shows(page, 0);
  // A button that is gone keeps the keyboard until the browser has drawn: Space would press it.
  await page.waitForFunction(() => document.activeElement === document.body);
  await page.keyboard.press(" ");
  assert.equal(await page.locator("#play").getAttribute("aria-label"), "Pause");
  await shows(page, 5);
  await page.keyboard.press("c");
  assert.notEqual(await text(page, "copy"), "Copy link");
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("a turned board never stands without its pieces", async () => {
  const page = await browser.open(pageOf(S3), "#hour=1");
  const pieces = await page.evaluate(() => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "f", bubbles: true }));
    return document.querySelectorAll("#board .piece").length;
  });
  assert.equal(pieces, 5);
  await page.context().close();
});

test("keys are left alone with Alt, with Meta and in a field", async () => {
  const page = await browser.open(pageOf(S3), "#hour=1");
  await page.keyboard.press("Alt+l");
  await page.keyboard.press("Meta+l");
  await page.locator("#number").focus();
  await page.keyboard.press("End");
  assert.equal(await page.evaluate(() => document.body.dataset.cycle), "1");
  await page.context().close();
});

test("names that are dangerous stay text", async () => {
  const names = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"]]>", "\u202Eright to left", "x".repeat(1000)];
  const header = JSON.parse(readFileSync(S3, "utf8")).scenario;
  names.forEach((name, n) => { header.cities[n].name = name; });
  header.agents[1].name = "D1";
  const scenario = join(FOLDER, "names.json");
  writeFileSync(scenario, JSON.stringify(header));
  let replay;
  try {
    chase(["record", "police", "--scenario-file", scenario, "--seed", "4", "-o", "names-replay.json", "--trace", "never"]);
    replay = join(FOLDER, "names-replay.json");
  } catch (error) {
    assert.fail(`${error.stderr}`);
  }
  const page = await browser.open(pageOf(replay), "#hour=2");
  assert.match(await text(page, "kind"), /^police .* names-replay.json$/);
  await page.locator("#text-panel summary").click();
  await page.locator("#lists-panel summary").click();
  const all = await page.evaluate(() => document.body.textContent);
  for (const name of names) assert.ok(all.includes(name.slice(0, 15)), name);
  assert.equal(await page.locator("#board script, #board img, aside img, aside script").count(), 0);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
});

test("the slider paints at most once a frame and ends at the thumb", async () => {
  chase(["record", "police", "--two-coloured", "--hours", "1000", "--seed", "3", "-o", "long.json", "--trace", "never"]);
  const page = await browser.open(pageOf(join(FOLDER, "long.json")), "#hour=0");
  const { paints, frames } = await page.evaluate(async () => {
    let [paints, frames, counting] = [0, 0, true];
    const count = () => { frames += 1; if (counting) requestAnimationFrame(count); };
    requestAnimationFrame(count);
    new MutationObserver(() => { paints += 1; }).observe(document.getElementById("board-title"), { childList: true });
    const slider = document.getElementById("slider");
    for (let at = 1; at <= 1000; at += 1) {
      slider.value = String(at);
      slider.dispatchEvent(new Event("input"));
      if (at % 10 === 0) await new Promise((done) => setTimeout(done, 2));
    }
    while (document.body.dataset.cycle !== "1000") await new Promise((done) => setTimeout(done, 10));
    counting = false;
    return { paints, frames };
  });
  assert.ok(paints <= frames, `${paints} paints in ${frames} frames`);
  await page.context().close();
});

test("a page for the detectives shows Mr X only where he showed himself", async () => {
  const replay = join(ROOT, "replays/scotland-yard/escaped.json");
  const page = await browser.open(pageOf(replay, ["--as", "detectives"]));
  const lines = chase(["replay", replay, "--as", "detectives", "--format", "json"]).trim().split("\n");
  for (const [cycle, line] of lines.entries()) {
    const facts = JSON.parse(line);
    await page.evaluate((cycle) => { location.hash = `#rotation=${cycle}`; }, cycle);
    await shows(page, cycle);
    const { pieces } = await readBoard(page);
    assert.deepEqual(pieces.filter((piece) => piece.name === "X"), []);
    const seen = await page.locator("#board .piece.last_seen").count();
    assert.equal(seen, facts.last_known ? 1 : 0, `rotation ${cycle}`);
  }
  assert.match(await text(page, "kind"), /seen by detectives/);
  await page.keyboard.press("h");
  await page.waitForFunction(() => document.querySelector("#board .heat"));
  await page.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`nothing serious is found by axe, ${colorScheme}`, async () => {
    for (const replay of ["police/S3", "scotland-yard/escaped", "animal-checkers/capture", "fishing/three", "robots/won"]) {
      const page = await browser.open(pageOf(join(ROOT, `replays/${replay}.json`)), "#cycle=3", { colorScheme, bypassCSP: true });
      await page.addScriptTag({ path: AXE });
      for (const panel of ["plots-panel", "text-panel", "lists-panel", "about-panel"]) {
        await page.evaluate((id) => { document.getElementById(id).open = true; }, panel);
      }
      await settled(page);
      const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
      const serious = found.violations.filter((it) => ["serious", "critical"].includes(it.impact));
      assert.deepEqual(serious.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).slice(0, 3)}`), [], replay);
      await page.context().close();
    }
  });
}

test("a window of 400 pixels needs no scrolling sideways", async () => {
  const page = await browser.open(pageOf(S3), "#hour=3", { viewport: { width: 400, height: 800 } });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 400));
  const board = await page.locator("#board").boundingBox();
  assert.ok(board.width > 350);
  await page.context().close();
});

test("a long game has its board everywhere and its words at both ends", async () => {
  chase(["record", "police", "--two-coloured", "--hours", "20100", "--seed", "3", "-o", "longer.chase", "--trace", "never"]);
  const page = await browser.open(pageOf(join(FOLDER, "longer.chase")), "#hour=20100");
  assert.match(await page.locator("#who").innerText(), /stamina/);
  await page.evaluate(() => { location.hash = "#hour=10000"; });
  await shows(page, 10000);
  assert.equal(await page.locator("#board .piece").count(), 5);
  assert.match(await page.locator("#who").innerText(), /chase view FILE --from A --to B/);
  const line = chase(["replay", join(FOLDER, "longer.chase"), "--hour", "10000", "--format", "json"]);
  const { pieces } = await readBoard(page);
  assert.deepEqual(pieces.map((piece) => piece.label), JSON.parse(line).agents.map((agent) => String(agent.city.id)));
  await page.context().close();
});

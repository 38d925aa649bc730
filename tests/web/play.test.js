// Play in the browser: every game by mouse alone and by keyboard alone, and what comes of it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { CHASE, FOLDER, ROOT, assertPolicy, browse, chase, pageOf, readBoard } from "./browser.js";
import { endAll, serve } from "./serve.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const at = (path) => join(ROOT, path);

let browser;
before(async () => { browser = await browse(); });
after(() => { endAll(); return browser.close(); });

const text = (page, id) => page.evaluate((id) => document.getElementById(id).textContent, id);

/** Waits until somebody here is to act, or the game is over. What of both it is. */
async function ready(page) {
  const state = await page.waitForFunction(() => {
    const { scene, cycle } = document.body.dataset;
    const handOver = document.getElementById("hand-over").open;
    const over = document.querySelector("#asked.over") !== null;
    if (scene === undefined || cycle === undefined || !(handOver || over || document.querySelector("#asked.mine"))) return null;
    return {
      scene, handOver, over,
      picked: document.querySelectorAll(".picked").length,
      spots: document.querySelectorAll(".hot").length,
      buttons: document.querySelectorAll("#choices button").length,
      pad: !document.getElementById("pad").hidden,
    };
  }, null, { timeout: 60000, polling: 20 });
  return state.jsonValue();
}

/** Clicks in the middle of something, with the mouse alone. */
async function clickOn(page, selector, n = 0) {
  assert.ok(Number.isFinite(n), `there is no ${selector}`);
  const box = await page.evaluate(([selector, n]) => {
    const { x, y, width, height } = document.querySelectorAll(selector)[n].getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  }, [selector, n]);
  await page.mouse.click(...box);
}

/** One step with the mouse: a click on the board, or on a button. */
async function byMouse(page, state, step) {
  if (state.handOver) await clickOn(page, "#hand-over-to");
  else if (state.pad && step % 3 > 0) await clickOn(page, "#pad button", 4);
  else if (state.spots > 0) await clickOn(page, ".hot", (7 * step) % state.spots);
  else await clickOn(page, "#choices button", step % state.buttons);
}

/** One step with keys. */
async function byKeyboard(page, state, step) {
  if (state.handOver) {
    await page.keyboard.press("Enter");
  } else if (state.pad) {
    await page.keyboard.press(step % 3 > 0 ? "." : "t");
    if (step % 3 === 0) await page.keyboard.press("Enter");
  } else if (state.spots > 0) {
    await page.keyboard.press("ArrowRight");
    for (let n = 0; n < step % 3; n += 1) await page.keyboard.press(n === 0 ? "ArrowUp" : "ArrowRight");
    await page.keyboard.press("Enter");
  } else {
    for (let n = 0; n < 40 && !await page.evaluate(() => document.activeElement.closest("#choices")); n += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }
}

/** Plays to the end. How many steps that took. */
async function playOut(page, act) {
  let state = await ready(page);
  let step = 0;
  // Safe mode would stop whoever presses whatever comes.
  await page.evaluate(() => { document.getElementById("safe").value = "off"; });
  for (; !state.over; step += 1) {
    assert.ok(step < 400, "it does not end");
    await act(page, state, step);
    // A click that leaves several actions changes what is shown, and no scene.
    const before = JSON.stringify(state);
    for (let n = 0; n < 100; n += 1) {
      state = await ready(page);
      if (JSON.stringify(state) !== before) break;
      assert.ok(n < 99, `nothing comes of step ${step}: ${before} ${await text(page, "refusal")}`);
      await new Promise((done) => { setTimeout(done, 10); });
    }
  }
  return step;
}

/** What the page says of the moment, beside the board. */
const words = (page) => page.evaluate(() => {
  for (const panel of ["text-panel", "lists-panel"]) document.getElementById(panel).open = true;
  return new Promise((done) => setTimeout(() => done({
    cycle: document.body.dataset.cycle,
    title: document.getElementById("title").textContent,
    headline: document.getElementById("headline").textContent,
    who: document.getElementById("who").textContent,
    events: document.getElementById("events").textContent,
    text: document.getElementById("text").textContent,
    lists: document.getElementById("lists").textContent,
  }), 200));
});

/** The board without where it stands on the screen. */
async function boardOf(page) {
  const { places, pieces } = await readBoard(page);
  return { places: places.map(({ at, ...place }) => place), pieces };
}

const example = (name) => join(dirname(CHASE), "examples", name);
const GAMES = [
  ["the police chase", ["play", "police", at("data/police/citiesSmall.data"), at("data/police/agentsS0.data"), "10", "6", "--player", "D1=human"]],
  ["Animal Checkers", ["play", "animal-checkers", "--moves", "14", "--agent", "random", "--seed", "5"]],
  ["Fishing", ["play", "fishing", "--board", at("data/fishing/3x4.txt"), "--player", "human", "--player", "random", "--seed", "2"]],
  ["Scotland Yard", ["play", "scotland-yard", "--stations", "12", "--detectives", "2", "--rounds", "4:2", "--player", "mr-x=human", "--player", "detectives=random", "--seed", "3"]],
  ["ROBOTS", ["play", "robots", "--robots", "12", "--seed", "4"]],
  // Programs of their own.
  ["Nim", ["play", "nim", "--seed", "1"], example("nim")],
  ["Connect Four", ["play", "four", "--seed", "1"], example("four")],
  ["Kuhn poker", ["play", "kuhn", "--player", "human", "--player", "random", "--seed", "3"], example("kuhn")],
  ["Goofspiel", ["play", "goofspiel", "--cards", "4", "--seed", "1"], example("goofspiel")],
];

for (const [how, act] of [["mouse", byMouse], ["keyboard", byKeyboard]]) {
  for (const [name, args, program] of GAMES) {
    test(`${name} to its end by ${how} alone`, async () => {
      const file = join(FOLDER, `${how}-${args[1]}.json`);
      const game = await serve([...args, "--web", "--no-open", "-o", file], program);
      const page = await browser.live(game.address);
      const steps = await playOut(page, act);
      assert.ok(steps > 1);
      assert.match(await text(page, "asked"), /^The game is over\.( You (won|lost|share the win)\.)? [^]*, \S+ \d+\.$/);
      assert.notEqual(await text(page, "statistics"), "");
      const [board, said] = [await boardOf(page), await words(page)];
      assert.deepEqual(page.troubles, []);
      await page.context().close();
      assert.equal((await game.end()).code, 0);
      assert.match(chase(["verify", file], {}, program), /^ok /);
      /* Once a game is over it hides nothing from anybody. */
      const shown = await browser.open(pageOf(file, [], program));
      await shown.keyboard.press("End");
      await shown.waitForFunction((cycle) => document.body.dataset.cycle === cycle, said.cycle);
      assert.deepEqual(await words(shown), said);
      assert.deepEqual(await boardOf(shown), board);
      await shown.context().close();
    });
  }
}

/** Waits for a moment of the game itself. */
const shows = (page, cycle) => page.waitForFunction((cycle) => document.body.dataset.cycle === cycle && document.body.dataset.scene !== undefined, String(cycle), { timeout: 60000, polling: 20 });

/** What a tab's key gets from the server. */
const fetched = (page, path, how) => page.evaluate(async ([path, how]) => {
  const headers = { Authorization: `Bearer ${sessionStorage.getItem("key")}`, "Content-Type": "application/json" };
  const answer = await fetch(path, { ...how, headers });
  return [answer.status, await answer.text()];
}, [path, how]);

async function clean(page, what) {
  await page.evaluate(readFileSync(AXE, "utf8"));
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target).join(" ")}`), [], what);
}

test("the board of robots: all that its document asks of a window", async () => {
  const game = await serve(["play", "robots", "--robots", "10", "--seed", "3", "--web", "--no-open", "-o", join(FOLDER, "robots.json")]);
  const page = await browser.live(game.address, { acceptDownloads: true });
  await shows(page, 0);
  // Four boards come with the game; one of them, a file of one's own, and what is none.
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.locator("#load", { hasText: "Load game\u2026" }).click()]);
  assert.equal(chooser.isMultiple(), false);
  assert.equal(await page.locator("#example option").count(), 5);
  for (const [name, robots] of [["crowd", 45], ["lines", 24], ["open", 6], ["ring", 24]]) {
    await page.locator("#example").selectOption(`${name}.txt`);
    await page.waitForFunction((pieces) => document.querySelectorAll("#board .piece").length === pieces && document.body.dataset.scene, robots + 1, { timeout: 60000, polling: 20 });
  }
  await page.locator("#file").setInputFiles({ name: "broken.txt", mimeType: "text/plain", buffer: Buffer.from("1 0\n40 2\n") });
  await page.waitForFunction(() => document.getElementById("refusal").textContent.startsWith("Refused: broken.txt:2:1: 40 is outside the board"));
  const mine = "3 2\n15 17\n1 1\n15 20\n14 14\n20 20\n";
  await page.locator("#file").setInputFiles({ name: "mine.txt", mimeType: "text/plain", buffer: Buffer.from(mine) });
  await page.waitForFunction(() => document.querySelectorAll("#board .piece").length === 4 && document.body.dataset.scene);
  // Three drawings, eight directions and a middle, teleports, cells by row and column.
  const { pieces, places } = await readBoard(page);
  assert.deepEqual([...new Set(pieces.map((piece) => piece.icon))], ["player", "robot"]);
  assert.deepEqual(pieces.map((piece) => `${piece.row},${piece.column}`), ["15,15", "15,17", "1,1", "15,20"]);
  assert.equal(places.filter((place) => place.icon === "teleport").length, 2);
  assert.deepEqual(await page.locator("#pad button").allTextContents(), ["nw", "n", "ne", "w", "stay", "e", "sw", "s", "se"]);
  assert.equal(await page.locator("#board [data-place='0'] title").first().textContent(), "(1,1)");
  // A cell that nothing leads to, and safe mode before a robot; neither costs a turn.
  await page.locator("#board [data-place='5']").first().click();
  await page.waitForFunction(() => document.getElementById("refusal").textContent === "Refused: (1,6) is neither next to you nor a teleport.");
  await page.keyboard.press(".");
  await shows(page, 1);
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "refusal"), /there is a robot on \(15,16\)/);
  // What a robot would answer with death is refused too, unless only steps into robots are; and then nothing is.
  await page.locator("#pad button", { hasText: "stay" }).click();
  assert.match(await text(page, "refusal"), /a robot would reach you on \(15,15\), and another action is safe; to do it nevertheless, switch safe mode off/);
  for (const mode of ["off", "steps", "on"]) {
    await page.keyboard.press("s");
    assert.equal(await page.locator("#safe").inputValue(), mode);
    if (mode !== "steps") continue;
    await page.keyboard.press("ArrowRight");
    assert.match(await text(page, "refusal"), /there is a robot on \(15,16\)/);
  }
  // The last shift as arrows, lists, lines of the grid.
  assert.equal(await page.locator("#board .arrow:not(.under)").count(), 3);
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.getElementById("lists").children.length > 0);
  assert.deepEqual(await page.locator("#lists li").allTextContents(), ["player: (15,15)", "robot: (15,16) (2,2) (15,19)", "teleport: (14,14) (20,20)"]);
  await page.locator("#grid").check();
  assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector("#board .place")).strokeWidth), "5px");
  await clean(page, "light");
  await page.emulateMedia({ colorScheme: "dark" });
  await clean(page, "dark");
  // Back, on, and a look at what was.
  await page.keyboard.press("z");
  await shows(page, 0);
  assert.equal(await page.locator("#board .piece").count(), 4);
  await page.keyboard.press("x");
  await shows(page, 1);
  await page.keyboard.press("Alt+ArrowLeft");
  await shows(page, 0);
  assert.equal(await page.locator(".hot").count(), 0);
  await page.locator("#live-end").click();
  await shows(page, 1);
  // A double click is one turn, a click for an older moment none.
  const [, told] = await fetched(page, "/now");
  const { scene } = JSON.parse(told);
  const left = await page.locator("#pad button").nth(3).boundingBox();
  await page.mouse.dblclick(left.x + 10, left.y + 10);
  await shows(page, 2);
  const late = await fetched(page, "/act", { method: "POST", body: JSON.stringify({ scene, clicks: [], button: "w" }) });
  assert.equal(late[0], 409);
  await page.reload();
  await shows(page, 2);
  // What was played so far, into a file; into the same page again; to the end.
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("w")]);
  const saved = join(FOLDER, "saved.json");
  await download.saveAs(saved);
  assert.match(chase(["verify", saved]), /^ok .*3 turns/);
  await page.locator("#file").setInputFiles(saved);
  // What was played before cannot be taken back.
  await page.waitForFunction(() => document.getElementById("undo").disabled, null, { timeout: 60000 });
  await shows(page, 2);
  await playOut(page, byMouse);
  assert.match(await text(page, "statistics"), /time +\d+:\d\d\n[^]*moves +\d+/);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  const { said } = await game.end();
  const last = said.match(/are recorded in (.*)\n$/)[1];
  assert.match(chase(["info", last]), /people played \d+ ms/);
  assert.match(chase(["verify", last]), /^ok /);
});

test("a hint is shown where hints are on, and plays nothing", async () => {
  const game = await serve(["play", "animal-checkers", "--agent", "greedy", "--hints", "--web", "--no-open"]);
  const page = await browser.live(game.address);
  const { scene } = await ready(page);
  const told = () => page.waitForFunction(() => document.getElementById("hint-words").textContent.startsWith("hint: "), null, { timeout: 60000, polling: 20 });
  await page.locator("#hint").click();
  await told();
  const words = await text(page, "hint-words");
  assert.match(words, /^hint: the share of a win that you can expect, by a search of 10000 positions/);
  assert.equal(words.split("\n").length, 5);
  assert.equal(await page.evaluate(() => document.body.dataset.scene), scene);
  await clean(page, "a hint");
  await page.keyboard.press("i");
  await told();
  assert.equal(await text(page, "hint-words"), words);
  assert.match(JSON.stringify(await fetched(page, "/hint", { method: "POST", body: JSON.stringify({ scene: 1000 }) })), /^\[409/);
  // It goes with the moment that it was of.
  await byMouse(page, await ready(page), 0);
  await byMouse(page, await ready(page), 0);
  await page.waitForFunction(() => document.getElementById("hint-words").textContent === "", null, { timeout: 60000, polling: 20 });
  assert.equal((await game.end()).code, 0);
  const plain = await serve(["play", "animal-checkers", "--agent", "greedy", "--web", "--no-open"]);
  const other = await browser.live(plain.address);
  const state = await ready(other);
  assert.equal(await other.locator("#hint").isVisible(), false);
  const refused = await fetched(other, "/hint", { method: "POST", body: JSON.stringify({ scene: Number(state.scene) }) });
  assert.equal(refused[0], 422);
  assert.match(refused[1], /hints are off in this game/);
  await plain.end();
});

test("a person has a seat where nobody is named", async () => {
  const game = await serve(["play", "police", "--seed", "1", "--web", "--no-open"]);
  assert.match(game.said(), /you play D1; --player WHO=human names another seat/);
  const page = await browser.live(game.address);
  const state = await ready(page);
  assert.equal(state.over, false);
  assert.equal(await text(page, "asked"), "D1, your turn.");
  await game.end();
  const named = await serve(["play", "police", "--player", "D1=dfs", "--web", "--no-open"]);
  assert.doesNotMatch(named.said(), /you play/);
  await named.end();
});

test("two browsers play each other, others look on, and a lost tab comes back", async () => {
  const file = join(FOLDER, "duel.json");
  const game = await serve(["play", "animal-checkers", "--moves", "10", "--agent", "human", "--web", "--no-open", "-o", file]);
  const [all, one, other, eyes] = Object.values(game.addresses);
  let pages = await Promise.all([one, other].map((address) => browser.live(address)));
  const onlooker = await browser.live(eyes);
  for (let step = 0; step < 10; step += 1) {
    const turns = await Promise.all(pages.map((page) => page.waitForFunction((step) => document.body.dataset.scene !== undefined && Number(document.body.dataset.cycle) === step, step, { timeout: 60000, polling: 20 }).then(() => page.evaluate(() => document.querySelectorAll(".hot").length))));
    const n = turns.findIndex((spots) => spots > 0);
    assert.equal(turns.filter((spots) => spots > 0).length, 1);
    if (step === 4) {
      await pages[n].context().close();
      pages[n] = await browser.live([one, other][n]);
      await ready(pages[n]);
    }
    await playStep(pages[n], step);
  }
  await shows(onlooker, 10);
  assert.equal(await text(onlooker, "asked"), `The game is over. ${await text(onlooker, "title")}.`);
  assert.equal((await fetched(onlooker, "/undo", { method: "POST", body: JSON.stringify({ scene: Number(await onlooker.evaluate(() => document.body.dataset.scene)) }) }))[0], 403);
  const back = await browser.live(all);
  await shows(back, 10);
  for (const page of [...pages, onlooker, back]) assert.deepEqual(page.troubles, []);
  await Promise.all([...pages, onlooker, back].map((page) => page.context().close()));
  await game.end();
  assert.match(chase(["verify", file]), /^ok /);
});

/** Clicks until an action is played. */
async function playStep(page, step) {
  const { scene } = await ready(page);
  for (let n = 0; n < 4; n += 1) {
    const state = await ready(page);
    if (state.scene !== scene) return;
    await byMouse(page, state, step + n);
    await page.waitForFunction(([scene, picked]) => document.body.dataset.scene !== scene || document.querySelectorAll(".picked").length !== picked, [scene, state.picked], { timeout: 60000, polling: 20 });
    if (await page.evaluate((scene) => document.body.dataset.scene !== scene, scene)) return;
  }
}

test("a person plays against a program, whose failures are told and end nothing", async () => {
  const file = join(FOLDER, "program.json");
  const program = `exec:${CHASE} player fishing random --stdio`;
  const game = await serve(["play", "fishing", "--board", at("data/fishing/3x4.txt"), "--player", program, "--player", "human", "--web", "--no-open", "-o", file]);
  const page = await browser.live(game.address);
  assert.ok(await playOut(page, byMouse) > 1);
  assert.deepEqual(page.troubles, []);
  await page.context().close();
  await game.end();
  assert.match(chase(["verify", file]), /^ok /);
  assert.ok(JSON.parse(readFileSync(file, "utf8")).players[0].startsWith("exec:"));
  // One that answers nothing has lost, and the person is told why.
  const broken = await serve(["play", "animal-checkers", "--agent", "exec:false", "--web", "--no-open"]);
  const other = await browser.live(broken.address);
  if (!(await ready(other)).over) await playStep(other, 0);
  await other.waitForFunction(() => /exec:false/.test(document.getElementById("refusal").textContent), null, { timeout: 60000 });
  await other.context().close();
  await broken.end();
});

test("a machine that slept comes back to the game as it is, and nothing is played twice", async () => {
  const file = join(FOLDER, "slept.json");
  const game = await serve(["play", "animal-checkers", "--moves", "10", "--agent", "human", "--web", "--no-open", "-o", file]);
  const [, one, other] = Object.values(game.addresses);
  const pages = await Promise.all([one, other].map((address) => browser.live(address)));
  await Promise.all(pages.map((page) => shows(page, 0)));
  const first = (await pages[0].locator(".hot").count()) > 0 ? 0 : 1;
  const [sleeper, opponent] = [pages[first], pages[1 - first]];
  const state = await ready(sleeper);
  await sleeper.context().setOffline(true);
  // Meanwhile the same seat plays elsewhere, and the other answers.
  const again = await browser.live([one, other][first]);
  await playStep(again, 0);
  await shows(opponent, 1);
  await playStep(opponent, 1);
  await shows(again, 2);
  // What is clicked while nobody hears it is not played, then or later.
  await byMouse(sleeper, state, 0);
  await byMouse(sleeper, await ready(sleeper), 1);
  await sleeper.waitForFunction(() => document.getElementById("refusal").textContent.includes("nothing was done"), null, { timeout: 60000 });
  await sleeper.context().setOffline(false);
  await shows(sleeper, 2);
  await playStep(sleeper, 2);
  await Promise.all([sleeper, again, opponent].map((page) => shows(page, 3)));
  await sleeper.keyboard.press("Alt+ArrowLeft");
  await shows(sleeper, 2);
  for (const page of [sleeper, again, opponent]) await page.context().close();
  await game.end();
  assert.match(chase(["verify", file]), /^ok .*4 moves/);
});

test("a page whose program ends or starts again says what to do, and offers nothing that cannot be done", async () => {
  const game = await serve(["play", "animal-checkers", "--seed", "1", "--web", "--no-open"]);
  const page = await browser.live(game.address);
  await ready(page);
  const port = new URL(game.address).port;
  await game.end();
  await page.waitForFunction(() => /start it again and open the address that it prints/.test(document.getElementById("trouble").textContent), null, { timeout: 60000 });
  const offered = () => page.locator(".hot, #bar button:visible, #bar select:visible").count();
  assert.equal(await offered(), 0);
  await page.keyboard.press("z");
  const again = await serve(["play", "animal-checkers", "--seed", "1", "--web", "--no-open", "--port", port]);
  const says = /Open the address that it printed when it was started/;
  await page.waitForFunction((says) => new RegExp(says).test(document.getElementById("trouble").textContent), says.source, { timeout: 60000 });
  assert.equal(await offered(), 0);
  await page.reload();
  await page.waitForFunction((says) => new RegExp(says).test(document.getElementById("headline").textContent), says.source, { timeout: 60000 });
  assert.equal(await page.locator("button:visible, #board:visible").count(), 0);
  await page.context().close();
  await again.end();
});

test("a hunt in two browsers, and at one screen that is handed over", async () => {
  const game = await serve(["play", "scotland-yard", "--stations", "12", "--detectives", "1", "--rounds", "3:2", "--player", "mr-x=human", "--player", "detectives=human", "--seed", "3", "--web", "--no-open"]);
  const [all, ...seats] = Object.values(game.addresses);
  const [x, red] = await Promise.all(seats.slice(0, 2).map((address) => browser.live(address)));
  await playStep(x, 0);
  const { spots } = await ready(red);
  assert.ok(spots > 0);
  assert.equal(await x.locator(".hot").count(), 0);
  const hidden = (page) => page.evaluate(() => /unseen/.test(document.getElementById("who").textContent));
  assert.ok(await hidden(red));
  assert.match(await text(red, "played"), /^time used: Mr X \d+:\d\d, /);
  assert.equal((await fetched(red, "/now?seat=0"))[0], 403);
  assert.equal((await fetched(red, "/save"))[0], 403);
  assert.match(await text(x, "kind"), /seen by Mr X/);
  for (const page of [x, red]) assert.ok(!(await page.locator("body").innerText()).includes("BLACK"), "Mr X has one name");
  await playStep(red, 1);
  // The same game at one screen: nothing is seen before somebody says who it is.
  const screen = await browser.live(all);
  await screen.waitForFunction(() => document.getElementById("hand-over").open, null, { timeout: 60000 });
  assert.match(await text(screen, "hand-over-title"), /^Hand over to Mr X$/);
  await clean(screen, "handed over");
  let handed = 0;
  for (let state = await ready(screen), step = 0; !state.over; step += 1) {
    assert.ok(step < 60, "it ends");
    handed += state.handOver ? 1 : 0;
    const before = JSON.stringify(state);
    await byMouse(screen, state, step);
    for (let n = 0; n < 100 && JSON.stringify(state) === before; n += 1) state = await ready(screen);
  }
  assert.ok(handed >= 2, `${handed} times`);
  // It is over: everybody sees where Mr X was all the way.
  const watcher = await browser.live(seats[2]);
  for (const page of [red, watcher, screen]) {
    await ready(page);
    assert.equal(await hidden(page), false);
    await page.locator("#first").click();
    await shows(page, 0);
    assert.equal(await hidden(page), false, "nor at the beginning");
    assert.equal(await page.locator("#board .piece:not(.last_seen)").count(), 2);
  }
  await watcher.context().close();
  for (const page of [x, red, screen]) assert.deepEqual(page.troubles, []);
  await Promise.all([x, red, screen].map((page) => page.context().close()));
  await game.end();
});

test("a game that is over can be analysed: the curve stands under the board, and goes with an undo", async () => {
  const game = await serve(["play", "fishing", "--board", at("data/fishing/3x4.txt"), "--player", "human", "--player", "random", "--seed", "2", "--web", "--no-open"]);
  const page = await browser.live(game.address);
  await ready(page);
  assert.equal(await page.locator("#analyse").isVisible(), false);
  assert.equal((await fetched(page, "/analyse", { method: "POST", body: JSON.stringify({ scene: Number(await page.evaluate(() => document.body.dataset.scene)) }) }))[0], 422);
  await playOut(page, byMouse);
  await page.locator("#analyse").click();
  await page.waitForFunction(() => !document.getElementById("course").hidden, null, { timeout: 60000 });
  assert.match(await text(page, "chart-words"), /^expected share of a win/);
  assert.equal(await page.locator("#chart path.course:not(.under)").count(), 2);
  assert.equal(await text(page, "hint-words"), "");
  assert.equal(await page.locator("#players .luck").count(), 2);
  assert.equal(await page.locator("#analyse").isVisible(), false);
  const onlooker = await browser.live(game.addresses["watch at"]);
  await ready(onlooker);
  assert.equal(await onlooker.locator("#analyse").isVisible(), false);
  await page.keyboard.press("z");
  await page.waitForFunction(() => document.getElementById("course").hidden);
  assert.equal(await page.locator("#players .luck").count(), 0);
  for (const one of [page, onlooker]) {
    assert.deepEqual(one.troubles, []);
    await one.context().close();
  }
  await game.end();
});

test("seven tabs of one browser follow one game", async () => {
  const game = await serve(["play", "fishing", "--board", at("data/fishing/3x4.txt"), "--player", "human", "--player", "human", "--web", "--no-open"]);
  const first = await browser.live(game.address);
  const tabs = [first];
  while (tabs.length < 7) tabs.push(await browser.live(game.address, { context: first.context() }));
  await Promise.all(tabs.map((tab) => shows(tab, 0)));
  await playStep(tabs[6], 0);
  await Promise.all(tabs.map((tab) => shows(tab, 1)));
  await playStep(first, 1);
  await Promise.all(tabs.map((tab) => shows(tab, 2)));
  for (const tab of tabs) assert.deepEqual(tab.troubles, []);
  await first.context().close();
  await game.end();
});

test("the hashes of the policy are those of a page that lives, and its headers say the same", async () => {
  const game = await serve(["play", "animal-checkers", "--web", "--no-open"]);
  const answer = await fetch(game.address);
  const page = await answer.text();
  assertPolicy(page);
  const header = answer.headers.get("content-security-policy");
  assert.ok(page.includes(header.replace("; frame-ancestors 'none'", "")) && header.endsWith("frame-ancestors 'none'"));
  assert.equal((await game.end()).code, 0);
});

// The program in a page: what it says of two files is what the program says in a terminal.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { browse, CHASE, FOLDER, ROOT } from "./browser.js";

const PAGE = process.env.PAGE || join(ROOT, "target/page/diff.html");
let browser;
before(async () => { browser = await browse(); });
after(async () => { await browser.close(); });

/** What the program says of two files, in words. @param {string[]} words */
function said(words) {
  const ran = spawnSync(CHASE, ["diff", ...words], { cwd: FOLDER, encoding: "utf8" });
  return { status: String(ran.status), text: ran.stderr + ran.stdout };
}

/** What the page says of them. */
async function shown(page, ours, theirs, options = "") {
  await page.setInputFiles("#ours", ours);
  await page.setInputFiles("#theirs", theirs);
  await page.fill("#options", options);
  await page.click("#compare");
  await page.waitForSelector("#report:not([hidden])", { timeout: 120_000 });
  const report = page.locator("#report");
  return { status: await report.getAttribute("data-status"), text: await report.textContent() };
}

/** Two transcripts of the reference, and one of them with an hour changed. */
function files() {
  const put = (name, text) => writeFileSync(join(FOLDER, name), text);
  const whole = readFileSync(join(ROOT, "tests/reference/police/S3.txt"), "utf8");
  put("ref.txt", whole);
  put("ours.txt", whole.replace(/(Hour 5\n.*\n {2})\d/, (_, before) => `${before}7`));
  copyFileSync(join(ROOT, "replays/police/S3.json"), join(FOLDER, "S3.json"));
  put("junk.bin", "\u0000\u0001 nothing that is known");
  put("empty.txt", "");
}

test("two files are compared as in a terminal, and nobody is contacted", async () => {
  files();
  const page = await browser.open(PAGE, "", { isStill: true });
  for (const [ours, theirs, options] of [
    ["S3.json", "ref.txt", ""],
    ["ours.txt", "ref.txt", ""],
    ["ref.txt", "S3.json", "--json"],
    ["ours.txt", "ref.txt", "--brief --game police"],
    ["junk.bin", "ref.txt", ""],
    ["empty.txt", "S3.json", ""],
    ["ours.txt", "ref.txt", "--no-such-option"],
  ]) {
    const words = [...options.split(" ").filter(Boolean), "--", ours, theirs];
    assert.deepEqual(await shown(page, join(FOLDER, ours), join(FOLDER, theirs), options), said(words), words.join(" "));
  }
  assert.deepEqual(page.requested.filter((url) => !/^(file|blob):/.test(url)), []);
  assert.deepEqual(page.troubles, []);
});

test("two files of one name are told apart by their sides", async () => {
  files();
  for (const side of ["ours", "reference"]) mkdirSync(join(FOLDER, side), { recursive: true });
  copyFileSync(join(FOLDER, "ours.txt"), join(FOLDER, "ours/game.txt"));
  copyFileSync(join(FOLDER, "ref.txt"), join(FOLDER, "reference/game.txt"));
  const page = await browser.open(PAGE, "", { isStill: true });
  const found = await shown(page, join(FOLDER, "ours/game.txt"), join(FOLDER, "reference/game.txt"));
  assert.deepEqual(found, said(["--", "ours/game.txt", "reference/game.txt"]));
});

test("games are played there, by the page's clock and without threads", async () => {
  const page = await browser.open(PAGE, "", { isStill: true });
  const performed = (words) => page.evaluate((words) => new Promise((resolve) => {
    const worker = new Worker(URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
    worker.postMessage({ program: Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0)), words, files: [] });
  }), words.split(" "));
  for (const words of [
    "record police --seed 4 -o -",
    "record robots --seed 7 -o played.chase",
    "sweep police --games 40 --seed 1 -o played-sweep",
    "laws robots --states 50 --games 1 --brief",
  ]) {
    const ran = spawnSync(CHASE, words.split(" "), { cwd: FOLDER, encoding: "utf8" });
    assert.equal(ran.status, 0, ran.stderr);
    const { status, output, errors } = await performed(words);
    assert.deepEqual({ status, output, errors }, { status: 0, output: ran.stdout, errors: ran.stderr }, words);
  }
  const timed = await performed("record animal-checkers --player alphabeta:time=5ms --player random --seed 1 -o -");
  assert.equal(timed.status, 0, timed.errors);
});

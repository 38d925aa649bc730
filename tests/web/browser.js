// One browser for all tests of a file, and pages of replays made by the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const CHASE = process.env.CHASE || join(ROOT, "target/debug/chase");
export const FOLDER = mkdtempSync(join(tmpdir(), "chase-web-"));

/** The name of a script or a style sheet in a Content-Security-Policy. @param {string | Buffer} what */
export const hash = (what) => `'sha256-${createHash("sha256").update(what).digest("base64")}'`;

/** Asserts that a page may run and use its own script and style sheet, and no others. @param {string} page */
export function assertPolicy(page) {
  const [style, script] = ["style", "script"].map((name) => hash(page.match(new RegExp(`<${name}>([^]*?)</${name}>`))[1]));
  assert.ok(page.includes(`script-src ${script}; style-src ${style}; img-src`), `${script} ${style}`);
}

/** Runs the program, or another, in the folder of this test. @param {string[]} args @param {object} [options] */
export function chase(args, options = {}, program = CHASE) {
  return execFileSync(program, args, { cwd: FOLDER, encoding: "utf8", maxBuffer: 1 << 28, ...options });
}

let made = 0;

/** Makes the page of a replay. @param {string} replay @param {string[]} [more] */
export function pageOf(replay, more = [], program = CHASE) {
  made += 1;
  const file = join(FOLDER, `page-${made}.html`);
  chase(["view", replay, "-o", file, ...more], {}, program);
  return file;
}

/** Opens pages without motion, so that what is looked at stands still; `reducedMotion` brings it back. */
export async function browse() {
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args });
  return {
    /** Opens a page without a network; what goes wrong in it is kept. One that is still has no script. */
    async open(file, hash = "", { isStill = false, ...options } = {}) {
      const context = await browser.newContext({ offline: true, viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
      const page = await context.newPage();
      page.troubles = [];
      page.requested = [];
      page.on("console", (said) => { if (said.type() === "error" || said.type() === "warning") page.troubles.push(said.text()); });
      page.on("pageerror", (error) => page.troubles.push(String(error)));
      page.on("dialog", (dialog) => { page.troubles.push(`dialog ${dialog.message()}`); dialog.dismiss(); });
      page.on("request", (request) => { if (!request.url().startsWith("data:")) page.requested.push(request.url()); });
      await page.goto(`file://${file}${hash}`);
      if (!isStill) await settled(page);
      return page;
    },
    /** Opens a page that a program serves; what goes wrong in it is kept. Tabs share a context. */
    async live(address, { context, ...options } = {}) {
      const place = context || await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "reduce", ...options });
      const page = await place.newPage();
      page.troubles = [];
      // What is refused is told by the page, and by the browser too.
      page.on("console", (said) => { if (["error", "warning"].includes(said.type()) && !/status of 4(09|10|22|03) /.test(said.text())) page.troubles.push(said.text()); });
      page.on("pageerror", (error) => page.troubles.push(String(error)));
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      rmSync(FOLDER, { recursive: true, force: true });
    },
  };
}

/** Waits until the page shows a moment. */
export async function settled(page) {
  await page.waitForFunction(() => document.body.dataset.cycle !== undefined);
}

/** Goes to a cycle by the address and waits until it is shown. */
export async function goTo(page, cycle) {
  await page.evaluate((cycle) => { location.hash = `#cycle=${cycle}`; }, cycle);
  await page.waitForFunction((cycle) => document.body.dataset.cycle === String(cycle), cycle);
}

/** What is drawn where: read from boxes on the screen and from visible text. */
export function readBoard(page) {
  return page.evaluate(() => {
    const middle = (element) => {
      const box = element.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const board = document.getElementById("board");
    const places = [...board.querySelectorAll(".place")].map((place) => {
      const group = place.parentElement;
      const icon = group.querySelector("use");
      return {
        at: middle(place),
        label: group.querySelector("text")?.textContent || "",
        icon: icon ? icon.getAttribute("href").slice(3) : "",
        tone: [...place.classList].find((name) => name.startsWith("tone-")).slice(5),
      };
    });
    const top = Math.min(...places.map((place) => place.at[1]));
    const left = Math.min(...places.map((place) => place.at[0]));
    const axes = [...board.querySelectorAll(".axis")].map((text) => ({ at: middle(text), text: text.textContent }));
    const columns = axes.filter((axis) => axis.at[1] < top - 5);
    const rows = axes.filter((axis) => axis.at[0] < left - 5);
    const nearest = (all, distance) => all.reduce((best, one) => (distance(one) < distance(best) ? one : best));
    for (const place of places) {
      if (columns.length === 0) continue;
      place.column = nearest(columns, (axis) => Math.abs(axis.at[0] - place.at[0])).text;
      place.row = nearest(rows, (axis) => Math.abs(axis.at[1] - place.at[1])).text;
    }
    const pieces = [...board.querySelectorAll(".piece:not(.last_seen)")].map((piece) => {
      const body = piece.querySelector(".body");
      const at = middle(body);
      const place = nearest(places, (one) => Math.hypot(one.at[0] - at[0], one.at[1] - at[1]));
      return {
        name: piece.querySelector(".tag")?.textContent || "",
        side: Number(body.parentElement.className.baseVal.match(/side-(\d)/)[1]),
        icon: piece.querySelector("use")?.getAttribute("href").slice(3) || "",
        label: place.label, column: place.column, row: place.row,
      };
    });
    return { places, pieces };
  });
}

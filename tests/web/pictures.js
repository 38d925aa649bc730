// The pictures of docs/view.md and docs/playing.md, made anew: node pictures.js. They are looked at by people before they are
// committed; no test compares them, because other versions of the browser draw letters otherwise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browse, chase, FOLDER, pageOf, ROOT } from "./browser.js";
import { endAll, serve } from "./serve.js";

const replay = (/** @type {string} */ name) => join(ROOT, "replays", name);
const at = { viewport: { width: 1000, height: 640 } };
/** @type {[string, string, string, object][]} */
const pictures = [
  ["police", pageOf(replay("police/S3.json")), "#hour=3", at],
  ["scotland-yard", pageOf(replay("scotland-yard/escaped.json")), "#rotation=12", { ...at, colorScheme: "dark" }],
  ["animal-checkers", pageOf(replay("animal-checkers/den.json")), "#move=18", at],
  ["fishing", pageOf(replay("fishing/two.json")), "#turn=12", at],
  ["robots", pageOf(replay("robots/won.json")), "#turn=6", at],
  ["narrow", pageOf(replay("police/S3.json")), "#hour=3", { viewport: { width: 400, height: 700 } }],
];
// Names are shown as they are given: from the folder of the project.
const here = { cwd: ROOT };
const [diff, signals] = [join(FOLDER, "diff.html"), join(FOLDER, "signals.html")];
const cause = (/** @type {string} */ name) => join("tests/causes/path-by-length", name);
const words = readFileSync(join(ROOT, cause("game.txt")), "utf8").trim().split(" ");
const scenario = [cause("cities.data"), cause("agents.data"), ...words];
chase(["view", cause("ours.txt"), cause("ref.txt"), "-o", diff, "--scenario", ...scenario], here);
pictures.push(["diff", diff, "#hour=4", { viewport: { width: 1100, height: 760 } }]);
chase(["view", "data/traces/mesa/faulty.csv", "data/traces/mesa/golden.csv", "-o", signals], here);
pictures.push(["signals", signals, "#tick=12", { viewport: { width: 1000, height: 620 } }]);

const browser = await browse();
/** Keeps what a page shows. @param {any} page @param {string} name */
async function keep(page, name) {
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(ROOT, "docs/pictures", `${name}.png`) });
  if (page.troubles.length > 0) throw new Error(`${name}: ${page.troubles.join("; ")}`);
}
for (const [name, file, hash, options] of pictures) await keep(await browser.open(file, hash, options), name);

const people = ["--web", "--no-open", "--seed", "3"];
const mrX = await serve(["play", "scotland-yard", "--stations", "20", "--detectives", "2", "--player", "mr-x=human", "--player", "detectives=random", ...people]);
const chosen = await browser.live(mrX.address, { colorScheme: "dark" });
const hot = chosen.locator(".hot");
await hot.first().waitFor();
// A place to which more than one ticket leads.
for (let n = 0; n < await hot.count(); n += 1) {
  await hot.nth(n).click();
  if (await chosen.locator("#choices button").count() > 1) break;
  await chosen.keyboard.press("Escape");
}
await keep(chosen, "playing");
const robots = await serve(["play", "robots", ...people]);
const walked = await browser.live(robots.address);
await walked.locator("#pad button").first().waitFor();
await walked.locator("#pad button", { hasText: "stay" }).click();
await walked.waitForFunction(() => document.body.dataset.cycle === "1");
await keep(walked, "playing-robots");
endAll();
await browser.close();

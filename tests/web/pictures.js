// The pictures of docs/view.md, made anew: node pictures.js. They are looked at by people before they are
// committed; no test compares them, because other versions of the browser draw letters otherwise.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { browse, chase, FOLDER, pageOf, ROOT } from "./browser.js";

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
for (const [name, file, hash, options] of pictures) {
  const page = await browser.open(file, hash, options);
  await page.waitForTimeout(300);
  await page.screenshot({ path: join(ROOT, "docs/pictures", `${name}.png`) });
  if (page.troubles.length > 0) throw new Error(`${name}: ${page.troubles.join("; ")}`);
}
await browser.close();

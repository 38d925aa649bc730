// Pages of logs of other programs: the signals of one log, and of two that are compared.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, assertPolicy, browse, chase, settled } from "./browser.js";

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SIZES = [[390, 844], [844, 390], [1440, 900]];

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

let made = 0;
/** Writes a log. @param {string} name @param {string[]} lines */
function log(name, lines) {
  writeFileSync(join(FOLDER, name), `${lines.join("\n")}\n`);
  return name;
}

/** The page of a log or of two. @param {string[]} args */
function page(...args) {
  made += 1;
  const file = join(FOLDER, `log-${made}.html`);
  chase(["view", ...args, "-o", file]);
  return file;
}

/** The page that `diff` writes of two logs that differ. @param {string[]} args */
function diffPage(...args) {
  made += 1;
  const file = join(FOLDER, `log-${made}.html`);
  assert.throws(() => chase(["diff", ...args, "--html", file], { stdio: "pipe" }), { status: 1 });
  return file;
}

const plot = (page, name) => page.locator(".signal", { has: page.locator("h2", { hasText: new RegExp(`^${name}$`) }) });
const drawn = (page, name) => plot(page, name).locator("canvas").first().waitFor();
const words = async (locator) => (await locator.innerText()).split(/\s+/).join(" ");
const tick = (page) => page.evaluate(() => document.body.dataset.cycle);
const at = (page, wanted) => page.waitForFunction((wanted) => document.body.dataset.cycle === wanted, wanted, { timeout: 60000 });
const alternative = (page, name) => plot(page, name).locator(".canvas").getAttribute("aria-label");

/** Whether the first canvas of a plot has pixels of a line in a box, in parts of its size. */
function hasLine(page, name, variable, [left, top, right, bottom]) {
  return plot(page, name).locator("canvas").first().evaluate((canvas, [variable, left, top, right, bottom]) => {
    const wanted = getComputedStyle(document.documentElement).getPropertyValue(variable).trim().match(/[0-9a-f]{2}/gi).map((it) => parseInt(it, 16));
    const { width, height } = canvas;
    const [x, y] = [Math.floor(left * width), Math.floor(top * height)];
    const copy = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(x, y, Math.ceil((right - left) * width), Math.ceil((bottom - top) * height));
    let count = 0;
    for (let n = 0; n < data.length; n += 4) if (wanted.every((part, at) => Math.abs(part - data[n + at]) < 12)) count += 1;
    return count > 0;
  }, [variable, left, top, right, bottom]);
}

const CARS = ["t,car,x,gear", ...Array.from({ length: 60 }, (_, t) => [`${t},a,${t * 0.5},${t < 30 ? "low" : "high"}`, `${t},b,${60 - t},low`]).flat()];
const OURS = ["t,late,early,same,only", ...Array.from({ length: 100 }, (_, t) => `${t},${t < 70 ? t : t + 3},${t < 40 ? 1.5 : 2.25},${t % 5},1`)];
const REF = ["t,late,early,same", ...Array.from({ length: 100 }, (_, t) => `${t},${t},1.5,${t % 5}`)];

test("the hashes of the policy are those of a page of signals", () => {
  const text = readFileSync(page(log("hash.csv", CARS)), "utf8");
  assertPolicy(text);
  assert.ok(text.includes("Copyright (c) 2022 Leon Sorokin") && text.includes("uPlot (v1.6.32)"));
});

test("a log has a plot for each column, with axes, a legend and the values at the cursor", async () => {
  const file = page(log("cars.csv", CARS));
  const shown = await browser.open(file);
  assert.deepEqual(shown.requested, [`file://${file}`]);
  assert.equal(await shown.title(), "cars.csv");
  assert.equal(await words(shown.locator("#kind")), "CSV, 60 cycles, t 0 to 59");
  assert.deepEqual(await shown.locator(".signal h2").allInnerTexts(), ["x", "gear"]);
  await drawn(shown, "x");
  assert.equal(await words(plot(shown, "x").locator(".legend")), "a 29.5 b 1");
  assert.equal(await words(plot(shown, "gear").locator(".legend")), "a high b low");
  await shown.locator("#cursor").fill("12");
  await shown.locator("#cursor").press("Enter");
  await at(shown, "12");
  assert.equal(await words(plot(shown, "x").locator(".legend")), "a 6 b 48");
  await shown.locator("h1").click();
  await shown.keyboard.press("ArrowRight");
  await at(shown, "13");
  assert.equal(await words(plot(shown, "x").locator(".legend")), "a 6.5 b 47");
  // Axes are drawn: there is text left of the curves and below them.
  assert.ok(await hasLine(shown, "x", "--soft", [0, 0, 0.05, 0.8]));
  assert.ok(await hasLine(shown, "x", "--soft", [0.1, 0.85, 1, 1]));
  assert.match(await alternative(shown, "x"), /^x over t\. a: 60 points, least 0 at 0, largest 29\.5 at 59; b: 60 points, least 1 at 59/);
  const dashes = await plot(shown, "x").locator(".swatch line").evaluateAll((all) => all.map((line) => line.getAttribute("stroke-dasharray")));
  assert.notEqual(dashes[0], dashes[1]);
  assert.deepEqual(shown.troubles, []);
  await shown.context().close();
});

test("the cursor follows the mouse to the nearest tick, and drag, keys and buttons zoom all plots", async () => {
  const shown = await browser.open(page(log("zoom.csv", CARS)));
  await drawn(shown, "gear");
  const range = () => shown.locator("#range").innerText();
  assert.equal(await range(), "shown: 0 to 59");
  const box = await plot(shown, "x").locator(".u-over").boundingBox();
  const place = (t) => box.x + box.width * t / 59;
  await shown.mouse.move(place(20.3), box.y + 50);
  await at(shown, "20");
  await shown.mouse.move(place(20.7), box.y + 50);
  await at(shown, "21");
  await shown.mouse.move(place(10), box.y + 50);
  await shown.mouse.down();
  await shown.mouse.move(place(15), box.y + 50, { steps: 4 });
  await shown.mouse.up();
  const [, from, to] = (await range()).match(/shown: (\S+) to (\S+)/);
  assert.ok(Math.abs(from - 10) < 0.3 && Math.abs(to - 15) < 0.3, `${from} to ${to}`);
  await plot(shown, "gear").locator("summary").click();
  await plot(shown, "gear").locator("tbody tr").first().waitFor();
  assert.deepEqual(await plot(shown, "gear").locator("tbody th").allInnerTexts(), Array.from({ length: 5 + (from <= 10) + (to >= 15) - 1 }, (_, n) => String(n + (from <= 10 ? 10 : 11))));
  await shown.keyboard.press("0");
  assert.equal(await range(), "shown: 0 to 59");
  await shown.keyboard.press("+");
  assert.notEqual(await range(), "shown: 0 to 59");
  await shown.locator("#zoom-fit").click();
  assert.equal(await range(), "shown: 0 to 59");
  await shown.mouse.move(place(30), box.y + 50);
  await shown.keyboard.down("Control");
  await shown.mouse.wheel(0, -200);
  await shown.keyboard.up("Control");
  await shown.waitForFunction(() => document.getElementById("range").textContent !== "shown: 0 to 59");
  await shown.mouse.dblclick(place(30), box.y + 50);
  assert.equal(await range(), "shown: 0 to 59");
  assert.deepEqual(shown.troubles, []);
  await shown.context().close();
});

test("two fingers zoom all plots, and one moves them along", async () => {
  const shown = await browser.open(page(log("touch.csv", CARS)), "", { hasTouch: true });
  await drawn(shown, "gear");
  const box = await plot(shown, "x").locator(".u-over").boundingBox();
  const touch = await shown.context().newCDPSession(shown);
  const fingers = (type, all) => touch.send("Input.dispatchTouchEvent", {
    type, touchPoints: all.map((t, id) => ({ x: box.x + box.width * t / 59, y: box.y + 50, id })),
  });
  const near = (from, to) => shown.waitForFunction(([from, to]) => {
    const [, one, other] = document.getElementById("range").textContent.match(/shown: (\S+) to (\S+)/);
    return Math.abs(one - from) < 0.5 && Math.abs(other - to) < 0.5;
  }, [from, to]);
  // What is between 20 and 40 lies between the places of 10 and 50 then: twice as wide.
  await fingers("touchStart", [20, 40]);
  for (const by of [2, 5, 8, 10]) await fingers("touchMove", [20 - by, 40 + by]);
  await fingers("touchEnd", []);
  await near(15, 44.5);
  // A finger goes half the width to the left.
  await fingers("touchStart", [45]);
  for (const at of [40, 30, 20, 15.5]) await fingers("touchMove", [at]);
  await fingers("touchEnd", []);
  await near(29.5, 59);
  assert.deepEqual(shown.troubles, []);
  await shown.context().close();
});

test("one spike in 1,000,000 rows is drawn, and a zoom reaches single ticks", async () => {
  const rows = ["t,x"];
  for (let t = 0; t < 1000000; t += 1) rows.push(`${t},${t === 654321 ? 99 : t % 7}`);
  // More columns than one page has all values of.
  log("spike.csv", rows.map((row, n) => (n === 0 ? "t,x,y,z" : `${row},1,2`)));
  const shown = await browser.open(page("spike.csv"));
  await drawn(shown, "x");
  assert.match(await words(shown.locator("#notes")), /one stretch is \d+ cycles/);
  assert.match(await alternative(shown, "x"), /largest 99 at 654321/);
  const over = await plot(shown, "x").locator(".u-over").boundingBox();
  const canvas = await plot(shown, "x").locator("canvas").boundingBox();
  const middle = (over.x - canvas.x + over.width * 0.654321) / canvas.width;
  assert.ok(await hasLine(shown, "x", "--line-1", [middle - 0.005, 0.05, middle + 0.005, 0.2]), "the spike");
  assert.ok(!await hasLine(shown, "x", "--line-1", [middle + 0.02, 0.05, 0.95, 0.2]), "nothing else is so high");
  // Every value of the ends is there.
  await shown.goto(`${shown.url().split("#")[0]}#tick=0&from=0&to=9`);
  await shown.reload();
  await settled(shown);
  await plot(shown, "x").locator("summary").click();
  await plot(shown, "x").locator("tbody tr").first().waitFor();
  const cells = await plot(shown, "x").locator("tbody tr").allInnerTexts();
  assert.deepEqual(cells.map((row) => row.split(/\s+/).join(" ")), Array.from({ length: 10 }, (_, t) => `${t} ${t % 7}`));
  // A part has every value.
  const part = await browser.open(page("spike.csv", "--from", "654300", "--to", "654340"));
  assert.equal(await part.locator("#notes").isVisible(), false);
  assert.match(await alternative(part, "x"), /41 points, least 0 at \d+, largest 99 at 654321/);
  for (const one of [shown, part]) {
    assert.deepEqual(one.troubles, []);
    await one.context().close();
  }
});

test("signals stand in the order in which they parted, and lead to where they did", async () => {
  log("ours.csv", OURS);
  log("ref.csv", REF);
  const shown = await browser.open(diffPage("ours.csv", "ref.csv", "--tolerance", "late=1"));
  assert.equal(await shown.title(), "ours.csv against ref.csv");
  assert.match(await words(shown.locator("#verdict")), /^different: early at t 40: ours 2\.25, theirs 1\.5/);
  assert.deepEqual(await shown.locator("#plots h2").allInnerTexts(), ["early", "late", "only"]);
  assert.equal(await shown.locator("#others-summary").innerText(), "1 signal in which no difference was found");
  assert.equal(await plot(shown, "same").isVisible(), false);
  assert.equal(await tick(shown), "40");
  await drawn(shown, "early");
  assert.equal(await words(plot(shown, "early").locator(".legend")), "ours 2.25 reference 1.5");
  assert.equal(await words(plot(shown, "late").locator(".legend")), "ours 40 reference 40 tolerance");
  assert.match(await words(plot(shown, "only")), /Only our log has this column/);
  await plot(shown, "late").locator(".parted").click();
  await at(shown, "70");
  assert.equal(await words(plot(shown, "late").locator(".legend")), "ours 73 reference 70 tolerance");
  assert.equal(await shown.locator("#range").innerText(), "shown: 30 to 99");
  // Below the curves is their difference; a key takes it away.
  assert.equal(await plot(shown, "late").locator("canvas").count(), 2);
  await shown.keyboard.press("d");
  assert.equal(await plot(shown, "late").locator("canvas").count(), 1);
  const dashes = await plot(shown, "late").locator(".swatch line").evaluateAll((all) => all.map((line) => line.getAttribute("stroke-dasharray")));
  assert.equal(dashes[0], "");
  assert.notEqual(dashes[1], "");
  await shown.locator("#report-panel summary").click();
  assert.match(await shown.locator("#report").innerText(), /values that diverged, in this order:/);
  assert.deepEqual(shown.troubles, []);
  await shown.context().close();
});

test("the tolerance is a band around the reference", async () => {
  log("band-ours.csv", ["t,x", "0,10", "1,10.4", "2,12"]);
  log("band-ref.csv", ["t,x", "0,10", "1,10", "2,10"]);
  const shown = await browser.open(diffPage("band-ours.csv", "band-ref.csv", "--tolerance", "x=0.5"));
  await drawn(shown, "x");
  const grey = await plot(shown, "x").locator("canvas").first().evaluate((canvas) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext("2d").getImageData(Math.floor(width / 2), 0, 1, height);
    return Array.from({ length: height }, (_, n) => data[4 * n + 3]).filter((alpha) => alpha > 20 && alpha < 80).length;
  });
  assert.ok(grey > 5, `${grey} pixels of the band`);
  await shown.context().close();
});

test("titles have no more folders than tell the files apart", async () => {
  for (const folder of ["one", "two"]) {
    mkdirSync(join(FOLDER, folder), { recursive: true });
    log(`${folder}/run.csv`, ["t,x", "0,1", `1,${folder.length}`, `2,${folder}`]);
  }
  const shown = await browser.open(page(join(FOLDER, "one/run.csv"), join(FOLDER, "two/run.csv")));
  assert.equal(await shown.title(), "one/run.csv against two/run.csv");
  await shown.context().close();
});

test("names and words are only text", async () => {
  const hostile = "</script><img src=x onerror=alert(1)>";
  log("hostile.csv", [`t,who,${hostile}`, ...Array.from({ length: 9 }, (_, t) => `${t},${hostile},${t < 4 ? "<b>word</b>" : hostile}`)]);
  log("hostile-ref.csv", [`t,who,${hostile}`, ...Array.from({ length: 9 }, (_, t) => `${t},${hostile},<b>word</b>`)]);
  for (const args of [["hostile.csv"], ["hostile.csv", "hostile-ref.csv"]]) {
    const shown = await browser.open(page(...args));
    await shown.locator(".signal canvas").first().waitFor();
    assert.ok((await shown.locator(".signal h2").allInnerTexts()).join().includes(hostile));
    assert.equal(await shown.locator("img, .signal b b, #report b").count(), 0);
    assert.deepEqual(shown.troubles, []);
    await shown.context().close();
  }
});

test("dates are on the axis and in the cursor", async () => {
  const stamp = (n) => new Date(Date.UTC(2026, 10, 27, 10, 0, n)).toISOString().replace(".000", ".250");
  const shown = await browser.open(page(log("dates.csv", ["time,x", ...Array.from({ length: 90 }, (_, n) => `${stamp(n)},${n}`)])));
  assert.equal(await tick(shown), "2026-11-27T10:01:29.25Z");
  await shown.locator("#cursor").fill("2026-11-27T11:00:30.25+01:00");
  await shown.locator("#cursor").press("Enter");
  await at(shown, "2026-11-27T10:00:30.25Z");
  assert.equal(await words(plot(shown, "x").locator(".legend")), "x 30");
  await shown.context().close();
});

test("a map shows the tracks of entities", async () => {
  log("map.csv", ["t,car,x,y", ...Array.from({ length: 20 }, (_, t) => [`${t},a,${t},${t * t}`, `${t},b,${20 - t},3`]).flat()]);
  writeFileSync(join(FOLDER, "map.toml"), "form = \"csv\"\ntick = \"t\"\nentity = \"car\"\nmap = [\"x\", \"y\"]\n[tolerance]\n");
  const shown = await browser.open(page("map.csv", "--like", "map.toml"));
  await shown.locator("#map-panel").scrollIntoViewIfNeeded();
  await shown.locator("#map .track").first().waitFor();
  const points = await shown.locator("#map .track").evaluateAll((all) => all.map((line) => line.getAttribute("points").split(" ").length));
  assert.deepEqual(points, [20, 20]);
  assert.deepEqual(shown.troubles, []);
  await shown.context().close();
});

for (const colorScheme of ["light", "dark"]) {
  test(`pages fit and axe finds nothing, ${colorScheme}`, async () => {
    log("fit-ours.csv", OURS);
    log("fit-ref.csv", REF);
    log("fit-cars.csv", CARS);
    for (const args of [["fit-cars.csv"], ["fit-ours.csv", "fit-ref.csv"]]) {
      const file = page(...args);
      for (const [width, height] of SIZES) {
        const shown = await browser.open(file, "", { colorScheme, bypassCSP: true, viewport: { width, height } });
        await shown.locator(".signal canvas").first().waitFor();
        await shown.evaluate(() => { for (const panel of document.querySelectorAll("details")) panel.open = true; });
        const what = `${args} ${width}x${height}`;
        assert.ok(await shown.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${what} scrolls sideways`);
        await shown.addScriptTag({ path: AXE });
        const found = await shown.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
        assert.deepEqual(found.violations.map((it) => `${it.id}: ${it.nodes.map((node) => node.html).slice(0, 3)}`), [], what);
        if (width < 800) {
          const small = await shown.locator("#bar button, #bar input[type=text], summary").evaluateAll((all) => all.filter((one) => one.offsetParent && one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));
          assert.deepEqual(small, [], what);
        }
        await shown.context().close();
      }
    }
  });
}

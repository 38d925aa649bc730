// A board can be read at any size: how it opens, wheel, fingers, buttons, and phones either way up.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { FOLDER, ROOT, browse, chase, goTo, pageOf } from "./browser.js";

let browser;
let city;
const S3 = join(ROOT, "replays/police/S3.json");
before(async () => {
  browser = await browse();
  chase(["record", "scotland-yard", "--rounds", "6:3", "--player", "mr-x=random", "--player", "detectives=random", "--seed", "3", "-o", "city.json", "--trace", "never"]);
  city = pageOf(join(FOLDER, "city.json"));
});
after(() => browser.close());

const SIZES = [{ width: 1440, height: 900 }, { width: 390, height: 844 }, { width: 844, height: 390 }];
const view = (page) => page.locator("#board").getAttribute("viewBox");
const width = async (page) => Number((await view(page)).split(" ")[2]);

for (const viewport of SIZES) {
  test(`200 stations open with numbers of 11 pixels and more, ${viewport.width}x${viewport.height}`, async () => {
    const page = await browser.open(city, "#rotation=1", { viewport });
    const heights = await page.locator("#board .label:not(.glyph)").evaluateAll((all) => all.slice(0, 20).map((text) => {
      const size = parseFloat(getComputedStyle(text).fontSize);
      return size * text.getScreenCTM().a;
    }));
    assert.ok(Math.min(...heights) >= 11, String(Math.min(...heights)));
    const isSeen = () => page.evaluate(() => {
      const board = document.getElementById("board").getBoundingClientRect();
      return [...document.querySelectorAll("#board .piece")].some((piece) => {
        const { x, y, right, bottom } = piece.getBoundingClientRect();
        return x >= board.x && y >= board.y && right <= board.right && bottom <= board.bottom;
      });
    });
    for (const rotation of [2, 3, 4]) {
      await goTo(page, rotation);
      assert.ok(await isSeen(), `somebody is seen in rotation ${rotation}`);
    }
    await page.locator("#zoom-fit").click();
    const whole = await page.evaluate(() => [...document.querySelectorAll("#board .place")].every((place) => {
      const [box, board] = [place.getBoundingClientRect(), document.getElementById("board").getBoundingClientRect()];
      return box.x >= board.x - 1 && box.right <= board.right + 1 && box.y >= board.y - 1 && box.bottom <= board.bottom + 1;
    }));
    assert.ok(whole, "Fit shows all of it");
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("wheel, buttons and two fingers zoom", async () => {
  const page = await browser.open(pageOf(S3), "#hour=1", { hasTouch: true });
  const all = await width(page);
  const box = await page.locator("#board").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, -100);
  await page.waitForFunction((all) => Number(document.getElementById("board").getAttribute("viewBox").split(" ")[2]) < all, all);
  await page.locator("#zoom-fit").click();
  assert.equal(await width(page), all);
  await page.locator("#zoom-in").click();
  assert.ok(await width(page) < all);
  await page.locator("#zoom-out").click();
  await page.locator("#zoom-fit").click();
  const touch = await page.context().newCDPSession(page);
  const fingers = (type, apart) => touch.send("Input.dispatchTouchEvent", {
    type, touchPoints: apart === null ? [] : [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }],
  });
  await fingers("touchStart", 40);
  for (const apart of [60, 80, 100]) await fingers("touchMove", apart);
  await fingers("touchEnd", null);
  await page.waitForFunction((all) => Number(document.getElementById("board").getAttribute("viewBox").split(" ")[2]) < all * 0.6, all);
  await page.context().close();
});

for (const viewport of SIZES.slice(1)) {
  test(`controls and board are in view, and nothing scrolls sideways, ${viewport.width}x${viewport.height}`, async () => {
    for (const [file, hash] of [[city, "#rotation=2"], [pageOf(S3), "#hour=3"]]) {
      const page = await browser.open(file, hash, { viewport });
      for (const id of ["first", "back", "play", "on", "last", "slider", "zoom-fit"]) {
        const box = await page.locator(`#${id}`).boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${id} is at ${box.y}`);
      }
      const board = await page.locator("#board").boundingBox();
      assert.ok(board.y < viewport.height / 2 && board.height > 130, JSON.stringify(board));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth));
      await page.context().close();
    }
  });
}

for (const viewport of SIZES) {
  test(`no name at the edge of a map is cut, ${viewport.width}x${viewport.height}`, async () => {
    const cities = ["california", "melbourne at the sea", "perth", "north western darwin"];
    const roads = [[0, 1], [1, 2], [2, 3]].map(([a, b]) => `${a} ${b} 300`);
    writeFileSync(join(FOLDER, "edge-cities"), `4\n${cities.map((name, n) => [roads[n] || n, "n", name].join(" ")).join("\n")}\n`);
    writeFileSync(join(FOLDER, "edge-agents"), "900 0 3 T\n900 3 0 D1\n900 3 0 D2\n900 3 0 D3\n900 3 0 D4\n");
    chase(["record", "police", "edge-cities", "edge-agents", "3", "1", "-o", "edge.json", "--trace", "never", "--force"]);
    const page = await browser.open(pageOf(join(FOLDER, "edge.json")), "#hour=1", { viewport });
    /* Names that are shown and those of them that are not whole; those of pieces too where all is seen. */
    const names = (which) => page.evaluate((which) => {
      const { x, y, right, bottom } = document.getElementById("board").getBoundingClientRect();
      const shown = [...document.querySelectorAll(which)].filter((text) => text.getAttribute("visibility") !== "hidden");
      const isCut = (box) => box.x < x || box.right > right || box.y < y || box.bottom > bottom;
      return [shown.length, shown.filter((text) => isCut(text.getBoundingClientRect())).map((text) => text.textContent)];
    }, which);
    const [opened, cut] = await names("#board .name");
    assert.ok(opened > 0);
    assert.deepEqual(cut, []);
    await page.locator("#zoom-fit").click();
    assert.deepEqual(await names("#board .name, #board .tag"), [9, []]);
    await page.keyboard.press("f");
    await page.waitForFunction((all) => document.querySelectorAll("#board .name").length === all, 4);
    assert.deepEqual((await names("#board .name"))[1], []);
    await page.context().close();
  });
}

/** The size of a field and of the names at the edge of a grid, in pixels. */
const fields = (page) => page.evaluate(() => {
  const board = document.getElementById("board").getBoundingClientRect();
  const names = [...document.querySelectorAll("#board .axis")].filter((name) => name.getAttribute("visibility") === "visible");
  const boxes = names.map((name) => name.getBoundingClientRect());
  const overlap = (one, other) => one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom;
  const piece = document.querySelector("#board .piece").getBoundingClientRect();
  return {
    field: 100 * document.getElementById("board").getScreenCTM().a,
    name: Math.min(...names.map((name) => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a)),
    shown: names.length,
    cut: boxes.filter((box) => box.y < board.y - 1 && box.bottom > board.y + 1).length,
    covered: boxes.filter((one, n) => boxes.slice(n + 1).some((other) => overlap(one, other))).length,
    isSeen: piece.x >= board.x && piece.right <= board.right && piece.y >= board.y && piece.bottom <= board.bottom,
  };
});

for (const viewport of SIZES) {
  const isPhone = viewport.width < 1000;
  test(`a grid of 31x31 opens with fields that can be hit and names that can be read, ${viewport.width}x${viewport.height}`, async () => {
    const page = await browser.open(pageOf(join(ROOT, "replays/robots/survivor.json")), "#turn=3", { viewport, hasTouch: isPhone, isMobile: isPhone });
    const opened = await fields(page);
    assert.ok(opened.field >= (isPhone ? 23.9 : 11.9) && opened.name >= 11 && opened.isSeen, JSON.stringify(opened));
    assert.ok(opened.shown > 10 && opened.covered === 0, JSON.stringify(opened));
    await page.locator("#zoom-fit").click();
    const whole = await fields(page);
    assert.ok(whole.shown >= 8 && whole.covered === 0 && whole.cut === 0 && whole.name >= Math.min(11, whole.field * 0.7), JSON.stringify(whole));
    assert.deepEqual(page.troubles, []);
    await page.context().close();
  });
}

test("500 cities: numbers can be read, lie on no piece and on each other, and go when they are specks; roads of nobody are faint", async () => {
  chase(["new", "police", "--cities", "500", "--towns", "--seed", "1", "-o", "towns"]);
  chase(["record", "police", "towns-cities.data", "towns-agents.data", "10", "1", "-o", "towns.json", "--trace", "never"]);
  const page = await browser.open(pageOf(join(FOLDER, "towns.json")), "#hour=5", { viewport: { width: 1440, height: 900 } });
  const { heights, onPieces, onEachOther, seen } = await page.evaluate(() => {
    const board = document.getElementById("board").getBoundingClientRect();
    const isSeen = ({ x, y, right, bottom }) => x >= board.x && y >= board.y && right <= board.right && bottom <= board.bottom;
    const texts = [...document.querySelectorAll("#board .place + .label")].filter((text) => isSeen(text.getBoundingClientRect()));
    const boxes = texts.map((text) => text.getBoundingClientRect());
    const bodies = [...document.querySelectorAll("#board .piece .body")].map((body) => body.getBoundingClientRect());
    const overlap = (one, other) => one.x < other.right - 1 && other.x < one.right - 1 && one.y < other.bottom - 1 && other.y < one.bottom - 1;
    /* Round bodies do not fill their boxes: a number is covered where its middle is. */
    const covers = (body, text) => Math.hypot(body.x + body.width / 2 - text.x - text.width / 2, body.y + body.height / 2 - text.y - text.height / 2) < body.width / 2;
    return {
      heights: texts.map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a),
      onPieces: boxes.filter((text) => bodies.some((body) => covers(body, text))).length,
      onEachOther: boxes.filter((one, n) => boxes.slice(n + 1).some((other) => overlap(one, other))).length,
      seen: boxes.length,
    };
  });
  assert.ok(seen > 20, String(seen));
  assert.ok(Math.min(...heights) >= 11);
  assert.deepEqual([onPieces, onEachOther], [0, 0]);
  const [faint, roads] = [await page.locator("#board .link.far").count(), await page.locator("#board .link").count()];
  assert.ok(faint > roads * 0.9 && faint < roads, `${faint} of ${roads}`);
  await page.locator("#zoom-fit").click();
  assert.equal(await page.locator("#board .place + .label").first().isVisible(), false);
  await page.context().close();
});

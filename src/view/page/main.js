/* Which moment is shown, and how to get to another: buttons, slider, keys, the address. */

const KEYS = [
  ["Left, Right (j, l)", "one back, one on"], ["Shift+Left, Shift+Right", "a turn inside it"],
  ["PageUp, PageDown", "10; with Ctrl 100"], ["Home, End", "first, last"], ["Space", "play, pause"],
  [", .", "slower, faster"], ["g", "go to a number"], ["e, E", "next, previous marked event"],
  ["h", "knowledge on, off"], ["f", "turn the board"], ["d", "lists of what is where"],
  ["0 + -", "fit, zoom"], ["c", "copy link"], ["?", "this list"],
];

const PAIR_KEYS = [
  ["n, p", "next, previous difference"], ["o, t", "only ours, only theirs"],
  ["b, s", "both on one board, side by side"],
];

/** @type {(Side | LiveSide)[]} */
let sides = [];
/** @type {Head} */
let head;
/** @type {Board} */
let theBoard;
/** @type {Panels} */
let panels;
/** Two histories side by side, where the page has two. @type {PairView | null} */
let pairView = null;
/** A game that is being played, where it is one. @type {LiveView | null} */
let live = null;
/** The first and the last cycle of the page. */
const span = { first: 0, last: 0 };
/** The moment that is shown. @type {{cycle: number, turn: number | null}} */
const shown = { cycle: 0, turn: null };
/** The moment that is wanted. @type {{cycle: number, turn: number | null, note: string, isStill: boolean}} */
let wanted = { cycle: 0, turn: null, note: "", isStill: true };
let isDue = false;
/** Whether something of the moment could not be had, since nobody answered. */
let isMissing = false;
/** @type {ReturnType<typeof setTimeout> | null} */
let playing = null;

/**
 * Shows a moment with the next frame; the newest wish wins.
 * @param {number} cycle
 * @param {number | null} [turn]
 * @param {{jump?: boolean, note?: string, isStill?: boolean}} [how]
 */
function go(cycle, turn = null, how = {}) {
  const { first, last } = span;
  const near = Math.min(last, Math.max(first, Math.trunc(cycle) || 0));
  let note = how.note || "";
  if (near !== cycle) note = `There is no ${head.unit} ${cycle}; this is ${head.unit} ${near}.`;
  if (how.jump) history.pushState(null, "", location.hash);
  wanted = { cycle: near, turn: near === cycle ? turn : null, note, isStill: how.isStill === true };
  if (isDue) return;
  isDue = true;
  requestAnimationFrame(() => paint().catch(failed));
}

/** The history with the most turns in a cycle: the one whose turns are counted. @param {Scene[]} scenes */
function longest(scenes) {
  return scenes.reduce((most, scene) => (scene.turns.length > most.turns.length ? scene : most));
}

/**
 * The headlines of both sides.
 * @param {Scene[]} scenes
 * @returns {[string[], string[]]}
 */
function endOf([ours, theirs]) {
  return [[ours.headline].filter(Boolean), [theirs.headline].filter(Boolean)];
}

/**
 * How pieces get to a moment: along their ways where it is the next one or the one before, at once else.
 * @param {number} cycle
 * @param {number | null} turn
 * @param {boolean} isAtOnce
 * @returns {Motion}
 */
function motionTo(cycle, turn, isAtOnce) {
  const isFirst = document.body.dataset.cycle === undefined;
  /* The same moment in another way of looking at both sides. */
  const isSame = pairView !== null && cycle === shown.cycle && turn === shown.turn;
  if (isAtOnce || isFirst || isSame || Math.abs(cycle - shown.cycle) > 1 || isStill()) return NO_MOTION;
  const at = (/** @type {number | null} */ turn) => (turn === null ? Infinity : turn);
  const isBack = cycle < shown.cycle || (cycle === shown.cycle && at(turn) < at(shown.turn));
  /* A step is over before the next one begins. */
  const most = playing === null ? STEP_MS : 800 / Number(byId("speed").value);
  return { ms: Math.min(STEP_MS, most), isBack };
}

async function paint() {
  const wish = wanted;
  const afters = await Promise.all(sides.map((side) => side.at(wish.cycle)));
  isDue = false;
  if (wish !== wanted) {
    go(wanted.cycle, wanted.turn, wanted);
    return;
  }
  const after = longest(afters);
  let turn = wish.turn;
  if (turn !== null && (turn >= after.turns.length - 1 || turn < 0)) turn = null;
  const scenes = afters.map((after) => (turn !== null && turn < after.turns.length ? after.turns[turn].scene : after));
  const scene = scenes[afters.indexOf(after)];
  const motion = motionTo(wish.cycle, turn, wish.isStill);
  shown.cycle = wish.cycle;
  shown.turn = turn;
  if (pairView) {
    panels.showMoment(wish.cycle);
    pairView.show([scenes[0], scenes[1]], pairView.thereOf(afters, turn), motion);
  } else {
    theBoard.show(scene, motion);
    theBoard.showEnd(endShown());
    panels.show(scene, wish.cycle);
  }
  showWords(scene, after, pairView ? besides(...endOf(afters)).join("; ") : after.headline, wish.note);
  if (live) live.painted();
  try {
    if (!pairView) await panels.showLog(scene, shown.cycle);
    await panels.showEvents(shown.cycle, shown.turn);
  } catch (error) {
    if (!live) throw error;
    /* The newest moment is there; what was before it comes with the connection. */
    isMissing = true;
  }
  document.body.dataset.cycle = String(shown.cycle);
  document.body.dataset.turn = String(shown.turn === null ? "" : shown.turn + 1);
}

/** What was done last, in words. @param {Scene} after */
function lastMove(after) {
  const told = after.events.filter(Boolean);
  const turns = after.turns.filter(({ seat }) => seat);
  const lines = turns.length > 0 ? turns[turns.length - 1].lines : told.length;
  return lines > 0 ? `Last move: ${panels.named(told[Math.min(lines, told.length) - 1] || "")}` : "";
}

/** The game in a sentence, and below what it is of. */
function showHeading() {
  const title = head.title || [head.game, head.name].filter(Boolean).join(": ");
  const eyes = head.viewer ? `seen by ${namedOnBoard(head.stage, head.viewer)}` : "";
  document.title = title;
  byId("title").textContent = title;
  byId("kind").textContent = [head.game, eyes, head.name].filter(Boolean).join(" \u00b7 ");
}

/**
 * The place where the game ended, while its last moment is shown.
 * @returns {number | null}
 */
function endShown() {
  const { summary } = head;
  const isLast = shown.cycle === span.last && shown.turn === null;
  return summary && summary.is_over && isLast ? summary.place : null;
}

/**
 * @param {Scene} scene
 * @param {Scene} after
 * @param {string} headline
 * @param {string} note
 */
function showWords(scene, after, headline, note) {
  const moment = `${head.unit} ${shown.cycle}`;
  showHeading();
  byId("moment").textContent = `${moment} of ${span.last}`;
  byId("headline").textContent = shown.turn === null ? headline : "";
  byId("board-title").textContent = `${pairView && pairView.mode !== "both" ? "Our board" : "Board"} after ${moment}`;
  byId("board-2-title").textContent = `Their board after ${moment}`;
  byId("slider").value = String(shown.cycle);
  byId("slider").setAttribute("aria-valuetext", moment);
  byId("number").value = String(shown.cycle);
  const turns = after.turns.length;
  const whose = shown.turn === null ? "" : panels.named(after.turns[shown.turn].seat);
  const told = pairView ? pairView.words(shown.cycle, shown.turn) : "";
  byId("turn").textContent = note || (shown.turn === null ? told : `After turn ${shown.turn + 1} of ${turns}${whose ? `, ${whose}'s` : ""}. ${told}`.trim());
  if (live) byId("last-move").textContent = lastMove(after);
  const words = playing === null ? scene.events.join("; ") : after.headline;
  byId("live").textContent = [note, `${moment}.`, told, cut(panels.named(words), 600)].filter(Boolean).join(" ");
  const hash = `#${head.unit}=${shown.cycle}${shown.turn === null ? "" : `&turn=${shown.turn + 1}`}${pairView && pairView.mode !== pairView.first ? `&side=${pairView.mode}` : ""}`;
  if (live) history.replaceState(null, "", live.address(hash));
  else if (location.hash !== hash) history.replaceState(null, "", hash);
}

/** The moment of the address; the first one where it names none. */
function goByAddress() {
  if (live && location.hash.length < 2) {
    live.goLive();
    return;
  }
  const parts = new URLSearchParams(location.hash.slice(1));
  const number = parts.get(head.unit) || parts.get("cycle");
  const turn = Number(parts.get("turn"));
  const isMoment = head.unit !== "turn" && turn >= 1;
  const begin = pairView && pairView.pair.differing.length > 0 ? pairView.pair.differing[0][0] : span.first;
  const cycle = number === null || number === "" ? begin : Number(number);
  const side = parts.get("side") || "";
  if (pairView) pairView.choose(MODES.includes(side) ? side : pairView.first);
  go(Number.isFinite(cycle) ? cycle : span.first, isMoment ? turn - 1 : null, { isStill: true });
}

/** @param {number} by */
async function stepTurn(by) {
  const scene = longest(await Promise.all(sides.map((side) => side.at(shown.cycle))));
  const { first, last } = span;
  const at = shown.turn === null ? Math.max(0, scene.turns.length - 1) : shown.turn;
  if (by > 0 && shown.turn === null) {
    if (shown.cycle < last) go(shown.cycle + 1, 0);
  } else if (at + by < 0) {
    if (shown.cycle > first) go(shown.cycle - 1);
  } else {
    go(shown.cycle, at + by);
  }
}

/** What is worth jumping to in any of the histories, by rising cycle. @returns {[number, string][]} */
function allMarks() {
  return head.sides.flatMap((side) => side.marks).sort((one, other) => one[0] - other[0]);
}

/** @param {boolean} back */
function goToDifference(back) {
  if (!pairView) return;
  const cycle = pairView.differenceFrom(shown.cycle, back);
  if (cycle !== null) go(cycle, null, { jump: true });
  else go(shown.cycle, shown.turn, { note: pairView.noDifference(back) });
}

/** @param {string} mode */
function chooseMode(mode) {
  if (pairView && pairView.choose(mode)) go(wanted.cycle, wanted.turn);
}

/** @param {boolean} back */
function goToMark(back) {
  const marks = allMarks();
  const mark = back
    ? marks.findLast(([cycle]) => cycle < shown.cycle)
    : marks.find(([cycle]) => cycle > shown.cycle);
  if (mark) go(mark[0], null, { jump: true, note: `${mark[1]} in ${head.unit} ${mark[0]}` });
}

function pause() {
  if (playing !== null) clearTimeout(playing);
  playing = null;
  byId("play").textContent = "\u25B6";
  byId("play").setAttribute("aria-label", "Play");
}

function togglePlay() {
  if (playing !== null) {
    pause();
    return;
  }
  byId("play").textContent = "\u23F8\uFE0E";
  byId("play").setAttribute("aria-label", "Pause");
  const tick = () => {
    if (wanted.cycle >= span.last) {
      pause();
      return;
    }
    go(wanted.cycle + 1);
    playing = setTimeout(tick, 1000 / Number(byId("speed").value));
  };
  playing = setTimeout(tick, 0);
}

/** @param {number} by */
function changeSpeed(by) {
  const speed = byId("speed");
  speed.selectedIndex = Math.min(speed.options.length - 1, Math.max(0, speed.selectedIndex + by));
}

/**
 * The address of what is shown, and what there is to say of it. A page that a program serves is opened with
 * a key, which the address does not show.
 * @returns {[string, string]}
 */
function linkHere() {
  const { dataset } = document.body;
  if (dataset.served === undefined && dataset.live === undefined) return [location.href, ""];
  const hash = location.hash.length > 1 ? `&${location.hash.slice(1)}` : "";
  const link = `${location.origin}${addressOf(location.search.slice(1))}${hash}`;
  const plays = live && live.plays() ? "Anybody who opens the link plays your seat. " : "";
  return [link, `${plays}The link works only on this machine, and while the program runs.`];
}

async function copyLink() {
  const [link, note] = linkHere();
  byId("copy").textContent = "Copied";
  setTimeout(() => { byId("copy").textContent = "Copy link"; }, 1500);
  try {
    await navigator.clipboard.writeText(link);
    if (note) go(wanted.cycle, wanted.turn, { note });
  } catch {
    byId("copy").textContent = note ? "Not copied" : "See the address bar";
    if (note) go(wanted.cycle, wanted.turn, { note: `${link} ${note}` });
  }
}

/** @param {string} id */
function toggle(id) {
  byId(id).open = !byId(id).open;
}

/** What the keys of a page of two histories do. @type {Record<string, () => void>} */
const PAIR_DOES = {
  n: () => goToDifference(false), p: () => goToDifference(true),
  o: () => chooseMode("ours"), t: () => chooseMode("theirs"), b: () => chooseMode("both"), s: () => chooseMode("split"),
};

/** The boards of the page. */
function boards() {
  return pairView ? [theBoard, pairView.second] : [theBoard];
}

/** What a key does; with Shift, Ctrl and so on where it says so. @param {KeyboardEvent} event */
function byKey(event) {
  const { cycle } = shown;
  const { first, last } = span;
  const page = event.ctrlKey ? 100 : 10;
  if (event.altKey || event.metaKey) return null;
  if (event.ctrlKey && !event.key.startsWith("Page")) return null;
  if (pairView && PAIR_DOES[event.key]) return PAIR_DOES[event.key];
  switch (event.key) {
    case "ArrowRight": return () => event.shiftKey ? stepTurn(1) : go(wanted.cycle + (cycle < last ? 1 : 0));
    case "ArrowLeft": return () => event.shiftKey ? stepTurn(-1) : go(wanted.cycle - (cycle > first && shown.turn === null ? 1 : 0));
    case "l": return () => go(Math.min(last, wanted.cycle + 1));
    case "j": return () => go(Math.max(first, wanted.cycle - 1));
    case "PageDown": return () => go(Math.min(last, cycle + page), null, { jump: true });
    case "PageUp": return () => go(Math.max(first, cycle - page), null, { jump: true });
    case "Home": return () => go(first, null, { jump: true });
    case "End": return () => go(last, null, { jump: true });
    case " ": return togglePlay;
    case ",": return () => changeSpeed(-1);
    case ".": return () => changeSpeed(1);
    case "g": return () => { byId("number").focus(); byId("number").select(); };
    case "e": return () => goToMark(false);
    case "E": return () => goToMark(true);
    case "h": return toggleHeat;
    case "f": return () => { boards().forEach((board) => board.turn()); go(wanted.cycle, wanted.turn); };
    case "d": return () => { toggle("lists-panel"); go(wanted.cycle, wanted.turn); };
    case "0": return () => boards().forEach((board) => board.viewport.fit());
    case "+": return () => boards().forEach((board) => board.viewport.zoom(1 / 1.3));
    case "-": return () => boards().forEach((board) => board.viewport.zoom(1.3));
    case "c": return copyLink;
    case "?": return showKeys;
    default: return null;
  }
}

function toggleHeat() {
  theBoard.showsHeat = !theBoard.showsHeat;
  go(wanted.cycle, wanted.turn);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (byId("help").open || byId("rules-shown").open || target.closest("input[type=number], select")) return;
  if (event.key === " " && target.closest("button, summary, input")) return;
  const does = (live && live.byKey(event)) || byKey(event);
  if (!does) return;
  event.preventDefault();
  Promise.resolve(does()).catch(failed);
}

function drawTicks() {
  const { first, last } = span;
  const length = Math.max(1, last - first);
  const tick = (/** @type {number} */ cycle) => `M${(1000 * (cycle - first) / length).toFixed(1)} 0V10`;
  byId("ticks").replaceChildren(drawn("path", { d: allMarks().map(([cycle]) => tick(cycle)).join("") }));
  if (pairView) byId("ticks").append(drawn("path", { class: "differing", d: pairView.ticks(tick) }));
}

/** The line of time has its ends where the cycles have theirs. */
function fitTime() {
  const { first, last } = span;
  for (const id of ["slider", "number"]) [byId(id).min, byId(id).max] = [String(first), String(last)];
  drawTicks();
}

function wire() {
  const slider = byId("slider");
  byId("unit").textContent = head.unit;
  slider.addEventListener("input", () => { pause(); go(Number(slider.value), null, { isStill: true }); });
  byId("number").addEventListener("change", () => go(Number(byId("number").value), null, { jump: true }));
  byId("first").addEventListener("click", () => go(span.first, null, { jump: true }));
  byId("last").addEventListener("click", () => go(span.last, null, { jump: true }));
  byId("back").addEventListener("click", () => go(Math.max(span.first, wanted.cycle - 1)));
  byId("on").addEventListener("click", () => go(Math.min(span.last, wanted.cycle + 1)));
  byId("play").addEventListener("click", togglePlay);
  byId("zoom-in").addEventListener("click", () => boards().forEach((board) => board.viewport.zoom(1 / 1.3)));
  byId("zoom-out").addEventListener("click", () => boards().forEach((board) => board.viewport.zoom(1.3)));
  byId("zoom-fit").addEventListener("click", () => boards().forEach((board) => board.viewport.fit()));
  byId("copy").addEventListener("click", copyLink);
  byId("print").addEventListener("click", () => window.print());
  byId("keys").addEventListener("click", showKeys);
  byId("rules").addEventListener("click", () => byId("rules-shown").showModal());
  for (const panel of ["text-panel", "lists-panel"]) {
    byId(panel).addEventListener("toggle", () => go(wanted.cycle, wanted.turn));
  }
  byId("previous-difference").addEventListener("click", () => goToDifference(true));
  byId("next-difference").addEventListener("click", () => goToDifference(false));
  for (const button of byId("modes").children) {
    button.addEventListener("click", () => chooseMode(button.dataset.mode));
  }
  document.addEventListener("keydown", onKey);
  window.addEventListener("popstate", goByAddress);
}

function showKeys() {
  const more = pairView ? PAIR_KEYS : live ? live.keys() : [];
  byId("help-keys").replaceChildren(...[...more, ...KEYS].map(([keys, what]) => {
    const row = made("tr");
    const key = made("th");
    key.append(made("kbd", keys));
    row.append(key, made("td", what));
    return row;
  }));
  byId("help").showModal();
}

/** Draws again what could not be had, when somebody answers again. */
function paintMissing() {
  if (!isMissing) return;
  isMissing = false;
  go(wanted.cycle, wanted.turn);
}

/** @param {unknown} error */
function failed(error) {
  isDue = false;
  isMissing = live !== null;
  byId("headline").textContent = `This page cannot be shown: ${error instanceof Error ? error.message : error}.`;
}

async function start() {
  if (typeof DecompressionStream === "undefined") {
    throw new Error("this browser is older than 2023 and cannot unpack it");
  }
  const { dataset } = document.body;
  if (dataset.served !== undefined) {
    const opened = await openServed();
    if (!opened) return;
    ({ head, sides } = opened);
  } else if (dataset.live === undefined) {
    head = JSON.parse(await unpack(byId("head")));
    sides = head.sides.map((side, n) => new Side(side, n));
  } else {
    const key = keyOfAddress();
    if (!key) throw new Error("open it with the complete address that the program printed");
    const view = new LiveView(key);
    live = view;
    head = await view.open();
    if (view.side) sides = [view.side];
  }
  const filled = head.sides.some((side) => side.chunks.length > 0) ? head.sides.filter((side) => side.chunks.length > 0) : head.sides;
  span.first = Math.min(...filled.map((side) => side.first));
  span.last = Math.max(...filled.map((side) => side.last));
  theBoard = new Board(head.stage, head.labels, board, byId("tray"));
  panels = new Panels(head, (cycle, turn) => go(cycle, turn, { jump: true }));
  if (head.pair) pairView = new PairView(head, head.pair);
  fitTime();
  wire();
  if (live) live.follow();
  else goByAddress();
}

start().catch((error) => {
  failed(error);
  /* No board without pieces, and no buttons that do nothing. */
  document.body.classList.add("unopened");
});

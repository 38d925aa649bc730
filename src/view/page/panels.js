/* What stands beside the board: who has what, the events, plots, the board as text. */

/**
 * @param {string} name
 * @param {string} [text]
 * @returns {HTMLElement}
 */
function made(name, text) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * @param {string} id
 * @returns {any}
 */
function byId(id) {
  return document.getElementById(id);
}

/** Cycles whose events are listed before the one that is shown, and after it. */
const EVENTS_ROUND = 3;

/** @param {Cell} cell */
function cellWords(cell) {
  if (typeof cell === "string") return cell;
  return typeof cell[1] === "number" ? `${cell[0]} of ${cell[1]}` : `${cell[0]} ${cell[1]}`;
}

/**
 * @param {Cell} cell
 * @param {string} looks the classes of whose cell it is
 * @returns {HTMLElement}
 */
function cellShown(cell, looks) {
  const shown = made("td");
  if (typeof cell === "string") {
    shown.textContent = cell;
  } else if (typeof cell[1] === "number") {
    const bar = made("span");
    bar.className = `bar ${looks}`;
    bar.setAttribute("aria-hidden", "true");
    const inner = made("span");
    inner.style.width = `${cell[1] > 0 ? Math.min(100, 100 * cell[0] / cell[1]) : 0}%`;
    bar.append(inner);
    shown.className = "of";
    shown.append(bar, cellWords(cell));
  } else {
    const count = made("span");
    count.className = "count";
    count.title = cellWords(cell);
    const icon = drawn("svg", { viewBox: "0 0 24 24", role: "img" });
    icon.append(drawn("title", {}, cell[1]), drawn("use", { href: `#i-${cell[1]}` }));
    count.append(icon, `${cell[0]}`);
    shown.append(count);
  }
  return shown;
}

class Panels {
  /**
   * @param {Head} head
   * @param {(cycle: number, turn: number | null) => void} go
   */
  constructor(head, go) {
    this.head = head;
    this.stage = head.stage;
    this.go = go;
    this.chart = new Chart(go);
    this.setHead(head);
    byId("column").addEventListener("change", () => {
      this.column = Number(byId("column").value);
      this.drawPlot();
    });
    byId("plot").addEventListener("click", (/** @type {MouseEvent} */ event) => this.goByPlot(event));
    byId("plots-panel").addEventListener("toggle", () => this.drawPlot());
  }

  /** Stands beside another board. @param {Head} head */
  setHead(head) {
    this.head = head;
    this.stage = head.stage;
    this.column = 0;
    byId("legend").replaceChildren(...theBoard.legend());
    this.about();
    const rules = this.stage.rules || [];
    byId("rules").hidden = rules.length === 0;
    byId("rules-title").textContent = `Rules of ${head.game}, in short`;
    byId("rules-list").replaceChildren(...rules.map((rule) => made("li", rule)));
    this.showPlayers();
    this.choosePlots();
    this.chart.setHead(head);
    byId("track").hidden = !this.stage.track || head.pair !== undefined;
  }

  /** Who played, in which colour, and how it ended for each. */
  showPlayers() {
    const players = this.head.summary ? this.head.summary.players : [];
    byId("players").hidden = players.length === 0;
    byId("players").replaceChildren(...players.map(({ name, side, player, result }, n) => {
      const item = made("li");
      const looks = this.stage.actors.filter((actor) => actor.side === n);
      if (looks.length > 0) {
        const image = drawn("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
        const group = figure(looks[0], 40);
        /* A colour that several pieces have is the player's; none of them is. */
        if (looks.length > 1 && group.lastElementChild) group.lastElementChild.remove();
        image.append(group);
        item.append(image);
      }
      const part = (/** @type {string} */ kind, /** @type {string} */ words) => {
        const part = made("span", words);
        part.className = kind;
        return part;
      };
      item.append(part("seat", cut(name, 30)));
      if (player) item.append(part("player", cut(player, 40)));
      if (result) item.append(part("result", result));
      const luck = luckOf(this.head, side);
      if (luck !== null) {
        const its = part("luck", `luck ${luck > 0 ? "+" : ""}${Math.round(100 * luck)} %`);
        its.title = "what the draws of the game brought this side, in % of a win";
        item.append(its);
      }
      item.classList.toggle("won", result === "won" || result === "shared the win");
      return item;
    }));
  }

  /** A panel with nothing in it is not there. @param {boolean} hasEvents */
  hideEmpty(hasEvents) {
    byId("who-panel").hidden = byId("who").textContent === "";
    byId("events-panel").hidden = !hasEvents;
    const isBare = this.stage.places.length === 0 && !this.head.pair;
    byId("text-panel").hidden = isBare;
    byId("lists-panel").hidden = isBare;
  }

  about() {
    const { head } = this;
    const rows = /** @type {[string, string][]} */ ([
      ["game", head.game],
      ["seen by", this.named(head.viewer || "everybody")],
      [`${head.unit}s`, `${span.first} to ${span.last}`],
      ...endings(head),
      ...head.statements,
      ...(head.pair ? head.pair.sides.flatMap((side, n) => side.statements.map(([what, value]) => [`${WHOSE[n]}: ${what}`, value])) : []),
    ]);
    byId("about").replaceChildren(...rows.flatMap(([what, value]) => [made("dt", what), made("dd", value)]));
  }

  /**
   * @param {Scene} scene
   * @param {number} cycle
   */
  show(scene, cycle) {
    this.showWho(scene);
    this.showText(scene);
    this.showLists(scene);
    this.showMoment(cycle);
  }

  /**
   * The strip of steps: which have begun, in which something special happens, and what is known of each.
   * @param {number} begun
   * @param {Map<number, string>} [log]
   */
  showSteps(begun, log = new Map()) {
    const { track } = this.stage;
    byId("track").hidden = !track;
    if (!track) return;
    const { unit, count, special, meaning } = track;
    const when = special.length > 0 ? ` ${meaning} in ${special.length === 1 ? unit : `${unit}s`} ${inWords(special.map(String))}.` : "";
    byId("track-words").textContent = `${begun > 0 ? `${unit} ${begun} of ${count}` : `${count} ${unit}s`}.${when}`;
    byId("steps").replaceChildren(...Array.from({ length: count }, (_, n) => {
      const step = n + 1;
      const item = made("li");
      const isSpecial = special.includes(step);
      item.append(made("b", String(step)));
      const words = step <= begun ? log.get(step) : undefined;
      if (words) item.append(made("span", words));
      item.classList.toggle("special", isSpecial);
      item.classList.toggle("begun", step < begun);
      item.classList.toggle("now", step === begun);
      item.title = [`${unit} ${step}`, isSpecial ? meaning : "", words || ""].filter(Boolean).join(": ");
      if (step === begun) item.setAttribute("aria-current", "step");
      return item;
    }));
  }

  /**
   * What is known of every step that has begun, from the cycles of the page up to one.
   * @param {Scene} scene
   * @param {number} cycle
   */
  async showLog(scene, cycle) {
    const { track } = this.stage;
    if (!track || pairView) return;
    /** @type {Map<number, string>} */
    const log = new Map();
    for (let n = cycle; n >= Math.max(span.first, cycle - track.count); n -= 1) {
      const { log: its } = await sides[0].at(n);
      for (const [step, words] of its) log.set(step, words);
    }
    if (cycle === shown.cycle && this.stage.track === track) this.showSteps(scene.steps, log);
  }

  /** Words in which every seat has its name on the board. @param {string} words */
  named(words) {
    return namedOnBoard(this.stage, words);
  }

  /** @param {number} cycle */
  showMoment(cycle) {
    this.cycle = cycle;
    this.drawNow();
    this.chart.show(cycle);
  }

  /**
   * @param {Scene} scene
   * @param {Stage} [stage]
   */
  showWho(scene, stage = this.stage) {
    const table = byId("who");
    if (!scene.words) {
      const row = made("tr");
      row.append(made("td", leftOut(this.head)));
      table.replaceChildren(row);
      return;
    }
    const heads = made("tr");
    const headCell = (/** @type {string} */ text) => {
      const cell = made("th", text);
      cell.setAttribute("scope", "col");
      return cell;
    };
    const used = scene.rows.reduce((most, row) => Math.max(most, row.length - 1), 0);
    if (scene.rows.length === 0) {
      table.replaceChildren(made("tbody"));
      return;
    }
    heads.append(headCell("who"), ...stage.heads.slice(0, used).map(headCell));
    const thead = made("thead");
    thead.append(heads);
    const tbody = made("tbody");
    for (const row of scene.rows) tbody.append(this.whoRow(row, "", stage));
    table.replaceChildren(thead, tbody);
  }

  /**
   * A line of the table of who has what.
   * @param {Row} row
   * @param {string} [whose] a word behind the name
   * @param {Stage} [stage]
   */
  whoRow([actor, ...cells], whose = "", stage = this.stage) {
    const who = stage.actors[actor];
    const row = made("tr");
    const name = made("th");
    name.setAttribute("scope", "row");
    const image = drawn("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" });
    image.append(figure(who, 40));
    name.append(image, cut(who.name, 30), whose);
    row.append(name, ...cells.map((cell) => cellShown(cell, looksOf(who))));
    return row;
  }

  /** @param {Scene} scene */
  showText(scene) {
    if (!byId("text-panel").open) return;
    byId("text").replaceChildren(...this.textLines(scene).map((line) => made("li", line)));
  }

  /**
   * The board as text.
   * @param {Scene} scene
   * @param {Stage} [stage]
   */
  textLines(scene, stage = this.stage) {
    const pieces = scene.pieces.filter((piece) => STANDINGS[piece.standing] !== "untold");
    const lines = pieces.map((piece) => {
      const actor = stage.actors[piece.actor].name;
      if (piece.at < 0) return piece.standing === 2 ? `${actor} is out of the game` : `${actor} is not on the board`;
      const place = stage.places[piece.at].name;
      const where = piece.standing === 1 ? `was last seen in ${place}` : `in ${place}`;
      const row = scene.rows.find((row) => row[0] === piece.actor);
      const cells = row && scene.pieces.filter((other) => other.actor === piece.actor).length === 1 ? row.slice(1) : [];
      const words = cells.map((cell, n) => {
        const text = cellWords(/** @type {Cell} */ (cell));
        const head = stage.heads[n] || "";
        return text ? `${head} ${text}`.trim() : "";
      });
      return [`${actor} ${where}`, ...words.filter(Boolean)].join(", ");
    });
    for (const [place, change] of [...scene.changes].sort(([one], [other]) => one - other)) {
      const kind = stage.kinds[change.kind];
      lines.push(`${stage.places[place].name}: ${[kind ? kind.name : "", change.label].filter(Boolean).join(" ")}`);
    }
    return lines;
  }

  /** @param {Scene} scene */
  showLists(scene) {
    if (!byId("lists-panel").open) return;
    byId("lists").replaceChildren(...this.listLines(scene).map((line) => made("li", line)));
  }

  /**
   * What is where, a line for each kind of thing.
   * @param {Scene} scene
   * @param {Stage} [stage]
   */
  listLines(scene, stage = this.stage) {
    /** @type {Map<string, string[]>} */
    const lists = new Map();
    const add = (/** @type {string} */ name, /** @type {string} */ place) => {
      lists.set(name, [...lists.get(name) || [], place]);
    };
    for (const piece of scene.pieces.filter((piece) => STANDINGS[piece.standing] !== "untold")) {
      add(stage.actors[piece.actor].name, piece.at < 0 ? "not on the board" : stage.places[piece.at].name);
    }
    stage.places.forEach((place, n) => {
      const kind = stage.kinds[(scene.changes.get(n) || place).kind];
      if (kind && kind.name) add(kind.name, place.name);
    });
    return [...lists].map(([name, places]) => `${name}: ${places.join(" ")}`);
  }

  /**
   * The events round a cycle, the newest turn's among them lit.
   * @param {number} cycle
   * @param {number | null} turn
   */
  async showEvents(cycle, turn) {
    const { first, last } = span;
    const [from, to] = [Math.max(first, cycle - EVENTS_ROUND), Math.min(last, cycle + EVENTS_ROUND)];
    const cycles = Array.from({ length: to - from + 1 }, (_, n) => from + n);
    const scenes = await Promise.all(cycles.map((n) => Promise.all(sides.map((side) => side.at(n)))));
    if (cycle !== shown.cycle || turn !== shown.turn) return;
    const list = byId("events");
    list.replaceChildren(...scenes.flatMap((both, n) => (pairView
      ? pairView.eventItems(both, cycles[n], cycle, turn)
      : this.eventItems(both[0], cycles[n], cycle, turn))));
    this.hideEmpty(list.childElementCount > 0);
    const lit = list.querySelector(".now");
    if (lit) list.scrollTop = lit.offsetTop - list.offsetTop - 40;
  }

  /**
   * @param {Scene} scene
   * @param {number} cycle
   * @param {number} current
   * @param {number | null} turn
   */
  eventItems(scene, cycle, current, turn) {
    const lines = scene.words ? scene.events : [leftOut(this.head)];
    const told = turn === null || !scene.turns[turn] ? lines.length : scene.turns[turn].lines;
    return lines.flatMap((line, n) => {
      if (line === "") return [];
      const item = made("li");
      item.setAttribute("value", String(cycle));
      const button = made("button", this.named(line));
      button.setAttribute("type", "button");
      const its = scene.turns.findIndex((turn) => n < turn.lines);
      button.addEventListener("click", () => this.go(cycle, its < 0 ? null : its));
      const { summary } = this.head;
      item.classList.toggle("end", n === lines.length - 1 && summary !== undefined && summary.is_over && cycle === span.last);
      if (cycle === current && n < told) {
        item.classList.add("now");
        item.setAttribute("aria-current", "true");
      }
      item.append(button);
      return [item];
    });
  }

  choosePlots() {
    const all = this.head.sides.flatMap((side) => side.plots);
    const names = [...new Set(all.map((line) => line.name))];
    /** The lines of each column, one for each history that has one. */
    this.plots = names.map((name) => this.head.sides.map((side) => side.plots.find((line) => line.name === name)));
    byId("plots-panel").hidden = names.length === 0;
    byId("column").replaceChildren(...names.map((name, n) => {
      const line = all.find((line) => line.name === name);
      const option = made("option", line && [line.seat, line.kind].filter(Boolean).join(" ") || name);
      option.setAttribute("value", String(n));
      return option;
    }));
  }

  drawPlot() {
    const lines = (this.plots || [])[this.column];
    if (!lines || !byId("plots-panel").open) return;
    const there = lines.filter((line) => line !== undefined);
    const { first, last } = span;
    const length = Math.max(1, last - first);
    const all = there.flatMap((line) => [...line.low, ...line.high]).filter((number) => number !== null).map(Number);
    const [low, high] = all.reduce(([low, high], n) => [Math.min(low, n), Math.max(high, n)], [Infinity, -Infinity]);
    const y = (/** @type {number} */ value) => (285 - 270 * (value - low) / Math.max(1, high - low)).toFixed(1);
    const paths = lines.map((line) => {
      let [path, range] = ["", ""];
      if (!line) return { path, range };
      const x = (/** @type {number} */ n) => (1000 * Math.min(length, line.first + n * line.step - first) / length).toFixed(1);
      line.low.forEach((least, n) => {
        const most = line.high[n];
        if (least === null || most === null) return;
        const isOn = n > 0 && line.low[n - 1] !== null;
        path += `${isOn ? "L" : "M"}${x(n)} ${y(least)}`;
        if (most !== least) range += `M${x(n)} ${y(least)}V${y(most)}H${x(n + 1)}V${y(least)}z`;
      });
      return { path, range };
    });
    const { name } = there[0];
    byId("plot").replaceChildren(drawn("title", {}, `${name} from ${low} to ${high}`),
      drawn("path", { class: "range", d: paths[0].range }), ...paths.map(({ path }, n) => drawn("path", { class: n === 0 ? "low" : "low theirs", d: path })),
      drawn("line", { class: "now", y1: 0, y2: 300 }));
    byId("plot-words").textContent = `${name}: ${low} to ${high}`;
    this.drawNow();
  }

  drawNow() {
    const now = byId("plot").querySelector(".now");
    if (!now) return;
    const { first, last } = span;
    const x = String(1000 * ((this.cycle || 0) - first) / Math.max(1, last - first));
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
  }

  /** @param {MouseEvent} event */
  goByPlot(event) {
    const box = byId("plot").getBoundingClientRect();
    const { first, last } = span;
    this.go(first + Math.round((last - first) * (event.clientX - box.left) / box.width), null);
  }
}

/**
 * What the draws brought a side, as a share of a win, where an analysis says so.
 * @param {Head} head
 * @param {string} side
 */
function luckOf({ analysis }, side) {
  const luck = analysis && analysis.luck ? analysis.luck[analysis.sides.indexOf(side)] : undefined;
  return luck === undefined ? null : luck;
}

/** Words one after the other: `a, b and c`. @param {string[]} words */
function inWords(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/**
 * How it ended, on each side where there are two.
 * @param {Head} head
 * @returns {[string, string][]}
 */
function endings(head) {
  const named = (/** @type {number} */ n) => (head.sides.length > 1 ? `ending of ${WHOSE[n]}` : "ending");
  const none = (/** @type {SideHead} */ side) => (side.chunks.length > 0 ? `none up to ${head.unit} ${side.last}` : "not on this page");
  return head.sides.map((side, n) => [named(n), side.ending || none(side)]);
}

/** @param {Head} head */
function leftOut(head) {
  return `This page is too long to hold the text of this ${head.unit}: chase view FILE --from A --to B shows it.`;
}

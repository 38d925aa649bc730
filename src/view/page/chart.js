/* The course of the game under the board: who had how much when, or who could expect how much. Every
   number comes from the page; a click goes to where it was. */

/**
 * @typedef {{looks: string, name: string, isTheirs: boolean, values: (number | null)[]}} Course
 * @typedef {{name: string, least: number, most: number, words: (value: number) => string, courses: Course[],
 *   marks: PageMark[]}} Series
 */

/** The size of the drawing, in units of its own. */
const CHART = { width: 1000, height: 100 };
/** More values than this of a line are not drawn: the plots have them. */
const VALUES_MAX = 4000;

class Chart {
  /** @param {(cycle: number, turn: number | null) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {Series[]} */
    this.series = [];
    this.at = 0;
    this.cycle = 0;
    byId("series").addEventListener("change", () => { this.at = Number(byId("series").value); this.draw(); });
    byId("chart").addEventListener("click", (/** @type {MouseEvent} */ event) => this.goBy(event));
  }

  /** @param {Head} head */
  setHead(head) {
    this.series = [...analysisSeries(head), ...quantitySeries(head)];
    this.at = 0;
    byId("course").hidden = this.series.length === 0;
    byId("stage").classList.toggle("has-course", this.series.length > 0);
    byId("series-choice").hidden = this.series.length < 2;
    byId("series").replaceChildren(...this.series.map(({ name }, n) => {
      const option = made("option", name);
      option.setAttribute("value", String(n));
      return option;
    }));
    this.draw();
  }

  /** How far to the right a cycle is. @param {number} cycle */
  x(cycle) {
    return (CHART.width * (cycle - span.first) / Math.max(1, span.last - span.first)).toFixed(1);
  }

  /** How far down a value is. @param {Series} series @param {number} value */
  y({ least, most }, value) {
    return (CHART.height - 5 - (CHART.height - 10) * (value - least) / Math.max(most - least, 1e-9)).toFixed(1);
  }

  draw() {
    const series = this.series[this.at];
    if (!series) return;
    const lines = series.courses.map(({ looks, values, isTheirs }) => {
      let path = "";
      values.forEach((value, n) => {
        if (value === null) return;
        const isOn = n > 0 && values[n - 1] !== null;
        path += `${isOn ? "L" : "M"}${this.x(span.first + n)} ${this.y(series, value)}`;
      });
      const line = drawn("g", { class: `${looks}${isTheirs ? " second" : ""}` });
      line.append(drawn("path", { class: "course under", d: path }), drawn("path", { class: "course", d: path }));
      return line;
    });
    byId("chart").replaceChildren(drawn("title", {}, `${series.name}, ${head.unit} ${span.first} to ${span.last}`),
      ...lines, drawn("line", { class: "now", y1: 0, y2: CHART.height }));
    byId("chart-marks").replaceChildren(...series.marks.map((mark) => {
      const button = made("button", mark.mark);
      button.setAttribute("type", "button");
      button.title = mark.words;
      button.setAttribute("aria-label", `${mark.mark} ${mark.words}`);
      button.style.left = `${Number(this.x(mark.cycle)) / CHART.width * 100}%`;
      button.addEventListener("click", () => this.go(mark.cycle, mark.turn));
      return button;
    }));
    this.show(this.cycle);
  }

  /** Where the game is, and what everybody has there. @param {number} cycle */
  show(cycle) {
    this.cycle = cycle;
    const series = this.series[this.at];
    const now = byId("chart").querySelector(".now");
    if (!series || !now) return;
    for (const name of ["x1", "x2"]) now.setAttribute(name, this.x(cycle));
    byId("chart-words").replaceChildren(made("span", series.name), ...series.courses.flatMap(({ looks, name, values, isTheirs }) => {
      const value = values[cycle - span.first];
      if (value === null || value === undefined) return [];
      const item = made("span");
      const swatch = made("span");
      swatch.className = `swatch ${looks}${isTheirs ? " second" : ""}`;
      swatch.setAttribute("aria-hidden", "true");
      item.append(swatch, `${name} ${series.words(value)}`);
      return [item];
    }));
  }

  /** @param {MouseEvent} event */
  goBy(event) {
    const box = byId("chart").getBoundingClientRect();
    this.go(span.first + Math.round((span.last - span.first) * (event.clientX - box.left) / box.width), null);
  }
}

/**
 * The actors of the first of some seats.
 * @param {Head} head
 * @param {(player: PlayerSummary) => boolean} isIts
 * @param {number} n which seat it is where none is known
 */
function actorsOf(head, isIts, n) {
  const players = head.summary ? head.summary.players : [];
  const seat = players.findIndex(isIts);
  return head.stage.actors.filter((actor) => actor.side === (seat < 0 ? n : seat));
}

/** The looks of some actors, which are one side's. @param {Actor[]} actors @param {number} n */
function looksOfAll(actors, n) {
  return actors.length > 0 ? looksOf(actors[0]) : `side-${n % 9}`;
}

/** What the game names as quantities of its seats, a series for each kind. @param {Head} head @returns {Series[]} */
function quantitySeries(head) {
  const length = span.last - span.first + 1;
  if (length < 2 || length > VALUES_MAX) return [];
  const all = head.sides.flatMap((side, n) => side.plots.filter((line) => line.seat && line.step === 1).map((line) => ({ line, n })));
  return [...new Set(all.map(({ line }) => line.kind))].map((kind) => {
    const mine = all.filter(({ line }) => line.kind === kind);
    const seats = [...new Set(mine.map(({ line }) => line.seat))];
    const courses = mine.map(({ line, n }) => {
      const seat = seats.indexOf(line.seat);
      const actors = actorsOf(head, (player) => player.seat === line.seat, seat);
      const name = actors.length === 1 ? actors[0].name : line.seat;
      return {
        looks: looksOfAll(actors, seat),
        name: n > 0 ? `${name} (theirs)` : name,
        isTheirs: n > 0,
        values: Array.from({ length }, (_, at) => line.low[at + span.first - line.first] ?? null),
      };
    });
    const values = courses.flatMap((course) => course.values).filter((value) => value !== null);
    return { name: kind, least: Math.min(0, ...values), most: Math.max(1, ...values), words: String, courses, marks: [] };
  });
}

/** The share of a win that each side could expect, where the page has an analysis, or one of each history. @param {Head} head @returns {Series[]} */
function analysisSeries(head) {
  const all = head.pair && head.pair.analyses ? head.pair.analyses : head.analysis ? [head.analysis] : [];
  if (all.length === 0) return [];
  const courses = all.flatMap((analysis, side) => analysis.sides.map((name, n) => ({
    looks: looksOfAll(actorsOf(head, (player) => player.side === name, n), n),
    name: side > 0 ? `${name} (theirs)` : name,
    isTheirs: side > 0,
    values: analysis.values.map((values) => values[n] ?? null),
  })));
  const marks = all.flatMap((analysis, side) => analysis.marks.map((mark) => (side > 0 ? { ...mark, words: `theirs: ${mark.words}` } : mark)));
  const words = (/** @type {number} */ value) => `${Math.round(100 * value)} %`;
  return [{ name: "expected share of a win", least: 0, most: 1, words, courses, marks }];
}

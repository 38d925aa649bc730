/* A plot of a page of signals: its curves, drawn by uPlot, its legend with the values at the cursor, and its table. */

/** The dashes of the lines of a plot: they can be told apart without their colours. */
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [5, 2], [14, 4], [6, 2, 2, 2, 2, 2], [1, 4]];
/** The rows of a table that are shown at once. */
const TABLE_ROWS_MAX = 100;
/** The width of the axis of values: the same in all plots, so that a tick is in one place in all. */
const AXIS_WIDTH = 68;

/** @param {string} name */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/**
 * An element with a text in it.
 * @param {string} name
 * @param {string} [text]
 * @param {string} [looks] its class
 * @returns {HTMLElement}
 */
function elementOf(name, text, looks) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  if (looks) element.className = looks;
  return element;
}

/** A short piece of a line, for a legend. @param {number} n @returns {SVGElement} */
function swatchOf(n) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
  for (const [name, value] of Object.entries({ x1: 0, x2: 32, y1: 6, y2: 6, "stroke-dasharray": DASHES[n].join(" ") })) line.setAttribute(name, String(value));
  svg.setAttribute("viewBox", "0 0 32 12");
  svg.setAttribute("class", `swatch line-${n + 1}`);
  svg.setAttribute("aria-hidden", "true");
  svg.append(line);
  return svg;
}

/** The marks of an axis of values. @param {number[]} values @param {number} step */
function valueMarks(values, step) {
  let places = 0;
  while (places < 20 && Math.abs(step * 10 ** places - Math.round(step * 10 ** places)) > 1e-6) places += 1;
  return values.map((value) => {
    const text = value.toFixed(places);
    if (text.length <= 8) return text;
    const digits = Math.max(0, Math.floor(Math.log10(Math.abs(value) || step)) - Math.floor(Math.log10(step)));
    // One digit more: a step may be 2.5.
    return Number(value.toExponential(Math.min(15, digits + 1))).toExponential().replace("e+", "e");
  });
}

/** @typedef {{x: number[], y: (number | null | undefined)[]}} DrawnCurve */

/**
 * A course as it is drawn: what is no number is a gap.
 * @param {SignalCourse} course
 * @param {number | null} until where a value that holds ends
 * @returns {DrawnCurve}
 */
function drawnCurve(course, until) {
  /** @type {DrawnCurve} */
  const curve = { x: [], y: [] };
  const { ticks, values, flags, side } = course;
  for (let n = 0; n < ticks.length; n += 1) {
    if (!hasValue(course, n)) continue;
    if (flags[n] & (4 << side)) {
      curve.x.push(ticks[n]);
      curve.y.push(null);
    }
    curve.x.push(ticks[n]);
    curve.y.push(Number.isFinite(values[n]) ? values[n] : null);
  }
  if (until !== null && curve.x.length > 0 && curve.x[curve.x.length - 1] < until) {
    curve.x.push(until);
    curve.y.push(curve.y[curve.y.length - 1]);
  }
  return curve;
}

/**
 * Curves over the ticks of all of them.
 * @param {DrawnCurve[]} curves
 * @returns {[number[], ...(number | null | undefined)[][]]}
 */
function joinedCurves(curves) {
  /** @type {number[]} */
  const x = [];
  /** @type {(number | null | undefined)[][]} */
  const all = curves.map(() => []);
  const next = curves.map(() => 0);
  for (;;) {
    let least = Infinity;
    curves.forEach((curve, n) => { if (next[n] < curve.x.length) least = Math.min(least, curve.x[next[n]]); });
    if (least === Infinity) return [x, ...all];
    x.push(least);
    curves.forEach((curve, n) => {
      const isHere = curve.x[next[n]] === least;
      all[n].push(isHere ? curve.y[next[n]] : undefined);
      if (isHere) next[n] += 1;
    });
  }
}

/**
 * What a value of ours may be where the reference has another: the least and the most.
 * @param {SignalBounds} bounds
 * @param {number} value
 * @returns {[number, number]}
 */
function tolerated({ absolute, relative }, value) {
  const size = Math.abs(value);
  // A part is one of the larger number.
  const away = Math.max(absolute, relative < 1 ? size * relative / (1 - relative) : Infinity);
  const near = Math.max(absolute, size * relative);
  return value < 0 ? [value - away, value + near] : [value - near, value + away];
}

/** @param {SignalBounds | undefined} bounds @returns {bounds is SignalBounds} */
function hasBand(bounds) {
  return bounds !== undefined && (bounds.absolute > 0 || bounds.relative > 0) && bounds.relative < 1;
}

/** A plot and what is around it. */
class SignalPlot {
  /**
   * @param {SignalPlotHead} head
   * @param {SignalPage} page
   */
  constructor(head, page) {
    this.head = head;
    this.page = page;
    /** @type {SignalCourse[]} */
    this.courses = [];
    /** @type {any[]} */
    this.charts = [];
    this.isWanted = false;
    /** The places of its points. @type {number[]} */
    this.places = [];
    this.names = page.isPair ? ["ours", "reference"] : head.lines.map((line) => line.name || head.name);
    this.element = elementOf("article", undefined, "signal");
    const top = elementOf("div", undefined, "signal-top");
    top.append(elementOf("h2", head.name));
    if (head.parted) {
      const go = elementOf("button", `first differs at ${head.parted.tick}`, "parted");
      go.setAttribute("type", "button");
      go.addEventListener("click", () => { this.page.goToParted(this); });
      top.append(go);
    }
    this.element.append(top);
    this.words().forEach((text) => this.element.append(elementOf("p", text, "words")));
    const legend = elementOf("ul", undefined, "legend");
    this.values = this.names.map((name, n) => {
      const item = elementOf("li");
      const value = elementOf("b", "");
      item.append(swatchOf(n), elementOf("span", name), value);
      if (!head.lone || head.lone === (n === 0 ? "ours" : "theirs")) legend.append(item);
      return value;
    });
    if (page.isPair && hasBand(head.bounds)) {
      const item = elementOf("li");
      item.append(elementOf("span", undefined, "band"), elementOf("span", "tolerance"));
      legend.append(item);
    }
    this.canvas = elementOf("div", undefined, "canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${head.name}, a plot`);
    this.table = /** @type {HTMLDetailsElement} */ (elementOf("details"));
    this.table.append(elementOf("summary", `Table of ${head.name}`));
    this.table.addEventListener("toggle", () => this.fillTable());
    this.element.append(legend, this.canvas, this.table);
  }

  /** What there is to say of it. */
  words() {
    const { parted, lone, gaps, bounds, words } = this.head;
    const said = [];
    if (parted) said.push(parted.words);
    if (lone) said.push(`Only ${lone === "ours" ? "our log" : "the reference"} has this column.`);
    if (bounds && bounds.ulps > 0) said.push(`A value may be ${bounds.ulps} floating-point numbers away.`);
    if (bounds && bounds.cycles > 0) said.push(`A value may come ${bounds.cycles} cycles early or late.`);
    if (gaps > 0) said.push(`Values drawn as gaps because ${words ? "the column has too many words" : "they are no numbers"}: ${gaps}.`);
    return said;
  }

  /** A value in words. @param {number} value */
  said(value) {
    const { words, width } = this.head;
    if (words) return words[value] === undefined ? "another word or nothing" : words[value];
    if (Number.isNaN(value)) return "no number";
    return width ? vectorOf(value, width) : plainNumber(value);
  }

  /** Draws it, if it is not drawn yet. */
  async show() {
    if (this.isWanted) return;
    this.isWanted = true;
    await this.load();
    if (this.isWanted && this.charts.length === 0) this.draw();
  }

  async load() {
    if (this.courses.length > 0) return;
    const sides = this.page.isPair ? 2 : 1;
    const courses = await Promise.all(this.head.lines.map((line) => coursesOf(line, sides)));
    this.courses = courses.flat();
  }

  /** Takes its curves away: they are out of sight. */
  hide() {
    if (!this.isWanted) return;
    this.isWanted = false;
    this.clear();
    this.courses = [];
  }

  /** Takes its curves away, and keeps their place. */
  clear() {
    this.canvas.style.minHeight = `${this.canvas.offsetHeight}px`;
    this.charts.forEach((chart) => chart.destroy());
    this.charts = [];
    this.canvas.replaceChildren();
  }

  /** Draws it anew, as for another width. */
  redraw() {
    if (this.charts.length === 0) return;
    this.clear();
    this.draw();
  }

  draw() {
    const { page, head } = this;
    const until = page.head.holds && page.head.axis.span ? page.head.axis.span[1] : null;
    const curves = this.courses.map((course) => drawnCurve(course, until));
    this.places = joinedCurves(curves)[0];
    /** @type {any[]} */
    const series = curves.map((_, n) => this.curveLooks(n, head.has_steps));
    const bands = [];
    if (page.isPair && hasBand(head.bounds)) {
      const { bounds } = head;
      const reference = curves[1];
      const edge = (/** @type {0 | 1} */ at) => ({
        x: reference.x, y: reference.y.map((value) => (typeof value === "number" ? tolerated(bounds, value)[at] : value)),
      });
      curves.push(edge(1), edge(0));
      series.push(this.edgeLooks(head.has_steps), this.edgeLooks(head.has_steps));
      bands.push({ series: [3, 4], fill: () => colour("--band") });
    }
    this.charts = [this.chart(curves, series, bands, page.height(), head.words, false)];
    const difference = page.isPair && page.hasDifferences && !head.words && head.parted ? this.difference() : null;
    if (difference) this.charts.push(difference);
    this.canvas.style.minHeight = "";
    this.canvas.setAttribute("aria-label", this.alternative());
    this.showCursor();
    this.fillTable();
  }

  /** The difference of both sides below them. */
  difference() {
    const { head } = this;
    const [ours, theirs] = this.courses;
    /** @type {DrawnCurve} */
    const curve = { x: [], y: [] };
    ours.ticks.forEach((x, n) => {
      if (!hasValue(ours, n) || !hasValue(theirs, n)) return;
      const difference = ours.values[n] - theirs.values[n];
      curve.x.push(x);
      curve.y.push(Number.isFinite(difference) ? difference : null);
    });
    if (curve.x.length === 0) return null;
    const curves = [curve];
    /** @type {any[]} */
    const series = [{ ...this.curveLooks(2, head.has_steps), dash: [] }];
    const bands = [];
    if (hasBand(head.bounds)) {
      const { bounds } = head;
      const edge = (/** @type {0 | 1} */ at) => ({
        x: curve.x,
        y: curve.x.map((x) => {
          const n = newestAt(theirs, x);
          return n === null || !Number.isFinite(theirs.values[n]) ? null : tolerated(bounds, theirs.values[n])[at] - theirs.values[n];
        }),
      });
      curves.push(edge(1), edge(0));
      series.push(this.edgeLooks(head.has_steps), this.edgeLooks(head.has_steps));
      bands.push({ series: [2, 3], fill: () => colour("--band") });
    }
    this.canvas.append(elementOf("p", "ours - reference", "difference-title"));
    return this.chart(curves, series, bands, Math.round(this.page.height() * 0.6), null, true);
  }

  /** @param {number} n @param {boolean} hasSteps */
  curveLooks(n, hasSteps) {
    return {
      stroke: () => colour(`--line-${n + 1}`), width: 2, dash: DASHES[n], spanGaps: false,
      paths: hasSteps ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear(),
      points: { size: 6, fill: () => colour(n === 0 ? "--line-1" : "--ground"), dash: [] },
    };
  }

  /** @param {boolean} hasSteps */
  edgeLooks(hasSteps) {
    return {
      stroke: () => colour("--soft"), width: 1, dash: [1, 3], points: { show: false },
      paths: hasSteps ? uPlot.paths.stepped({ align: 1 }) : uPlot.paths.linear(),
    };
  }

  /**
   * @param {DrawnCurve[]} curves
   * @param {any[]} series
   * @param {any[]} bands
   * @param {number} height
   * @param {string[] | null} words
   * @param {boolean} isBelow whether another plot above it has the same axis
   */
  chart(curves, series, bands, height, words, isBelow) {
    const { page } = this;
    const grid = { stroke: () => colour("--grid"), width: 1 };
    const axis = { stroke: () => colour("--soft"), font: "12px system-ui, sans-serif", grid, ticks: { ...grid, size: 4 } };
    const lines = curves.slice(0, curves.length - 2 * bands.length);
    const { width } = this.head;
    return new uPlot({
      width: Math.max(120, this.canvas.clientWidth), height, bands,
      pxAlign: 0, padding: [8, 14, 0, 0],
      scales: {
        x: { time: false, auto: false, range: () => page.range },
        y: { range: () => (words ? [-0.5, Math.max(words.length, 1) - 0.5] : this.heights(lines, bands.length > 0 ? curves.slice(-2) : [])) },
      },
      axes: [
        { ...axis, size: 24, gap: 3, ...(isBelow ? {} : { label: page.scale.words, labelSize: 14, labelGap: 0, labelFont: "12px system-ui, sans-serif" }), space: page.scale.hasStamps ? 80 : 70,
          incrs: page.scale.steps(), values: (/** @type {any} */ _, /** @type {number[]} */ at, /** @type {number} */ __, /** @type {number} */ ___, /** @type {number} */ step) => page.scale.marks(at, step) },
        { ...axis, size: AXIS_WIDTH, space: 22,
          ...(words ? { incrs: [1, 2, 5, 10, 20, 50, 100] } : {}),
          ...(width ? { incrs: Array.from({ length: width }, (_, n) => 2 ** n) } : {}),
          values: (/** @type {any} */ _, /** @type {number[]} */ at, /** @type {number} */ __, /** @type {number} */ ___, /** @type {number} */ step) => (words
            ? at.map((n) => { const word = words[n] === undefined ? "" : words[n]; return word.length > 9 ? `${word.slice(0, 8)}\u2026` : word; })
            : width ? at.map((n) => (n < 0 || n >= 2 ** width ? "" : `'h${BigInt(n).toString(16)}`))
            : valueMarks(at, step)) },
      ],
      series: [{}, ...series],
      legend: { show: false },
      cursor: {
        x: false, y: false, points: { show: false }, drag: { x: true, y: false, setScale: false, dist: 5 },
        bind: { dblclick: () => () => { page.fit(); return null; } },
      },
      hooks: {
        init: [(/** @type {any} */ chart) => this.prepare(chart)],
        setSelect: [(/** @type {any} */ chart) => this.zoomTo(chart)],
        draw: [(/** @type {any} */ chart) => { this.drawParted(chart); this.placeCursor(chart); }],
      },
    }, joinedCurves(curves), this.canvas);
  }

  /** The least and the most of curves where they are seen. @param {DrawnCurve[]} lines @param {DrawnCurve[]} edges */
  heights(lines, edges) {
    const [from, to] = this.page.range;
    let [least, most] = [Infinity, -Infinity];
    const see = (/** @type {DrawnCurve} */ { x, y }) => {
      const end = indexFrom(x, to) + 1;
      for (let n = Math.max(0, indexFrom(x, from) - 1); n <= end && n < x.length; n += 1) {
        const value = y[n];
        if (typeof value !== "number") continue;
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
    };
    lines.forEach(see);
    if (least > most) return [0, 1];
    const [low, high] = [least, most];
    edges.forEach(see);
    // A band that is much higher than the curves would make them flat.
    if (high > low && most - least > 4 * (high - low)) [least, most] = [low, high];
    const room = (most - least) * 0.08 || Math.abs(most) * 0.1 || 1;
    return [least - room, most + room];
  }

  /** @param {any} chart */
  prepare(chart) {
    const line = elementOf("div", undefined, "cursor-line");
    chart.over.append(line);
    chart.over.addEventListener("mousemove", (/** @type {MouseEvent} */ event) => {
      const at = chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, "x");
      this.page.active = this;
      this.page.setCursor(this.nearest(at));
    });
    chart.over.addEventListener("wheel", (/** @type {WheelEvent} */ event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const at = chart.posToVal(event.clientX - chart.over.getBoundingClientRect().left, "x");
      this.page.zoom(event.deltaY < 0 ? 0.7 : 1 / 0.7, at);
    }, { passive: false });
    followFingers(chart.over, (x) => chart.posToVal(x, "x"), (from, to) => this.page.setRange(from, to));
  }

  /** The place of the point that is nearest. @param {number} x */
  nearest(x) {
    const n = indexFrom(this.places, x);
    const [before, after] = [this.places[n - 1], this.places[n]];
    if (before === undefined || after === undefined) return before === undefined ? after : before;
    return x - before <= after - x ? before : after;
  }

  /** @param {any} chart */
  zoomTo(chart) {
    const { left, width } = chart.select;
    if (width < 5) return;
    const ends = [left, left + width].map((at) => chart.posToVal(at, "x"));
    chart.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    this.page.setRange(ends[0], ends[1]);
  }

  /** Where it parted. @param {any} chart */
  drawParted(chart) {
    const x = this.partedAt();
    if (x === null || x < this.page.range[0] || x > this.page.range[1]) return;
    const { ctx, bbox } = chart;
    const at = chart.valToPos(x, "x", true);
    const size = 5 * devicePixelRatio;
    ctx.save();
    ctx.strokeStyle = colour("--heat");
    ctx.fillStyle = colour("--heat");
    ctx.lineWidth = devicePixelRatio;
    ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(at, bbox.top);
    ctx.lineTo(at, bbox.top + bbox.height);
    ctx.stroke();
    ctx.beginPath();
    ctx.moveTo(at - size, bbox.top);
    ctx.lineTo(at + size, bbox.top);
    ctx.lineTo(at, bbox.top + 1.6 * size);
    ctx.fill();
    ctx.restore();
  }

  /** The place at which it parted. */
  partedAt() {
    const { parted } = this.head;
    if (!parted) return null;
    if (parted.at !== null && this.courses.length > 0) return this.courses[0].ticks[parted.at];
    const x = this.page.scale.place(parted.tick);
    return Number.isNaN(x) ? null : x;
  }

  /** Shows the span that the page shows. */
  showRange() {
    const [min, max] = this.page.range;
    this.charts.forEach((chart) => chart.setScale("x", { min, max }));
    this.showCursor();
    this.fillTable();
  }

  /** @param {any} chart */
  placeCursor(chart) {
    const { cursor, range } = this.page;
    const line = chart.over.querySelector(".cursor-line");
    line.hidden = cursor < range[0] || cursor > range[1];
    line.style.left = `${chart.valToPos(cursor, "x")}px`;
  }

  /** Shows the cursor, and the values there. */
  showCursor() {
    if (this.charts.length === 0) return;
    const { cursor, scale, head } = this.page;
    this.charts.forEach((chart) => this.placeCursor(chart));
    this.courses.forEach((course, n) => {
      const at = newestAt(course, cursor);
      const holds = head.holds && head.step === 1;
      const isHere = at !== null && (course.ticks[at] === cursor || holds);
      this.values[n].textContent = at === null ? "-" : `${this.said(course.values[at])}${isHere ? "" : ` (at ${scale.text(course.ticks[at])})`}`;
    });
  }

  /** The plot in words. */
  alternative() {
    const { scale } = this.page;
    const lines = this.courses.map((course, n) => {
      let [least, most, count] = [-1, -1, 0];
      course.values.forEach((value, at) => {
        if (!hasValue(course, at)) return;
        count += 1;
        if (!Number.isFinite(value)) return;
        if (least < 0 || value < course.values[least]) least = at;
        if (most < 0 || value > course.values[most]) most = at;
      });
      if (least < 0) return `${this.names[n]}: no values`;
      const end = (/** @type {number} */ at) => `${this.said(course.values[at])} at ${scale.text(course.ticks[at])}`;
      return this.head.words ? `${this.names[n]}: ${count} points` : `${this.names[n]}: ${count} points, least ${end(least)}, largest ${end(most)}`;
    });
    const parted = this.head.parted ? `; first differs at ${this.head.parted.tick}` : "";
    return `${this.head.name} over ${scale.words}. ${lines.join("; ")}${parted}.`;
  }

  /** The points that are seen, as a table. */
  fillTable() {
    [...this.table.children].slice(1).forEach((child) => child.remove());
    if (!this.table.open || this.charts.length === 0) return;
    const { range, scale } = this.page;
    const from = indexFrom(this.places, range[0]);
    const places = this.places.slice(from, from + TABLE_ROWS_MAX).filter((x, n, all) => x <= range[1] && x !== all[n - 1]);
    const table = elementOf("table");
    const head = elementOf("tr");
    head.append(...[scale.words, ...this.names].map((name) => {
      const cell = elementOf("th", name);
      cell.setAttribute("scope", "col");
      return cell;
    }));
    const body = elementOf("tbody");
    body.append(...places.map((x) => {
      const row = elementOf("tr");
      const first = elementOf("th", scale.text(x));
      first.setAttribute("scope", "row");
      row.append(first, ...this.courses.map((course) => {
        const at = newestAt(course, x);
        return elementOf("td", at === null || course.ticks[at] !== x ? "" : this.said(course.values[at]));
      }));
      return row;
    }));
    const top = elementOf("thead");
    top.append(head);
    table.append(top, body);
    const box = elementOf("div", undefined, "scroll");
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `Table of ${this.head.name}`);
    box.append(table);
    this.table.append(box);
    const isCut = places.length > 0 && this.places[from + TABLE_ROWS_MAX] <= range[1];
    if (isCut) this.table.append(elementOf("p", `The first ${places.length} ticks that are shown above; zoom in for others.`, "words"));
  }
}

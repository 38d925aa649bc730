/* A page of signals as a whole: the span that all plots show, the cursor, keys and lists. */

/** @param {string} id @returns {any} */
function partOf(id) {
  return document.getElementById(id);
}

/** A count in words. @param {number} count @param {string} thing */
function countOf(count, thing) {
  return `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;
}

class SignalPage {
  /** @param {SignalHead} head */
  constructor(head) {
    this.head = head;
    this.isPair = head.compared !== undefined;
    this.scale = new TickScale(head.axis);
    const [first, last] = head.axis.span || [0, 1];
    /** All that there is. @type {[number, number]} */
    this.whole = first === last ? [first - 1, last + 1] : [first, last];
    /** What is shown. @type {[number, number]} */
    this.range = [...this.whole];
    this.cursor = last;
    this.hasDifferences = true;
    this.plots = head.plots.map((plot) => new SignalPlot(plot, this));
    this.active = this.plots[0];
    this.parted = this.plots.filter((plot) => plot.head.parted);
    this.atParted = -1;
    this.width = 0;
    /** @type {SignalMap[]} */
    this.maps = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.late = undefined;
  }

  height() {
    return window.innerHeight <= 520 ? 140 : 170;
  }

  /** Puts everything in its place. */
  begin() {
    const { head } = this;
    partOf("kind").textContent = head.sides.map((side, n) => {
      const name = head.sides.length > 1 ? ["ours: ", "reference: "][n] : "";
      return `${name}${side.form}, ${countOf(side.cycles, "cycle")}, ${head.axis.words} ${side.first} to ${side.last}`;
    }).join("; ");
    partOf("tick-words").textContent = head.axis.words;
    if (head.compared) this.beginPair(head.compared);
    partOf("notes").hidden = head.notes.length === 0;
    partOf("notes-list").append(...head.notes.map((note) => elementOf("li", note)));
    const differs = (/** @type {SignalPlot} */ plot) => plot.head.parted || plot.head.lone;
    const others = this.isPair ? this.plots.filter((plot) => !differs(plot)) : [];
    const first = this.plots.filter((plot) => !others.includes(plot));
    partOf("plots").append(...first.map((plot) => plot.element));
    partOf("other-plots").append(...others.map((plot) => plot.element));
    partOf("others").hidden = others.length === 0;
    if (head.compared) partOf("others-summary").textContent = `${countOf(others.length, "signal")} ${head.compared.others}`;
    if (this.plots.length === 0) partOf("plots").append(elementOf("p", "No values to draw."));
    partOf("filter-label").hidden = this.plots.length < 4;
    partOf("bar").hidden = this.plots.length === 0;
    if (head.map && head.map.tracks.length > 0) new SignalMap(head.map, this).begin();
    this.listen();
    this.watch();
    this.readAddress();
    this.showAll();
  }

  /** @param {NonNullable<SignalHead["compared"]>} compared */
  beginPair({ verdict, report }) {
    partOf("verdict").hidden = false;
    partOf("verdict").textContent = verdict;
    partOf("report-panel").hidden = false;
    partOf("report").textContent = report;
    partOf("differences-label").hidden = !this.parted.some((plot) => !plot.head.words);
    partOf("differences").checked = this.hasDifferences;
    const x = this.parted.length > 0 ? this.parted[0].partedAt() : null;
    if (x !== null) this.cursor = x;
  }

  listen() {
    /** @type {[string, () => void][]} */
    const clicks = [
      ["zoom-in", () => this.zoom(0.5)], ["zoom-out", () => this.zoom(2)], ["zoom-fit", () => this.fit()],
      ["pan-back", () => this.pan(-0.25)], ["pan-on", () => this.pan(0.25)], ["keys", () => partOf("keys-panel").showModal()],
    ];
    for (const [id, act] of clicks) partOf(id).addEventListener("click", act);
    partOf("cursor").addEventListener("change", () => this.goTo(this.scale.place(partOf("cursor").value)));
    partOf("filter").addEventListener("input", () => this.filter(partOf("filter").value));
    partOf("differences").addEventListener("change", () => this.setDifferences(partOf("differences").checked));
    document.addEventListener("keydown", (event) => { if (this.key(event)) event.preventDefault(); });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.redraw());
    window.addEventListener("hashchange", () => { this.readAddress(); this.showAll(); });
    this.width = window.innerWidth;
    window.addEventListener("resize", () => {
      if (this.width === window.innerWidth) return;
      this.width = window.innerWidth;
      this.redraw();
    });
  }

  /** Draws plots that come into sight, and lets go of those that are far from it. */
  watch() {
    const of = new Map(this.plots.map((plot) => [/** @type {Element} */ (plot.element), plot]));
    const observer = new IntersectionObserver((entries) => {
      const shown = entries.map(({ target, isIntersecting }) => {
        const plot = of.get(target);
        if (!plot) return Promise.resolve();
        if (isIntersecting) return plot.show();
        plot.hide();
        return Promise.resolve();
      });
      Promise.all(shown).then(() => this.settle(), (trouble) => { partOf("range").textContent = String(trouble); });
    }, { rootMargin: "300px 0px" });
    for (const element of of.keys()) observer.observe(element);
    if (this.plots.length === 0) this.settle();
  }

  /** Says that what is seen is drawn. */
  settle() {
    if (!this.active || this.active.places.length === 0) this.active = this.plots.find((plot) => plot.charts.length > 0) || this.active;
    document.body.dataset.cycle = this.scale.text(this.cursor);
  }

  /** @param {string} words */
  filter(words) {
    const wanted = words.trim().toLowerCase();
    for (const plot of this.plots) plot.element.hidden = !plot.head.name.toLowerCase().includes(wanted);
    if (wanted) partOf("others").open = true;
  }

  /** @param {boolean} has */
  setDifferences(has) {
    this.hasDifferences = has;
    partOf("differences").checked = has;
    this.redraw();
  }

  redraw() {
    this.plots.forEach((plot) => plot.redraw());
  }

  /** @param {number} from @param {number} to */
  setRange(from, to) {
    const [first, last] = this.whole;
    const least = Math.max(1e-12 * Math.max(Math.abs(first), Math.abs(last)), 1e-9 * (last - first));
    const width = Math.min(Math.max(to - from, least), last - first);
    const start = Math.min(Math.max(from, first), last - width);
    this.range = [start, start + width];
    this.showAll();
  }

  showAll() {
    this.plots.forEach((plot) => plot.showRange());
    const [from, to] = this.range.map((x) => this.scale.text(Number(x.toPrecision(9))));
    partOf("range").textContent = `shown: ${from} to ${to}`;
    this.setCursor(this.cursor);
  }

  /** @param {number} factor @param {number} [around] */
  zoom(factor, around) {
    const [from, to] = this.range;
    const isSeen = this.cursor > from && this.cursor < to;
    const middle = around !== undefined ? around : isSeen ? this.cursor : (from + to) / 2;
    this.setRange(middle - (middle - from) * factor, middle + (to - middle) * factor);
  }

  fit() {
    this.setRange(...this.whole);
  }

  /** @param {number} part */
  pan(part) {
    const [from, to] = this.range;
    this.setRange(from + part * (to - from), to + part * (to - from));
  }

  /** @param {number} x */
  setCursor(x) {
    if (x === undefined || Number.isNaN(x)) return;
    this.cursor = x;
    const text = this.scale.text(x);
    if (document.activeElement !== partOf("cursor")) partOf("cursor").value = text;
    this.plots.forEach((plot) => plot.showCursor());
    this.maps.forEach((map) => map.showCursor());
    if (document.body.dataset.cycle !== undefined) document.body.dataset.cycle = text;
    this.writeAddress();
  }

  /** Goes to a place, and shows it. @param {number} x */
  goTo(x) {
    if (x === undefined || Number.isNaN(x)) return;
    const [from, to] = this.range;
    const place = this.active && this.active.places.length > 0 ? this.active.nearest(x) : x;
    this.setCursor(place);
    partOf("cursor").value = this.scale.text(place);
    if (place < from || place > to) this.setRange(place - (to - from) / 2, place + (to - from) / 2);
  }

  /** Moves the cursor by some points. @param {number} by */
  step(by) {
    const { places } = this.active || { places: [] };
    if (places.length === 0) return;
    let n = indexFrom(places, this.cursor);
    if (by > 0) while (n < places.length && places[n] <= this.cursor) n += 1;
    else n -= 1;
    this.goTo(places[Math.min(Math.max(n, 0), places.length - 1)]);
  }

  /** Shows where a signal parted. @param {SignalPlot} plot */
  async goToParted(plot) {
    this.atParted = this.parted.indexOf(plot);
    this.active = plot;
    await plot.load();
    const x = plot.partedAt();
    if (x === null) return;
    const { ticks } = plot.courses[0];
    const n = indexFrom(ticks, x);
    const [from, to] = [ticks[Math.max(0, n - 40)], ticks[Math.min(ticks.length - 1, n + 40)]];
    this.cursor = x;
    this.setRange(from, Math.max(to, from + 1e-9 * (this.whole[1] - this.whole[0])));
    partOf("cursor").value = this.scale.text(x);
    plot.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} by */
  goToNextParted(by) {
    if (this.parted.length === 0) return;
    const at = Math.min(Math.max(this.atParted + by, 0), this.parted.length - 1);
    this.goToParted(this.parted[at]);
  }

  /** @param {KeyboardEvent} event whether it did something */
  key({ key, shiftKey, ctrlKey, altKey, metaKey, target }) {
    if (ctrlKey || altKey || metaKey || partOf("keys-panel").open) return false;
    if (target instanceof HTMLInputElement && target.type !== "checkbox") return false;
    const tenth = (this.range[1] - this.range[0]) / 10;
    /** @type {Record<string, () => unknown>} */
    const acts = {
      ArrowLeft: () => (shiftKey ? this.pan(-0.25) : this.step(-1)), ArrowRight: () => (shiftKey ? this.pan(0.25) : this.step(1)),
      PageUp: () => this.goTo(this.cursor - tenth), PageDown: () => this.goTo(this.cursor + tenth),
      Home: () => this.goTo(this.whole[0]), End: () => this.goTo(this.whole[1]),
      "+": () => this.zoom(0.5), "=": () => this.zoom(0.5), "-": () => this.zoom(2), 0: () => this.fit(),
      n: () => this.goToNextParted(1), p: () => this.goToNextParted(-1), "?": () => partOf("keys-panel").showModal(),
    };
    if (this.isPair) acts.d = () => this.setDifferences(!this.hasDifferences);
    if (!Object.hasOwn(acts, key)) return false;
    acts[key]();
    return true;
  }

  /** Reads the address: `#tick=40&from=0&to=100`. */
  readAddress() {
    const parts = new URLSearchParams(location.hash.slice(1));
    const [tick, from, to] = ["tick", "from", "to"].map((name) => this.scale.place(parts.get(name) || ""));
    if (!Number.isNaN(tick)) this.cursor = tick;
    if (from < to) this.range = [Math.max(from, this.whole[0]), Math.min(to, this.whole[1])];
    if (this.range[0] >= this.range[1]) this.range = [...this.whole];
  }

  /** Writes the address when everything stands still. */
  writeAddress() {
    clearTimeout(this.late);
    this.late = setTimeout(() => {
      const parts = new URLSearchParams({ tick: this.scale.text(this.cursor) });
      if (this.range[0] !== this.whole[0] || this.range[1] !== this.whole[1]) {
        parts.set("from", this.scale.text(this.range[0]));
        parts.set("to", this.scale.text(this.range[1]));
      }
      history.replaceState(null, "", `#${parts}`);
    }, 300);
  }
}

/** Where entities were, of a log that says which columns tell it. */
class SignalMap {
  /** @param {NonNullable<SignalHead["map"]>} head @param {SignalPage} page */
  constructor(head, page) {
    this.head = head;
    this.page = page;
    /** @type {{points: [number, number, number][], mark: SVGElement}[]} */
    this.tracks = [];
    /** @type {(at: [number, number]) => [number, number]} */
    this.place = (at) => at;
  }

  begin() {
    const panel = partOf("map-panel");
    const [x, y] = this.head.names;
    panel.hidden = false;
    partOf("map-summary").textContent = `Map: ${x} to the right, ${y} up`;
    this.page.maps = [this];
    const draw = () => { if (panel.open) this.draw(); };
    panel.addEventListener("toggle", draw);
    new IntersectionObserver((entries, observer) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      draw();
    }).observe(panel);
  }

  async draw() {
    if (this.tracks.length > 0) return;
    const holds = this.page.head.holds;
    const tracks = await Promise.all(this.head.tracks.map(async ([right, up]) => {
      const [[x], [y]] = await Promise.all([coursesOf(right, 1), coursesOf(up, 1)]);
      /** @type {[number, number, number][]} */
      const points = [];
      x.ticks.forEach((tick, n) => {
        const at = newestAt(y, tick);
        if (at === null || (!holds && y.ticks[at] !== tick)) return;
        if (Number.isFinite(x.values[n]) && Number.isFinite(y.values[at])) points.push([tick, x.values[n], y.values[at]]);
      });
      return { name: right.name, points };
    }));
    const all = tracks.flatMap((track) => track.points);
    const ends = [1, 2].map((n) => all.reduce(([least, most], point) => [Math.min(least, point[n]), Math.max(most, point[n])], [Infinity, -Infinity]));
    const part = (/** @type {number} */ value, /** @type {number[]} */ [least, most]) => (most > least ? (value - least) / (most - least) : 0.5);
    this.place = ([x, y]) => [10 + 620 * part(x, ends[0]), 310 - 300 * part(y, ends[1])];
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 640 320");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Map of ${countOf(tracks.length, "track")}`);
    const legend = elementOf("ul", undefined, "legend");
    for (const [n, { name, points }] of tracks.entries()) {
      const looks = n % DASHES.length;
      const line = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
      line.setAttribute("points", points.map(([, x, y]) => this.place([x, y]).map((at) => at.toFixed(1)).join(",")).join(" "));
      line.setAttribute("class", `track line-${looks + 1}`);
      line.setAttribute("stroke-dasharray", DASHES[looks].join(" "));
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      mark.setAttribute("class", `track-mark line-${looks + 1}`);
      mark.setAttribute("r", "5");
      svg.append(line, mark);
      this.tracks.push({ points, mark });
      const item = elementOf("li");
      item.append(swatchOf(looks), elementOf("span", name));
      legend.append(item);
    }
    const words = this.head.names.map((name, n) => `${name} ${plainNumber(ends[n][0])} to ${plainNumber(ends[n][1])}`).join(", ");
    partOf("map").append(svg, legend, elementOf("p", words, "words"));
    this.showCursor();
  }

  showCursor() {
    const { cursor } = this.page;
    for (const { points, mark } of this.tracks) {
      const n = Math.max(0, indexFrom(points.map((point) => point[0]), cursor + Number.EPSILON) - 1);
      if (!points[n]) continue;
      const [x, y] = this.place([points[n][1], points[n][2]]);
      mark.setAttribute("cx", String(x));
      mark.setAttribute("cy", String(y));
    }
  }
}

unpackBytes("#head").then((bytes) => {
  const head = JSON.parse(new TextDecoder().decode(bytes));
  new SignalPage(head).begin();
}, (trouble) => { partOf("kind").textContent = String(trouble); });

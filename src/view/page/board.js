/* The board: an SVG of places and links that is drawn once, and what stands and moves on it, drawn
   for every scene. Lengths are hundredths of a place. */

/** Half the width of what can be touched of a disc: 44 pixels in all where texts can be read. */
const HIT = 52;
/** Half the width of a piece beside a disc. */
const PIECE = 27;
/** How far from the middle of a disc the pieces stand on it. */
const RING = 64;
/** A map of many places is seen from afar: pieces are so much larger, and nearer to their places. */
const GROWN = 1.3;
const NEAR = 53;
/** How far a piece's name reaches from its middle, and the width of a letter of a place's name. */
const TAG = 64;
const NAME_LETTER = 18;
const MANY_PLACES = 60;
/** Pixels for each unit at which texts can be read: the numbers of places, 26 units high, have a little more than 11 then. */
const READABLE = 11.2 / 26;
/** Below these pixels for each unit the numbers of places are specks. */
const LEGIBLE = 6 / 26;
/** Pixels for each unit at which a field of a grid is wide enough for a mouse, for a finger that has buttons
   besides, and for one that has none. */
const FIELD = { mouse: 12 / 100, seen: 24 / 100, touched: 44 / 100 };
/** The height of the names at the edge of a grid in pixels, and in units at least and at most. */
const AXIS_PIXELS = 11.2;
const AXIS = 30;
const AXIS_MAX = 80;
/** A grid of more rows or columns is seen from afar. */
const LARGE_GRID = 15;
/** Every so many of these names are shown. */
const EVERY = [1, 2, 5, 10, 20, 50];
/** More links than this show their text only where somebody is or points. */
const TEXTS_MAX = 40;
/** Of more links than this those where nobody is are faint. */
const ROADS_MAX = 400;
/** Longer names are cut in the drawing; the whole name is its title. */
const NAME_MAX = 22;
/** The corners of a side's body; none for a circle. */
const CORNERS = [0, 4, 6, 5, 8, 3, 7, 10, 12];
const STANDINGS = ["", "last_seen", "out", "untold"];
const ACTS = ["moved", "pushed", "plans"];

const board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.getElementById("board")));
const SVG = /** @type {string} */ (board.namespaceURI);

/**
 * @param {string} name
 * @param {Record<string, string | number>} [attributes]
 * @param {string} [text]
 * @returns {SVGElement}
 */
function drawn(name, attributes = {}, text) {
  const element = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * @param {string} text
 * @param {number} most
 */
function cut(text, most) {
  const letters = Array.from(text);
  return letters.length > most ? letters.slice(0, most - 1).join("") + "\u2026" : text;
}

/**
 * @param {number} corners
 * @param {number} radius
 */
function bodyPoints(corners, radius) {
  const points = [];
  const reach = corners === 4 ? radius * 1.15 : corners === 3 ? radius * 1.35 : radius * 1.06;
  for (let n = 0; n < corners; n += 1) {
    const angle = Math.PI * ((2 * n + 1) / corners + 0.5);
    points.push(`${(reach * Math.cos(angle)).toFixed(1)},${(reach * Math.sin(angle)).toFixed(1)}`);
  }
  return points.join(" ");
}

/**
 * The drawing of an actor round 0,0.
 * @param {Actor} actor
 * @param {number} radius
 * @returns {SVGElement}
 */
function figure(actor, radius) {
  const group = drawn("g", { class: looksOf(actor) });
  const corners = CORNERS[actor.side % 9];
  group.append(corners === 0
    ? drawn("circle", { class: "body", r: radius })
    : drawn("polygon", { class: "body", points: bodyPoints(corners, radius) }));
  const side = radius * 1.35;
  group.append(actor.icon === "letter"
    ? drawn("text", { class: "label glyph" }, shortName(actor.name))
    : drawn("use", { class: "glyph", href: `#i-${actor.icon}`, x: -side / 2, y: -side / 2, width: side, height: side }));
  return group;
}

/** What tells `Mr X` or `dog 1` from others is its last word. @param {string} name */
function shortName(name) {
  const letters = Array.from(name.trim());
  const last = Array.from(name.trim().split(" ").pop() || "");
  if (letters.length <= 3) return letters.join("");
  return last.length >= 1 && last.length <= 2 ? last.join("") : letters.slice(0, 2).join("");
}

/** The colour of an actor's side, or the one that it is called by, as classes. @param {Actor} actor */
function looksOf(actor) {
  return `side-${actor.side % 9}${actor.paint ? ` paint-${actor.paint}` : ""}`;
}

/** The classes of a kind of link. @param {{line: string, paint?: string} | undefined} way */
function lineOf(way) {
  return `link ${way ? way.line : "plain"}${way && way.paint ? ` paint-${way.paint}` : ""}`;
}

class Board {
  /**
   * @param {Stage} stage
   * @param {Labels} labels
   * @param {SVGSVGElement} svg
   * @param {HTMLElement} tray where those without a place stand
   */
  constructor(stage, labels, svg, tray) {
    this.stage = stage;
    this.labels = labels;
    this.svg = svg;
    this.tray = tray;
    this.turned = false;
    /** @type {SVGElement[]} */
    this.places = [];
    /** @type {Map<number, {kind: number, label: string}>} */
    this.changes = new Map();
    this.showsHeat = false;
    this.viewport = new Viewport(svg);
    /** The pieces on the board, and their drawings. @type {Standing[]} */
    this.standing = [];
    /** The arrows that are shown. @type {Arrow[]} */
    this.arrows = [];
    /** @type {SVGElement[]} */
    this.texts = [];
    /** @type {Map<number, number[]>} */
    this.linksAt = new Map();
    this.layers = {
      links: drawn("g"), heat: drawn("g"), hits: drawn("g"), places: drawn("g"), end: drawn("g", { "pointer-events": "none" }), arrows: drawn("g", { "pointer-events": "none" }),
      texts: drawn("g", { "pointer-events": "none" }), names: drawn("g", { "pointer-events": "none" }), gone: drawn("g", { "pointer-events": "none" }), pieces: drawn("g"), hot: drawn("g"),
    };
    this.svg.append(...Object.values(this.layers));
    this.grown = 1;
    this.grid = false;
    /** The names at the edge of a grid: of columns and of rows. @type {[SVGElement[], SVGElement[]]} */
    this.axes = [[], []];
    this.scale = 1;
    /** The names of places, by place. @type {Map<number, SVGElement>} */
    this.names = new Map();
    this.viewport.onScale = (scale, seen) => {
      this.fitTexts(scale);
      this.fitNames(seen);
    };
    this.setStage(stage, labels);
  }

  /**
   * Draws another stage.
   * @param {Stage} stage
   * @param {Labels} labels
   */
  setStage(stage, labels) {
    this.stage = stage;
    this.labels = labels;
    this.grown = stage.places.length > MANY_PLACES ? GROWN : 1;
    this.grid = stage.places.some((place) => place.form === "square");
    this.linksAt = new Map();
    stage.links.forEach((link, n) => {
      for (const end of link.ends) {
        const there = this.linksAt.get(end);
        if (there) there.push(n);
        else this.linksAt.set(end, [n]);
      }
    });
    this.crowded = stage.links.length > TEXTS_MAX;
    this.svg.classList.toggle("bare", stage.places.length === 0);
    this.measure();
    this.drawStage();
  }

  /**
   * @param {number} place
   * @returns {[number, number]}
   */
  at(place) {
    return this.point(this.stage.places[place].at);
  }

  /**
   * A point of the board as it is turned.
   * @param {[number, number]} point
   * @returns {[number, number]}
   */
  point([x, y]) {
    return this.turned ? [this.stage.size[0] - x, this.stage.size[1] - y] : [x, y];
  }

  /** Tells the viewport how large the board is. */
  measure() {
    if (this.stage.places.length === 0) return;
    /* Pieces stand around the outermost places of a map, with their names around them. */
    const margin = this.grid ? 60 : Math.ceil(this.ring() + TAG * this.grown);
    const all = this.stage.places.map((_, n) => this.at(n));
    const names = all.flatMap(([x], n) => (this.isNamed(n) ? [-1, 1].map((end) => x + this.labels.names[n][0] + end * this.halfName(n)) : []));
    /* The names at the edge of a large grid are larger, for it is seen from afar. */
    const isLarge = Math.max(...this.stage.axes.map((names) => names.length)) > LARGE_GRID;
    const axes = this.grid ? (isLarge ? AXIS_MAX + 20 : 50) : 0;
    const x = Math.min(...all.map((at) => at[0] - margin), ...names) - axes;
    const y = Math.min(...all.map((at) => at[1])) - margin - axes;
    const right = Math.max(...all.map((at) => at[0] + margin), ...names);
    const bottom = Math.max(...all.map((at) => at[1])) + margin;
    this.viewport.setWhole({ x, y, width: right - x, height: bottom - y }, this.grid ? this.fieldLeast(false) : READABLE);
  }

  /** Half the width of a place's name. @param {number} place */
  halfName(place) {
    return NAME_LETTER * Math.min(Array.from(this.stage.places[place].name).length, NAME_MAX) / 2;
  }

  /** Names at the edge of what is seen stay within it, as long as their places do. @param {[number, number][]} seen */
  fitNames(seen) {
    this.seen = seen;
    for (const [n, text] of this.names) {
      const [at, halves] = [this.at(n), [this.halfName(n), NAME_LETTER]];
      const isThere = at.every((middle, axis) => middle > seen[axis][0] && middle < seen[axis][1]);
      text.setAttribute("visibility", isThere ? "visible" : "hidden");
      for (const [axis, name] of ["x", "y"].entries()) {
        const [first, last] = [seen[axis][0] + halves[axis], seen[axis][1] - halves[axis]];
        text.setAttribute(name, String(Math.max(first, Math.min(last, at[axis] + this.labels.names[n][axis]))));
      }
    }
  }

  /** How far pieces stand from the middle of a place of a map. */
  ring() {
    if (this.grown > 1) return NEAR;
    return this.stage.actors.length > 5 ? RING + 12 : RING;
  }

  /** Whether the name of a place stands beside it. @param {number} place */
  isNamed(place) {
    const { name, form, label } = this.stage.places[place];
    return name !== "" && form === "disc" && !name.endsWith(label) && this.stage.places.length <= MANY_PLACES;
  }

  /** Turns the board; it is drawn with the next moment, so that it never stands without its pieces. */
  turn() {
    this.turned = !this.turned;
    this.stageIsStale = true;
  }

  /** Fields are so large that fingers hit them, or that they can be seen. @param {boolean} areHit */
  fitFingers(areHit) {
    if (!this.grid) return;
    this.viewport.setLeast(this.fieldLeast(areHit));
  }

  /** The pixels for each unit that a grid opens with at least. @param {boolean} areHit */
  fieldLeast(areHit) {
    if (!matchMedia("(pointer: coarse)").matches) return FIELD.mouse;
    return areHit ? FIELD.touched : FIELD.seen;
  }

  drawStage() {
    this.stageIsStale = false;
    this.standing = [];
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.changes = new Map();
    this.axes = [[], []];
    this.drawLinks();
    this.drawPlaces();
    if (this.grid) this.drawAxes();
  }

  drawLinks() {
    this.texts = [];
    this.stage.links.forEach((link, n) => {
      const [x1, y1] = this.at(link.ends[0]);
      const [x2, y2] = this.at(link.ends[1]);
      const [x, y] = this.point(this.labels.curves[n]);
      const way = this.stage.ways[link.kind];
      const line = drawn("path", { class: lineOf(way), d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}` });
      this.layers.links.append(line);
      const [tx, ty] = this.point(this.labels.lengths[n]);
      const text = drawn("text", { class: "length", x: tx, y: ty }, link.text);
      if (this.crowded) text.setAttribute("visibility", "hidden");
      this.texts[n] = text;
      if (link.text) this.layers.texts.append(text);
    });
  }

  drawPlaces() {
    this.names.clear();
    this.places = this.stage.places.map((place, n) => {
      const group = drawn("g", { "data-place": n });
      const [x, y] = this.at(n);
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.addEventListener("pointerenter", () => this.light(n, true));
      group.addEventListener("pointerleave", () => this.light(n, false));
      this.layers.places.append(group);
      /* A finger needs more room than a disc has; where two are close, the discs decide. */
      if (place.form === "disc") this.layers.hits.append(drawn("circle", { class: "hit", "data-place": n, cx: x, cy: y, r: HIT }));
      if (this.isNamed(n)) this.names.set(n, drawn("text", { class: "name", x: x + this.labels.names[n][0], y: y + this.labels.names[n][1] }, cut(place.name, NAME_MAX)));
      return group;
    });
    this.stage.places.forEach((place, n) => this.drawPlace(n, place.kind, place.label));
    this.layers.names.append(...this.names.values());
    if (this.seen) this.fitNames(this.seen);
  }

  /**
   * @param {number} n
   * @param {number} kind
   * @param {string} label
   */
  drawPlace(n, kind, label) {
    const place = this.stage.places[n];
    const means = this.stage.kinds[kind];
    const group = this.places[n];
    const shape = `place ${place.form} tone-${means ? means.tone : "plain"}`;
    const outline = place.form === "square"
      ? drawn("rect", { class: shape, x: -50, y: -50, width: 100, height: 100 })
      : drawn("circle", { class: shape, r: 36 });
    const words = [place.name, means ? means.name : "", label === place.label ? "" : label].filter(Boolean);
    group.replaceChildren(drawn("title", {}, words.join(", ")), outline);
    if (means && means.icon) {
      const [side, y] = place.form === "disc" ? [22, -30] : [54, -27];
      group.append(drawn("use", { class: "kind", href: `#i-${means.icon}`, x: -side / 2, y, width: side, height: side }));
    }
    if (label) {
      const y = means && means.icon && place.form === "disc" ? 10 : 0;
      group.append(drawn("text", { class: "label", y }, cut(label, 6)));
    }
  }

  drawAxes() {
    const [columns, rows] = this.stage.axes;
    const [width, height] = this.stage.size;
    const axis = (/** @type {string[]} */ names, /** @type {number} */ length, /** @type {"x" | "y"} */ along) => names.map((name, n) => {
      const text = drawn("text", { class: "axis", [along]: this.turned ? length - (100 * n + 50) : 100 * n + 50 }, cut(name, 5));
      this.layers.names.append(text);
      return text;
    });
    this.axes = [axis(columns, width, "x"), axis(rows, height, "y")];
    this.fitTexts(this.scale);
  }

  /**
   * Numbers of places that are specks are not drawn. Names at the edge of a grid are as large as can be
   * read, and so many of them are left out that they have room.
   * @param {number} scale the pixels for each unit
   */
  fitTexts(scale) {
    this.scale = scale;
    this.svg.classList.toggle("afar", !this.grid && scale < LEGIBLE);
    const size = Math.min(Math.max(AXIS_PIXELS / Math.max(scale, 1e-9), AXIS), AXIS_MAX);
    const [columns, rows] = this.axes;
    const letters = Math.max(1, ...columns.map((text) => (text.textContent || "").length));
    const shown = (/** @type {SVGElement[]} */ texts, /** @type {number} */ room) => {
      const every = EVERY.find((every) => every * 100 > room) || EVERY[EVERY.length - 1];
      texts.forEach((text, n) => {
        text.style.fontSize = `${size}px`;
        text.setAttribute("visibility", n % every === 0 ? "visible" : "hidden");
      });
    };
    shown(columns, size * letters * 0.7);
    shown(rows, size);
    for (const text of columns) text.setAttribute("y", String(-11 - size / 2));
    for (const text of rows) text.setAttribute("x", String(-12 - size * 0.3 * (text.textContent || "").length));
  }

  /**
   * Shows the roads of a place.
   * @param {number} place
   * @param {boolean} on
   */
  light(place, on) {
    if (!this.crowded) return;
    for (const link of this.linksAt.get(place) || []) {
      this.texts[link].setAttribute("visibility", on ? "visible" : "hidden");
    }
  }

  /**
   * @param {Scene} scene
   * @param {Motion} [motion] how it is got to
   */
  show(scene, motion = NO_MOTION) {
    if (this.stageIsStale) {
      /* The names do not turn with their places. */
      if (!this.grid) this.measure();
      this.drawStage();
    }
    this.showChanges(scene.changes);
    this.showHeat(this.showsHeat ? scene.heat : []);
    this.layers.arrows.replaceChildren();
    for (const arrow of scene.arrows) this.drawArrow(arrow);
    if (this.crowded) this.showRoads(scene);
    const back = this.arrows.map((arrow) => ({ ...arrow, from: arrow.to, to: arrow.from }));
    this.showPieces(scene.pieces, motion.isBack ? back : scene.arrows, motion.ms);
    this.arrows = scene.arrows;
    this.follow(scene);
  }

  /** On a map of many roads those where somebody is, or was, stand out. @param {Scene} scene */
  showRoads(scene) {
    const places = [...scene.pieces.map((piece) => piece.at), ...scene.arrows.map((arrow) => arrow.from)];
    const near = new Set(places.flatMap((place) => this.linksAt.get(place) || []));
    [...this.layers.links.children].forEach((line, n) => line.classList.toggle("far", this.stage.links.length > ROADS_MAX && !near.has(n)));
  }

  /** Sees to it that what moves is seen, or where everybody stands. @param {Scene} scene */
  follow(scene) {
    const moved = scene.arrows.filter((arrow) => arrow.act !== 2);
    const places = moved.length > 0 ? moved.flatMap(({ from, to }) => [from, to]) : scene.pieces.filter((piece) => piece.at >= 0).map((piece) => piece.at);
    this.viewport.follow(places.map((place) => this.at(place)));
  }

  /** @param {Map<number, {kind: number, label: string}>} changes */
  showChanges(changes) {
    if (changes === this.changes) return;
    for (const n of this.changes.keys()) {
      if (!changes.has(n)) this.drawPlace(n, this.stage.places[n].kind, this.stage.places[n].label);
    }
    for (const [n, change] of changes) {
      const there = this.changes.get(n);
      if (!there || there.kind !== change.kind || there.label !== change.label) {
        this.drawPlace(n, change.kind, change.label);
      }
    }
    this.changes = changes;
  }

  /** @param {[number, number][]} heat */
  showHeat(heat) {
    const most = heat.reduce((most, [, share]) => Math.max(most, share), 1);
    this.layers.heat.replaceChildren(...heat.map(([place, share]) => {
      const [x, y] = this.at(place);
      return drawn("circle", { class: "heat", cx: x, cy: y, r: 58, opacity: (0.25 + 0.7 * share / most).toFixed(2) });
    }));
  }

  /** Rings the place where the game ended, while its last moment is shown. @param {number | null} place */
  showEnd(place) {
    if (place === null || !this.stage.places[place]) {
      this.layers.end.replaceChildren();
      return;
    }
    const [x, y] = this.at(place);
    this.viewport.follow([[x, y]]);
    const ring = this.grid
      ? drawn("rect", { class: "ended", x: x - 52, y: y - 52, width: 104, height: 104, rx: 10 })
      : drawn("circle", { class: "ended", cx: x, cy: y, r: 56 * this.grown });
    ring.append(drawn("title", {}, `The game ended in ${this.stage.places[place].name}`));
    this.layers.end.replaceChildren(ring);
  }

  /** @param {Arrow} arrow */
  drawArrow(arrow) {
    const actor = this.stage.actors[arrow.actor];
    const act = ACTS[arrow.act];
    const [x1, y1] = this.at(arrow.from);
    const [x2, y2] = this.at(arrow.to);
    const away = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / away, (y2 - y1) / away];
    const lane = this.grid ? 0 : (arrow.actor + 1) * 9 + (arrow.act === 2 ? 26 : 0);
    const gap = this.grid ? Math.min(34, away / 4) : 46;
    const [sx, sy] = [x1 + ux * (this.grid ? 0 : 30), y1 + uy * (this.grid ? 0 : 30)];
    const [mx, my] = [(x1 + x2) / 2 - uy * lane * 2, (y1 + y2) / 2 + ux * lane * 2];
    const reach = Math.hypot(x2 - mx, y2 - my) || 1;
    const [hx, hy] = [(x2 - mx) / reach, (y2 - my) / reach];
    const [ex, ey] = [x2 - hx * gap, y2 - hy * gap];
    const size = this.grid ? 20 : 26;
    const [bx, by] = [ex - hx * size, ey - hy * size];
    const path = `M${sx.toFixed(1)} ${sy.toFixed(1)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${bx.toFixed(1)} ${by.toFixed(1)}`;
    const group = drawn("g", { class: looksOf(actor) });
    const half = size * 0.55;
    group.append(
      drawn("path", { class: "arrow under", d: path }),
      drawn("path", { class: `arrow ${act}`, d: path }),
      drawn("polygon", { class: "head", points: `${ex.toFixed(1)},${ey.toFixed(1)} ${(bx - hy * half).toFixed(1)},${(by + hx * half).toFixed(1)} ${(bx + hy * half).toFixed(1)},${(by - hx * half).toFixed(1)}` }),
    );
    this.layers.arrows.append(group);
  }

  /**
   * @param {Piece[]} pieces
   * @param {Arrow[]} arrows along which they came
   * @param {number} ms the time in which they come
   */
  showPieces(pieces, arrows, ms) {
    /** @type {Map<number, number>} */
    const crowd = new Map();
    for (const piece of pieces) crowd.set(piece.at, (crowd.get(piece.at) || 0) + 1);
    /** @type {Map<number, number>} */
    const nth = new Map();
    const there = pieces.filter((piece) => piece.at >= 0);
    const { kept, gone } = keptDrawings(this.standing, there, arrows);
    this.standing = there.map((piece, n) => {
      const beside = nth.get(piece.at) || 0;
      nth.set(piece.at, beside + 1);
      const fresh = this.pieceFigure(piece, crowd.get(piece.at) || 1, beside);
      const its = kept[n];
      return { piece, node: its && its.node ? redrawn(its.node, fresh) : fresh };
    });
    putInOrder(this.layers.pieces, this.standing.map(({ node }) => node));
    for (const { node } of this.standing) node.getAnimations().forEach((animation) => animation.cancel());
    this.layers.gone.replaceChildren();
    if (ms > 0) {
      kept.forEach((its, n) => { if (its && its.way.length > 1) moveAlong(this, this.standing[n].node, its.way, ms); });
      for (const node of gone) fade(this, node, ms);
    }
    this.showTray(pieces.filter((piece) => piece.at < 0 && STANDINGS[piece.standing] !== "untold"));
  }

  /**
   * @param {Piece} piece
   * @param {number} crowd how many stand in the same place
   * @param {number} nth which of them it is
   */
  pieceFigure(piece, crowd, nth) {
    const actor = this.stage.actors[piece.actor];
    const [x, y] = this.at(piece.at);
    let [dx, dy, radius, angle] = [0, 0, 36, 0];
    if (!this.grid) {
      const slots = Math.max(this.stage.actors.length, 2);
      angle = Math.PI * (-195 + 210 * piece.actor / (slots - 1)) / 180;
      const ring = this.ring();
      [dx, dy, radius] = [ring * Math.cos(angle), ring * Math.sin(angle), PIECE];
    } else if (crowd > 1) {
      angle = 2 * Math.PI * nth / crowd;
      [dx, dy, radius] = [22 * Math.cos(angle), 22 * Math.sin(angle), 24];
    }
    const group = figure(actor, radius);
    group.classList.add("piece");
    group.setAttribute("data-place", String(piece.at));
    const standing = STANDINGS[piece.standing];
    if (standing) group.classList.add(standing);
    group.setAttribute("transform", `translate(${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}) scale(${this.grid ? 1 : this.grown})`);
    const where = this.stage.places[piece.at].name;
    const words = standing === "last_seen" ? `${actor.name}, last seen in ${where}` : `${actor.name} in ${where}`;
    group.prepend(drawn("title", {}, words));
    if (!this.grid && actor.icon !== "letter") {
      const tag = drawn("text", { class: "tag", x: (40 * Math.cos(angle)).toFixed(1), y: (38 * Math.sin(angle)).toFixed(1) }, shortName(actor.name));
      group.append(tag);
    }
    return group;
  }

  /** @param {Piece[]} pieces */
  showTray(pieces) {
    const { tray } = this;
    tray.hidden = tray.hidden && pieces.length === 0;
    const words = document.createElement("span");
    words.textContent = pieces.length ? "Not on the board, or not seen:" : "All are on the board.";
    tray.replaceChildren(words, ...pieces.map((piece) => {
      const actor = this.stage.actors[piece.actor];
      const image = drawn("svg", { viewBox: "-50 -50 100 100", role: "img" });
      const group = figure(actor, 38);
      const standing = STANDINGS[piece.standing];
      if (standing) group.classList.add("piece", standing);
      image.append(drawn("title", {}, actor.name), group);
      return image;
    }));
  }

  /** What lines and places mean. */
  legend() {
    const parts = [];
    for (const way of this.stage.ways.filter((way) => way.name)) {
      const image = drawn("svg", { viewBox: "0 0 80 40", "aria-hidden": "true" });
      image.append(drawn("path", { class: lineOf(way), d: "M0 20H80" }));
      parts.push([image, way.name]);
    }
    for (const kind of this.stage.kinds.filter((kind) => kind.name)) {
      const image = drawn("svg", { viewBox: "-60 -52 120 104", "aria-hidden": "true" });
      image.append(drawn("rect", { class: `place tone-${kind.tone}`, x: -50, y: -50, width: 100, height: 100, rx: 12 }));
      if (kind.icon) image.append(drawn("use", { class: "kind", href: `#i-${kind.icon}`, x: -36, y: -36, width: 72, height: 72 }));
      parts.push([image, kind.name]);
    }
    return parts.map(([image, name]) => {
      const item = document.createElement("span");
      item.append(image, String(name));
      return item;
    });
  }
}

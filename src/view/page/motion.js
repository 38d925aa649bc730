/* How pieces get from one moment to the next: along the roads or straight lines of their arrows, in a
   short time. Each keeps its drawing as long as it is there. Whoever wants no motion gets none. */

/**
 * @typedef {{piece: Piece, node: SVGElement}} Standing
 * @typedef {{node: SVGElement | null, way: number[]}} Kept
 * @typedef {{ms: number, isBack: boolean}} Motion
 */

/** The time of a step, in milliseconds. */
const STEP_MS = 220;
/** The points at which a curve is looked at. */
const CURVE_POINTS = 8;
/** The arrows that lead one after the other in one step. */
const LEGS_MAX = 4;

/** @type {Motion} */
const NO_MOTION = { ms: 0, isBack: false };

/** Whether the reader wants no motion. */
function isStill() {
  return document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * For each piece the drawing that it had, and the places that it goes through; nothing for one that is new.
 * Pieces of one actor look alike, so that arrows say which of them is which. Two that come from one place,
 * on the two sides of a difference, both come from there: the second gets a drawing of its own.
 * @param {Standing[]} before
 * @param {Piece[]} pieces
 * @param {Arrow[]} arrows of the step, in the direction in which it is made
 * @returns {{kept: (Kept | null)[], gone: SVGElement[]}}
 */
function keptDrawings(before, pieces, arrows) {
  const left = new Set(before);
  const stood = (/** @type {Piece} */ piece, /** @type {number} */ at) => before.some((old) => old.piece.actor === piece.actor && old.piece.at === at && old.piece.standing === 0);
  const take = (/** @type {Piece} */ piece, /** @type {(old: Piece) => boolean} */ is) => {
    for (const old of left) {
      if (old.piece.actor !== piece.actor || !is(old.piece)) continue;
      left.delete(old);
      return old;
    }
    return null;
  };
  const along = (/** @type {Piece} */ piece) => {
    const way = [piece.at];
    for (let legs = 0; legs < LEGS_MAX; legs += 1) {
      const arrow = arrows.find((arrow) => arrow.act !== 2 && arrow.actor === piece.actor && arrow.to === way[0] && !way.includes(arrow.from));
      if (!arrow) return null;
      way.unshift(arrow.from);
      const old = take(piece, (old) => old.at === arrow.from && old.standing === 0);
      if (old || stood(piece, arrow.from)) return { node: old && old.node, way };
    }
    return null;
  };
  const at = (/** @type {Piece} */ piece) => {
    const old = take(piece, (old) => old.at === piece.at && old.standing === piece.standing);
    return old && { node: old.node, way: [] };
  };
  const alone = (/** @type {Piece} */ piece) => {
    const isAlone = pieces.filter((other) => other.actor === piece.actor && other.standing === piece.standing).length === 1;
    const old = isAlone ? take(piece, (old) => old.standing === piece.standing) : null;
    return old && { node: old.node, way: [old.piece.at, piece.at] };
  };
  /** @type {(Kept | null)[]} */
  const kept = pieces.map((piece) => (piece.standing === 0 ? along(piece) : null));
  for (const find of [at, alone]) pieces.forEach((piece, n) => { kept[n] = kept[n] || find(piece); });
  return { kept, gone: [...left].map((old) => old.node) };
}

/**
 * The drawing of a piece as it is now, in the node that it had.
 * @param {SVGElement} node
 * @param {SVGElement} fresh
 */
function redrawn(node, fresh) {
  for (const name of ["class", "data-place", "transform"]) node.setAttribute(name, fresh.getAttribute(name) || "");
  node.replaceChildren(...fresh.childNodes);
  return node;
}

/**
 * Has children in this order, and moves none that is in its place already.
 * @param {Element} parent
 * @param {Element[]} children
 */
function putInOrder(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, n) => {
    if (parent.children[n] !== child) parent.insertBefore(child, parent.children[n] || null);
  });
}

/**
 * The points of a way from place to place.
 * @param {Board} board
 * @param {number[]} way
 * @returns {[number, number][]}
 */
function pointsOf(board, way) {
  const points = [board.at(way[0])];
  for (let n = 1; n < way.length; n += 1) {
    const [from, to] = [way[n - 1], way[n]];
    const link = (board.linksAt.get(from) || []).find((link) => board.stage.links[link].ends.includes(to));
    const [start, end] = [board.at(from), board.at(to)];
    if (link === undefined) {
      points.push(end);
      continue;
    }
    const middle = board.point(board.labels.curves[link]);
    for (let step = 1; step <= CURVE_POINTS; step += 1) {
      const t = step / CURVE_POINTS;
      const on = (/** @type {number} */ n) => (1 - t) * (1 - t) * start[n] + 2 * t * (1 - t) * middle[n] + t * t * end[n];
      points.push([on(0), on(1)]);
    }
  }
  return points;
}

/**
 * Moves a drawing along a way to where it stands.
 * @param {Board} board
 * @param {SVGElement} node
 * @param {number[]} way
 * @param {number} ms
 */
function moveAlong(board, node, way, ms) {
  const [x, y, scale] = (node.getAttribute("transform") || "").match(/-?[\d.]+/g) || ["0", "0", "1"];
  const [endX, endY] = board.at(way[way.length - 1]);
  const [dx, dy] = [Number(x) - endX, Number(y) - endY];
  const frames = pointsOf(board, way).map(([x, y]) => ({ transform: `translate(${x + dx}px, ${y + dy}px) scale(${scale})` }));
  node.animate(frames, { duration: ms, easing: "ease-in-out" });
}

/**
 * Lets what is gone fade, in a layer of its own.
 * @param {Board} board
 * @param {SVGElement} node
 * @param {number} ms
 */
function fade(board, node, ms) {
  node.classList.remove("piece");
  node.removeAttribute("data-place");
  board.layers.gone.append(node);
  node.animate([{ opacity: 1 }, { opacity: 0 }], { duration: ms }).finished.then(() => node.remove(), () => node.remove());
}

/* Which part of a board is seen: all of it, or, where its texts or fields would be too small, so much of it
   that they are not, round what moves. Wheel, fingers, keys and buttons choose another part. */

/** A pointer that moves less while it is down clicks, in pixels. */
const DRAG_MIN = 4;
/** The narrowest part, in units of the board. */
const NARROWEST = 300;
/** A board that would be a little too small by this factor is shown as a whole all the same. */
const ENOUGH = 0.85;

class Viewport {
  /**
   * @param {SVGSVGElement} svg
   */
  constructor(svg) {
    this.svg = svg;
    /** All there is. */
    this.whole = { x: 0, y: 0, width: 1, height: 1 };
    this.part = this.whole;
    /** The pixels for each unit that it opens with at least. */
    this.least = 0;
    /** Is told the pixels for each unit, and where what is seen begins and ends, to the right and down. @type {(scale: number, seen: [number, number][]) => void} */
    this.onScale = () => {};
    /** Whether it goes where something moves: until somebody chooses a part. */
    this.isFollowing = true;
    /** Whether the pointer moved the board when it was down last. */
    this.wasDragged = false;
    /** @type {[number, number][]} */
    this.last = [];
    /** The pointers that are down, where they are on the screen. @type {Map<number, [number, number]>} */
    this.pointers = new Map();
    /** Whether a pointer takes hold of something on the board, which stays where it is then. @type {(event: PointerEvent) => boolean} */
    this.isTaken = () => false;
    this.listen();
    new ResizeObserver(() => { if (this.isFollowing) this.open(); else this.apply(); }).observe(svg);
  }

  /**
   * Shows another board.
   * @param {{x: number, y: number, width: number, height: number}} whole
   * @param {number} least the pixels for each unit that it opens with at least
   */
  setWhole(whole, least) {
    this.whole = whole;
    this.least = least;
    this.last = [];
    this.isFollowing = true;
    this.open();
  }

  /** Opens with more pixels for each unit, or fewer. @param {number} least */
  setLeast(least) {
    if (least === this.least) return;
    this.least = least;
    if (this.isFollowing) this.open();
  }

  /** Shows all of it, or so much that nothing is too small. */
  open() {
    this.part = this.whole;
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(box.width / this.whole.width, box.height / this.whole.height);
    if (box.width > 0 && scale < this.least * ENOUGH) {
      const [width, height] = [box.width / this.least, box.height / this.least];
      this.part = { x: this.whole.x, y: this.whole.y, width, height };
      this.centre(this.last.length > 0 ? this.last : [[this.whole.x + this.whole.width / 2, this.whole.y + this.whole.height / 2]]);
    }
    this.apply();
  }

  /** Shows all of it, until somebody chooses otherwise. */
  fit() {
    this.isFollowing = false;
    this.part = this.whole;
    this.apply();
  }

  /**
   * Goes to where something happens, unless it is seen or somebody has chosen a part.
   * @param {[number, number][]} points
   */
  follow(points) {
    this.last = points;
    if (this.isFollowing && this.part !== this.whole) this.reveal(points);
  }

  /** Sees to it that points are seen. @param {[number, number][]} points */
  reveal(points) {
    if (points.length === 0) return;
    const { x, y, width, height } = this.part;
    const [dx, dy] = [width / 12, height / 12];
    const isSeen = points.every(([px, py]) => px > x + dx && px < x + width - dx && py > y + dy && py < y + height - dy);
    if (isSeen) return;
    this.centre(points);
    this.apply();
  }

  /**
   * Puts points in the middle, as far as there is a board round them: all of them, or as many as there is room for.
   * @param {[number, number][]} points
   */
  centre(points) {
    const { whole } = this;
    const { width, height } = this.part;
    const near = (/** @type {[number, number]} */ [x, y]) => points.filter((point) => Math.abs(point[0] - x) < width * 0.4 && Math.abs(point[1] - y) < height * 0.4);
    const ends = [0, 1].map((n) => points.map((point) => point[n]));
    const fits = Math.max(...ends[0]) - Math.min(...ends[0]) < width * 0.8 && Math.max(...ends[1]) - Math.min(...ends[1]) < height * 0.8;
    const most = fits ? points : points.map(near).reduce((most, some) => (some.length > most.length ? some : most));
    const middle = fits
      ? ends.map((all) => (Math.max(...all) + Math.min(...all)) / 2)
      : [0, 1].map((n) => most.reduce((sum, point) => sum + point[n], 0) / most.length);
    const held = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ from, /** @type {number} */ all) => (
      size >= all ? from + (all - size) / 2 : Math.min(Math.max(at - size / 2, from), from + all - size));
    this.part = { width, height, x: held(middle[0], width, whole.x, whole.width), y: held(middle[1], height, whole.y, whole.height) };
  }

  apply() {
    const { x, y, width, height } = this.part;
    this.svg.setAttribute("viewBox", `${x} ${y} ${Math.max(width, 1)} ${Math.max(height, 1)}`);
    const box = this.svg.getBoundingClientRect();
    const scale = Math.min(box.width / Math.max(width, 1), box.height / Math.max(height, 1));
    const ends = (/** @type {number} */ middle, /** @type {number} */ pixels) => /** @type {[number, number]} */ ([middle - pixels / scale / 2, middle + pixels / scale / 2]);
    if (box.width > 0) this.onScale(scale, [ends(x + width / 2, box.width), ends(y + height / 2, box.height)]);
  }

  /**
   * @param {number} factor
   * @param {DOMPoint} [around]
   */
  zoom(factor, around) {
    this.isFollowing = false;
    const { part } = this;
    const x = around ? around.x : part.x + part.width / 2;
    const y = around ? around.y : part.y + part.height / 2;
    const width = Math.min(Math.max(part.width * factor, NARROWEST), this.whole.width * 4);
    const by = width / part.width;
    this.part = { x: x - (x - part.x) * by, y: y - (y - part.y) * by, width, height: part.height * by };
    this.apply();
  }

  /** @param {number} x @param {number} y */
  pointed(x, y) {
    const matrix = this.svg.getScreenCTM();
    return new DOMPoint(x, y).matrixTransform(matrix ? matrix.inverse() : undefined);
  }

  /** The middle of the pointers, and how far they are apart. */
  hand() {
    const all = [...this.pointers.values()];
    const [x, y] = [0, 1].map((n) => all.reduce((sum, point) => sum + point[n], 0) / all.length);
    return { x, y, apart: all.length > 1 ? Math.hypot(all[0][0] - all[1][0], all[0][1] - all[1][1]) : 0 };
  }

  listen() {
    const { svg, pointers } = this;
    svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, this.pointed(event.clientX, event.clientY));
    }, { passive: false });
    let from = [0, 0];
    svg.addEventListener("pointerdown", (event) => {
      if (pointers.size === 0 && this.isTaken(event)) return;
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      if (pointers.size === 1) {
        from = [event.clientX, event.clientY];
        this.wasDragged = false;
      }
      svg.setPointerCapture(event.pointerId);
    });
    svg.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId)) return;
      /* A hand that clicks is never quite still. */
      const isStillClick = pointers.size === 1 && !this.wasDragged && Math.hypot(event.clientX - from[0], event.clientY - from[1]) < DRAG_MIN;
      if (isStillClick) return;
      const before = this.hand();
      pointers.set(event.pointerId, [event.clientX, event.clientY]);
      const after = this.hand();
      this.wasDragged = true;
      this.pull(before, after);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      svg.addEventListener(end, (event) => { pointers.delete(/** @type {PointerEvent} */ (event).pointerId); });
    }
  }

  /**
   * The board goes where the hand goes; two fingers that part make it larger.
   * @param {{x: number, y: number, apart: number}} before
   * @param {{x: number, y: number, apart: number}} after
   */
  pull(before, after) {
    const [held, here] = [this.pointed(before.x, before.y), this.pointed(after.x, after.y)];
    this.isFollowing = false;
    this.part = { ...this.part, x: this.part.x + held.x - here.x, y: this.part.y + held.y - here.y };
    this.apply();
    if (before.apart > 0 && after.apart > 0) this.zoom(before.apart / after.apart, this.pointed(after.x, after.y));
  }
}

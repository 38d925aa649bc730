/* Dragging a piece: the same as a click where it stands and one where it is let go. */

/** @typedef {{from: number, node: SVGElement | null, x: number, y: number, isOff: boolean}} Held */

class Drag {
  /**
   * @param {HotSpots} hot
   */
  constructor(hot) {
    this.hot = hot;
    this.board = hot.board;
    /** @type {Held | null} */
    this.held = null;
    const { svg, viewport } = this.board;
    viewport.isTaken = (event) => this.take(event);
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.drop(event));
    svg.addEventListener("pointercancel", () => this.letGo());
  }

  /** Takes hold of a piece that can be moved. @param {PointerEvent} event */
  take(event) {
    const from = this.hot.placeAt(event.clientX, event.clientY);
    if (from === null || event.button !== 0 || !this.hot.canBegin(from)) return false;
    const its = this.board.standing.find(({ piece }) => piece.at === from && piece.standing === 0 && this.hot.isMine(piece));
    this.held = { from, node: its ? its.node : null, x: event.clientX, y: event.clientY, isOff: false };
    this.board.viewport.wasDragged = false;
    this.board.svg.setPointerCapture(event.pointerId);
    return true;
  }

  /** The piece goes where the pointer goes. @param {PointerEvent} event */
  move(event) {
    const { held } = this;
    if (!held || (!held.isOff && Math.hypot(event.clientX - held.x, event.clientY - held.y) < DRAG_MIN)) return;
    held.isOff = true;
    this.board.viewport.wasDragged = true;
    if (!held.node) return;
    const [was, is] = [this.board.viewport.pointed(held.x, held.y), this.board.viewport.pointed(event.clientX, event.clientY)];
    const [x, y, scale] = (held.node.getAttribute("transform") || "").match(/-?[\d.]+/g) || ["0", "0", "1"];
    held.node.style.transform = `translate(${Number(x) + is.x - was.x}px, ${Number(y) + is.y - was.y}px) scale(${scale})`;
  }

  /** Clicks where it was and where it is let go. @param {PointerEvent} event */
  drop(event) {
    const { held } = this;
    this.letGo();
    if (!held || !held.isOff) return;
    const to = this.hot.placeAt(event.clientX, event.clientY);
    if (to !== null && to !== held.from) this.hot.clickBoth(held.from, to);
  }

  letGo() {
    if (this.held && this.held.node) this.held.node.style.transform = "";
    this.held = null;
  }
}

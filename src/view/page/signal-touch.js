/* Fingers on a plot: two make what is between them wider or narrower, one moves it along. The page itself
   still scrolls up and down. */

/**
 * @param {HTMLElement} over what is touched
 * @param {(x: number) => number} valueAt the place on the axis of a distance from its left, in pixels
 * @param {(from: number, to: number) => void} show
 */
function followFingers(over, valueAt, show) {
  /** Where each finger is, in pixels from the left, and which place on the axis it holds. @type {Map<number, {at: number, held: number}>} */
  const fingers = new Map();
  const left = () => over.getBoundingClientRect().left;
  const hold = () => { for (const finger of fingers.values()) finger.held = valueAt(finger.at); };
  over.addEventListener("pointerdown", (event) => {
    if (event.pointerType !== "touch" || fingers.size === 2) return;
    fingers.set(event.pointerId, { at: event.clientX - left(), held: 0 });
    hold();
  });
  over.addEventListener("pointermove", (event) => {
    const finger = fingers.get(event.pointerId);
    if (!finger) return;
    finger.at = event.clientX - left();
    const [one, other] = [...fingers.values()];
    const apart = other ? other.at - one.at : 0;
    /* Fingers that stand on each other hold no width. */
    if (other && (Math.abs(apart) < 10 || other.held === one.held)) return;
    const each = other ? (other.held - one.held) / apart : valueAt(1) - valueAt(0);
    const from = one.held - one.at * each;
    if (each > 0) show(from, from + over.clientWidth * each);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    over.addEventListener(end, (event) => {
      fingers.delete(/** @type {PointerEvent} */ (event).pointerId);
      hold();
    });
  }
}


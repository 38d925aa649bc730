/* The time that each seat has used, as this page saw it. It is only shown; nobody loses a turn by it. */

class SeatClocks {
  constructor() {
    /** What each seat has used in its turns that are over, in milliseconds. @type {Map<number, number>} */
    this.used = new Map();
    /** The seat whose clock runs. @type {number | null} */
    this.seat = null;
    /** Since when it runs. */
    this.since = 0;
  }

  /** All clocks at zero. */
  clear() {
    this.used.clear();
    this.seat = null;
  }

  /**
   * From now on it is the turn of a seat, or of nobody.
   * @param {number | null} seat
   * @param {number} now in milliseconds
   */
  turnTo(seat, now) {
    if (this.seat !== null) this.used.set(this.seat, this.of(this.seat, now));
    this.seat = seat;
    this.since = now;
  }

  /**
   * What a seat has used, in milliseconds.
   * @param {number} seat
   * @param {number} now
   */
  of(seat, now) {
    return (this.used.get(seat) || 0) + (seat === this.seat ? now - this.since : 0);
  }

  /**
   * All clocks in words.
   * @param {string[]} names of the seats
   * @param {number} now
   */
  words(names, now) {
    return `time used: ${names.map((name, seat) => `${name} ${timeWords(this.of(seat, now))}`).join(", ")}`;
  }
}

/** A time in minutes and seconds, with hours where there are any. @param {number} ms */
function timeWords(ms) {
  const seconds = Math.floor(ms / 1000);
  const two = (/** @type {number} */ number) => String(number % 60).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

/* What a page of signals holds: a head in JSON, and for each signal its ticks and its values as packed numbers. Nothing
   is computed here but where a tick stands on the axis and how it is written. docs/view.md has the layout. */

/**
 * @typedef {{name: string, values: number, ticks: number, count: number}} SignalLine
 * @typedef {{tick: string, at: number | null, words: string, is_within: boolean}} SignalParted
 * @typedef {{absolute: number, relative: number, ulps: number, cycles: number}} SignalBounds
 * @typedef {{name: string, words: string[] | null, has_steps: boolean, gaps: number, lines: SignalLine[],
 *   parted?: SignalParted, lone?: string, bounds?: SignalBounds, width?: number}} SignalPlotHead
 * @typedef {{format: number, title: string, sides: {form: string, cycles: number, first: string, last: string}[],
 *   axis: {words: string, origin: string, has_stamps: boolean, span: [number, number] | null}, notes: string[], step: number,
 *   holds: boolean, map: {names: [string, string], tracks: [SignalLine, SignalLine][]} | null, plots: SignalPlotHead[],
 *   compared?: {verdict: string, report: string, others: string}}} SignalHead
 * @typedef {{ticks: Float64Array, values: Float64Array, flags: Uint8Array, side: number}} SignalCourse one side's values
 */

/**
 * @param {string} selector
 * @returns {Promise<ArrayBuffer>}
 */
async function unpackBytes(selector) {
  const block = document.querySelector(`script${selector}`);
  if (!block) throw new Error("a part of this page is missing");
  const packed = atob((block.textContent || "").trim());
  const bytes = new Uint8Array(packed.length);
  for (let n = 0; n < packed.length; n += 1) bytes[n] = packed.charCodeAt(n);
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/**
 * The values of each side of a line.
 * @param {SignalLine} line
 * @param {number} sides
 * @returns {Promise<SignalCourse[]>}
 */
async function coursesOf(line, sides) {
  const [ticks, values] = await Promise.all([unpackBytes(`[data-ticks="${line.ticks}"]`), unpackBytes(`[data-values="${line.values}"]`)]);
  const flags = new Uint8Array(values, 8 * sides * line.count, line.count);
  return Array.from({ length: sides }, (_, side) => ({
    ticks: new Float64Array(ticks), values: new Float64Array(values, 8 * side * line.count, line.count), flags, side,
  }));
}

/** A vector of so many bits in hexadecimal, as reports show it. @param {number} value @param {number} width */
function vectorOf(value, width) {
  const digits = `'h${BigInt(value).toString(16).padStart(Math.ceil(width / 4), "0")}`;
  return value > Number.MAX_SAFE_INTEGER ? `about ${digits}` : digits;
}

/** Whether a course has a value at a point. @param {SignalCourse} course @param {number} n */
function hasValue({ flags, side }, n) {
  return (flags[n] & (1 << side)) !== 0;
}

/** The index of the first place that is not before another. @param {ArrayLike<number>} places @param {number} x */
function indexFrom(places, x) {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle] < x) low = middle + 1; else high = middle;
  }
  return low;
}

/** The last value of a course at a place or before it. @param {SignalCourse} course @param {number} x */
function newestAt(course, x) {
  let n = indexFrom(course.ticks, x);
  while (n + 1 < course.ticks.length && course.ticks[n + 1] === x) n += 1;
  if (n === course.ticks.length || course.ticks[n] > x) n -= 1;
  while (n >= 0 && !hasValue(course, n)) n -= 1;
  return n < 0 ? null : n;
}

/** A number in the fewest letters that say which it is. @param {number} value */
function plainNumber(value) {
  const size = Math.abs(value);
  return size === 0 || (size >= 1e-5 && size < 1e16) ? String(value) : value.toExponential().replace("e+", "e");
}

/** How ticks are written. */
class TickScale {
  /** @param {SignalHead["axis"]} axis */
  constructor({ words, origin, has_stamps: hasStamps }) {
    this.words = words;
    this.hasStamps = hasStamps;
    /** The tick at 0, in units of 10 to the power of -18. */
    this.origin = BigInt(origin);
  }

  /** A tick in letters, as the log has it. @param {number} x */
  text(x) {
    if (this.hasStamps) {
      const nanos = this.origin / 1000000000n + BigInt(Math.round(x * 1e9));
      const date = new Date(Number(nanos / 1000000n));
      if (Number.isNaN(date.getTime())) return plainNumber(x);
      const rest = String(((nanos % 1000000000n) + 1000000000n) % 1000000000n).padStart(9, "0").replace(/0+$/, "");
      return `${new Date(Math.floor(Number(nanos / 1000000000n)) * 1000).toISOString().slice(0, 19)}${rest ? `.${rest}` : ""}Z`;
    }
    if (this.origin === 0n) return plainNumber(x);
    const whole = Math.floor(x);
    const part = x - whole;
    return `${this.origin / 1000000000000000000n + BigInt(whole)}${part ? String(part).slice(1) : ""}`;
  }

  /** The place of a tick that somebody wrote; NaN for none. @param {string} typed */
  place(typed) {
    const text = typed.trim();
    if (text === "") return NaN;
    if (this.hasStamps) {
      const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(text) || !text.includes(":") ? text : `${text}Z`;
      const part = Number(`0${(text.match(/\.\d+/) || [""])[0]}`);
      const seconds = Math.floor(Date.parse(zoned.replace(" ", "T")) / 1000);
      return seconds - Number(this.origin / 1000000000000000000n) + part;
    }
    if (this.origin === 0n || !/^-?\d+$/.test(text)) return Number(text);
    return Number(BigInt(text) - this.origin / 1000000000000000000n);
  }

  /** Distances between the marks of an axis; undefined for the usual ones. */
  steps() {
    if (!this.hasStamps) return undefined;
    const parts = Array.from({ length: 27 }, (_, n) => [1, 2, 5][n % 3] * 10 ** (Math.floor(n / 3) - 9));
    const days = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000].map((day) => day * 86400);
    return [...parts, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800, 21600, 43200, ...days];
  }

  /** The marks of an axis in letters. @param {number[]} places @param {number} step */
  marks(places, step) {
    return places.map((x) => {
      const text = this.text(Number(x.toPrecision(15)));
      if (!this.hasStamps) return text.length > 12 ? Number(text).toExponential() : text;
      if (step >= 86400) return text.slice(0, 10);
      if (step >= 60) return x % 86400 === 0 ? text.slice(0, 10) : text.slice(11, 16);
      return step >= 1 ? text.slice(11, 19) : text.slice(11, -1);
    });
  }
}

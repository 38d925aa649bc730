/* What the page holds: blocks of packed JSON, scenes as patches on the scene before them.
   docs/view.md has the layout. Nothing is computed here but what a block leaves out because the
   scene before it says the same. */

/**
 * @typedef {{actor: number, at: number, standing: number}} Piece
 * @typedef {{act: number, actor: number, from: number, to: number}} Arrow
 * @typedef {string | [number, number | string]} Cell
 * @typedef {[number, ...Cell[]]} Row
 * @typedef {{seat: string, lines: number, scene: Scene}} Turn
 * @typedef {{
 *   pieces: Piece[], arrows: Arrow[], changes: Map<number, {kind: number, label: string}>,
 *   heat: [number, number][], rows: Row[], marks: string[], headline: string, steps: number, log: [number, string][],
 *   events: string[], turns: Turn[], words: boolean,
 * }} Scene
 * @typedef {{
 *   p?: number[], P?: [number, number, number?][], a?: [number, number, number, number][],
 *   c?: [number, number, string?][], d?: number[], h?: [number, number][], m?: string[],
 *   r?: any[], R?: Row[], t?: string, n?: number, s?: [number, string][], e?: string[], u?: [string, number, Patch?][],
 * }} Patch
 * @typedef {{name: string, at: [number, number], form: string, kind: number, label: string}} Place
 * @typedef {{ends: [number, number], kind: number, text: string}} Link
 * @typedef {{name: string, side: number, icon: string, paint?: string}} Actor
 * @typedef {{unit: string, count: number, special: number[], meaning: string}} StepTrack
 * @typedef {{
 *   size: [number, number], places: Place[], links: Link[], actors: Actor[],
 *   kinds: {name: string, tone: string, icon: string | null}[],
 *   ways: {name: string, line: string, paint?: string}[], axes: [string[], string[]], heads: string[], track?: StepTrack, rules?: string[], seats?: [string, string][],
 * }} Stage
 * @typedef {{name: string, seat: string, kind: string, first: number, step: number,
 *   low: (number | null)[], high: (number | null)[]}} PlotLine
 * @typedef {{first: number, last: number, chunks: [number, number, boolean][],
 *   marks: [number, string][], plots: PlotLine[], ending: string}} SideHead
 * @typedef {{judgement: string, choice: string, rule: string, why: string}} Verdict
 * @typedef {{cycle: number, seat: string | null, situation: string, facts: string[],
 *   options: {head: string[], choices: {values: string[], ours: boolean, theirs: boolean}[]} | null}} Cause
 * @typedef {{same: boolean, selected: string[], headline: string, setups: string[], notes: string[], cause: Cause | null, verdicts: [string, string][],
 *   unexplained: string | null, later_faults: string[], text: string,
 *   diagnoses: {whose: string, headline: string, details: string[]}[]}} Told
 * @typedef {{name: string, form: string, is_transcript: boolean, untold: number[],
 *   statements: [string, string][]}} PairSide
 * @typedef {{told: Told, differing: [number, number][], overlay: boolean, stage: Stage | null, labels: Labels | null,
 *   sides: [PairSide, PairSide], analyses?: [PageAnalysis, PageAnalysis]}} PairHead
 * @typedef {{seat: string, name: string, side: string, player: string, result: string}} PlayerSummary
 * @typedef {{cycle: number, turn: number | null, mark: string, words: string}} PageMark
 * @typedef {{sides: string[], values: (number | null)[][], luck?: number[], marks: PageMark[]}} PageAnalysis
 * @typedef {{title: string, is_over: boolean, place: number | null, players: PlayerSummary[]}} GameSummary
 * @typedef {{format: number, game: string, unit: string, viewer: string | null, name: string,
 *   title: string, summary?: GameSummary, analysis?: PageAnalysis, statements: [string, string][], stage: Stage, labels: Labels, sides: SideHead[], pair?: PairHead}} Head
 * @typedef {{curves: [number, number][], lengths: [number, number][], names: [number, number][]}} Labels
 */

/**
 * Words in which every seat has its name on the board. A name within a longer word is none.
 * @param {Stage} stage
 * @param {string} words
 */
function namedOnBoard({ seats = [] }, words) {
  if (seats.length === 0) return words;
  const named = new Map(seats);
  const whole = seats.map(([seat]) => `(?<!\\w)${seat.replace(/[^\w]/g, "\\$&")}(?!\\w)`);
  return words.replace(new RegExp(whole.join("|"), "g"), (seat) => named.get(seat) || seat);
}

/** The chunks that are kept unpacked. */
const CHUNKS_MAX = 8;

/**
 * @param {Element | null} block
 * @returns {Promise<string>}
 */
async function unpack(block) {
  if (!block) throw new Error("a part of this page is missing");
  const packed = atob((block.textContent || "").trim());
  const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text();
}

/** @type {Scene} */
const NOTHING = {
  pieces: [], arrows: [], changes: new Map(), heat: [], rows: [], marks: [], headline: "", steps: 0, log: [],
  events: [], turns: [], words: false,
};

/** A cycle that a history does not have. @type {Scene} */
const ABSENT = { ...NOTHING, words: true };

/**
 * @param {Piece[]} was
 * @param {Patch} patch
 * @returns {Piece[]}
 */
function piecesOf(was, patch) {
  if (patch.P) {
    return patch.P.map(([actor, at, standing]) => ({ actor, at, standing: standing || 0 }));
  }
  if (!patch.p) return was;
  const pieces = was.slice();
  for (let n = 0; n < patch.p.length; n += 2) {
    pieces[patch.p[n]] = { ...pieces[patch.p[n]], at: patch.p[n + 1] };
  }
  return pieces;
}

/**
 * The arrows a patch leaves out: of every piece that is in another place.
 * @param {Piece[]} was
 * @param {Piece[]} now
 * @returns {Arrow[]}
 */
function impliedArrows(was, now) {
  if (was === now || was.length !== now.length) return [];
  /** @type {Arrow[]} */
  const arrows = [];
  now.forEach((piece, n) => {
    const from = was[n].at;
    if (from >= 0 && piece.at >= 0 && from !== piece.at) {
      arrows.push({ act: 0, actor: piece.actor, from, to: piece.at });
    }
  });
  return arrows;
}

/**
 * @param {Scene} before
 * @param {Patch} patch
 * @param {boolean} isFirst whether there is no scene before
 * @returns {Scene}
 */
function patched(before, patch, isFirst) {
  const pieces = piecesOf(before.pieces, patch);
  let changes = before.changes;
  if (patch.c || patch.d) {
    changes = new Map(changes);
    for (const [place, kind, label] of patch.c || []) changes.set(place, { kind, label: label || "" });
    for (const place of patch.d || []) changes.delete(place);
  }
  let rows = patch.R || before.rows;
  if (patch.r) {
    rows = rows.slice();
    for (let n = 0; n < patch.r.length; n += 2) rows[patch.r[n]] = patch.r[n + 1];
  }
  const arrows = patch.a
    ? patch.a.map(([act, actor, from, to]) => ({ act, actor, from, to }))
    : isFirst ? [] : impliedArrows(before.pieces, pieces);
  return {
    pieces, arrows, changes, rows,
    heat: patch.h || before.heat,
    marks: patch.m || [],
    headline: patch.t === undefined ? before.headline : patch.t,
    steps: patch.n === undefined ? before.steps : patch.n,
    log: patch.s || [],
    events: patch.e || [],
    turns: [],
    words: false,
  };
}

/**
 * The scenes of consecutive cycles.
 * @param {string} text a line for each, as patches
 * @param {boolean} words whether they have words
 */
function scenesOf(text, words) {
  /** @type {Scene[]} */
  const scenes = [];
  for (const line of text.trimEnd().split("\n")) {
    /** @type {Patch} */
    const patch = JSON.parse(line);
    const first = scenes.length === 0;
    const before = first ? NOTHING : scenes[scenes.length - 1];
    const scene = patched(before, patch, first);
    scene.words = words;
    scene.turns = turnsOf(before, scene, patch, first);
    scenes.push(scene);
  }
  return scenes;
}

/** One history of a page. */
class Side {
  /**
   * @param {SideHead} head
   * @param {number} n
   */
  constructor(head, n) {
    this.head = head;
    this.n = n;
    /** @type {Map<number, Promise<Scene[]>>} */
    this.chunks = new Map();
  }

  /** @param {number} cycle */
  chunkOf(cycle) {
    const chunks = this.head.chunks;
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (chunks[middle][0] <= cycle) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /**
   * @param {number} n
   * @returns {Promise<Scene[]>}
   */
  chunk(n) {
    const there = this.chunks.get(n);
    this.chunks.delete(n);
    const scenes = there || this.unpackChunk(n);
    this.chunks.set(n, scenes);
    for (const oldest of this.chunks.keys()) {
      if (this.chunks.size <= CHUNKS_MAX) break;
      this.chunks.delete(oldest);
    }
    return scenes;
  }

  /**
   * @param {number} n
   * @returns {Promise<Scene[]>}
   */
  async unpackChunk(n) {
    const block = document.querySelector(`[data-side="${this.n}"][data-chunk="${n}"]`);
    return scenesOf(await unpack(block), this.head.chunks[n][2]);
  }

  /** Whether a cycle is there. @param {number} cycle */
  has(cycle) {
    const chunk = this.head.chunks[this.chunkOf(cycle)];
    return chunk !== undefined && cycle >= chunk[0] && cycle < chunk[0] + chunk[1];
  }

  /**
   * The moment after a cycle; nothing happens in a cycle that is not there.
   * @param {number} cycle
   * @returns {Promise<Scene>}
   */
  async at(cycle) {
    if (!this.has(cycle)) return ABSENT;
    const n = this.chunkOf(cycle);
    const scenes = await this.chunk(n);
    return scenes[cycle - this.head.chunks[n][0]];
  }
}

/**
 * @param {Scene} before
 * @param {Scene} after
 * @param {Patch} patch
 * @param {boolean} isFirst
 * @returns {Turn[]}
 */
function turnsOf(before, after, patch, isFirst) {
  let newest = before;
  return (patch.u || []).map(([seat, lines, inner], n) => {
    const scene = inner ? patched(newest, inner, isFirst && n === 0) : after;
    if (inner) {
      scene.events = after.events.slice(0, lines);
      scene.words = true;
    }
    newest = scene;
    return { seat, lines, scene };
  });
}

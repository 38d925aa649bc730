/* The moments of a game that goes on: the newest as it comes, those before it when they are looked at. */

/** Scenes that are kept unpacked. */
const SCENES_MAX = 64;

/** The history of a game that goes on. */
class LiveSide {
  /**
   * @param {SideHead} head
   * @param {(cycle: number) => Promise<[number, Patch][]>} fetchLines
   */
  constructor(head, fetchLines) {
    this.head = head;
    this.fetchLines = fetchLines;
    /** @type {Map<number, Patch>} */
    this.lines = new Map();
    /** @type {Map<number, Scene>} */
    this.scenes = new Map();
  }

  /**
   * @param {number} cycle
   * @param {Patch} line
   */
  put(cycle, line) {
    this.lines.set(cycle, line);
    this.scenes.delete(cycle);
    const { marks } = this.head;
    for (const mark of line.m || []) {
      if (!marks.some(([there, word]) => there === cycle && word === mark)) marks.push([cycle, mark]);
    }
  }

  /** @param {number} cycle */
  has(cycle) {
    return cycle >= span.first && cycle <= span.last;
  }

  /**
   * @param {number} cycle
   * @returns {Promise<Scene>}
   */
  async at(cycle) {
    if (!this.has(cycle)) return ABSENT;
    if (!this.lines.has(cycle)) {
      for (const [there, line] of await this.fetchLines(cycle)) {
        /* The newest comes by itself, as often as it changes. */
        if (there < span.last && !this.lines.has(there)) this.put(there, line);
      }
    }
    const line = this.lines.get(cycle);
    if (!line) return ABSENT;
    const scene = this.scenes.get(cycle) || LiveSide.read(line);
    this.scenes.delete(cycle);
    this.scenes.set(cycle, scene);
    for (const oldest of this.scenes.keys()) {
      if (this.scenes.size <= SCENES_MAX) break;
      this.scenes.delete(oldest);
    }
    return scene;
  }

  /** @param {Patch} line */
  static read(line) {
    const scene = patched(NOTHING, line, true);
    scene.words = true;
    scene.turns = turnsOf(NOTHING, scene, line, true);
    return scene;
  }
}

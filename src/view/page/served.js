/* A replay that a server shows: spans of scenes are asked for when somebody looks at them. */

/**
 * @typedef {{name: string, player: string, goes_on: boolean}} SeatTold
 * @typedef {{name: string, span: number, seats: SeatTold[], players: string[], tries: boolean}} More
 * @typedef {{done: boolean, marks?: [number, string][], plots?: PlotLine[], ending?: string}} Overview
 */

/** How often it is asked whether the whole of a replay is read, in milliseconds. */
const OVERVIEW_EVERY = 500;

/** The connection and the key of this tab. @type {Connection | null} */
let connection = null;

/** @param {string} path */
async function asked(path) {
  if (!connection) throw new Error("open it with the complete address that the program printed");
  return connection.ask(path);
}

/** A history whose scenes are asked for, span by span. */
class ServedSide extends Side {
  /**
   * @param {SideHead} head
   * @param {number} replay
   * @param {number} span the cycles of a span
   */
  constructor(head, replay, span) {
    super({ ...head, chunks: [[head.first, head.last - head.first + 1, true]] }, 0);
    this.replay = replay;
    this.span = span;
  }

  /** @param {number} cycle */
  chunkOf(cycle) {
    return Math.trunc(cycle / this.span);
  }

  /** @param {number} n @returns {Promise<Scene[]>} */
  chunk(n) {
    const scenes = super.chunk(n);
    /* What could not be had is asked for again the next time. */
    scenes.catch(() => this.chunks.delete(n));
    return scenes;
  }

  /** @param {number} n @returns {Promise<Scene[]>} */
  async unpackChunk(n) {
    const answer = await asked(`/span?replay=${this.replay}&span=${n}`);
    return scenesOf(await answer.text(), true);
  }

  /** @param {number} cycle */
  has(cycle) {
    return cycle >= this.head.first && cycle <= this.head.last;
  }

  /** @param {number} cycle @returns {Promise<Scene>} */
  async at(cycle) {
    if (!this.has(cycle)) return ABSENT;
    const n = this.chunkOf(cycle);
    const scenes = await this.chunk(n);
    const within = cycle - n * this.span;
    if (within > this.span * 0.7 && this.has((n + 1) * this.span)) this.chunk(n + 1).catch(() => {});
    return scenes[within] || ABSENT;
  }
}

/** The number that the address gives for a name. @param {string} name */
function numberOf(name) {
  const text = new URLSearchParams(location.search).get(name);
  return text === null || !/^\d+$/.test(text) ? null : Number(text);
}

/**
 * What the page shows: a replay, two of them, or nothing, where the list is shown in their place.
 * @returns {Promise<{head: Head, sides: Side[]} | null>}
 */
async function openServed() {
  const key = keyOfAddress();
  if (!key) throw new Error("open it with the complete address that the program printed");
  connection = new Connection(key);
  const [ours, theirs] = [numberOf("ours"), numberOf("theirs")];
  if (ours !== null && theirs !== null) return openPair(ours, theirs);
  const page = await (await asked("/catalogue")).json();
  const replay = numberOf("replay") ?? (page.library ? null : 0);
  if (replay === null) {
    new Library(page).show();
    return null;
  }
  if (page.library) addLink();
  return openReplay(replay);
}

/** A link to the list. */
function addLink() {
  const link = made("a", "All replays");
  link.setAttribute("href", addressOf(""));
  byId("copy").before(link);
}

/** @param {number} replay */
async function openReplay(replay) {
  /** @type {{head: Head, more: More}} */
  const { head, more } = await (await asked(`/head?replay=${replay}`)).json();
  const side = new ServedSide(head.sides[0], replay, more.span);
  head.sides = [side.head];
  followOverview(head, replay).catch(failed);
  if (more.tries) new Try(replay, more).offer();
  return { head, sides: [side] };
}

/**
 * The page of two replays holds its data in blocks; they are taken into this one.
 * @param {number} ours
 * @param {number} theirs
 */
async function openPair(ours, theirs) {
  byId("headline").textContent = "Two replays are compared\u2026";
  const text = await (await asked(`/pair?ours=${ours}&theirs=${theirs}`)).text();
  for (const [, names, packed] of text.matchAll(/<script type="application\/octet-stream" ([^>]*)>([^<]*)<\/script>/g)) {
    const block = made("script", packed);
    block.setAttribute("type", "application/octet-stream");
    for (const [, name, value] of names.matchAll(/([a-z-]+)="([^"]*)"/g)) block.setAttribute(name, value);
    document.body.append(block);
  }
  /** @type {Head} */
  const head = JSON.parse(await unpack(byId("head")));
  addLink();
  byId("headline").textContent = "";
  return { head, sides: head.sides.map((side, n) => new Side(side, n)) };
}

/**
 * What there is to say of the whole of a long replay comes later than its scenes.
 * @param {Head} head
 * @param {number} replay
 */
async function followOverview(head, replay) {
  /** @type {Overview} */
  let overview = { done: false };
  while (!overview.done) {
    overview = await (await asked(`/overview?replay=${replay}`)).json();
    if (!overview.done) await rest(OVERVIEW_EVERY);
  }
  const [side] = head.sides;
  side.marks = overview.marks || [];
  side.plots = overview.plots || [];
  side.ending = overview.ending || "";
  if (!panels) return;
  drawTicks();
  panels.about();
  panels.choosePlots();
  panels.drawPlot();
  document.body.dataset.overview = "done";
}

/** Plays on from the moment that is shown. */
class Try {
  /** @param {number} replay @param {More} more */
  constructor(replay, more) {
    this.replay = replay;
    this.more = more;
    this.dialog = /** @type {HTMLDialogElement} */ (made("dialog"));
    this.dialog.id = "try";
    this.dialog.setAttribute("aria-labelledby", "try-title");
    /** @type {HTMLSelectElement[]} */
    this.seats = [];
  }

  offer() {
    const button = made("button", "Try it from here");
    button.id = "try-here";
    button.setAttribute("type", "button");
    button.addEventListener("click", () => this.ask());
    byId("copy").before(button);
    document.body.append(this.dialog);
  }

  ask() {
    pause();
    const title = made("h2", `From ${head.unit} ${shown.cycle} on`);
    title.id = "try-title";
    const table = made("table");
    this.seats = this.more.seats.map((seat, n) => {
      const select = /** @type {HTMLSelectElement} */ (made("select"));
      select.id = `try-seat-${n}`;
      const kept = seat.goes_on ? [["", `${seat.player}, as before`]] : [];
      const others = this.more.players.map((name) => [name, name]);
      for (const [value, words] of [...kept, ["human", "a person, here"], ...others]) {
        const option = made("option", words);
        option.setAttribute("value", value);
        select.append(option);
      }
      const row = made("tr");
      const cell = made("td");
      const label = made("label", seat.name);
      label.setAttribute("for", select.id);
      const named = made("th");
      named.append(label);
      cell.append(select);
      row.append(named, cell);
      table.append(row);
      return select;
    });
    const said = made("p");
    said.id = "try-said";
    said.setAttribute("role", "status");
    const play = made("button", "Play");
    play.id = "try-play";
    play.setAttribute("type", "button");
    play.addEventListener("click", () => this.play(said));
    const close = made("button", "Close");
    close.setAttribute("type", "button");
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.replaceChildren(title, table, said, play, close);
    this.dialog.showModal();
  }

  /** @param {HTMLElement} said */
  async play(said) {
    const players = this.seats.flatMap((select, n) =>
      select.value === "" ? [] : [`${this.more.seats[n].name.replaceAll(" ", "-")}=${select.value}`]);
    try {
      if (!connection) return;
      const wish = { replay: this.replay, cycle: shown.cycle, players };
      const { address } = await (await connection.tell("/try", wish)).json();
      location.assign(address);
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  }
}

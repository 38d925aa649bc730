/* A game that is being played: the newest moment as it comes, those before it when they are looked
   at, and what whoever sits here can do. */

/**
 * @typedef {{seat: number, name: string, player: string, person: boolean}} TurnNow
 * @typedef {{scene: number, game: number, epoch: number, first: number, cycle: number | null, line: Patch | null,
 *   turn: TurnNow | null, choices: Choice[], over: boolean, undo: number | null, redo: number | null,
 *   said: string[], played_ms: number | null, statistics?: string, summary?: GameSummary}} Moment
 * @typedef {{lines: string[]}} HintTold
 * @typedef {{mine: {seats: number[], manages: boolean}, game: {head: Head, seats: {name: string, player: string, person: boolean, hints: boolean}[],
 *   eyes: number | null, open: number[][], examples: string[]}}} Opened
 */

const LIVE_KEYS = [
  ["Tab, arrows, Enter, Esc", "choose among places; take a click back"], ["drag", "a piece to where it goes"],
  ["z, x", "undo, redo"], ["w, o", "save, load"], ["a", "play again"], ["i", "a hint, where hints are on"],
  ["Alt+Left, Alt+Right", "look back, on"], ["Alt+End", "back to the game"],
];
const PAD_KEYS = [
  ["arrows, keypad, hjklyubn", "go"], [". 5 Space", "stay"], ["t, Enter", "choose a place far away"],
  ["r", "anywhere"], ["s", "safe mode"],
];

class LiveView {
  /** @param {string} key */
  constructor(key) {
    this.link = new Connection(key);
    /** Whose eyes are asked for; nothing for the only ones, or for what everybody sees. @type {number | null} */
    this.seat = null;
    /** @type {Moment | null} */
    this.now = null;
    this.opened = /** @type {Opened} */ (/** @type {unknown} */ (null));
    /** @type {HotSpots | null} */
    this.hot = null;
    this.isFollowing = true;
    /** What has come and is not taken in yet. @type {Moment | null} */
    this.newest = null;
    this.isTaking = false;
    /** Whether other eyes are being asked for: what those before see is nothing now. */
    this.isSwitching = false;
    /** What was sent last, and from which scene. @type {Promise<void>} */
    this.sent = Promise.resolve();
    this.isSending = false;
    this.sentAt = 0;
    /** Whether the program does not answer: nothing can be done then but look at what was there. */
    this.isAway = false;
    this.cameAt = 0;
    this.clocks = new SeatClocks();
    this.buildBar();
  }

  query() {
    return this.seat === null ? "" : `seat=${this.seat}`;
  }

  /** Asks for what never changes in the game. @returns {Promise<Head>} */
  async open() {
    let answer = await this.link.ask(`/head?${this.query()}`);
    /* The board of a large map takes its time. */
    while (answer.status === 202) {
      await rest(SOON);
      answer = await this.link.ask(`/head?${this.query()}`);
    }
    this.opened = await answer.json();
    const { head, seats } = this.opened.game;
    for (const seat of seats) seat.name = namedOnBoard(head.stage, seat.name);
    this.side = new LiveSide(head.sides[0], (cycle) => this.fetchLines(cycle));
    return head;
  }

  /** Begins to follow the game. */
  follow() {
    this.hot = new HotSpots(theBoard, (meant) => this.act(meant), (why) => this.refuse(why));
    this.wireBar();
    this.link.follow(() => this.query(), (told) => { this.take(told).catch(failed); }, (trouble) => this.tellTrouble(trouble));
    setInterval(() => this.showTime(), 1000);
  }

  /**
   * @param {number} cycle
   * @returns {Promise<[number, Patch][]>}
   */
  async fetchLines(cycle) {
    if (!this.now) return [];
    const { game, epoch } = this.now;
    const from = Math.max(span.first, cycle - 8);
    try {
      const answer = await this.link.ask(`/scenes?game=${game}&epoch=${epoch}&from=${from}&${this.query()}`);
      const told = await answer.json();
      return told.lines.map((/** @type {Patch} */ line, /** @type {number} */ n) => [told.from + n, line]);
    } catch (error) {
      /* The game has changed, and its newest moment is on its way; or nobody answers, which is told. */
      if (error instanceof Refusal && error.status === 409) return [];
      throw error;
    }
  }

  /** Takes in moments one after another; the newest wins. @param {Moment} told */
  async take(told) {
    this.newest = told;
    if (this.isTaking) return;
    this.isTaking = true;
    try {
      while (this.newest) {
        const next = this.newest;
        this.newest = null;
        await this.takeIn(next);
      }
    } finally {
      this.isTaking = false;
    }
  }

  /** @param {Moment} told */
  async takeIn(told) {
    if (this.isSwitching) return;
    this.nameAll(told);
    const before = this.now;
    this.now = told;
    delete document.body.dataset.scene;
    this.cameAt = performance.now();
    /* A game that begins anew has clocks at zero; one that is over keeps them. */
    if (before && before.game !== told.game && !told.over) this.clocks.clear();
    this.clocks.turnTo(told.turn ? told.turn.seat : null, this.cameAt);
    if (before && before.game !== told.game) await this.reopen();
    else if (before && before.epoch !== told.epoch && this.side) {
      this.side.lines.clear();
      this.side.scenes.clear();
      this.side.head.marks = [];
    }
    if (!told.over && head.analysis) {
      delete head.analysis;
      panels.chart.setHead(head);
      panels.showPlayers();
    }
    if (!this.side) return;
    /* The cycle that was the newest has gone on since. */
    if (before && before.cycle !== null && before.cycle !== told.cycle) this.side.lines.delete(before.cycle);
    if (told.cycle !== null && told.line) this.side.put(told.cycle, told.line);
    head.title = told.summary ? told.summary.title : "";
    head.summary = told.summary;
    panels.showPlayers();
    /* Who has asked for an older moment is about to look at that. */
    const isSame = before !== null && before.game === told.game && before.epoch === told.epoch;
    const looksBack = isSame && wanted.cycle < span.last;
    const wasLast = (this.isFollowing && !looksBack) || wanted.cycle > (told.cycle || 0);
    span.first = told.first;
    span.last = told.cycle || 0;
    fitTime();
    if (wasLast) this.goLive();
    else go(wanted.cycle, wanted.turn);
    this.showState(!before || before.scene !== told.scene);
    this.changeEyes();
  }

  /** Calls every seat as the board does. @param {Moment} told */
  nameAll(told) {
    const named = (/** @type {string} */ words) => namedOnBoard(head.stage, words);
    if (told.turn) told.turn.name = named(told.turn.name);
    told.said = told.said.map(named);
    for (const choice of told.choices) choice.words = named(choice.words);
  }

  /** The page of another game, or of other eyes. */
  async reopen() {
    const opened = await this.open();
    head = opened;
    if (this.side) sides = [this.side];
    theBoard.setStage(head.stage, head.labels);
    panels.setHead(head);
    this.isFollowing = true;
    this.setExamples();
  }

  goLive() {
    this.isFollowing = true;
    go(span.last);
  }

  /** What stands in the address: nothing, while the game itself is shown. @param {string} hash */
  address(hash) {
    return shown.cycle === span.last && shown.turn === null ? location.pathname : hash;
  }

  /** A moment is drawn: spots are for the newest alone. */
  painted() {
    if (isDue || !this.now) return;
    this.isFollowing = shown.cycle === span.last && shown.turn === null;
    byId("live-end").hidden = this.isFollowing;
    if (this.hot) this.hot.draw(this.isAsked() && this.isFollowing);
    document.body.dataset.scene = String(this.now.scene);
  }

  /** Whether somebody here is to act. */
  isAsked() {
    const { now } = this;
    return now !== null && !this.isAway && now.turn !== null && now.turn.person && this.opened.mine.seats.includes(now.turn.seat)
      && (this.opened.game.eyes === null ? this.opened.mine.seats.length > 0 && now.choices.length > 0 : this.opened.game.eyes === now.turn.seat);
  }

  /** One screen for several seats: it is handed over where they do not see the same. */
  changeEyes() {
    const { now, opened } = this;
    const { mine, game } = opened;
    if (!now || !now.turn || !now.turn.person || head.viewer === null) return;
    const { seat, name } = now.turn;
    if (mine.seats.length < 2 || !mine.seats.includes(seat) || game.eyes === seat) return;
    const others = game.eyes === null ? mine.seats : [game.eyes];
    if (others.every((other) => game.open[other].includes(seat))) {
      this.lookAs(seat).catch(failed);
      return;
    }
    if (byId("hand-over").open) return;
    byId("hand-over-title").textContent = `Hand over to ${name}`;
    byId("hand-over-to").textContent = `I am ${name}`;
    byId("hand-over").showModal();
  }

  /** @param {number} seat */
  async lookAs(seat) {
    this.isSwitching = true;
    this.seat = seat;
    await this.reopen();
    this.now = null;
    this.newest = null;
    this.isSwitching = false;
    this.link.turn();
  }

  /** @param {boolean} isNew whether it was not shown yet */
  showState(isNew) {
    const { now } = this;
    if (!now) return;
    if (isNew) byId("hint-words").textContent = "";
    if (isNew && this.hot) {
      this.hot.ask(this.isAsked() ? now.choices : [], now.turn ? now.turn.seat : -1);
      this.refuse(now.said.join(" "));
    }
    byId("asked").textContent = this.askedWords(now);
    byId("asked").classList.toggle("mine", this.isAsked());
    byId("asked").classList.toggle("over", now.over);
    const plays = this.opened.mine.seats.length > 0;
    const manages = this.opened.mine.manages;
    byId("undo").disabled = now.undo === null;
    byId("redo").disabled = now.redo === null;
    for (const id of ["undo", "redo"]) byId(id).hidden = !plays;
    byId("hint").hidden = !now.turn || !this.isAsked() || !this.opened.game.seats[now.turn.seat].hints;
    byId("again").hidden = !now.over || !(plays || manages);
    byId("analyse").hidden = !now.over || !(plays || manages) || head.analysis !== undefined;
    byId("loading").hidden = !manages;
    byId("statistics-panel").hidden = now.statistics === undefined;
    this.showTime();
    panels.about();
  }

  /** @param {Moment} now */
  askedWords(now) {
    if (now.over) return `The game is over.${this.resultWords(now)} ${head.title}.`;
    if (!now.turn) return "";
    const { name, player, person } = now.turn;
    if (this.isAsked()) return this.opened.mine.seats.length > 1 || this.opened.game.seats.length > 1 ? `${name}, your turn.` : "Your turn.";
    return person ? `It is ${name}'s turn.` : `${name} (${cut(player, 40)}) is thinking.`;
  }

  /** How it ended for who sits here, where it is one seat or all seats here share the result. @param {Moment} now */
  resultWords({ summary }) {
    const players = summary ? summary.players : [];
    const [result, ...others] = new Set(this.opened.mine.seats.map((seat) => players[seat] && players[seat].result));
    if (!result || others.length > 0) return "";
    return result === "shared the win" ? " You share the win." : ` You ${result}.`;
  }

  /** The time that people played, where the game counts it; else what each seat has used while this page was open. */
  showTime() {
    const { now } = this;
    if (!now) return;
    const played = byId("played");
    if (now.played_ms === null) {
      this.showStatistics("");
      played.textContent = this.clocks.words(this.opened.game.seats.map(({ name }) => name), performance.now());
      played.title = "since this page was opened";
      return;
    }
    const since = now.turn && now.turn.person ? performance.now() - this.cameAt : 0;
    const words = timeWords(now.played_ms + since);
    played.textContent = `time ${words}`;
    this.showStatistics(words);
  }

  /** @param {string} time */
  showStatistics(time) {
    const { now } = this;
    if (!now || now.statistics === undefined) return;
    const lines = panels.named(now.statistics.trimEnd());
    byId("statistics").textContent = time ? `${"time".padEnd(30)} ${time}\n\n${lines}` : lines;
  }

  /** Says why something is not done. @param {string} why */
  refuse(why) {
    byId("refusal").textContent = why;
  }

  /** @param {string} trouble */
  tellTrouble(trouble) {
    byId("trouble").textContent = trouble;
    byId("trouble").hidden = trouble === "";
    if (this.isAway === (trouble !== "")) return;
    this.isAway = trouble !== "";
    document.body.classList.toggle("away", this.isAway);
    (byId("hand-over").open ? byId("hand-over") : byId("bar")).prepend(byId("trouble"));
    byId("hand-over-to").disabled = this.isAway;
    if (this.hot) this.hot.draw(this.isAsked() && this.isFollowing);
    if (!this.isAway) paintMissing();
  }

  /**
   * Has something done; one thing at a time.
   * @param {string} path
   * @param {object} [what]
   */
  async send(path, what = {}) {
    const { now, sent } = this;
    /* The second click of two is not meant. */
    if (!now || (this.isSending && this.sentAt === now.scene)) return;
    this.isSending = true;
    this.sentAt = now.scene;
    this.sent = sent.then(() => this.sendNow(path, { scene: now.scene, ...what }));
    await this.sent;
  }

  /**
   * @param {string} path
   * @param {object} what
   */
  async sendNow(path, what) {
    this.refuse("");
    try {
      await this.link.tell(path, what);
    } catch (error) {
      if (!(error instanceof Refusal)) this.refuse("The program does not answer; nothing was done.");
      else if (error.status === 409) this.refuse("Nothing was done: the game went on in the meantime, as shown now.");
      else this.refuse(`Refused: ${error.message}.`);
    } finally {
      this.isSending = false;
    }
  }

  /** @param {{clicks: number[], button: string}} meant */
  act(meant) {
    this.send("/act", meant);
  }

  /** Asks what the actions are worth; nothing is played. */
  async hint() {
    const { now } = this;
    if (!now || this.isSending) return;
    byId("hint-words").textContent = "The program is working out a hint.";
    let words = "";
    try {
      const answer = await this.link.tell("/hint", { scene: now.scene });
      const told = /** @type {HintTold} */ (await answer.json());
      words = panels.named(told.lines.join("\n"));
    } catch (error) {
      if (!(error instanceof Refusal)) words = "The program does not answer; there is no hint.";
      else if (error.status !== 409) words = `No hint: ${error.message}.`;
    }
    if (this.now && this.now.scene === now.scene) byId("hint-words").textContent = words;
  }

  /** Asks what each side could expect when, and draws it under the board. */
  async analyse() {
    const { now } = this;
    if (!now || this.isSending) return;
    byId("analyse").hidden = true;
    byId("hint-words").textContent = "The program is analysing the game. This can take a minute.";
    let words = "";
    try {
      const answer = await this.link.tell("/analyse", { scene: now.scene });
      const analysis = /** @type {PageAnalysis} */ (await answer.json());
      if (!this.now || this.now.scene !== now.scene) return;
      head.analysis = { ...analysis, values: analysis.values.slice(span.first) };
      panels.chart.setHead(head);
      panels.chart.show(shown.cycle);
      panels.showPlayers();
    } catch (error) {
      words = error instanceof Refusal ? `No analysis: ${error.message}.` : "The program does not answer; there is no analysis.";
    }
    if (this.now && this.now.scene === now.scene) byId("hint-words").textContent = words;
  }

  async save() {
    this.refuse("");
    try {
      const answer = await this.link.ask("/save");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await answer.blob());
      link.download = `${head.game}.json`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      this.refuse(`Saved as ${link.download} in the download folder of your browser.`);
    } catch (error) {
      this.refuse(error instanceof Refusal ? `Not saved: ${error.message}.` : "The program does not answer; nothing was saved.");
    }
  }

  /** @param {File | undefined} file */
  async load(file) {
    if (!file) return;
    if (file.size > 1000000) {
      this.refuse("Not loaded: the file is larger than 1,000,000 bytes.");
      return;
    }
    await this.send("/load", { name: file.name, text: await file.text() });
    byId("file").value = "";
  }

  /** What a key does in play. @param {KeyboardEvent} event */
  byKey(event) {
    if (byId("hand-over").open) return null;
    const spot = this.hot && this.hot.byKey(event);
    if (spot) return spot;
    if (event.altKey && !event.ctrlKey && !event.metaKey) {
      const { cycle } = shown;
      switch (event.key) {
        case "ArrowLeft": return () => go(Math.max(span.first, cycle - 1));
        case "ArrowRight": return () => go(Math.min(span.last, cycle + 1));
        case "End": return () => this.goLive();
        default: return null;
      }
    }
    if (this.isAway || event.ctrlKey || event.metaKey || event.altKey) return null;
    /** @type {Record<string, string>} */
    const buttons = { z: "undo", "<": "undo", x: "redo", ">": "redo", w: "save", o: "load", a: "again", i: "hint" };
    const button = buttons[event.key] && byId(buttons[event.key]);
    if (button && !button.hidden) return () => { if (!button.disabled) button.click(); };
    if (event.key === "s" && !byId("safe-choice").hidden) return () => { if (this.hot) this.hot.switchSafe(); };
    return null;
  }

  /** What stands between the board and the line of time. */
  buildBar() {
    byId("bar").hidden = false;
    /* What holds buttons is no picture. */
    board.setAttribute("role", "group");
    const button = (/** @type {string} */ id, /** @type {string} */ words, /** @type {string} */ key) => {
      const button = made("button", words);
      button.id = id;
      button.title = key;
      button.setAttribute("type", "button");
      return button;
    };
    const words = made("p");
    words.id = "hint-words";
    words.setAttribute("role", "status");
    byId("refusal").after(words);
    byId("tools-of-play").append(button("hint", "Hint", "i"), button("analyse", "Analyse", "what each side could expect, and the choices that lost"), button("undo", "Undo", "z"), button("redo", "Redo", "x"), button("again", "Play again", "a"),
      button("save", "Save", "w"), byId("loading"), button("live-end", "Live", "Alt+End"));
    byId("loading").prepend(button("load", "Load game\u2026", "o"));
    byId("live-end").hidden = true;
  }

  /** Beside a wide board, below a narrow one. */
  placeBar() {
    const isNarrow = matchMedia("(max-width: 800px)");
    const place = () => (isNarrow.matches ? byId("time").before(byId("bar")) : byId("statistics-panel").before(byId("bar")));
    isNarrow.addEventListener("change", place);
    place();
  }

  wireBar() {
    this.placeBar();
    const on = (/** @type {string} */ id, /** @type {() => void} */ does) => byId(id).addEventListener("click", does);
    on("hint", () => { this.hint(); });
    on("analyse", () => { this.analyse().catch(failed); });
    on("undo", () => { this.send("/undo"); });
    on("redo", () => { this.send("/redo"); });
    on("again", () => { this.send("/again"); });
    on("save", () => { this.save(); });
    on("load", () => byId("file").click());
    on("live-end", () => this.goLive());
    on("back-click", () => { if (this.hot) this.hot.back(); });
    byId("file").addEventListener("change", () => this.load(byId("file").files[0]));
    byId("example").addEventListener("change", () => {
      const name = byId("example").value;
      if (name) this.send("/load", { name, text: "" });
      byId("example").value = "";
    });
    byId("hand-over").addEventListener("cancel", (/** @type {Event} */ event) => event.preventDefault());
    on("hand-over-to", () => {
      byId("hand-over").close();
      if (this.now && this.now.turn) this.lookAs(this.now.turn.seat).catch(failed);
    });
    byId("grid").addEventListener("change", () => theBoard.svg.classList.toggle("lined", byId("grid").checked));
    byId("grid-choice").hidden = !theBoard.grid;
    window.addEventListener("hashchange", () => { if (location.hash.includes("key=")) location.reload(); });
    this.setExamples();
  }

  setExamples() {
    const { examples } = this.opened.game;
    byId("example-choice").hidden = examples.length === 0;
    const none = made("option", "an example\u2026");
    none.setAttribute("value", "");
    byId("example").replaceChildren(none, ...examples.map((name) => made("option", name)));
  }

  /** Whether somebody plays who has this address. */
  plays() {
    return this.opened.mine.seats.length > 0;
  }

  /** The keys of play. */
  keys() {
    return this.hot && this.hot.hasPad ? [...PAD_KEYS, ...LIVE_KEYS] : LIVE_KEYS;
  }
}

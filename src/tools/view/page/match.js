/* A match while it is played: its newest game on the board, the others as a list, how it stands, and
   the games that are over. */

/**
 * @typedef {{player: string, games: number, wins: number, draws: number, losses: number, points: number,
 *   score: number, forfeits: string}} StandingRow
 * @typedef {{game: number, players: string[], cycles: number, cut: boolean}} RunningGame
 * @typedef {{game: number, replay: number | null, players: string[], result: string}} EndedGame
 * @typedef {{game: string, unit: string, counted: number, planned: number, over: boolean, hides: boolean,
 *   standings: StandingRow[], running: RunningGame[], more_running: number, ended: EndedGame[]}} MatchTold
 * @typedef {{scene: number, game: number, first: number, cycle: number, line: Patch, over: boolean}} GameMoment
 */

/** How long the end of a game is shown before the next one is, in milliseconds. */
const END_SHOWN = 2000;

class MatchView {
  /** @param {string} key */
  constructor(key) {
    this.link = new Connection(key, "/match");
    /** How the match stands. @type {MatchTold | null} */
    this.told = null;
    /** The game on the board. @type {number | null} */
    this.game = null;
    /** @type {LiveSide | null} */
    this.side = null;
    this.players = "";
    /** Since when it is over, by the clock of the page. @type {number | null} */
    this.overSince = null;
    this.isFollowing = true;
    this.isSwitching = false;
    /** Lines of the lists, by their games: one that has the focus keeps it. @type {Map<string, HTMLElement>} */
    this.items = new Map();
  }

  /**
   * The first game to be shown: the newest that is played; the last one, when the match is over.
   * @returns {Promise<{head: Head, sides: (Side | LiveSide)[]}>}
   */
  async open() {
    this.build();
    for (;;) {
      const answer = await this.link.ask("/match/now?");
      if (answer.status !== 204) this.takeMatch((await answer.json()).match);
      const opened = this.told && await this.openAny(this.told);
      if (opened) return opened;
      byId("headline").textContent = this.told && this.told.over ? "The match is over." : "The match begins\u2026";
      await rest(ASK_EVERY);
    }
  }

  /** @param {MatchTold} told */
  async openAny(told) {
    if (told.running.length > 0) {
      const opened = await this.openGame(told.running[0].game);
      return opened && this.side && { head: opened, sides: [this.side] };
    }
    const last = told.ended.find((game) => game.replay !== null);
    if (!told.over || !last || last.replay === null) return null;
    this.nameGame(last.game, last.players);
    return openReplay(last.replay);
  }

  /**
   * Asks for what never changes in a game; nothing where it is played no more.
   * @param {number} game
   * @returns {Promise<Head | null>}
   */
  async openGame(game) {
    try {
      let answer = await this.link.ask(`/match/head?game=${game}`);
      while (answer.status === 202) {
        await rest(SOON);
        answer = await this.link.ask(`/match/head?game=${game}`);
      }
      /** @type {Head} */
      const head = await answer.json();
      this.game = game;
      this.overSince = null;
      this.isFollowing = true;
      this.side = new LiveSide(head.sides[0], (cycle) => this.fetchLines(game, cycle));
      const running = this.told && this.told.running.find((one) => one.game === game);
      this.nameGame(game, running ? running.players : []);
      return head;
    } catch (error) {
      if (error instanceof Refusal && error.status === 410) return null;
      throw error;
    }
  }

  /**
   * @param {number} game
   * @param {string[]} players
   */
  nameGame(game, players) {
    byId("match-game").textContent = `Game ${game + 1}${players.length > 0 ? `: ${players.map((name) => cut(name, 50)).join(" \u2013 ")}` : ""}`;
    document.body.dataset.game = String(game + 1);
  }

  /** Begins to follow the match. */
  follow() {
    const query = () => (this.game === null ? "" : `game=${this.game}`);
    this.link.follow(query, (told, kind) => this.take(told, kind), (trouble) => {
      byId("match-trouble").textContent = trouble;
      byId("match-trouble").hidden = trouble === "";
      if (trouble === "") paintMissing();
    });
    setInterval(() => this.goOn(), 500);
    if (this.game === null) goByAddress();
  }

  /**
   * @param {any} told
   * @param {string} kind
   */
  take(told, kind) {
    if (kind === "match") this.takeMatch(told);
    else if (kind === "game") this.takeMoment(told);
    else {
      this.takeMatch(told.match);
      if (told.game) this.takeMoment(told.game);
    }
  }

  /** @param {GameMoment} told */
  takeMoment(told) {
    const { side } = this;
    if (!side || this.isSwitching || told.game !== this.game) return;
    side.put(told.cycle, told.line);
    /* Who has asked for an older moment is about to look at that. */
    const wasLive = this.isFollowing && wanted.cycle === span.last;
    [span.first, span.last] = [told.first, told.cycle];
    fitTime();
    panels.about();
    if (told.over && this.overSince === null) this.overSince = performance.now();
    if (wasLive) this.goLive();
    else go(wanted.cycle, wanted.turn);
  }

  /** To the next game, some time after this one is over, unless somebody looks back in it. */
  goOn() {
    /* Its end may have passed this tab by. */
    if (this.overSince === null && this.game !== null && !this.isRunning(this.game)) this.overSince = performance.now();
    const newest = this.newest();
    const isOver = this.overSince !== null && performance.now() - this.overSince >= END_SHOWN;
    if (isOver && newest !== null && newest !== this.game && this.isFollowing) this.show(newest).catch(failed);
  }

  /** @param {number} game */
  isRunning(game) {
    return this.told !== null && this.told.running.some((one) => one.game === game);
  }

  /** The game that began last. @returns {number | null} */
  newest() {
    return this.told && this.told.running.length > 0 ? this.told.running[0].game : null;
  }

  /** Shows another game. @param {number} game */
  async show(game) {
    if (this.isSwitching) return;
    this.isSwitching = true;
    try {
      const opened = await this.openGame(game);
      if (!opened || !this.side) return;
      head = opened;
      sides = [this.side];
      [span.first, span.last] = [0, 0];
      wanted = { cycle: 0, turn: null, note: "", isStill: true };
      theBoard.setStage(head.stage, head.labels);
      panels.setHead(head);
      this.link.turn();
      this.drawRunning();
    } finally {
      this.isSwitching = false;
    }
  }

  /**
   * @param {number} game
   * @param {number} cycle
   * @returns {Promise<[number, Patch][]>}
   */
  async fetchLines(game, cycle) {
    const from = Math.max(span.first, cycle - 8);
    try {
      const told = await (await this.link.ask(`/match/scenes?game=${game}&from=${from}`)).json();
      return told.lines.map((/** @type {Patch} */ line, /** @type {number} */ n) => [told.from + n, line]);
    } catch (error) {
      if (error instanceof Refusal && error.status === 410) return [];
      throw error;
    }
  }

  goLive() {
    this.isFollowing = true;
    go(span.last);
  }

  /** What stands in the address: nothing, while the game itself is shown. @param {string} hash */
  address(hash) {
    return shown.cycle === span.last && shown.turn === null ? location.pathname : hash;
  }

  painted() {
    if (isDue) return;
    this.isFollowing = shown.cycle === span.last && shown.turn === null;
    this.drawNewest();
  }

  /** Nobody plays who has this address. */
  plays() {
    return false;
  }

  /** @param {KeyboardEvent} event */
  byKey(event) {
    if (event.key !== "n" || event.ctrlKey || event.metaKey || event.altKey) return null;
    return () => this.toNewest();
  }

  keys() {
    return [["n", "the newest game, as it is played"]];
  }

  /** The newest game, at its newest moment. */
  toNewest() {
    const newest = this.newest();
    if (newest === null || newest === this.game) this.goLive();
    else return this.show(newest);
  }

  /** @param {MatchTold} told */
  takeMatch(told) {
    this.told = told;
    const { counted, planned, running, more_running: more, over } = told;
    const played = running.length + more;
    byId("match-progress").textContent = over
      ? `The match is over: ${counted} of ${planned} games count.`
      : `${counted} of ${planned} games are over${played > 0 ? `, ${played} ${played === 1 ? "is" : "are"} being played` : ""}.`;
    document.body.dataset.counted = String(counted);
    document.body.dataset.match = over ? "over" : "on";
    this.drawStandings();
    this.drawRunning();
    this.drawEnded();
    this.drawNewest();
  }

  /** Offers the newest game where another moment is shown. */
  drawNewest() {
    const newest = this.newest();
    byId("newest-game").hidden = newest === null ? this.isFollowing : newest === this.game && this.isFollowing;
    byId("newest-game").textContent = newest === null || newest === this.game ? "Live" : "Newest game";
  }

  drawStandings() {
    if (!this.told) return;
    const rows = [...this.told.standings].sort((one, other) => other.points - one.points);
    const heads = made("tr");
    for (const word of ["player", "games", "won", "shared", "lost", "points", "score"]) {
      const cell = made("th", word);
      cell.setAttribute("scope", "col");
      heads.append(cell);
    }
    const head = made("thead");
    head.append(heads);
    const body = made("tbody");
    body.append(...rows.map((row) => {
      const line = made("tr");
      const name = made("th", cut(row.player, 40));
      name.setAttribute("scope", "row");
      name.title = row.player;
      if (row.forfeits !== "-") name.append(made("small", ` failed: ${row.forfeits}`));
      const score = row.games === 0 ? "-" : `${(100 * row.score).toFixed(1)}\u00a0%`;
      const cells = [row.games, row.wins, row.draws, row.losses, Math.round(100 * row.points) / 100, score];
      line.append(name, ...cells.map((cell) => made("td", String(cell))));
      return line;
    }));
    byId("standings").replaceChildren(head, body);
  }

  /**
   * A line of a list; the one that is there already, where it is.
   * @param {string} name
   * @param {() => HTMLElement} make what can be clicked in it
   */
  item(name, make) {
    const there = this.items.get(name);
    if (there) return there;
    const item = made("li");
    item.append(make(), made("span"));
    this.items.set(name, item);
    return item;
  }

  drawRunning() {
    if (!this.told) return;
    const { running, more_running: more, unit } = this.told;
    const items = running.map(({ game, players, cycles, cut: isCut }) => {
      const item = this.item(`running ${game}`, () => button(`show-${game}`, `Game ${game + 1}`, () => this.show(game).catch(failed)));
      const at = cycles === 0 ? "begins" : `${unit} ${cycles - 1}${isCut ? "; what comes later is too long for this page" : ""}`;
      const [does, words] = item.children;
      words.textContent = ` ${players.map((name) => cut(name, 40)).join(" \u2013 ")}, ${at}`;
      does.setAttribute("aria-current", String(game === this.game));
      return item;
    });
    put("running", items, more > 0 ? `and ${more} more` : running.length === 0 ? "none" : "");
    this.drop("running", new Set(running.map(({ game }) => `running ${game}`)));
  }

  drawEnded() {
    if (!this.told) return;
    const { ended, hides, over } = this.told;
    const items = ended.map(({ game, replay, players, result }) => {
      const item = this.item(`ended ${game}`, () => {
        const link = made(replay === null ? "span" : "a", `Game ${game + 1}`);
        if (replay !== null) link.setAttribute("href", addressOf(`replay=${replay}`));
        return link;
      });
      item.children[1].textContent = ` ${players.map((name) => cut(name, 40)).join(" \u2013 ")}: ${result}`;
      return item;
    });
    put("ended", items, ended.length === 0 ? "none yet" : "");
    byId("all-ended").hidden = ended.length === 0;
    byId("ended-note").textContent = hides && !over ? "Hidden information is shown when the match is over." : "";
    this.drop("ended", new Set(ended.map(({ game }) => `ended ${game}`)));
  }

  /**
   * Forgets the lines that are in a list no more.
   * @param {string} list
   * @param {Set<string>} kept
   */
  drop(list, kept) {
    for (const name of this.items.keys()) {
      if (name.startsWith(`${list} `) && !kept.has(name)) this.items.delete(name);
    }
  }

  /** What a page of a match has besides a game. */
  build() {
    const bar = made("div");
    bar.id = "match-bar";
    const progress = made("p");
    progress.id = "match-progress";
    const trouble = made("p");
    trouble.id = "match-trouble";
    trouble.setAttribute("role", "alert");
    trouble.hidden = true;
    const game = made("h2");
    game.id = "match-game";
    const newest = button("newest-game", "Newest game", () => { Promise.resolve(this.toNewest()).catch(failed); });
    newest.title = "n";
    newest.hidden = true;
    bar.append(trouble, game, newest, progress);
    byId("boards").before(bar);
    const aside = byId("why-panel").parentElement;
    const standings = panelOf("standings-panel", "Standings");
    const table = made("table");
    table.id = "standings";
    standings.append(scrolled(table, "Standings"));
    const games = panelOf("games-panel", "Games");
    const all = made("a", "All finished games");
    all.id = "all-ended";
    all.setAttribute("href", addressOf("list"));
    const note = made("p");
    note.id = "ended-note";
    games.append(made("h3", "Being played"), listOf("running"), made("h3", "Over, the newest first"), note, listOf("ended"), all);
    aside.prepend(standings, games);
  }
}

/**
 * Puts lines into a list where they are not there already, in this order, and a word below them.
 * @param {string} id
 * @param {HTMLElement[]} items
 * @param {string} more
 */
function put(id, items, more) {
  const list = byId(id);
  items.forEach((item, n) => {
    if (list.children[n] !== item) list.insertBefore(item, list.children[n] || null);
  });
  while (list.children.length > items.length) list.lastElementChild.remove();
  byId(`${id}-more`).textContent = more;
}

/** @param {string} id */
function listOf(id) {
  const box = made("div");
  const list = made("ul");
  list.id = id;
  const more = made("p");
  more.id = `${id}-more`;
  box.append(list, more);
  return box;
}

/** @param {string} id @param {string} words */
function panelOf(id, words) {
  const panel = made("details");
  panel.id = id;
  panel.setAttribute("open", "");
  panel.append(made("summary", words));
  return panel;
}

/** @param {HTMLElement} content @param {string} name */
function scrolled(content, name) {
  const box = made("div");
  box.className = "scroll";
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", name);
  box.append(content);
  return box;
}

/** The page of the match itself. */
async function openMatch() {
  const key = keyOfAddress();
  if (!key) throw new Error("open it with the complete address that the program printed");
  connection = new Connection(key);
  const view = new MatchView(key);
  const opened = await view.open();
  live = view;
  return opened;
}

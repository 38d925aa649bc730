/* Two histories: ours filled, theirs dashed, what is the same once. What differs was found when the
   page was written; here it is only drawn and laid out. */

const WHOSE = ["ours", "theirs"];
const MODES = ["ours", "theirs", "both", "split"];

/**
 * What two lists have in common, and what each has alone.
 * @template T
 * @param {T[]} ours
 * @param {T[]} theirs
 * @param {(item: T) => string} key
 */
function apart(ours, theirs, key) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const item of theirs) counts.set(key(item), (counts.get(key(item)) || 0) + 1);
  const take = (/** @type {T} */ item) => {
    const count = counts.get(key(item)) || 0;
    counts.set(key(item), count - 1);
    return count > 0;
  };
  /** @type {{both: T[], ours: T[], theirs: T[]}} */
  const parts = { both: [], ours: [], theirs: [] };
  for (const item of ours) (take(item) ? parts.both : parts.ours).push(item);
  counts.clear();
  for (const item of parts.both) counts.set(key(item), (counts.get(key(item)) || 0) + 1);
  parts.theirs = theirs.filter((item) => !take(item));
  return parts;
}

/** @param {Piece} piece */
const pieceKey = (piece) => `${piece.actor} ${piece.at} ${piece.standing}`;
/** @param {Arrow} arrow */
const arrowKey = (arrow) => `${arrow.act} ${arrow.actor} ${arrow.from} ${arrow.to}`;
/** @param {Piece} piece */
const isUntold = (piece) => STANDINGS[piece.standing] === "untold";
/** @param {Piece} piece */
const isLastSeen = (piece) => STANDINGS[piece.standing] === "last_seen";

/**
 * Lines of both sides: what both say once, what one says with its name.
 * @param {string[]} ours
 * @param {string[]} theirs
 */
function besides(ours, theirs) {
  const parts = apart(ours, theirs, (line) => line);
  return [...parts.both, ...parts.ours.map((line) => `ours: ${line}`), ...parts.theirs.map((line) => `theirs: ${line}`)];
}

class PairView {
  /**
   * @param {Head} head
   * @param {PairHead} pair
   */
  constructor(head, pair) {
    this.head = head;
    this.pair = pair;
    this.stages = [head.stage, pair.stage || head.stage];
    this.hasTranscript = pair.sides.some((side) => side.is_transcript);
    this.hasBoard = head.stage.places.length > 0 || this.stages[1].places.length > 0;
    /** Whether each side has the moment that is shown. */
    this.there = [true, true];
    this.first = pair.overlay ? "both" : "split";
    this.mode = this.first;
    this.second = new Board(this.stages[1], pair.labels || head.labels, /** @type {any} */ (byId("board-2")), byId("tray-2"));
    this.places = drawn("g", { "pointer-events": "none" });
    this.ties = drawn("g", { "pointer-events": "none" });
    board.insertBefore(this.places, theBoard.layers.texts);
    board.insertBefore(this.ties, theBoard.layers.pieces);
    byId("pair").hidden = false;
    byId("why-panel").hidden = false;
    byId("modes").hidden = !this.hasBoard;
    this.showSides();
    this.showWhy();
  }

  /** Which side is which, and how it is drawn. */
  showSides() {
    const lines = this.pair.sides.map((side, n) => {
      const line = made("p");
      const image = drawn("svg", { viewBox: "0 0 40 24", "aria-hidden": "true", class: n === 0 ? "mark" : "mark theirs" });
      image.append(drawn("circle", { class: "body side-7", cx: 20, cy: 12, r: 9 }));
      const what = side.is_transcript ? `${side.form}: pieces from its rows, no bars and no events` : side.form;
      line.append(image, `${WHOSE[n]} (${n === 0 ? "filled" : "dashed"}): ${cut(side.name, 300)}, ${what}`);
      return line;
    });
    if (!this.hasBoard) lines.push(made("p", "There is no board, because neither side contains the scenario. Give it with --scenario."));
    else if (!this.pair.overlay) lines.push(made("p", "The two boards are not the same, so they stand side by side."));
    byId("whose").replaceChildren(...lines);
    byId("whose").hidden = false;
  }

  /** Why the two part, in the words and numbers of the report. */
  showWhy() {
    const { told } = this.pair;
    const why = [made("p", told.headline)];
    why[0].className = "brief";
    if (told.setups.length > 0) {
      const list = made("ul");
      list.append(...told.setups.map((line) => made("li", line)));
      why.push(made("p", "The two sides were set up differently:"), list);
    }
    why.push(...told.notes.map((line) => made("p", line)));
    if (told.cause) {
      why.push(made("h2", `why: ${told.cause.situation}`));
      if (told.cause.options) why.push(this.choices(told.cause.options));
      for (const [whose, line] of told.verdicts) {
        const judged = made("p");
        judged.className = `verdict ${whose}`;
        judged.append(made("strong", whose), ` ${line}`);
        why.push(judged);
      }
      why.push(...told.cause.facts.map((fact) => made("p", fact)));
    } else if (told.unexplained) {
      why.push(made("p", `why: ${told.unexplained}`));
    }
    why.push(...told.later_faults.map((line) => made("p", line)));
    let last = "";
    for (const { whose, headline, details } of told.diagnoses) {
      if (whose !== last) why.push(made("h2", `why ${whose} goes wrong, from its whole trace:`));
      last = whose;
      const list = made("ul");
      list.append(...details.map((line) => made("li", line)));
      why.push(made("p", headline), list);
    }
    byId("why").replaceChildren(...why);
    byId("report").textContent = told.text;
  }

  /** @param {NonNullable<Cause["options"]>} options */
  choices(options) {
    const table = made("table");
    const heads = made("tr");
    heads.append(...[...options.head, "chosen by"].map((text) => {
      const cell = made("th", text);
      cell.setAttribute("scope", "col");
      return cell;
    }));
    const thead = made("thead");
    thead.append(heads);
    const tbody = made("tbody");
    for (const { values, ours, theirs } of options.choices) {
      const row = made("tr");
      const chosen = [ours ? "ours" : "", theirs ? "theirs" : ""].filter(Boolean);
      row.className = chosen.length > 0 ? "chosen" : "";
      row.append(...[...values, chosen.join(", ")].map((value) => made("td", value)));
      tbody.append(row);
    }
    table.append(thead, tbody);
    return table;
  }

  /** The cycle of the next difference, or of the one before; nothing where there is none.
   * @param {number} cycle
   * @param {boolean} back
   */
  differenceFrom(cycle, back) {
    const runs = this.pair.differing;
    const run = back ? runs.findLast(([first]) => first < cycle) : runs.find(([, last]) => last > cycle);
    if (!run) return null;
    return back ? Math.min(run[1], cycle - 1) : Math.max(run[0], cycle + 1);
  }

  /** @param {number} cycle */
  differs(cycle) {
    return this.pair.differing.some(([first, last]) => first <= cycle && cycle <= last);
  }

  /** What was compared, where that is not everything. */
  selected() {
    const { selected } = this.pair.told;
    return selected.length > 0 ? ` in ${selected.join(", ")}` : "";
  }

  /** What is to be said of a moment.
   * @param {number} cycle
   * @param {number | null} turn
   */
  words(cycle, turn) {
    const moment = `${this.head.unit} ${cycle}`;
    const has = sides.map((side) => side.has(cycle));
    if (!has[0] && !has[1]) return `${moment} is in neither.`;
    if (!has[0] || !has[1]) return `${moment} is only in ${WHOSE[Number(has[1])]}.`;
    if (turn !== null) {
      const alone = this.alone();
      return alone < 0 ? "" : `Only ${WHOSE[alone]} is shown: the other side has no such turns.`;
    }
    return this.differs(cycle) ? `${moment} differs${this.selected()}.` : `${moment} is the same on both sides${this.selected()}.`;
  }

  /** What to say where there is no further difference, within what the page has.
   * @param {boolean} back
   */
  noDifference(back) {
    const { unit } = this.head;
    const where = this.selected();
    if (this.pair.differing.length === 0) return `There is no difference${where} from ${unit} ${span.first} to ${unit} ${span.last}.`;
    return `There is no difference${where} ${back ? "before" : "after"} this ${unit} on this page.`;
  }

  /**
   * Whether each side has a moment: the cycle, and inside it the turns. Turns are held against each
   * other only where both sides have the same ones.
   * @param {Scene[]} afters both sides after the cycle
   * @param {number | null} turn
   */
  thereOf(afters, turn) {
    const there = afters.map((after) => after !== ABSENT);
    if (turn === null) return there;
    const seats = afters.map((after) => after.turns.map((turn) => turn.seat).join("\n"));
    const isLonger = afters.map((after) => after === longest(afters));
    return seats[0] === seats[1] && afters[0].turns.length === afters[1].turns.length ? there : isLonger;
  }

  /** The only side that has the moment that is shown; -1 where both have it, or none. */
  alone() {
    return this.there[0] === this.there[1] ? -1 : Number(this.there[1]);
  }

  /** Whether the actors of both sides are the same, so that a line can be of both. */
  isOneTable() {
    return this.pair.overlay || !this.pair.stage;
  }

  /** A tick for each differing cycle, as far as a line can show them.
   * @param {(cycle: number) => string} tick
   */
  ticks(tick) {
    /** @type {Set<string>} */
    const all = new Set();
    for (const [first, last] of this.pair.differing) {
      const step = Math.max(1, Math.floor((last - first) / 2000));
      for (let cycle = first; cycle <= last; cycle += step) all.add(tick(cycle));
      all.add(tick(last));
    }
    return [...all].join("");
  }

  /** @param {string} mode */
  choose(mode) {
    if (!this.hasBoard || (mode === "both" && !this.pair.overlay)) return false;
    this.mode = mode;
    return true;
  }

  /**
   * @param {[Scene, Scene]} scenes
   * @param {boolean[]} there whether each side has this moment
   * @param {Motion} motion how it is got to
   */
  show([ours, theirs], there, motion) {
    this.there = there;
    const isSplit = this.mode === "split";
    byId("boards").className = isSplit ? "split" : "";
    byId("half").hidden = this.mode === "theirs";
    byId("half-2").hidden = this.mode === "ours" || this.mode === "both";
    for (const button of byId("modes").children) {
      const mode = button.dataset.mode;
      button.setAttribute("aria-pressed", String(mode === this.mode));
      button.disabled = mode === "both" && !this.pair.overlay;
    }
    const pieces = this.piecesApart(ours, theirs);
    this.second.showsHeat = theBoard.showsHeat;
    this.places.replaceChildren();
    this.ties.replaceChildren();
    const isWhole = there[0] && there[1];
    this.hide(theBoard, this.mode === "both" ? !there[0] && !there[1] : !there[0]);
    this.hide(this.second, !there[1]);
    if (this.mode === "both" && isWhole) this.overlay(ours, theirs, pieces, motion);
    else if (this.mode === "both") theBoard.show(there[0] ? ours : theirs, motion);
    else {
      theBoard.show(there[0] ? ours : ABSENT, motion);
      this.second.show(there[1] ? theirs : ABSENT, motion);
      if (isSplit && isWhole && this.pair.overlay) {
        this.ring(theBoard, ours.pieces, pieces.ours);
        this.ring(this.second, theirs.pieces, pieces.theirs);
      }
    }
    this.showWho(ours, theirs);
    this.showLists(ours, theirs);
  }

  /**
   * Hides a board that has no such moment; the line above the boards says so.
   * @param {Board} on
   * @param {boolean} isHidden
   */
  hide(on, isHidden) {
    on.svg.style.visibility = isHidden ? "hidden" : "";
  }

  /**
   * The pieces that are the same, and those that one side has alone. Where a side does not tell, it is
   * no other than what the other side has.
   * @param {Scene} ours
   * @param {Scene} theirs
   */
  piecesApart(ours, theirs) {
    const parts = apart(ours.pieces, theirs.pieces, pieceKey);
    /* Where somebody was last seen is told beside where it is, and a replay tells only one of them. */
    const isHeldAgainst = (/** @type {Scene} */ other) => (/** @type {Piece} */ piece) => {
      const has = (/** @type {(piece: Piece) => boolean} */ is) => other.pieces.some((its) => its.actor === piece.actor && is(its));
      if (isUntold(piece)) return false;
      return isLastSeen(piece) ? has(isLastSeen) || !this.hasTranscript : !has(isUntold);
    };
    const isOurs = isHeldAgainst(theirs);
    const isTheirs = isHeldAgainst(ours);
    const same = [...parts.ours.filter((piece) => !isOurs(piece)), ...parts.theirs.filter((piece) => !isTheirs(piece))];
    return {
      both: [...parts.both, ...same].filter((piece) => !isUntold(piece)),
      ours: parts.ours.filter(isOurs),
      theirs: parts.theirs.filter(isTheirs),
    };
  }

  /**
   * Both on one board.
   * @param {Scene} ours
   * @param {Scene} theirs
   * @param {{both: Piece[], ours: Piece[], theirs: Piece[]}} pieces
   * @param {Motion} motion
   */
  overlay(ours, theirs, pieces, motion) {
    const all = [...pieces.both, ...pieces.ours, ...pieces.theirs];
    const parts = apart(ours.arrows, theirs.arrows, arrowKey);
    theBoard.show({ ...ours, pieces: all, arrows: [...ours.arrows, ...parts.theirs] }, motion);
    const figures = this.figures(theBoard, all);
    pieces.ours.forEach((piece) => this.mark(figures.get(piece), "ours", ", ours"));
    pieces.theirs.forEach((piece) => this.mark(figures.get(piece), "theirs", ", theirs"));
    const { sides } = this.pair;
    parts.theirs.forEach((arrow, n) => {
      /* A transcript has arrows of some pieces only, and no plans. */
      const isOther = !sides[0].is_transcript || pieces.theirs.some((piece) => piece.actor === arrow.actor && piece.at === arrow.to);
      if (isOther) this.mark(theBoard.layers.arrows.children[ours.arrows.length + n], "theirs");
    });
    for (const piece of pieces.ours) this.tie(piece, pieces, figures);
    this.showPlaces(ours, theirs);
  }

  /**
   * The drawings of pieces, on the board or beside it.
   * @param {Board} on
   * @param {Piece[]} pieces
   * @returns {Map<Piece, Element>}
   */
  figures(on, pieces) {
    const shown = pieces.filter((piece) => !isUntold(piece));
    const drawings = [...on.layers.pieces.children];
    const tray = [...on.tray.querySelectorAll("svg")];
    return new Map(shown.map((piece) => [piece, /** @type {Element} */ (piece.at >= 0 ? drawings.shift() : tray.shift())]));
  }

  /**
   * @param {Element | null | undefined} drawing
   * @param {string} name
   * @param {string} [words]
   */
  mark(drawing, name, words = "") {
    if (!drawing) return;
    drawing.classList.add(name);
    const title = drawing.querySelector("title");
    if (title && words) title.textContent += words;
  }

  /**
   * Rings those that differ.
   * @param {Board} on
   * @param {Piece[]} all
   * @param {Piece[]} differing
   */
  ring(on, all, differing) {
    const figures = this.figures(on, all);
    for (const piece of differing) this.mark(figures.get(piece), "unlike");
  }

  /**
   * A dotted line from our piece to theirs, where each side has one of this actor alone.
   * @param {Piece} piece
   * @param {{ours: Piece[], theirs: Piece[]}} pieces
   * @param {Map<Piece, Element>} figures
   */
  tie(piece, pieces, figures) {
    const of = (/** @type {Piece[]} */ pieces) => pieces.filter((other) => other.actor === piece.actor && isLastSeen(other) === isLastSeen(piece));
    const [other] = of(pieces.theirs);
    if (of(pieces.ours).length !== 1 || of(pieces.theirs).length !== 1 || piece.at < 0 || other.at < 0) return;
    const [x1, y1] = middle(figures.get(piece));
    const [x2, y2] = middle(figures.get(other));
    this.ties.append(drawn("path", { class: "tie under", d: `M${x1} ${y1}L${x2} ${y2}` }), drawn("path", { class: "tie", d: `M${x1} ${y1}L${x2} ${y2}` }));
  }

  /**
   * Whether a side does not tell places of a kind from what the stage has there.
   * @param {number} side
   * @param {number} kind
   */
  isUntoldKind(side, kind) {
    return this.pair.sides[side].untold.includes(kind);
  }

  /**
   * Places that are of another kind for theirs.
   * @param {Scene} ours
   * @param {Scene} theirs
   */
  showPlaces(ours, theirs) {
    const scenes = [ours, theirs];
    const at = (/** @type {number} */ side, /** @type {number} */ n) => scenes[side].changes.get(n) || this.stages[side].places[n];
    const isUntoldBy = (/** @type {number} */ side, /** @type {number} */ n) => (
      !scenes[side].changes.has(n) && this.isUntoldKind(side, at(1 - side, n).kind));
    head.stage.places.forEach((place, n) => {
      const [mine, others] = [at(0, n), at(1, n)];
      if (mine.kind === others.kind && mine.label === others.label) return;
      if (isUntoldBy(0, n) || isUntoldBy(1, n)) return;
      const kind = this.stages[1].kinds[others.kind];
      const [x, y] = theBoard.at(n);
      const group = drawn("g", { transform: `translate(${x} ${y})`, class: "unlike-place" });
      group.append(place.form === "square"
        ? drawn("rect", { class: "outline", x: -44, y: -44, width: 88, height: 88 })
        : drawn("circle", { class: "outline", r: 43 }));
      const corner = place.form === "square" ? 6 : 20;
      group.append(drawn("rect", { class: `chip tone-${kind ? kind.tone : "plain"}`, x: corner, y: corner, width: 40, height: 40, rx: 6 }));
      if (kind && kind.icon) group.append(drawn("use", { class: "kind", href: `#i-${kind.icon}`, x: corner + 3, y: corner + 3, width: 34, height: 34 }));
      else if (others.label && mine.label !== others.label) group.append(drawn("text", { class: "label", x: corner + 20, y: corner + 20 }, cut(others.label, 3)));
      group.append(drawn("title", {}, `${place.name}: theirs ${[kind ? kind.name : "", others.label].filter(Boolean).join(" ") || "plain"}`));
      this.places.append(group);
    });
  }

  /**
   * Who has what: a line where both say the same, else one for each side.
   * @param {Scene} ours
   * @param {Scene} theirs
   */
  showWho(ours, theirs) {
    const scenes = [ours, theirs];
    const shown = this.alone() >= 0 ? this.alone() : Number(ours.rows.length === 0 && ours.words);
    panels.showWho(scenes[shown], this.stages[shown]);
    if (!scenes[shown].words || (this.alone() < 0 && !(ours.words && theirs.words))) return;
    const tbody = byId("who").querySelector("tbody");
    if (this.alone() >= 0 || !this.isOneTable()) {
      tbody.replaceChildren(...scenes.flatMap((scene, n) => (
        this.there[n] ? scene.rows.map((row) => panels.whoRow(row, ` (${WHOSE[n]})`, this.stages[n])) : [])));
      return;
    }
    const actors = [...new Set([...ours.rows, ...theirs.rows].map((row) => row[0]))];
    tbody.replaceChildren(...actors.flatMap((actor) => {
      const [mine, others] = [ours, theirs].map((scene) => scene.rows.find((row) => row[0] === actor));
      if (!mine || !others) {
        const row = mine || others;
        return row ? [panels.whoRow(row, mine ? " (ours)" : " (theirs)")] : [];
      }
      const unlike = this.unlikeCells(mine, others);
      if (unlike.length === 0) return [panels.whoRow(mine.length >= others.length ? mine : others)];
      return [mine, others].map((row, n) => {
        const line = panels.whoRow(row, ` (${WHOSE[n]})`);
        for (const cell of unlike) {
          /* A line ends where there is nothing more to say. */
          if (!line.children[cell]) line.append(made("td"));
          line.children[cell].classList.add("unlike");
        }
        return line;
      });
    }));
  }

  /**
   * The columns in which two lines differ; a transcript leaves cells out.
   * @param {Row} mine
   * @param {Row} others
   */
  unlikeCells(mine, others) {
    const unlike = [];
    for (let n = 1; n < Math.max(mine.length, others.length); n += 1) {
      const [one, other] = [mine[n], others[n]].map((cell) => (cell === undefined ? "" : cellWords(/** @type {Cell} */ (cell))));
      const isLeftOut = this.hasTranscript && (one === "" || other === "");
      if (one !== other && !isLeftOut) unlike.push(n);
    }
    return unlike;
  }

  /**
   * @param {Scene} ours
   * @param {Scene} theirs
   */
  showLists(ours, theirs) {
    const scenes = this.hasTranscript ? this.toldOfBoth(ours, theirs) : [ours, theirs];
    const both = (/** @type {(scene: Scene, stage: Stage) => string[]} */ lines) => {
      const said = scenes.map((scene, n) => (this.there[n] ? lines(scene, this.stages[n]) : []));
      return besides(said[0], said[1]).map((line) => made("li", line));
    };
    if (byId("text-panel").open) byId("text").replaceChildren(...both((scene, stage) => panels.textLines(scene, stage)));
    if (byId("lists-panel").open) byId("lists").replaceChildren(...both((scene, stage) => panels.listLines(scene, stage)));
  }

  /**
   * Both sides without what only one of them could tell: there each has what the other has.
   * @param {Scene} ours
   * @param {Scene} theirs
   * @returns {Scene[]}
   */
  toldOfBoth(ours, theirs) {
    const scenes = [ours, theirs].map((scene) => ({ ...scene, rows: [] }));
    if (!this.pair.overlay || this.alone() >= 0) return scenes;
    const pieces = this.piecesApart(ours, theirs);
    return scenes.map((scene, n) => {
      const changes = new Map(scene.changes);
      for (const [place, change] of scenes[1 - n].changes) {
        if (!changes.has(place) && this.isUntoldKind(n, change.kind)) changes.set(place, change);
      }
      return { ...scene, changes, pieces: [...pieces.both, ...(n === 0 ? pieces.ours : pieces.theirs)] };
    });
  }

  /**
   * The events of a cycle: once where both sides tell the same, else each side's with its name.
   * @param {Scene[]} scenes ours and theirs
   * @param {number} cycle
   * @param {number} current
   * @param {number | null} turn
   */
  eventItems([ours, theirs], cycle, current, turn) {
    const told = this.pair.sides.map((side) => !side.is_transcript);
    const lit = this.there.map((there) => (there ? current : -1));
    const mine = panels.eventItems(ours, cycle, lit[0], turn);
    const isSame = ours.events.join("\n") === theirs.events.join("\n") && ours.words === theirs.words;
    if (isSame || !told[1]) return mine;
    const others = panels.eventItems(theirs, cycle, lit[1], turn);
    if (!told[0]) return others;
    const named = (/** @type {HTMLElement[]} */ items, /** @type {string} */ whose) => items.forEach((item) => {
      const button = /** @type {HTMLElement} */ (item.firstElementChild);
      button.textContent = `${whose}: ${button.textContent}`;
    });
    named(mine, "ours");
    named(others, "theirs");
    return [...mine, ...others];
  }
}

/**
 * Where a piece is drawn.
 * @param {Element | undefined} drawing
 * @returns {[string, string]}
 */
function middle(drawing) {
  const [x, y] = (drawing && drawing.getAttribute("transform") || "").match(/-?[\d.]+/g) || ["0", "0"];
  return [x, y];
}

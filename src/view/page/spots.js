/* What can be done, as places to click and buttons. The page is told all actions and knows no rule:
   clicks narrow them down to those that begin with them, and one that is left is played. */

/**
 * @typedef {{words: string, clicks: number[], button: string, risk?: string, at_once?: boolean}} Choice
 */

/** The buttons of directions, as they stand round the middle. */
const COMPASS = ["nw", "n", "ne", "w", "", "e", "sw", "s", "se"];
/** The button in the middle. */
const MIDDLE = "stay";
/** Keys of directions: arrows and the other keys of that corner, digits as on a keypad, letters. */
const COMPASS_KEYS = /** @type {Record<string, string>} */ ({
  ArrowUp: "n", ArrowDown: "s", ArrowLeft: "w", ArrowRight: "e", Home: "nw", PageUp: "ne", End: "sw", PageDown: "se",
  7: "nw", 8: "n", 9: "ne", 4: "w", 6: "e", 1: "sw", 2: "s", 3: "se",
  y: "nw", k: "n", u: "ne", h: "w", l: "e", b: "sw", j: "s", n: "se",
  5: MIDDLE, ".": MIDDLE, " ": MIDDLE, Clear: MIDDLE,
});
/** More actions than these are not listed. */
const LISTED_MAX = 400;

class HotSpots {
  /**
   * @param {Board} board
   * @param {(meant: {clicks: number[], button: string}) => void} play
   * @param {(why: string) => void} refuse
   */
  constructor(board, play, refuse) {
    this.board = board;
    this.play = play;
    this.refuse = refuse;
    /** @type {Choice[]} */
    this.choices = [];
    /** @type {number[]} */
    this.clicked = [];
    this.isShown = false;
    this.wasFocused = false;
    this.hasPad = false;
    /** The number of the seat that is asked. */
    this.seat = -1;
    this.drag = new Drag(this);
    byId("actions").addEventListener("toggle", () => this.list());
    byId("safe").addEventListener("change", () => this.refuse(""));
    board.svg.addEventListener("click", (event) => this.onClick(event));
    board.svg.addEventListener("focusin", (event) => {
      this.wasFocused = true;
      const { place } = /** @type {SVGElement} */ (event.target).dataset;
      if (place !== undefined) board.viewport.reveal([board.at(Number(place))]);
    });
    /* Who goes elsewhere by itself is not brought back; a spot that is gone loses the focus to nobody. */
    board.svg.addEventListener("focusout", (event) => { if (event.relatedTarget) this.wasFocused = false; });
  }

  /**
   * Shows what can be done, from the beginning.
   * @param {Choice[]} choices
   * @param {number} seat that is asked
   */
  ask(choices, seat) {
    this.choices = choices;
    this.seat = seat;
    this.clicked = [];
    if (choices.some((choice) => choice.risk)) byId("safe-choice").hidden = false;
    this.draw();
  }

  /** The choices that begin with what was clicked. @param {number[]} [clicked] */
  left(clicked = this.clicked) {
    return this.choices.filter((choice) => clicked.every((place, n) => choice.clicks[n] === place));
  }

  /** @param {boolean} isShown whether the moment is shown that the choices are for */
  draw(isShown = this.isShown) {
    this.isShown = isShown;
    const choices = isShown ? this.left() : [];
    this.board.svg.toggleAttribute("data-asked", choices.length > 0);
    this.drawSpots(choices);
    this.drawButtons(choices);
    this.list();
    byId("back-click").hidden = !isShown || this.clicked.length === 0;
  }

  /** @param {Choice[]} choices */
  drawSpots(choices) {
    const depth = this.clicked.length;
    /** @type {Map<number, Choice[]>} */
    const next = new Map();
    for (const choice of choices.filter((choice) => choice.clicks.length > depth)) {
      const there = next.get(choice.clicks[depth]);
      if (there) there.push(choice);
      else next.set(choice.clicks[depth], [choice]);
    }
    const focused = /** @type {SVGElement | null} */ (document.activeElement);
    const at = focused && this.board.svg.contains(focused) ? focused.dataset.place : undefined;
    const picked = this.isShown ? this.clicked.map((place) => this.outline(place, "picked")) : [];
    const spots = [...next].map(([place, choices]) => this.spot(place, choices));
    this.board.layers.hot.replaceChildren(...picked, ...spots);
    if (next.size > 0) this.board.viewport.follow([...next.keys()].map((place) => this.board.at(place)));
    const again = spots.find((spot) => spot.dataset.place === at) || spots[0];
    if (this.wasFocused && again && (at !== undefined || document.activeElement === document.body)) again.focus();
  }

  /**
   * @param {number} place
   * @param {string} name
   */
  outline(place, name) {
    const [x, y] = this.board.at(place);
    const { form } = this.board.stage.places[place];
    const group = drawn("g", { class: name, "data-place": place, transform: `translate(${x} ${y})` });
    group.append(form === "square"
      ? drawn("rect", { x: -46, y: -46, width: 92, height: 92, rx: 10 })
      : drawn("circle", { r: 46 * this.board.grown }));
    return group;
  }

  /**
   * @param {number} place
   * @param {Choice[]} choices
   */
  spot(place, choices) {
    const { name } = this.board.stage.places[place];
    const words = choices.length === 1 ? choices[0].words : `${name}: ${choices.length} actions`;
    const spot = this.outline(place, "hot");
    spot.setAttribute("role", "button");
    spot.setAttribute("tabindex", "0");
    spot.setAttribute("aria-label", words);
    spot.prepend(drawn("title", {}, words));
    return spot;
  }

  /** @param {Choice[]} choices */
  drawButtons(choices) {
    const focused = document.activeElement && byId("choices").contains(document.activeElement) ? document.activeElement.textContent : null;
    this.hasPad = choices.some((choice) => COMPASS.includes(choice.button) && choice.button !== "");
    byId("pad").hidden = !this.hasPad;
    /* Who has buttons for the fields round a piece need not hit them. */
    if (choices.length > 0) this.board.fitFingers(!this.hasPad);
    const inPad = (/** @type {Choice} */ choice) => this.hasPad && (COMPASS.includes(choice.button) || choice.button === MIDDLE);
    byId("pad").replaceChildren(...(this.hasPad ? COMPASS : []).map((direction) => {
      const word = direction || MIDDLE;
      const button = made("button", word);
      button.setAttribute("type", "button");
      if (!choices.some((choice) => choice.button === word)) button.setAttribute("aria-disabled", "true");
      button.addEventListener("click", () => this.press(word));
      return button;
    }));
    const rest = choices.filter((choice) => choice.clicks.length === this.clicked.length && !inPad(choice));
    byId("choices").replaceChildren(...rest.map((choice) => {
      const button = made("button", choice.button);
      button.setAttribute("type", "button");
      button.title = choice.words;
      button.addEventListener("click", () => this.choose(choice));
      return button;
    }));
    const again = focused === null ? undefined : [...byId("choices").children].find((button) => button.textContent === focused) || byId("choices").firstElementChild;
    if (again) again.focus();
  }

  /** Every action as a button, where they are asked for. */
  list() {
    const choices = this.isShown ? this.left() : [];
    byId("actions").hidden = choices.length === 0;
    byId("actions-count").textContent = choices.length === 1 ? "The only action" : `All ${choices.length} actions`;
    if (!byId("actions").open) return;
    byId("actions-list").replaceChildren(...choices.slice(0, LISTED_MAX).map((choice) => {
      const item = made("li");
      const button = made("button", choice.words);
      button.setAttribute("type", "button");
      button.addEventListener("click", () => this.choose(choice));
      item.append(button);
      return item;
    }));
  }

  /** @param {Choice} choice */
  choose(choice) {
    if (choice.risk && this.isRefused(choice)) {
      const other = byId("safe").value === "on" ? ", and another action is safe" : "";
      this.refuse(`${choice.risk}${other}; to do it nevertheless, switch safe mode off`);
      return;
    }
    this.play({ clicks: choice.clicks, button: choice.button });
  }

  /** Whether safe mode refuses a choice: a risky one while another is not, or only what is lost at once. @param {Choice} choice */
  isRefused(choice) {
    const mode = byId("safe").value;
    return mode === "on" ? this.choices.some((other) => !other.risk) : mode === "steps" && Boolean(choice.at_once);
  }

  /** Goes to the next safe mode. */
  switchSafe() {
    const select = byId("safe");
    select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
    this.refuse(`Safe mode: ${select.selectedOptions[0].textContent}.`);
  }

  /** A button of a direction, or its key. @param {string} word */
  press(word) {
    const choice = this.choices.find((choice) => choice.button === word);
    if (choice) this.choose(choice);
    else this.play({ clicks: [], button: word });
  }

  /** @param {MouseEvent} event */
  onClick(event) {
    if (!this.isShown || this.board.viewport.wasDragged) return;
    const element = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest("[data-place]"));
    const place = element ? Number(element.dataset.place) : this.placeAt(event.clientX, event.clientY);
    if (place !== null) this.click(place);
  }

  /** The place under a point of the screen, or that of a piece there. @param {number} x @param {number} y */
  placeAt(x, y) {
    const under = document.elementsFromPoint(x, y).map((one) => one.closest("[data-place]")).find((one) => one !== null);
    return under && this.board.svg.contains(under) ? Number(/** @type {SVGElement} */ (under).dataset.place) : null;
  }

  /** Whether a piece is of the seat that is asked. @param {Piece} piece */
  isMine(piece) {
    return this.board.stage.actors[piece.actor].side === this.seat;
  }

  /** Whether something can be dragged from a place: a piece of whoever is asked. @param {number} place */
  canBegin(place) {
    if (!this.isShown || this.clicked.length > 0 || !this.choices.some(({ clicks }) => clicks.length > 0)) return false;
    return this.board.standing.some(({ piece }) => piece.at === place && piece.standing === 0 && this.isMine(piece));
  }

  /** What a piece does that is dragged: both places are clicked, or the second where the first is no click. @param {number} from @param {number} to */
  clickBoth(from, to) {
    const its = this.choices.filter(({ clicks }) => clicks.length > 1 && clicks[0] === from);
    if (its.length === 0) {
      this.click(to);
    } else if (its.some(({ clicks }) => clicks[1] === to)) {
      this.click(from);
      if (this.clicked.length > 0) this.click(to);
    } else {
      this.play({ clicks: [from, to], button: "" });
    }
  }

  /** @param {number} place */
  click(place) {
    const clicked = [...this.clicked, place];
    let left = this.left(clicked);
    if (left.length === 0 && this.clicked.length > 0) {
      if (place === this.clicked[this.clicked.length - 1]) {
        this.back();
        return;
      }
      /* Somebody begins anew elsewhere. */
      left = this.left([place]);
      if (left.length > 0) clicked.splice(0, clicked.length, place);
    }
    if (left.length === 0) {
      this.play({ clicks: clicked, button: "" });
      return;
    }
    if (left.length === 1) {
      this.choose(left[0]);
      return;
    }
    this.clicked = clicked;
    this.refuse("");
    this.draw();
  }

  /** Takes a click back. False when there is none. */
  back() {
    if (this.clicked.length === 0) return false;
    this.clicked = this.clicked.slice(0, -1);
    this.refuse("");
    this.draw();
    return true;
  }

  /** All spots. @returns {SVGElement[]} */
  spots() {
    return [...this.board.layers.hot.querySelectorAll(".hot")].map((spot) => /** @type {SVGElement} */ (spot));
  }

  /**
   * Goes to the next spot in a direction.
   * @param {number} dx
   * @param {number} dy
   */
  move(dx, dy) {
    const spots = this.spots();
    const here = spots.find((spot) => spot === document.activeElement);
    if (!here) {
      if (spots[0]) spots[0].focus();
      return spots.length > 0;
    }
    const [x, y] = this.board.at(Number(here.dataset.place));
    const away = spots.filter((spot) => spot !== here).map((spot) => {
      const [there, down] = this.board.at(Number(spot.dataset.place));
      const [along, across] = [(there - x) * dx + (down - y) * dy, Math.abs((there - x) * dy) + Math.abs((down - y) * dx)];
      return { spot, along, far: along + 2 * across };
    });
    const next = away.filter((one) => one.along > 0).sort((one, other) => one.far - other.far)[0];
    if (next) next.spot.focus();
    return true;
  }

  /**
   * What a key does while something is asked; nothing for a key that is none of these.
   * @param {KeyboardEvent} event
   * @returns {(() => void) | null}
   */
  byKey(event) {
    if (!this.isShown || this.choices.length === 0 || event.altKey || event.ctrlKey || event.metaKey) return null;
    const focused = document.activeElement;
    const spot = this.spots().find((spot) => spot === focused);
    if (spot && (event.key === "Enter" || event.key === " ")) return () => this.click(Number(spot.dataset.place));
    if (event.key === "Escape" && this.clicked.length > 0) return () => { this.back(); };
    if (event.key === " " && focused && focused.closest("button, summary, input, select")) return null;
    const word = this.hasPad && !(spot && event.key.startsWith("Arrow")) ? COMPASS_KEYS[event.key] : undefined;
    if (word) return () => this.press(word);
    /** @type {Record<string, [number, number]>} */
    const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const way = ways[event.key];
    if (way && (spot || this.spots().length > 0)) return () => { this.move(...way); };
    if (this.hasPad && event.key === "t") return () => this.toFar();
    const plain = this.left().filter((choice) => choice.clicks.length === 0);
    if (event.key === "r" && plain.length === 1) return () => this.choose(plain[0]);
    return null;
  }

  /** Goes to the first spot that no direction leads to. */
  toFar() {
    const far = new Set(this.choices.filter((choice) => !COMPASS.includes(choice.button) && choice.button !== MIDDLE).map((choice) => choice.clicks[0]));
    const spots = this.spots().filter((spot) => far.has(Number(spot.dataset.place)));
    const at = spots.findIndex((spot) => spot === document.activeElement);
    if (spots.length > 0) spots[(at + 1) % spots.length].focus();
    else this.refuse("there is nothing far away to go to");
  }
}

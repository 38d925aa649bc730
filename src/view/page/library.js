/* A list of replays to choose from: filters, a small picture of each, two picked for a comparison. */

/**
 * @typedef {{replay: number, name: string, game: string, unit: string, players: string[], result: string,
 *   last: number | null, trouble: string}} CatalogueLine
 * @typedef {{about: string, library: boolean, all: number, read: number, fit: number, from: number, lines: CatalogueLine[],
 *   games: string[], players: string[], results: string[]}} CataloguePage
 */

/** How often a list that grows is asked for again, in milliseconds. */
const CATALOGUE_EVERY = 1000;

class Library {
  /** @param {CataloguePage} page */
  constructor(page) {
    this.page = page;
    /** The replays that are picked, the newest last. @type {number[]} */
    this.picked = [];
    this.from = 0;
    this.box = made("main");
    this.box.className = "library";
    this.asking = 0;
    /** Pictures are asked for when their lines are seen. */
    this.seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        this.seen.unobserve(target);
        this.picture(/** @type {HTMLImageElement} */ (target));
      }
    }, { rootMargin: "200px" });
  }

  show() {
    const main = document.querySelector("main");
    if (main) main.replaceWith(this.box);
    for (const id of ["copy", "print", "keys"]) byId(id).hidden = true;
    byId("title").textContent = this.page.about;
    document.title = this.page.about;
    this.build();
    this.draw();
    document.body.dataset.library = "shown";
    this.grow().catch(failed);
  }

  build() {
    const filters = made("form");
    filters.className = "filters";
    filters.addEventListener("submit", (event) => event.preventDefault());
    for (const [name, words] of [["game", "Game"], ["player", "Player"], ["result", "Result"]]) {
      filters.append(labelled(words, `filter-${name}`, made("select")));
    }
    const name = made("input");
    name.setAttribute("type", "search");
    const least = made("input");
    least.setAttribute("type", "number");
    least.setAttribute("min", "0");
    const sort = made("select");
    sort.replaceChildren(...[["name", "by name"], ["longest", "longest first"], ["shortest", "shortest first"]].map(optionOf));
    filters.append(labelled("Name", "filter-name", name), labelled("Minimum length", "filter-least", least), labelled("Order", "filter-sort", sort));
    filters.addEventListener("input", () => { this.from = 0; this.ask().catch(failed); });
    const table = made("table");
    table.id = "catalogue";
    const pages = made("div");
    pages.className = "buttons";
    const back = button("pages-back", "Back", () => this.turn(-this.page.lines.length || -1));
    const on = button("pages-on", "On", () => this.turn(this.page.lines.length));
    const compare = button("compare", "Compare", () => this.compare());
    const fit = made("span");
    fit.id = "fit";
    fit.setAttribute("role", "status");
    pages.append(back, on, fit, compare);
    this.box.replaceChildren(filters, pages, table);
  }

  /** Asks for the page that the filters say; the newest wish wins. */
  async ask() {
    this.asking += 1;
    const mine = this.asking;
    const query = new URLSearchParams({ from: String(this.from) });
    for (const name of ["game", "player", "result", "name", "least", "sort"]) {
      const { value } = byId(`filter-${name}`);
      if (value) query.set(name, value);
    }
    const page = await (await asked(`/catalogue?${query}`)).json();
    if (mine !== this.asking) return;
    this.page = page;
    this.draw();
  }

  /** Asks again as long as not all of them are read. */
  async grow() {
    while (this.page.read < this.page.all) {
      await rest(CATALOGUE_EVERY);
      await this.ask();
    }
  }

  /** @param {number} by */
  turn(by) {
    this.from = Math.max(0, by < 0 ? this.from - 50 : this.from + by);
    this.ask().catch(failed);
  }

  compare() {
    const [ours, theirs] = this.picked;
    location.assign(addressOf(`ours=${ours}&theirs=${theirs}`));
  }

  draw() {
    const { page } = this;
    offer("filter-game", page.games);
    offer("filter-player", page.players);
    offer("filter-result", page.results);
    const to = page.from + page.lines.length;
    const read = page.read < page.all ? `; ${page.read} of ${page.all} are read` : "";
    byId("fit").textContent = page.lines.length === 0 ? `No match${read}` : `${page.from + 1} to ${to} of ${page.fit}${read}`;
    byId("pages-back").disabled = page.from === 0;
    byId("pages-on").disabled = to >= page.fit;
    this.drawPicked();
    const heads = made("tr");
    heads.append(...["Picked", "Picture", "Replay", "Game", "Players", "Result", "Length"].map((word, n) => {
      const cell = made("th");
      const name = made("span", word);
      /* What these two are is seen. */
      if (n < 2) name.className = "unseen";
      cell.append(name);
      cell.setAttribute("scope", "col");
      return cell;
    }));
    const head = made("thead");
    head.append(heads);
    const rows = made("tbody");
    const there = new Map([...byId("catalogue").querySelectorAll("img")].map((image) => [image.dataset.replay, image]));
    rows.append(...page.lines.map((line) => this.line(line, there.get(String(line.replay)))));
    byId("catalogue").replaceChildren(head, rows);
  }

  /** @param {CatalogueLine} line @param {HTMLImageElement} [picture] the one it has already */
  line(line, picture) {
    const row = made("tr");
    const pick = /** @type {HTMLInputElement} */ (made("input"));
    pick.setAttribute("type", "checkbox");
    pick.setAttribute("aria-label", `Pick ${line.name}`);
    pick.checked = this.picked.includes(line.replay);
    pick.addEventListener("change", () => this.pick(line.replay, pick.checked));
    const image = picture || /** @type {HTMLImageElement} */ (made("img"));
    if (!picture) {
      image.dataset.replay = String(line.replay);
      image.alt = "";
      image.width = 96;
      image.height = 72;
      if (!line.trouble) this.seen.observe(image);
    }
    const link = made("a", line.name);
    link.setAttribute("href", addressOf(`replay=${line.replay}`));
    const length = line.last === null ? "" : `${line.unit} ${line.last}`;
    const cells = line.trouble
      ? [pick, image, line.name, line.trouble, "", "", ""]
      : [pick, image, link, line.game, line.players.join(", "), line.result || "not over", length];
    row.append(...cells.map((content) => {
      const cell = made("td");
      cell.append(content);
      return cell;
    }));
    return row;
  }

  /** @param {HTMLImageElement} image */
  async picture(image) {
    try {
      const text = await (await asked(`/thumbnail?replay=${image.dataset.replay}`)).text();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
    } catch {
      image.alt = "no picture";
    }
  }

  /** Two at most are picked: a third takes the place of the first. @param {number} replay @param {boolean} is */
  pick(replay, is) {
    this.picked = this.picked.filter((n) => n !== replay);
    if (is) this.picked = [...this.picked.slice(-1), replay];
    this.draw();
  }

  drawPicked() {
    byId("compare").disabled = this.picked.length !== 2;
    byId("compare").textContent = this.picked.length === 2 ? "Compare the two" : `Compare: ${this.picked.length} of 2 picked`;
  }
}

/** @param {string[]} pair */
function optionOf([value, words]) {
  const option = made("option", words);
  option.setAttribute("value", value);
  return option;
}

/** @param {string} words @param {string} id @param {HTMLElement} input */
function labelled(words, id, input) {
  const label = made("label", `${words} `);
  input.id = id;
  label.append(input);
  return label;
}

/** @param {string} id @param {string} words @param {() => void} does */
function button(id, words, does) {
  const button = made("button", words);
  button.id = id;
  button.setAttribute("type", "button");
  button.addEventListener("click", does);
  return button;
}

/** Offers words to choose from, and all; what is chosen stays. @param {string} id @param {string[]} words */
function offer(id, words) {
  const select = byId(id);
  const chosen = select.value;
  const all = chosen && !words.includes(chosen) ? [...words, chosen] : words;
  select.replaceChildren(optionOf(["", "all"]), ...all.map((word) => optionOf([word, word])));
  select.value = chosen;
}

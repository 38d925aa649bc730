/* How a page that lives talks to its server: with the key of its address, and over few connections,
   since browsers open six to a host for all their tabs together. */

/** Tabs that read a stream at a time; the others ask again and again. */
const STREAMS_MAX = 4;
/** How often they ask, and how long is waited after a failure, in milliseconds. */
const ASK_EVERY = 1000;
/** How soon is asked again for what is being made, in milliseconds. */
const SOON = 200;
/** A stream that is silent for so long is dead: something comes every 15 seconds. */
const SILENCE_MAX = 40000;
/** What to do where nobody answers. */
const SILENT = "the program does not answer. If it has ended, start it again and open the address that it prints; if it is only paused, this page goes on by itself";
/** What to do where a program answers that was started later: its keys are others. */
const OTHER_KEYS = "this address is not one of the program that runs now. Open the address that it printed when it was started";

/** An answer that is no success. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} why
   */
  constructor(status, why) {
    super(why);
    this.status = status;
  }
}

/**
 * The key of the address, which is taken out of it; or the one that this tab had before. What else the
 * address says stays there.
 * @returns {string | null}
 */
function keyOfAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const key = parts.get("key");
  if (key) {
    sessionStorage.setItem("key", key);
    parts.delete("key");
    const rest = String(parts);
    history.replaceState(null, "", `${location.pathname}${location.search}${rest && `#${rest}`}`);
  }
  return sessionStorage.getItem("key");
}

/** The address of another view of this server, for any tab. @param {string} query */
function addressOf(query) {
  return `/${query && `?${query}`}#key=${sessionStorage.getItem("key") || ""}`;
}

/** @param {number} time */
function rest(time) {
  return new Promise((done) => { setTimeout(done, time); });
}

/**
 * A place among the tabs that read a stream: what gives it back, or nothing where all are taken.
 * @returns {Promise<(() => void) | null>}
 */
async function takeStream() {
  if (!navigator.locks) return null;
  for (let n = 0; n < STREAMS_MAX; n += 1) {
    /** @type {(() => void) | null} */
    const release = await new Promise((given) => {
      navigator.locks.request(`stream ${n}`, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise((release) => { given(() => release(null)); });
        given(null);
        return null;
      });
    });
    if (release) return release;
  }
  return null;
}

class Connection {
  /** @param {string} key */
  constructor(key) {
    this.headers = { Authorization: `Bearer ${key}` };
    /** What ends the stream that is read. */
    this.reading = new AbortController();
    /** The number of what came last. @type {string | null} */
    this.known = null;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [how]
   */
  async ask(path, how = {}) {
    const answer = await fetch(path, { ...how, headers: { ...this.headers, ...how.headers }, cache: "no-store" }).catch(() => { throw new Error(SILENT); });
    if (answer.ok) return answer;
    const said = await answer.text();
    let why = said;
    try { why = JSON.parse(said).why; } catch { /* It is no JSON. */ }
    throw new Refusal(answer.status, why === "unknown key" ? OTHER_KEYS : why);
  }

  /**
   * @param {string} path
   * @param {object} what
   */
  async tell(path, what) {
    const headers = { "Content-Type": "application/json" };
    return this.ask(path, { method: "POST", headers, body: JSON.stringify(what) });
  }

  /** Begins anew: what follows is another stream. */
  turn() {
    this.known = null;
    this.reading.abort();
  }

  /**
   * Hands over everything new for as long as the page is there.
   * @param {() => string} query what is asked for
   * @param {(told: any) => void} take
   * @param {(trouble: string) => void} tell what is wrong; empty when all is well
   */
  async follow(query, take, tell) {
    /* What was read before the network went may be dead without a word. */
    window.addEventListener("online", () => this.reading.abort());
    for (;;) {
      this.reading = new AbortController();
      const { signal } = this.reading;
      const release = await takeStream();
      try {
        if (release) await this.readStream(query(), take, tell, signal);
        else await this.readOnce(query(), take, tell, signal);
      } catch (error) {
        if (error instanceof Refusal && error.status === 403) {
          tell(`This page does not go on: ${error.message}.`);
          return;
        }
        if (!signal.aborted) {
          tell(`This page stands still: ${SILENT}.`);
          await rest(ASK_EVERY);
        }
      } finally {
        if (release) release();
      }
    }
  }

  /**
   * @param {string} query
   * @param {(told: any) => void} take
   * @param {(trouble: string) => void} tell
   * @param {AbortSignal} signal
   */
  async readOnce(query, take, tell, signal) {
    const known = this.known === null ? "" : `&known=${this.known}`;
    const answer = await this.ask(`/now?${query}${known}`, { signal });
    tell("");
    if (answer.status !== 204) this.hand(await answer.text(), take);
    await rest(ASK_EVERY);
  }

  /**
   * @param {string} query
   * @param {(told: any) => void} take
   * @param {(trouble: string) => void} tell
   * @param {AbortSignal} signal
   */
  async readStream(query, take, tell, signal) {
    /** @type {Record<string, string>} */
    const headers = this.known === null ? {} : { "Last-Event-ID": this.known };
    const answer = await this.ask(`/live?${query}`, { headers, signal });
    tell("");
    if (!answer.body) return;
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    const reading = this.reading;
    let begun = "";
    for (;;) {
      const silence = setTimeout(() => reading.abort(), SILENCE_MAX);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) throw new Error("the stream has ended");
      const events = (begun + value).split("\n\n");
      begun = events.pop() || "";
      const told = events.map((event) => event.split("\n").filter((line) => line.startsWith("data:")).map((line) => line.slice(5)).join("\n"));
      /* The newest is the whole of it. */
      const newest = told.findLast((text) => text !== "");
      if (newest) this.hand(newest, take);
    }
  }

  /**
   * @param {string} text
   * @param {(told: any) => void} take
   */
  hand(text, take) {
    const told = JSON.parse(text);
    this.known = String(told.scene);
    take(told);
  }
}

// A program that serves pages, for the tests of a file: started, asked for its addresses, ended.
import { spawn } from "node:child_process";
import { CHASE, FOLDER } from "./browser.js";

/** What it says as soon as its addresses are told. */
const SIGN = "Ctrl-C ends";
/** Programs that are there still. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** Ends those that a test left behind. */
export function endAll() {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Starts `chase`, or another program of its kind, with pages of its own.
 * @param {string[]} args
 * @param {string} [program]
 */
export async function serve(args, program = CHASE) {
  const child = spawn(program, args, { cwd: FOLDER, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  child.on("exit", () => running.delete(child));
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => { out += text; });
  child.stderr.setEncoding("utf8").on("data", (text) => { err += text; });
  const ended = new Promise((done) => { child.on("exit", (code) => done(code)); });
  const until = Date.now() + 20000;
  while (!out.includes(SIGN) && child.exitCode === null && Date.now() < until) await new Promise((done) => { setTimeout(done, 20); });
  if (!out.includes(SIGN)) throw new Error(`it does not begin: ${out}${err}`);
  const addresses = Object.fromEntries(out.split("\n").filter((line) => line.includes("http://")).map((line) => line.split(/ +(?=http)/)));
  return {
    addresses,
    /** The first address. */
    address: Object.values(addresses)[0],
    said: () => out + err,
    /** Ends it as Ctrl-C does. */
    async end() {
      child.kill("SIGINT");
      const late = setTimeout(() => child.kill("SIGKILL"), 10000);
      const code = await ended;
      clearTimeout(late);
      return { code, said: out + err };
    },
  };
}

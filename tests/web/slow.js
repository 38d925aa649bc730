// A player that takes its time: node slow.js FILE PROGRAM ARGS... answers as that program does, but of its n-th game
// no more than `M` answers while the file says `n:M`, and nothing of later ones.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [file, program, ...args] = process.argv.slice(2);
const player = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
player.on("exit", (code) => process.exit(code ?? 1));
let [game, answers] = [0, 0];

/** Whether the next answer may be given. */
function may() {
  const [games, most] = readFileSync(file, "utf8").split(":").map(Number);
  return game < games || (game === games && answers < most);
}

async function ask() {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.includes("\"type\":\"hello\"")) [game, answers] = [game + 1, 0];
    player.stdin.write(`${line}\n`);
  }
  player.stdin.end();
}

async function answer() {
  for await (const line of createInterface({ input: player.stdout })) {
    while (!may()) await new Promise((done) => { setTimeout(done, 10); });
    answers += 1;
    process.stdout.write(`${line}\n`);
  }
}

await Promise.all([ask(), answer()]);

// Play in the browser: every game by mouse alone and by keyboard alone, and what comes of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ROOT, browse } from "./browser.js";
import { serve } from "./serve.js";

let browser;
before(async () => { browser = await browse(); });
after(() => browser.close());

test("the hashes of the policy are those of a page that lives, and its headers say the same", async () => {
  const game = await serve(["play", "animal-checkers", "--web", "--no-open"]);
  const answer = await fetch(game.address);
  const page = await answer.text();
  const hash = (what) => `sha256-${createHash("sha256").update(what).digest("base64")}`;
  const script = page.match(/<script>([^]*?)<\/script>/)[1];
  const style = page.match(/<style>([^]*?)<\/style>/)[1];
  const policy = readFileSync(join(ROOT, "src/view/policy.rs"), "utf8");
  assert.ok(policy.includes(`LIVE_SCRIPT: &str = "${hash(script)}"`), `LIVE_SCRIPT of src/view/policy.rs must be ${hash(script)}`);
  assert.ok(policy.includes(`LIVE_STYLE: &str = "${hash(style)}"`), `LIVE_STYLE of src/view/policy.rs must be ${hash(style)}`);
  const header = answer.headers.get("content-security-policy");
  assert.ok(page.includes(header.replace("; frame-ancestors 'none'", "")) && header.endsWith("frame-ancestors 'none'"));
  assert.equal((await game.end()).code, 0);
});

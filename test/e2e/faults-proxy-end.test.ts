// The end of `mcpvals proxy` after much traffic: it is bounded, says what is not written, and loses nothing.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSession } from "../../src/cassette/load-session.js";
import { expectNothingLeft, makeAlone, type Alone } from "../helpers/alone.js";
import { runProxy } from "../helpers/proxy-run.js";

const COUNT = 60_000;
/** About 10 MB of notifications; then it reads on, until its input ends. */
const FLOOD = `
  let sent = 0;
  const more = () => {
    while (sent < ${COUNT}) {
      const params = { level: "info", data: "line " + sent + " of a log that says much about nothing at all, and then again" };
      const line = JSON.stringify({ jsonrpc: "2.0", method: "notifications/message", params });
      sent += 1;
      if (!process.stdout.write(line + "\\n")) return void process.stdout.once("drain", more);
    }
  };
  more();
  process.stdin.resume();`;
const CHATTY = `
  process.stdin.resume();
  process.on("SIGTERM", () => {});
  setInterval(() => console.error("still here"), 100);`;

let alone: Alone;
beforeEach(async () => {
  alone = await makeAlone();
});
afterEach(() => alone.remove());

const proxy = (flags: readonly string[], code: string) =>
  runProxy(["--out", "session.yaml", ...flags, "--", process.execPath, "-e", code], {
    cwd: alone.folder,
    env: alone.env,
  });
const flooded = async (flags: readonly string[]) => {
  const run = proxy(flags, FLOOD);
  await expect.poll(() => run.stdout().includes(`line ${COUNT - 1} `), { timeout: 90_000 }).toBe(true);
  return run;
};
const sessions = async () => (await readdir(alone.folder)).filter((name) => name.endsWith(".yaml"));

it("is over after --wait, says how much is not written, and the next start writes all of it", async () => {
  const run = await flooded(["--wait", "0.1"]);
  run.end();
  expect(await run.exited).toEqual({ code: 0, signal: null });
  expect(run.stderr()).toMatch(
    /^mcpvals proxy: the session is not written: it takes longer than 0\.1 s, (?:[\d.]+ MB still to be taken over|nothing of it is written yet)\. Everything that passed is in \.mcpvals\/journal\/proxy, and the next start for this file writes it\. To write it now: mcpvals proxy --out session\.yaml --wait 0 -- node -e 0$/m,
  );
  expect(await sessions()).toEqual([]);

  const next = proxy(["--wait", "0"], "0");
  next.end();
  expect((await next.exited).code).toBe(0);
  expect(next.stderr()).toContain(`what it had (${String(COUNT)} entries) is in session.yaml`);
  const { entries } = await loadSession(join(alone.folder, "session.yaml"));
  const said = entries.map((entry) => JSON.stringify("params" in entry ? entry.params : null));
  expect(said.filter((text, at) => text.includes(`line ${String(at)} `))).toHaveLength(COUNT);
  await expectNothingLeft(alone);
});

it("is over at once on a second signal, and says so", async () => {
  const run = await flooded(["--wait", "0"]);
  run.child.kill("SIGTERM");
  // The server is gone at some time between them; what comes then is for the proxy alone.
  const again = setInterval(() => run.child.kill("SIGINT"), 50);
  expect(await run.exited).toEqual({ code: null, signal: "SIGTERM" });
  clearInterval(again);
  expect(run.stderr()).toMatch(/the session is not written: a second signal came, SIGINT, .* is in \.mcpvals/);
  await rm(join(alone.folder, ".mcpvals"), { recursive: true });
  await expectNothingLeft(alone);
});

it("does not wait for a server that writes to stderr and does not end, and says so", async () => {
  const run = proxy([], CHATTY);
  await run.said("still here");
  run.end();
  await run.exited;
  expect(run.stderr()).toMatch(
    /mcpvals proxy: the server still writes \d+ s after the end of its input, and is stopped/,
  );
  await expectNothingLeft(alone);
});

import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { now } from "../../../src/proxy/clock.js";
import type { RecorderOptions } from "../../../src/session/tape/proxy-recorder.js";
import { IDLE_MS } from "../../../src/session/tape/proxy-messages.js";
import { startTape } from "../../../src/session/tape/proxy-tape.js";

const options: RecorderOptions = {
  out: "/none/session.yaml",
  name: "session",
  mode: "number",
  server: { command: "none", args: [] },
  startedAt: "2026-11-28T01:00:00.000Z",
  records: true,
};

/** A thread that tells how many bytes it was given; a piece has three marks, the last one is its size. */
const telling = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", (message) => {
    if (message.type === "finish") parentPort.postMessage({ type: "finished" });
    if (message.type !== "pieces") return;
    const size = message.marks.filter((_, index) => index % 3 === 2).reduce((sum, one) => sum + one, 0);
    parentPort.postMessage({ type: "told", message: String(size) });
    parentPort.postMessage({ type: "done", size });
  });
`;

function startTelling(): { tape: ReturnType<typeof startTape>; sizes: number[] } {
  const sizes: number[] = [];
  const file = new URL(`data:text/javascript,${encodeURIComponent(telling)}`);
  return { tape: startTape(options, (size) => sizes.push(Number(size)), { file }), sizes };
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((one, other) => one + other, 0);
}

it("does not wait for ever for a thread that says nothing, and tells it", async () => {
  const told: string[] = [];
  const file = new URL("data:text/javascript,setInterval(()=>{},1000)");
  const tape = startTape(options, (message) => told.push(message), { file, silent: 20 });
  tape.chunk("client", Buffer.from("{}\n"), now());
  await tape.finish();
  expect(told).toEqual([
    "the session is not written: its thread sent no message for 0.02 s, nothing of it is written yet. The last 3 bytes that passed are not recorded; what passed before is in /none/.mcpvals/journal/proxy, and the next start for this file writes it. To write it now: mcpvals proxy --out /none/session.yaml --wait 0 -- node -e 0",
  ]);
});

/** A thread that records all at once, and does not come to the end of the session. */
const slow = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", (message) => {
    if (message.type === "pieces") {
      parentPort.postMessage({ type: "done", size: 3 });
      parentPort.postMessage({ type: "told", message: "is there" });
    }
    if (message.type === "finish") setInterval(() => parentPort.postMessage({ type: "writing", left: 12345678 }), 5);
  });
`;

it.each([
  ["a limit", 1500, false, "it takes longer than 1.5 s"],
  ["a second signal, without one", 0, true, "a second signal came, SIGINT"],
])("does not wait for ever for a session that takes long: %s", async (_, end, isStopped, why) => {
  const told: string[] = [];
  const file = new URL(`data:text/javascript,${encodeURIComponent(slow)}`);
  const tape = startTape(options, (message) => told.push(message), { file, end });
  tape.chunk("client", Buffer.from("{}\n"), now());
  await expect.poll(() => told.splice(0), { timeout: 30_000 }).toEqual(["is there"]);
  const over = tape.finish();
  tape.signal("SIGINT", true);
  if (isStopped) {
    await expect.poll(() => told[0]).toContain("writing the session, 12.3 MB still to be taken over");
    tape.signal("SIGINT", false);
  }
  await over;
  expect(told.at(-1)).toBe(
    `the session is not written: ${why}, 12.3 MB still to be taken over. Everything that passed is in /none/.mcpvals/journal/proxy, and the next start for this file writes it. To write it now: mcpvals proxy --out /none/session.yaml --wait 0 -- node -e 0`,
  );
});

it("hands over what came at once together, when nothing more comes", async () => {
  const { tape, sizes } = startTelling();
  for (let count = 0; count < 20; count++) tape.chunk("server", Buffer.alloc(100), now());
  await expect.poll(() => sizes).toEqual([2000]);
  await tape.finish();
});

it("hands over what comes without a pause while it comes", async () => {
  const { tape, sizes } = startTelling();
  let sent = 0;
  const sending = setInterval(() => {
    tape.chunk("server", Buffer.alloc(100), now());
    sent += 100;
  }, 1);
  await expect.poll(() => sizes.length).toBeGreaterThan(1);
  clearInterval(sending);
  await tape.finish();
  expect(sum(sizes)).toBe(sent);
});

it("hands over much at once, says that it is behind, and that it has caught up", async () => {
  const { tape, sizes } = startTelling();
  const states: boolean[] = [];
  tape.onBehind((behind) => states.push(behind));
  const chunk = Buffer.alloc(64 * 1024);
  for (let count = 0; count < 320; count++) tape.chunk("server", chunk, now());
  expect(states).toEqual([true]);
  await expect.poll(() => sum(sizes)).toBe(320 * chunk.length);
  await expect.poll(() => states).toEqual([true, false]);
  // All of it came before the wait for more was over.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(chunk.length);
  await tape.finish();
});

it("says that it is behind before 16 MB are not recorded, however quick the traffic is", async () => {
  const file = new URL("data:text/javascript,setInterval(()=>{},1000)");
  const tape = startTape(options, () => {}, { file, silent: 20 });
  let isBehind = false;
  tape.onBehind((behind) => (isBehind = behind));
  const chunk = Buffer.alloc(64 * 1024);
  let passed = 0;
  for (; !isBehind && passed < 100e6; passed += chunk.length) tape.chunk("server", chunk, now());
  expect(passed).toBeLessThanOrEqual(16 * 1024 * 1024);
  await tape.finish();
});

it("hands over at once what ends a silence, so that the thread does nothing else any more", async () => {
  const { tape, sizes } = startTelling();
  tape.chunk("server", Buffer.alloc(1), now());
  await expect.poll(() => sizes).toEqual([1]);
  await sleep(IDLE_MS + 100);
  for (let count = 0; count < 10; count++) tape.chunk("client", Buffer.alloc(1), now());
  await expect.poll(() => sizes).toEqual([1, 1, 9]);
  await tape.finish();
});

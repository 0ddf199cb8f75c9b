// What a burst left to be recorded is recorded in steps that do the work: memory is freed once for it, not in each step.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { constants, PerformanceObserver } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { loadSession } from "../../../src/cassette/load-session.js";
import { startSessionJournal } from "../../../src/cassette/session-journal.js";
import { SessionDraft } from "../../../src/session/tape/session-draft.js";
import { makeRedactor } from "../../unit/redaction/make-redactor.js";

const MESSAGES = 300;
/** All together are 15 MB. */
const TEXT = "x".repeat(50_000);

it("a journal of many messages is taken over with one collection, however many steps it takes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-burst-"));
  let forced = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as { detail?: { flags?: number } }[])
      if (((detail?.flags ?? 0) & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0) forced += 1;
  });
  observer.observe({ entryTypes: ["gc"] });
  try {
    const out = join(folder, "s.yaml");
    const header = { name: "demo", transport: "stdio", startedAt: "2026-11-28T01:00:00.000Z" } as const;
    const journal = await startSessionJournal(out, header);
    for (let id = 1; id <= MESSAGES; id++) {
      const [method, params] = ["tools/call", { name: "t", arguments: { text: TEXT } }];
      journal.write(`${JSON.stringify({ from: "client", at: id, message: { jsonrpc: "2.0", id, method, params } })}\n`);
    }
    journal.close();
    const draft = SessionDraft.open(journal.file, { out, mode: "number", redactor: makeRedactor() });
    let steps = 1;
    while (await draft?.advance(0)) steps += 1;
    // Each step ends after the first message where it has no time.
    expect(steps).toBeGreaterThan(MESSAGES / 2);
    await draft?.finish();
    // Entries come later.
    await sleep(50);
    expect(forced).toBeGreaterThan(0);
    expect(forced).toBeLessThan(10);
    expect((await loadSession(out)).entries).toHaveLength(MESSAGES);
  } finally {
    observer.disconnect();
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);

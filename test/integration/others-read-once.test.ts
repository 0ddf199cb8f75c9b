// Workflows with lists that grow know what the others of their suite leave: each cassette is read once for all of them.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { readLimited } from "../../src/cassette/read-limited.js";
import { cassetteFileOf, storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import type { Suite } from "../../src/config/suite.js";
import { createOthersReader } from "../../src/suite/grown-lists.js";
import { example, extras } from "../unit/cassette/example.js";

let suite: Suite;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "mcpvals-others-"));
  const workflows = ["one", "two", "three"].map((name) => ({ name, steps: [{ user: name }] }));
  suite = {
    name: "travel",
    file: null,
    folder,
    config: { server: { transport: "stdio", command: "s" }, workflows },
    variables: [],
  };
});
afterEach(() => rmSync(suite.folder, { recursive: true, force: true }));

/** Writes the cassette of a workflow whose only call asks for this city. */
async function write(workflow: string, city: string): Promise<void> {
  const [step] = example.steps;
  const [turn] = step?.turns ?? [];
  const [call] = turn?.calls ?? [];
  if (step === undefined || turn === undefined || call === undefined) throw new Error("the example has no call");
  const steps = [{ ...step, turns: [{ ...turn, calls: [{ ...call, arguments: { city } }] }, ...step.turns.slice(1)] }];
  const trace = { ...example, workflow, steps };
  await writeCassette(storePlaceOf(suite), { cassette: buildCassette(trace, extras), contract: trace.contract });
}

/** A reader that counts the cassettes that it reads. */
function counting() {
  const counted = { reads: 0 };
  const others = createOthersReader(suite, {
    read: (path, limit) => {
      if (path === cassetteFileOf(storePlaceOf(suite), "one")) counted.reads += 1;
      return readLimited(path, limit);
    },
  });
  return { counted, others };
}

describe("what the other workflows of a suite say", () => {
  test("is read once for all, also for those that are played at the same time", async () => {
    await write("one", "Bergen");
    await write("two", "Oslo");
    await write("three", "Oslo");
    const { counted, others } = counting();
    const [one, two] = await Promise.all([others("one"), others("two")]);
    const three = await others("three");
    expect(counted.reads).toBe(1);
    const cities = (said: typeof one) => ["Bergen", "Oslo"].map((city) => said?.hasValue("city", city));
    expect([one, two, three].map(cities)).toEqual([
      [false, true],
      [true, true],
      [true, true],
    ]);
    expect(one?.hasWord("Oslo")).toBe(true);
    expect(one?.hasWord("Bergen")).toBe(false);
  });

  test("is nothing where no other has a cassette that can be read", async () => {
    await write("one", "Bergen");
    writeFileSync(cassetteFileOf(storePlaceOf(suite), "two"), "cassette: 99\n");
    const { others } = counting();
    expect(await others("one")).toBeUndefined();
    expect((await others("three"))?.hasValue("city", "Bergen")).toBe(true);
  });
});

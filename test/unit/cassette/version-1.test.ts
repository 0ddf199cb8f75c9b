import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { readTrace } from "../../../src/cassette/read-trace.js";
import { replaceScores } from "../../../src/cassette/replace-block.js";
import { addSeal, splitSeal } from "../../../src/cassette/seal.js";
import { parseSession } from "../../../src/cassette/session-read.js";
import { serializeSession } from "../../../src/cassette/session-text.js";
import { learnedOf } from "../../../src/cassette/learned-of.js";
import { callsOf } from "../../../src/trace/read.js";
import { runOf } from "../../../src/variables/run.js";
import { learnedOfVersion1 } from "../../../src/variables/version-1.js";
import { trace } from "../../helpers/arbitrary-trace.js";
import { example, extras, learnedExtras } from "./example.js";

/** As the program wrote it while there was no other version. */
const old = readFileSync(join(import.meta.dirname, "version-1.txt"), "utf8");
const read = (text: string) => parseCassette(openCassette(text, "x.yaml"), new Map());

describe("a cassette of version 1", () => {
  test("is the same run as the one that version 2 writes", () => {
    const { contract } = example;
    // Version 1 does not say how the calls of a turn were sent.
    const { dispatch: _, ...same } = readTrace(buildCassette(example, learnedExtras), contract);
    expect(readTrace(read(old), contract)).toEqual(same);
    expect(read(old)).toMatchObject({ cassette: 1, varies: [{ call: 1, at: "/content/0/json/temperature" }] });
  });

  test("keeps its form where only its scores are written", () => {
    expect(serializeCassette(read(old)).text).toBe(old);
    expect(replaceScores(old, "x.yaml", extras.scores)).toBe(old);
  });

  test.each([
    ["variables", "varies:", "variables: []\nvaries:"],
    ["dispatch", "script:", "dispatch: serial\nscript:"],
    ["facts of version 2", "{ ms: 400, input: 1020, output: 12 }", "[ 400, 1020, 12 ]"],
  ])("has no %s", (_, from, to) => {
    const other = addSeal(splitSeal(old).body.replace(from, to));
    expect(() => read(other)).toThrow(expect.objectContaining({ code: "CASSETTE_INVALID" }));
  });
});

describe("what a cassette of version 1 tells of its run", () => {
  const listed = fc.array(
    fc.record({
      call: fc.integer({ min: 1, max: 3 }),
      at: fc.constantFrom("", "/content/0/text/1", "/content/0/json", "/content/1/text", "/error"),
    }),
  );

  test("is learned from the file", () => {
    const { variables, doubtful } = learnedOf(read(old), readTrace(read(old), example.contract));
    expect(variables.map(({ name, seen, places }) => [name, seen, places])).toEqual([
      ["weather-temperature", [72], [{ call: 1, at: "/content/0/json/temperature" }]],
    ]);
    expect(doubtful).toEqual([]);
  });

  test("is something that version 2 can say, whatever the run was", () => {
    fc.assert(
      fc.property(trace, listed, (run, varies) => {
        const ids = new Set(callsOf(run).map(({ id }) => id));
        const learned = learnedOfVersion1(
          runOf(run),
          varies.filter(({ call }) => ids.has(call)),
        );
        const { text, blobs } = serializeCassette(buildCassette(run, { ...extras, learned }));
        const cassette = parseCassette(openCassette(text, "x.yaml"), blobs);
        const { variables, doubtful } = learnedOf(cassette, run);
        expect(variables).toEqual(learned.variables);
        expect(doubtful.map(({ readings }) => readings)).toEqual(learned.doubtful.map(({ readings }) => readings));
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

test("a session of version 1 is read", () => {
  const server = { name: "travel", version: "1", protocol: "2025-11-25" };
  const facts = { findings: [], startedAt: "2026-11-28T01:00:00.000Z", ms: 1 };
  const session = { name: "s", transport: "stdio" as const, era: "legacy" as const, server, entries: [], ...facts };
  const { text } = serializeSession({ session, by: "mcpvals 0.1.0" });
  const former = addSeal(splitSeal(text).body.replace("cassette: 2\n", "cassette: 1\n"));
  expect(former).not.toBe(text);
  expect(parseSession(openCassette(former, "s.yaml"), new Map()).session).toEqual(session);
});

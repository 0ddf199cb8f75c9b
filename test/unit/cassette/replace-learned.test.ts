import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { replaceLearned } from "../../../src/cassette/replace-learned.js";
import { serializeSession } from "../../../src/cassette/session-text.js";
import { callsOf } from "../../../src/trace/read.js";
import { learnedOf } from "../../helpers/arbitrary-learned.js";
import { trace } from "../../helpers/arbitrary-trace.js";
import { example, extras, learnedExtras } from "./example.js";

const old = readFileSync(join(import.meta.dirname, "version-1.txt"), "utf8");
const { learned, checks, clock, dispatch } = learnedExtras;
const text = serializeCassette(buildCassette(example, learnedExtras)).text;

describe("what checks learned, written into a cassette", () => {
  test("of any run gives the bytes that a recording with it has", () => {
    const both = trace.chain((run) => {
      const one = learnedOf(callsOf(run).map(({ id }) => id));
      return fc.tuple(fc.constant(run), one, one);
    });
    fc.assert(
      fc.property(both, ([run, before, after]) => {
        const first = serializeCassette(buildCassette(run, { ...extras, learned: before })).text;
        const other = serializeCassette(buildCassette(run, { ...extras, checks: 5, learned: after })).text;
        expect(replaceLearned(first, "x.yaml", { learned: after, checks: 5, clock })).toBe(other);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  test("makes version 2 of version 1: as if it had been recorded so", () => {
    expect(replaceLearned(old, "x.yaml", { learned, checks, clock, dispatch })).toBe(text);
    const serial = replaceLearned(old, "x.yaml", { learned: NOTHING_LEARNED });
    const { by, scores } = extras;
    expect(serial).toBe(serializeCassette(buildCassette(example, { by, scores })).text);
    expect(parseCassette(openCassette(serial, "x.yaml"), new Map())).toMatchObject({ cassette: 2, dispatch: "serial" });
  });

  test("is nothing new where it is the same", () => {
    expect(replaceLearned(text, "x.yaml", { learned, checks, clock })).toBe(text);
  });

  test("is not written into what was edited, or is in conflict, or is no workflow", () => {
    const write = (given: string) => () => replaceLearned(given, "x.yaml", { learned });
    expect(write(text.replace("Italian", "Greek"))).toThrow(expect.objectContaining({ code: "CASSETTE_SEAL" }));
    expect(write(old.replace("Italian", "Greek"))).toThrow(expect.objectContaining({ code: "CASSETTE_SEAL" }));
    expect(write(`<<<<<<< HEAD\n${text}`)).toThrow(expect.objectContaining({ code: "CASSETTE_CONFLICT" }));
    const server = { name: "travel", version: "1", protocol: "2025-11-25" };
    const facts = { findings: [], startedAt: "2026-11-28T01:00:00.000Z", ms: 1 };
    const session = { name: "s", transport: "stdio" as const, era: "legacy" as const, server, entries: [], ...facts };
    const { text: other } = serializeSession({ session, by: "mcpvals 0.1.0" });
    expect(write(other)).toThrow(expect.objectContaining({ code: "CASSETTE_INVALID" }));
  });

  test("is refused where it is more than is read again", () => {
    const one = { name: "v", kind: "value" as const, seen: ["a"], places: [{ call: 1, at: "/a" }], sent: [] };
    const variables = Array.from({ length: 10_001 }, (_, index) => ({ ...one, name: `v-${index}` }));
    const large = expect.objectContaining({ code: "CASSETTE_TOO_LARGE" });
    expect(() => buildCassette(example, { ...extras, learned: { ...NOTHING_LEARNED, variables } })).toThrow(large);
    const places = Array.from({ length: 100_001 }, () => ({ call: 1, at: "/a" }));
    const wide = { ...NOTHING_LEARNED, variables: [{ ...one, places }] };
    expect(() => replaceLearned(text, "x.yaml", { learned: wide })).toThrow(large);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { parseContract, serializeContract } from "../../../src/cassette/contract-file.js";
import { createPlaces } from "../../../src/places/places.js";
import { readTrace } from "../../../src/cassette/read-trace.js";
import { withoutProgressTokens } from "../../../src/cassette/script-results.js";
import { hideTrace, showTrace } from "../../../src/places/trace-places.js";
import type { Trace } from "../../../src/trace/trace.js";
import { callsOf } from "../../../src/trace/read.js";
import { readLearned } from "../../../src/cassette/learned.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { contract, trace } from "../../helpers/arbitrary-trace.js";
import { nastyString } from "../../helpers/arbitrary-json.js";
import { learnedOf } from "../../helpers/arbitrary-learned.js";
import { example } from "./example.js";

const extras = { by: "mcpvals 0.1.0", scores: {} };

/** What a recording keeps of a run: all but stderr, where its sides came from, and progress tokens. */
function recorded(run: Trace): Trace {
  return {
    ...run,
    sources: { model: "recorded", server: "recorded" },
    stderr: "",
    steps: run.steps.map((step) => ({
      ...step,
      turns: step.turns.map((turn) => ({ ...turn, calls: turn.calls.map(withoutProgressTokens) })),
    })),
  };
}

function throughText(run: Trace): { run: Trace; text: string } {
  const { text, blobs } = serializeCassette(buildCassette(run, extras));
  const bytes = Buffer.from(text, "utf8").toString("utf8");
  const opened = openCassette(bytes, "x.yaml");
  expect(opened.blobs.toSorted()).toEqual([...blobs.keys()].toSorted());
  const cassette = parseCassette(opened, blobs);
  expect(serializeCassette(cassette).text).toBe(text);
  const said = serializeContract(run.contract);
  expect(cassette.server?.contract).toBe(said.id);
  return { run: readTrace(cassette, parseContract(said.text, said.id, "c.yaml")), text };
}

const DISPATCH = ["serial", "together", "read-only-together"] as const;

describe("what was learned survives its cassette", () => {
  const both = trace.chain((run) => fc.tuple(fc.constant(run), learnedOf(callsOf(run).map(({ id }) => id))));
  const more = fc.record({ dispatch: fc.constantFrom(...DISPATCH), checks: fc.nat(), clock: nastyString });

  test("anything of any run, through the text and its blobs, and back to the same bytes", () => {
    fc.assert(
      fc.property(both, more, ([run, learned], facts) => {
        const { text, blobs } = serializeCassette(buildCassette(run, { ...extras, ...facts, learned }));
        const cassette = parseCassette(openCassette(text, "x.yaml"), blobs);
        if (cassette.cassette === 1) throw new Error("an old version was written");
        expect(readLearned(cassette)).toEqual(learned);
        expect(cassette.dispatch).toBe(facts.dispatch);
        expect(cassette.facts.recorded).toMatchObject({ checks: facts.checks, clock: facts.clock });
        expect(serializeCassette(cassette).text).toBe(text);
        const { turns, calls } = cassette.facts;
        for (const [key, rows] of Object.entries({ turns, calls })) {
          const line = text.split("\n").filter((one) => one.startsWith(`  ${key}: [`));
          expect(line.at(-1)?.length).toBeGreaterThan(2 * rows.length);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  test("what is only shown is cut where it is long", () => {
    const unstable = [{ call: 0, at: "/a", why: "", seen: ["😀".repeat(500), { a: "x".repeat(999) }] }];
    const run = { ...example, steps: [] };
    const cassette = buildCassette(run, { ...extras, learned: { ...NOTHING_LEARNED, unstable } });
    const [text, json] = readLearned(cassette).unstable[0]?.seen ?? [];
    expect(text).toBe(`${"😀".repeat(100)}…`);
    expect(json).toBe(`{"a":"${"x".repeat(194)}…`);
  });
});

describe("a run survives its cassette", () => {
  test("any run, through the text, its blobs and its contract", () => {
    fc.assert(
      fc.property(trace, (run) => {
        expect(throughText(run).run).toEqual(recorded(run));
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });

  test("any contract, in the server's order", () => {
    fc.assert(
      fc.property(contract, (said) => {
        const { id, text } = serializeContract(said);
        expect(id).toMatch(/^[0-9a-f]{12}$/);
        const read = parseContract(text, id, "c.yaml");
        expect(read).toEqual(said);
        expect(JSON.stringify(read.tools)).toBe(JSON.stringify(said.tools));
      }),
      { numRuns: 100 },
    );
  });

  test("any run, hidden on one machine and shown on the same", () => {
    const places = createPlaces({ root: ["/r/a"], home: ["/h"], tmp: ["/tmp"], env: { N: "marmalade" } });
    fc.assert(
      fc.property(trace, (run) => {
        expect(showTrace(throughText(hideTrace(run, places)).run, places)).toEqual(recorded(run));
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });

  test("turns between which the tools did not change share one list", () => {
    fc.assert(
      fc.property(trace, (run) => {
        const read = throughText(run).run;
        const turns = read.steps.flatMap((step) => step.turns);
        for (const [index, turn] of turns.entries()) {
          const before = index === 0 ? read.contract.tools : (turns[index - 1]?.tools ?? []);
          if (JSON.stringify(before) === JSON.stringify(turn.tools)) expect(turn.tools).toBe(before);
        }
      }),
      { numRuns: 10, endOnFailure: true },
    );
  });
});

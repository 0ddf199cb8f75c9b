import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openBody, openVersion } from "../../../src/cassette/open-text.js";
import { outlineOf, readOutline, type CassetteOutline } from "../../../src/cassette/read-outline.js";
import type { Trace } from "../../../src/trace/trace.js";
import { nastyString } from "../../helpers/arbitrary-json.js";
import { trace } from "../../helpers/arbitrary-trace.js";
import { example } from "./example.js";

/** What both readers say of a run, as they read it from the text that is written. */
function readBoth(run: Trace): { outline: CassetteOutline | undefined; whole: CassetteOutline } {
  const { text, blobs } = serializeCassette(buildCassette(run, { by: "mcpvals 0.1.0", scores: {} }));
  const body = openVersion(text, "x.yaml");
  return { outline: readOutline(body), whole: outlineOf(parseCassette(openBody(body, "x.yaml"), blobs)) };
}

/** The part of a read run that an outline has. */
function partOf({ run, ...rest }: CassetteOutline): unknown {
  const { model, system, instructions, server, dispatch, end, steps } = run;
  const turns = steps.map((step) => step.turns.map(({ calls }) => calls.map((call) => call.serverRequests)));
  const users = steps.map(({ user }) => user);
  return { ...rest, model, system, instructions, server, dispatch, end, users, turns };
}

/** The example with other prompts, and with other texts from model and server. */
function asked(prompts: readonly string[], texts: readonly string[] = []): Trace {
  const [first] = example.steps;
  const result = { content: texts.map((text) => ({ type: "text", text })) };
  const turns = (first?.turns ?? []).map(({ content, calls, ...turn }) => ({
    ...turn,
    content: [...content, ...result.content],
    calls: calls.map((call) => ({ ...call, outcome: { kind: "result" as const, result }, serverRequests: [] })),
  }));
  return { ...example, steps: prompts.map((user, at) => ({ user, turns: at === 0 ? turns : [] })) };
}

describe("the outline of a cassette", () => {
  test("any run: the same as the whole cassette says, or left to it", () => {
    const property = fc.property(trace, (run) => {
      const { outline, whole } = readBoth(run);
      if (outline !== undefined) expect(partOf(outline)).toEqual(partOf(whole));
    });
    fc.assert(property, { numRuns: 20, endOnFailure: true });
  });

  test("any prompts and answers are read without the whole cassette", () => {
    const entry = fc.constantFrom("\n  - user: x", "\n  - result: 1", "\nscript:\n", "\njudge: []\n", "yes [b] {c}");
    const piece = fc.oneof(entry, nastyString).filter((text) => !text.includes("$"));
    const text = fc.oneof(
      piece,
      fc.array(piece).map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.array(text, { maxLength: 3 }),
        (prompts, texts) => {
          const { outline, whole } = readBoth(asked(prompts, texts));
          expect(outline?.run.steps.map(({ user }) => user)).toEqual(prompts);
          expect(outline === undefined ? undefined : partOf(outline)).toEqual(partOf(whole));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("what a call asked of the client, and an early end, are left to the whole cassette", () => {
    expect(readBoth(asked(["hello"])).outline).toBeDefined();
    expect(readBoth({ ...asked(["hello"]), end: { kind: "cancelled", message: "stopped" } }).outline).toBeUndefined();
    const answer = { result: { action: "decline" } };
    const [step] = asked(["hello"]).steps;
    const turns = (step?.turns ?? []).map((turn) => ({
      ...turn,
      calls: turn.calls.map((call) => ({ ...call, serverRequests: [{ method: "elicitation/create", answer }] })),
    }));
    expect(readBoth({ ...example, steps: [{ user: "hello", turns }] }).outline).toBeUndefined();
  });

  test("any text is read or refused, and nothing is thrown", () => {
    const { text } = serializeCassette(buildCassette(asked(["hello", "a\nb"]), { by: "mcpvals 0.1.0", scores: {} }));
    const lines = text.split("\n");
    const changed = fc.tuple(fc.nat({ max: lines.length - 1 }), fc.oneof(nastyString, fc.constantFrom(...lines)));
    fc.assert(
      fc.property(fc.array(changed, { maxLength: 3 }), (changes) => {
        const mixed = [...lines];
        for (const [at, line] of changes) mixed[at] = line;
        const outline = readOutline(mixed.join("\n"));
        if (outline !== undefined) expect(Number.isFinite(outline.ms)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

// What `record` says of its checks: in at most five lines, whatever they found.
import { describe, expect, it } from "vitest";
import { describeCheck, type CheckOutcome } from "../../../src/run/describe-check.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";
import { makeTrace } from "../../helpers/make-trace.js";

const recorded = makeTrace({
  turns: [
    [
      ["open", {}, { json: { id: 1, done: true } }],
      ["list", {}, { json: { rows: [] } }],
    ],
    [["close", { id: 1 }, "Closed."]],
  ],
});
const AT = "/content/0/json";

/** What may be said, each in the words by which it begins. */
const PARTS = {
  state: "The recording left state",
  races: "The results of parallel calls",
  changed: "The cassette stays as it is",
  unstable: "It differs on its own",
  doubtful: "What to send is not known",
  aging: "Ages: ",
} as const;
type Part = keyof typeof PARTS;

function outcomeOf(parts: readonly Part[]): CheckOutcome {
  const has = (part: Part): boolean => parts.includes(part);
  const unstable = { call: 1, at: `${AT}/done`, why: "a boolean", seen: [true, false, true] };
  return {
    learned: {
      ...NOTHING_LEARNED,
      state: has("state") ? [{ call: 2, at: `${AT}/rows` }] : [],
      races: has("races") ? [[1, 2]] : [],
      unstable: has("unstable") ? [unstable] : [],
      doubtful: has("doubtful") ? [{ call: 3, at: "/id", value: 1, readings: ["open-id", "constant"] }] : [],
    },
    unresolved: [],
    changed: has("changed") ? [unstable] : [],
    drift: [],
    trace: recorded,
    recorded,
    evidence: { places: 5, asserted: 4, variables: 1, ignored: 0 },
    aging: has("aging") ? ["book {date: 2026-11-29} is in the past from Sunday"] : [],
    clocks: [],
  };
}

const all: readonly Part[] = ["state", "races", "changed", "unstable", "doubtful", "aging"];
const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((__, at) => (bits >> at) % 2 === 1));

describe("what the checks found", () => {
  it.each(sets.map((parts) => [parts.join(", ") || "nothing", parts] as const))("takes five lines: %s", (_, parts) => {
    const text = describeCheck(outcomeOf(parts), "cassettes/close.yaml");
    expect(text.split("\n").length).toBeLessThanOrEqual(5);
    for (const part of parts.filter((one) => one !== "aging")) expect(text).toContain(PARTS[part]);
    const isFine = parts.every((part) => part === "aging");
    expect(text).toMatch(isFine ? /^Replays\. .* Of 5 places/ : /^Does not replay on its own server\./);
  });
});

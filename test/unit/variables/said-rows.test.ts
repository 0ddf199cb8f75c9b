// Rows that Claude named as the greatest or the least one of their list.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { learn } from "../../../src/variables/learn.js";
import type { ColumnRule } from "../../../src/variables/learned.js";
import { hold } from "../../helpers/player.js";
import { LIVE, makeRun, type RunSketch } from "./runs.js";

/** What a recording whose Claude said so, two checks and a live run come to. */
function tellSaid(prompt: string, said: string, results: readonly JsonValue[]): { rules: ColumnRule[]; red: boolean } {
  const sketch: RunSketch = { prompt };
  const [recorded, ...checks] = results.map((result) => makeRun([["look", {}, result]], sketch));
  const live = checks.pop();
  if (recorded === undefined || live === undefined) throw new Error("no runs");
  const run = { ...recorded, said: [said] };
  const learned = learn(run, checks);
  const red = hold(learned, run, { ...live, startedAt: Date.parse(LIVE) }).findings.some(
    ({ why }) => why === "relation",
  );
  return { rules: (learned.columns ?? []).filter(({ is }) => is === "said"), red };
}

const bids = (ann: number, bob: number, cy: number): JsonValue => ({
  bids: [
    { who: "ann", amount: ann },
    { who: "bob", amount: bob },
    { who: "cy", amount: cy },
  ],
});
const votes = (on: number, off: number): JsonValue => ({ flag: "checkout", on, off, all: on + off, winner: "off" });
const sizes = (docs: number, src: number, dist: number): JsonValue =>
  [
    `${String(docs)}\tapp/docs`,
    `${String(src)}\tapp/src`,
    `${String(dist)}\tapp/dist`,
    `${String(docs + src + dist + 4)}\tapp`,
  ].join("\n");

describe("the row that Claude named", () => {
  it.each<[string, string, string, JsonValue[], JsonValue, JsonValue]>([
    [
      "of a list",
      "Who leads in the auction?",
      "cy leads.",
      [bids(1100, 2300, 2800), bids(1700, 2500, 3600), bids(1200, 2000, 2700)],
      bids(1000, 2600, 2650),
      bids(1000, 2900, 2850),
    ],
    [
      "that is a key, beside the sum of all",
      "Which variation was seen more?",
      "off was seen more.",
      [votes(410, 530), votes(480, 502), votes(433, 590)],
      votes(470, 480),
      votes(530, 470),
    ],
    [
      "of lines, below the one that was asked for",
      "What is large in app?",
      "dist is.",
      [sizes(60, 800, 1200), sizes(14, 300, 4100), sizes(33, 520, 2000)],
      sizes(90, 1300, 1500),
      sizes(60, 1500, 1300),
    ],
  ])("keeps its rank: %s", (_, asked, said, seen, live, wrong) => {
    expect(tellSaid(asked, said, [...seen, live])).toMatchObject({ red: false });
    expect(tellSaid(asked, said, [...seen, wrong])).toMatchObject({ red: true });
  });

  const seen = [bids(1100, 2300, 2800), bids(1700, 2500, 3600), bids(1200, 2000, 2700)];

  it("has none where nobody compared, where the prompt names it, or Claude two, or where it was not so in a check", () => {
    const live = bids(1000, 2900, 2850);
    expect(tellSaid("Is the auction open?", "It is, cy takes part.", [...seen, live]).rules).toEqual([]);
    expect(tellSaid("Does cy lead, and what is most?", "cy does.", [...seen, live]).rules).toEqual([]);
    expect(tellSaid("Who leads?", "cy leads, bob follows.", [...seen, live]).rules).toEqual([]);
    const other = [bids(1100, 2300, 2800), bids(1700, 3900, 3600), bids(1200, 2000, 2700)];
    expect(tellSaid("Who leads?", "cy leads.", [...other, live]).rules).toEqual([]);
  });
});

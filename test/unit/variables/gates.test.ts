import { describe, expect, it } from "vitest";
import { recordCase, replayCase, troubleOf } from "../../helpers/random-servers/play.js";
import { ID_KINDS } from "../../helpers/random-servers/random.js";
import { simulate } from "../../helpers/random-servers/simulate.js";
import { drawSpec, type Spec } from "../../helpers/random-servers/spec.js";
import { countEvidence } from "../../../src/variables/prove.js";
import { findingsIn } from "../../helpers/player.js";

/** Every other server is of the half that the rules were not written on. */
const SEEDS = Array.from({ length: 200 }, (_, at) => 90_001 + at);
const specs = SEEDS.map((seed) => drawSpec(seed, seed % 2 === 1));
const rates = simulate(SEEDS, 20);

describe("random servers", () => {
  const numbers = (spec: Spec): number[] => (/\d+/.exec(spec.prompt) ?? []).map(Number);
  const shares: [string, (spec: Spec) => boolean][] = [
    [
      "a short id that meets a number of the prompt",
      (spec) => spec.entities.some(({ ids }) => /^counter|prefixed/.test(ids)) && numbers(spec).length > 0,
    ],
    ["a counter that grows over 9 or 99", (spec) => spec.entities.some(({ ids }) => ids.startsWith("counter9"))],
    ["four-digit hex", (spec) => spec.memberIds === "hex4" || spec.entities.some(({ ids }) => ids === "hex4")],
    ["nanoids", (spec) => spec.memberIds === "nano10" || spec.entities.some(({ ids }) => ids.startsWith("nano"))],
    ["three latencies", (spec) => spec.latencies >= 3 || spec.turns.flat().some(({ kind }) => kind === "status")],
    ["two dates, one from the prompt", (spec) => spec.turns.flat().some(({ kind }) => kind === "book")],
    ["a shuffled array with ids", (spec) => spec.turns.flat().some(({ kind }) => kind === "members")],
    ["an object with random keys", (spec) => spec.turns.flat().some(({ kind }) => kind === "map")],
    ["a boolean", (spec) => spec.entities.some(({ flag }) => flag)],
  ];
  it.each(shares)("a fifth has %s", (_, has) => {
    expect(specs.filter(has).length).toBeGreaterThanOrEqual(SEEDS.length / 5);
  });

  it("has every kind of id", () => {
    expect(new Set(specs.flatMap(({ entities }) => entities.map(({ ids }) => ids))).size).toBe(ID_KINDS.length);
  });
});

describe("gates", () => {
  it("(a) is red in at most 1 % of replays on an unchanged server", () => {
    expect(rates.replays).toBeGreaterThan(800);
    expect([rates.red / rates.replays <= 0.01, rates.examples.filter((text) => text.includes("RED"))]).toEqual([
      true,
      expect.anything(),
    ]);
  });

  it("(b) misses at most 4 of 4,000 mutants", () => {
    expect(rates.mutants).toBeGreaterThan(3000);
    expect(rates.examples.filter((text) => text.includes("MISSED")).length).toBeLessThanOrEqual(4);
  });

  it("(c) sends nothing wrong, and sees nine of ten derived arguments", () => {
    expect(rates.examples.filter((text) => text.includes("WRONG"))).toEqual([]);
    expect(rates.derivedUnseen).toBeLessThanOrEqual(Math.max(1, rates.derived / 10));
  });

  it("(d) needs a line of config in at most 5 % of the workflows on a reset server", () => {
    expect(rates.resetNeedsConfig / rates.reset).toBeLessThanOrEqual(0.05);
  });
});

describe("after learning", () => {
  it("the comparison finds nothing against the checks, and finds each changed constant", () => {
    for (const seed of SEEDS.slice(0, 20)) {
      const played = recordCase(drawSpec(seed, seed % 2 === 1));
      if (troubleOf(played) !== undefined) continue;
      expect([seed, played.checks.flatMap((check) => findingsIn(played.learned, played.recorded, check))]).toEqual([
        seed,
        [],
      ]);
      expect([seed, countEvidence(played.learned, played.recorded).ignored]).toEqual([seed, 0]);
      expect([seed, findingsIn(played.learned, played.recorded, played.recorded)]).toEqual([seed, []]);
    }
  });

  it("a replay is the same each time", () => {
    const played = recordCase(drawSpec(90_001, true));
    expect(replayCase(played, 3, 5)).toEqual(replayCase(played, 3, 5));
  });
});

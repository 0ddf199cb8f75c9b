// A word that the server made, that is sent, and that stands in the answer: it is the variable there, too.
import { describe, expect, it } from "vitest";
import { tell, type Sketch } from "./runs.js";

const seen = ["dizzy-otter79", "calm-quail17", "brave-otter91"];
const told = (opened: string, echoed = opened, echo = (table: string): string => `You play white at ${table}.`) => {
  const turns = (table: string, again: string): Sketch[] => [
    ["open", { speed: "blitz" }, `Opened table ${table} for blitz.`],
    ["join", { table, as: "white" }, echo(again)],
  ];
  const [recorded = "", ...checks] = seen;
  return tell({
    recorded: turns(recorded, recorded),
    checks: checks.map((table) => turns(table, table)),
    live: turns(opened, echoed),
  });
};

describe("a word that is echoed", () => {
  it.each(["eager-panda33", "brave-raven12"])("may be that of %s", (table) => {
    const { learned, sent, problems } = told(table);
    expect(learned.unstable).toEqual([]);
    expect([problems, sent.at(-1)?.arguments]).toEqual([[], { table, as: "white" }]);
  });

  it("is the one that was sent, and no other", () => {
    for (const echoed of ["grim-panda33", "eager-raven33", "eager-panda34"])
      expect(told("eager-panda33", echoed).green).toBe(false);
  });

  it("is one variable with what was sent", () => {
    const { variables } = told("eager-panda33").learned;
    expect(variables.map(({ places }) => places.map(({ call }) => call))).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  it("is not explained by an echo that says another word in a check", () => {
    const [one = "", other = "", third = ""] = seen;
    const turns = (table: string, state: string): Sketch[] => [
      ["open", {}, `Opened table ${table} for blitz.`],
      ["join", { table, as: "white" }, `The table is ${state}.`],
    ];
    const { learned } = tell({
      recorded: turns(one, "dizzy"),
      checks: [turns(other, "calm"), turns(third, "quiet")],
      live: turns(one, "dizzy"),
    });
    expect(learned.unstable).toHaveLength(1);
  });
});

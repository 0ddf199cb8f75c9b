// What dice show in a line that says how many there are.
import { describe, expect, it } from "vitest";
import { diceIn } from "../../../src/variables/dice.js";
import { tellOne } from "./runs.js";

const shown = (line: string): string[] => diceIn(line).map(({ start, end }) => line.slice(start, end));

describe("dice of a line", () => {
  it("are as many as it says, and show what they can", () => {
    expect(shown("3d6+2: 6 + 5 + 3 + 2 = 16")).toEqual(["6", "5", "3"]);
    expect(shown("Rolled 2d20: [13, 4], total 17")).toEqual(["13", "4"]);
    expect(shown("1d20: 14")).toEqual(["14"]);
    expect(shown("3d6: 6 + 9 + 3 = 18")).toEqual([]);
    expect(shown("2d6 and 1d8: 3 + 4")).toEqual([]);
    expect(shown("commit 3d6a, 1 + 2 + 3")).toEqual([]);
    expect(shown("up for 1d12, since 10:05")).toEqual([]);
  });

  const roll = (...dice: [number, number, number]) =>
    `3d6+2: ${dice.join(" + ")} + 2 = ${dice.reduce((sum, one) => sum + one, 2)}`;
  const runs = [roll(2, 4, 3), roll(2, 6, 1), roll(2, 1, 1)];

  it("may show anything next time, though one was the same in all runs", () => {
    expect(tellOne([...runs, roll(5, 4, 6)]).problems).toEqual([]);
  });

  it("show nothing else, and are added up", () => {
    expect(tellOne([...runs, roll(5, 9, 6)]).problems).not.toEqual([]);
    expect(tellOne([...runs, roll(5, 4, 6).replace("17", "15")]).problems).toEqual([
      "changed relation 1 /content/0/text",
    ]);
    expect(tellOne([...runs, roll(5, 4, 6).replace("+ 2 = 17", "+ 3 = 18")]).problems).not.toEqual([]);
  });

  it("are not the same where they were equal in all runs", () => {
    const twice = [roll(2, 2, 3), roll(5, 5, 1), roll(1, 1, 6)];
    expect(tellOne([...twice, roll(5, 2, 6)]).problems).toEqual([]);
  });
});

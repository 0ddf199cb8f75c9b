// Equations of a line of text, which were true and are false now.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isEquationLost } from "../../../src/variables/equations.js";
import { tellOne } from "./runs.js";

describe("an equation in a text", () => {
  it("is lost where it was true and is not", () => {
    expect(isEquationLost("6 + 5 + 3 + 2 = 16", "4 + 4 + 1 + 2 = 11")).toBe(false);
    expect(isEquationLost("6 + 5 + 3 + 2 = 16", "4 + 4 + 1 + 2 = 9")).toBe(true);
    expect(isEquationLost("- 3 x $4.50 = $13.50", "- 2 x $4.50 = $13.50")).toBe(true);
    expect(isEquationLost("Fee: 1,200 * 3 - 100 = 3,500.", "Fee: 1,300 * 3 - 100 = 3,800.")).toBe(false);
    expect(isEquationLost("7 / 3 = 2.33 each", "8 / 3 = 2.66 each")).toBe(false);
    expect(isEquationLost("7 / 3 = 2.33 each", "8 / 3 = 2.33 each")).toBe(true);
  });

  it("says nothing where it was none", () => {
    expect(isEquationLost("a-1 + 2 = 4", "a-1 + 2 = 5")).toBe(false);
    expect(isEquationLost("2 + 2 = 5", "2 + 3 = 4")).toBe(false);
    expect(isEquationLost("10:00 - 11:30 = 1 h", "10:00 - 11:45 = 2 h")).toBe(false);
    expect(isEquationLost("1.2.3 - 4 = 7 files", "1.2.3 - 4 = 8 files")).toBe(false);
    expect(isEquationLost("3 - 1 = 2%", "3 - 1 = 4%")).toBe(false);
  });

  it("is read as it is reckoned", () => {
    const term = fc.tuple(fc.constantFrom("+", "-", "*"), fc.nat({ max: 999 }));
    fc.assert(
      fc.property(fc.nat({ max: 999 }), fc.array(term, { minLength: 1, maxLength: 8 }), (first, terms) => {
        const text = [String(first), ...terms.map(([sign, number]) => `${sign} ${String(number)}`)].join(" ");
        const products = text.split(/ (?=[+-])/).map((part) =>
          part
            .replace(/^([+-]) /, "$1")
            .split(" * ")
            .map(Number),
        );
        const result = products.reduce((sum, factors) => sum + factors.reduce((one, other) => one * other), 0);
        const said = (by: number): string => `total: ${text} = ${String(result + by)}`;
        expect(isEquationLost(said(0), said(0))).toBe(false);
        expect(isEquationLost(said(0), said(1))).toBe(true);
      }),
    );
  });

  it("has to be true of each row of a list", () => {
    const bill = (...rows: [number, number][]) =>
      rows.map(([count, price]) => `${count} x ${price} = ${count * price}`).join("\n");
    const runs = [bill([2, 30], [1, 25]), bill([4, 12], [3, 45], [7, 9]), bill([5, 31])];
    expect(tellOne([...runs, bill([2, 45], [6, 18])]).problems).toEqual([]);
    expect(tellOne([...runs, bill([2, 45]).replace("90", "45")]).problems).not.toEqual([]);
  });
});

// Ids of small letters and digits, of which one in twenty has no digit.
import { describe, expect, it } from "vitest";
import { tell, tellOne } from "./runs.js";

describe("keys of an object that each run makes", () => {
  const people = (...[ann = "", bob = "", kim = ""]: string[]) => ({
    people: { [ann]: { name: "Ann" }, [bob]: { name: "Bob" }, [kim]: { name: "Kim" } },
  });
  const RUNS = [
    people("uxlwrobrqnre", "v7lmg7grmedk", "l34wn6k1nrk0"),
    people("rrda7gkcggf9", "k0p9nilpym6x", "i3fe8u30nuzh"),
    people("e6eraja36mli", "rkehlzfw2pd4", "8lnb1kpilj4i"),
  ];

  it("are ids, though one has letters only", () => {
    expect(tellOne([...RUNS, people("qv6df1u8sxhj", "n9x8siio06yf", "wfthpyncgbpu")]).problems).toEqual([]);
  });

  it.each([
    ["words", people("annabelleone", "bobbywilliam", "kimberleyann")],
    ["a word of an outcome", people("qv6df1u8sxhj", "n9x8siio06yf", "disconnected")],
    ["of another length", people("qv6df1u8sxhj", "n9x8siio06yf", "wfthpyncg")],
  ])("are not %s", (_, live) => {
    expect(tellOne([...RUNS, live]).green).toBe(false);
  });
});

describe("a token of the next page", () => {
  const page = (next: string): string => `page 1 of 2\nrow 1\nrow 2\nnext=${next}`;
  const run = (token: string, first = page(token)) =>
    [
      ["page", {}, first],
      ["page", { token }, "page 2 of 2\nrow 3"],
    ] as const;
  const CHECKS = [run("y4d5nhzhy"), run("vbalrdhqu")];

  it("is sent, though it has letters only in one run", () => {
    const told = tell({ recorded: run("b3qv6exik"), checks: CHECKS, live: run("56ca1hoie") });
    expect(told.problems).toEqual([]);
    expect(told.learned.doubtful).toEqual([]);
  });

  it("is not sent where the words of its list stand in other rows", () => {
    const list = (...rows: string[]): string => rows.join("\n");
    const told = tell({
      recorded: run("b3qv6exik", list("red b3qv6exik", "new 9mk2ttx1p")),
      checks: [
        run("y4d5nhzhy", list("new y4d5nhzhy", "red kkw03pqne")),
        run("z4d5nhzhy", list("red z4d5nhzhy", "new kkw03pqnf")),
      ],
      live: run("56ca1hoie"),
    });
    expect(told.learned.doubtful).not.toEqual([]);
  });
});

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

describe("the id of a row among others of which one has letters only", () => {
  const slots = (day: string, ids: readonly string[]) =>
    ids.map((slot, at) => ({ slot, start: `${day}T${String(9 + at).padStart(2, "0")}:00:00Z` }));
  const book = (day: string, ...ids: [string, string, string]) =>
    [
      ["free", {}, { slots: slots(day, ids) }],
      ["book", { slot: ids[0] }, "ok"],
    ] as const;
  const tellBooked = (live: ReturnType<typeof book>) =>
    tell({
      prompt: "Book the first hour of the next day",
      recorded: book("2026-11-29", "v3ik58noe", "k4wq1ofzz", "p0a8h2xx1"),
      checks: [
        book("2026-11-30", "y4d5nhzhy", "m31v0lqpa", "c8e2kd0q7"),
        book("2027-06-07", "a7x0m3kqe", "t55pw9rla", "q0o2z8dn4"),
      ],
      live,
    });

  it("is sent", () => {
    const { problems, sent } = tellBooked(book("2026-12-02", "w2m7kd9ab", "qlpvxkrmw", "e9s3jq0fh"));
    expect(problems).toEqual([]);
    expect(sent[1]?.arguments).toEqual({ slot: "w2m7kd9ab" });
  });
});

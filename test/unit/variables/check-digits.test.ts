// A digit that is joined to an id: a 0 is one as any other, while a number that counts does not become 0.
import { describe, expect, it } from "vitest";
import { tell, tellOne } from "./runs.js";

describe("a check digit", () => {
  const seen = ["CLM-21201369-6", "CLM-67140974-2", "CLM-32582429-8"];

  it.each(["CLM-13745817-0", "CLM-13745817-5"])("may be that of %s", (live) => {
    expect(tellOne([...seen, live].map((claim) => ({ claim }))).problems).toEqual([]);
    expect(tellOne([...seen, live].map((claim) => `Claim ${claim} is filed.`)).green).toBe(true);
  });

  it("is sent on", () => {
    const turns = [...seen, "CLM-13745817-0"].map((claim) => [
      ["file_claim", {}, { claim }] as const,
      ["attach", { claim }, { claim }] as const,
    ]);
    const [recorded = [], ...rest] = turns;
    const held = tell({ recorded, checks: rest.slice(0, 2), live: rest[2] ?? [] });
    expect([held.sent.at(-1)?.arguments, held.green]).toEqual([{ claim: "CLM-13745817-0" }, true]);
  });

  it.each(["CLM-00000000-0", "CLM-13745817-00", "CLM-13745817-", "CLM-13745817-x", "CLM-0-0"])(
    "is not that of %s",
    (live) => {
      expect(tellOne([...seen, live].map((claim) => ({ claim }))).green).toBe(false);
    },
  );

  it("is not a number that is written on its own, or beside what is no id", () => {
    expect(tellOne([6, 2, 8, 0].map((rows) => ({ rows }))).green).toBe(false);
    expect(tellOne(["6", "2", "8", "0"].map((stock) => ({ stock }))).green).toBe(false);
    expect(tellOne(["3-6", "2-4", "5-8", "3-0"].map((score) => ({ score }))).green).toBe(false);
    expect(tellOne(["fixed-6", "fixed-2", "fixed-8", "fixed-0"].map((rows) => ({ rows }))).green).toBe(false);
    const job = (id: string, rows: string): string => `${id}: ${rows} rows`;
    const rows = [job("21201369", "6"), job("67140974", "2"), job("32582429", "8"), job("13745817", "0")];
    expect(tellOne(rows).green).toBe(false);
  });
});

// References that a server counts (`e12`, job 42): they follow the words beside them, never the index of a row.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell, tellOne, type Told } from "./runs.js";

type Rows = readonly (readonly [reference: string | number, words: string])[];
type Form = (rows: Rows) => JsonValue;

const lines: Form = (rows) => rows.map(([ref, words]) => `- button "${words}" [ref=${String(ref)}]`).join("\n");
const queue: Form = (rows) =>
  rows.map(([job, words], at) => `${String(at + 1)}. ${words} [job ${String(job)}]`).join("\n");
const jobs: Form = (rows) => ({ jobs: rows.map(([id, name]) => ({ id, name })) });

/** Lists the rows and clicks the second one, in the recording, in two checks, and live. */
function click(form: Form, argument: string, ...runs: readonly [Rows, Rows, Rows, Rows]): Told {
  const turns = runs.map((rows) => [
    ["list", {}, form(rows)] as const,
    ["click", { [argument]: rows[1]?.[0] ?? null }, "ok"] as const,
  ]);
  const [recorded = [], ...lives] = turns;
  return tell({ recorded, checks: lives.slice(0, 2), live: lives[2] ?? [] });
}

const refs = (first: number, words: readonly string[] = ["Delete", "Save"]): Rows =>
  words.map((word, at) => [`e${String(first + at)}`, word]);
const numbers = (first: number, words = ["build", "build"]): Rows => words.map((word, at) => [first + at, word]);
const sentBy = ({ sent }: Told): unknown => sent[1]?.arguments;

describe("references beside words", () => {
  it.each([
    ["apart from each other", refs(163), refs(20)],
    ["that meet others in a check", refs(347), refs(20)],
    ["that meet others in the replay", refs(163), refs(349)],
  ])("go on, %s", (_, check, live) => {
    const told = click(lines, "ref", refs(348), check, refs(10), live);
    expect(told.green).toBe(true);
    expect(sentBy(told)).toEqual({ ref: live[1]?.[0] });
  });

  it("are not sent where the words changed places", () => {
    expect(click(lines, "ref", refs(348), refs(347), refs(10), refs(20, ["Save", "Delete"])).sent).toHaveLength(1);
  });

  it.each([
    ["in the same place of their lines", ["Delete", "Save"]],
    ["behind another number of words", ["Delete", "Save all"]],
  ])("differ from each other, %s", (_, words) => {
    const same = words.map((word) => ["e5", word] as const);
    const told = click(lines, "ref", refs(348, words), refs(163, words), refs(10, words), same);
    expect(told.problems).toEqual(["changed distinct 1 /content/0/text/lines/1"]);
    expect(told.sent).toHaveLength(1);
  });
});

describe("numbers of a queue whose rows say the same", () => {
  const forms: [string, Form, string][] = [
    ["lines", queue, "job"],
    ["JSON", jobs, "id"],
  ];
  it.each(forms)("are sent where no run has another's number: %s", (_, form, argument) => {
    const told = click(form, argument, numbers(201), numbers(301), numbers(401), numbers(501));
    expect(sentBy(told)).toEqual({ [argument]: 502 });
  });

  it.each(forms)("are not sent where the job of the recording has another row now: %s", (_, form, argument) => {
    const told = click(form, argument, numbers(201), numbers(301), numbers(401), numbers(202));
    expect(told.stopped).toMatchObject({ why: "derived", value: "202" });
  });

  it.each(forms)("are not sent where it had another row in a check: %s", (_, form, argument) => {
    const told = click(form, argument, numbers(201), numbers(202), numbers(401), numbers(501));
    expect(told.learned.doubtful).toMatchObject([{ value: "202", derived: "moved" }]);
  });

  it("are not sent where only words of order tell the rows apart", () => {
    const named = (first: number): Rows => numbers(first, ["first build", "second build"]);
    expect(click(jobs, "id", named(201), named(202), named(401), named(501)).sent).toHaveLength(1);
  });
});

describe("references in rows below those with the names", () => {
  const cards = (first: number, names: readonly string[] = ["Ann", "Bob"]): Rows =>
    names.flatMap((name, at): Rows => [
      [`h${String(first + at * 10)}`, name],
      [`e${String(first + at * 10 + 1)}`, "Invite"],
    ]);
  const invite = (form: Form, ...runs: readonly [Rows, Rows, Rows, Rows]): Told => {
    const turns = runs.map((rows) => [
      ["list", {}, form(rows)] as const,
      ["click", { ref: rows[3]?.[0] ?? null }, "ok"] as const,
    ]);
    const [recorded = [], ...lives] = turns;
    return tell({ recorded, checks: lives.slice(0, 2), live: lives[2] ?? [] });
  };
  const forms: [string, Form][] = [
    ["lines", lines],
    ["JSON", (rows) => ({ nodes: rows.map(([ref, label]) => ({ ref, label })) })],
  ];

  it.each(forms)("are sent where all rows stayed: %s", (_, form) => {
    expect(sentBy(invite(form, cards(100), cards(200), cards(300), cards(400)))).toEqual({ ref: "e411" });
  });

  it.each(forms)("are not sent where the names changed places in a check: %s", (_, form) => {
    const told = invite(form, cards(100), cards(200, ["Bob", "Ann"]), cards(300), cards(400));
    expect(told.learned.doubtful).toMatchObject([{ value: "e111", derived: "moved" }]);
  });

  it.each(forms)("are not sent where the names changed places in the replay: %s", (_, form) => {
    const told = invite(form, cards(100), cards(200), cards(300), cards(400, ["Bob", "Ann"]));
    expect(told.sent).toHaveLength(1);
  });

  it("are sent where only weekdays and made letters are others", () => {
    const dated = (first: number, word: string): Rows =>
      ["Ann", "Bob"].flatMap((name, at): Rows => [
        [`h${String(first + at * 10)}`, name],
        [`e${String(first + at * 10 + 1)}`, `Invite, ${word}`],
      ]);
    const told = invite(lines, dated(100, "Sat"), dated(200, "Sun"), dated(300, "Sun"), dated(400, "Tue"));
    expect(told.learned.doubtful).toEqual([]);
  });
});

describe("references of two counts", () => {
  const snapshot = (text: string): JsonValue => `- form "Order" [ref=${text}]`;
  const told = (live: string): string[] => tellOne(["s57e1", "s41e1", "s88e1", live].map(snapshot)).problems;

  it("may have fewer digits, or more, than all runs had by chance", () => {
    expect(told("s5e1")).toEqual([]);
    expect(told("s112e1")).toEqual([]);
  });

  it.each(["s05e1", "t57e1", "s57", "57e1", "s57f1", "s57e1x"])(
    "have the same letters and no zero before them: %s",
    (live) => {
      expect(told(live)).not.toEqual([]);
    },
  );
});

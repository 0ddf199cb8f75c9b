// Rows beside the recorded ones in a list that grows: what earlier runs of the suite left, and nothing else.
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { SaidWords } from "../../../src/variables/left-words.js";
import { play, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });
const IDS = ["a0001", "b0002", "c0003", "d0004"] as const;

type Rows = (id: string) => JsonValue;

/** Makes a row and lists all rows; each run leaves one. `now`: what the list has in the replay. */
function grown(row: Rows, now: readonly JsonValue[], more: Partial<PlaySketch> = {}) {
  const made = IDS.map((id) => json({ id }));
  const lists = [1, 2, 3].map((count) => json(IDS.slice(0, count).map(row)));
  return play({
    turns: [
      [["create_ticket", { title: "Printer" }, made[0] ?? "", made[3] ?? ""]],
      [["list_tickets", {}, lists[0] ?? "", json(now)]],
    ],
    checks: [1, 2].map((run) => [made[run] ?? "", lists[run] ?? ""]),
    ...more,
  });
}

const row: (id: string, more?: JsonObject) => JsonValue = (id, more = {}) => ({
  id,
  title: "Printer",
  state: "open",
  ...more,
});
const line: (id: string, words?: string) => string = (id, words = "Printer open") => `${id}: ${words}`;
const all = IDS.map((id) => row(id));

describe("a list that grows", () => {
  it("may have rows of earlier runs", () => {
    expect(grown((id) => row(id), all).problems).toEqual(["grown /content/0/json"]);
    expect(
      grown(
        (id) => line(id),
        IDS.map((id) => line(id)),
      ).problems,
    ).toEqual(["grown /content/0/json"]);
  });

  it.each<[string, JsonObject]>([
    ["another state", { state: "failed" }],
    ["another name", { title: "Scanner" }],
    ["an id that a row has already", { id: "a0001" }],
    ["another type", { state: null }],
  ])("has no row of an earlier run with %s", (_, more) => {
    const live = [row(IDS[0]), row(IDS[1], more), row(IDS[2]), row(IDS[3])];
    const played = grown((id) => row(id), live);
    expect(played.green).toBe(false);
    expect(played.problems).toEqual(["changed /content/0/json"]);
  });

  it.each([
    ["another state", line("b0002", "Printer failed")],
    ["another name", line("b0002", "Scanner open")],
    ["an id that a row has already", line("a0001")],
  ])("has no line of an earlier run with %s", (_, other) => {
    const live = [line(IDS[0]), other, line(IDS[2]), line(IDS[3])];
    expect(grown((id) => line(id), live).green).toBe(false);
  });

  it("may have what another workflow of the suite leaves", () => {
    const live = [row(IDS[0]), row(IDS[1]), row("e0005", { title: "Scanner", state: "closed" }), row(IDS[3])];
    expect(grown((id) => row(id), live).green).toBe(false);
    const result = (value: JsonValue) => ({
      kind: "result" as const,
      result: { content: [{ type: "text", text: JSON.stringify(value) }] },
    });
    const others = new SaidWords([
      { tool: "create_ticket", arguments: { title: "Scanner" }, outcome: result({ id: "f0006" }) },
      { tool: "close_ticket", arguments: { id: "f0006" }, outcome: result({ state: "closed" }) },
    ]);
    expect(grown((id) => row(id), live, { input: { others } }).problems).toEqual(["grown /content/0/json"]);
  });
});

describe("a row that the run removed", () => {
  /** Each run makes a draft and removes it, and makes an order that stays. */
  const removing = (now: readonly JsonValue[]) => {
    const drafts = ["a1001", "b1002", "c1003", "d1004"];
    const lists = [1, 2, 3].map((count) => json(IDS.slice(0, count).map((id) => row(id))));
    const run = (at: number): ResultSketch[] => [
      json({ id: drafts[at] }),
      "Deleted.",
      json({ id: IDS[at] }),
      lists[at] ?? "",
    ];
    const [recorded, live] = [run(0), run(3)] as const;
    const calls: [string, JsonObject][] = [
      ["create_ticket", { title: "Draft" }],
      ["delete_ticket", { id: drafts[0] ?? "" }],
      ["create_ticket", { title: "Printer" }],
      ["list_tickets", {}],
    ];
    return play({
      turns: calls.map(([tool, args], at) => [
        [tool, args, recorded[at] ?? "", at === 3 ? json(now) : (live[at] ?? "")],
      ]),
      checks: [run(1), run(2)],
    });
  };

  it("is none of an earlier run", () => {
    expect(removing(all).problems).toEqual(["grown /content/0/json"]);
    expect(removing([...all.slice(0, 3), row("d1004"), row(IDS[3])]).green).toBe(false);
    expect(removing([...all.slice(0, 3), row("e0005", { title: "Draft" }), row(IDS[3])]).green).toBe(false);
  });
});

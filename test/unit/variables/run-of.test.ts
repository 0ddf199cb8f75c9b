import { expect, it } from "vitest";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import { runOf } from "../../../src/variables/run.js";
import { makeTrace, type CallSketch } from "../../helpers/make-trace.js";

const turns = (id: string): CallSketch[][] => [
  [["create_user", { name: "Ada" }, { json: { id, name: "Ada" } }]],
  [["get_user", { id }, `Ada has the id ${id}.`]],
];

it("learns from traces and holds a trace", () => {
  const recorded = runOf(makeTrace({ turns: turns("u_8f3a21"), startedAt: "2026-11-28T10:00:00.000Z" }));
  const check = runOf(makeTrace({ turns: turns("u_11bc04"), startedAt: "2026-11-29T11:00:00.000Z" }));
  const live = runOf(makeTrace({ turns: turns("u_77aa10"), startedAt: "2026-12-01T11:00:00.000Z" }));
  const learned = learn(recorded, [check]);
  expect(learned.variables).toEqual([
    {
      name: "user-id",
      kind: "value",
      seen: ["8f3a21", "11bc04"],
      places: [
        { call: 1, at: "/content/0/json/id", token: 2 },
        { call: 2, at: "/content/0/text", token: 6 },
      ],
      sent: [{ call: 2, at: "/id", token: 2, by: "value" }],
    },
  ]);
  expect(hold(learned, recorded, live)).toMatchObject({
    green: true,
    findings: [],
    sent: [{ arguments: { name: "Ada" } }, { arguments: { id: "u_77aa10" } }],
  });
});

it("takes the start of each call from the trace", () => {
  const run = runOf(makeTrace({ turns: turns("a"), startedAt: "2026-11-28T10:00:00.000Z" }));
  const startedAt = Date.parse("2026-11-28T10:00:00.000Z");
  expect(run.calls.map(({ id, turn, moment }) => [id, turn, moment.callStart - startedAt])).toEqual([
    [1, 1, 1000],
    [2, 2, 2000],
  ]);
});

it("keeps every digit of an id", () => {
  const raw = (digits: string): string => `{"id":${digits}}`;
  const runs = ["9007199254740993", "9007199254740995", "9007199254740997"].map((digits, at) =>
    runOf(
      makeTrace({
        turns: [[["create_row", {}, raw(digits)]], [["get_row", { id: { $number: digits } }, raw(digits)]]],
        startedAt: `2026-11-2${String(at + 7)}T10:00:00.000Z`,
      }),
    ),
  );
  const [recorded, check, live] = runs;
  if (recorded === undefined || check === undefined || live === undefined) throw new Error("three runs");
  const held = hold(learn(recorded, [check]), recorded, live);
  expect(held.sent.at(-1)?.arguments).toEqual({ id: { $number: "9007199254740997" } });
  expect(held.findings).toEqual([]);
});

// What a drift says of itself: whether somebody called it harmless, and whether somebody could.
import { describe, expect, it } from "vitest";
import { driftId } from "../../../src/trace/drift-id.js";
import type { Drift } from "../../../src/trace/drift.js";
import { play, type PlaySketch } from "../../helpers/make-trace.js";

const json = (value: object) => ({ json: value as never });
const changed: PlaySketch["turns"] = [[["get", {}, json({ a: 1 }), json({ a: 2 })]]];
const additive: PlaySketch["turns"] = [[["get", {}, json({ a: 1 }), json({ a: 1, b: 2 })]]];
const [first] = play({ turns: changed }).drift;

describe("a drift is marked accepted", () => {
  it.each<[string, PlaySketch, boolean]>([
    ["by its id", { turns: changed, rules: { acceptedIds: [first?.id ?? ""] } }, true],
    ["not by another id", { turns: changed, rules: { acceptedIds: ["d-00000000"] } }, false],
    [
      "not by its id where all is strict",
      { turns: changed, rules: { acceptedIds: [first?.id ?? ""], strict: true } },
      false,
    ],
    ["as a class of the config", { turns: additive }, true],
    ["not as a class that the config leaves out", { turns: additive, rules: { accept: ["docs"] } }, false],
    ["not as a class where all is strict", { turns: additive, rules: { strict: true } }, false],
  ])("%s", (_, sketch, accepted) => {
    const { drift, green } = play(sketch);
    expect(drift.map((one) => one.accepted ?? false)).toEqual([accepted]);
    expect(green).toBe(accepted);
  });

  it("never where it differs on its own", () => {
    const turns: PlaySketch["turns"] = [[["get", {}, json({ id: "a1" }), json({ id: "b2" })]]];
    const { drift } = play({ turns, checks: ["c3", "d4"].map((id) => [json({ id })]) });
    expect(drift).toMatchObject([{ class: "volatile" }]);
    expect(drift[0]).not.toHaveProperty("accepted");
    const varies = [{ tool: "get", path: "/content/0/json/id" }];
    const freed = play({ turns, rules: { varies } }).drift;
    expect(freed).toMatchObject([{ class: "volatile" }]);
    expect(freed[0]).not.toHaveProperty("accepted");
  });
});

describe("a drift that nobody can accept", () => {
  it("says so: the server failed", () => {
    const played = play({ turns: changed, rules: { acceptedIds: [first?.id ?? ""] } });
    played.comparer.serverFailed("exited with code 1");
    expect(played.comparer.drift().at(-1)).toMatchObject({ class: "breaking", acceptable: false });
  });

  it("does not say so of what a person may wave through", () => {
    expect(first).not.toHaveProperty("acceptable");
  });
});

describe("the id of a drift", () => {
  const of = (more: Partial<Drift>): Omit<Drift, "id"> => ({
    class: "reworded",
    where: { part: "tool", tool: "get", path: "/description" },
    recorded: "a",
    present: "b",
    ...more,
  });

  it.each<[string, Partial<Drift>, boolean]>([
    ["of a tool", {}, true],
    ["of the instructions", { where: { part: "instructions", path: "" } }, true],
    ["of the server", { where: { part: "server", path: "/version" } }, true],
    ["of a result", { where: { part: "result", step: 1, call: 1, tool: "get", path: "" } }, false],
    ["of arguments", { where: { part: "arguments", step: 1, call: 1, tool: "get", path: "" } }, false],
  ])("%s: the same for all workflows: %s", (_, more, same) => {
    expect(driftId("one", of(more)) === driftId("other", of(more))).toBe(same);
  });

  it("has why a call breaks in it, for that is not the same in all workflows", () => {
    const breaks = (note: string): string => driftId("one", of({ class: "breaking", note }));
    expect(breaks("/verbose is not declared any more")).not.toBe(breaks("/limit is not declared any more"));
    expect(driftId("one", of({ note: "in other words" }))).toBe(driftId("one", of({})));
  });
});

// What a drift says of itself: whether somebody called it harmless, and whether somebody could.
import { describe, expect, it } from "vitest";
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

  it("never where it differs by itself", () => {
    const turns: PlaySketch["turns"] = [[["get", {}, json({ id: "a1" }), json({ id: "b2" })]]];
    const { drift } = play({ turns, rules: { varies: [{ call: 1, at: "/content/0/json/id" }] } });
    expect(drift).toMatchObject([{ class: "volatile" }]);
    expect(drift[0]).not.toHaveProperty("accepted");
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

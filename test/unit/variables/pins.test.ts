// Pins of values that have several tokens: all of them go out, as they were made of the result of each run.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { pinsForDoubts } from "../../../src/drift/prepare-call.js";
import type { Pin } from "../../../src/variables/pins.js";
import { tell, type Told } from "./runs.js";

/** The code of each run, and what was made of it; the live run is the last. */
function send(codes: readonly string[], make: (code: string) => string, pin: Partial<Pin>, key = "code"): Told {
  const turns = codes.map((code): [string, Record<string, string>, JsonValue][] => [
    ["create", {}, { code }],
    ["book", { [key]: make(code) }, "ok"],
  ]);
  const [recorded = [], ...lives] = turns;
  const pins: Pin[] = [{ tool: "create", path: "/content/0/json/code", into: "book", argument: `/${key}`, ...pin }];
  return tell({ recorded, checks: lives.slice(0, 2), live: lives[2] ?? [], options: { pins } });
}

const CODES = ["ord-8f3a21-x7", "ord-91bc04-y2", "ord-c3d4e5-z9", "ord-d4e5f6-w1"];
const DAYS = ["hop 12 of 2031-05", "hop 47 of 2033-01", "hop 31 of 2032-11", "hop 55 of 2030-08"];

describe("a pin of a value of several tokens", () => {
  it.each<[string, (code: string) => string, Partial<Pin>]>([
    ["in capitals", (code) => code.toUpperCase(), { as: "upper" }],
    ["encoded", (code) => Buffer.from(code).toString("base64"), { as: "base64" }],
    ["as it is", (code) => code, {}],
    ["in a text", (code) => `Please book ${code.toUpperCase()} now`, { as: "upper" }],
    ["in a text, from its first token", (code) => `Please book ${code.toUpperCase()} now`, { as: "upper", token: 3 }],
  ])("is sent whole: %s", (_, make, pin) => {
    for (const codes of [CODES, DAYS]) {
      const told = send(codes, make, pin);
      expect(told.learned.doubtful).toEqual([]);
      expect(told.sent[1]?.arguments).toEqual({ code: make(codes[3] ?? "") });
    }
  });

  it("asks without it", () => {
    const told = send(CODES, (code) => code.toUpperCase(), { argument: "/other" });
    expect(told.learned.doubtful.map(({ at }) => at)).toContain("/code");
  });
});

describe("the pins that a report offers", () => {
  const doubted = (codes: readonly string[], make: (code: string) => string): Pin[][] => {
    const { learned } = send(codes, make, { argument: "/other" });
    const calls = ["create", "book"].map((tool, at) => ({ id: at + 1, tool }));
    return pinsForDoubts(learned, calls);
  };

  it("say how the argument was made", () => {
    const codes = ["8f3a21b7", "91bc04d2", "c3d4e5f6", "d4e5f6a1"];
    expect(doubted(codes, (code) => code.toUpperCase())).toEqual([
      [
        { tool: "create", path: "/content/0/json/code", into: "book", argument: "/code", as: "upper" },
        { into: "book", argument: "/code", constant: true },
      ],
    ]);
  });

  it("name no place that the argument cannot be made of", () => {
    const temperatures = ["20", "19", "18", "21"];
    expect(doubted(temperatures, (degrees) => String(Number(degrees) * 300))).toEqual([
      [{ into: "book", argument: "/code", constant: true }],
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { differsOnlyInVariables, hasContractVariables } from "../../../src/cassette/shared-contract.js";
import type { JsonValue } from "../../../src/json/value.js";
import type { Contract } from "../../../src/trace/contract.js";
import type { Place, Variable } from "../../../src/variables/learned.js";

const contractOf = (port: string, day: string, limit: number, more = "fast"): Contract => ({
  server: { name: "s", version: "1" },
  capabilities: {},
  instructions: `A ${more} server.\nListens on ${port}, since ${day}.`,
  tools: [
    { name: "a", description: `See ${port}`, inputSchema: { type: "object" } },
    { name: "b/c", inputSchema: { type: "object", properties: { x: { default: limit } } } },
  ],
});
const variable = (seen: JsonValue, ...places: Omit<Place, "call">[]): Variable => {
  const own = places.map((place) => ({ call: 0, ...place }));
  return { name: "v", kind: "value", seen: [seen, "x"], places: own, sent: [] };
};
const recorded = contractOf("4011", "2026-11-28", 10);
const port = variable("4011", { at: "/instructions/lines/1", token: 3 }, { at: "/tools/a/description", token: 2 });
const day = variable("2026-11-28", { at: "/instructions/lines/1", token: [5, 7] });
const limit = variable(10, { at: "/tools/b~1c/inputSchema/properties/x/default" });
const variables = [port, day, limit];

describe("a contract differs from another one only in variables", () => {
  test.each<[string, Contract, Variable[], boolean]>([
    ["the same", recorded, [], true],
    ["other values in all their places", contractOf("4093", "2026-11-30", 12), variables, true],
    ["another value in a place that is none", contractOf("4093", "2026-11-30", 12), [port, limit], false],
    ["other text", contractOf("4093", "2026-11-30", 12, "slow"), variables, false],
    ["more tokens", contractOf("40-93", "2026-11-30", 12), variables, false],
    [
      "a number that is a text",
      { ...recorded, tools: JSON.parse(JSON.stringify(recorded.tools).replace("10", '"10"')) },
      [limit],
      false,
    ],
    ["another order of tools", { ...recorded, tools: recorded.tools.toReversed() }, variables, false],
    ["a tool more", { ...recorded, tools: [...recorded.tools, { name: "d" }] }, variables, false],
    [
      "a value that does not stand where it was learned",
      contractOf("4093", "2026-11-28", 10),
      [{ ...port, seen: ["4012"] }],
      false,
    ],
    ["a place that is not there", recorded, [variable("x", { at: "/tools/z/description" })], false],
    ["the name of a property", recorded, [variable("x", { at: "/instructions", key: true })], false],
  ])("%s", (_, other, learned, is) => {
    expect(differsOnlyInVariables(recorded, other, { variables: learned })).toBe(is);
  });

  test("variables of calls are none of the contract", () => {
    const ofCall = { ...port, places: [{ call: 1, at: "/content/0/text" }] };
    expect([ofCall, port].map((one) => hasContractVariables({ variables: [one] }))).toEqual([false, true]);
    expect(differsOnlyInVariables(recorded, recorded, { variables: [ofCall] })).toBe(true);
  });
});

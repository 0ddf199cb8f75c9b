import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  parseAccepted,
  serializeAccepted,
  type AcceptedChange,
  type AcceptedDrift,
} from "../../../src/cassette/accepted-file.js";
import { addSeal } from "../../../src/cassette/seal.js";
import { McpvalsError } from "../../../src/errors.js";
import { jsonValue, nastyString } from "../../helpers/arbitrary-json.js";

const entry: AcceptedDrift = {
  id: "d-0a1b2c3d",
  workflow: "book a table",
  class: "changed",
  where: { part: "result", step: 1, call: 2, tool: "get_user", path: "/content/0/json/email" },
  recorded: "ann@old.example",
  present: "ann@new.example",
  why: "the fixture moved",
};

const failure = (text: string): McpvalsError => {
  try {
    parseAccepted(text, "accepted.yaml");
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("it was taken");
};
const withoutSeal = (text: string): string => text.slice(0, text.lastIndexOf("seal: "));
const edited = (change: (text: string) => string): string => addSeal(change(withoutSeal(serializeAccepted([entry]))));

describe("accepted.yaml", () => {
  it("comes back as it was, whatever the values and the reason hold", () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
    const one = fc.record({
      id: fc.stringMatching(/^d-[0-9a-f]{8}$/),
      version: maybe(fc.constant(1)),
      workflow: nastyString,
      class: fc.constantFrom("docs", "additive", "reworded", "changed", "breaking", "client"),
      where: fc.record({
        part: fc.constantFrom("result", "arguments", "tool", "instructions", "server", "model", "run"),
        step: maybe(fc.integer({ min: 1, max: 99 })),
        call: maybe(fc.integer({ min: 1, max: 99 })),
        tool: maybe(nastyString),
        path: nastyString,
        token: maybe(fc.constantFrom(4, [4, 7])),
      }),
      recorded: maybe(jsonValue),
      present: maybe(jsonValue),
      why: nastyString.filter((text) => text !== ""),
    }) as fc.Arbitrary<AcceptedDrift>;
    const change = fc.record({
      id: fc.stringMatching(/^d-[0-9a-f]{8}$/),
      rule: nastyString,
      class: fc.constantFrom("breaking", "risky", "compatible", "docs"),
      subject: fc.record({ kind: fc.constantFrom("tool", "server", "resource-template"), name: maybe(nastyString) }),
      path: nastyString,
      before: maybe(jsonValue),
      after: maybe(jsonValue),
      why: nastyString.filter((text) => text !== ""),
    }) as fc.Arbitrary<AcceptedChange>;
    const some = <T extends { id: string }>(entry: fc.Arbitrary<T>) =>
      fc.uniqueArray(entry, { selector: ({ id }) => id, maxLength: 4 });
    fc.assert(
      fc.property(some(one), some(change), (drift, contract) => {
        const text = serializeAccepted(drift, contract);
        const parsed = parseAccepted(text, "accepted.yaml");
        const byId = (list: { id: string }[]) =>
          Object.fromEntries(list.map((item) => [item.id, JSON.parse(JSON.stringify(item)) as unknown]));
        expect(byId(parsed.drift)).toEqual(byId(drift));
        expect(byId(parsed.contract)).toEqual(byId(contract));
        expect(serializeAccepted(parsed.drift, parsed.contract)).toBe(text);
        expect(serializeAccepted(drift.toReversed(), contract.toReversed())).toBe(text);
      }),
    );
  });

  it.each<[string, string, string, string]>([
    [
      "edited by hand",
      serializeAccepted([entry]).replace("ann@new", "eve@new"),
      "CASSETTE_SEAL",
      "does not fit its seal",
    ],
    ["cut off", withoutSeal(serializeAccepted([entry])), "CASSETTE_SEAL", "the seal"],
    ["in conflict", `<<<<<<< HEAD\n${serializeAccepted([entry])}`, "CASSETTE_CONFLICT", "conflict markers"],
    [
      "of a newer version",
      edited((text) => text.replace("accepted: 2", "accepted: 3")),
      "CASSETTE_VERSION",
      "version 3",
    ],
    ["with an unknown key", edited((text) => text.replace("why:", "who: me\n    why:")), "CASSETTE_INVALID", "who"],
    ["with an alias", edited((text) => text.replace("why: the", "why: *x #")), "CASSETTE_INVALID", "alias"],
    [
      "without a reason",
      edited((text) => text.replace("why: the fixture moved", 'why: ""')),
      "CASSETTE_INVALID",
      "why",
    ],
    [
      "of a class that is never accepted",
      edited((text) => text.replace("changed", "volatile")),
      "CASSETTE_INVALID",
      "class",
    ],
    ["with an id twice", edited((text) => text + text.slice(text.indexOf("  - id"))), "CASSETTE_INVALID", "twice"],
    ["empty", "", "CASSETTE_SEAL", "the seal"],
  ])("that is %s is refused", (_, text, code, words) => {
    const error = failure(text);
    expect(error.code).toBe(code);
    expect(error.message).toContain("accepted.yaml");
    expect(error.message).toContain(words);
    expect(error.fix).toBeDefined();
  });

  it("does not say that it could be recorded again", () => {
    expect(failure(serializeAccepted([entry]).replace("ann@new", "eve@new")).fix).not.toContain("record");
  });

  it("is read in version 1; its entries are marked, and stay so when it is written again", () => {
    const change: AcceptedChange = {
      id: "d-00000001",
      rule: "tool-removed",
      class: "breaking",
      subject: { kind: "tool", name: "a" },
      path: "",
      why: "x",
    };
    const { id } = entry;
    const former = serializeAccepted([entry], [change], 1);
    expect(former).toMatch(/^accepted: 1\n/);
    expect(former).not.toContain("version");
    const read = parseAccepted(former, "accepted.yaml");
    expect(read).toEqual({ version: 1, drift: [{ ...entry, version: 1 }], contract: [{ ...change, version: 1 }] });
    expect(serializeAccepted(read.drift, read.contract, 1)).toBe(former);
    const anew = serializeAccepted([...read.drift, { ...entry, id: "d-00000002" }], read.contract);
    expect(anew).toContain(`- id: ${id}\n    version: 1\n    workflow:`);
    const again = parseAccepted(anew, "accepted.yaml");
    expect(again.version).toBe(2);
    expect(again.drift.map((one) => [one.id, one.version])).toEqual([
      ["d-00000002", undefined],
      [id, 1],
    ]);
  });

  it.each([
    ["a mark", "id: d-0a1b2c3d", "id: d-0a1b2c3d\n    version: 1"],
    ["a class", "class: changed", "class: client"],
    ["a token", "path: /content/0/json/email", "path: /content/0/json/email, token: 3"],
  ])("of version 1 has no %s of version 2", (_, from, to) => {
    const former = withoutSeal(serializeAccepted([entry], [], 1));
    expect(former).toContain(from);
    expect(failure(addSeal(former.replace(from, to))).code).toBe("CASSETTE_INVALID");
  });
});

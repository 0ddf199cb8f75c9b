// Server info, protocol, instructions, capabilities: what is not in a list.
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff-contracts.js";
import type { ContractChange } from "../../../src/contract/change.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { Contract } from "../../../src/trace/contract.js";
import { makeContract } from "../../helpers/make-trace.js";

function diff(before: Partial<Contract>, after: Partial<Contract>): ContractChange[] {
  return diffContracts(makeContract([], before), makeContract([], after));
}

function brief(changes: readonly ContractChange[]): string[] {
  return changes.map((change) => `${change.class} ${change.rule} ${change.subject.name ?? "-"}${change.path}`);
}

const capabilities = (before: JsonObject, after: JsonObject): string[] =>
  brief(diff({ capabilities: before }, { capabilities: after }));

describe("the server itself", () => {
  test("another version is docs, with both values", () => {
    const changes = diff({ server: { name: "s", version: "1" } }, { server: { name: "s", version: "2", title: "S" } });
    expect(changes).toEqual([
      {
        id: expect.stringMatching(/^d-[0-9a-f]{8}$/),
        rule: "server-info-changed",
        class: "docs",
        subject: { kind: "server" },
        path: "/version",
        before: "1",
        after: "2",
        message: "The server's version changed.",
      },
      {
        id: expect.any(String),
        rule: "server-info-changed",
        class: "docs",
        subject: { kind: "server" },
        path: "/title",
        after: "S",
        message: "The server's title is new.",
      },
    ]);
  });

  test("instructions are docs, but the change says that they influence Claude", () => {
    const [change] = diff({}, { instructions: "Ask first." });
    expect(change).toMatchObject({ rule: "instructions-changed", class: "docs", after: "Ask first." });
    expect(change?.note).toContain("influence");
    expect(diff({ instructions: "Ask first.\n" }, { instructions: "Ask first." })).toEqual([]);
  });

  test.each([
    ["2024-11-05", "2025-11-25", "compatible protocol-newer"],
    ["2025-11-25", "2025-06-18", "risky protocol-older"],
    ["2025-11-25", "2026-07-28", "breaking protocol-era-changed"],
    ["2026-07-28", "2025-11-25", "breaking protocol-era-changed"],
    ["2025-11-25", "draft", "risky protocol-older"],
  ])("protocol %s and then %s is %s", (before, after, expected) => {
    const contract = makeContract([]);
    const changes = diffContracts(contract, contract, { before: { protocol: before }, after: { protocol: after } });
    expect(brief(changes)).toEqual([`${expected} -/protocolVersion`]);
  });

  test("a protocol that was not said is not a change", () => {
    const contract = makeContract([]);
    expect(diffContracts(contract, contract, { before: { protocol: "" }, after: { protocol: "2025-11-25" } })).toEqual(
      [],
    );
  });
});

describe("capabilities", () => {
  test.each<[JsonObject, JsonObject, string]>([
    [{ tools: {}, logging: {} }, { tools: {} }, "breaking capability-removed logging"],
    [{ tools: {} }, { tools: {}, completions: {} }, "compatible capability-added completions"],
    [{ resources: { subscribe: true } }, { resources: {} }, "breaking capability-removed resources/subscribe"],
    [
      { resources: { subscribe: true } },
      { resources: { subscribe: false } },
      "breaking capability-removed resources/subscribe",
    ],
    [{ tools: { listChanged: true } }, { tools: {} }, "risky capability-notification-removed tools/listChanged"],
    [{ tools: {} }, { tools: { listChanged: true } }, "compatible capability-added tools/listChanged"],
    [{ tools: {} }, { tools: { listChanged: false } }, "docs default-spelled-out tools/listChanged"],
    [
      { tasks: { requests: { tools: { call: {} } } } },
      { tasks: { requests: { tools: {} } } },
      "breaking capability-removed tasks/requests/tools/call",
    ],
    [
      { experimental: { x: { level: 1 } } },
      { experimental: { x: { level: 2 } } },
      "risky capability-changed experimental/x/level",
    ],
    [{ extensions: { "a/b": {} } }, { extensions: {} }, "breaking capability-removed extensions/a~1b"],
  ])("%j and then %j is %s", (before, after, expected) => {
    expect(capabilities(before, after)).toEqual([expected]);
  });

  test("what is lost is named by its methods; what nobody knows counts as breaking and says so", () => {
    const [known] = diff({ capabilities: { prompts: {} } }, { capabilities: {} });
    expect(known?.message).toBe(
      "The capability `prompts` is gone: the server refuses `prompts/list` and `prompts/get` now.",
    );
    expect(known).not.toHaveProperty("note");
    const [unknown] = diff({ capabilities: { teleport: {} } }, { capabilities: {} });
    expect(unknown).toMatchObject({ class: "breaking", note: expect.stringContaining("does not know") });
  });

  test("a promised list that is not answered any more is one change, not the end of each prompt", () => {
    const promised = { capabilities: { prompts: {} } };
    const prompts = [{ name: "a" }, { name: "b" }];
    expect(brief(diff({ ...promised, prompts }, promised))).toEqual(["breaking list-unanswered prompts"]);
    expect(brief(diff(promised, { ...promised, prompts }))).toEqual(["compatible list-answered prompts"]);
    expect(diff(promised, { ...promised, prompts: [] })).toEqual([]);
    expect(brief(diff({ ...promised, prompts }, { capabilities: {} }))).toEqual([
      "breaking capability-removed prompts",
      "breaking prompt-removed a",
      "breaking prompt-removed b",
    ]);
  });
});

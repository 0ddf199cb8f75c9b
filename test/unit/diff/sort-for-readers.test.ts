// The order in which a diff is read: what recorded calls use first, then one subject after another, the worst first.
import { describe, expect, it } from "vitest";
import type { ContractChange } from "../../../src/contract/change.js";
import { findCalledTools, sortForReaders, worstFirst } from "../../../src/diff/sort-for-readers.js";
import { callDiff, workflowDiff } from "../render/diff/sample-diffs.js";

const change = (
  kind: ContractChange["class"],
  name: string,
  rule: string,
  of: ContractChange["subject"]["kind"] = "tool",
): ContractChange => ({ id: "d-1", class: kind, rule, subject: { kind: of, name }, path: "", message: "" });
const namesOf = (changes: ContractChange[]) => changes.map(({ subject, rule }) => `${subject.name} ${rule}`);

describe("changes of a contract", () => {
  it("of a tool that a recorded call uses come first, however mild, and those of one tool stay together", () => {
    const changes = [
      change("breaking", "drop", "gone"),
      change("breaking", "test://1", "gone", "resource"),
      change("risky", "echo", "flipped"),
      change("risky", "drop", "flipped"),
      change("docs", "find", "reworded"),
    ];
    const called = findCalledTools([workflowDiff("w", "SAME", { calls: [callDiff(1, { tool: "find" })] })]);
    expect(namesOf(sortForReaders(changes, called))).toEqual([
      "find reworded",
      "drop gone",
      "drop flipped",
      "test://1 gone",
      "echo flipped",
    ]);
  });

  it("that are accepted do not lift their tool", () => {
    const accepted = { ...change("breaking", "drop", "gone"), accepted: true as const };
    expect(namesOf(sortForReaders([accepted, change("docs", "echo", "reworded")], new Map()))).toEqual([
      "echo reworded",
      "drop gone",
    ]);
  });

  it("of a prompt with the name of a called tool are not what the call uses", () => {
    const changes = [change("breaking", "drop", "gone"), change("breaking", "find", "gone", "prompt")];
    expect(namesOf(sortForReaders(changes, new Map([["find", ["w"]]])))).toEqual(["drop gone", "find gone"]);
  });
});

describe("workflows", () => {
  it("are sorted with the worst first, and called tools name each workflow once", () => {
    const calls = [callDiff(1, { tool: "find" }), callDiff(2, { tool: "find" })];
    const workflows = [workflowDiff("a", "SAME", { calls }), workflowDiff("b", "BREAKING", { calls })];
    expect(worstFirst(workflows).map(({ workflow }) => workflow)).toEqual(["b", "a"]);
    expect(findCalledTools(workflows)).toEqual(new Map([["find", ["a", "b"]]]));
  });
});

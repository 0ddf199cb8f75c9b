// What needs no accepting says why, and what does is left to a person.
import { expect, it } from "vitest";
import { drift as driftSchema } from "../../../src/report/schema.js";
import type { FoundDrift } from "../../../src/run/find-drift.js";
import { describeRefusal, whyAcceptNothing, whyChangeNeedless } from "../../../src/run/acceptable.js";

it("a class that is that never leaves a verdict open says so", () => {
  const asked = driftSchema.shape.class.options.filter(
    (kind) =>
      whyAcceptNothing({ id: "d-1", class: kind, where: { part: "run", path: "" } }, { accept: [] }) === undefined,
  );
  expect(asked).toEqual(["breaking", "changed", "reworded", "additive", "docs"]);
});

it("a class that the config calls harmless needs no accepting, one that is not a class to accept does", () => {
  const of = (kind: "reworded" | "docs" | "changed", accept?: ("docs" | "additive" | "reworded")[]) =>
    whyAcceptNothing(
      { id: "d-1", class: kind, where: { part: "run", path: "" } },
      accept === undefined ? {} : { accept },
    );
  expect(of("docs")).toMatch(/^docs: the whole class is harmless here/);
  expect(of("docs", [])).toBe(undefined);
  expect(of("reworded")).toBe(undefined);
  expect(of("reworded", ["reworded"])).toMatch(/^reworded: /);
  expect(of("changed", ["docs", "additive", "reworded"])).toBe(undefined);
});

it("of the contract's changes only those of docs need no accepting, where the config accepts docs", () => {
  expect(whyChangeNeedless({ class: "docs" }, {})).toMatch(/^docs: /);
  expect(whyChangeNeedless({ class: "docs" }, { accept: [] })).toBe(undefined);
  expect(whyChangeNeedless({ class: "breaking" }, { accept: ["docs", "additive", "reworded"] })).toBe(undefined);
});

it("nobody accepts what leaves nothing to go on with, nor drift of another recording", () => {
  const found = (acceptable?: false, recordedAgain = false) =>
    ({
      drift: {
        id: "d-1",
        class: "changed",
        where: { part: "result", call: 1, tool: "get", path: "/a" },
        note: "it is gone",
        ...(acceptable === undefined ? {} : { acceptable }),
      },
      workflow: "w",
      recordedAgain,
    }) as FoundDrift;
  expect(describeRefusal(found())).toBe(undefined);
  expect(describeRefusal(found(false))).toMatch(/^d-1 \(w, .*\): the replay cannot continue \(it is gone\)/);
  expect(describeRefusal(found(undefined, true))).toMatch(/recorded again since/);
});

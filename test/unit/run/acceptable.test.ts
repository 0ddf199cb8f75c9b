// What needs no accepting says why, and what does is left to a person.
import { expect, it } from "vitest";
import { drift as driftSchema } from "../../../src/report/schema.js";
import { whyAcceptNothing } from "../../../src/run/acceptable.js";

it("a class that is that keeps nothing from a verdict says so", () => {
  const asked = driftSchema.shape.class.options.filter(
    (kind) =>
      whyAcceptNothing({ id: "d-1", class: kind, where: { part: "run", path: "" } }, { accept: [] }) === undefined,
  );
  expect(asked).toEqual(["breaking", "changed", "reworded", "additive", "docs"]);
});

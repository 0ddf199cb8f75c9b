// Every class of drift is counted in the reports, whatever it is.
import { expect, it } from "vitest";
import { drift as driftSchema } from "../../../src/report/schema.js";
import { countDrift, worstDriftFirst } from "../../../src/report/worst-drift-first.js";
import type { Drift } from "../../../src/trace/drift.js";

const classes = driftSchema.shape.class.options;
const drift = classes.map((kind, at): Drift => ({
  id: `d-${String(at)}`,
  class: kind,
  where: { part: "run", path: "" },
}));

it("keeps each drift, and counts each class once", () => {
  expect(
    worstDriftFirst(drift)
      .map(({ class: kind }) => kind)
      .toSorted(),
  ).toEqual(classes.toSorted());
  expect(countDrift(drift).toSorted()).toEqual(classes.map((kind) => `1 ${kind}`).toSorted());
});

// What needs no accepting says why, and what does is left to a person.
import { expect, it } from "vitest";
import { drift as driftSchema } from "../../../src/report/schema.js";
import { whyNeedless } from "../../../src/run/acceptable.js";

it("a class that is in nobody's way says so", () => {
  const asked = driftSchema.shape.class.options.filter(
    (kind) => whyNeedless({ id: "d-1", class: kind, where: { part: "run", path: "" } }, { accept: [] }) === undefined,
  );
  expect(asked).toEqual(["docs", "additive", "reworded", "changed", "breaking"]);
});

import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

const said = (name: string): string => `[Snapshot](tmp/mcpvals-run-04115b94-${name}/page.yml)`;

describe("the name of a run's folder in a relative path", () => {
  it.each([
    ["0006833-meoY9Z", "0006833-6nblvT", "0006833-XL9Fw2", "0010921-KEv25y"],
    ["0006833-meoYxZ", "0006833-nbQlvT", "0006833-XLpFwM", "0010921-KEvtNy"],
    ["0006833-UcYLNI", "0006833-6nblvT", "0006833-XLpFwM", "0010921-EcUFMW"],
  ])("may be that of another process: %s", (...names) => {
    const { learned, problems } = tellOne(names.map(said));
    expect(learned.unstable).toEqual([]);
    expect(problems).toEqual([]);
  });
});

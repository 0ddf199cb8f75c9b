import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../../src/diff/diff.js";
import { buildDiffSchema, diffReportSchema } from "../../../../src/report/diff-schema.js";
import { renderDiffJson } from "../../../../src/render/formats/diff/json.js";
import { diffReport } from "../../../helpers/arbitrary-diff.js";
import { diffOf, mixedDiff } from "./sample-diffs.js";

const strict = new Validator({ ...buildDiffSchema("strict") }, "7", false);
const open = new Validator({ ...buildDiffSchema() }, "7", false);
const errorsOf = (validator: Validator, document: unknown) => validator.validate(document).errors;
const written = (report: DiffReport) => JSON.parse(renderDiffJson(report));

describe("the schema of the JSON report of a diff", () => {
  it("describes any diff, every key of it", () => {
    fc.assert(
      fc.property(diffReport, (report) => {
        expect(errorsOf(strict, written(report))).toEqual([]);
        expect(errorsOf(open, written(report))).toEqual([]);
        expect(diffReportSchema.safeParse(written(report)).error).toBe(undefined);
      }),
      { numRuns: 20 },
    );
    expect(errorsOf(strict, written(mixedDiff()))).toEqual([]);
  });

  it("refuses what is no diff, and takes keys of a later version", () => {
    const report = written(mixedDiff());
    expect(errorsOf(open, { ...report, later: 1 })).toEqual([]);
    expect(errorsOf(strict, { ...report, later: 1 })).not.toEqual([]);
    expect(errorsOf(strict, { ...report, summary: { ...report.summary, later: 1 } })).not.toEqual([]);
    expect(errorsOf(open, { ...report, version: 3 })).not.toEqual([]);
    expect(errorsOf(open, { ...report, kind: "review" })).not.toEqual([]);
    expect(errorsOf(open, { ...report, verdict: "passed" })).not.toEqual([]);
    expect(errorsOf(open, {})).not.toEqual([]);
  });

  it("is the file that is published", () => {
    const file = new URL("../../../../docs/diff.schema.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8")), "run `npm run schema`").toEqual(buildDiffSchema());
  });
});

describe("the JSON report of a diff", () => {
  it("is the diff as it is, in ASCII where a terminal would be moved, and the same each time", () => {
    const report = { ...diffOf("SAME", []), by: "\u001b[31m\u202e" };
    expect(written(report)).toEqual(report);
    expect(renderDiffJson(report)).toContain(String.raw`"by": "\u001b[31m\u202e"`);
    expect(renderDiffJson(report)).toBe(renderDiffJson(structuredClone(report)));
    expect(renderDiffJson(report).endsWith("}\n")).toBe(true);
  });
});

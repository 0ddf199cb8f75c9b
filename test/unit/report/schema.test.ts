import { Validator } from "@cfworker/json-schema";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { renderJson } from "../../../src/render/formats/json.js";
import { buildReportSchema } from "../../../src/report/schema.js";
import { changedRun, EVIL, evilRun, mixed, passedRun, reportOf, toolSuite } from "../../helpers/sample-reports.js";

const strict = new Validator({ ...buildReportSchema("strict") }, "7", false);
const open = new Validator({ ...buildReportSchema() }, "7", false);
const errorsOf = (validator: Validator, document: unknown) => validator.validate(document).errors;

describe("the schema of the JSON report", () => {
  it.each([
    ["one of each verdict", [mixed()]],
    ["several suites", [mixed(), reportOf([passedRun()], [], "other")]],
    ["hostile texts", [reportOf([evilRun(EVIL.toWellFormed())], [toolSuite("<b>")])]],
    ["nothing at all", []],
  ])("describes %s, every key of it", (_, reports) => {
    expect(errorsOf(strict, JSON.parse(renderJson(reports)))).toEqual([]);
    expect(errorsOf(open, JSON.parse(renderJson(reports)))).toEqual([]);
  });

  it("refuses what is not a report, and takes keys of a later version", () => {
    const report = JSON.parse(renderJson([mixed()]));
    expect(errorsOf(open, { ...report, later: 1 })).toEqual([]);
    expect(errorsOf(strict, { ...report, later: 1 })).not.toEqual([]);
    expect(errorsOf(open, { ...report, version: 3 })).not.toEqual([]);
    expect(errorsOf(open, { ...report, evaluations: [{ ...report.evaluations[0], overallScore: 2 }] })).not.toEqual([]);
    expect(errorsOf(open, { ...report, summary: {} })).not.toEqual([]);
    expect(errorsOf(open, {})).not.toEqual([]);
  });

  it("is the file that is published", () => {
    const file = new URL("../../../docs/report.schema.json", import.meta.url);
    expect(JSON.parse(readFileSync(file, "utf8")), "run `npm run schema`").toEqual(buildReportSchema());
  });
});

describe("renderJson", () => {
  it("holds no transcript, whoever asked for one, so that it is the same text", () => {
    expect(changedRun("w", true).transcript).toBeDefined();
    expect(renderJson([reportOf([changedRun("w", true)])])).toBe(renderJson([reportOf([changedRun("w", false)])]));
  });
});

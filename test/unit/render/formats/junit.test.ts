import fc from "fast-check";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../src/report/report.js";
import { renderJunit } from "../../../../src/render/formats/junit.js";
import {
  changedRun,
  evilRun,
  failedRun,
  mixed,
  passedRun,
  reportOf,
  skippedRun,
  toolSuite,
} from "../../../helpers/sample-reports.js";

/** The schema of Jenkins' xUnit plugin (junit-10.xsd), the strictest of those in use: attributes and children by element. */
const SCHEMA: Record<string, { required: string[]; optional: string[]; children: string[] }> = {
  testsuites: { required: [], optional: ["name", "time", "tests", "failures", "errors"], children: ["testsuite"] },
  testsuite: {
    required: ["name", "tests", "failures", "errors"],
    optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url", "version"],
    children: ["testsuite", "properties", "testcase", "system-out", "system-err"],
  },
  testcase: {
    required: ["name"],
    optional: ["time", "classname", "group"],
    children: ["skipped", "error", "failure", "system-out", "system-err"],
  },
  properties: { required: [], optional: [], children: ["property"] },
  property: { required: ["name", "value"], optional: [], children: [] },
  failure: { required: [], optional: ["type", "message"], children: [] },
  error: { required: [], optional: ["type", "message"], children: [] },
  skipped: { required: [], optional: ["type", "message"], children: [] },
  "system-out": { required: [], optional: [], children: [] },
};
const TIME = /^(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\.[0-9]*)?$/;
/** What XML 1.0 cannot hold, written out or not. */
const NO_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** Reads a document and holds it against the schema. */
function read(xml: string): Element {
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(NO_XML.exec(xml)?.[0]).toBe(undefined);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    ignoreDeclaration: true,
  });
  const [root] = (parser.parse(xml) as Record<string, unknown>[]).filter((node) => !("#text" in node));
  const element = toElement(root as Record<string, unknown>);
  check(element);
  return element;
}

function toElement(node: Record<string, unknown>): Element {
  const name = Object.keys(node).find((key) => key !== ":@") ?? "";
  const inside = node[name] as Record<string, unknown>[];
  return {
    name,
    attributes: (node[":@"] ?? {}) as Record<string, string>,
    children: inside.filter((child) => !("#text" in child)).map(toElement),
    text: inside.map((child) => (child["#text"] as string | undefined) ?? "").join(""),
  };
}

function check(element: Element): void {
  const rule = SCHEMA[element.name];
  if (rule === undefined) throw new Error(`The schema knows no ${element.name}`);
  const { required, optional, children } = rule;
  expect(Object.keys(element.attributes)).toEqual(expect.arrayContaining(required));
  for (const name of Object.keys(element.attributes)) expect([...required, ...optional]).toContain(name);
  if (element.attributes["time"] !== undefined) expect(element.attributes["time"]).toMatch(TIME);
  for (const child of element.children) {
    expect(children).toContain(child.name);
    check(child);
  }
}

const suitesOf = (...reports: Report[]): Element[] => read(renderJunit(reports)).children;
const casesOf = (suite: Element | undefined): Element[] =>
  (suite?.children ?? []).filter((one) => one.name === "testcase");
const outcomes = (suite: Element | undefined): Record<string, string | undefined> =>
  Object.fromEntries(casesOf(suite).map((one) => [one.attributes["name"], one.children[0]?.name]));
const propertiesOf = (suite: Element | undefined): Record<string, string | undefined> =>
  Object.fromEntries(
    (suite?.children ?? [])
      .filter((one) => one.name === "properties")
      .flatMap((one) => one.children)
      .map(({ attributes }) => [attributes["name"], attributes["value"]]),
  );

describe("renderJunit", () => {
  it("has a testcase for each workflow; inconclusive and error are errors, with the reason", () => {
    const [suite] = suitesOf(mixed());
    expect(outcomes(suite)).toEqual({
      "add-two-numbers": "system-out",
      "change-an-order": "error",
      divide: "failure",
      multiply: "system-out",
      overloaded: "error",
      "not-recorded": "error",
      later: "skipped",
    });
    expect(suite?.attributes).toMatchObject({ tests: "7", failures: "1", errors: "3", skipped: "1" });
    const [changed, failed] = casesOf(suite).slice(1, 3);
    expect(changed?.children[0]?.attributes).toEqual({
      type: "inconclusive",
      message: "read_order (call 2) answered something else",
    });
    expect(changed?.children[0]?.text).toContain("mcpvals accept d-0000000002");
    expect(failed?.children[0]?.attributes["message"]).toMatch(
      /^divide \(call 1\) failed: .*division is not available/,
    );
    expect(failed?.attributes).toMatchObject({ classname: "calc", time: "1.500" });
    expect(casesOf(suite)[6]?.children[0]?.attributes).toEqual({ message: "The config says skip." });
  });

  it("has the metrics, and what they scored when recorded, as properties", () => {
    const properties = propertiesOf(suitesOf(mixed())[0]);
    expect(properties).toMatchObject({
      "add-two-numbers/end-to-end-success": "1",
      "add-two-numbers/overallScore": "1",
      "add-two-numbers/llm-judge": "0.92",
      "add-two-numbers/calls": "1",
      "change-an-order/end-to-end-success": "–",
      "change-an-order/end-to-end-success.baseline": "1",
      "divide/tool-call-health": "0",
      "later/verdict": "skipped",
      "suite.file": "suites/calc.config.json",
    });
  });

  it("has a testsuite for each suite, and for each suite of direct tool tests", () => {
    const suites = suitesOf(mixed(), reportOf([passedRun()], [toolSuite("other")], "second"));
    expect(suites.map(({ attributes }) => attributes["name"])).toEqual([
      "calc",
      "calc / basics",
      "second",
      "second / other",
    ]);
    expect(outcomes(suites[1])).toEqual({ add: "system-out", "divide: by zero": "failure", sleep: "skipped" });
    const document = read(renderJunit([mixed(), reportOf([failedRun()], [], "second")]));
    expect(document.attributes).toMatchObject({ tests: "11", failures: "3", errors: "3" });
  });

  it("never reads as green where nothing was evaluated", () => {
    const broken: Report = { ...reportOf([]), verdict: "error" };
    for (const report of [reportOf([]), reportOf([skippedRun()]), broken]) {
      const [suite] = suitesOf(report);
      expect(suite?.attributes["errors"]).toBe("1");
      expect(outcomes(suite)["(suite)"]).toBe("error");
    }
    expect(outcomes(suitesOf(reportOf([passedRun(), skippedRun()]))[0])).not.toHaveProperty("(suite)");
    expect(suitesOf(reportOf([], [{ ...toolSuite(), verdict: "failed" }]))[0]?.attributes["tests"]).toBe("0");
  });

  it("is well formed, and tells the text, whatever was recorded", () => {
    const [suite] = suitesOf(reportOf([evilRun()]));
    expect(casesOf(suite)[0]?.attributes["name"]).toContain(`<script>globalThis.harmed = "script"</script>`);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        read(renderJunit([reportOf([{ ...evilRun(text, false) }], [toolSuite(text)], text)]));
      }),
      { numRuns: 60 },
    );
  });

  it("of the same run is the same text", () => {
    expect(renderJunit([reportOf([changedRun()])])).toBe(renderJunit([reportOf([changedRun()])]));
  });
});

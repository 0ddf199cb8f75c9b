// Renders a suite of direct tool tests as a section of the page.
import type { HealthSuiteReport, HealthTestReport } from "../../../report/report.js";
import { lookOf } from "../console-look.js";
import { jsonAsText } from "./json-as-text.js";
import { lines } from "./list.js";
import { markup, pre, type Markup } from "./markup.js";
import { duration } from "./numbers.js";
import { sectionMarkup, type Section } from "./section.js";

/** Each test folds; those that did not pass are open. */
export function healthMarkup({ name, verdict, tests }: HealthSuiteReport, section: Section): Markup {
  const passed = tests.filter((test) => test.verdict === "passed").length;
  const head = { verdict, name: `Tool Health: ${name}`, facts: undefined, score: `${passed} of ${tests.length}` };
  return sectionMarkup(section, head, markup`${tests.map(testMarkup)}`);
}

function testMarkup({ tool, description, verdict, details, ms, attempts, expected, actual }: HealthTestReport): Markup {
  const tries = attempts > 1 ? `, attempt ${attempts}` : "";
  const facts = verdict === "skipped" ? "skipped" : `${duration(ms)}${tries}`;
  const values = [
    ...(expected === undefined ? [] : [markup`<h5>expected</h5>${pre(jsonAsText(expected))}`]),
    ...(actual === undefined ? [] : [markup`<h5>actual</h5>${pre(jsonAsText(actual))}`]),
  ];
  const bad = verdict !== "passed" && verdict !== "skipped";
  return markup`<details class="call${bad && " bad"}"${bad && " open"}><summary><span class="mark v-${verdict}">${lookOf(verdict).mark}</span> <span class="tool">${tool}</span> ${description} <small>${facts}</small></summary>
${lines(details)}${values}</details>`;
}

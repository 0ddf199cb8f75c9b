// Renders one evaluation or one tool test as the console does, without colours, for reports that contain it whole.
import type { HealthSuiteReport, HealthTestReport } from "../../report/report.js";
import { whyOf } from "../../report/why-of.js";
import type { Judged } from "../parts/next-steps.js";
import { causeLines } from "./console-block.js";
import type { Look } from "./console-look.js";
import { pasteLines } from "./paste-lines.js";
import { healthTestLines, toolHealthLines, workflowLines } from "./console-workflow.js";

const PLAIN: Look = { paint: (_colour, text) => text, width: 100, debug: false };

/** Renders why it did not pass, where it did not, then all of it, and what to paste into the config. Controls are escaped. */
export function plainWorkflow(judged: Judged): string {
  const why = whyOf(judged.evaluation);
  const block = why === undefined ? [] : causeLines({ why, all: [judged] }, { taken: 1, isMany: false }, PLAIN);
  const all = workflowLines(judged.evaluation, new Set(), PLAIN);
  const paste = pasteLines([judged.evaluation], judged.report.suite.file ?? undefined);
  return [block, all, paste].flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
}

export function plainHealthTest(test: HealthTestReport): string {
  return healthTestLines(test, PLAIN).join("\n");
}

export function plainToolHealth(suite: HealthSuiteReport): string {
  return toolHealthLines(suite, PLAIN).join("\n");
}

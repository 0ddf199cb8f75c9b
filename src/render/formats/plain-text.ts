// Renders one evaluation or one tool test as the console does, without colours, for reports that contain it whole.
import type { Evaluation, HealthSuiteReport, HealthTestReport } from "../../report/report.js";
import type { Look } from "./console-look.js";
import { healthTestLines, toolHealthLines, workflowLines } from "./console-workflow.js";

const PLAIN: Look = { paint: (_colour, text) => text, width: 100, debug: false };

/** Renders lines with their controls escaped. */
export function plainWorkflow(evaluation: Evaluation): string {
  return workflowLines(evaluation, new Set(), PLAIN).join("\n");
}

export function plainHealthTest(test: HealthTestReport): string {
  return healthTestLines(test, PLAIN).join("\n");
}

export function plainToolHealth(suite: HealthSuiteReport): string {
  return toolHealthLines(suite, PLAIN).join("\n");
}

// Renders what the servers wrote to stderr, for `--debug`.
import type { Report } from "../report/report.js";
import { escapeControls } from "../render/safe/shown-text.js";

/** One block for each workflow whose server wrote something; "" where none did. */
export function renderStderrTails(reports: readonly Report[]): string {
  return reports
    .flatMap(({ evaluations }) => evaluations)
    .filter(({ run }) => run !== undefined && run.stderr.trim() !== "")
    .map(({ workflowName, run }) => {
      const lines = (run?.stderr ?? "").trimEnd().split("\n");
      return `  ${escapeControls(workflowName)}  stderr of the server:\n${lines.map((line) => `    ${escapeControls(line)}\n`).join("")}`;
    })
    .join("");
}

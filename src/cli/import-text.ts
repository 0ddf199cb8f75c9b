// Renders what `import` did, call by call.
import type { BatchReport } from "../import/import.js";
import { DISPATCH_WORDS, type ImportedCall, type ImportReport } from "../import/import-report.js";
import { escapeLines } from "../render/safe/shown-text.js";
import { workflowFlag } from "../shell-words.js";
import { wordsOfConfig } from "../config/words-of-configs.js";

export function renderImport(report: ImportReport, { dryRun, config }: { dryRun: boolean; config: string }): string {
  const { file, format, answered, server, workflow, calls, maps, notes, written } = report;
  const model = answered === null ? "no model" : `answered by ${answered}, as the transcript says`;
  const lines = [
    `${file}: ${format}, ${model}${server === null ? "" : `, server ${server}`}`,
    `  workflow ${workflow}; calls of one turn ${DISPATCH_WORDS[report.dispatch]}`,
    ...maps.map(({ from, to }) => `  ${from} is ${to}`),
    ...calls.map((call) => `  ${callLine(call)}`),
    ...notes.map((note) => `  ${note}`),
    ...findingLines(report).map((line) => `  ${line}`),
    ...endLines(report, dryRun).map((line) => `  ${line}`),
    ...(written === undefined ? [] : writtenLines(report, config)),
  ];
  return escapeLines(`${lines.join("\n")}\n`);
}

export function findingLines({ findings }: Pick<ImportReport, "findings">): string[] {
  return findings.map(({ what, places }) => {
    const more = places.length > 4 ? `, and ${places.length - 4} more` : "";
    return `Found ${what}: ${places.slice(0, 4).join(", ")}${more}`;
  });
}

export function renderBatch({ reports, leftOut, failed }: BatchReport): string {
  if (reports.length + leftOut.length + failed.length < 2) return "";
  const written = reports.filter((one) => one.written !== undefined).length;
  const lines = [
    `${written} of ${reports.length + leftOut.length + failed.length} transcripts imported.`,
    ...leftOut.map((line) => `  ${line}`),
  ];
  return escapeLines(`${lines.join("\n")}\n`);
}

function callLine({ id, tool, outcome }: ImportedCall): string {
  const head = `${String(id).padStart(3)}  ${tool}`;
  switch (outcome.kind) {
    case "same":
      return `${head}  same`;
    case "varies":
      return `${head}  same but for what the server makes again`;
    case "cut":
      return `${head}  not compared: ${outcome.why}`;
    case "taken":
      return `${head}  would be called`;
    case "not-played":
      return `${head}  not called`;
    case "foreign":
      return `${head}  ${outcome.why === undefined ? "another tool: kept as it was, never called" : `kept as it was: ${outcome.why}`}`;
    case "differs": {
      const places = outcome.at.length === 0 ? "" : ` at ${outcome.at.slice(0, 3).join(", ")}`;
      return `${head}  differs${places}\n       transcript  ${short(outcome.said)}\n       now         ${short(outcome.now)}`;
    }
  }
}

const SHOWN = 160;

function short(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}

function endLines({ ended, written, calls }: ImportReport, dryRun: boolean): string[] {
  if (dryRun) return ["Nothing was called and nothing written (--dry-run)."];
  const differing = calls.filter(({ outcome }) => outcome.kind === "differs").map(({ id }) => id);
  // What another tool wrote is no difference of the server, and not in the cassette.
  const differs = written?.differs ?? differing;
  const which = `${differs.length === 1 ? "Call" : "Calls"} ${differs.join(", ")}`;
  if (written !== undefined) {
    return [
      ...(differs.length === 0 ? [] : [`${which} answered otherwise than the transcript says; the cassette says so.`]),
      ...(ended === undefined ? [] : [`The run ends before the transcript does: ${ended}.`]),
    ];
  }
  if (differs.length > 0) {
    return [
      `Not imported: the server answers otherwise than when Claude worked with it (${which.toLowerCase()}).`,
      "A change of the server is a regression that the import found. A missing file of then is --state DIR, another folder --map FROM=TO.",
      "To import it with what the server answers now: --accept-differences",
    ];
  }
  return [ended === undefined ? "Nothing was written." : `Not imported: ${ended}.`];
}

function checkLine(
  { replays, message }: { replays: boolean; message: string },
  { ended, written }: ImportReport,
): string {
  const { differs = [] } = written ?? {};
  const facts = message.replace(/^Replays\. /, "");
  if (!replays) return `It does not replay: ${facts}`;
  if (ended !== undefined) return `It replays to there and is inconclusive from there on: ${facts}`;
  if (differs.length > 0) return `It replays what the server answers now, not what the transcript says: ${facts}`;
  return `It replays: ${facts}`;
}

function writtenLines(report: ImportReport, config: string): string[] {
  const { written, workflow } = report;
  if (written === undefined) return [];
  const { cassette, check, scores } = written;
  const low = Object.entries(scores).filter(([, score]) => typeof score === "number" && score < 1);
  return [
    `  Written: ${cassette}, and the workflow in ${written.config}`,
    ...(check === undefined ? [] : [`  ${checkLine(check, report)}`]),
    ...(low.length === 0
      ? []
      : [
          `  It scores less than 100% in ${low.map(([id]) => id).join(", ")}, as it did then; replay --fail-on regression passes that.`,
        ]),
    `  To see it: mcpvals show ${workflow}${wordsOfConfig(config)}. To replay it: mcpvals replay${wordsOfConfig(config)} ${workflowFlag(workflow)}`,
  ];
}

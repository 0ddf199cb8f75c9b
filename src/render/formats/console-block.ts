// Renders for the console, in about ten lines, why workflows did not pass: the reason, whose change it is, what Claude
// did, and what to type.
import type { MetricResult } from "../../metrics/result.js";
import { percent } from "../../metrics/percent.js";
import type { Evaluation } from "../../report/report.js";
import { countDrift } from "../../report/worst-drift-first.js";
import { claudeLine } from "../parts/claude-line.js";
import { shownPlaces } from "../parts/decisive-drift.js";
import { lastWordsOfServer } from "../parts/error-line.js";
import { expectedWords } from "../parts/expected-words.js";
import { nextSteps, type NextStep } from "../parts/next-steps.js";
import type { SharedCause } from "../parts/same-cause.js";
import { trialLines } from "../parts/trial-lines.js";
import { whoseChange } from "../parts/whose-change.js";
import { whyLine } from "../parts/why-line.js";
import { columnsOf } from "../safe/shown-text.js";
import { commandLines, hanging, oneLine, paintVerdict, type Look } from "./console-look.js";

/** Lines of a block with its header, where the commands are not too long for it. */
const MOST_LINES = 10;
/** The same among many workflows. */
const FEWER_LINES = 8;
const INDENT = 4;
const SHORT_NAMES: Readonly<Record<MetricResult["id"], string>> = {
  "end-to-end-success": "end-to-end",
  "tool-invocation-order": "order",
  "tool-call-health": "health",
  "llm-judge": "judge",
};

/** Renders everything below the header. `taken`: the lines of the header. */
export function causeLines(
  cause: SharedCause,
  { taken, isMany }: { taken: number; isMany: boolean },
  look: Look,
): string[] {
  const [{ evaluation }] = cause.all;
  const whose = hanging(`whose:  ${whoseChange(evaluation, cause.why).text}`, INDENT, look);
  const claude = claudeLine(evaluation, look.width - INDENT);
  const said = claude === undefined ? [] : [oneLine(claude, INDENT, look)];
  const steps = nextSteps(cause.all).flatMap((step) => stepLines(step, look));
  const isSaid = cause.why.kind === "reason";
  const trials =
    cause.all.length > 1 ? [] : trialLines(evaluation, isSaid).flatMap((line) => hanging(line, INDENT, look));
  const findings = [...trials, ...findingLines(evaluation, look), ...unwrittenLines(cause, look)];
  const rest = [...whose, ...said, ...findings, ...steps];
  const room = (isMany ? FEWER_LINES : MOST_LINES) - taken - rest.length;
  const metrics = metricLine(evaluation, look);
  // What a check says matters more than the metrics, which it did not judge.
  const isCheck = cause.why.kind === "check";
  const why = whyLines(cause, isCheck ? Math.max(3, room) : Math.max(2, room - metrics.length), look);
  const isTooLong = why.length + metrics.length > room;
  return [...why, ...whose, ...said, ...findings, ...(isTooLong ? [] : metrics), ...steps];
}

/** Why nothing was recorded, with its file whole; the first finding, and how many more there are; `--verbose` shows all. */
function findingLines({ run, recorded }: Evaluation, look: Look): string[] {
  const [first, ...more] = run?.findings ?? [];
  const isKept = recorded === undefined || recorded.file !== undefined || recorded.check !== undefined;
  const kept = isKept ? [] : hanging(`not recorded: ${recorded.because}`, INDENT, look);
  if (first === undefined) return kept;
  return [...kept, oneLine(`finding${more.length === 0 ? "" : ` (of ${more.length + 1})`}: ${first}`, INDENT, look)];
}

/** That a check wrote nothing, where the reason is another one than the check. */
function unwrittenLines({ why, all: [{ evaluation }] }: SharedCause, look: Look): string[] {
  const isSaid = why.kind === "check" || evaluation.recorded?.check?.unwritten !== true;
  return isSaid ? [] : hanging("check:  nothing was learned, the cassette stays as it is", INDENT, look);
}

function whyLines({ why, all: [{ evaluation }] }: SharedCause, room: number, look: Look): string[] {
  const cut = (lines: string[], most = room): string[] =>
    lines.length <= most ? lines : [...lines.slice(0, most - 1), `${lines[most - 1] ?? ""} …`];
  switch (why.kind) {
    case "drift": {
      const { places, left } = shownPlaces([why.drift, ...why.others], {
        width: look.width - INDENT - 2,
        most: Math.max(1, Math.min(3, room - 1)),
      });
      const column = Math.max(0, ...places.map(({ at }) => columnsOf(at)));
      const all = left === 0 ? "" : ` (in all ${countDrift(evaluation.replay?.drift ?? []).join(", ")})`;
      const said = `${whyLine(why)}${all}${places.length === 0 ? "" : ":"}`;
      // What is not known about an argument has the pins to paste.
      const isAsked = why.drift.where.part === "arguments";
      return [
        ...(isAsked ? hanging(said, INDENT, look, { whole: true }) : cut(hanging(said, INDENT, look), 3)),
        ...places.map(({ at, values }) =>
          oneLine(`${at.padEnd(column)}${at === "" ? "" : "   "}${values}`, INDENT + 2, look),
        ),
      ];
    }
    case "calls":
    case "metric":
      return [...failedLines(evaluation, why, room, look), ...stderrLines(evaluation, why, 2, look)];
    case "server-failed":
      return [...hanging(whyLine(why), INDENT, look), ...stderrLines(evaluation, why, 3, look)];
    case "check":
    case "reason":
      return cut(messageLines(why.message, look));
  }
}

/** Renders a message of ours, which may have lines, without the commands that stand below it anyway. */
function messageLines(message: string, look: Look): string[] {
  return message
    .split("\n")
    .filter((line, at) => at === 0 || (line.trim() !== "" && !/\bmcpvals (?:record|replay|eval)\b/.test(line)))
    .flatMap((line) => hanging(line.trim(), INDENT, look));
}

/** `✗ order 0%   missing: get-summ`, one for each metric that failed. */
function failedLines(evaluation: Evaluation, why: SharedCause["why"], room: number, look: Look): string[] {
  const failed = evaluation.results.filter(({ verdict }) => verdict === "failed");
  const some = failed.length > 0 ? failed : evaluation.results.filter(({ verdict }) => verdict === "inconclusive");
  const names = some.map((result) => `${SHORT_NAMES[result.id]} ${percent(result.score)}${was(evaluation, result)}`);
  const column = Math.max(0, ...names.map(columnsOf));
  const each = Math.max(1, Math.floor(room / Math.max(1, some.length)));
  return some.flatMap((result, at) => {
    const words = why.kind === "calls" && result.id === "tool-call-health" ? whyLine(why) : expectedWords(result);
    const [first = "", ...more] = hanging(`${(names[at] ?? "").padEnd(column)}  ${words}`, INDENT + 2, look);
    const lines = [`${" ".repeat(INDENT)}${paintVerdict(result.verdict, look)}${first.slice(INDENT + 1)}`, ...more];
    return lines.length <= each ? lines : [...lines.slice(0, each - 1), `${lines[each - 1] ?? ""}…`];
  });
}

/** `✓ health 100%    – order`: the metrics that no line above shows; nothing where all of them are undecided. */
function metricLine({ results, verdict }: Evaluation, look: Look): string[] {
  const others = results.filter((result) => verdict !== "failed" || result.verdict !== "failed");
  if (others.every(({ score }) => score === null)) return [];
  const parts = others.map((result) => {
    const { id, score } = result;
    return score === null
      ? `${paintVerdict(result.verdict, look, percent(null))} ${SHORT_NAMES[id]}`
      : `${paintVerdict(result.verdict, look)} ${SHORT_NAMES[id]} ${percent(score)}`;
  });
  return [`${" ".repeat(INDENT)}${parts.join("    ")}`];
}

function was({ replay }: Evaluation, { id, score }: MetricResult): string {
  const before = replay?.baseline.find((one) => one.id === id)?.score;
  return before === undefined || before === score ? "" : ` (baseline ${percent(before)})`;
}

/** The server's own words, where it died or gave no answer. */
function stderrLines({ run }: Evaluation, why: SharedCause["why"], most: number, look: Look): string[] {
  const isSilent = why.kind === "server-failed" || (why.kind === "calls" && why.first.reason.startsWith("no answer"));
  if (run === undefined || !isSilent) return [];
  const { below, stderr } = lastWordsOfServer(why.kind === "server-failed" ? why.message : "", run, most);
  return [...below, ...stderr.map((line) => `stderr: ${line.trim()}`)].map((line) =>
    oneLine(line.trim(), INDENT + 2, look),
  );
}

/** `look:  mcpvals show sky --diff`; a note that does not fit stands below. */
function stepLines({ label, command, note }: NextStep, look: Look): string[] {
  const pad = " ".repeat(INDENT);
  if (command === undefined) return hanging(`${label}: ${note ?? ""}`, INDENT, look);
  const head = `${pad}${label === "or" ? "  or " : `${label}:`} `;
  const lines = commandLines(command, head.length, look);
  const [first = "", ...more] = lines.map((line, at) => (at === 0 ? head + line.trimStart() : line));
  const last = more.at(-1) ?? first;
  if (note === undefined) return [first, ...more];
  const isShort = columnsOf(last) + columnsOf(note) + 4 <= look.width;
  const shown = look.paint("dim", `# ${note}`);
  if (!isShort) return [first, ...more];
  return [...[first, ...more].slice(0, -1), `${last}  ${shown}`];
}

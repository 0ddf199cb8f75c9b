// Lists the commands to type after a workflow did not pass, for one workflow or for all that share its cause.
import { costOf, describePrice, priceOf } from "../../report/price.js";
import type { Evaluation, Report } from "../../report/report.js";
import { shellWords } from "../../shell-words.js";

/** A workflow and the report that it is in. */
export interface Judged {
  evaluation: Evaluation;
  report: Report;
}

export interface NextStep {
  /** `look`, `then`, `or`. */
  label: string;
  /** Complete, to be pasted. Absent where a file is to be edited. Not escaped. */
  command?: string;
  /** What it does, where the command does not say so; without a command, what to do. */
  note?: string;
}

/** More names make the command longer than the list of all that would be recorded. */
const MOST_NAMED = 6;
/** Nobody reviews more ids one by one. */
const MOST_IDS = 20;

/** The first is for looking only. Every command covers all the workflows, and the suites that they are in. */
export function nextSteps(all: readonly [Judged, ...Judged[]]): NextStep[] {
  const [{ evaluation, report }] = all;
  const { verdict, replay, run, workflowName } = evaluation;
  const check = `mcpvals record --check${configsOf(all)}${names(all)}`;
  const isUnwritten = evaluation.recorded?.check?.unwritten === true;
  const again = isUnwritten ? check : `mcpvals ${report.command}${configsOf(all)}${names(all)}`;
  const look = `mcpvals show ${shellWords(workflowName)}${configsOf(all.slice(0, 1))}`;
  if (run?.end === "server-failed") {
    const isLive = run.sources.model === "live";
    const command = report.command === "record" && !isLive ? check : again;
    const note = isLive ? "asks Claude again" : "shows all that the server wrote";
    // No command starts a server alone, so a live run is the way to look though it may spend tokens.
    return [{ label: "look", command: `${command} --debug`, note }];
  }
  if (verdict === "error") return [{ label: "then", command: again, note: "when that is mended" }];
  const isCheck = evaluation.recorded?.check?.replays === false;
  if (evaluation.recorded?.changed === true) {
    return [
      { label: "look", command: look },
      {
        label: "then",
        command: `mcpvals replay${configsOf(all)}${names(all)}`,
        note: "then accept it, if it is right",
      },
      { label: "or", command: `mcpvals record${configsOf(all)}${names(all)}`, note: askAgain(all) },
    ];
  }
  if (isCheck) {
    return [
      { label: "look", command: look },
      ...pinStep(all),
      { label: "then", command: check, note: isUnwritten ? "after a fix of the server" : "spends no tokens" },
    ];
  }
  if (verdict === "failed") {
    if (replay === undefined) {
      return [
        { label: "look", command: `${look} --last` },
        { label: "then", command: again, note: "after a fix" },
      ];
    }
    const fresh = `mcpvals record${configsOf(all)}${names(all)}`;
    const lookAtBoth: NextStep = { label: "look", command: `${look} --diff` };
    if (!replay.failedBefore) return [lookAtBoth, { label: "then", command: again, note: "after a fix of the server" }];
    const record = { command: fresh, note: askAgain(all) };
    if (replay.passedThen !== true) return [lookAtBoth, { label: "then", ...record }];
    return [
      lookAtBoth,
      { label: "then", note: `correct what is expected in ${suitesOf(all)}` },
      { label: "or", ...record },
    ];
  }
  return settling(all, look);
}

/** The pins are in the report's lines to paste. */
function pinStep(all: readonly Judged[]): NextStep[] {
  const doubtful = new Set(
    all.flatMap(({ evaluation }) => evaluation.recorded?.pins ?? []).map((pins) => JSON.stringify(pins)),
  );
  if (doubtful.size === 0) return [];
  const which = doubtful.size === 1 ? "a pin" : "a pin for each argument";
  return [{ label: "then", note: `paste ${which} from below into ${suitesOf(all)}` }];
}

/** The files to edit. */
function suitesOf(all: readonly Judged[]): string {
  return [...new Set(all.map(({ report }) => report.suite.file ?? "the config"))].join(", ");
}

/** What decides an inconclusive verdict, as far as the report offers it. */
function settling(all: readonly [Judged, ...Judged[]], look: string): NextStep[] {
  const [{ evaluation }] = all;
  const offers = (start: string): boolean => evaluation.settle.some((line) => line.startsWith(`mcpvals ${start}`));
  const steps: NextStep[] = offers("show") ? [{ label: "look", command: `${look} --diff` }] : [];
  if (evaluation.replay?.sameBuild === true) {
    steps.push({
      label: "then",
      command: `mcpvals record --check${configsOf(all)}${names(all)}`,
      note: "learn what differs on its own, no tokens",
    });
  }
  const label = (): string => (steps.some((step) => step.label === "then") ? "or" : "then");
  const kept = all.map(({ evaluation: { settle } }) => settle.find((line) => line.includes(" --from-last ")));
  if (kept.every((line) => line !== undefined)) {
    const model = / --model \S+$/.exec(kept[0] ?? "")?.[0] ?? "";
    const command = `mcpvals record${configsOf(all)} --from-last${names(all)}${model}`;
    steps.push({ label: label(), command, note: "the last eval, no tokens" });
  }
  if (offers("record")) {
    steps.push({ label: label(), command: `mcpvals record${configsOf(all)}${names(all)}`, note: askAgain(all) });
  }
  const accept = acceptCommand(all);
  if (accept !== undefined) {
    steps.push({ label: label(), command: accept, note: "if Claude would do the same" });
  }
  return steps;
}

/** Undefined where accepting helps at least one of them to no verdict. */
function acceptCommand(all: readonly Judged[]): string | undefined {
  const each = all.map(({ evaluation, report }) => ({ report, ids: offeredIds(evaluation) }));
  if (each.some(({ ids }) => ids.length === 0)) return undefined;
  const ids = [...new Set(each.flatMap((one) => one.ids))];
  if (ids.length <= MOST_IDS) return `mcpvals accept ${ids.join(" ")}${configsOf(all)} -m "why"`;
  // Of each suite the first workflow's, and the same ones in its other workflows.
  const firsts = each.filter(({ report }, at) => each.findIndex((one) => one.report === report) === at);
  const some = [...new Set(firsts.flatMap((one) => one.ids))];
  return `mcpvals accept ${some.join(" ")}${configsOf(all)} --same -m "why"`;
}

/** The ids that the report offers to accept. */
export function offeredIds({ settle }: Evaluation): string[] {
  const line = settle.find((one) => one.startsWith("mcpvals accept ")) ?? "";
  return line.match(/(?<= )d-[\w-]+/g) ?? [];
}

function askAgain(all: readonly Judged[]): string {
  const prices = all.map(({ evaluation: { run, replay } }) => {
    const price = run === undefined ? undefined : priceOf(run.model.name, undefined);
    if (price === undefined || replay?.recording === undefined) return undefined;
    const { inputTokens, outputTokens } = replay.recording;
    return costOf({ input: inputTokens, output: outputTokens }, price);
  });
  const known = prices.filter((price) => price !== undefined);
  const price = known.length === prices.length ? known.reduce((sum, one) => sum + one, 0) : undefined;
  return `asks Claude again${price === undefined ? "" : ` (${describePrice(price)})`}`;
}

function configsOf(all: readonly Judged[]): string {
  const files = [...new Set(all.flatMap(({ report }) => report.suite.file ?? []))];
  return files.map((file) => ` ${shellWords(file)}`).join("");
}

/** `-t a -t b`; nothing where so many are concerned that the command had better find out itself. */
function names(all: readonly Judged[]): string {
  const each = [...new Set(all.map(({ evaluation }) => evaluation.workflowName))];
  return each.length > MOST_NAMED ? "" : each.map((name) => ` -t ${shellWords(name)}`).join("");
}

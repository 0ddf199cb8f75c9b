// Builds what is above the first step of a shown run: facts, contract, and drift that belongs to no call.
import { describeImported } from "../../trace/describe-imported.js";
import { describeServers, saysIn } from "../../trace/servers.js";
import { toJson } from "../../json/to-json.js";
import type { Drift } from "../../trace/drift.js";
import { isBrokenOff } from "../../trace/broken-off.js";
import { metricScore, percent } from "../../metrics/percent.js";
import { learnedFacts } from "./learned-facts.js";
import type { TranscriptPiece } from "./piece.js";
import type { LastRunFacts, Part, Shown, ShownRun, TranscriptOptions } from "./shown.js";

/** Problems first, then the facts, then what the server declares about itself. */
export function headPieces({ run, diff }: Shown, options: TranscriptOptions): TranscriptPiece[] {
  return [
    ...run.problems.map((text): TranscriptPiece => ({ kind: "problem", text: `${text}; it cannot be replayed` })),
    ...factsOf(run, options),
    ...(diff === undefined ? [] : diffFacts(diff)),
    ...(run.system === null ? [] : [text("system", "System prompt", run.system)]),
    ...contractPieces(run.contract),
    ...(diff?.drift ?? []).filter(standsAbove).map((drift): TranscriptPiece => ({ kind: "drift", drift })),
  ];
}

/** True for drift that belongs to no call. */
function standsAbove({ where: { part, call } }: Drift): boolean {
  return call === undefined || (part !== "result" && part !== "arguments");
}

function factsOf(run: ShownRun, { timeless }: TranscriptOptions): TranscriptPiece[] {
  const { model, server, recorded, end } = run;
  const asked =
    model.answered === undefined || model.answered === model.name
      ? model.name
      : `${model.answered} (asked for ${model.name})`;
  const limit = model.maxTokens === null ? "settings unknown" : `at most ${model.maxTokens} tokens a turn`;
  const temperature = model.temperature === undefined ? "" : `, temperature ${model.temperature}`;
  const scores = Object.entries(run.scores).flatMap(([id, score]) =>
    score === undefined ? [] : [`${id} ${percent(score)}`],
  );
  return [
    fact("Workflow", run.workflow),
    ...(run.last === undefined ? [] : lastRunFacts(run, run.last)),
    ...(timeless ? [] : [fact("File", run.file)]),
    ...(run.agent === undefined ? [] : [fact("Agent", `${run.agent.name} ${run.agent.version}`)]),
    fact("Model", `${asked}, ${limit}${temperature}`),
    ...(run.imported === undefined ? [] : [fact("Imported", describeImported(run.imported))]),
    ...describeServers(server).map((said) => fact("Server", said)),
    ...(timeless || run.last !== undefined
      ? []
      : [fact("Recorded", `${recorded.at} by ${recorded.by}`), ...checkedFacts(recorded)]),
    ...(scores.length === 0 ? [] : [fact("Scores", scores.join(", "))]),
    ...run.judge.map(({ model: judge, score, reason }) => fact("Judge", `${judge} ${percent(score)}: ${reason}`)),
    ...learnedFacts(run.learned).map(({ name, text: what }) => fact(name, what)),
    ...run.findings.map((finding) => fact("Finding", finding)),
    ...(end.kind === "completed" ? [] : [fact("Ended", endWord(run))]),
  ];
}

/** What ran it and when, and how it was judged then. */
function lastRunFacts(
  { recorded: { at, by } }: ShownRun,
  { command, verdict, results, reasons, drift }: LastRunFacts,
): TranscriptPiece[] {
  const differs = `${drift === 1 ? "1 difference" : `${drift} differences`} from the recording; --diff shows them`;
  return [
    fact("Last run", `${command}, ${at}, by ${by}`),
    fact("Verdict", verdict),
    ...results.map((result) => fact("Score", `${result.metric} ${metricScore(result)}: ${result.details}`)),
    ...reasons.map((reason) => fact("Reason", reason)),
    ...(drift === 0 ? [] : [fact("Drift", differs)]),
  ];
}

function endWord({ end, last }: ShownRun): string {
  return last !== undefined && isBrokenOff(end) ? `${end.kind}: it broke off` : end.kind;
}

function checkedFacts({ checks = 0, clock }: ShownRun["recorded"]): TranscriptPiece[] {
  if (checks === 0) return [];
  const moved = clock === undefined ? "" : `, the server's clock moved by ${clock}`;
  const what = clock === "real" ? ", the server's clock not moved: what another day changes is not known" : moved;
  return [fact("Checked", `${checks === 1 ? "once" : `${checks} times`}${what}`)];
}

function diffFacts({ with: name, verdict, drift, changes }: NonNullable<Shown["diff"]>): TranscriptPiece[] {
  const counts = new Map<string, number>();
  for (const { class: kind } of drift) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const found = [...counts].map(([kind, count]) => `${count} ${kind}`).join(", ");
  return [
    fact("Beside it", `${name}${verdict === undefined ? "" : `: ${verdict}`}`),
    fact("Drift", found === "" ? "none" : found),
    ...changes.map((change) => fact("Changed", change)),
  ];
}

function contractPieces(contract: ShownRun["contract"]): TranscriptPiece[] {
  if (contract === undefined) return [];
  const said = saysIn(contract).flatMap(({ server, says: { instructions, ...rest } }): TranscriptPiece[] => {
    const who = server === undefined ? "The server declares" : `The server ${server} declares`;
    const whose = server === undefined ? "Instructions" : `Instructions of ${server}`;
    return [
      { ...text("contract", who, ""), parts: [{ kind: "json", value: toJson(rest) }] },
      ...(instructions === undefined ? [] : [text("contract", whose, instructions)]),
    ];
  });
  return [
    ...said,
    ...contract.tools.map(({ name, ...tool }): TranscriptPiece => ({
      ...text("contract", "Tool", ""),
      name,
      parts: [{ kind: "json", value: tool }],
    })),
  ];
}

function text(role: "system" | "contract", label: string, words: string): Extract<TranscriptPiece, { kind: "said" }> {
  const parts: Part[] = [{ kind: "text", text: words }];
  return { kind: "said", role, label, name: "", facts: "", parts, foldable: true, faint: false };
}

function fact(name: string, value: string): TranscriptPiece {
  return { kind: "fact", name, text: value };
}

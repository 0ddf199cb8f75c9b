// Renders one evaluation as a section of the page: scores next to the baseline, reasons, timeline, drift, transcript.
import { describeImported } from "../../../trace/describe-imported.js";
import { describeServers } from "../../../trace/servers.js";
import type { MetricResult } from "../../../metrics/result.js";
import { metricScore, percent } from "../../../metrics/percent.js";
import type { Evaluation, RecordedFacts, RunFacts } from "../../../report/report.js";
import type { Judged } from "../../parts/next-steps.js";
import { lookOf } from "../console-look.js";
import { pasteLines } from "../paste-lines.js";
import { cutForPage } from "./cut-for-page.js";
import { driftMarkup } from "./drift.js";
import { markup, pre, type Markup } from "./markup.js";
import { list } from "./list.js";
import { shortCount, duration, plural } from "./numbers.js";
import { delta, scoreBar } from "./score.js";
import { sectionMarkup, type Section } from "./section.js";
import type { SideBySide } from "./side-by-side.js";
import { storyMarkup } from "./verdict-story.js";
import { timeline } from "./timeline.js";
import { trialsMarkup } from "./trials.js";
import { transcriptMarkup } from "./transcript.js";

/** `withTranscript` false: the page has no room for it, and says so. */
export function workflowMarkup(
  judged: Judged,
  section: Section,
  { sideBySide, withTranscript }: { sideBySide: SideBySide; withTranscript: boolean },
): Markup {
  const { evaluation } = judged;
  const {
    workflowName,
    description,
    verdict,
    overallScore,
    results,
    reasons,
    replay,
    run,
    recorded,
    imported,
    transcript,
  } = evaluation;
  const baselineOf = (id: string) => replay?.baseline.find((one) => one.id === id)?.score;
  const head = {
    verdict,
    name: workflowName,
    facts: run === undefined ? undefined : runWords(run),
    score: verdict === "skipped" ? "skipped" : percent(overallScore),
  };
  const paste = pasteLines([evaluation], judged.report.suite.file ?? undefined);
  // What changed comes before the scores: a green score must not be read without it.
  const inside = markup`
${description !== undefined && markup`<p class="quiet">${cutForPage(description, 2000)}</p>`}
${storyMarkup(judged) ?? list("reasons", [...reasons, ...(replay?.regressions ?? []).map((line) => `Regression: ${line}`), ...(replay?.unused ?? [])])}
${recorded !== undefined && recordedMarkup(recorded)}
${paste.length > 0 && pre(paste.join("\n"), "command")}
${trialsMarkup(evaluation)}
${replay !== undefined && driftMarkup(replay, { sideBySide, transcript })}
${results.length > 0 && markup`<div class="metrics">${results.map((result) => metricMarkup(result, baselineOf(result.id), reasons))}</div>`}
${transcript !== undefined && withTranscript && timelineSection(evaluation)}
${transcript !== undefined && withTranscript && markup`<details class="part" open><summary>Transcript</summary>${transcriptMarkup(transcript, { ungroundedFrom: replay?.ungroundedFrom?.turn, isImported: imported !== undefined, sideBySide })}</details>`}
${transcript !== undefined && !withTranscript && markup`<p class="quiet left-out">The transcript is left out: the file would be too large. Ask for this workflow alone with -t.</p>`}
${run !== undefined && runMarkup(run, imported)}`;
  return sectionMarkup(section, head, inside);
}

function timelineSection({ transcript, run }: Evaluation): Markup | undefined {
  const plot = transcript === undefined ? undefined : timeline(transcript, run?.sources.model === "recorded");
  return plot === undefined
    ? undefined
    : markup`<details class="part" open><summary>Timeline</summary>${plot}</details>`;
}

/** `2 turns, 1 call, 1.7k tokens, 2.3 s` */
export function runWords(run: RunFacts): string {
  const tokens = `${shortCount(run.inputTokens + run.outputTokens)} tokens`;
  return [plural(run.turns, "turn"), plural(run.calls, "call"), tokens, duration(run.ms)].join(", ");
}

function metricMarkup(
  { metric, verdict, score, details }: MetricResult,
  baseline: number | null | undefined,
  reasons: readonly string[],
): Markup {
  return markup`<div class="metric v-${verdict}"><h5><span class="mark">${lookOf(verdict).mark}</span> ${metric}</h5><p class="big">${metricScore({ verdict, score })} ${delta(score, baseline)}</p>${scoreBar(score, baseline)}<p>${cutForPage(withoutReasons(details, reasons), 2000)}</p></div>`;
}

/** A reason is written once, above. */
function withoutReasons(details: string, reasons: readonly string[]): string {
  return reasons.reduce((text, reason) => {
    const at = reason === "" ? -1 : text.indexOf(reason);
    if (at < 0) return text;
    const words = /(?:^|[.!?"] )$/.test(text.slice(0, at)) ? "See above." : "see above.";
    return text.slice(0, at) + words + text.slice(at + reason.length);
  }, details);
}

function recordedMarkup({ because, file, check, below }: RecordedFacts): Markup | undefined {
  return list("recorded", [
    file === undefined ? `Not recorded: ${because}` : `Recorded: ${file} (${because})`,
    ...(check?.replays === true ? [`Check: ${check.message}`] : []),
    ...(below.length === 0 ? [] : [`Below the old cassette: ${below.join(", ")}`]),
  ]);
}

function runMarkup(run: RunFacts, imported: Evaluation["imported"]): Markup {
  const { model, server, servers, sources, findings, stderr } = run;
  const said = describeServers({ ...server, ...(servers === undefined ? {} : { servers }) }).join("; ");
  const answered = model.answered === undefined ? "" : `, answered by ${model.answered}`;
  return markup`<details class="run"><summary>Run</summary>
<dl><dt>model</dt><dd>${model.name}${answered} (${sources.model})</dd>
${imported !== undefined && markup`<dt>imported</dt><dd>${describeImported(imported)}</dd>`}
<dt>server</dt><dd>${said} (${sources.server})</dd>
<dt>time</dt><dd>${duration(run.ms)}</dd>
<dt>tokens</dt><dd>${run.inputTokens} in, ${run.outputTokens} out</dd></dl>
${list("findings", findings)}
${stderr.trim() !== "" && markup`<h5>the end of the server's stderr</h5>${pre(cutForPage(stderr))}`}
</details>`;
}

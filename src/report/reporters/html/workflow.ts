// One evaluation in; its section of the page out: scores beside the baseline, reasons, timeline, drift, transcript.
import type { MetricResult } from "../../../metrics/result.js";
import { percent } from "../../percent.js";
import type { Evaluation, HealthSuiteReport, HealthTestReport, RecordedFacts, RunFacts } from "../../report.js";
import { MARK } from "../console-look.js";
import { stringify } from "./content.js";
import { cutMiddle } from "./cut.js";
import { driftMarkup } from "./drift.js";
import { markup, pre, type Markup } from "./markup.js";
import { count, duration, plural } from "./numbers.js";
import type { SideBySide } from "./side-by-side.js";
import { timeline } from "./timeline.js";
import { transcriptMarkup } from "./transcript.js";

export interface Section {
  /** For links within the page. */
  id: string;
  suite: string | undefined;
  open: boolean;
}

/** `withTranscript` false: the page has no room for it, which is said. */
export function workflowMarkup(
  evaluation: Evaluation,
  section: Section,
  { sideBySide, withTranscript }: { sideBySide: SideBySide; withTranscript: boolean },
): Markup {
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
    settle,
    transcript,
  } = evaluation;
  const baselineOf = (id: string) => replay?.baseline.find((one) => one.id === id)?.score;
  const ungrounded = replay?.ungroundedFrom;
  return markup`<details class="workflow" id="${section.id}" data-verdict="${verdict}"${section.open && " open"}>
<summary><span class="mark v-${verdict}">${MARK[verdict]}</span><span class="name">${section.suite !== undefined && markup`<small>${section.suite} / </small>`}${workflowName}</span>${run !== undefined && markup`<small class="facts">${runWords(run)}</small>`}<b class="score v-${verdict}">${verdict === "skipped" ? "skipped" : percent(overallScore)}</b></summary>
<div class="inside">
${description !== undefined && markup`<p class="quiet">${cutMiddle(description, 2000)}</p>`}
${results.length > 0 && markup`<div class="metrics">${results.map((result) => metricMarkup(result, baselineOf(result.id)))}</div>`}
${list("reasons", [...reasons, ...(replay?.regressions ?? []).map((line) => `Regression: ${line}`), ...(replay?.unused ?? [])])}
${ungrounded !== undefined && markup`<p>Evidence ends before turn ${ungrounded.turn} (in step ${ungrounded.step}).</p>`}
${recorded !== undefined && recordedMarkup(recorded)}
${settle.length > 0 && markup`<h4>To settle it</h4>${pre(settle.join("\n"), "command")}`}
${transcript !== undefined && withTranscript && timelineSection(evaluation)}
${replay !== undefined && driftMarkup(replay, sideBySide)}
${transcript !== undefined && withTranscript && markup`<section><h4>Transcript</h4>${transcriptMarkup(transcript, { ungroundedFrom: ungrounded?.turn, sideBySide })}</section>`}
${transcript !== undefined && !withTranscript && markup`<p class="quiet left-out">The transcript is left out: the file would be too large. Ask for this workflow alone with -t.</p>`}
${run !== undefined && runMarkup(run)}
</div></details>`;
}

function timelineSection({ transcript, run }: Evaluation): Markup | undefined {
  const plot = transcript === undefined ? undefined : timeline(transcript, run?.sources.model === "recorded");
  return plot === undefined ? undefined : markup`<section><h4>Timeline</h4>${plot}</section>`;
}

/** `2 turns, 1 call, 1.7k tokens, 2.3 s` */
export function runWords(run: RunFacts): string {
  const tokens = `${count(run.inputTokens + run.outputTokens)} tokens`;
  return [plural(run.turns, "turn"), plural(run.calls, "call"), tokens, duration(run.ms)].join(", ");
}

/** A bar as long as the score, with a line at the baseline. */
export function scoreBar(score: number | null, baseline: number | null | undefined): Markup {
  const at = (value: number) => (value * 100).toFixed(1);
  return markup`<svg class="bar" height="6" aria-hidden="true"><rect class="rail" width="100%" height="6" rx="3"/>${
    score !== null && markup`<rect class="fill" width="${at(score)}%" height="6" rx="3"/>`
  }${
    baseline !== undefined &&
    baseline !== null &&
    baseline !== score &&
    markup`<rect class="was" x="${at(Math.min(baseline, 0.99))}%" width="2" height="6"/>`
  }</svg>`;
}

/** `▼ 33 points`, or what a missing score was; nothing where nothing changed. */
export function delta(score: number | null, baseline: number | null | undefined): Markup | undefined {
  if (baseline === undefined || baseline === score) return undefined;
  if (score === null || baseline === null) return markup`<small class="delta">was ${percent(baseline)}</small>`;
  const points = Math.max(1, Math.round(Math.abs(score - baseline) * 100));
  const [sign, kind] = score < baseline ? ["▼", "down"] : ["▲", "up"];
  return markup`<small class="delta ${kind}" title="baseline ${percent(baseline)}">${sign} ${points}</small>`;
}

function metricMarkup({ metric, verdict, score, details }: MetricResult, baseline: number | null | undefined): Markup {
  return markup`<div class="metric v-${verdict}"><h5><span class="mark">${MARK[verdict]}</span> ${metric}</h5><p class="big">${percent(score)} ${delta(score, baseline)}</p>${scoreBar(score, baseline)}<p>${cutMiddle(details, 2000)}</p></div>`;
}

function recordedMarkup({ because, file, check, below }: RecordedFacts): Markup {
  return (
    list("recorded", [
      file === undefined ? `Not recorded: ${because}` : `Recorded: ${file} (${because})`,
      ...(check === undefined ? [] : [`Check: ${check.message}`]),
      ...(check?.varies ?? []).map(({ call, at }) => `varies: call ${call}, ${at}`),
      ...(below.length === 0 ? [] : [`Below the old cassette: ${below.join(", ")}`]),
    ]) ?? markup``
  );
}

function runMarkup(run: RunFacts): Markup {
  const { model, server, sources, findings, stderr } = run;
  const answered = model.answered === undefined ? "" : `, answered by ${model.answered}`;
  return markup`<details class="run"><summary>Run</summary>
<dl><dt>model</dt><dd>${model.name}${answered} (${sources.model})</dd>
<dt>server</dt><dd>${server.name} ${server.version}, protocol ${server.protocol} (${sources.server})</dd>
<dt>time</dt><dd>${duration(run.ms)}</dd>
<dt>tokens</dt><dd>${run.inputTokens} in, ${run.outputTokens} out</dd></dl>
${list("findings", findings)}
${stderr.trim() !== "" && markup`<h5>the end of the server's stderr</h5>${pre(cutMiddle(stderr))}`}
</details>`;
}

/** A suite of direct tool tests. */
export function healthMarkup(health: HealthSuiteReport, section: Section): Markup {
  const { name, verdict, tests } = health;
  const passed = tests.filter((test) => test.verdict === "passed").length;
  return markup`<details class="workflow" id="${section.id}" data-verdict="${verdict}"${section.open && " open"}>
<summary><span class="mark v-${verdict}">${MARK[verdict]}</span><span class="name">${section.suite !== undefined && markup`<small>${section.suite} / </small>`}Tool Health: ${name}</span><b class="score v-${verdict}">${passed} of ${tests.length}</b></summary>
<div class="inside">${tests.map(testMarkup)}</div></details>`;
}

function testMarkup({ tool, description, verdict, details, ms, attempts, expected, actual }: HealthTestReport): Markup {
  const tries = attempts > 1 ? `, attempt ${attempts}` : "";
  const values = [
    ...(expected === undefined ? [] : [markup`<h5>expected</h5>${pre(stringify(expected))}`]),
    ...(actual === undefined ? [] : [markup`<h5>actual</h5>${pre(stringify(actual))}`]),
  ];
  return markup`<details class="call${verdict !== "passed" && " bad"}"${verdict !== "passed" && " open"}><summary><span class="mark v-${verdict}">${MARK[verdict]}</span> <span class="tool">${tool}</span> ${description} <small>${verdict === "skipped" ? "skipped" : `${duration(ms)}${tries}`}</small></summary>
${lines(details)}${values}</details>`;
}

function list(kind: string, texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined;
  return markup`<ul class="${kind}">${texts.map((text) => markup`<li>${lines(text)}</li>`)}</ul>`;
}

/** Our own texts may have lines: an error with its evidence and its fix. */
function lines(text: string): Markup {
  return text.includes("\n") ? pre(cutMiddle(text), "prose") : markup`${cutMiddle(text)}`;
}

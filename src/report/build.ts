// Builds the evaluations and the report from traces, workflows and direct tool tests. The time is passed in, not read.
import type { ParsedConfig, Workflow } from "../config/schema.js";
import type { MetricResult } from "../metrics/result.js";
import { scoreTrace } from "../metrics/score-trace.js";
import { StateSearch } from "../metrics/state-search.js";
import { describeUnlisted } from "../metrics/unlisted-tools.js";
import { nothingApplies, scoreWorkflow, type WorkflowScore } from "../metrics/workflow-verdict.js";
import { callsOf, turnsOf } from "../trace/read.js";
import { identitiesIn } from "../trace/servers.js";
import type { ServerIdentity, Trace, TraceStep } from "../trace/trace.js";
import { buildClaudeFacts } from "./claude-facts.js";
import { compareWithBaseline, type ScoresThen } from "./baseline.js";
import { describeNotCompared } from "./describe-variables.js";
import { exitCodeOf, type GateOptions } from "./exit-code.js";
import { findInTheWay } from "./in-the-way.js";
import { meanScore } from "./mean-score.js";
import { agreementOf } from "./judge-agreement.js";
import { redactConfig } from "./redact-config.js";
import type { Evaluation, HealthSuiteReport, RecordedFacts, ReplayFacts, Report, RunFacts, Summary } from "./report.js";
import { describeSameBuild } from "./same-build.js";
import { passRateOf } from "./pass-rate.js";
import type { OwnPrices } from "./price.js";
import { buildSettle, type Unsettled } from "./settle.js";
import { spentIn, sumSpent, type Spent } from "./spent.js";
import { buildTranscript } from "./transcript.js";
import { wasSettled, isExplained } from "../trace/drift-classes.js";
import { type WorkflowVerdict, worstVerdict } from "../metrics/verdicts.js";

/** What a run passes on for its evaluation. */
export interface JudgedRun {
  workflow: Workflow;
  trace: Trace;
  /** The config's prices, for what a live run spent. */
  prices?: OwnPrices | undefined;
  /** The judge's result, where the judge ran. */
  judge?: MetricResult | undefined;
  /** What it was asked for; absent where nothing was sent to it. */
  judgeSpent?: Spent | undefined;
  /** Facts from `record`. */
  recorded?: RecordedFacts | undefined;
  /** The config as the user names it on the command line, for the suggested commands; null for a config object. */
  config: string | null;
  /** A replay that accepts nothing. */
  strict?: boolean | undefined;
  /** What the recorded run scored when it was recorded. */
  scoresThen?: ScoresThen | undefined;
  /** A sentence for each accepted drift that did not occur. */
  unused?: readonly string[] | undefined;
  /** The same run without secrets, for the transcript. Default: the trace itself. */
  shown?: Trace | undefined;
  /** Whether the evaluation contains the transcript. Default false. */
  transcripts?: boolean | undefined;
}

/** Scores a run and compares a replay with its baseline. */
export function buildEvaluation(run: JudgedRun): Evaluation {
  const { workflow, trace, judge, recorded, config, strict = false, transcripts = false } = run;
  const search = new StateSearch();
  const results = [...scoreTrace(trace, workflow, search), ...(judge === undefined ? [] : [judge])];
  const scored = scoreWorkflow(results, trace);
  const { verdict, reasons: why, overallScore } = strict ? acceptNothing(scored, trace) : scored;
  const imported = trace.imported ?? trace.evidence?.recorded.imported;
  const isSameBuild = verdict === "passed" ? undefined : describeSameBuild(trace, config);
  const reasons = isSameBuild === undefined ? why : [...why, isSameBuild];
  const facts = buildReplayFacts(run, results, search);
  const spent = spentOn(run);
  const replay = facts === undefined || isSameBuild === undefined ? facts : { ...facts, sameBuild: true as const };
  return {
    workflowName: workflow.name,
    ...(workflow.description !== undefined && { description: workflow.description }),
    verdict,
    passed: verdict === "passed",
    overallScore,
    results,
    reasons,
    run: buildRunFacts(trace, workflow),
    ...(imported !== undefined && { imported }),
    ...(spent !== undefined && { spent }),
    ...(replay !== undefined && { replay }),
    settle:
      verdict === "inconclusive" && !nothingApplies(results)
        ? buildSettle({
            workflow: workflow.name,
            config,
            replayed: replay !== undefined,
            drift: strict ? [] : findInTheWay(trace, workflow).map(({ id }) => id),
          })
        : [],
    ...(recorded !== undefined && { recorded }),
    ...(transcripts && { transcript: buildTranscript(run.shown ?? trace) }),
  };
}

/** Undefined where nobody was asked. */
function spentOn({ trace, prices, judgeSpent }: JudgedRun): Spent | undefined {
  if (trace.sources.model !== "live" && judgeSpent === undefined) return undefined;
  const claude = trace.sources.model === "live" ? spentIn(trace, trace.model.name, prices) : sumSpent([]);
  return judgeSpent === undefined ? claude : { ...claude, judge: judgeSpent };
}

/** Adds what `record` found in its check of a workflow: a cassette that cannot be replayed is not a success. */
export function addCheck(evaluation: Evaluation, recorded: RecordedFacts): Evaluation {
  const { check } = recorded;
  if (check === undefined || check.replays) return { ...evaluation, recorded };
  const { verdict, overallScore } = evaluation;
  const isOpen = verdict === "passed" || verdict === "inconclusive";
  return {
    ...evaluation,
    verdict: isOpen ? "inconclusive" : verdict,
    passed: false,
    overallScore: isOpen ? null : overallScore,
    reasons: [...evaluation.reasons, check.message],
    // A new recording cannot fix what differs in every run, nor can accepting one value.
    settle: [],
    recorded,
  };
}

/** Makes a passed replay inconclusive where any drift is left, even if every metric has a verdict. */
function acceptNothing(scored: WorkflowScore, { evidence }: Trace): WorkflowScore {
  const open = (evidence?.drift ?? []).filter((drift) => !isExplained(drift));
  const hidden = evidence?.notCompared ?? 0;
  if (scored.verdict !== "passed" || open.length + hidden === 0) return scored;
  const count = open.length === 1 ? "1 drift" : `${open.length} drifts`;
  const kinds = [...new Set(open.map(({ class: kind }) => kind))].join(", ");
  const reasons = [
    ...(open.length === 0 ? [] : [`Strict: ${count} (${kinds}), and --strict accepts none.`]),
    ...(hidden === 0 ? [] : [`Strict: ${describeNotCompared({ notCompared: hidden }) ?? ""}`]),
  ];
  return { verdict: "inconclusive", reasons: [...scored.reasons, ...reasons], overallScore: null };
}

/**
 * Builds the evaluation of a workflow that did not run: skipped, no cassette, stale before it began, or the command did
 * not start.
 */
export function buildUnjudged(
  workflow: Workflow,
  why: {
    verdict: Exclude<WorkflowVerdict, "passed">;
    reasons: string[];
    config: string | null;
    kept?: Unsettled["kept"];
  },
  recorded?: RecordedFacts,
): Evaluation {
  return {
    workflowName: workflow.name,
    ...(workflow.description !== undefined && { description: workflow.description }),
    verdict: why.verdict,
    passed: false,
    overallScore: null,
    results: [],
    reasons: why.reasons,
    settle:
      why.verdict === "inconclusive"
        ? buildSettle({ workflow: workflow.name, config: why.config, replayed: false, drift: [], kept: why.kept })
        : [],
    ...(recorded !== undefined && { recorded }),
  };
}

/** The parts of a report beside its evaluations. */
export interface ReportParts {
  by: string;
  command: Report["command"];
  suite: Report["suite"];
  config: ParsedConfig;
  evaluations: Evaluation[];
  toolHealth: HealthSuiteReport[];
  /** ISO 8601, UTC. */
  timestamp: string;
  gate?: GateOptions;
}

/** Builds the report of one suite: the worst verdict decides; a suite with nothing judged is inconclusive. */
export function buildReport(parts: ReportParts): Report {
  const { by, command, suite, evaluations, toolHealth, timestamp } = parts;
  const verdict = worstVerdict([...evaluations, ...toolHealth].map((item) => item.verdict));
  return {
    version: 2,
    by,
    command,
    suite,
    config: redactConfig(parts.config),
    evaluations,
    toolHealth,
    summary: summarize(evaluations),
    verdict,
    passed: verdict === "passed",
    exitCode: exitCodeOf(evaluations, toolHealth, parts.gate ?? {}),
    timestamp,
  };
}

/** Counts the verdicts. */
export function summarize(evaluations: readonly Evaluation[]): Summary {
  const count = (verdict: WorkflowVerdict) => evaluations.filter((item) => item.verdict === verdict).length;
  return {
    total: evaluations.length,
    passed: count("passed"),
    failed: count("failed"),
    inconclusive: count("inconclusive"),
    errors: count("error"),
    skipped: count("skipped"),
    passedOnAccepted: evaluations.filter((item) => item.passed && hasAcceptedDrift(item)).length,
    overallScore: meanScore(evaluations),
    ...passRateOf(evaluations),
    ...agreementOf(evaluations),
  };
}

function hasAcceptedDrift({ replay }: Evaluation): boolean {
  return (replay?.drift ?? []).some(wasSettled);
}

function buildRunFacts(trace: Trace, workflow: Workflow): RunFacts {
  const { end } = trace;
  return {
    model: trace.model,
    ...buildServers(trace.server),
    sources: trace.sources,
    turns: turnsOf(trace).length,
    calls: callsOf(trace).length,
    ...buildClaudeFacts(trace),
    ms: trace.ms,
    ...(end.kind !== "completed" && { end: end.kind }),
    findings: [...trace.findings, ...describeUnlisted(workflow, trace)],
    stderr: trace.stderr,
  };
}

function buildServers(identity: ServerIdentity): Pick<RunFacts, "server" | "servers"> {
  const { servers, ...one } = identity;
  const [first] = identitiesIn(identity);
  return servers === undefined ? { server: one } : { server: first?.identity ?? one, servers };
}

function buildReplayFacts(
  { trace, workflow, unused = [], scoresThen }: JudgedRun,
  results: readonly MetricResult[],
  search: StateSearch,
): ReplayFacts | undefined {
  const { evidence, end } = trace;
  if (evidence === undefined) return undefined;
  const turn = evidence.ungroundedFrom ?? (end.kind === "ungrounded" ? turnsOf(trace).length + 1 : undefined);
  return {
    recording: buildClaudeFacts(evidence.recorded),
    drift: evidence.drift,
    substitutions: evidence.substitutions,
    variables: evidence.variables ?? [],
    races: evidence.raced ?? [],
    notCompared: evidence.notCompared ?? 0,
    ...(unused.length > 0 && { unused: [...unused] }),
    ...(turn !== undefined && { ungroundedFrom: { step: stepOfTurn(evidence.recorded.steps, turn), turn } }),
    ...(evidence.stopped !== undefined && { stopped: evidence.stopped }),
    ...compareWithBaseline(trace, evidence.recorded, workflow, results, { scoresThen, search }),
  };
}

/** Returns the step that contains the turn with this ordinal. */
function stepOfTurn(steps: readonly TraceStep[], turn: number): number {
  let seen = 0;
  for (const [index, step] of steps.entries()) {
    seen += step.turns.length;
    if (turn <= seen) return index + 1;
  }
  return Math.max(1, steps.length);
}

// Exports the public API: named re-exports only.
export {
  accept,
  compare,
  diff,
  evaluate,
  mergeReports,
  record,
  replay,
  show,
  tape,
  type NamedReport,
  type PrintOptions,
  type ShowOptions,
} from "./library.js";
export { defineConfig } from "./config/define-config.js";
export type { Config } from "./config/schema-written.js";
export { McpvalsError, type ErrorCode } from "./errors.js";
export type { RecordOptions, ReplayOptions, RunOptions, Progress } from "./suite/options.js";
export type {
  Evaluation,
  HealthSuiteReport,
  HealthTestReport,
  RecordedFacts,
  ReplayFacts,
  Report,
  RunFacts,
  Summary,
} from "./report/report.js";
export type { MetricId, MetricResult, Verdict } from "./metrics/result.js";
export type { Acceptance, AcceptOptions, RemoveOptions } from "./run/accept.js";
export type { Shown, ShownDiff, ShownRun } from "./render/transcript/shown.js";
export type { Drift, DriftPlace, Substitution } from "./trace/drift.js";
export type { DriftClass } from "./trace/drift-classes.js";
export { reviewCassettes as review, type ReviewOptions } from "./review/files/review.js";
export { renderReview } from "./render/comment/render-markdown.js";
export { renderReviewHtml } from "./render/formats/review/html.js";
export type { ComparedPairs, ComparedRate, ComparedSide, SideComparison, WorkflowPairs } from "./report/comparison.js";
export type { Attention, Cause, Review, SuiteReview, WorkflowReview } from "./review/review.js";
export { lint, type LintOptions, type LintReport } from "./lint/lint.js";
export type { RuleId } from "./lint/rules.js";
export type { Finding, Repair } from "./lint/finding.js";
export type { Transcript, TranscriptCall, TranscriptStep, TranscriptTurn } from "./report/transcript.js";
export type {
  CallDiff,
  CallSide,
  ContractDiff,
  DiffReport,
  DiffSide,
  DiffSummary,
  DiffVerdict,
  ScoreDiff,
  WorkflowDiff,
} from "./diff/diff.js";
export type { ContractChange, ContractSubject } from "./contract/change.js";
export type { ContractClass } from "./contract/classes.js";
export type { DiffFilesOptions, DiffServersOptions } from "./diff/sides/diff-options.js";
export { loadSession } from "./cassette/load-session.js";
export type {
  Era,
  Session,
  SessionEntry,
  SessionExchange,
  SessionNotification,
  SessionServerRequest,
} from "./trace/session.js";
export type { WorkflowVerdict } from "./metrics/verdicts.js";
export type { AgentTape, TapeCall, TapeOptions, TapeServer } from "./wrap/tape.js";

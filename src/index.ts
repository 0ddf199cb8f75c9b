// The public API: named re-exports only.
export { evaluate, record, replay, type PrintOptions } from "./library.js";
export { defineConfig } from "./config/define-config.js";
export type { Config } from "./config/schema.js";
export { McpvalsError, type ErrorCode } from "./errors.js";
export type { RecordOptions, ReplayOptions, RunOptions, Progress } from "./run/options.js";
export type {
  Evaluation,
  HealthSuiteReport,
  HealthTestReport,
  RecordedFacts,
  ReplayFacts,
  Report,
  RunFacts,
  Summary,
  WorkflowVerdict,
} from "./report/report.js";
export type { MetricId, MetricResult, Verdict } from "./metrics/result.js";
export type { Drift, DriftClass, DriftPlace, Substitution } from "./trace/drift.js";

// Scores a trace with the three metrics, in the order in which reports show them.
import type { Workflow } from "../config/schema.js";
import type { Trace } from "../trace/trace.js";
import { scoreEndToEndSuccess } from "./end-to-end-success.js";
import type { MetricResult } from "./result.js";
import { StateSearch } from "./state-search.js";
import { scoreToolCallHealth } from "./tool-call-health.js";
import { scoreToolInvocationOrder } from "./tool-invocation-order.js";

/** `search`: of an evaluation that scores the recorded run, too. */
export function scoreTrace(trace: Trace, workflow: Workflow, search: StateSearch = new StateSearch()): MetricResult[] {
  return [
    scoreEndToEndSuccess(trace, workflow, search),
    scoreToolInvocationOrder(trace, workflow),
    scoreToolCallHealth(trace, workflow),
  ];
}

// Reads from a trace what Claude said and called, and what that took.
import { callsOf, lastWordsOf, usagesOf, type WithSteps } from "../trace/read.js";
import type { ClaudeFacts } from "./report.js";

export function buildClaudeFacts(trace: WithSteps): ClaudeFacts {
  const usages = usagesOf(trace);
  const calls = callsOf(trace);
  return {
    lastWords: lastWordsOf(trace),
    called: calls.map(({ tool }) => tool),
    inputTokens: usages.reduce((sum, { input }) => sum + input, 0),
    outputTokens: usages.reduce((sum, { output }) => sum + output, 0),
    callTime: { ms: calls.reduce((sum, { ms }) => sum + ms, 0) },
  };
}

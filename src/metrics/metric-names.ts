// Lists the display names of the scores in a cassette, in the order in which reports show them.

export const METRIC_NAMES: Readonly<Record<string, string>> = {
  "end-to-end-success": "End-to-End Success",
  "tool-invocation-order": "Tool Invocation Order",
  "tool-call-health": "Tool Call Health",
  "llm-judge": "LLM Judge",
};

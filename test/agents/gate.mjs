// The runs with real agents that the gate plays for each version of Claude Code. All situations: npm run agents.

/** Parallel calls, a subagent, resuming a session, tool search, and a stream that breaks off. */
export const GATE_UNCHANGED = [
  "three calls at once",
  "a subagent",
  "a second step",
  "tool search",
  "a stream that was cut",
];

/** One for each kind of stop that needs no own tool; all are replays of one recording. */
export const GATE_CHANGED = [
  "a result",
  "a tool that is gone",
  "the server is dead from the start",
  "no permission",
  "another prompt",
];

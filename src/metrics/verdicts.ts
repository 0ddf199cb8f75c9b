// Owns the verdicts on a workflow: how each looks in every report, and how it affects the exit code.
import { namesIn } from "../names-in.js";

/** How the verdict on a workflow, a suite of tool tests or a whole report is shown. */
interface VerdictFacts {
  /** One column, for a terminal and for HTML. */
  mark: string;
  colour: "green" | "red" | "yellow" | "dim";
  emoji: string;
  /** The one sentence that a report with this verdict ends with. */
  headline: string;
  /** The element of a JUnit test case. */
  junit: "system-out" | "failure" | "error" | "skipped";
  /** The level of an annotation on GitHub; null for none. */
  level: "error" | "warning" | null;
}

/** The verdicts on a workflow, the worst first. */
export const VERDICTS = {
  failed: {
    mark: "✗",
    colour: "red",
    emoji: "❌",
    headline: "Some Evaluations Failed",
    junit: "failure",
    level: "error",
  },
  /** Something outside the server failed: the model API, or the start of the command. */
  error: {
    mark: "!",
    colour: "red",
    emoji: "❗",
    headline: "Some Evaluations Could Not Be Made",
    junit: "error",
    level: "error",
  },
  inconclusive: {
    mark: "?",
    colour: "yellow",
    emoji: "❓",
    headline: "Some Evaluations Are Inconclusive",
    junit: "error",
    level: "warning",
  },
  passed: {
    mark: "✓",
    colour: "green",
    emoji: "✅",
    headline: "All Evaluations Passed",
    junit: "system-out",
    level: null,
  },
  /** Left out by the config or the command. */
  skipped: {
    mark: "-",
    colour: "dim",
    emoji: "➖",
    headline: "Nothing Was Evaluated",
    junit: "skipped",
    level: null,
  },
} as const satisfies Record<string, VerdictFacts>;

export type WorkflowVerdict = keyof typeof VERDICTS;

/** All verdicts, the worst first. */
export const VERDICTS_WORST_FIRST: readonly WorkflowVerdict[] = namesIn(VERDICTS);

/**
 * Failed, else error, else inconclusive, else passed; inconclusive where everything was skipped or the list is empty.
 */
export function worstVerdict(verdicts: readonly WorkflowVerdict[]): WorkflowVerdict {
  const worst = VERDICTS_WORST_FIRST.find((verdict) => verdicts.includes(verdict));
  return worst === undefined || worst === "skipped" ? "inconclusive" : worst;
}

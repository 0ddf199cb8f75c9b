// Scores End-to-End Success: whether each step of a trace reached its expected state.
import type { ExpectedState, Workflow } from "../config/schema.js";
import { eraOf } from "../trace/era.js";
import { serverOf } from "../trace/servers.js";
import { callsOf, finalTextOf, isEvidence } from "../trace/read.js";
import type { Call, Trace, TraceStep, Turn } from "../trace/trace.js";
import { describeExpectedState } from "./expected-state.js";
import { statesToday } from "./states-today.js";
import { callsExpectedToFail } from "./expected-tools.js";
import { callsAsWritten, groundOf, type Ground } from "./ground.js";
import { NotChecked } from "./not-checked.js";
import { verdictAndScore, type MetricResult, type MetricVerdict, type Verdict } from "./result.js";
import { isError, provenOutcome, type StateRules } from "./proven-outcome.js";
import { StateSearch } from "./state-search.js";

interface JudgedStep {
  step: number;
  expected: ExpectedState;
  verdict: Verdict;
  /** Where the state was found. `result alone`: in a result, and Claude's final message was not played. */
  where?: "message" | "result" | "result alone";
  /** Why the step cannot be judged. */
  why?: string;
}

/** Returns whether every step with an `expectedState` reached it; the score is the share of those steps. */
export function scoreEndToEndSuccess(trace: Trace, workflow: Workflow, search = new StateSearch()): MetricResult {
  const ground = groundOf(trace);
  const judge = ground.recorded === undefined ? judgeLive : judgeReplayed;
  const failing = callsExpectedToFail(workflow, callsAsWritten(ground));
  const rulesOf: Looking["rulesOf"] = ({ id, tool }, then) => ({
    era: eraOf(serverOf(trace.server, tool).protocol),
    expectFailure: failing.has(id),
    // In a live run an error counts as a result; in a replay only an error that was recorded.
    errorsCount: then === undefined || isError(then.outcome),
    evidence: ground.evidence,
  });
  const judged = workflow.steps.flatMap(({ expectedState }, index): JudgedStep[] =>
    expectedState === undefined
      ? []
      : [
          {
            step: index + 1,
            expected: expectedState,
            ...decided(() => judge(ground, index, expectedState, { search, rulesOf })),
          },
        ],
  );
  const verdict = judged.length > 0 ? worstOf(judged) : "not-applicable";
  const reached = judged.filter((step) => step.verdict === "passed").length;
  const states = judged.map((step) => step.expected);
  const last = ground.steps.at(-1);
  return {
    id: "end-to-end-success",
    metric: "End-to-End Success",
    ...verdictAndScore(verdict, () => reached / judged.length),
    details: judged.length === 0 ? "No expected state defined" : describe(judged, verdict),
    metadata: {
      expectedState: states.length > 1 ? states : (states[0] ?? null),
      lastMessageContent: last === undefined ? "" : finalTextOf(last),
      steps: judged.map(({ step, verdict: says, where, why }) => ({
        step,
        verdict: says,
        ...(where !== undefined && { foundIn: where === "message" ? where : "result" }),
        ...(why !== undefined && { why }),
      })),
    },
  };
}

type StepVerdict = Pick<JudgedStep, "verdict" | "where" | "why">;

interface Looking {
  search: StateSearch;
  /** The rules for a call, given the recorded one in a replay. */
  rulesOf: (call: Call, then?: Call) => StateRules;
}

/** A check that was stopped leaves the step undecided. */
function decided(judge: () => StepVerdict): StepVerdict {
  try {
    return judge();
  } catch (error) {
    if (error instanceof NotChecked) return { verdict: "inconclusive", why: error.message };
    throw error;
  }
}

function judgeLive(ground: Ground, index: number, expected: ExpectedState, look: Looking): StepVerdict {
  const step = ground.steps[index];
  if (step !== undefined) {
    const message = finalMessageOf(step);
    if (message !== undefined && look.search.hasText(expected, message)) return { verdict: "passed", where: "message" };
    const last = lastCallOf(step);
    if (last !== undefined && resultHas(expected, last, look)) return { verdict: "passed", where: "result" };
  }
  return ground.outsideFailed || ground.notAsked ? { verdict: "inconclusive", why: ground.why } : { verdict: "failed" };
}

function judgeReplayed(ground: Ground, index: number, expected: ExpectedState, look: Looking): StepVerdict {
  const [step, then] = [ground.steps[index], ground.recorded?.steps[index]];
  const open: StepVerdict = { verdict: "inconclusive", why: ground.why };
  if (step === undefined || then === undefined) return open;
  const lastThen = lastCallOf(then);
  const last = lastCallOf(step);
  const isPlayed = step.turns.length >= then.turns.length;
  const states = statesToday(expected, ground.evidence?.variables);
  if (last !== undefined && last.call.id === lastThen?.call.id) {
    // Rows of earlier runs prove nothing that the recorded rows did not say.
    const isProof = !hasGrown(last.call, ground) || look.search.hasOutcome(expected, lastThen.call.outcome);
    if (isProof && states.some((state) => resultHas(state, last, look, lastThen.call)))
      return { verdict: "passed", where: isPlayed ? "result" : "result alone" };
  }
  if (!isPlayed || ground.recorded === undefined) return open;
  const message = finalMessageOf(step);
  if (message === undefined || !states.some((state) => look.search.hasText(state, message))) {
    return isWrittenOtherwise(expected, ground, [lastThen, last], look)
      ? { verdict: "inconclusive", why: WRITTEN }
      : (ground.evidence?.raced ?? []).length > 0
        ? { verdict: "inconclusive", why: "Concurrent calls ended differently, depending on which came first." }
        : { verdict: "failed" };
  }
  const isThere = states.some((state) => stoodInResults(state, ground.steps, index, look));
  if (!isThere && stoodInResults(expected, ground.recorded.steps, index, look)) {
    return {
      verdict: "inconclusive",
      why: "The recorded answer says it, but the results that contained it differ now.",
    };
  }
  return { verdict: "passed", where: "message" };
}

function hasGrown({ id }: Call, { evidence }: Ground): boolean {
  return (evidence?.drift ?? []).some(({ class: name, where }) => name === "grown" && where.call === id);
}

const WRITTEN = "The recorded result contains it; the result now is equal, but written differently.";

/** True where the recorded result of the step's last call had the state, and nothing in that result differs now. */
function isWrittenOtherwise(
  expected: ExpectedState,
  { evidence }: Ground,
  [then, now]: readonly ReturnType<typeof lastCallOf>[],
  { search }: Looking,
): boolean {
  if (then === undefined || now === undefined || !isEvidence(now.call)) return false;
  if (isError(then.call.outcome) || isError(now.call.outcome)) return false;
  if ((evidence?.drift ?? []).some(({ where }) => where.call === then.call.id)) return false;
  return search.hasOutcome(expected, then.call.outcome);
}

/** Returns the text of the turn that ended the step; a turn that requests calls is not final. */
function finalMessageOf(step: TraceStep): string | undefined {
  const last = step.turns.at(-1);
  return last === undefined || last.content.some((block) => block.type === "tool_use") ? undefined : finalTextOf(step);
}

function lastCallOf(step: TraceStep): { call: Call; turn: Turn } | undefined {
  return step.turns.flatMap((turn) => turn.calls.map((call) => ({ call, turn }))).at(-1);
}

/** True where the call's outcome is evidence and has the state at a place that did not drift. */
function resultHas(
  expected: ExpectedState,
  { call, turn }: { call: Call; turn: Turn },
  { search, rulesOf }: Looking,
  then?: Call,
): boolean {
  const proven = provenOutcome(call, turn.tools, rulesOf(call, then));
  return proven !== undefined && search.hasOutcome(expected, proven);
}

/** True where any result up to the step has the state, healthy or not. */
function stoodInResults(
  expected: ExpectedState,
  steps: readonly TraceStep[],
  index: number,
  { search }: Looking,
): boolean {
  return callsOf({ steps: steps.slice(0, index + 1) }).some(({ outcome }) => search.hasOutcome(expected, outcome));
}

function worstOf(judged: readonly JudgedStep[]): Verdict {
  const verdicts = judged.map((step) => step.verdict);
  if (verdicts.includes("failed")) return "failed";
  return verdicts.includes("inconclusive") ? "inconclusive" : "passed";
}

function describe(judged: readonly JudgedStep[], verdict: MetricVerdict): string {
  const [only] = judged;
  if (verdict === "passed") {
    const alone = judged.some(({ where }) => where === "result alone")
      ? " (by the live result alone, Claude's answer was not replayed)"
      : "";
    return judged.length === 1 && only !== undefined
      ? `Successfully reached expected state: ${describeExpectedState(only.expected)}${alone}`
      : `Successfully reached all ${judged.length} expected states${alone}`;
  }
  const open = judged.filter((step) => step.verdict === verdict);
  const names = open.map(({ step, expected }) =>
    judged.length === 1 ? describeExpectedState(expected) : `step ${step} ${describeExpectedState(expected)}`,
  );
  const said = verdict === "failed" ? "Did not reach expected state" : "Cannot tell whether this state was reached";
  const why = verdict === "inconclusive" ? `. ${open[0]?.why ?? ""}` : "";
  const share =
    judged.length > 1
      ? ` (${judged.filter((step) => step.verdict === "passed").length} of ${judged.length} reached)`
      : "";
  return `${said}: ${names.join(", ")}${share}${why}`;
}

// Says who caused that a workflow did not pass: the server, the recording, Claude, the suite, or something outside.
import { isOfContract } from "../../trace/drift-id.js";
import type { Evaluation } from "../../report/report.js";
import type { Why } from "../../report/why-of.js";

export type ChangeOwner = "server" | "recording" | "claude" | "suite" | "outside";

export interface WhoseChange {
  owner: ChangeOwner;
  /** On one line, without a full stop: `the server: it answers differently than it was recorded`. */
  text: string;
}

const NO_SUCH_TOOL = "the suite or the server: the expected tool does not exist";

const say = (owner: ChangeOwner, text: string): WhoseChange => ({ owner, text });

/** Decides from the report alone, so it says what is known and no more. */
export function whoseChange(evaluation: Evaluation, why: Why): WhoseChange {
  const { replay, verdict, recorded } = evaluation;
  if (verdict === "failed" && replay?.failedBefore === true) {
    return replay.passedThen === true
      ? say("suite", "the suite: the recorded run passed what was expected then")
      : say("recording", "the recording: it failed like this then, too");
  }
  switch (why.kind) {
    case "server-failed":
      return say(
        "server",
        `the server: it gave no usable answer${replay === undefined ? "" : ", the recorded one did"}`,
      );
    case "drift":
      return ofDrift(evaluation, why);
    case "calls":
      return ofCalls(evaluation, why.first.reason);
    case "metric":
      return ofMetric(evaluation);
    case "check":
      return recorded?.pins === undefined
        ? say("server", "the server: the same calls give other results")
        : say("recording", "the recording: it does not say where Claude took a value from");
    case "reason":
      return ofReason(evaluation);
  }
}

function ofDrift({ replay }: Evaluation, { drift }: Extract<Why, { kind: "drift" }>): WhoseChange {
  if (drift.where.part === "arguments" || drift.where.part === "model" || drift.where.part === "run") {
    return say("recording", "the recording: it cannot go on from here");
  }
  if (replay?.sameBuild === true) {
    return say("server", "the server, or chance: its version is the recorded one");
  }
  return isOfContract(drift.where)
    ? say("server", "the server: it declares something else than when it was recorded")
    : say("server", "the server: it answers differently than when it was recorded");
}

function ofCalls({ replay, recorded }: Evaluation, reason: string): WhoseChange {
  if (replay !== undefined || recorded?.check?.unwritten === true)
    return say("server", "the server: this call did not fail when it was recorded");
  if (reason.startsWith("unknown tool")) return say("claude", "Claude: it called a tool that the server does not have");
  if (reason.startsWith("arguments against"))
    return say("claude", "Claude: its arguments do not fit the tool's schema");
  return say("server", "the server: it did not answer this call as it should");
}

function ofMetric({ replay, results }: Evaluation): WhoseChange {
  if (replay !== undefined) return say("server", "the server: the recorded run reached this");
  if (results.some(({ details }) => details.includes("the server has no such tool"))) {
    return say("suite", NO_SUCH_TOOL);
  }
  const health = results.find(({ id }) => id === "tool-call-health");
  return health?.verdict === "passed"
    ? say("claude", "Claude, or what is expected of it: the server answered every call")
    : say("claude", "Claude, or what is expected of it: no call of the server failed");
}

function ofReason({ verdict, run, results }: Evaluation): WhoseChange {
  if (verdict === "error") return say("outside", "neither the server nor the recording: something outside failed");
  if (run?.end === "tool-missing") return say("suite", NO_SUCH_TOOL);
  if (run?.end === "model-stopped" || run?.end === "max-turns") {
    return say("claude", "Claude: it stopped before the work was done");
  }
  return run === undefined
    ? say("recording", "the recording: there is none that can be replayed")
    : results.every((one) => one.verdict === "not-applicable")
      ? say("suite", "the suite: it expects nothing of this workflow")
      : say("recording", "the recording: it proves nothing from here on");
}

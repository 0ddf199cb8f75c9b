// Finds the recorded verdict that counts for a replayed run, or says why none does. Asks nobody.
import type { Judgement } from "../cassette/schema.js";
import type { Workflow } from "../config/schema.js";
import type { MetricResult } from "../metrics/result.js";
import type { Trace } from "../trace/trace.js";
import { buildConversation, expectedStatesOf, type Hide } from "./conversation.js";
import { whyNoGround } from "./ground.js";
import { buildJudgeKeys, type JudgeKeys } from "./keys.js";
import { buildJudgeResult, buildUnscored } from "./score.js";
import type { JudgeSettings } from "./settings.js";

export interface Recall {
  trace: Trace;
  workflow: Workflow;
  /** The verdicts on the cassette. */
  judgements: readonly Judgement[];
  settings: JudgeSettings;
  /** The recorded run with placeholders; by default that of the trace, hidden with `hide`. */
  recorded?: Pick<Trace, "system" | "steps">;
  /** As in `judgeRun`. */
  hide?: Hide;
}

/**
 * The recorded verdict, if the run was played to its end with nothing reworded, and if judge model, rubric, expected
 * states and recorded conversation are those that were judged. Uses today's threshold.
 */
export function recallJudgement(recall: Recall): MetricResult {
  const { trace, workflow, judgements, settings, hide = (value) => value } = recall;
  const why = whyNoGround(trace);
  if (why !== undefined) return buildUnscored("run", why, settings);
  const conversation =
    recall.recorded === undefined
      ? hide(buildConversation(trace.evidence?.recorded ?? trace))
      : buildConversation(recall.recorded);
  const expected = expectedStatesOf(workflow);
  const keys = buildJudgeKeys(conversation, hide(expected), settings);
  // A value that is hidden today may not have been hidden when it was judged.
  const plain = buildJudgeKeys(conversation, expected, settings);
  const compared = judgements.map((judgement) => ({
    judgement,
    differences: differencesOf(judgement, judgement.expected === plain.expected ? plain : keys),
  }));
  const [nearest] = compared.toSorted((a, b) => a.differences.length - b.differences.length);
  if (nearest === undefined) return buildUnscored("recording", "no verdict of the judge is recorded.", settings);
  const { judgement, differences } = nearest;
  if (differences.length > 0) {
    const stale = `the recorded verdict is stale: ${differences.map((each) => each.text).join("; ")}.`;
    return buildUnscored("recording", stale, settings, { differs: differences.map((each) => each.key) });
  }
  const { score, reason, samples = [score], answered } = judgement;
  return buildJudgeResult({ source: "recorded", score, reason, samples, answered }, settings, keys);
}

function differencesOf(judgement: Judgement, keys: JudgeKeys): { key: keyof JudgeKeys; text: string }[] {
  const texts: Record<keyof JudgeKeys, string> = {
    model: `the judge was ${judgement.model} and is ${keys.model} now`,
    rubric: `the rubric changed (${judgement.rubric} then, ${keys.rubric} now)`,
    expected: "the expected states changed",
    transcript: "the recorded conversation is not the one that was judged",
  };
  const all: (keyof JudgeKeys)[] = ["model", "rubric", "expected", "transcript"];
  return all.filter((key) => judgement[key] !== keys[key]).map((key) => ({ key, text: texts[key] }));
}

// Asks the judge about a run, and returns the result and the verdict to record.
import type { Judgement } from "../cassette/schema.js";
import type { Workflow } from "../config/schema.js";
import type { MetricResult } from "../metrics/result.js";
import type { Trace } from "../trace/trace.js";
import { askJudge, type JudgeLine } from "./ask-judge.js";
import { buildConversation, expectedStatesOf, type Hide } from "./conversation.js";
import { whyNoGround } from "./ground.js";
import { buildJudgeKeys } from "./keys.js";
import { buildJudgeRequest } from "./prompt.js";
import { medianOf } from "./samples.js";
import { buildJudgeResult, buildUnscored } from "./score.js";
import { renderTranscript } from "./transcript.js";

export interface JudgeRun extends JudgeLine {
  trace: Trace;
  workflow: Workflow;
  /** Applied to everything that is sent; omit it where trace and workflow already have placeholders. */
  hide?: Hide;
}

/**
 * Asks the judge about a run that was played to its end; does not send any other run. `judgement` is for the cassette,
 * absent where there is no score. After an interrupted or failed request, the result says so. Throws JUDGE_KEY_MISSING,
 * JUDGE_ACCOUNT and PROXY_SETTING, which every workflow would meet.
 */
export async function judgeRun(run: JudgeRun): Promise<{ result: MetricResult; judgement?: Judgement }> {
  const { trace, workflow, settings, hide = (value) => value } = run;
  const why = whyNoGround(trace);
  if (why !== undefined) return { result: buildUnscored("run", why, settings) };
  const conversation = hide(buildConversation(trace));
  const expected = hide(expectedStatesOf(workflow));
  const keys = buildJudgeKeys(conversation, expected, settings);
  const transcript = renderTranscript(conversation, expected);
  const asked = await askJudge(buildJudgeRequest(transcript, settings), transcript.text, run);
  if (asked.kind === "unscored") return { result: buildUnscored(asked.because, asked.why, settings) };
  const scores = asked.samples.map((sample) => sample.score);
  const { score, reason } = medianOf(asked.samples);
  const answered = asked.answered === settings.model ? undefined : asked.answered;
  return {
    result: buildJudgeResult({ source: "live", score, reason, samples: scores, answered }, settings, keys),
    judgement: {
      model: keys.model,
      ...(answered !== undefined && { answered }),
      rubric: keys.rubric,
      expected: keys.expected,
      transcript: keys.transcript,
      score,
      ...(scores.length > 1 && { samples: scores }),
      reason,
    },
  };
}

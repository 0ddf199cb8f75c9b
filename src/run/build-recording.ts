// Builds the cassette of a live run, with placeholders in place of what belongs to the machine, and of secrets.
import type { AgentPart } from "../cassette/agent-schema.js";
import { buildCassette } from "../cassette/build-cassette.js";
import type { Scores, WrittenCassette } from "../cassette/schema.js";
import type { Workflow } from "../config/schema.js";
import { hideTrace } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import { BY } from "../suite/identify.js";
import type { Contract } from "../trace/contract.js";
import type { Trace } from "../trace/trace.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import type { judgeWorkflow } from "./judge-workflow.js";
import { scoresOf } from "./replay-workflow.js";

interface RunWithVerdict {
  workflow: Workflow;
  trace: Trace;
  judged: Awaited<ReturnType<typeof judgeWorkflow>>;
  /** What the cassette says of the agent, where it was not our own loop. */
  part?: (() => AgentPart) | undefined;
}

export interface BuiltRecording {
  cassette: WrittenCassette;
  contract: Contract;
}

export function buildRecording({ workflow, trace, judged, part }: RunWithVerdict, places: Veil): BuiltRecording {
  const hidden = hideTrace(trace, places);
  const scores = {
    ...scoresOf(trace, workflow),
    ...(judged === undefined ? {} : { "llm-judge": judged.result.score }),
  };
  const judgements = judged?.judgement === undefined ? [] : [judged.judgement];
  return withAgent(buildUnchecked(hidden, BY, scores, judgements), part?.());
}

/** The recording of an agent's run. */
export function withAgent({ cassette, contract }: BuiltRecording, agent: AgentPart | undefined): BuiltRecording {
  return { cassette: agent === undefined ? cassette : { ...cassette, kind: "agent", agent }, contract };
}

/** The cassette of a run that has its placeholders, before any check. */
export function buildUnchecked(
  hidden: Trace,
  by: string,
  scores: Scores,
  judge: WrittenCassette["judge"],
): BuiltRecording {
  // Until the check, only the times of the run count as variables: they are safe to recognize.
  const learned = learnedOfVersion1(runOf(hidden), []);
  return { cassette: buildCassette(hidden, { by, scores, learned, judge }), contract: hidden.contract };
}

// Builds the transcript of a trace for a report: what was said, called and answered, and how long it took.
import { canonicalJson } from "../json/canonical.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { Call, CallOutcome, Trace, TraceStep, Turn } from "../trace/trace.js";

export interface Transcript {
  /** The system prompt of the config. */
  system: string | null;
  steps: TranscriptStep[];
  /** Replay: the recorded turns after the last one that was played, for information only. */
  unplayed?: TranscriptStep[];
}

export interface TranscriptStep {
  user: string;
  turns: TranscriptTurn[];
}

export interface TranscriptTurn extends Pick<
  Turn,
  "content" | "stop" | "usage" | "ms" | "retries" | "own" | "subagent"
> {
  calls: TranscriptCall[];
}

export interface TranscriptCall extends Call {
  /** Replay: the recorded outcome, where it differs. */
  recorded?: CallOutcome;
}

/** Returns the conversation of a run and, for a replay, what it was compared with. */
export function buildTranscript(trace: Trace): Transcript {
  const recorded = trace.evidence?.recorded;
  const before = new Map(recorded === undefined ? [] : callsOf(recorded).map((call) => [call.id, call.outcome]));
  const steps = trace.steps.map((step) => buildStep(step, before));
  const unplayed = recorded === undefined ? [] : stepsAfter(recorded.steps, turnsOf(trace).length);
  return { system: trace.system, steps, ...(unplayed.length > 0 && { unplayed }) };
}

function buildStep({ user, turns }: TraceStep, before: ReadonlyMap<number, CallOutcome>): TranscriptStep {
  return {
    user,
    turns: turns.map(({ content, stop, usage, ms, retries, calls, own, subagent }) => ({
      content,
      stop,
      usage,
      ms,
      retries,
      ...(own !== undefined && { own }),
      ...(subagent !== undefined && { subagent }),
      calls: calls.map((call) => {
        const recorded = before.get(call.id);
        const same = recorded === undefined || canonicalJson({ ...recorded }) === canonicalJson({ ...call.outcome });
        return same ? call : { ...call, recorded };
      }),
    })),
  };
}

function stepsAfter(steps: readonly TraceStep[], played: number): TranscriptStep[] {
  let seen = 0;
  return steps.flatMap((step) => {
    const turns = step.turns.slice(Math.max(0, played - seen));
    seen += step.turns.length;
    return turns.length === 0 ? [] : [buildStep({ user: step.user, turns }, new Map())];
  });
}

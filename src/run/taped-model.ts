// Plays the model side of a recorded run as a `Model`: answers turn n with recorded turn n, as long as it proves
// something. Searches nothing, repeats nothing, asks nobody.
import type { Model, SamplingAnswer } from "../agent/model.js";
import type { TurnPlayer } from "../drift/check-player.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ELICITATION, findMisfits, elicitedFormOf } from "../trace/elicited.js";
import { turnsOf } from "../trace/read.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { Trace, TraceStep, Turn, TurnUsage } from "../trace/trace.js";
import type { Veil } from "../redaction/veil.js";
import { TurnReferee } from "../referee/turn-referee.js";

export interface TapedModelInput {
  /** The recording with placeholders, as in the cassette. */
  recorded: Trace;
  comparer: TurnPlayer;
  places: Veil;
  /** What the server says of itself today. */
  contract: Contract;
  afterDrift: "stop" | "play";
  /** The epoch milliseconds from which the times of the calls count, and the clock. */
  startedAt: number;
  now: () => number;
}

export interface TapedModel extends Model {
  /** Compares what happened after the last turn that was requested. Call it when the run is over. */
  finish(steps: readonly TraceStep[]): void;
  /** The first turn (from 1) that was played for information only. */
  ungroundedFrom(): number | undefined;
}

/** Plays a recorded run. */
export function createTapedModel(input: TapedModelInput): TapedModel {
  const { recorded, comparer, places, afterDrift, startedAt, now } = input;
  const recordedTurns = turnsOf(recorded);
  const referee = new TurnReferee({ recorded, player: comparer, places, startedAt, now });
  let settled = 0;
  let asked = 0;
  let ungroundedFrom: number | undefined;
  let toolsCompared: readonly Tool[] = input.contract.tools;
  referee.contract(input.contract);

  function settle(turns: readonly Turn[]): void {
    for (const turn of turns.slice(settled)) {
      settled += 1;
      referee.settle(settled, turn.calls);
    }
  }

  return {
    next(conversation) {
      const ungrounded = (message: string) => Promise.resolve({ kind: "ungrounded", message } as const);
      const turns = turnsOf(conversation);
      settle(turns);
      const number = turns.length + 1;
      asked = number;
      const { tools } = conversation;
      if (tools !== toolsCompared) referee.tools(number, tools);
      toolsCompared = tools;
      const opened = referee.open(number);
      if (opened.kind === "end") return ungrounded(opened.message);
      const { view, turn, content } = opened;
      if (!view.grounded) {
        if (afterDrift === "stop" || !view.sendable) {
          return ungrounded(`Turn ${number} proves nothing: ${view.message}`);
        }
        ungroundedFrom ??= number;
      }
      const { stop, usage, ms, retries } = turn;
      const own = turn.own?.map((call) => ({ ...call, given: call.given.map((block) => places.show(block)) }));
      const played = { content, stop, usage, ms, retries, ...(own !== undefined && { own }) };
      return Promise.resolve({ kind: "turn", turn: played });
    },
    sample({ params }) {
      const view = comparer.sampled(asked, params === undefined ? undefined : places.hide(params), now());
      if (!view.known) return Promise.resolve({ kind: "refused", message: view.message, unrecorded: true });
      const missing = view.answer === undefined ? [] : places.missing(view.answer);
      if (missing.length === 0) return Promise.resolve(readAnswer(view, (value) => places.show(value)));
      const message = `The recorded answer needs ${missing.join(", ")}, which has no value here`;
      return Promise.resolve({ kind: "refused", message, unrecorded: true });
    },
    objectTo({ params, answer }) {
      const misfits = findMisfits({ params, answer });
      if (misfits.length === 0) return undefined;
      // The answer recorded for this form is given again, whether it is valid or not.
      const isRecorded = asksFor(params === undefined ? params : places.hide(params), recordedTurns[asked - 1]);
      return isRecorded ? undefined : `The scripted answer does not fit the form: ${misfits.join("; ")}`;
    },
    finish: (steps) => settle(turnsOf({ steps })),
    ungroundedFrom: () => ungroundedFrom,
  };
}

/** Whether the recorded turn was asked to fill in the same form. */
function asksFor(params: JsonValue | undefined, turn: Turn | undefined): boolean {
  const form = canonicalJson(elicitedFormOf(params) ?? null);
  return (turn?.calls ?? [])
    .flatMap((call) => call.serverRequests)
    .some(
      (request) => request.method === ELICITATION && canonicalJson(elicitedFormOf(request.params) ?? null) === form,
    );
}

/** The recorded answer to a sampling request; a recorded error is answered again. */
function readAnswer(
  { answer = {}, usage }: { answer?: JsonObject; usage?: TurnUsage },
  show: <T extends JsonValue>(value: T) => T,
): SamplingAnswer {
  const { result, error } = show(answer);
  if (isJsonObject(result)) return { kind: "said", result, ...(usage === undefined ? {} : { usage }) };
  const { code, message } = isJsonObject(error) ? error : {};
  return {
    kind: "refused",
    message: typeof message === "string" ? message : "It was not answered when this was recorded",
    ...(typeof code === "number" ? { code } : {}),
  };
}

// Answers the sampling requests of a server in one run with the model, and counts what they cost; in a replay, also
// refuses answers of the config that were not recorded. A fault of the model is sent to the server as an error, and
// ends the run.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { ServerAnswer, ServerAsks } from "../server/client-side.js";
import { ELICITATION } from "../trace/elicited.js";
import type { ModelSettings, ServerRequest, TurnUsage } from "../trace/trace.js";
import type { Model } from "./model.js";

export interface SamplerOptions {
  model: Pick<Model, "sample" | "objectTo">;
  settings: ModelSettings;
  signal: AbortSignal;
}

/** Answers sampling requests with the model of a run. */
export class Sampler {
  private readonly options: SamplerOptions;
  private readonly spent: { result: string; usage: TurnUsage }[] = [];
  private readonly unrecorded: string[] = [];
  private thrown: { error: unknown } | undefined;
  private firstFailure: string | undefined;

  constructor(options: SamplerOptions) {
    this.options = options;
  }

  readonly answer = async (asks: ServerAsks, taken: AbortSignal): Promise<ServerAnswer> => {
    const { model, settings, signal } = this.options;
    const { params } = asks;
    if (model.sample === undefined) return refusal("This model is not sampled");
    try {
      const answer = await model.sample({ settings, params }, AbortSignal.any([signal, taken]));
      if (answer.kind === "said") return this.say(answer.result, answer.usage);
      if (answer.kind === "failed") this.firstFailure ??= answer.message;
      else if (answer.unrecorded === true) this.unrecorded.push(keyOf(asks));
      return refusal(answer.message, answer.kind === "refused" ? answer.code : undefined);
    } catch (error) {
      if (!signal.aborted && !taken.aborted) this.thrown ??= { error };
      return refusal("The model could not be asked");
    }
  };

  /** Returns the config's answer for the user, or a refusal where the run could not continue with it. */
  readonly review = (asks: ServerAsks, answer: ServerAnswer): ServerAnswer => {
    if (asks.method !== ELICITATION) return answer;
    const objection = this.options.model.objectTo?.({ ...asks, answer: { ...answer } });
    if (objection === undefined) return answer;
    this.unrecorded.push(keyOf(asks));
    return refusal(objection);
  };

  /** Throws the model's error: a fault that every workflow will meet. */
  throwFault(): void {
    if (this.thrown !== undefined) throw this.thrown.error;
  }

  /** Why the model gave no answer, for a fault outside the server. */
  failure(): string | undefined {
    return this.firstFailure;
  }

  /**
   * The same requests, with what the model spent on those that it answered, and a mark on those that it could not
   * answer in a replay.
   */
  complete(requests: readonly ServerRequest[]): ServerRequest[] {
    return requests.map((request) => {
      const key = keyOf(request);
      if (take(this.unrecorded, (refused) => refused === key) !== undefined) return { ...request, unrecorded: true };
      if (request.method !== "sampling/createMessage") return request;
      const result = canonicalJson(request.answer?.["result"] ?? null);
      const found = take(this.spent, (spent) => spent.result === result);
      return found === undefined ? request : { ...request, usage: found.usage };
    });
  }

  private say(result: JsonObject, usage: TurnUsage | undefined): ServerAnswer {
    if (usage !== undefined) this.spent.push({ result: canonicalJson(result), usage });
    return { result };
  }
}

/** The first that matches, removed from the list. */
function take<T>(list: T[], fits: (one: T) => boolean): T | undefined {
  const at = list.findIndex(fits);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

/** The same request has another `_meta` in the SDK than in the tap. */
function keyOf({ method, params = null }: ServerAsks): string {
  if (!isJsonObject(params)) return canonicalJson([method, params]);
  const { _meta: _, ...rest } = params;
  return canonicalJson([method, rest]);
}

function refusal(message: string, code = -32603): ServerAnswer {
  return { error: { code, message } };
}

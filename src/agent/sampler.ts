// The sampling requests of a server in one run in, the model's answers out, and what they cost. A fault of the model's is
// told to the server as an error, and kept for the run, which it ends.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ServerAnswer, ServerAsks } from "../server/client-side.js";
import type { ModelSettings, ServerRequest, TurnUsage } from "../trace/trace.js";
import type { Model } from "./model.js";

export interface SamplerOptions {
  model: Pick<Model, "sample">;
  settings: ModelSettings;
  signal: AbortSignal;
}

/** Answers sampling requests with the model of a run. */
export class Sampler {
  readonly #options: SamplerOptions;
  readonly #spent: { result: string; usage: TurnUsage }[] = [];
  readonly #unrecorded: string[] = [];
  #thrown: { error: unknown } | undefined;
  #failure: string | undefined;

  constructor(options: SamplerOptions) {
    this.#options = options;
  }

  readonly answer = async ({ params }: ServerAsks, taken: AbortSignal): Promise<ServerAnswer> => {
    const { model, settings, signal } = this.#options;
    if (model.sample === undefined) return refusal("This model is not sampled");
    try {
      const answer = await model.sample({ settings, params }, AbortSignal.any([signal, taken]));
      if (answer.kind === "said") return this.#say(answer.result, answer.usage);
      if (answer.kind === "failed") this.#failure ??= answer.message;
      else if (answer.unrecorded === true) this.#unrecorded.push(keyOf(params));
      return refusal(answer.message, answer.kind === "refused" ? answer.code : undefined);
    } catch (error) {
      if (!signal.aborted && !taken.aborted) this.#thrown ??= { error };
      return refusal("The model could not be asked");
    }
  };

  /** Throws what the model threw: a fault that every workflow will meet. */
  throwFault(): void {
    if (this.#thrown !== undefined) throw this.#thrown.error;
  }

  /** Why the model gave no answer, where the outside failed. */
  failure(): string | undefined {
    return this.#failure;
  }

  /** The same requests, with what the model spent on those that it answered, and which it could not answer in a replay. */
  complete(requests: readonly ServerRequest[]): ServerRequest[] {
    return requests.map((request) => {
      if (request.method !== "sampling/createMessage") return request;
      const key = keyOf(request.params);
      if (take(this.#unrecorded, (refused) => refused === key) !== undefined) return { ...request, unrecorded: true };
      const result = canonicalJson(request.answer?.["result"] ?? null);
      const found = take(this.#spent, (spent) => spent.result === result);
      return found === undefined ? request : { ...request, usage: found.usage };
    });
  }

  #say(result: JsonObject, usage: TurnUsage | undefined): ServerAnswer {
    if (usage !== undefined) this.#spent.push({ result: canonicalJson(result), usage });
    return { result };
  }
}

/** The first that fits, which is in the list no longer. */
function take<T>(list: T[], fits: (one: T) => boolean): T | undefined {
  const at = list.findIndex(fits);
  return at === -1 ? undefined : list.splice(at, 1)[0];
}

/** What the tap and the SDK give of the same request differs in its `_meta`. */
function keyOf(params: JsonValue | undefined): string {
  if (!isJsonObject(params)) return canonicalJson(params ?? null);
  const { _meta: _, ...rest } = params;
  return canonicalJson(rest);
}

function refusal(message: string, code = -32603): ServerAnswer {
  return { error: { code, message } };
}

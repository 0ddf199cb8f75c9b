// Implements `Model` with live Claude. The only file that loads the Anthropic SDK, at the first turn. Must not know
// what a workflow expects, nor where the server comes from.
import { setTimeout as sleep } from "node:timers/promises";
import type Anthropic from "@anthropic-ai/sdk";
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonObject } from "../../json/value.js";
import type { Turn } from "../../trace/trace.js";
import { classifyClaudeFault, classifySamplingFault, describeRetries, type Tries } from "./claude-fault.js";
import { requireClaudeKey } from "./claude-key.js";
import { buildClaudeRequest } from "./claude-request.js";
import { givenTools } from "../../trace/given/claude-tools.js";
import { startModelDispatcher } from "../../network/proxy-dispatcher.js";
import { buildMessage } from "./message-stream.js";
import type { Model } from "../model.js";
import { parseModelTurn, parseUsage } from "./model-turn.js";
import { planRetry } from "./retry.js";
import { buildSamplingBody, buildSamplingResult } from "./sampling-request.js";
import { limitSilence } from "./silence.js";

const MAX_RETRIES = 4;
const SILENCE = 120_000;
const LONGEST_TIMER = 2 ** 31 - 1;

export interface ClaudeOptions {
  /** The environment with keys, ANTHROPIC_BASE_URL and proxy variables. */
  env: Readonly<Record<string, string | undefined>>;
  baseURL?: string;
  /**
   * How often a request is repeated after a fault outside of it: 408, 409, 429, 5xx, a lost, cut or silent stream.
   * Default 4.
   */
  maxRetries?: number;
  /** Milliseconds without a byte of the response, before it begins and during it. Default 2 minutes. */
  silence?: number | undefined;
}

/**
 * Claude over the Messages API, streamed. One model may serve any number of runs at the same time. Throws
 * MODEL_KEY_MISSING at once; `next` and `sample` throw MODEL_ACCOUNT, PROXY_SETTING, and the reason of an abort.
 */
export function createClaude(options: ClaudeOptions): Model {
  requireClaudeKey(options.env);
  let connecting: Promise<Anthropic> | undefined;
  async function post(body: JsonObject, given: AbortSignal): Promise<Posted> {
    // A signal of its own: the SDK adds listeners, and many workflows share the command's signal.
    const signal = AbortSignal.any([given]);
    signal.throwIfAborted();
    connecting ??= connect(options);
    const client = await connecting;
    const startedAt = performance.now();
    for (let retries = 0; ; retries += 1) {
      const tried = await attempt(client, body, retries, signal);
      if (tried.kind === "message")
        return { ...tried, measured: { ms: Math.round(performance.now() - startedAt), retries } };
      const error = tried.kind === "thrown" ? tried.error : undefined;
      const plan = planRetry(error, retries, options.maxRetries ?? MAX_RETRIES);
      if (plan.kind === "stop") return { ...tried, tries: { retries, asked: plan.asked } };
      await sleep(plan.ms, undefined, { signal }).catch(() => {});
      signal.throwIfAborted();
    }
  }
  return {
    async next(conversation, signal) {
      const posted = await post(buildClaudeRequest(conversation), signal);
      if (posted.kind === "thrown") {
        const tools = givenTools(conversation.tools).map(({ name }) => name);
        return classifyClaudeFault(posted.error, conversation.settings.name, posted.tries, tools);
      }
      if (posted.kind === "broken") return { kind: "error", message: unusable(posted.why, posted.tries) };
      return parseModelTurn(posted.message, conversation, posted.measured);
    },
    async sample({ settings, params }, signal) {
      const built = buildSamplingBody(params, settings);
      if (built.kind === "refused") return { ...built, code: -32602 };
      const posted = await post(built.body, signal);
      if (posted.kind === "thrown") return classifySamplingFault(posted.error, settings.name, posted.tries);
      if (posted.kind === "broken") return { kind: "failed", message: unusable(posted.why, posted.tries) };
      const result = buildSamplingResult(posted.message);
      if (result === undefined) return { kind: "failed", message: unusable("it has no content") };
      return { kind: "said", result, usage: parseUsage(posted.message["usage"]) };
    },
  };
}

type Tried =
  | { kind: "message"; message: JsonObject }
  | { kind: "broken"; why: string }
  | { kind: "thrown"; error: unknown };

type Posted =
  | { kind: "message"; message: JsonObject; measured: Pick<Turn, "ms" | "retries"> }
  | (Exclude<Tried, { kind: "message" }> & { tries: Tries });

/** Makes one request. Discards what arrived of a stream that broke off: half a turn is never used. */
async function attempt(client: Anthropic, body: JsonObject, retries: number, signal: AbortSignal): Promise<Tried> {
  const events: unknown[] = [];
  try {
    // `post`, not `messages.stream`: see message-stream.ts.
    const stream = await client.post<AsyncIterable<unknown>>("/v1/messages", {
      // Serialized here: the SDK would lose digits of numbers that a double cannot hold.
      body: serializeKept({ ...body, stream: true }),
      headers: { "content-type": "application/json", "x-stainless-retry-count": String(retries) },
      stream: true,
      signal,
    });
    for await (const event of stream) events.push(event);
  } catch (error) {
    signal.throwIfAborted();
    return { kind: "thrown", error };
  }
  // The SDK ends an aborted stream as if it were complete.
  signal.throwIfAborted();
  return buildMessage(events);
}

function unusable(why: string, tries?: Tries): string {
  const after = tries === undefined ? undefined : describeRetries(tries);
  return `The Claude API's answer is unusable: ${why}${after === undefined ? "" : ` (${after})`}.`;
}

async function connect({ env, baseURL, silence = SILENCE }: ClaudeOptions): Promise<Anthropic> {
  const limit = Math.min(silence, LONGEST_TIMER);
  const dispatcher = await startModelDispatcher(env, limit);
  const { default: Client } = await import("@anthropic-ai/sdk");
  // The dispatchers of undici and of Node's own types differ only in name.
  const fetchOptions: object | undefined = dispatcher === undefined ? undefined : { dispatcher };
  return new Client({
    ...requireClaudeKey(env),
    // null: the default address, even if this process has another in its own environment.
    baseURL: baseURL ?? (env["ANTHROPIC_BASE_URL"]?.trim() || null),
    // The SDK does not retry faults in the middle of a stream, so we retry all faults: see `post`.
    maxRetries: 0,
    // The SDK's limit ends when the response begins, so it is set to the maximum.
    timeout: LONGEST_TIMER,
    fetch: limitSilence(limit),
    // The SDK's log would go to stdout, which belongs to results.
    logLevel: "off",
    fetchOptions,
  });
}

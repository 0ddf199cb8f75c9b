// The environment in, live Claude as a `Model` out. The only file that loads the Anthropic SDK, at the first turn.
// Must not know what a workflow expects, nor where the server comes from.
import type Anthropic from "@anthropic-ai/sdk";
import type { Middleware } from "@anthropic-ai/sdk/client";
import { serializeKept } from "../json/kept-numbers.js";
import type { JsonObject } from "../json/value.js";
import type { Turn } from "../trace/trace.js";
import { classifyClaudeFault, classifySamplingFault } from "./claude-fault.js";
import { requireClaudeKey } from "./claude-key.js";
import { buildClaudeRequest } from "./claude-request.js";
import { startProxyDispatcher } from "./proxy-dispatcher.js";
import { buildMessage } from "./message-stream.js";
import type { Model } from "./model.js";
import { parseModelTurn, parseUsage } from "./model-turn.js";
import { buildSamplingBody, buildSamplingResult } from "./sampling-request.js";

export { requireClaudeKey } from "./claude-key.js";

export interface ClaudeOptions {
  /** Where keys, ANTHROPIC_BASE_URL and proxy variables are looked for. */
  env: Readonly<Record<string, string | undefined>>;
  baseURL?: string;
  /** How often a request is made again after 408, 409, 429, 5xx or a lost connection. Default 4. */
  maxRetries?: number;
  /** Milliseconds until the response begins. Default 10 minutes. A response that has begun has no limit. */
  timeout?: number;
}

/**
 * Claude over the Messages API, streamed. One model may serve any number of runs at the same time.
 * Throws MODEL_KEY_MISSING at once; `next` and `sample` throw MODEL_ACCOUNT and PROXY_SETTING, and what
 * aborted them.
 */
export function createClaude(options: ClaudeOptions): Model {
  requireClaudeKey(options.env);
  let connecting: Promise<Anthropic> | undefined;
  async function post(body: JsonObject, signal: AbortSignal): Promise<Posted> {
    signal.throwIfAborted();
    connecting ??= connect(options);
    const client = await connecting;
    const startedAt = performance.now();
    let attempts = 0;
    const countAttempt: Middleware = (request, next) => {
      attempts += 1;
      return next(request);
    };
    const events: unknown[] = [];
    try {
      // `post`, not `messages.stream`: see message-stream.ts.
      const stream = await client.post<AsyncIterable<unknown>>("/v1/messages", {
        // As text: the SDK would not write the digits of numbers that a double cannot hold.
        body: serializeKept({ ...body, stream: true }),
        headers: { "content-type": "application/json" },
        stream: true,
        signal,
        middleware: [countAttempt],
      });
      for await (const event of stream) events.push(event);
    } catch (error) {
      signal.throwIfAborted();
      return { kind: "thrown", error, retries: Math.max(0, attempts - 1) };
    }
    // The SDK ends an aborted stream as if it were whole.
    signal.throwIfAborted();
    const streamed = buildMessage(events);
    if (streamed.kind === "broken") return streamed;
    return { ...streamed, measured: { ms: Math.round(performance.now() - startedAt), retries: attempts - 1 } };
  }
  return {
    async next(conversation, signal) {
      const posted = await post(buildClaudeRequest(conversation), signal);
      if (posted.kind === "thrown")
        return classifyClaudeFault(posted.error, conversation.settings.name, posted.retries);
      if (posted.kind === "broken") return { kind: "error", message: unusable(posted.why) };
      return parseModelTurn(posted.message, conversation, posted.measured);
    },
    async sample({ settings, params }, signal) {
      const built = buildSamplingBody(params, settings);
      if (built.kind === "refused") return { ...built, code: -32602 };
      const posted = await post(built.body, signal);
      if (posted.kind === "thrown") return classifySamplingFault(posted.error, settings.name, posted.retries);
      if (posted.kind === "broken") return { kind: "failed", message: unusable(posted.why) };
      const result = buildSamplingResult(posted.message);
      if (result === undefined) return { kind: "failed", message: unusable("it has no content") };
      return { kind: "said", result, usage: parseUsage(posted.message["usage"]) };
    },
  };
}

type Posted =
  | { kind: "message"; message: JsonObject; measured: Pick<Turn, "ms" | "retries"> }
  | { kind: "broken"; why: string }
  | { kind: "thrown"; error: unknown; retries: number };

function unusable(why: string): string {
  return `The Claude API's answer is unusable: ${why}.`;
}

async function connect({ env, baseURL, maxRetries = 4, timeout = 600_000 }: ClaudeOptions): Promise<Anthropic> {
  const dispatcher = await startProxyDispatcher(env);
  const { default: Client } = await import("@anthropic-ai/sdk");
  // The dispatchers of undici and of Node's own types differ in name only.
  const fetchOptions: object | undefined = dispatcher === undefined ? undefined : { dispatcher };
  return new Client({
    ...requireClaudeKey(env),
    // null: the default address, whatever this process has in its own environment.
    baseURL: baseURL ?? (env["ANTHROPIC_BASE_URL"]?.trim() || null),
    maxRetries,
    timeout,
    // The SDK's log would go to stdout, which belongs to results.
    logLevel: "off",
    fetchOptions,
  });
}

// Sends a request to the judge over OpenAI's chat completions and returns its samples. The only file that loads the
// OpenAI SDK. Must not know what a score is compared with.
import type OpenAI from "openai";
import { startProxyDispatcher } from "../network/proxy-dispatcher.js";
import { TimedOut, within } from "../network/deadline.js";
import { fetchWhole } from "../network/bounded-fetch.js";
import { describeJudgeFault } from "./judge-fault.js";
import type { TurnUsage } from "../trace/trace.js";
import { parseJudgeAnswer, readUsage, type JudgeAnswer } from "./judgement.js";
import { requireJudgeKey } from "./key.js";
import type { JudgeRequest } from "./prompt.js";
import type { Sample } from "./samples.js";
import type { JudgeSettings } from "./settings.js";

export interface JudgeLine {
  settings: JudgeSettings;
  /** The environment with OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_ORG_ID, OPENAI_PROJECT_ID and proxy variables. */
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** Milliseconds for one request, its body included. Default 2 minutes. */
  timeout?: number;
  /** How often a request is repeated after 408, 409, 429, 5xx or a lost connection. Default 3. */
  maxRetries?: number;
  /** Called before each request, which is not made where it throws. */
  before?: () => void;
  /** Called with what each answer took, an unusable one's too; not where the server does not say it. */
  onUsage?: (usage: TurnUsage) => void;
}

export type Asked =
  | { kind: "samples"; samples: Sample[]; answered: string | undefined }
  | { kind: "unscored"; because: "api" | "answer" | "interrupted"; why: string };

/** Milliseconds for everything, with all retries and waits. */
const ALL = 20 * 60_000;

/**
 * Sends as many requests as the settings say, in parallel. One sample without a usable answer leaves all unscored: a
 * median of the others would be another measure. `data` is the recorded text in the request. Throws JUDGE_KEY_MISSING,
 * JUDGE_ACCOUNT and PROXY_SETTING.
 */
export async function askJudge(request: JudgeRequest, data: string, line: JudgeLine): Promise<Asked> {
  const { settings, env } = line;
  const key = requireJudgeKey(settings, env);
  const dispatcher = await startProxyDispatcher(env);
  const finished = new AbortController();
  try {
    const client = await connect(line, key, dispatcher);
    line.signal.throwIfAborted();
    const asking = Array.from({ length: settings.samples }, () => {
      // A signal for each request: the SDK adds listeners.
      const signal = AbortSignal.any([line.signal, finished.signal]);
      return askUntilUsable(client, key, { request, data, signal }, line);
    });
    const answers = await within(Promise.all(asking), ALL, line.signal);
    const unscored = answers.find((answer) => answer.kind === "unscored");
    if (unscored !== undefined) return unscored;
    const samples = answers.flatMap((answer) => (answer.kind === "sample" ? [answer] : []));
    return { kind: "samples", samples: samples.map((each) => each.sample), answered: samples[0]?.answered };
  } catch (error) {
    if (line.signal.aborted) return { kind: "unscored", because: "interrupted", why: "The command was interrupted." };
    if (error instanceof TimedOut)
      return { kind: "unscored", because: "api", why: `The judge's API: ${error.message}.` };
    throw error;
  } finally {
    finished.abort();
    await dispatcher?.destroy();
  }
}

async function connect(line: JudgeLine, apiKey: string, dispatcher: object | undefined): Promise<OpenAI> {
  const { settings, env, maxRetries = 3, timeout = 120_000 } = line;
  const { default: Client } = await import("openai");
  // The dispatchers of undici and of Node's own types differ in name only.
  const fetchOptions: object | undefined = dispatcher === undefined ? undefined : { dispatcher };
  // null: ignore this process's own environment.
  return new Client({
    apiKey,
    adminAPIKey: null,
    organization: env["OPENAI_ORG_ID"]?.trim() || null,
    project: env["OPENAI_PROJECT_ID"]?.trim() || null,
    baseURL: settings.baseURL ?? (env["OPENAI_BASE_URL"]?.trim() || null),
    maxRetries,
    timeout,
    // The SDK's log would go to stdout, which belongs to results.
    logLevel: "off",
    fetch: fetchWhole,
    fetchOptions,
  });
}

/** Asks once more after an unusable answer. */
async function askUntilUsable(
  client: OpenAI,
  key: string,
  { request, data, signal }: { request: JudgeRequest; data: string; signal: AbortSignal },
  { before, onUsage }: JudgeLine,
): Promise<Extract<JudgeAnswer, { kind: "sample" }> | Extract<Asked, { kind: "unscored" }>> {
  const whys: string[] = [];
  while (whys.length < 2) {
    before?.();
    let body: unknown;
    try {
      // `post`, not `chat.completions.create`: a server with OpenAI's API may not send what the types promise.
      body = await client.post<unknown>("/chat/completions", { body: request, signal });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof SyntaxError)) {
        return { kind: "unscored", because: "api", why: describeJudgeFault(error, request.model, key) };
      }
    }
    const usage = readUsage(body);
    if (usage !== undefined) onUsage?.(usage);
    const answer = parseJudgeAnswer(body, data);
    if (answer.kind === "sample") return answer;
    whys.push(answer.why);
  }
  const why = [...new Set(whys)].join("; then: ");
  return { kind: "unscored", because: "answer", why: `The judge's answer is unusable, twice: ${why}.` };
}

import { getEventListeners } from "node:events";
import { delay, http, HttpResponse, type HttpResponseResolver } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requireClaudeKey } from "../../../../src/agent/anthropic/claude-key.js";
import { createClaude } from "../../../../src/agent/anthropic/claude.js";
import type { ModelAnswer } from "../../../../src/agent/model.js";
import { McpvalsError } from "../../../../src/errors.js";
import { conversation, text, use } from "./conversation.js";

const BASE = "https://claude.example";
const server = setupServer();
// msw keeps a copy of every response; while it is not read, nobody can cancel the original.
server.events.on("response:mocked", ({ response }) => void response.body?.cancel().catch(() => {}));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const env = { ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: BASE };
const never = new AbortController().signal;

interface Seen {
  body: Record<string, unknown>;
  headers: Headers;
}

/** Answers the requests one after another; the last answer stays. */
function api(...answers: HttpResponseResolver[]): Seen[] {
  const seen: Seen[] = [];
  server.use(
    http.post(`${BASE}/v1/messages`, async (info) => {
      const answer = answers[Math.min(seen.length, answers.length - 1)];
      const body = (await info.request.clone().json()) as Record<string, unknown>;
      seen.push({ body, headers: info.request.headers });
      return answer?.(info);
    }),
  );
  return seen;
}

const sse = (...events: { type: string }[]): HttpResponseResolver => {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return () => new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
};
const events = (content: object[], delta: object, model = "claude-test") => [
  {
    type: "message_start",
    message: { id: "msg_1", model, role: "assistant", content: [], stop_reason: null, usage: { input_tokens: 3 } },
  },
  ...content.flatMap((block, index) => [
    { type: "content_block_start", index, content_block: block },
    { type: "content_block_stop", index },
  ]),
  { type: "message_delta", delta, usage: { output_tokens: 4 } },
  { type: "message_stop" },
];
const ok = sse(...events([text("8")], { stop_reason: "end_turn" }));
/** A stream that ends with an error event. */
const brokenBy = (type: string): HttpResponseResolver =>
  sse(...events([text("8")], {}).slice(0, 3), { type: "error", error: { type, message: "Overloaded" } } as {
    type: string;
  });
/** A stream that never ends. */
const silentAfter = (...said: { type: string }[]): HttpResponseResolver => {
  const start = said.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return () => {
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(start)) });
    return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
  };
};
const cutStreams: [string, HttpResponseResolver][] = [
  ["an error event", brokenBy("overloaded_error")],
  ["an end", sse(...events([text("8")], {}).slice(0, 3))],
  ["an end after the stop reason", sse(...events([text("8")], { stop_reason: "end_turn" }).slice(0, -1))],
  ["nothing", sse()],
  [
    "rubbish",
    () =>
      new HttpResponse("event: message_start\ndata: {rubbish\n\n", {
        headers: { "content-type": "text/event-stream" },
      }),
  ],
];
const failing =
  (status: number, type: string, message = "no", headers: Record<string, string> = {}): HttpResponseResolver =>
  () =>
    HttpResponse.json(
      { type: "error", error: { type, message } },
      { status, headers: { "request-id": "req_7", "retry-after-ms": "1", ...headers } },
    );
const ask = (signal = never): Promise<ModelAnswer> => createClaude({ env }).next(conversation(), signal);

describe("live Claude", () => {
  it("is asked with the key and a streamed request, and gives a turn", async () => {
    const seen = api(ok);
    expect(await ask()).toEqual({
      kind: "turn",
      turn: {
        content: [text("8")],
        stop: { reason: "end_turn" },
        usage: { input: 3, output: 4 },
        ms: expect.any(Number) as number,
        retries: 0,
      },
    });
    expect(seen[0]?.body).toMatchObject({ model: "claude-test", max_tokens: 100, stream: true });
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer sk-test");
  });

  it("is asked with a token where there is no key", async () => {
    const seen = api(ok);
    const options = { env: { ANTHROPIC_AUTH_TOKEN: "tok" }, baseURL: BASE };
    expect((await createClaude(options).next(conversation(), never)).kind).toBe("turn");
    expect(seen[0]?.headers.get("authorization")).toBe("Bearer tok");
  });

  it("keeps stop reasons, details and blocks of unknown types", async () => {
    const odd = { type: "hologram", deep: [{ a: null }] };
    const details = { type: "refusal", category: "bio", explanation: null };
    api(sse(...events([odd], { stop_reason: "refusal", stop_sequence: null, stop_details: details })));
    expect(await ask()).toMatchObject({ turn: { content: [odd], stop: { reason: "refusal", details } } });
  });

  it.each(["pause_turn", "max_tokens", "model_context_window_exceeded", "new_reason"])(
    "may stop with %s",
    async (reason) => {
      api(sse(...events([], { stop_reason: reason })));
      expect(await ask()).toMatchObject({ kind: "turn", turn: { content: [], stop: { reason } } });
    },
  );

  it("gives ordinals for ids", async () => {
    const block = { type: "tool_use", id: "toolu_01AbC", name: "add", input: {} };
    api(sse(...events([block], { stop_reason: "tool_use" })));
    expect(await ask()).toMatchObject({ turn: { content: [use(1, "add")] } });
  });

  it("says which model answered where it is a different one", async () => {
    api(sse(...events([], { stop_reason: "end_turn" }, "stand-in")));
    expect(await ask()).toMatchObject({ turn: { answered: "stand-in" } });
  });

  it("counts how often the SDK asked again, each request for itself", async () => {
    api(() => HttpResponse.error(), failing(429, "rate_limit_error"), failing(529, "overloaded_error"), ok);
    const claude = createClaude({ env });
    expect(await claude.next(conversation(), never)).toMatchObject({ kind: "turn", turn: { retries: 3 } });
    expect(await claude.next(conversation(), never)).toMatchObject({ kind: "turn", turn: { retries: 0 } });
  });

  it("is an error where it stays overloaded, after four retries", async () => {
    const seen = api(failing(529, "overloaded_error", "Overloaded"));
    expect(await ask()).toEqual({
      kind: "error",
      message: "The Claude API failed: Overloaded (status 529, overloaded_error, request req_7, after 4 retries)",
    });
    expect(seen).toHaveLength(5);
  });

  it("is an error, asked once, where the request is refused", async () => {
    const seen = api(failing(400, "invalid_request_error", "bad schema"));
    expect(await ask()).toEqual({
      kind: "error",
      message: "The Claude API failed: bad schema (status 400, invalid_request_error, request req_7)",
    });
    expect(seen).toHaveLength(1);
  });

  it.each([...cutStreams, ["no stop reason", sse(...events([text("8")], { stop_reason: null }))]] satisfies [
    string,
    HttpResponseResolver,
  ][])("is an error, never half a turn, where the stream has %s", async (_, response) => {
    api(response);
    const claude = createClaude({ env, maxRetries: 0 });
    expect((await claude.next(conversation(), never)).kind).toBe("error");
  });

  it.each(cutStreams)("is asked again, from the last whole turn, where the stream has %s", async (_, response) => {
    const seen = api(response, ok);
    expect(await ask()).toMatchObject({ kind: "turn", turn: { content: [text("8")], retries: 1 } });
    expect(seen[1]?.body).toEqual(seen[0]?.body);
    expect(seen[1]?.headers.get("x-stainless-retry-count")).toBe("1");
  });

  it("is not asked again where the stream says that the request is at fault", async () => {
    const seen = api(brokenBy("invalid_request_error"), ok);
    expect(await ask()).toMatchObject({ kind: "error" });
    expect(seen).toHaveLength(1);
  });

  it("counts what failed before the stream and in it together", async () => {
    const seen = api(failing(529, "overloaded_error"), brokenBy("overloaded_error"));
    const claude = createClaude({ env, maxRetries: 2 });
    expect(await claude.next(conversation(), never)).toEqual({
      kind: "error",
      message: "The Claude API failed: Overloaded (overloaded_error, after 2 retries)",
    });
    expect(seen).toHaveLength(3);
  });

  it("is not asked again where the API wants a longer wait than is waited, and says so", async () => {
    const seen = api(failing(429, "rate_limit_error", "Slow down", { "retry-after-ms": "", "retry-after": "3600" }));
    expect(await ask()).toEqual({
      kind: "error",
      message:
        "The Claude API failed: Slow down (status 429, rate_limit_error, request req_7, not retried: the API asks to wait 3600 s, mcpvals waits 120 s at most)",
    });
    expect(seen).toHaveLength(1);
  });

  it.each([
    ["before its answer", () => new Promise<never>(() => {})],
    ["in its answer", silentAfter(...events([text("8")], {}).slice(0, 3))],
  ] satisfies [string, HttpResponseResolver][])(
    "is given up and asked again where it is silent %s",
    async (_, silent) => {
      const seen = api(silent, ok);
      const claude = createClaude({ env, silence: 300 });
      expect(await claude.next(conversation(), never)).toMatchObject({ kind: "turn", turn: { retries: 1 } });
      expect(seen).toHaveLength(2);
      api(silent);
      const once = createClaude({ env, silence: 100, maxRetries: 0 });
      expect(await once.next(conversation(), never)).toMatchObject({
        kind: "error",
        message: expect.stringMatching(/: no byte came for 100 ms \(modelTimeout\)$/) as string,
      });
    },
  );

  it("is an error that says the cause where it cannot be reached", async () => {
    api(() => HttpResponse.error());
    const claude = createClaude({ env, maxRetries: 0 });
    expect(await claude.next(conversation(), never)).toMatchObject({
      kind: "error",
      message: expect.stringMatching(/^The Claude API failed: Connection error\.: ./) as string,
    });
  });

  it.each([
    [401, "authentication_error", "invalid x-api-key"],
    [402, "billing_error", "pay"],
    [403, "permission_error", "not yours"],
    [404, "not_found_error", "model: claude-test"],
    [400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."],
    [400, "invalid_request_error", "You have reached your specified API usage limits."],
  ])("throws what every workflow will meet: %d %s", async (status, type, message) => {
    api(failing(status, type, message));
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(McpvalsError);
    expect(error).toMatchObject({ code: "MODEL_ACCOUNT", evidence: expect.stringContaining(message) as string });
    expect((error as McpvalsError).fix).toBeTruthy();
  });

  it("rejects with what aborted it, before and during the wait for an answer", async () => {
    const abort = new AbortController();
    const seen = api(async () => {
      abort.abort(new Error("enough"));
      await delay(50);
      return HttpResponse.json({});
    });
    await expect(ask(abort.signal)).rejects.toThrow("enough");
    await expect(ask(abort.signal)).rejects.toThrow("enough");
    expect(seen).toHaveLength(1);
  });

  it("throws for a proxy that is none, without showing it", async () => {
    const claude = createClaude({ env: { ...env, HTTPS_PROXY: "user:secret@host:3128" } });
    const error = await claude.next(conversation(), never).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "PROXY_SETTING", message: "HTTPS_PROXY is no URL of a proxy." });
    expect(JSON.stringify(error)).not.toContain("secret");
  });
});

describe("the key", () => {
  it("is ANTHROPIC_API_KEY, else ANTHROPIC_AUTH_TOKEN, as the SDK finds them", () => {
    expect(requireClaudeKey({ ANTHROPIC_API_KEY: " k ", ANTHROPIC_AUTH_TOKEN: "t" })).toEqual({ apiKey: "k" });
    expect(requireClaudeKey({ ANTHROPIC_API_KEY: "", ANTHROPIC_AUTH_TOKEN: "t" })).toEqual({ authToken: "t" });
  });

  it.each([{}, { ANTHROPIC_API_KEY: "  " }])("missing, in %j, is said at once, with a way out", (given) => {
    const error = (() => {
      try {
        return createClaude({ env: given });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({
      code: "MODEL_KEY_MISSING",
      exitCode: 4,
      message: expect.stringContaining("ANTHROPIC_API_KEY") as string,
      fix: expect.stringContaining("mcpvals replay") as string,
    });
  });

  it("that no header can carry is refused without showing it", () => {
    expect(() => requireClaudeKey({ ANTHROPIC_API_KEY: "sk-secret\nx" })).toThrow(/^ANTHROPIC_API_KEY holds a space/);
  });
});

it("puts no listener for each request on the signal that many workflows share", async () => {
  const { signal } = new AbortController();
  const listeners: number[] = [];
  api((info) => {
    listeners.push(getEventListeners(signal, "abort").length);
    return ok(info);
  });
  const model = createClaude({ env });
  const answers = await Promise.all(Array.from({ length: 12 }, () => model.next(conversation(), signal)));
  expect(answers.map(({ kind }) => kind)).toEqual(answers.map(() => "turn"));
  expect(listeners).toEqual(answers.map(() => 0));
});

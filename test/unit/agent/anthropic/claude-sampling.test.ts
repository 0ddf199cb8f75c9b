// Claude as a server samples it, at the wire.
import { http, HttpResponse } from "msw";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createClaude } from "../../../../src/agent/anthropic/claude.js";
import type { SamplingAnswer } from "../../../../src/agent/model.js";

const BASE = "https://claude.example";
const server = setupServer();
server.events.on("response:mocked", ({ response }) => void response.body?.cancel().catch(() => {}));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const params = { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 9 };

async function sample(answer: () => Response, asked: object = params): Promise<{ said: unknown; bodies: unknown[] }> {
  const bodies: unknown[] = [];
  server.use(
    http.post(`${BASE}/v1/messages`, async ({ request }) => {
      bodies.push(await request.json());
      return answer();
    }),
  );
  const claude = createClaude({ env: { ANTHROPIC_API_KEY: "sk-test", ANTHROPIC_BASE_URL: BASE }, maxRetries: 0 });
  const request = { settings: { name: "claude-test", maxTokens: 100 }, params: JSON.parse(JSON.stringify(asked)) };
  const said: SamplingAnswer | undefined = await claude.sample?.(request, new AbortController().signal);
  return { said, bodies };
}

const failing = (status: number) => () =>
  HttpResponse.json({ type: "error", error: { type: "x", message: "no" } }, { status });
const streaming = () => {
  const events = [
    { type: "message_start", message: { model: "claude-test-1", content: [], usage: { input_tokens: 3 } } },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
    { type: "content_block_stop", index: 0 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 4 } },
    { type: "message_stop" },
  ];
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return new HttpResponse(body, { headers: { "content-type": "text/event-stream" } });
};

describe("Claude, sampled by a server", () => {
  it("answers with its text and what it cost", async () => {
    const { said, bodies } = await sample(streaming);
    expect(bodies).toMatchObject([{ model: "claude-test", max_tokens: 9, stream: true }]);
    expect(said).toEqual({
      kind: "said",
      result: {
        role: "assistant",
        content: { type: "text", text: "Hello" },
        model: "claude-test-1",
        stopReason: "endTurn",
      },
      usage: { input: 3, output: 4 },
    });
  });

  it("refuses what it cannot take, without asking", async () => {
    const { said, bodies } = await sample(streaming, { messages: [] });
    expect(said).toMatchObject({ kind: "refused", code: -32602 });
    expect(bodies).toEqual([]);
  });

  it("tells a bad request from a failure of the outside", async () => {
    expect((await sample(failing(400))).said).toMatchObject({ kind: "refused" });
    expect((await sample(failing(529))).said).toMatchObject({ kind: "failed" });
    await expect(sample(failing(401))).rejects.toMatchObject({ code: "MODEL_ACCOUNT" });
  });
});

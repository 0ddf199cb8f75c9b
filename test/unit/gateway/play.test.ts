import { Buffer } from "node:buffer";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { RequestBody } from "../../../src/gateway/request-body.js";
import { ModelPlayer, type Referee } from "../../../src/gateway/play.js";
import type { JsonObject } from "../../../src/json/value.js";

const referee: Referee = {
  settle: (text) => text,
  asNow: (text) => text,
  open: (turn) =>
    Promise.resolve({
      content:
        turn === 1 ? [{ type: "tool_use", id: "toolu_1", name: "echo", input: {} }] : [{ type: "text", text: "Done" }],
      message: {
        model: "m",
        stop_reason: turn === 1 ? "tool_use" : "end_turn",
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }),
};
const TURNS = [
  { number: 1, after: 0, texts: ["Go"] },
  { number: 2, after: 1, texts: [] },
];
const first = [{ role: "user", content: "Go" }];
const second = [
  ...first,
  { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "echo", input: {} }] },
  { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "hi" }] },
];

interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function ask(
  player: ModelPlayer,
  body: object,
  headers: Record<string, string> = {},
  path = "/v1/messages?beta=true",
): Promise<Answered> {
  const answered: Answered = { status: 0, headers: {}, body: "" };
  const response = {
    writeHead(status: number, given: Record<string, string> = {}) {
      answered.status = status;
      answered.headers = given;
      return response;
    },
    end(text = "") {
      answered.body += text;
      return response;
    },
  };
  const bytes = Readable.from([Buffer.from(JSON.stringify(body))]);
  const request = { method: "POST", path, rawHeaders: [], headers, body: new RequestBody(bytes, 1e6) };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the two methods that the player calls
  await player.handle(request, response as unknown as ServerResponse);
  return answered;
}

const play = (over: Partial<Referee> = {}): ModelPlayer =>
  new ModelPlayer(TURNS, { title: undefined, tokens: new Map() }, { ...referee, ...over });

test("plays a conversation, streamed or not, and knows what was not asked for", async () => {
  const player = play();
  const one = await ask(player, { messages: first, stream: true });
  expect(one.body).toContain("event: message_stop");
  expect(player.unplayed()).toEqual([2]);
  const two = await ask(player, { messages: second });
  const message: JsonObject = JSON.parse(two.body);
  expect(message["content"]).toEqual([{ type: "text", text: "Done" }]);
  expect([player.unplayed(), player.stop()]).toEqual([[], undefined]);
  expect(one.headers["request-id"]).not.toBe(two.headers["request-id"]);
});

test("the same request of the same agent gets the same answer again", async () => {
  const player = play();
  const headers = { "x-claude-code-session-id": "s" };
  const one = await ask(player, { messages: first }, headers);
  const again = await ask(player, { messages: first }, headers);
  expect(again.body).toBe(one.body);
  expect(player.counts.repeated).toBe(1);
});

test("a retry whose texts differ only in what the recording does not tell apart gets the same answer; another one stops", async () => {
  const settle = (text: string): string => text.replaceAll(/day \d/g, "[day]");
  const started = { role: "user", content: "Go" };
  const called = { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "echo", input: {} }] };
  const passed = (text: string): object => ({
    messages: [
      started,
      called,
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: text }] },
    ],
  });
  const clients: Record<string, string>[] = [{ "x-claude-code-session-id": "s" }, {}];
  for (const headers of clients) {
    const player = play({ settle });
    await ask(player, { messages: first }, headers);
    const one = await ask(player, passed("It is day 1"), headers);
    const again = await ask(player, passed("It is day 2"), headers);
    expect([again.status, again.body]).toEqual([200, one.body]);
    expect(player.counts.repeated).toBe(1);
    const other = await ask(player, passed("It is night"), headers);
    expect([other.status, player.stop()?.kind]).toEqual([400, "request"]);
  }
});

test("after the first stop every request of every conversation gets it, as an error that nobody repeats", async () => {
  const player = play({ open: () => Promise.resolve({ stop: { kind: "drift", message: "the order is lost" } }) });
  const stopped = await ask(player, { messages: first });
  const other = await ask(player, { messages: [{ role: "user", content: "Something else" }] });
  expect([stopped.status, other.status]).toEqual([400, 400]);
  expect(stopped.headers["x-should-retry"]).toBe("false");
  expect(other.body).toBe(stopped.body);
  expect(other.body).toContain("the order is lost");
  expect(player.stop()?.kind).toBe("drift");
});

test("a request that nobody recorded stops, and says what was recorded", async () => {
  const player = play();
  await ask(player, { messages: [{ role: "user", content: "Go away" }] });
  expect(player.stop()).toEqual({
    kind: "request",
    message: 'the agent begins a conversation with "Go away", which was not recorded (recorded: "Go")',
    turn: 1,
  });
});

test("questions beside the conversation never stop it", async () => {
  const player = play();
  const title = await ask(player, { messages: first, output_config: { format: {} } });
  const tokens = await ask(player, { messages: first }, {}, "/v1/messages/count_tokens?beta=true");
  expect([title.status, tokens.status]).toEqual([200, 200]);
  expect(player.counts.estimated).toBe(1);
  expect(player.stop()).toBeUndefined();
});

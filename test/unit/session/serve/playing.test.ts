import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SessionExchange } from "../../../../src/trace/session.js";
import { asked, call, exchange, initialize, makeSession, play, told } from "../../../helpers/make-session.js";

const methods = (messages: readonly { [key: string]: unknown }[]): unknown[] =>
  messages.map((one) => one["method"] ?? `answer ${String(one["id"])}`);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("what comes under an exchange", () => {
  const session = makeSession([
    initialize(),
    call("slow", {}, "done", {
      during: [
        told("notifications/progress", { progress: 1, total: 2 }),
        told("notifications/message", { level: "info", data: "half" }),
        told("notifications/progress", { progress: 2, total: 2 }),
      ],
    }),
  ]);

  it("comes before its answer, progress with the live token", () => {
    const { ask, sent } = play(session);
    expect(ask(4, "tools/call", { name: "slow", _meta: { progressToken: "t-1" } })).toHaveLength(3);
    vi.advanceTimersByTime(10);
    expect(sent).toEqual([
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "t-1", progress: 1, total: 2 } },
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "half" } },
      { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "t-1", progress: 2, total: 2 } },
      { jsonrpc: "2.0", id: 4, result: { content: [{ type: "text", text: "done" }] } },
    ]);
  });

  it("comes without progress where the client wants none", () => {
    expect(methods(play(session).ask(4, "tools/call", { name: "slow" }))).toEqual([
      "notifications/message",
      "answer 4",
    ]);
  });

  it("takes as long as it took, if that is wanted", () => {
    const timed = makeSession([
      initialize(),
      call("slow", {}, "done", { at: 2, ms: 300, during: [told("notifications/message", { data: "x" }, 2.1)] }),
    ]);
    const { ask, sent } = play(timed, { recordedTime: true });
    expect(ask(1, "tools/call", { name: "slow" })).toEqual([]);
    vi.advanceTimersByTime(99);
    expect(sent).toEqual([]);
    vi.advanceTimersByTime(2);
    expect(methods(sent)).toEqual(["notifications/message"]);
    vi.advanceTimersByTime(198);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(2);
    expect(methods(sent)).toEqual(["notifications/message", "answer 1"]);
  });

  it("is answered at once when the client says that it sends nothing more", () => {
    const { ask, player, sent } = play(makeSession([initialize(), call("slow", {}, "done", { ms: 90_000 })]), {
      recordedTime: true,
    });
    ask(1, "tools/call", { name: "slow" });
    player.finish();
    expect(methods(sent)).toEqual(["answer 1"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("bears tens of thousands of notifications", () => {
    const many = Array.from({ length: 20_000 }, (_, n) => told("notifications/message", { data: n }));
    const { ask } = play(makeSession([initialize(), call("loud", {}, "done", { during: many })]));
    expect(ask(1, "tools/call", { name: "loud" })).toHaveLength(20_001);
  });
});

describe("requests of the server", () => {
  const session = makeSession([
    initialize(),
    call("ask", {}, "thanks", {
      during: [
        asked("sampling/createMessage", { maxTokens: 5 }, { role: "assistant", content: { type: "text", text: "hi" } }),
        asked("elicitation/create", { message: "ok?" }, { action: "accept" }),
      ],
    }),
  ]);
  const connect = (capabilities: object, options = {}): ReturnType<typeof play> => {
    const playback = play(session, options);
    playback.ask(0, "initialize", { protocolVersion: "2025-11-25", capabilities: { ...capabilities }, clientInfo: {} });
    return playback;
  };

  it("wait for the client's answer, each with an id of its own", () => {
    const { ask, reply, ledger } = connect({ sampling: {}, elicitation: {} });
    const [sampling, ...none] = ask(1, "tools/call", { name: "ask" });
    expect(sampling).toMatchObject({ method: "sampling/createMessage", params: { maxTokens: 5 } });
    expect(none).toEqual([]);
    const [elicitation] = reply(Number(sampling?.["id"]), { content: { text: "hi", type: "text" }, role: "assistant" });
    expect(elicitation).toMatchObject({ method: "elicitation/create" });
    expect(elicitation?.["id"]).not.toBe(sampling?.["id"]);
    expect(methods(reply(Number(elicitation?.["id"]), { action: "accept" }))).toEqual(["answer 1"]);
    expect(ledger.render()).not.toContain("otherwise");
  });

  it("note an answer that is another than the recorded one, and go on", () => {
    const { ask, reply, ledger } = connect({ sampling: {} });
    const [sampling] = ask(1, "tools/call", { name: "ask" });
    expect(methods(reply(Number(sampling?.["id"]), { role: "assistant", content: "no" }))).toEqual(["answer 1"]);
    expect(ledger.render()).toContain("answered differently from the recording: sampling/createMessage");
    expect(ledger.render()).toContain(
      'not asked: elicitation/create, because the client did not declare "elicitation"',
    );
  });

  it("go on without an answer after the time-out, and tell the client so", () => {
    const { ask, sent, ledger } = connect({ sampling: {} }, { timeout: 500 });
    const [sampling] = ask(1, "tools/call", { name: "ask" });
    vi.advanceTimersByTime(501);
    expect(sent.slice(-2)).toMatchObject([
      { method: "notifications/cancelled", params: { requestId: sampling?.["id"] } },
      { id: 1, result: {} },
    ]);
    expect(ledger.render()).toContain("not answered within 500 ms: sampling/createMessage");
  });

  it("do not wait for what the recorded client did not answer; its cancelling names the live id", () => {
    const { ask } = play(
      makeSession([
        initialize(),
        call("ask", {}, "well", {
          during: [asked("ping", {}), told("notifications/cancelled", { requestId: 77, reason: "never mind" })],
        }),
      ]),
    );
    const [ping, cancelled, answer] = ask(1, "tools/call", { name: "ask" });
    expect(cancelled).toMatchObject({ params: { requestId: ping?.["id"], reason: "never mind" } });
    expect(answer).toMatchObject({ id: 1 });
  });

  it("take no response that nobody waits for", () => {
    const { reply } = connect({ sampling: {} });
    expect(reply(99, {})).toEqual([]);
    expect(reply("1", {})).toEqual([]);
  });
});

describe("cancelling", () => {
  const params = { name: "hang" };

  it("leaves an exchange open that never had an answer, until the client takes it back", () => {
    const { ask, tell, player, sent } = play(
      makeSession([initialize(), { ...call("hang", {}, ""), answer: undefined, cancelled: true } as never]),
    );
    expect(ask(5, "tools/call", params)).toEqual([]);
    expect(tell("notifications/cancelled", { requestId: 5 })).toEqual([]);
    player.finish();
    expect(sent).toEqual([]);
  });

  it("stops an exchange that takes its time", () => {
    const { ask, tell, sent } = play(makeSession([initialize(), call("hang", {}, "late", { ms: 100 })]), {
      recordedTime: true,
    });
    ask(5, "tools/call", params);
    tell("notifications/cancelled", { requestId: 5, reason: "bored" });
    vi.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
  });

  it("stops an exchange that waits for the client, and knows ids by their type", () => {
    const session = makeSession([initialize(), call("hang", {}, "late", { during: [asked("ping", {}, {})] })]);
    const { ask, tell, reply, sent } = play(session);
    const [ping] = ask(5, "tools/call", params);
    tell("notifications/cancelled", { requestId: "5" });
    tell("notifications/cancelled", { requestId: 5 });
    expect(reply(Number(ping?.["id"]), {})).toEqual([]);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("answers with the status where that is all that came", () => {
    const { last } = play(makeSession([initialize(), exchange("tools/call", { name: "x" }, undefined, { http: 502 })]));
    expect(last(1, "tools/call", { name: "x" })).toMatchObject({ id: 1, error: { code: -32000 } });
  });
});

describe("what the server sends of itself", () => {
  const session = makeSession([
    initialize(),
    told("notifications/initialized", undefined, 0.1, "client"),
    asked("roots/list", {}, { roots: [] }, 0.11),
    call("one", {}, "1", { at: 0.2, ms: 100 }),
    told("notifications/resources/updated", { uri: "mem://a" }, 0.5),
    call("two", {}, "2", { at: 1 }),
    told("notifications/message", { data: "bye" }, 2),
  ]);

  it("stands where it stood: after what the client had sent last", () => {
    const { ask, tell } = play(session);
    expect(methods(ask(0, "initialize", { capabilities: { roots: {} } }))).toEqual(["answer 0"]);
    expect(methods(tell("notifications/initialized"))).toEqual(["roots/list"]);
    expect(methods(ask(1, "tools/call", { name: "one" }))).toEqual(["answer 1", "notifications/resources/updated"]);
    expect(methods(ask(2, "tools/call", { name: "two" }))).toEqual(["answer 2", "notifications/message"]);
  });

  it("comes no later than after what was recorded after it, and once", () => {
    const { ask } = play(session);
    expect(methods(ask(2, "tools/call", { name: "two" }))).toEqual([
      "notifications/resources/updated",
      "answer 2",
      "notifications/message",
    ]);
    expect(methods(ask(1, "tools/call", { name: "one" }))).toEqual(["answer 1"]);
  });

  it("takes its time where that is wanted", () => {
    const { ask, sent } = play(session, { recordedTime: true });
    ask(1, "tools/call", { name: "one" });
    vi.advanceTimersByTime(101);
    expect(methods(sent)).toEqual(["answer 1"]);
    vi.advanceTimersByTime(200);
    expect(methods(sent)).toEqual(["answer 1", "notifications/resources/updated"]);
  });
});

describe("an exchange that ended without an answer", () => {
  it.each([200, 302, 404, 500])("is not left open: HTTP status %i", (http) => {
    const session = makeSession([
      initialize(),
      { ...call("odd", {}, "x"), answer: undefined, http } as SessionExchange,
    ]);
    expect(play(session).ask(4, "tools/call", { name: "odd" })).toMatchObject([
      {
        id: 4,
        error: {
          code: -32000,
          message: `The recorded server answered with HTTP status ${http} and no JSON-RPC message`,
        },
      },
    ]);
  });

  it("stays open where it never ended", () => {
    const session = makeSession([initialize(), { ...call("odd", {}, "x"), answer: undefined } as SessionExchange]);
    expect(play(session).ask(4, "tools/call", { name: "odd" })).toEqual([]);
  });
});

describe("a request of the server that may belong to one of several exchanges", () => {
  const question = { ...asked("sampling/createMessage", { maxTokens: 5 }, { model: "then" }, 0.1), orUnder: [1, 2] };
  const session = makeSession([
    initialize(),
    call("slow", {}, "slow", { ms: 300, during: [question] }),
    call("ask", {}, "the client said hi", { ms: 200 }),
    call("other", {}, "other", { ms: 300, during: [told("notifications/message", { data: "later" }, 0.2)] }),
    call("after", {}, "after", { at: 1, ms: 10 }),
  ]);
  const start = (): ReturnType<typeof play> => {
    const playback = play(session, { timeout: 500 });
    playback.ask(0, "initialize", { capabilities: { sampling: {} } });
    return playback;
  };
  const ask = (playback: ReturnType<typeof play>, id: number, name: string): unknown[] =>
    methods(playback.ask(id, "tools/call", { name, arguments: {} }));

  it("is asked by the one that is called alone", () => {
    const playback = start();
    expect(ask(playback, 1, "ask")).toEqual(["sampling/createMessage"]);
    expect(methods(playback.reply(1, { model: "now" }))).toEqual(["answer 1"]);
    // It is not asked again.
    expect(ask(playback, 2, "slow")).toEqual(["answer 2"]);
  });

  it("is asked once, and all answers wait for the client's", () => {
    const playback = start();
    expect(ask(playback, 1, "slow")).toEqual(["sampling/createMessage"]);
    expect(ask(playback, 2, "ask")).toEqual([]);
    expect(ask(playback, 3, "other")).toEqual([]);
    expect(ask(playback, 4, "after")).toEqual(["answer 4"]);
    expect(methods(playback.reply(1, { model: "now" }))).toEqual([
      "answer 1",
      "answer 2",
      "notifications/message",
      "answer 3",
    ]);
  });

  it("goes on after the time-out, and where the one that asked is taken back", () => {
    const playback = start();
    ask(playback, 1, "slow");
    ask(playback, 2, "ask");
    playback.tell("notifications/cancelled", { requestId: 1 });
    const from = playback.sent.length;
    vi.advanceTimersByTime(600);
    expect(methods(playback.sent.slice(from))).toEqual(["notifications/cancelled", "answer 2"]);
  });
});

describe("a miss that ends it", () => {
  it("is answered, and nothing after it, and nothing that was under way", () => {
    const session = makeSession([initialize(), call("slow", {}, "slow", { ms: 300 }), call("n", {}, "1")]);
    const { ask, sent, player } = play(session, { endsOnMiss: true, recordedTime: true });
    ask(1, "tools/call", { name: "slow", arguments: {} });
    expect(ask(2, "tools/call", { name: "zzz", arguments: {} })).toMatchObject([{ id: 2, error: { code: -32602 } }]);
    expect(ask(3, "tools/call", { name: "n", arguments: {} })).toEqual([]);
    vi.advanceTimersByTime(1000);
    player.finish();
    player.close();
    expect(sent).toHaveLength(1);
  });
});

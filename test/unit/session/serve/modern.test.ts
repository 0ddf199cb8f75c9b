import { describe, expect, it } from "vitest";
import { call, discover, envelope, exchange, makeSession, play, told } from "../../../helpers/make-session.js";

const SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";
const modern = (entries: Parameters<typeof makeSession>[0]): ReturnType<typeof makeSession> =>
  makeSession(entries, { era: "modern" });

describe("a recording of the modern era", () => {
  it("refuses a client of the legacy era with the versions that it takes", () => {
    const { last } = play(modern([discover()]));
    expect(last(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {} })).toEqual({
      jsonrpc: "2.0",
      id: 0,
      error: {
        code: -32022,
        message: "Unsupported protocol version: 2025-11-25",
        data: { supported: ["2026-07-28"], requested: "2025-11-25" },
      },
    });
    expect(last(1, "tools/list", {})).toMatchObject({ error: { code: -32022, data: { supported: ["2026-07-28"] } } });
  });

  it("is discovered as it was recorded", () => {
    const { last } = play(modern([discover({ prompts: {} })]));
    expect(last(0, "server/discover", envelope())).toMatchObject({
      result: { supportedVersions: ["2026-07-28"], capabilities: { prompts: {} }, resultType: "complete" },
    });
  });

  it("sends log messages only to a client that asked for them", () => {
    const logged = call("n", {}, "1", { during: [told("notifications/message", { level: "info", data: "x" })] });
    const { ask } = play(modern([discover(), logged, logged]));
    expect(ask(1, "tools/call", { name: "n", arguments: {}, ...envelope() })).toHaveLength(1);
    const level = { "io.modelcontextprotocol/logLevel": "debug" };
    expect(ask(2, "tools/call", { name: "n", arguments: {}, ...envelope({}, level) })).toHaveLength(2);
  });
});

describe("rounds", () => {
  const required = (key: string, state?: string): { [key: string]: never } =>
    ({
      resultType: "input_required",
      inputRequests: { [key]: { method: "elicitation/create", params: { mode: "form", message: key } } },
      ...(state === undefined ? {} : { requestState: state }),
    }) as never;
  const answers = (key: string): { [key: string]: never } => ({ [key]: { action: "accept" } }) as never;
  const order = call("order", { dish: "soup" }, "ordered", {
    rounds: [
      { required: required("sure", "s1"), responses: answers("sure") },
      { required: required("really", "s2"), responses: answers("really") },
    ],
  });
  const params = { name: "order", arguments: { dish: "soup" } };
  const able = envelope({ elicitation: { form: {} } });

  it("are played one by one, and the answer after the last", () => {
    const { last, ledger } = play(modern([discover(), order]));
    expect(last(1, "tools/call", { ...params, ...able })).toMatchObject({ id: 1, result: required("sure", "s1") });
    const first = { inputResponses: answers("sure"), requestState: "s1" };
    expect(last(2, "tools/call", { ...params, ...first, ...able })).toMatchObject({
      id: 2,
      result: required("really", "s2"),
    });
    const second = { inputResponses: answers("really"), requestState: "s2" };
    expect(last(3, "tools/call", { ...params, ...second, ...able })).toMatchObject({
      id: 3,
      result: { content: [{ text: "ordered" }] },
    });
    expect(ledger.render()).toBe(
      "mcpvals serve: 1 of 1 recorded exchanges played, 0 missed".replace("exchanges", "exchange"),
    );
  });

  it("note answers that are other than the recorded ones", () => {
    const { last, ledger } = play(modern([discover(), order]));
    last(1, "tools/call", { ...params, ...able });
    last(2, "tools/call", { ...params, inputResponses: { sure: { action: "decline" } }, requestState: "s1", ...able });
    expect(ledger.render()).toContain("answered differently from the recording: what tools/call required");
  });

  it("are not an answer to a state that nobody gave out", () => {
    const { last } = play(modern([discover(), order]));
    last(1, "tools/call", { ...params, ...able });
    expect(
      last(2, "tools/call", { ...params, inputResponses: answers("sure"), requestState: "s9", ...able }),
    ).toMatchObject({
      error: { code: -32602 },
    });
  });

  it("are kept apart where the same call is under way twice", () => {
    const other = call("order", { dish: "soup" }, "again", {
      rounds: [{ required: required("sure", "t1"), responses: answers("sure") }],
    });
    const { last } = play(modern([discover(), order, other]));
    last(1, "tools/call", { ...params, ...able });
    last(2, "tools/call", { ...params, ...able });
    const second = { inputResponses: answers("sure"), requestState: "t1" };
    expect(last(3, "tools/call", { ...params, ...second, ...able })).toMatchObject({
      result: { content: [{ text: "again" }] },
    });
  });

  it("are refused to a client that cannot answer them, with what it lacks", () => {
    const { last } = play(modern([discover(), order]));
    expect(last(1, "tools/call", { ...params, ...envelope({ sampling: {} }) })).toMatchObject({
      error: { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } },
    });
  });
});

describe("subscriptions", () => {
  const capabilities = { tools: { listChanged: true }, resources: { subscribe: true } };
  const filter = { notifications: { toolsListChanged: true, resourceSubscriptions: ["mem://a"] } };
  const session = modern([
    discover(capabilities),
    exchange("subscriptions/listen", filter, undefined, {
      at: 0.1,
      ms: 900,
      cancelled: true,
      during: [
        told("notifications/subscriptions/acknowledged", filter, 0.11),
        told("notifications/tools/list_changed", undefined, 0.25),
        told("notifications/resources/updated", { uri: "mem://a" }, 0.5),
      ],
    }),
    exchange("tools/list", {}, { tools: [] }, { at: 0.15 }),
    call("grow", {}, "grown", { at: 0.2, ms: 100 }),
    exchange("tools/list", {}, { tools: [{ name: "grown" }] }, { at: 0.6 }),
  ]);

  it("get what changes where it changed, under the live id, and the lists change with it", () => {
    const { ask, last } = play(session);
    expect(ask("listen:0", "subscriptions/listen", { ...filter, ...envelope() })).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/subscriptions/acknowledged",
        params: { ...filter, _meta: { [SUBSCRIPTION]: "listen:0" } },
      },
    ]);
    expect(last(1, "tools/list", envelope())).toMatchObject({ result: { tools: [] } });
    expect(ask(2, "tools/call", { name: "grow", arguments: {}, ...envelope() })).toMatchObject([
      { method: "notifications/tools/list_changed", params: { _meta: { [SUBSCRIPTION]: "listen:0" } } },
      { id: 2 },
      { method: "notifications/resources/updated", params: { uri: "mem://a", _meta: { [SUBSCRIPTION]: "listen:0" } } },
    ]);
    expect(last(3, "tools/list", envelope())).toMatchObject({ result: { tools: [{ name: "grown" }] } });
  });

  it("give only what they were opened for, and nothing once they are taken back", () => {
    const { ask, tell } = play(session);
    ask("a", "subscriptions/listen", {
      notifications: { toolsListChanged: true, promptsListChanged: true },
      ...envelope(),
    });
    ask("b", "subscriptions/listen", { ...filter, ...envelope() });
    tell("notifications/cancelled", { requestId: "b" });
    const methods = ask(2, "tools/call", { name: "grow", arguments: {}, ...envelope() }).map((one) => one["method"]);
    expect(methods).toEqual(["notifications/tools/list_changed", undefined]);
  });

  it("change the lists also for a client without any", () => {
    const { last } = play(session);
    last(2, "tools/call", { name: "grow", arguments: {}, ...envelope() });
    expect(last(3, "tools/list", envelope())).toMatchObject({ result: { tools: [{ name: "grown" }] } });
  });

  it("are acknowledged and over at once where there is nothing in them that the server tells", () => {
    const { ask } = play(session);
    expect(
      ask("c", "subscriptions/listen", { notifications: { promptsListChanged: true }, ...envelope() }),
    ).toMatchObject([
      { params: { notifications: {} } },
      { id: "c", result: { resultType: "complete", _meta: { [SUBSCRIPTION]: "c" } } },
    ]);
  });

  it("end with the result that says so", () => {
    const { ask, player, sent } = play(session);
    ask("a", "subscriptions/listen", { ...filter, ...envelope() });
    player.close();
    expect(sent.at(-1)).toMatchObject({ id: "a", result: { resultType: "complete" } });
  });
});

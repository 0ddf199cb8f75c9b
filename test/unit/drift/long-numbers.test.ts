// Numbers that a double cannot hold, compared and put in place by their digits.
import { describe, expect, it } from "vitest";
import { parseLossless } from "../../../src/json/kept-numbers.js";
import { makeContract, makeTool, play, raw } from "../../helpers/make-trace.js";

const LONG = "9007199254740993";
const OTHER = "9007199254740992";
const kept = (digits: string) => parseLossless(digits);
const text = (json: string) => raw({ content: [{ type: "text", text: json }] });
const structured = (json: string) => raw({ content: [], structuredContent: parseLossless(json) });
const beside = (json: string) => raw({ content: [{ type: "text", text: "ok" }], _meta: parseLossless(json) });

describe("a result", () => {
  it.each([
    ["JSON in text", text],
    ["structured content alone", structured],
    ["another result than MCP knows", (json: string) => raw(parseLossless(json))],
    ["an error's data", (json: string) => ({ outcome: { kind: "error" as const, error: parseLossless(json) } })],
  ])("with another last digit is another one: %s", (_where, result) => {
    const [then, now] = [result(`{"id":${LONG}}`), result(`{"id":${OTHER}}`)];
    expect(play({ turns: [[["get", {}, then, now]]] })).toMatchObject({ green: false });
    expect(play({ turns: [[["get", {}, now, then]]] })).toMatchObject({ green: false });
    expect(play({ turns: [[["get", {}, then, then]]] })).toMatchObject({ green: true, drift: [] });
  });

  it("with another last digit in what Claude is not given is noted", () => {
    const { green, drift } = play({ turns: [[["get", {}, beside(`[${LONG}]`), beside(`[${OTHER}]`)]]] });
    expect(green).toBe(true);
    expect(drift).toMatchObject([{ class: "docs", recorded: kept(LONG), present: Number(OTHER) }]);
  });

  it("is the same in another notation", () => {
    for (const [one, other] of [
      [LONG, `${LONG}.0`],
      ["1e400", "10e399"],
      ["1.10", "1.1"],
      ["0.10000000000000000550", "0.1000000000000000055"],
    ]) {
      expect(
        play({ turns: [[["get", {}, structured(`[${one ?? ""}]`), structured(`[${other ?? ""}]`)]]] }).drift,
      ).toEqual([]);
    }
  });

  it("tells a number from its digits as text, and finds one in any order", () => {
    const { problems } = play({ turns: [[["get", {}, structured(`[${LONG}]`), structured(`["${LONG}"]`)]]] });
    expect(problems).toEqual(["changed /structuredContent/0"]);
    const rules = { varies: [{ tool: "get", path: "/structuredContent", order: "any" as const }] };
    const lists = [structured(`[${LONG},${OTHER}]`), structured(`[${OTHER},${LONG}]`)] as const;
    expect(play({ turns: [[["get", {}, ...lists]]], rules }).green).toBe(true);
    expect(play({ turns: [[["get", {}, lists[0], structured(`[${OTHER},${OTHER}]`)]]], rules }).green).toBe(false);
  });
});

describe("an id that the server makes", () => {
  const now = "9007199254740995";
  const sentAs = (recorded: string, found: (json: string) => ReturnType<typeof raw>) =>
    play({
      turns: [
        [["new", {}, found(`{"id":${LONG}}`), found(`{"id":${now}}`)]],
        [["get", { id: kept(recorded) }, "ok", "ok"]],
        [["get", { id: [kept(recorded)] }, "ok", "ok"]],
      ],
      checks: ["9007199254741997", "9007199254742999"].map((id) => [found(`{"id":${id}}`), "ok", "ok"]),
    });

  it.each([
    ["JSON in text", text],
    ["structured content", structured],
  ])("is sent as it is today, as a number with all its digits: %s", (_where, found) => {
    expect(sentAs(LONG, found)).toMatchObject({
      green: true,
      sent: [{}, { id: kept(now) }, { id: [kept(now)] }],
    });
  });

  it("does not stand for its neighbour, which is not sent as it was either: it may be made of it", () => {
    const played = sentAs(OTHER, structured);
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain(OTHER);
  });

  it("is pinned so, too", () => {
    const { sent } = play({
      turns: [
        [["new", {}, structured(`{"id":${LONG}}`), structured(`{"id":${now}}`)]],
        [["get", { id: kept(LONG) }, "ok", "ok"]],
      ],
      rules: {
        ignore: [{ tool: "new", path: "/structuredContent/id" }],
        pins: [{ tool: "new", path: "/structuredContent/id", into: "get", argument: "/id" }],
      },
    });
    expect(sent[1]).toEqual({ id: kept(now) });
  });
});

it("an argument above a limit that went down by one takes the ground", () => {
  const tool = (limit: string) =>
    makeTool("get", { type: "object", properties: { id: { type: "integer", maximum: kept(limit) } } });
  const played = play({
    turns: [[["get", { id: kept(LONG) }, "ok", "ok"]]],
    tools: [tool(LONG)],
    live: makeContract([tool(OTHER)]),
  });
  expect(played).toMatchObject({ green: false, problems: ["breaking /inputSchema"] });
  expect(played.message).toContain(`${LONG} is greater than ${OTHER}`);
});

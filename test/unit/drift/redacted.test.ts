// Redacted values in a replay: both sides come redacted, and real values are put in only when a call is made.
import { describe, expect, it } from "vitest";
import { CheckPlayer } from "../../../src/drift/check-player.js";
import { writePlaceholder } from "../../../src/redaction/placeholder.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { RecordingBeside } from "../../../src/variables/beside.js";
import { learnFrom } from "../../../src/variables/learn.js";
import { runOf } from "../../../src/variables/run.js";
import { makeTrace, play } from "../../helpers/make-trace.js";

const atHand = { isAtHand: (placeholder: string) => placeholder !== "[redacted:LOST]" };
const login = (recorded: string, live: string, argument = recorded) =>
  play({
    turns: [[["login", {}, `Token: ${recorded}`, `Token: ${live}`]], [["get", { token: argument }, "ok", "ok"]]],
    input: atHand,
  });

describe("a redacted value on both sides", () => {
  it("is sent as the placeholder of the live one, which is at hand", () => {
    expect(login("[redacted:jwt-0a1b2c]", "[redacted:jwt-0a1b2c]")).toMatchObject({ green: true });
    const played = login("[redacted:jwt-0a1b2c]", "[redacted:jwt-3d4e5f]");
    expect(played.green).toBe(true);
    expect(played.sent[1]).toEqual({ token: "[redacted:jwt-3d4e5f]" });
    expect(played.comparer.secrets()).toEqual([{ recorded: "[redacted:jwt-0a1b2c]", live: "[redacted:jwt-3d4e5f]" }]);
  });

  it("takes the ground where it is not at hand, and the message names the variable", () => {
    const played = login("[redacted:LOST]", "[redacted:LOST]");
    expect(played.ungrounded).toBe(2);
    expect(played.message).toContain("set the variable LOST");
    expect(login("[redacted:X]", "[redacted:X]", "a [redacted:X] and [redacted:LOST]").ungrounded).toBe(2);
  });
});

describe("a redacted value that stands in two places", () => {
  const A = "[redacted:jwt-0a1b2c]";
  const [one, other] = ["[redacted:jwt-3d4e5f]", "[redacted:jwt-6a7b8c]"];
  const twice = (again: string) =>
    play({
      turns: [
        [["login", {}, `Token: ${A}`, `Token: ${one}`]],
        [["whoami", {}, `Signed in with ${A}`, `Signed in with ${again}`]],
        [["get", { token: A }, "ok", "ok"]],
      ],
      input: atHand,
    });

  it("is the same in both", () => {
    expect(twice(one)).toMatchObject({ green: true, problems: [] });
    expect(twice(one).sent[2]).toEqual({ token: one });
  });

  it("is not sent where there are two for it", () => {
    const played = twice(other);
    expect(played.ungrounded).toBe(3);
    expect(played.sent).toHaveLength(2);
    expect(played.message).toContain("it has more than one live value");
  });

  it("stands in what a check learned of, too: the text around it and the variable beside it are held to", () => {
    const say = (token: string, id: string): string => `Token: ${token} for order ${id}.`;
    const turns = (live: string) =>
      [[["login", {}, say(A, "8f3a21"), live]], [["get", { token: A }, "ok", "ok"]]] as const;
    const checks = ["11bc04", "77aa10"].map((id, at) => [say(`[redacted:jwt-${String(at)}d4e5f]`, id), "ok"]);
    const played = play({ turns: turns(say(one, "91bc04")), checks, input: atHand });
    expect(played).toMatchObject({ green: true, problems: [] });
    expect(played.sent[1]).toEqual({ token: one });
    for (const live of [say("none", "91bc04"), say(one, "error"), `Token: ${one} of order 91bc04.`]) {
      expect(play({ turns: turns(live), checks, input: atHand }).ungrounded).toBe(2);
    }
  });
});

describe("a token that had a shape", () => {
  it.each(["none", "hello-there", "[redacted:github-token-0a1b2c]"])(
    "is changed where %s stands in its place",
    (live) => {
      expect(login("[redacted:jwt-0a1b2c]", live)).toMatchObject({ green: false });
      const whole = play({ turns: [[["login", {}, "[redacted:jwt-0a1b2c]", live]], [["get", {}, "ok", "ok"]]] });
      expect(whole.green).toBe(false);
    },
  );

  it("is not asked of what is known by its name: nobody can tell", () => {
    expect(login("[redacted:TOKEN]", "whatever-it-is", "x")).toMatchObject({ green: true });
  });
});

describe("a secret that only its argument tells", () => {
  const A = "[redacted:bearer-token]";
  /** Knows what it learned, and names it by when it came. */
  const counting = () => {
    const names = new Map<string, string>();
    const redact = (value: unknown): unknown =>
      JSON.parse([...names].reduce((text, [secret, name]) => text.replaceAll(secret, name), JSON.stringify(value)));
    const learn = (_: string, live: string): void => {
      names.set(live, writePlaceholder(`bearer-token-${String(names.size + 2)}`));
    };
    return { learn, redact: <T>(value: T): T => redact(value) as T };
  };
  const turns = [
    [["log_in", {}, { json: { token_type: "Bearer", key: A, expires: 3600 } }]],
    [["deeds", { authorization: `Bearer ${A}` }, "Deed of 1788"]],
  ] as const;
  const check = (answer: { token_type: string; key: string; expires: number }) => {
    const recorded = makeTrace({ turns });
    const recording = new RecordingBeside(runOf(recorded));
    const startedAt = Date.parse("2026-11-29T10:00:00Z");
    const player = new CheckPlayer({
      recorded,
      recording,
      earlier: [],
      pins: [],
      startedAt,
      clock: 0,
      veil: counting(),
    });
    player.contract(recorded.contract);
    player.turn(1);
    const result = { content: [{ type: "text", text: JSON.stringify(answer) }] };
    const outcome: CallOutcome = { kind: "result", result };
    player.settle(1, [{ outcome, startedAt, ms: 5, serverRequests: [] }]);
    const next = player.turn(2);
    const beside = player.played()?.beside;
    return { next, learned: beside === undefined ? undefined : learnFrom(recording, [beside]) };
  };

  it("is sent within a longer argument, and is no other text in the result", () => {
    const { next, learned } = check({ token_type: "Bearer", key: "YXJjaGl2ZTowNzlhYWRi", expires: 3600 });
    expect(next).toMatchObject({
      grounded: true,
      content: [{ input: { authorization: "Bearer YXJjaGl2ZTowNzlhYWRi" } }],
    });
    expect([learned?.unstable, learned?.variables]).toEqual([[], []]);
  });

  it("is not sent where no value stands in its place", () => {
    expect(check({ token_type: "Bearer", key: "none", expires: 3600 }).next.grounded).toBe(false);
    expect(check({ token_type: "Bearer", key: "", expires: 3600 }).next.grounded).toBe(false);
  });

  it("is the live one in a replay", () => {
    const played = play({
      turns: [
        [[...turns[0][0], { json: { token_type: "Bearer", key: "YXJjaGl2ZTpmZmZm", expires: 3600 } }]],
        [[...turns[1][0], "Deed of 1788"]],
      ],
    });
    expect([played.sent[1], played.green]).toEqual([{ authorization: "Bearer YXJjaGl2ZTpmZmZm" }, true]);
  });
});

// Redacted values in a replay: both sides come redacted, and real values are put in only when a call is made.
import { describe, expect, it } from "vitest";
import { play } from "../../helpers/make-trace.js";

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

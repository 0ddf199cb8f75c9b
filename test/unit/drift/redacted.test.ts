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

// What a tool answers has changed. The recorded Claude answered to what it was given then.
import { describe, expect, it } from "vitest";
import { driftCase } from "../../helpers/drift-case.js";

const GET = ["get_user", { id: 7 }];

describe("the value that the answer quotes", () => {
  const visits = driftCase({
    steps: [{ user: "How often was Ann here?", expectedState: "41" }],
    turns: [{ calls: [{ tool: "count_visits", input: { id: 7 } }] }, { text: "Ann was here 41 times." }],
  });

  it("is different: the recorded answer proves nothing", async () => {
    const seen = await visits.replay("visits-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "inconclusive not-applicable passed" });
    expect(seen.drift).toEqual(["changed call 1 count_visits /content/0/text"]);
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 2 });
  });

  it("proves nothing either where its place is ignored", async () => {
    const ignore = [{ tool: "count_visits", path: "/content/0/text" }];
    const seen = await visits.replay("visits-changed", {}, { ignore });
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "inconclusive not-applicable passed" });
    expect(seen.classes).toEqual(["volatile"]);
  });

  it("is judged by today's expectation", async () => {
    const steps = [{ user: "How often was Ann here?", expectedState: "42" }];
    const workflows = [{ name: "case", steps }];
    const unchanged = await visits.replay("", {}, { workflows });
    expect(unchanged).toMatchObject({ verdict: "failed", exitCode: 1, metrics: "failed not-applicable passed" });
    expect(unchanged.evaluation.replay).toMatchObject({ regressions: [], failedBefore: true });
    const changed = await visits.replay("visits-changed", {}, { workflows });
    // 42 stands in a text that changed: Claude was not given it.
    expect(changed).toMatchObject({ verdict: "inconclusive", metrics: "inconclusive not-applicable passed" });
  });
});

describe("the last result", () => {
  const ask = driftCase({
    steps: [{ user: "What is Ann's email?", expectedState: "ann@old.example" }],
    turns: [
      { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { text: "It is ann@old.example." },
    ],
  });
  const FIND = ["find_user", { name: "Ann" }];

  it("has lost the expected state: inconclusive, although the recorded answer has it", async () => {
    const seen = await ask.replay("email-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "inconclusive not-applicable passed" });
    expect(seen.drift).toEqual(["changed call 2 get_user /content/0/json/email"]);
    expect(seen.all[0]).toMatchObject({ recorded: "ann@old.example", present: "ann@new.example" });
    expect(seen.all[0]?.id).toMatch(/^d-[0-9a-f]{8}$/);
  });

  it("has the expected state although another field of it changed: reached, and still nobody knows the answer", async () => {
    const seen = await ask.replay("plan-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "passed not-applicable passed" });
    expect(seen.drift).toEqual(["changed call 2 get_user /content/0/json/plan"]);
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
  });

  it("is not asked for any more after an earlier one changed: inconclusive", async () => {
    const seen = await ask.replay("find-empty,plan-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.calls).toEqual([FIND]);
  });

  it("would still come after a search that finds nothing now: the call is not made", async () => {
    const seen = await ask.replay("find-empty");
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      metrics: "inconclusive not-applicable inconclusive",
    });
    expect(seen.drift).toEqual(["changed call 1 find_user /content/0/json/found"]);
    expect(seen.calls).toEqual([FIND]);
  });

  it("would be of the wrong record after a search that finds another one: the call is not made", async () => {
    const seen = await ask.replay("other-record");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.drift).toEqual(["changed call 1 find_user /content/0/json/found/0/id"]);
    expect(seen.calls).toEqual([FIND]);
  });

  it("has a new field: noted, unless it is one that tells of trouble and is not empty", async () => {
    for (const v2 of ["new-field", "empty-warnings"]) {
      const seen = await ask.replay(v2);
      expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, classes: ["additive"] });
    }
    const seen = await ask.replay("warnings");
    expect(seen.drift).toEqual(["changed call 2 get_user /content/0/json/warnings"]);
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
  });

  it("has lost a field: breaking", async () => {
    const seen = await ask.replay("field-gone");
    expect(seen).toMatchObject({ verdict: "inconclusive", metrics: "inconclusive not-applicable passed" });
    expect(seen.drift).toEqual(["breaking call 2 get_user /content/0/json/email"]);
  });
});

describe("a value that Claude sent on", () => {
  const mail = driftCase({
    steps: [{ user: "Write to Ann", expectedState: "sent to ann" }],
    expect: { expectTools: ["get_user", "send_mail"] },
    turns: [
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { calls: [{ tool: "send_mail", input: { to: { $result: 1, pointer: "/email" }, text: "Hello" } }] },
      { text: "Done." },
    ],
  });
  const SEND = ["send_mail", { to: "ann@old.example", text: "Hello" }];
  const NOTHING_KNOWN = "inconclusive inconclusive inconclusive";

  it("has changed: the mail to the old address is not sent", async () => {
    const seen = await mail.replay("email-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [GET] });
  });

  it("comes with a warning: the mail is not sent", async () => {
    const seen = await mail.replay("warnings");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [GET] });
  });

  it("comes with another field changed: with --after-drift play all is played, and the verdict is the same", async () => {
    const stopped = await mail.replay("plan-changed");
    expect(stopped).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [GET] });
    const played = await mail.replay("plan-changed", { afterDrift: "play" });
    expect(played).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN, calls: [GET, SEND] });
    expect(played.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 2 });
  });

  it("an ungrounded call would fail: it is not made, inconclusive", async () => {
    const stopped = await mail.replay("plan-changed,mail-fails");
    expect(stopped).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [GET] });
    const played = await mail.replay("plan-changed,mail-fails", { afterDrift: "play" });
    expect(played).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: NOTHING_KNOWN });
  });

  it("a grounded call fails: failed", async () => {
    const last = await mail.replay("mail-fails");
    expect(last).toMatchObject({ verdict: "failed", exitCode: 1, calls: [GET, SEND] });
    expect(last.metrics).toBe("inconclusive passed failed");
    expect(last.evaluation.replay?.regressions.join()).toContain("Tool Call Health");
    const first = await mail.replay("get-fails");
    expect(first).toMatchObject({ verdict: "failed", exitCode: 1, calls: [GET] });
  });
});

describe("a list", () => {
  const list = driftCase({
    steps: [{ user: "Who is there, and what plan has Bob?", expectedState: "pro" }],
    turns: [
      { calls: [{ tool: "list_users" }] },
      { calls: [{ tool: "get_user", input: { id: 8 } }] },
      { text: "Ann and Bob; Bob has the pro plan." },
    ],
  });
  const LIST = ["list_users", {}];

  it.each(["one-more", "other-order"])("with %s: changed", async (v2) => {
    const seen = await list.replay(v2);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, classes: ["changed"], calls: [LIST] });
  });

  it("may come in any order where the config says so, but not with another element", async () => {
    const varies = [{ tool: "list_users", path: "/content/0/json", order: "any" as const }];
    expect(await list.replay("other-order", {}, { varies })).toMatchObject({ verdict: "passed", classes: [] });
    expect(await list.replay("one-more", {}, { varies })).toMatchObject({ verdict: "inconclusive", calls: [LIST] });
  });
});

describe("how a value is written", () => {
  const facts = driftCase({
    steps: [{ user: "Get the facts and Ann" }],
    turns: [
      { calls: [{ tool: "facts" }] },
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { text: "There you are." },
    ],
  });
  const FACTS = ["facts", {}];

  it.each([
    ["a number that only looks like an epoch", "epoch-changed", ["/serial"]],
    ["an id", "id-changed", ["/id"]],
    ["a count of tokens", "token-changed", ["/token"]],
    ["the order of an array", "tags-order", ["/tags"]],
  ])("%s has changed: no name and no shape excuses it", async (_, v2, paths) => {
    const seen = await facts.replay(v2);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [FACTS] });
    expect(seen.drift).toEqual(paths.map((path) => `changed call 1 facts /content/0/json${path}`));
  });

  it.each(["one-point-zero", "key-order"])("%s is no drift", async (v2) => {
    expect(await facts.replay(v2)).toMatchObject({ verdict: "passed", exitCode: 0, classes: [], calls: [FACTS, GET] });
  });
});

// Dates and times: the clock excuses what it explains, and nothing else.
import { afterEach, describe, expect, it, vi } from "vitest";
import { driftCase } from "../../helpers/drift-case.js";

afterEach(() => vi.useRealTimers());

const DAY = 86_400_000;

describe("times that the server makes", () => {
  const clock = driftCase({
    steps: [
      { user: "What time is it in Berlin, until when is my session, and who is Ann?", expectedState: "old.example" },
    ],
    turns: [
      { calls: [{ tool: "local_time" }] },
      { calls: [{ tool: "start_session" }] },
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { text: "There you are." },
    ],
  });

  it("are later ones now: volatile, and known for times", async () => {
    const seen = await clock.replay();
    expect(seen).toMatchObject({
      verdict: "passed",
      exitCode: 0,
      metrics: "passed not-applicable passed",
      classes: ["volatile"],
    });
    const { evaluations } = await clock.record();
    expect(evaluations[0]?.recorded?.check).toMatchObject({
      replays: true,
      varies: [
        { call: 1, at: "/content/0/json/berlin" },
        { call: 2, at: "/content/0/json/ends" },
      ],
    });
  });

  it("are an hour off now: changed, and what comes after is not played", async () => {
    const seen = await clock.replay("hour-off");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [["local_time", {}]] });
    expect(seen.drift).toEqual(["changed call 1 local_time /content/0/json/berlin"]);
  });

  it("are excused where the config lets the place have any value, and nowhere else", async () => {
    const varies = (path: string) => ({ varies: [{ tool: "*", path: `/content/0/json/${path}` }] });
    expect(await clock.replay("hour-off", {}, varies("berlin"))).toMatchObject({ verdict: "passed", exitCode: 0 });
    expect(await clock.replay("hour-off", {}, varies("ends"))).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  });

  it("lie at another distance from the call: changed", async () => {
    const seen = await clock.replay("shorter-session");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.drift).toEqual(["changed call 2 start_session /content/0/json/ends"]);
  });
});

describe("a time that the server converts", () => {
  const converted = driftCase({
    steps: [{ user: "When it is 12:00 UTC on 5 January 2026, what time is it in Berlin?", expectedState: "13:00" }],
    turns: [
      { calls: [{ tool: "local_time", input: { utc: "2026-01-05T12:00:00Z" } }] },
      { text: "It is 13:00 in Berlin." },
    ],
  });

  it("is the same, however long ago it was recorded", async () => {
    expect(await converted.replay()).toMatchObject({ verdict: "passed", classes: [] });
  });

  it("is off by an hour: inconclusive, although the recorded answer is right", async () => {
    const seen = await converted.replay("hour-off");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "inconclusive not-applicable passed" });
    expect(seen.drift).toEqual(["changed call 1 local_time /content/0/json/berlin"]);
  });
});

describe("a day that Claude worked out itself", () => {
  const day = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10);
  const turns = [{ calls: [{ tool: "book", input: { day } }] }, { text: "Booked." }];
  const soon = driftCase({
    steps: [{ user: "Book a table the day after tomorrow", expectedState: "Booked" }],
    turns,
  });
  const named = driftCase({ steps: [{ user: `Book a table for ${day}`, expectedState: "Booked" }], turns });

  it("is still to come: booked", async () => {
    const seen = await soon.replay();
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, calls: [["book", { day }]] });
  });

  it("has passed: the call is not made", async () => {
    await soon.record();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * DAY });
    const seen = await soon.replay();
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [] });
    expect(seen.drift).toEqual(["changed call 1 arguments book /day"]);
    expect(seen.evaluation.reasons.join()).toContain("past");
  });

  it("has passed, but was asked for by the prompt: booked", async () => {
    await named.record();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 7 * DAY });
    expect(await named.replay()).toMatchObject({ verdict: "passed", exitCode: 0, calls: [["book", { day }]] });
  });
});

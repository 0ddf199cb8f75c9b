// accept is offered where it leads to a verdict, and is refused where there is nothing to go on with.
import { describe, expect, it } from "vitest";
import { McpvalsError } from "../../../src/errors.js";
import { accept } from "../../../src/index.js";
import { driftCase, type DriftCase, type RecordedCase, type Seen } from "../../helpers/drift-case.js";

const env = { ...process.env, CI: "" };
const offerOf = ({ evaluation }: Seen): string | undefined =>
  evaluation.settle.find((command) => command.startsWith("mcpvals accept"));
const take = (one: RecordedCase, ids: string[]) =>
  accept(one.config, { cwd: one.folder, env, ids, why: "harmless" }).then(
    () => undefined,
    (error: unknown) => (error instanceof McpvalsError ? error : undefined),
  );

const ask: DriftCase = {
  steps: [{ user: "Who is user 7?", expectedState: "user 7" }],
  turns: [{ calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "That is user 7." }],
};
const find: DriftCase = {
  steps: [{ user: "Who is Ann?", expectedState: "there" }],
  turns: [
    { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
    { calls: [{ tool: "get_user", input: { id: 7 } }] },
    { text: "There she is." },
  ],
};

describe("accept is not offered, and is refused with the way out", () => {
  it.each<[string, string, DriftCase, string]>([
    ["a called tool that is gone", "removed-tool", ask, "the tool is gone"],
    [
      "the same, and what it may be called now",
      "renamed-tool",
      ask,
      "the tool is gone; renamed to fetch_user? A guess",
    ],
    ["arguments that the schema refuses now", "new-required", ask, "recorded arguments are not valid any more"],
  ])("%s", async (_, change, script, why) => {
    const one = driftCase(script);
    const seen = await one.replay(change);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.evaluation.settle).toEqual(["mcpvals show case --diff", "mcpvals record -t case"]);
    const drift = seen.all.find(({ class: kind }) => kind === "breaking");
    expect(drift).toMatchObject({ acceptable: false, note: expect.stringContaining(why) });
    const refusal = await take(one, [drift?.id ?? ""]);
    expect(refusal).toMatchObject({ code: "DRIFT_REFUSED", evidence: expect.stringContaining(why) });
    expect(refusal?.fix).toContain("mcpvals record -t case");
  });

  it.each<[string, string, string]>([
    ["nobody is found", "find-empty", "/content/0/json/found"],
    ["somebody else is found", "other-record", "/content/0/json/found/0/id"],
  ])("a value that a later call sends and that is lost: %s", async (_, change, path) => {
    const one = driftCase(find);
    const seen = await one.replay(change);
    expect(seen).toMatchObject({ verdict: "inconclusive", calls: [["find_user", { name: "Ann" }]] });
    expect(offerOf(seen)).toBeUndefined();
    const drift = seen.all.find(({ where }) => where.path === path);
    const why = 'call 2, get_user, sends "7" at /id, and there is no live value for it';
    expect(drift).toMatchObject({ class: "changed", acceptable: false, note: expect.stringContaining(why) });
    expect(await take(one, [drift?.id ?? ""])).toMatchObject({
      code: "DRIFT_REFUSED",
      evidence: expect.stringContaining(why),
    });
    // Where the config says which value it is, there is something to go on with.
    const pins = [{ tool: "find_user", path: "/content/0/json/found/0/id", argument: "/id", into: "get_user" }];
    const pinned = await one.replay(change, {}, { pins });
    const offer = `mcpvals accept ${drift?.id ?? ""} -m "why it is harmless"`;
    expect(offerOf(pinned)).toBe(change === "find-empty" ? undefined : offer);
  });

  it("a state that the result took back: no recorded message proves it", async () => {
    const one = driftCase({
      steps: [{ user: "What is Ann's email?", expectedState: "ann@old.example" }],
      turns: [{ calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "It is ann@old.example." }],
    });
    const seen = await one.replay("email-changed");
    expect(seen.verdict).toBe("inconclusive");
    expect(offerOf(seen)).toBeUndefined();
    // It may be harmless all the same, where another state is expected.
    const steps = [{ user: "What is Ann's email?", expectedState: "it is" }];
    const other = await one.replay("email-changed", {}, { workflows: [{ name: "case", steps }] });
    expect(offerOf(other)).toBe(`mcpvals accept ${other.all[0]?.id ?? ""} -m "why it is harmless"`);
  });

  it.each(["dies", "silent"])("no answer: %s", async (change) => {
    const one = driftCase({ ...ask, config: { timeout: 1000 } });
    const seen = await one.replay(change);
    expect(seen.verdict).toBe("failed");
    const drift = seen.all.find(({ class: kind }) => kind === "breaking");
    expect(drift).toMatchObject({ acceptable: false });
    expect(await take(one, [drift?.id ?? ""])).toMatchObject({ code: "DRIFT_REFUSED" });
  });
});

describe("accept is offered where it leads to a verdict", () => {
  it.each<[string, string]>([
    ["another value that nothing else depends on", "plan-changed"],
    ["a field that is gone, and nothing needs", "field-gone"],
    ["other words for a called tool", "new-description"],
    ["a new field that speaks of trouble", "warnings"],
  ])("%s", async (_, change) => {
    const one = driftCase(ask);
    const seen = await one.replay(change);
    expect(seen.verdict).toBe("inconclusive");
    const ids = offerOf(seen)?.match(/d-[0-9a-f]{8}/g) ?? [];
    expect(ids).not.toEqual([]);
    expect(await take(one, ids)).toBeUndefined();
    expect(await one.replay(change)).toMatchObject({ verdict: "passed", exitCode: 0 });
  });
});

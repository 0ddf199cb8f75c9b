// A drift that a person calls harmless: by its value, in this recording, and counted wherever it is met.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accept, replay, show } from "../../../src/index.js";
import { McpvalsError } from "../../../src/errors.js";
import { driftCase, type RecordedCase, type Seen } from "../../helpers/drift-case.js";

const noCi = { ...process.env, CI: "" };
const accepted = (one: RecordedCase): string => join(one.folder, "cassettes/suite/accepted.yaml");
const readAccepted = (one: RecordedCase): Promise<string> => readFile(accepted(one), "utf8");
const take = (one: RecordedCase, ids: string[], why = "the fixture moved") =>
  accept(one.config, { cwd: one.folder, env: noCi, ids, why });
const firstId = ({ all }: Seen): string => all[0]?.id ?? "none";
const failure = async (doing: Promise<unknown>): Promise<McpvalsError> => {
  const error = await doing.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof McpvalsError) return error;
  throw new Error(`no McpvalsError: ${String(error)}`);
};

/** find (unchanged), get (email and plan may change), mail to another. */
const plan = () =>
  driftCase({
    steps: [{ user: "Tell Bob who Ann is", expectedState: "Bob" }],
    turns: [
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { calls: [{ tool: "get_user", input: { id: 8 } }] },
      { text: "Bob knows." },
    ],
    expect: { expectTools: ["get_user", "get_user"] },
    check: false,
  });

describe("accepting a drift", () => {
  it("grounds again and is counted, by value only", async () => {
    const one = plan();
    const seen = await one.replay("plan-changed");
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    const id = firstId(seen);
    expect(seen.evaluation.settle).toEqual([
      "mcpvals show case --diff",
      "mcpvals record -t case",
      `mcpvals accept ${id} -m "why it is harmless"`,
    ]);

    const done = await take(one, [id]);
    expect(done).toMatchObject({ accepted: [{ id, workflow: "case", class: "changed" }], left: [], needless: [] });
    expect(done.file).toBe(accepted(one));
    const text = await readAccepted(one);
    expect(text).toContain(
      `accepted: 2
drift:
  - id: ${id}
    workflow: case
    class: changed
    where:
      part: result
      step: 1
      call: 1
      tool: get_user
      path: /content/0/json/plan
    recorded: basic
    present: gold
    why: the fixture moved
`,
    );

    const again = await one.replay("plan-changed");
    expect(again).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed" });
    expect(again.all).toEqual([{ ...seen.all[0], accepted: true }]);
    expect(again.report.summary.passedOnAccepted).toBe(1);
    expect(again.calls).toHaveLength(2);

    expect(await one.replay("plan-changed", { strict: true })).toMatchObject({ verdict: "inconclusive" });
    expect(await one.replay("plan-changed,email-changed")).toMatchObject({ verdict: "inconclusive" });
    expect(await readAccepted(one)).toBe(text);
  });

  it("is said to be gone where it does not occur any more, and taken back by its id", async () => {
    const one = plan();
    const id = firstId(await one.replay("plan-changed"));
    await take(one, [id]);
    const { evaluation } = await one.replay();
    expect(evaluation).toMatchObject({ verdict: "passed", replay: { drift: [] } });
    expect(evaluation.replay?.unused).toEqual([
      `Accepted drift ${id} (step 1, call 1, get_user result, /content/0/json/plan) does not occur any more. ` +
        `Remove it: mcpvals accept --remove ${id}`,
    ]);
    // The recorded server proves nothing of it.
    const offline = await replay(one.config, { cwd: one.folder, offline: true });
    expect(offline.evaluations[0]?.replay?.unused).toBeUndefined();

    const back = { cwd: one.folder, env: noCi, remove: true } as const;
    expect(await failure(accept(one.config, { ...back, ids: ["d-00000000"] }))).toMatchObject({
      code: "DRIFT_NOT_FOUND",
    });
    expect((await accept(one.config, { ...back, ids: [id] })).removed).toMatchObject([{ id }]);
    expect(existsSync(accepted(one))).toBe(false);
  });

  it("is not said to be gone where the replay did not come so far", async () => {
    const one = driftCase({
      steps: [{ user: "Mail Ann" }],
      turns: [
        { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
        { calls: [{ tool: "get_user", input: { id: 7 } }] },
        { text: "Done." },
      ],
    });
    const id = firstId(await one.replay("plan-changed"));
    await take(one, [id]);
    const { evaluation } = await one.replay("find-empty");
    expect(evaluation).toMatchObject({ verdict: "inconclusive", replay: { drift: [{ class: "changed" }] } });
    expect(evaluation.replay?.unused).toBeUndefined();
  });

  it("goes when the workflow is recorded again", async () => {
    const one = plan();
    const id = firstId(await one.replay("plan-changed"));
    await take(one, [id]);
    await one.recordAgain();
    expect(existsSync(accepted(one))).toBe(false);
    expect(await one.replay("plan-changed")).toMatchObject({ verdict: "inconclusive" });
  });

  it("of a reworded tool gives Order its verdict", async () => {
    const one = plan();
    const seen = await one.replay("new-description");
    expect(seen).toMatchObject({ verdict: "inconclusive", metrics: "passed inconclusive passed" });
    const ids = seen.all.map((drift) => drift.id);
    expect(seen.evaluation.settle.at(-1)).toBe(`mcpvals accept ${ids.join(" ")} -m "why it is harmless"`);
    await take(one, ids);
    expect(await one.replay("new-description")).toMatchObject({ verdict: "passed", metrics: "passed passed passed" });
  });

  it("does not stand in for the state that the result took back", async () => {
    const one = driftCase({
      steps: [{ user: "How often was Ann here?", expectedState: "41" }],
      turns: [{ calls: [{ tool: "count_visits", input: { id: 7 } }] }, { text: "Ann was here 41 times." }],
    });
    const id = firstId(await one.replay("visits-changed"));
    await take(one, [id]);
    const again = await one.replay("visits-changed");
    expect(again).toMatchObject({ verdict: "inconclusive", metrics: "inconclusive not-applicable passed" });
    expect(again.evaluation.settle.join()).not.toContain("accept");
  });
});

describe("what is not accepted", () => {
  it("an unknown id, with the one that was meant; one of several writes none", async () => {
    const one = plan();
    expect(await failure(take(one, ["d-00000000"]))).toMatchObject({ code: "REPLAY_MISSING" });
    const id = firstId(await one.replay("plan-changed"));
    const typo = `${id.slice(0, -1)}${id.endsWith("0") ? "1" : "0"}`;
    expect(await failure(take(one, [id, typo]))).toMatchObject({
      code: "DRIFT_NOT_FOUND",
      fix: `Did you mean ${id}?`,
    });
    expect(existsSync(accepted(one))).toBe(false);
  });

  it("without a reason, or in CI", async () => {
    const one = plan();
    const id = firstId(await one.replay("plan-changed"));
    expect(await failure(take(one, [id], "  "))).toMatchObject({ code: "BAD_USAGE" });
    const inCi = { cwd: one.folder, env: { ...noCi, CI: "true" }, ids: [id], why: "so" };
    expect(await failure(accept(one.config, inCi))).toMatchObject({ code: "REFUSED_IN_CI" });
    expect(existsSync(accepted(one))).toBe(false);
    expect((await accept(one.config, { ...inCi, allowCi: true })).accepted).toHaveLength(1);
  });

  it("what differs on its own, and what the config accepts: nothing is written, and that is said", async () => {
    const one = driftCase({
      steps: [{ user: "Make Eve" }],
      turns: [{ calls: [{ tool: "create_user", input: { name: "Eve" } }] }, { text: "Made." }],
    });
    const seen = await one.replay("new-tool");
    const volatile = seen.all.find((drift) => drift.class === "volatile")?.id ?? "";
    const additive = seen.all.find((drift) => drift.class === "additive")?.id ?? "";
    const done = await take(one, [volatile, additive]);
    expect(done.accepted).toEqual([]);
    expect(done.needless.map(({ id }) => id)).toEqual([volatile, additive]);
    expect(existsSync(accepted(one))).toBe(false);
  });

  it("a server that is gone: there is nothing to go on with", async () => {
    const one = plan();
    const seen = await one.replay("exits-at-start");
    expect(seen).toMatchObject({ verdict: "failed" });
    const id = firstId(seen);
    expect(seen.all[0]?.acceptable).toBe(false);
    expect(await failure(take(one, [id]))).toMatchObject({
      code: "DRIFT_REFUSED",
      evidence: expect.stringContaining("the replay cannot continue"),
    });
  });

  it("drift of a recording that is not there any more", async () => {
    const one = plan();
    const id = firstId(await one.replay("plan-changed"));
    await one.recordAgain();
    expect(await failure(take(one, [id]))).toMatchObject({
      code: "DRIFT_REFUSED",
      evidence: expect.stringContaining("replay it first"),
    });
  });

  it("anything, while accepted.yaml is edited by hand: replay says so, and does not guess", async () => {
    const one = plan();
    const id = firstId(await one.replay("plan-changed"));
    await take(one, [id]);
    await writeFile(accepted(one), (await readAccepted(one)).replace("present: gold", "present: basic"));
    const error = await failure(one.replay("plan-changed"));
    expect(error).toMatchObject({ code: "CASSETTE_SEAL", exitCode: 3 });
    expect(error.fix).toContain("accepted.yaml");
  });
});

describe("the last replay", () => {
  it("is kept beside the config, out of git, and is not part of what is committed", async () => {
    const one = plan();
    await one.replay("plan-changed");
    const folder = join(one.folder, ".mcpvals");
    expect(await readFile(join(folder, ".gitignore"), "utf8")).toBe("*\n");
    const kept = join(folder, "last/suite/replay/case.json");
    const text = await readFile(kept, "utf8");
    expect(JSON.parse(text)).toMatchObject({
      lastReplay: 1,
      workflow: "case",
      command: "replay",
      evaluation: { verdict: "inconclusive" },
      ungroundedFrom: 2,
    });
    if (process.platform !== "win32") expect((await stat(kept)).mode & 0o777).toBe(0o600);
    expect(text).not.toContain(one.folder);
    await rm(folder, { recursive: true });
    expect(await failure(show("case", { config: one.config, cwd: one.folder, diff: true }))).toMatchObject({
      code: "REPLAY_MISSING",
    });
  });

  it("that finds nothing to play leaves nothing of the one before", async () => {
    const one = plan();
    await one.replay("plan-changed");
    const steps = [{ user: "Another prompt" }];
    await one.replay("plan-changed", {}, { workflows: [{ name: "case", steps }] });
    expect(existsSync(join(one.folder, ".mcpvals/last/suite/replay/case.json"))).toBe(false);
  });

  it("that cannot be kept is not a reason to fail, and is said", async () => {
    const one = plan();
    await one.record();
    await rm(join(one.folder, ".mcpvals"), { recursive: true, force: true });
    await mkdir(join(one.folder, ".mcpvals/last/suite/replay/case.json/in-the-way"), { recursive: true });
    const notes: string[] = [];
    const seen = await one.replay("", {
      onProgress: (progress) => progress.type === "note" && notes.push(progress.message),
    });
    expect(seen.verdict).toBe("passed");
    expect(notes.join()).toContain("could not be kept");
  });

  it("is shown beside the recording in show", async () => {
    const one = plan();
    await one.replay("plan-changed");
    const shown = await show("case", { config: one.config, cwd: one.folder, diff: true });
    expect(shown.diff).toMatchObject({
      with: "the last replay",
      verdict: "inconclusive",
      ungroundedFrom: 2,
      drift: [{ class: "changed", recorded: "basic", present: "gold" }],
    });
    expect(shown.diff?.steps[0]?.turns[0]?.calls).toHaveLength(1);
  });
});

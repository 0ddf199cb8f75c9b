// `diff` of live servers: one recorded model, and versions of fixtures/servers/two-versions.mjs on both sides.
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { accept, diff, McpvalsError, type DiffReport, type DiffServersOptions } from "../../../src/index.js";
import type { Config } from "../../../src/config/schema-written.js";
import { driftCase, type RecordedCase } from "../../helpers/drift-case.js";

const TWO_VERSIONS = join(import.meta.dirname, "../../../fixtures/servers/two-versions.mjs");
const noCi = { ...process.env, CI: "" };

/** A version of the server with these changes. */
const version = (...changes: string[]) => ({
  command: process.execPath,
  args: [TWO_VERSIONS, "--v2", changes.join(",")],
});
const versionOf = (one: RecordedCase, options: DiffServersOptions, config: Partial<Config> = {}): Promise<DiffReport> =>
  diff({ ...one.config, ...config }, { cwd: one.folder, ...options });

/** Finds Ann and looks her up; her email stands in no expectation. */
const ann = driftCase({
  steps: [{ user: "Who is Ann", expectedState: "Ann" }],
  turns: [
    { calls: [{ tool: "find_user", input: { name: "Ann" } }] },
    { calls: [{ tool: "get_user", input: { id: 7 } }] },
    { text: "Ann is 7." },
  ],
  expect: { expectTools: ["find_user", "get_user"] },
  check: false,
});
/** Makes a user under an id of the server's own, and sends the id back in the next turn. */
const created = driftCase({
  steps: [{ user: "Make a user Dan and look him up", expectedState: "Dan" }],
  turns: [
    { calls: [{ tool: "create_user", input: { name: "Dan" } }] },
    { calls: [{ tool: "get_user", input: { id: { $result: 1, match: '"id":"([^"]*)"' } } }] },
    { text: "There he is." },
  ],
  expect: { expectTools: ["create_user", "get_user"] },
});

const brief = (report: DiffReport) => ({
  verdict: report.verdict,
  exitCode: report.exitCode,
  contract: report.contracts.flatMap(({ changes }) => changes.map((one) => `${one.class} ${one.rule}`)),
  calls: report.workflows.flatMap(({ calls }) => calls.map(({ change }) => change)),
  scores: report.workflows.flatMap(({ scores }) => scores.map(({ change }) => change)),
});
const latencies = (report: DiffReport) => report.workflows.flatMap(({ calls }) => calls.map(({ latency }) => latency));
/** On a machine that is busy the quick server may be slow as well: the first of several tries in which it was not. */
const slowly = async (compare: () => Promise<DiffReport>): Promise<DiffReport> => {
  const report = await compare();
  for (let tries = 1; tries < 8 && latencies(report).some((one) => one !== "slower"); tries++) {
    const again = await compare();
    if (latencies(again).every((one) => one === "slower")) return again;
  }
  return report;
};
/** Nothing differs but that a busy machine took longer. */
const exceptForTime = ({ workflows }: DiffReport) =>
  workflows.map(({ outcome, reasons }) =>
    outcome === "CHANGED" && reasons.every((reason) => / takes \d+ ms, /.test(reason)) ? "SAME" : outcome,
  );
const failure = async (doing: Promise<unknown>): Promise<McpvalsError> => {
  const error = await doing.catch((thrown: unknown) => thrown);
  if (error instanceof McpvalsError) return error;
  throw new Error(`no McpvalsError: ${String(error)}`);
};

describe("a new version against the cassettes", () => {
  it("where nothing changed is the same", async () => {
    await ann.record();
    const report = await versionOf(ann, {});
    expect(brief(report)).toEqual({
      verdict: "SAME",
      exitCode: 0,
      contract: [],
      calls: ["same", "same"],
      scores: ["same", "same", "same"],
    });
    expect(report).toMatchObject({
      from: { kind: "cassettes", label: "cassettes/suite", server: { name: "users", version: "1.0.0" } },
      to: { kind: "server", server: { name: "users" } },
      contracts: [{ workflows: ["case"] }],
      reasons: [],
      unused: [],
    });
  });

  it("where only the behaviour changed has the same contract, and the ids of replay", async () => {
    const { all } = await ann.replay("email-changed");
    const report = await versionOf(ann, { to: version("email-changed") });
    expect(brief(report)).toEqual({
      verdict: "INCONCLUSIVE",
      exitCode: 3,
      contract: [],
      calls: ["same", "drift"],
      scores: ["same", "same", "same"],
    });
    expect(report.workflows[0]?.drift).toEqual(all);
    expect(report.workflows[0]?.calls[1]?.driftIds).toEqual(all.map(({ id }) => id));
    expect(report.workflows[0]?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
  });

  it("where only the contract changed plays all the same", async () => {
    const report = await versionOf(ann, { to: version("new-tool", "unused-tool-removed") });
    expect(brief(report)).toEqual({
      verdict: "BREAKING",
      exitCode: 1,
      contract: ["breaking tool-removed", "compatible tool-added"],
      calls: ["same", "same"],
      scores: ["same", "same", "same"],
    });
    expect(report.workflows[0]?.outcome).toBe("SAME");
  });

  it("where both changed says of each what it is", async () => {
    // What breaks passes this gate, but nobody knows the scores behind it.
    const report = await versionOf(ann, { to: version("renamed-tool", "other-record"), failOn: "regression" });
    expect(brief(report)).toEqual({
      verdict: "BREAKING",
      exitCode: 3,
      contract: expect.arrayContaining(["breaking tool-renamed"]) as string[],
      calls: ["drift", "impossible"],
      scores: ["unknown", "unknown", "unknown"],
    });
    expect(report.workflows[0]).toMatchObject({ outcome: "BREAKING", ungroundedFrom: { step: 1, turn: 2 } });
    expect(report.workflows[0]?.calls[1]).toMatchObject({
      ungrounded: true,
      after: { kind: "not-made", message: "the tool is gone; renamed to fetch_user? A guess" },
    });
  });

  it("where a call fails now has got worse", async () => {
    const report = await versionOf(ann, { to: version("get-fails") });
    expect(brief(report)).toMatchObject({ verdict: "REGRESSED", exitCode: 1, calls: ["same", "error-appeared"] });
    expect(report.workflows[0]?.scores.find(({ id }) => id === "tool-call-health")).toMatchObject({
      before: { verdict: "passed", score: 1 },
      after: { verdict: "failed", score: 0.5 },
      change: "worse",
    });
  });

  it("that crashes on start has got worse, and that is all that is said", async () => {
    const report = await versionOf(ann, { to: version("exits-at-start") });
    expect(brief(report)).toMatchObject({ verdict: "REGRESSED", exitCode: 1, contract: [] });
    expect(report.to).toMatchObject({ failure: expect.stringContaining("exited with code 3") as string });
    expect(report.to).not.toHaveProperty("server");
    expect(report.contracts).toEqual([]);
    expect(report.workflows[0]).toMatchObject({ drift: [], calls: [], reasons: [report.to.failure] });
    const beside = await versionOf(ann, { from: version(), to: version("exits-at-start") });
    expect(brief(beside)).toMatchObject({ verdict: "REGRESSED", exitCode: 1, contract: [] });
    expect(beside.to.failure).toBe(report.to.failure);
    expect(beside.workflows[0]).toMatchObject({ drift: [], calls: [], reasons: [report.to.failure] });
    expect(beside.reasons).toEqual([]);
  });

  it("that is slower is shown to be, but the recording may be of another machine", async () => {
    const report = await slowly(() => versionOf(ann, { to: version("slow") }));
    expect(latencies(report)).toEqual(["slower", "slower"]);
    expect(brief(report)).toMatchObject({ verdict: "SAME", calls: ["same", "same"] });
  });

  it("that describes a called tool in other words leaves the order of the calls open", async () => {
    const report = await versionOf(ann, { to: version("new-description") });
    expect(brief(report)).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3, scores: ["same", "unknown", "same"] });
    // The config's server is another one: to record with it again would change nothing here.
    expect(report.workflows[0]?.settle).toEqual([
      "mcpvals show case --diff",
      expect.stringMatching(/^mcpvals accept d-[0-9a-f]{8} -m/),
    ]);
    const itsOwn = await versionOf(ann, {}, { server: { transport: "stdio", ...version("new-description") } });
    expect(itsOwn.workflows[0]?.settle).toEqual([
      "mcpvals show case --diff",
      "mcpvals record -t case",
      expect.stringMatching(/^mcpvals accept d-[0-9a-f]{8} -m/),
    ]);
    const config = { accept: ["docs", "additive", "reworded"] } satisfies Partial<Config>;
    const settled = await versionOf(ann, { to: version("new-description") }, config);
    expect(brief(settled)).toMatchObject({ verdict: "CHANGED", exitCode: 0 });
  });

  it("whose command does not exist is a fault of the request, not of the server", async () => {
    const error = await failure(versionOf(ann, { to: { command: "no-such-command-here", args: [] } }));
    expect(error).toMatchObject({ code: "COMMAND_NOT_FOUND", exitCode: 4 });
  });
});

describe("two live versions", () => {
  it("are compared with each other: ids of each server, times, folders and ports are not drift", async () => {
    await created.record();
    const progress: string[] = [];
    const report = await versionOf(created, {
      from: version(),
      to: version(),
      onProgress: (one) => {
        if (one.type === "finished") progress.push(`${one.workflow} ${one.verdict}`);
      },
    });
    expect(brief(report)).toMatchObject({ exitCode: 0, contract: [], calls: ["same", "same"] });
    expect(exceptForTime(report)).toEqual(["SAME"]);
    expect(report.workflows[0]?.drift.map((drift) => drift.class)).toEqual(
      expect.arrayContaining(["correlated", "volatile"]),
    );
    expect(progress).toEqual(["case (from) passed", "case (to) passed"]);
    expect(report).toMatchObject({ from: { kind: "server" }, to: { kind: "server" } });
  });

  it("differ in what the new one does otherwise", async () => {
    const report = await versionOf(ann, { from: version(), to: version("email-changed", "new-tool") });
    expect(brief(report)).toMatchObject({
      verdict: "INCONCLUSIVE",
      contract: ["compatible tool-added"],
      calls: ["same", "drift"],
    });
    const mended = await versionOf(ann, { from: version("get-fails"), to: version() });
    expect(brief(mended)).toMatchObject({ calls: ["same", "error-gone"] });
    expect(mended.workflows[0]?.scores.map(({ change }) => change)).toEqual(["unknown", "same", "better"]);
  });

  it("of which the new one is slower have changed, and the calls say by how much", async () => {
    const report = await slowly(() => versionOf(ann, { from: version(), to: version("slow") }));
    expect(latencies(report)).toEqual(["slower", "slower"]);
    expect(brief(report)).toMatchObject({ verdict: "CHANGED", calls: ["same", "same"] });
    expect(report.workflows[0]?.reasons[0]).toMatch(/^Call 1, find_user, takes \d+ ms, and took \d+ ms\.$/);
  });

  it("are measured again before a call counts as slower", async () => {
    const notes: string[] = [];
    const report = await versionOf(ann, {
      from: version(),
      to: version("slow"),
      onProgress: (one) => void (one.type === "note" && notes.push(one.message)),
    });
    // On a machine that is busy both may be slow from the start, and then there is nothing to measure.
    const slower = latencies(report).includes("slower");
    if (slower) expect(notes).toEqual([expect.stringContaining("played again to be sure") as string]);
    expect(report.verdict).toBe(slower ? "CHANGED" : "SAME");
  });

  it("that give a value back empty break who sends it on", async () => {
    const report = await versionOf(created, { from: version(), to: version("empty-id"), onInconclusive: "warn" });
    expect(brief(report)).toMatchObject({ verdict: "BREAKING", exitCode: 1, calls: ["drift", "impossible"] });
    expect(report.workflows[0]?.calls[1]?.after.message).toBe(
      'what it sends is "" now: call 1, create_user result, /content/0/json/id',
    );
  });

  it("that differ alike from the recording are the same to each other, and prove no score", async () => {
    const report = await versionOf(ann, { from: version("other-record"), to: version("other-record") });
    expect(report.workflows[0]).toMatchObject({ outcome: "INCONCLUSIVE", drift: [] });
    expect(brief(report)).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3, calls: ["same"] });
    expect(report.workflows[0]?.reasons.join(" ")).toContain("Turn 2 proves nothing");
    const { reasons, settle } = report.workflows[0] ?? { reasons: [], settle: [] };
    // The config's server replays the recording as it is, so recording again would not help.
    expect(settle).toEqual(["mcpvals show case --diff"]);
    // What is in the way stands nowhere else: between the sides there is no difference. The next call sends what is lost.
    expect(reasons.join("\n")).toMatch(/Compared with the recording, d-[0-9a-f]{8}: step 1, call 1, find_user result/);
  });

  it("of which the old one does not start: nobody knows", async () => {
    const report = await versionOf(ann, { from: version("exits-at-start"), to: version() });
    expect(brief(report)).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3, contract: [] });
    expect(report.from.failure).toContain("The server of the old side failed");
    expect(report.workflows[0]?.reasons).toEqual([report.from.failure]);
    expect(report.reasons).toEqual([]);
    expect(report.to).not.toHaveProperty("failure");
  });

  it("run the direct tool tests on both sides", async () => {
    const toolHealthSuites: Config["toolHealthSuites"] = [
      {
        name: "lookups",
        tests: [
          { name: "get_user", description: "Ann is there", args: { id: 7 }, expectedResult: "ann@old.example" },
          { name: "list_users", args: {} },
        ],
      },
    ];
    const config: Partial<Config> = { toolHealthSuites, workflows: [] };
    const report = await versionOf(ann, { from: version(), to: version("email-changed") }, config);
    expect(report.workflows).toMatchObject([
      {
        workflow: "tool tests: lookups",
        on: "both",
        outcome: "REGRESSED",
        scores: [
          { metric: "Ann is there", change: "worse" },
          { metric: "list_users", change: "same" },
        ],
      },
    ]);
    const alone = await versionOf(ann, { to: version() }, config);
    expect(alone.workflows).toMatchObject([{ on: "to", outcome: "SAME", verdict: { before: "skipped" } }]);
    const failing = await versionOf(ann, { to: version("email-changed") }, config);
    expect(failing.workflows).toMatchObject([{ on: "to", outcome: "INCONCLUSIVE" }]);
  });
});

describe("a diff that is interrupted", () => {
  it("has no verdict of what was cut off, and keeps nothing of it", async () => {
    const last = join(ann.folder, ".mcpvals/last");
    await rm(last, { recursive: true, force: true });
    const abort = new AbortController();
    const report = await versionOf(ann, {
      from: version(),
      to: version("silent"),
      signal: abort.signal,
      onProgress: (one) => {
        const isSilent = one.type === "event" && one.event.type === "call" && one.event.tool === "get_user";
        if (isSilent && one.workflow.endsWith("(to)")) abort.abort();
      },
    });
    expect(report).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3, workflows: [] });
    expect(report.to).not.toHaveProperty("failure");
    expect(report.reasons).toEqual(["Not everything was compared: the command was interrupted."]);
    await expect(readdir(last)).rejects.toThrow("ENOENT");
  });
});

describe("without a cassette to play", () => {
  it("the contract is compared all the same, and the workflow is open", async () => {
    const workflows = [...(ann.config.workflows ?? []), { name: "not yet", steps: [{ user: "Something else" }] }];
    const options = { from: version(), to: version("new-tool"), workflows: ["not yet"] };
    const report = await versionOf(ann, options, { workflows });
    expect(brief(report)).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3, contract: ["compatible tool-added"] });
    expect(report.contracts[0]?.workflows).toEqual([]);
    expect(report.workflows[0]?.reasons.join()).toContain("CASSETTE_MISSING");
    expect(report.workflows[0]?.settle).toEqual(["mcpvals record -t 'not yet'"]);
  });

  it("a stale one still holds the old contract", async () => {
    const stale = { ...ann.config.workflows?.[0], name: "case", steps: [{ user: "Who is Bob" }] };
    const report = await versionOf(ann, { to: version("new-tool") }, { workflows: [stale] });
    expect(brief(report)).toMatchObject({ verdict: "INCONCLUSIVE", contract: ["compatible tool-added"] });
    expect(report.workflows[0]?.reasons.join()).toContain("Stale");
  });

  it("and without an old server there is nothing to compare with, whether the new one starts or not", async () => {
    const workflows = [{ name: "not yet", steps: [{ user: "x" }] }];
    for (const to of [version(), version("exits-at-start")]) {
      const error = await failure(versionOf(ann, { to, onInconclusive: "warn" }, { workflows }));
      expect(error).toMatchObject({ code: "CASSETTE_MISSING", exitCode: 3 });
      expect(error.message).toBe("Nothing to compare with: no recording in cassettes/suite can be read");
      expect(error.evidence).toContain("CASSETTE_MISSING");
      expect(error.fix).toContain("mcpvals diff --to CMD|URL --from CMD|URL\n");
    }
    const error = await failure(versionOf(ann, { to: version("exits-at-start") }, { workflows: [] }));
    expect(error).toMatchObject({
      code: "CASSETTE_MISSING",
      evidence: expect.stringContaining("no workflow") as string,
    });
    expect(error.fix).not.toContain("mcpvals record");
  });
});

describe("accepting what a diff found", () => {
  const file = join(ann.folder, "cassettes/suite/accepted.yaml");
  const take = (ids: string[]) => accept(ann.config, { cwd: ann.folder, env: noCi, ids, why: "agreed" });

  it("takes drift and changes of the contract by the ids that it printed", async () => {
    const to = version("email-changed", "unused-tool-removed");
    const report = await versionOf(ann, { to });
    const change = report.contracts[0]?.changes[0]?.id ?? "";
    const drift = report.workflows[0]?.drift[0]?.id ?? "";
    const done = await take([change, drift]);
    expect(done).toMatchObject({ accepted: [{ id: drift }], acceptedChanges: [{ id: change, rule: "tool-removed" }] });
    expect(await readFile(file, "utf8")).toMatch(/\ncontract:\n {2}- id: d-/);

    const again = await versionOf(ann, { to });
    expect(again).toMatchObject({ verdict: "SAME", exitCode: 0, unused: [], summary: { breaking: 0 } });
    expect(again.contracts[0]?.changes[0]).toMatchObject({ id: change, accepted: true });
    expect(await versionOf(ann, { to, strict: true })).toMatchObject({ verdict: "BREAKING", exitCode: 1 });

    // By value: something else there is another thing; what does not occur any more is named.
    const other = await versionOf(ann, { to: version("plan-changed") });
    expect(other.verdict).toBe("INCONCLUSIVE");
    expect(other.unused).toEqual([
      expect.stringContaining(`Accepted drift ${drift}`),
      expect.stringContaining(`Accepted change ${change} (tool-removed tool facts)`),
    ]);
    await accept(ann.config, { cwd: ann.folder, env: noCi, ids: [change, drift], remove: true });
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  it("takes drift between two live sides, too", async () => {
    const sides = { from: version("plan-changed"), to: version("email-changed", "plan-changed") };
    const report = await versionOf(ann, sides);
    const [drift] = report.workflows[0]?.drift ?? [];
    expect(drift).toMatchObject({ class: "changed", recorded: "ann@old.example", present: "ann@new.example" });
    await take([drift?.id ?? ""]);
    expect((await versionOf(ann, sides)).workflows[0]?.drift[0]).toMatchObject({ accepted: true });
    await rm(file);
  });

  it("takes what structured content says beside the same text", async () => {
    const to = version("structured-differs");
    const report = await versionOf(ann, { from: version("structured"), to });
    const [drift] = report.workflows[0]?.drift ?? [];
    expect(drift).toMatchObject({ class: "changed", where: { path: "/structuredContent/email" } });
    expect(report.verdict).toBe("CHANGED");
    const done = await take([drift?.id ?? ""]);
    expect(done).toMatchObject({ accepted: [{ id: drift?.id, class: "changed" }], needless: [] });
    expect(await versionOf(ann, { from: version("structured"), to })).toMatchObject({ verdict: "SAME", unused: [] });
    await rm(file);
  });

  it("says what there is where an id is unknown", async () => {
    const error = await failure(take(["d-00000000"]));
    expect(error).toMatchObject({ code: "DRIFT_NOT_FOUND", exitCode: 2 });
  });
});

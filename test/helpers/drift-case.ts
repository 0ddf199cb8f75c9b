// A workflow recorded once on version 1 of fixtures/servers/two-versions.mjs, with the stand-in as the model, and then
// replayed on other versions of it. What is seen of each replay comes in words that fit on a line.
import { randomUUID } from "node:crypto";
import { mkdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import type { Config } from "../../src/config/schema-written.js";
import type { JsonObject } from "../../src/json/value.js";
import { record, replay } from "../../src/library.js";
import type { Drift, Substitution } from "../../src/trace/drift.js";
import type { Evaluation, Report } from "../../src/report/report.js";
import type { ReplayOptions } from "../../src/suite/options.js";

const TWO_VERSIONS = join(import.meta.dirname, "../../fixtures/servers/two-versions.mjs");

type Workflow = NonNullable<Config["workflows"]>[number];

export interface DriftCase {
  steps: Workflow["steps"];
  /** Of the stand-in's script, all steps one after another. */
  turns: unknown[];
  /** Whatever else the workflow expects. */
  expect?: Partial<Workflow>;
  config?: Partial<Config>;
  /** Changes that the recorded server has already. */
  v1?: string[];
  /** Another server than two-versions.mjs: its command line, in place of which a replay names another. */
  server?: string[];
  /** Whether the recording is followed by its check. Default true. */
  check?: boolean;
  /** Environment of the server. */
  env?: Record<string, string>;
}

/** What a replay came to. */
export interface Seen {
  verdict: Evaluation["verdict"];
  exitCode: number;
  /** Success, order, health: `passed failed inconclusive`. */
  metrics: string;
  /** `changed call 2 get_user /content/0/json/email`; what differs by itself is not here. */
  drift: string[];
  /** The classes of all drift, each once, sorted. */
  classes: string[];
  substitutions: Substitution[];
  all: Drift[];
  /** The calls that reached the server, by its own log. */
  calls: [string, JsonObject][];
  evaluation: Evaluation;
  report: Report;
}

export interface RecordedCase {
  folder: string;
  config: Config;
  /** The report of the recording; records at the first call. */
  record(): Promise<Report>;
  /** Records anew, whatever replay says. */
  recordAgain(): Promise<Report>;
  /** Replays on a version with these changes (or on another server), recording first where that is still to do. */
  replay(v2?: string | string[], options?: ReplayOptions, config?: Partial<Config>): Promise<Seen>;
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

/** Sets a case up. Recorded when it is first asked for; its folder is removed after the test file. */
export function driftCase(given: DriftCase): RecordedCase {
  const folder = join(tmpdir(), `drift-case-${randomUUID()}`);
  const log = join(folder, "calls.jsonl");
  const own = given.server === undefined;
  const commandOf = (changes: string[]): { command: string; args: string[] } => ({
    command: process.execPath,
    args: own ? [TWO_VERSIONS, "--v2", changes.join(",")] : changes,
  });
  const config: Config = {
    server: {
      transport: "stdio",
      ...commandOf(own ? (given.v1 ?? []) : (given.server ?? [])),
      env: { CALL_LOG: log, ...given.env },
    },
    timeout: 10_000,
    ...given.config,
    workflows: [{ name: "case", steps: given.steps, ...given.expect }],
  };
  let recording: Promise<Report> | undefined;

  async function recordOnce(mode: "changed" | "all" = "changed"): Promise<Report> {
    folders.push(folder);
    await mkdir(folder, { recursive: true });
    const standIn = await startStandIn({ workflows: [{ user: given.steps[0]?.user, turns: given.turns }] });
    try {
      const env = { ...process.env, CI: "", ANTHROPIC_API_KEY: "any", ANTHROPIC_BASE_URL: standIn.url };
      const check = given.check ?? true;
      const report = await record(config, { cwd: folder, env, check, mode });
      const facts = report.evaluations[0]?.recorded;
      if (facts?.file === undefined || (check && facts.check?.replays !== true)) {
        throw new Error(`not recorded: ${JSON.stringify(report.evaluations, null, 1)}`);
      }
      return report;
    } finally {
      await standIn.close();
    }
  }

  const recorded = (): Promise<Report> => (recording ??= recordOnce());
  return {
    folder,
    config,
    record: recorded,
    recordAgain: () => (recording = recorded().then(() => recordOnce("all"))),
    async replay(v2 = given.v1 ?? given.server ?? [], options = {}, otherConfig = {}) {
      await recorded();
      await rm(log, { force: true });
      const server = commandOf(typeof v2 === "string" ? [...(given.v1 ?? []), ...v2.split(",")] : v2);
      const report = await replay({ ...config, ...otherConfig }, { cwd: folder, server, ...options });
      const lines = (await readFile(log, "utf8").catch(() => "")).split("\n").filter((line) => line !== "");
      return see(
        report,
        lines.map((line) => JSON.parse(line) as [string, JsonObject]),
      );
    },
  };
}

function see(report: Report, calls: [string, JsonObject][]): Seen {
  const [evaluation] = report.evaluations;
  if (evaluation === undefined) throw new Error("no evaluation");
  const { drift = [], substitutions = [] } = evaluation.replay ?? {};
  return {
    verdict: evaluation.verdict,
    exitCode: report.exitCode,
    metrics: ["end-to-end-success", "tool-invocation-order", "tool-call-health"]
      .map((id) => evaluation.results.find((result) => result.id === id)?.verdict ?? "none")
      .join(" "),
    drift: drift.filter(({ class: kind }) => kind !== "volatile" && kind !== "correlated").map(describe),
    classes: [...new Set(drift.map((one) => one.class))].toSorted(),
    substitutions,
    all: drift,
    calls,
    evaluation,
    report,
  };
}

function describe({ class: kind, where: { part, call, tool, path } }: Drift): string {
  const place = part === "result" ? [] : [part];
  return [kind, ...(call === undefined ? [] : [`call ${call}`]), ...place, tool, path].filter(Boolean).join(" ");
}

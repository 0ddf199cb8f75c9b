// One run on several machines: four shards merged are the report of one run, and shards that do not belong together are
// refused.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadReporter, REPORTER_NAMES, type ReporterName } from "../../src/render/formats/index.js";
import { mergeShards } from "../../src/report/merge-shards.js";
import type { Report } from "../../src/report/report.js";
import { readShards } from "../../src/run/read-shards.js";
import { replay } from "../../src/index.js";
import { STEPS, writeRecordedSuites } from "../helpers/recorded-suites.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const CONFIGS = ["a/sky.config.json", "b/sky.config.json", "one.config.json", "off.config.json"];
const ALL = [1, 2, 3, 4];
const EMPTY = { passed: 0 };

let folder: string;
let scratch: string;
const cli = (...args: string[]): Promise<HereResult> => runHere(args, { cwd: folder });
const shard = (index: number, total: number, file: string, ...more: string[]): Promise<HereResult> =>
  cli("replay", ...CONFIGS, "--shard", `${index}/${total}`, "-r", `json=${file}`, "-r", "console", ...more);
const files = (...names: string[]): string[] => names.map((name) => `shards/${name}.json`);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-shards-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-shards-"));
  const wrong = { steps: [{ ...STEPS[0], expectedState: "4" }] };
  const toolHealthSuites = [{ name: "tests", tests: [{ name: "add", args: { a: 1, b: 2 }, expectedResult: 3 }] }];
  await writeRecordedSuites(folder, scratch, [
    {
      file: "a/sky.config.json",
      workflows: { blue: 4000, grey: 100, red: 900, bare: null },
      more: { toolHealthSuites },
      each: { grey: { skip: "waits" }, red: wrong },
    },
    { file: "b/sky.config.json", workflows: { blue: 3000, white: 2000 } },
    // All on one server, so they stay on one machine.
    { file: "one.config.json", workflows: { first: 10, second: 10 }, more: { isolation: "suite" } },
    { file: "off.config.json", workflows: { gone: 10 }, more: { skip: true } },
  ]);
  for (const index of ALL) await shard(index, 4, `shards/${index}.json`);
}, 300_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

/** Without the times (`ms`, `at`, `timestamp`), and with paths as from the folder, where this process is not. */
function timeless<T>(value: T): T {
  const still = (key: string, one: unknown): unknown => {
    if (key === "ms" && typeof one === "number") return 1;
    if (key === "at" && typeof one === "number") return 1;
    if (typeof one === "string" && key !== "timestamp") return one.replaceAll(`${folder}/`, "");
    return key === "timestamp" ? "2026-01-01T00:00:00.000Z" : one;
  };
  return JSON.parse(JSON.stringify(value, still));
}

async function mergedReports(): Promise<Report[]> {
  return mergeShards(
    await readShards(
      ALL.map((index) => `shards/${index}.json`),
      folder,
    ),
  );
}

describe("merge-reports", () => {
  it("makes of four shards what one run reports, byte for byte but for times, in every reporter", async () => {
    const whole = new Array<Report>();
    for (const config of CONFIGS) {
      const report = await replay(config, { cwd: folder, transcripts: true });
      // Of one name: the command puts the folder before it.
      const name = report.suite.name === "sky" ? config.replace(".config.json", "") : report.suite.name;
      whole.push({ ...report, suite: { ...report.suite, name } });
    }
    const merged = await mergedReports();
    for (const name of REPORTER_NAMES) {
      const render = await loadReporter(name as ReporterName);
      for (const debug of [false, true]) {
        const options = { color: false, debug };
        const [one, other] = [merged, whole].map((reports) => render(timeless(reports), options));
        expect({ name, text: one }).toEqual({ name, text: other });
      }
    }
  });

  it("prints and ends as one run does, in any order of the files", async () => {
    const one = await cli("replay", ...CONFIGS, "-r", "json");
    const shuffled = files("3", "1", "4", "2");
    const merged = await runCli(["merge-reports", ...shuffled, "-r", "json"], { cwd: folder });
    expect(merged).toMatchObject({ code: one.code, stderr: "" });
    expect(one.code).toBe(1);
    expect(timeless(JSON.parse(merged.stdout))).toEqual(timeless(JSON.parse(one.stdout)));
    expect(await cli("merge-reports", "shards/[1-4].json")).toMatchObject({ code: 2 });
    expect(await cli("merge-reports", "shards/?.json", "-q")).toMatchObject({ code: 1 });
  });

  it("names every shard that is missing, doubled, or of another run", async () => {
    await writeFile(join(folder, "shards", "copy.json"), await readFile(join(folder, "shards", "2.json")));
    await shard(3, 4, "shards/strict.json", "--strict");
    await cli("replay", CONFIGS[1] ?? "", "--shard", "4/4", "-r", "json=shards/alone.json");
    const { code, stdout, stderr } = await cli("merge-reports", ...files("1", "2", "copy", "strict", "alone"));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("These reports are not all the shards of one run (SHARDS_REFUSED)");
    expect(stderr).toContain("shard 2 is there 2 times: shards/2.json, shards/copy.json");
    expect(stderr).toContain(
      "shards/strict.json is of another run than shards/1.json: other configs, cassettes, flags",
    );
    expect(stderr).toContain("shards/alone.json is of another run than shards/1.json: suites");
    const missing = await cli("merge-reports", ...files("1", "4"));
    expect(missing.stderr).toContain("of 4 shards these are missing: 2, 3");
  });

  it("refuses a commit that differs, a whole report, and what is no report", async () => {
    const other = JSON.parse(await readFile(join(folder, "shards", "2.json"), "utf8")) as { reports: Report[] };
    const reports = (commit: string, { reports: list }: { reports: Report[] }) =>
      list.map((report) => ({ ...report, shard: { ...report.shard, commit } }));
    const first = JSON.parse(await readFile(join(folder, "shards", "1.json"), "utf8")) as { reports: Report[] };
    await writeFile(join(folder, "shards", "x1.json"), JSON.stringify({ reports: reports("aaaaaaaaaaaaaa", first) }));
    await writeFile(join(folder, "shards", "x2.json"), JSON.stringify({ reports: reports("bbbbbbbbbbbbbb", other) }));
    const commits = await cli("merge-reports", ...files("x1", "x2", "3", "4"));
    expect(commits.stderr).toContain(
      "shards/x2.json is of another run than shards/x1.json: commit bbbbbbbbbbbb, not aaaaaaaaaaaa",
    );
    expect(commits.stderr).not.toContain("shards/3.json");
    await cli("replay", CONFIGS[1] ?? "", "-r", "json=shards/whole.json");
    expect((await cli("merge-reports", ...files("whole"))).stderr).toContain(
      "shards/whole.json is not the report of a shard",
    );
    expect(await cli("merge-reports", "a/sky.config.json")).toMatchObject({ code: 2 });
    expect(await cli("merge-reports", "nowhere.json")).toMatchObject({ code: 2 });
    expect(await cli("merge-reports")).toMatchObject({ code: 2 });
  });
});

describe("--shard", () => {
  it("gives each workflow to one machine, keeps those of one server together, and a skipped one counts once", async () => {
    const names = new Array<string>();
    for (const index of ALL) {
      const { reports } = JSON.parse(await readFile(join(folder, "shards", `${index}.json`), "utf8")) as {
        reports: Report[];
      };
      expect(reports.map(({ suite }) => suite.file)).toEqual(CONFIGS);
      expect(reports.every((report) => report.shard?.index === index && report.shard.total === 4)).toBe(true);
      const own = reports.flatMap(({ suite, evaluations }) =>
        evaluations.map((one) => `${suite.file} ${one.workflowName}`),
      );
      expect(own.filter((name) => name.startsWith("one")).length % 2).toBe(0);
      names.push(...own);
    }
    expect(names.toSorted()).toEqual(
      ["blue", "grey", "red", "bare"]
        .map((name) => `a/sky.config.json ${name}`)
        .concat("b/sky.config.json blue", "b/sky.config.json white", "off.config.json gone")
        .concat("one.config.json first", "one.config.json second")
        .toSorted(),
    );
  });

  it("starts no server for an empty shard, says that nothing was evaluated, and ends with 0", async () => {
    const server = { ...fixtureServer("calculator.mjs"), command: join(folder, "is-not-there") };
    await writeRecordedSuites(folder, scratch, [
      { file: "small.config.json", workflows: { only: 1 }, more: { server } },
    ]);
    const empty = await cli(
      "replay",
      "small.config.json",
      "--shard",
      "2/2",
      "-r",
      "json=small/2.json",
      "-r",
      "console",
      "-r",
      "junit=small/2.xml",
    );
    expect(empty).toMatchObject({ code: 0 });
    expect(empty.stdout).toContain("Nothing Was Evaluated");
    expect(empty.stdout).toContain("Shard 2 of 2");
    expect(await readFile(join(folder, "small", "2.xml"), "utf8")).not.toContain("<error");
    const full = await cli("replay", "small.config.json", "--shard", "1/2", "-r", "json=small/1.json");
    expect(full.code).toBe(4);
    expect(JSON.parse(await readFile(join(folder, "small", "2.json"), "utf8"))).toMatchObject({
      passed: false,
      summary: EMPTY,
    });
    expect(await cli("merge-reports", "small/1.json", "small/2.json")).toMatchObject({ code: 4 });
  });

  it("takes which of how many, and no last failed", async () => {
    for (const wrong of ["0/2", "3/2", "2", "1/x", "01/2"]) {
      expect(await cli("replay", "one.config.json", "--shard", wrong)).toMatchObject({ code: 2, stdout: "" });
    }
    expect(await cli("replay", "--shard", "1/2", "--last-failed")).toMatchObject({ code: 2 });
  });
});

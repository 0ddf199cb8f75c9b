// Forty suites with 600 workflows: what `list` says of them, and how long it takes.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeRecordedSuites } from "../helpers/recorded-suites.js";
import { runCli } from "../helpers/run-cli.js";

/** Measured: about 0.7 s alone on one core; CI is two busy ones. */
const LIMIT_MS = 15_000;

let folder: string;
let scratch: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-many-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-many-"));
  const workflows = Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`w${at}`, 1000 + at]));
  const suites = Array.from({ length: 40 }, (_, at) => ({ file: `packages/p${at}/s${at}.config.json`, workflows }));
  const more = { skip: "not yet" };
  await writeRecordedSuites(folder, scratch, [...suites, { file: "off/off.config.json", workflows: { a: 1 }, more }]);
}, 300_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

it("is a matrix for CI in one read, without suites that would not run", async () => {
  const { code, stdout, stderr, ms } = await runCli(["list", "--reporter", "json"], { cwd: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { suites, matrix } = JSON.parse(stdout) as {
    suites: { name: string; leftOut?: string; workflows: { cassette: { state: string } }[] }[];
    matrix: { include: { suite: string; config: string; workflows: number; ms: number }[] };
  };
  expect(suites).toHaveLength(41);
  expect(suites.find(({ name }) => name === "off")?.leftOut).toBe("The config says skip: not yet");
  expect(suites.flatMap(({ workflows }) => workflows).every(({ cassette }) => cassette.state === "recorded")).toBe(
    true,
  );
  expect(matrix.include).toHaveLength(40);
  expect(matrix.include[0]).toEqual({
    suite: "s0",
    config: "packages/p0/s0.config.json",
    workflows: 15,
    ms: 15_105,
  });
  expect(ms).toBeLessThan(LIMIT_MS);
});

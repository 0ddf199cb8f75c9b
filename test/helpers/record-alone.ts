// Records one workflow by the built command line, in a folder and with a temporary folder of its own, and tells what is left of it.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import type { Config, Report } from "../../src/index.js";
import { processesMarked } from "./marked-processes.js";
import { runCli } from "./run-cli.js";

export const NOTHING_LEFT = { processes: [], temporary: [], journals: [] };

/** `then`: run in the same folder after the recording, such as `["replay"]`. */
export async function recordAlone(
  modelUrl: string,
  config: { server: NonNullable<Config["server"]> } & Partial<Config>,
  step: { user: string; expectedState?: string },
  then?: readonly string[],
) {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-faults-"));
  try {
    const temp = join(folder, "tmp");
    await mkdir(temp);
    const server = { ...config.server, ...("command" in config.server ? { inheritEnv: ["MARK"] } : {}) };
    const reporters = ["console", "json=report.json"];
    const workflows = [{ name: "it", steps: [step] }];
    await writeFile(join(folder, "demo.config.json"), JSON.stringify({ ...config, server, workflows, reporters }));
    const MARK = `mark-${randomUUID()}`;
    const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: modelUrl, MARK, TMPDIR: temp };
    const ran = await runCli(["record", "demo.config.json"], { cwd: folder, env });
    const file = join(folder, "cassettes", "demo", "it.yaml");
    const stored = existsSync(file) ? await readCassette(file) : undefined;
    const trace = stored === undefined ? undefined : readTrace(stored.cassette, stored.contract);
    const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as Report;
    const findings = report.evaluations.flatMap(({ run }) => run?.findings ?? []);
    const after = then === undefined ? undefined : await runCli([...then, "demo.config.json"], { cwd: folder, env });
    const journals = join(folder, ".mcpvals", "journal", "demo");
    const left = {
      processes: processesMarked(MARK),
      temporary: await readdir(temp),
      journals: existsSync(journals) ? await readdir(journals) : [],
    };
    return { ...ran, said: ran.stdout.replace(/\s+/g, " "), findings, trace, after, left };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

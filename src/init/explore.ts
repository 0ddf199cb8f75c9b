// Starts the server of a new suite, lists its tools, and calls those that only read and need no argument.
import { loadSuite } from "../config/load.js";
import type { Config } from "../config/schema-written.js";
import type { Suite } from "../config/suite.js";
import { eraOf } from "../trace/era.js";
import { judgeHealthTest } from "../metrics/health-test.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { RunOptions } from "../suite/options.js";
import { loadSettings } from "../suite/settings.js";
import { openStage } from "../suite/stage.js";
import type { Tool } from "../trace/contract.js";
import { needsNoArgument, onlyReads } from "./first-workflows.js";

/** The name of the suite that `init` writes: `mcp-eval.config.json`. */
export const SUITE = "mcp-eval";
/** Calls that are made at most, and the milliseconds that one may take: a tool test is run often. */
const MOST_CALLS = 20;
const LONGEST_CALL = 5000;

export type ExploreOptions = Required<Pick<RunOptions, "cwd" | "env" | "signal">> & Pick<RunOptions, "timeout">;

export type Explored =
  | { kind: "explored"; name: string; tools: Tool[]; answered: string[]; failed: string[]; findings: string[] }
  /** The server's own fault, without secrets. */
  | { kind: "failed"; message: string };

/** A suite of this config in the folder, as if it were in its file. */
export async function loadNewSuite(config: Config, { cwd, env }: Pick<ExploreOptions, "cwd" | "env">): Promise<Suite> {
  return { ...(await loadSuite(config, { cwd, env: env ?? {}, mayRun: false })), name: SUITE };
}

/** Throws McpvalsError for a fault outside the server. */
export async function exploreServer(config: Config, options: ExploreOptions): Promise<Explored> {
  const settings = await loadSettings(await loadNewSuite(config, options), options);
  const stage = await openStage(settings);
  const failed = (failure: ServerFailure): Explored => ({
    kind: "failed",
    message: settings.redactor.redact(failure.message),
  });
  try {
    const session = await stage.start({ features: ["elicitation"] });
    if (session instanceof ServerFailure) return failed(session);
    const { tools } = await session.readContract();
    const { name, version } = session.identity;
    const calls = await callReading(session, tools, settings);
    const findings = settings.redactor.redact(session.findings());
    return { kind: "explored", name: `${name} ${version}`.trim(), tools, ...calls, findings };
  } catch (error) {
    if (error instanceof ServerFailure) return failed(error);
    throw error;
  } finally {
    await stage.close();
  }
}

async function callReading(
  session: ServerSession,
  tools: readonly Tool[],
  { signal, timeout }: { signal: AbortSignal; timeout: number },
): Promise<{ answered: string[]; failed: string[] }> {
  const answered: string[] = [];
  const failed: string[] = [];
  const limit = Math.min(timeout, LONGEST_CALL);
  for (const { name } of tools.filter((tool) => onlyReads(tool) && needsNoArgument(tool)).slice(0, MOST_CALLS)) {
    const facts = await session.call(name, {}, AbortSignal.any([signal, AbortSignal.timeout(limit)]));
    signal.throwIfAborted();
    const { passed } = judgeHealthTest({ name, args: {} }, facts, eraOf(session.identity.protocol));
    (passed ? answered : failed).push(name);
  }
  return { answered, failed };
}

// A suite in a folder of its own whose workflows an agent of somebody else works through: the stand-in for the API is there
// only where a run asks for it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { runCli } from "./run-cli.js";
import { runHere, type HereResult } from "./run-here.js";
import { bundled, ORDERS, STAND_IN_KEY, type AgentScripts } from "./tool-runner.js";

/** Milliseconds for one command: it starts an agent and its servers several times. */
export const LONGEST = 300_000;

/** `asked`: how many requests the stand-in got. */
export interface AgentRun extends Pick<HereResult, "stdout" | "stderr"> {
  code: number | null;
  asked: number;
}

/** The config is `mcp-eval.config.json`, its agent `fixtures/agents/stepping-agent.mjs` where it names no other. */
export class AgentSuite {
  readonly path = mkdtempSync(join(tmpdir(), "mcpvals-suite-agent-"));

  constructor(private readonly config: object) {
    this.configure({});
    this.answer({});
  }

  configure(more: object): void {
    const agent = { type: "command", command: process.execPath, args: [bundled("stepping-agent.mjs")] };
    writeFileSync(join(this.path, "mcp-eval.config.json"), JSON.stringify({ agent, ...this.config, ...more }));
  }

  answer(world: object, name = "world"): void {
    const whole = { orders: ORDERS, ticket: "T-1001", ...world };
    writeFileSync(join(this.path, `${name}.json`), JSON.stringify(whole));
  }

  /** `built`: by the built command line, which takes a signal. */
  async run(
    args: readonly string[],
    {
      scripts,
      env = {},
      built = false,
    }: { scripts?: AgentScripts; env?: Record<string, string>; built?: boolean } = {},
  ): Promise<AgentRun> {
    const upstream = scripts === undefined ? undefined : await startAgentStandIn(scripts);
    try {
      const api = upstream && { ANTHROPIC_BASE_URL: upstream.url, ANTHROPIC_API_KEY: STAND_IN_KEY };
      const options = { cwd: this.path, env: { HOME: this.path, ...api, ...env } };
      const result = await (built ? runCli(args, { ...options, timeout: LONGEST }) : runHere(args, options));
      return { ...result, asked: upstream?.requests.length ?? 0 };
    } finally {
      await upstream?.close();
    }
  }

  record(scripts: AgentScripts, ...flags: string[]): Promise<AgentRun> {
    return this.run(["record", "--yes", ...flags], { scripts });
  }

  /** The exit code, and what the report says of the first workflow. */
  async replay(options: { env?: Record<string, string>; flags?: string[]; built?: boolean } = {}) {
    const args = ["replay", "--reporter", "json", ...(options.flags ?? [])];
    const { code, stdout } = await this.run(args, options);
    const [evaluation] = JSON.parse(stdout).evaluations;
    return { code, ...evaluation };
  }

  hasCassette(name: string): boolean {
    return existsSync(join(this.path, "cassettes", "mcp-eval", `${name}.yaml`));
  }

  cassette(name: string): string {
    return readFileSync(join(this.path, "cassettes", "mcp-eval", `${name}.yaml`), "utf8");
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** A server of a config; `world`: the file with what it answers. */
export function ordersServer(world = "world"): object {
  return { transport: "stdio", command: process.execPath, args: [bundled("orders.mjs"), `${world}.json`] };
}

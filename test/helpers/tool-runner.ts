// Runs mcpvals around an agent of our own, the SDK's toolRunner, in a folder with its servers: the stand-in for the API is
// there only where a run asks for it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { runCli, type CliResult } from "./run-cli.js";
import { runHere, type HereResult } from "./run-here.js";

/** A file of `fixtures/agents` that is started often. */
export function bundled(name: "orders.mjs" | "stepping-agent.mjs" | "tool-runner.mjs"): string {
  return join(inject("bundledAgents"), name);
}

/** The stand-in's key; no written byte may hold it. */
export const STAND_IN_KEY = "sk-ant-api03-of-the-test-000000000000";

export const ORDERS = {
  "A-1": { id: "A-1", state: "open", total: 12 },
  "A-2": { id: "A-2", state: "sent", total: 40 },
};

export type AgentScripts = Record<string, (object | object[])[]>;

/** A block that asks for a tool. */
export function use(name: string, input: object = {}): object {
  return { type: "tool_use", name, input };
}

export function say(text: string): object {
  return { type: "text", text };
}

/** A folder in which an agent runs. */
export class AgentFolder {
  readonly path = mkdtempSync(join(tmpdir(), "mcpvals-runner-"));

  /** `servers`: by name, the file with what each answers. */
  constructor(private readonly servers: Record<string, string> = { orders: "world.json" }) {
    const entries = Object.keys(servers).map((name) => [name, this.server(name)]);
    writeFileSync(join(this.path, "mcp.json"), JSON.stringify({ mcpServers: Object.fromEntries(entries) }));
    this.answer({});
  }

  /** A server as a client's configuration has it. */
  server(name: string): { command: string; args: string[] } {
    return { command: process.execPath, args: [bundled("orders.mjs"), join(this.path, this.servers[name] ?? "")] };
  }

  /** What a server answers from now on. */
  answer(world: object, server?: string): void {
    for (const [name, its] of Object.entries(this.servers)) {
      if (server !== undefined && name !== server) continue;
      const whole = { orders: ORDERS, ticket: "T-1001", instructions: "Ask for an order by its id.", ...world };
      writeFileSync(join(this.path, its), JSON.stringify(whole));
    }
  }

  /** A command in this folder. */
  run(args: readonly string[]): Promise<HereResult> {
    return runHere(args, { cwd: this.path, env: { HOME: this.path } });
  }

  /** `wrap` around a command, by the built command line; `scripts`: with the stand-in for the API that says them. */
  async wrapCommand(
    args: readonly string[],
    { scripts, env = {} }: { scripts?: AgentScripts; env?: Record<string, string> } = {},
  ): Promise<CliResult> {
    const upstream = scripts === undefined ? undefined : await startAgentStandIn(scripts);
    try {
      const api = upstream && { ANTHROPIC_BASE_URL: upstream.url, ANTHROPIC_API_KEY: STAND_IN_KEY };
      return await runCli(["wrap", ...args], { cwd: this.path, env: { HOME: this.path, ...api, ...env } });
    } finally {
      await upstream?.close();
    }
  }

  /** `wrap` around the agent. */
  wrap(
    flags: readonly string[],
    {
      prompt = "Look after the orders [[script:main]]",
      ...more
    }: Parameters<AgentFolder["wrapCommand"]>[1] & { prompt?: string } = {},
  ): Promise<CliResult> {
    const agent = [process.execPath, bundled("tool-runner.mjs"), prompt, "--mcp-config", join(this.path, "mcp.json")];
    return this.wrapCommand([...flags, "--", ...agent], more);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

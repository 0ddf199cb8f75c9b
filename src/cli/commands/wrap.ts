// Runs `mcpvals wrap`. stdout is the wrapped command's; what we say goes to stderr.
import { resolve } from "node:path";
import { EXIT, McpvalsError } from "../../errors.js";
import { escapeLines } from "../../render/safe/shown-text.js";
import type { ReplayedAgent } from "../../wrap/replay-agent.js";
import type { CommandContext } from "../context.js";
import { oneOf, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";

/** Resolves to our exit code; to 1 where ours is 0 and the command failed. */
export async function runWrap(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values, configs, serverCommand } = invocation;
  const record = oneOf(values, "record");
  const [played, ...more] = configs;
  const [first, ...args] = serverCommand ?? [];
  const given = record ?? played;
  if (given === undefined || more.length > 0 || (record !== undefined && played !== undefined) || first === undefined) {
    throw new McpvalsError("BAD_USAGE", "wrap takes one cassette, and a command after --", {
      fix: "Example: mcpvals wrap --record agent.yaml -- claude -p 'Book a table' --mcp-config .mcp.json",
    });
  }
  if (!given.endsWith(".yaml")) {
    throw new McpvalsError("BAD_USAGE", `wrap takes a file that ends in .yaml, not ${JSON.stringify(given)}`);
  }
  const { cwd, env, program, stderr } = context;
  const options = {
    file: resolve(cwd, given),
    command: [first, ...args] as const,
    inherit: switchedOn(values, "inherit") === true,
    cwd,
    env,
    program,
    takeSignals: (listener: (signal: NodeJS.Signals) => void) => context.takeSignals(listener),
  };
  const tell = (lines: readonly string[]): Promise<void> =>
    stderr.write(lines.map((line) => `${escapeLines(line)}\n`).join(""));
  if (record !== undefined) {
    const { recordAgent } = await import("../../wrap/record-agent.js");
    const { refused, said, exit } = await recordAgent({ ...options, check: switchedOn(values, "no-check") !== true });
    await tell([`mcpvals wrap: ${said}`]);
    if (refused !== undefined) return EXIT.inconclusive;
    return exit.code === 0 ? EXIT.yes : EXIT.no;
  }
  const { replayAgent } = await import("../../wrap/replay-agent.js");
  const replayed = await replayAgent({ ...options, strict: switchedOn(values, "strict") === true });
  await tell(switchedOn(values, "json") === true ? [JSON.stringify(replayed)] : describe(replayed, given));
  return exitCodeOf(replayed);
}

function exitCodeOf({ verdict, exit }: ReplayedAgent): number {
  if (verdict === "failed") return EXIT.no;
  if (verdict === "inconclusive") return EXIT.inconclusive;
  return exit.code === 0 ? EXIT.yes : EXIT.no;
}

function describe(replayed: ReplayedAgent, file: string): string[] {
  const { verdict, reasons, turns, unplayed, calls, servers, client, drift, notes, exit } = replayed;
  const { recorded, now } = client;
  const agent = now === undefined ? "no agent" : `${now.name} ${now.version}`;
  const same = now !== undefined && now.name === recorded.name && now.version === recorded.version;
  const then = same ? "" : `, recorded with ${recorded.name} ${recorded.version}`;
  const facts = `${turns - unplayed.length} of ${turns} turns, ${calls} recorded calls to ${servers.join(", ") || "no server"}, ${agent}${then}`;
  const isOpen = verdict !== "passed";
  const command = exit.code === 0 ? [] : [`  The command ended with ${exit.code ?? exit.signal}.`];
  return [
    `mcpvals wrap: ${verdict}: ${facts}`,
    ...reasons.map((reason) => `  ${reason}`),
    ...notes.map((note) => `  Note: ${note}.`),
    ...(drift.length > 0 && !isOpen ? [`  ${drift.length} differences that prove nothing less.`] : []),
    ...command,
    ...(isOpen ? [`  If the change is meant: mcpvals wrap --record ${file} -- CMD…`] : []),
  ];
}

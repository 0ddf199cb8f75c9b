// Puts the server's name before the tools that a workflow names without one, where a suite has several servers. Pure.
import { anyServer } from "../config/place-servers.js";
import type { ExpectedTool, ParsedConfig, Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import type { Contract } from "../trace/contract.js";
import { isGlob } from "../trace/glob.js";
import { turnsOf, type WithSteps } from "../trace/read.js";
import { splitTool } from "../trace/servers.js";

/** What a run shows of the tools there were: a trace, or the contract alone. */
export interface ToolsOfRun extends Partial<WithSteps> {
  contract: Contract;
}

/**
 * The workflow as it is where the servers have these tools: `book` is `travel/book` where only `travel` has it. A name
 * that no server has stays. Throws CONFIG_INVALID for one that several have.
 */
export function nameTools(workflow: Workflow, run: ToolsOfRun): Workflow {
  if (run.contract.servers === undefined) return workflow;
  const tools = toolsIn(run);
  const name = (tool: string): string => nameTool(tool, tools, `workflow ${JSON.stringify(workflow.name)}`);
  const expected = (all: readonly ExpectedTool[]): ExpectedTool[] =>
    all.map((one) => (typeof one === "string" ? name(one) : { ...one, tool: name(one.tool) }));
  return {
    ...workflow,
    steps: workflow.steps.map((step) => ({
      ...step,
      ...(step.expectTools === undefined ? {} : { expectTools: expected(step.expectTools) }),
    })),
    ...(workflow.expectTools === undefined ? {} : { expectTools: expected(workflow.expectTools) }),
    ...(workflow.forbidTools === undefined ? {} : { forbidTools: workflow.forbidTools.map(name) }),
  };
}

/** The tool that is meant. `where` names the part of the config in the error. Throws CONFIG_INVALID. */
export function nameTool(tool: string, tools: ReadonlySet<string>, where: string): string {
  if (tools.has(tool)) return tool;
  const [only, ...others] = [...tools].filter((one) => splitTool(one).tool === tool);
  if (only === undefined) return tool;
  if (others.length === 0) return only;
  throw new McpvalsError("CONFIG_INVALID", `${where}: several servers have a tool "${tool}"`, {
    evidence: `It may be ${[only, ...others].join(", ")}`,
    fix: `Write which one: "${only}"`,
  });
}

/** Throws CONFIG_INVALID where a place of the config names a tool that several servers have. */
export function refuseAmbiguousPlaces(config: ParsedConfig, run: ToolsOfRun): void {
  const { varies = [], ignore = [], pins = [] } = config;
  if (run.contract.servers === undefined) return;
  const tools = toolsIn(run);
  const before = `${anyServer(config)}/`;
  const named: [string, readonly string[]][] = [
    ["varies", varies.map(({ tool }) => tool)],
    ["ignore", ignore.map(({ tool }) => tool)],
    ["pins", pins.flatMap(({ tool, into }) => [tool ?? [], into].flat())],
  ];
  for (const [key, patterns] of named) {
    for (const pattern of patterns) {
      const tool = pattern.slice(before.length);
      if (pattern.startsWith(before) && !isGlob(tool)) nameTool(tool, tools, key);
    }
  }
}

/** Every tool that was listed at any time. */
function toolsIn({ contract, steps = [] }: ToolsOfRun): ReadonlySet<string> {
  return new Set([contract.tools, ...turnsOf({ steps }).map(({ tools }) => tools)].flat().map(({ name }) => name));
}

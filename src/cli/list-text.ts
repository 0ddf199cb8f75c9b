// Renders the listing of a suite as the text that `mcpvals list` prints.
import type { CassetteState } from "../suite/recorded-state.js";
import type { SuiteListing } from "../run/list.js";
import { createPaint } from "../render/safe/paint.js";
import { escapeControls } from "../render/safe/shown-text.js";

export interface ListTextOptions {
  color: boolean;
  /** Shortens a path as far as it still works from the current folder. */
  show: (file: string) => string;
}

export const STATE_COLORS = { recorded: "green", missing: "yellow", stale: "yellow", unreadable: "red" } as const;

/** The suite's server, its workflows with the states of their cassettes, and what running them needs. */
export function renderList(suite: SuiteListing, { color, show }: ListTextOptions): string {
  const paint = createPaint(color);
  const lines = [
    `${paint("bold", escapeControls(suite.name))}${suite.file === null ? "" : `  ${paint("dim", escapeControls(show(suite.file)))}`}`,
    ...sayServers(suite),
  ];
  if (suite.leftOut !== undefined) lines.push(`  Not run here: ${escapeControls(suite.leftOut)}`);
  if (suite.workflows.length > 0) lines.push("  Workflows:");
  for (const workflow of suite.workflows) {
    const { state } = workflow.cassette;
    const steps = sayCount(workflow.steps, "step");
    const skipped = workflow.skip ? ", skipped" : "";
    lines.push(
      `    ${escapeControls(workflow.name)}  (${steps}${skipped})  ${paint(STATE_COLORS[state], describeState(workflow.cassette))}`,
    );
    const { description = "", skipReason: why, tags } = workflow;
    const notes = [
      ...(description === "" ? [] : [description]),
      ...(why === undefined ? [] : [why]),
      ...(tags.length === 0 ? [] : [`tags: ${tags.join(", ")}`]),
      ...explainState(workflow.cassette),
    ];
    lines.push(...notes.map((line) => `      ${paint("dim", escapeControls(line))}`));
  }
  for (const { name, tests } of suite.toolHealth) {
    lines.push(`  Tool tests: ${escapeControls(name)}  (${sayCount(tests, "test")})`);
  }
  const needs = describeNeeds(suite.needs);
  if (needs.length > 0) lines.push("  Needs:", ...needs.map((need) => `    ${need}`));
  return `${lines.join("\n")}\n`;
}

function sayServers({ server, servers }: SuiteListing): string[] {
  if (servers === undefined) return [`  Server: ${sayServer(server)}`];
  return Object.entries(servers).map(([name, one]) => `  Server ${name}: ${sayServer(one)}`);
}

export function sayServer(server: SuiteListing["server"]): string {
  if (server === null) return "none in the config";
  const command = server.command?.map(quoted).join(" ");
  const url = server.url === undefined ? undefined : escapeControls(server.url);
  return `${server.transport}, ${[url, command].filter((part) => part !== undefined).join(", started by ")}`;
}

export function describeState(cassette: CassetteState): string {
  switch (cassette.state) {
    case "missing":
      return "no cassette";
    case "recorded":
      return `recorded ${escapeControls(cassette.at.slice(0, 10))} with ${describeModel(cassette)}`;
    case "stale":
      return `stale, recorded ${escapeControls(cassette.at.slice(0, 10))} with ${describeModel(cassette)}`;
    case "unreadable":
      return `unreadable cassette (${cassette.code})`;
  }
}

/** What makes a cassette stale or unreadable. */
export function explainState(cassette: CassetteState): readonly string[] {
  if (cassette.state === "stale") return cassette.changed;
  return cassette.state === "unreadable" ? [cassette.message] : [];
}

/** `1 step`, `2 steps`. */
export function sayCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function describeNeeds({ keys, variables, commands }: SuiteListing["needs"]): string[] {
  return [
    ...keys.map(({ name, set, by }) => `${name}, ${set ? "set" : "not set"} (${by.join(", ")})`),
    ...variables.map(({ name, set, required }) => {
      const state = set ? "set" : required ? "not set" : "not set, has a default";
      return `\${${escapeControls(name)}}, ${state}`;
    }),
    ...commands.map((command) => `command ${escapeControls(command)}`),
  ];
}

function quoted(word: string): string {
  const text = escapeControls(word);
  return /^[^\s"'\\]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The model that answered comes first: a cassette of the stand-in must not look like one of Claude. */
function describeModel({ model, answered }: { model: string; answered?: string }): string {
  return escapeControls(answered === undefined ? model : `${answered} (asked for ${model})`);
}

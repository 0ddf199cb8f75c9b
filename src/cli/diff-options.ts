// Turns the flags of `mcpvals diff` into the options of its use cases, and decides which form is meant. Pure.
import { McpvalsError } from "../errors.js";
import type { DiffFilesOptions, DiffServersOptions, OtherServer } from "../diff/sides/diff-options.js";
import { allOf, bad, choiceOf, countFlag, oneOf, switchedOn } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import { splitCommand } from "./split-command.js";
import { splitServerName } from "./split-server-name.js";

/** What the command line asks to be compared. */
export type DiffForm =
  | { kind: "servers"; configs: string[]; options: DiffServersOptions }
  | { kind: "files"; before: string; after: string; options: DiffFilesOptions };

/** Flags that have a meaning only where a server is started. */
const OF_SERVERS = ["tag", "strict", "llm", "timeout", "concurrency"] as const;

/** Throws BAD_USAGE for mixed forms. */
export function buildDiffForm(invocation: Invocation, platform: string): DiffForm {
  const { values, configs, serverCommand } = invocation;
  if (serverCommand !== undefined) {
    throw new McpvalsError("BAD_USAGE", "-- CMD has no meaning in diff", {
      fix: `Name the new side: --to "CMD ARGS…"`,
    });
  }
  const to = serverOf(values, "to", platform);
  const from = serverOf(values, "from", platform);
  const files: DiffFilesOptions = {
    workflows: allOf(values, "workflow"),
    failOn: choiceOf(values, "fail-on", ["breaking", "regression", "changed", "never"]),
    onInconclusive: choiceOf(values, "on-inconclusive", ["fail", "warn"]),
  };
  const [before, after, ...more] = configs;
  if (before !== undefined && after !== undefined) {
    if (to !== undefined || from !== undefined || more.length > 0) throw tooMany(configs.length, to ?? from);
    const odd = OF_SERVERS.find((flag) => values[flag] !== undefined);
    if (odd !== undefined) throw bad(odd, "has no meaning between two files: no server is started");
    return { kind: "files", before, after, options: files };
  }
  return {
    kind: "servers",
    configs,
    options: {
      ...files,
      to,
      from,
      tags: allOf(values, "tag"),
      strict: switchedOn(values, "strict"),
      llmJudge: switchedOn(values, "llm"),
      timeout: countFlag(values, "timeout", "milliseconds"),
      concurrency: countFlag(values, "concurrency", "a number of workflows"),
    },
  };
}

function serverOf(values: Invocation["values"], flag: "from" | "to", platform: string): OtherServer | undefined {
  const { name: own, text } = splitServerName(oneOf(values, flag));
  if (text === undefined) return undefined;
  const name = own === undefined ? {} : { name: own };
  if (/^https?:\/\//i.test(text.trim())) {
    const url = text.trim();
    if (URL.canParse(url)) return { url, ...name };
    throw bad(flag, `takes a command line or an http(s) URL, not ${JSON.stringify(text)}`);
  }
  const [command, ...args] = splitCommand(text, platform === "win32" ? "literal" : "escape", flag);
  return command === undefined ? undefined : { command, args, ...name };
}

function tooMany(count: number, server: OtherServer | undefined): McpvalsError {
  const fix = "Forms: diff CONFIG --to CMD|URL [--from CMD|URL]; diff OLD.yaml NEW.yaml; diff OLD.json NEW.json";
  if (server === undefined) return new McpvalsError("BAD_USAGE", `diff compares two sides, not ${count}`, { fix });
  return new McpvalsError("BAD_USAGE", "Beside --to or --from, diff takes one config", { fix });
}

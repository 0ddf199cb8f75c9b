// A folder with a suite for one server, and transcripts to import into it.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { runHere, type HereResult } from "./run-here.js";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import { isJsonObject, type JsonObject } from "../../src/json/value.js";
import { resultContentOf, turnsOf } from "../../src/trace/read.js";
import type { CallOutcome } from "../../src/trace/trace.js";
import type { Told, ToldCall } from "./transcripts.js";

const ROOT = resolve(import.meta.dirname, "../..");
const moduleOf = (name: string): string => join(ROOT, "node_modules", name, "dist", "index.js");

export const EVERYTHING = [moduleOf("@modelcontextprotocol/server-everything")];
/** The first finds files by their plain names, the second does not. */
export const [OLD_FILES, NEW_FILES] = [
  moduleOf("server-filesystem-2025.8.21"),
  moduleOf("@modelcontextprotocol/server-filesystem"),
] as const;
/** Repeats what it is given; `changed` as its last argument makes it answer otherwise. */
export const REPEAT = [join(ROOT, "fixtures", "servers", "repeat.mjs")] as const;
export const RUN = "${MCPVALS_TMP}";

export interface ImportProject {
  cwd: string;
  /** In the process of the test. */
  mcpvals: (...args: string[]) => Promise<HereResult>;
  read: (file: string) => Promise<string>;
  write: (file: string, text: string) => Promise<void>;
  /** The texts of all YAML and JSON files, by name. */
  written: () => Promise<Map<string, string>>;
  hasCassettes: () => boolean;
  /** Removes the folder. */
  end: () => Promise<void>;
}

/** `config`: keys beside the server. The clock is left alone, which makes a check quicker. */
export async function importProject(
  args: readonly string[],
  files: Readonly<Record<string, string>> = {},
  config: Readonly<Record<string, unknown>> = {},
): Promise<ImportProject> {
  const cwd = await mkdtemp(join(tmpdir(), "mcpvals-import-"));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), text);
  };
  const server = { transport: "stdio", command: process.execPath, args };
  const whole = { server, check: { runs: 1, clock: false }, workflows: [], ...config };
  await write("mcp-eval.config.json", `${JSON.stringify(whole, null, 2)}\n`);
  for (const [name, text] of Object.entries(files)) await write(name, text);
  return {
    cwd,
    write,
    mcpvals: (...words) => runHere(words, { cwd }),
    read: (file) => readFile(join(cwd, file), "utf8"),
    written: async () => {
      const names = (await readdir(cwd, { recursive: true })).filter((name) => /\.(?:yaml|json)$/.test(name));
      return new Map(
        await Promise.all(names.map(async (name) => [name, await readFile(join(cwd, name), "utf8")] as const)),
      );
    },
    hasCassettes: () => existsSync(join(cwd, "cassettes")),
    end: () => rm(cwd, { recursive: true, force: true }),
  };
}

/** One turn with these calls. */
export function told(...calls: ToldCall[]): Told {
  return { prompt: "Say hello.", turns: [{ text: "", calls }], answer: "Done." };
}

/** A call of the server that repeats what it is given, with what it answers. */
export function said(tool: "say" | "fail" | "look", input: JsonObject, rest: Partial<ToldCall> = {}): ToldCall {
  const isError = tool === "fail" ? { isError: true } : {};
  return { server: "repeat", tool, input, result: JSON.stringify(input), ...isError, ...rest };
}

/** A turn of a cassette: what Claude said and called, with the texts of the results. */
export interface RecordedTurn {
  texts: string[];
  calls: { tool: string; input: JsonObject; result: string }[];
}

/** Reads the turns of the cassette of a workflow; `[run]` and other placeholders are in it. */
export async function turnsIn({ cwd }: ImportProject, workflow: string): Promise<RecordedTurn[]> {
  const { cassette, contract } = await readCassette(join(cwd, "cassettes", "mcp-eval", `${workflow}.yaml`));
  return turnsOf(readTrace(cassette, contract)).map(({ content, calls }) => ({
    texts: content.flatMap(({ type, text }) => (type === "text" && typeof text === "string" ? [text] : [])),
    calls: calls.map(({ tool, arguments: input, outcome }) => ({ tool, input, result: textsOf(outcome) })),
  }));
}

function textsOf(outcome: CallOutcome): string {
  const blocks = resultContentOf(outcome) ?? [];
  return blocks
    .flatMap((block) => (isJsonObject(block) && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}

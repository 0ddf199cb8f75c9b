// Runs `mcpvals init`: sets up a suite for a server. Asks on a terminal; elsewhere it writes only with `--yes`.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { findConfigs } from "../../config/find.js";
import { showPath } from "../../config/show-path.js";
import { EXIT, McpvalsError } from "../../errors.js";
import { findAll, findCandidates, type Candidate } from "../../init/candidates.js";
import { planInit, planMissing, tryTools, writeFiles, type InitOptions, type InitPlan } from "../../init/init.js";
import { STATE } from "../../init/new-config.js";
import { escapeLines } from "../../render/safe/shown-text.js";
import { fileWord, shellWords } from "../../shell-words.js";
import { askPerson, canAsk } from "../ask.js";
import type { CommandContext } from "../context.js";
import { nameEnvFile } from "../env-files.js";
import { allOf, choiceOf, countFlag, oneOf, switchedOn } from "../flag-values.js";
import { renderNext, renderPlan, renderTried } from "../init-text.js";
import type { Invocation } from "../invocation.js";
import { programName } from "../program-name.js";
import { wordsOfFlags } from "../words-of-flags.js";

/** Resolves to the exit code: 1 where the server does not start, or a tool test fails. */
export async function runInit(invocation: Invocation, context: CommandContext): Promise<number> {
  const { cwd } = context;
  return setUp(invocation, context).catch(async (error: unknown) => {
    throw await nameEnvFile(error, { invocation, cwd, folder: cwd });
  });
}

async function setUp(invocation: Invocation, context: CommandContext): Promise<number> {
  const { configs, values } = invocation;
  if (configs.length > 0) {
    throw new McpvalsError("BAD_USAGE", `init takes no argument, and got ${configs.join(" ")}`, {
      fix: `A server is named by its command: mcpvals init -- ${shellWords(...configs)}`,
    });
  }
  const { cwd, env, signal, stdout, stderr } = context;
  const timeout = countFlag(values, "timeout", "milliseconds");
  const ci = choiceOf(values, "ci", ["none", "github", "gitlab"]);
  const options: InitOptions = { cwd, env, signal, timeout, ci, nightly: switchedOn(values, "nightly") === true };
  const existing = await findExisting(invocation, cwd);
  let plan: InitPlan;
  if (existing === undefined) {
    const candidates = await chooseCandidates(invocation, context);
    await stderr.write(`Starting ${candidates.map((one) => one.name ?? describe(one)).join(", ")} …\n`);
    const planned = await sayWaiting(planInit(candidates, options), stderr);
    if ("failure" in planned) return sayFailure(planned.failure, planned.of, context);
    plan = planned;
  } else plan = await planMissing(existing, options);

  const show = (file: string): string => showPath(file, cwd);
  await stdout.write(renderPlan(plan, show));
  const written = plan.files.filter(({ what }) => what !== "kept");
  if (written.length > 0 && !(await mayWrite(invocation, context))) return EXIT.yes;
  await writeFiles(written, cwd);
  const config = plan.files[0]?.file ?? "";
  const reports = await sayWaiting(tryTools(config, plan.values, options), stderr);
  await stdout.write(`\n${renderTried(reports)}\n`);
  const names = [...plan.files.map(({ file }) => file), ...installedFiles(cwd)].map((file) => fileWord(show(file)));
  const { workflows } = plan;
  const secrets = Object.keys(plan.values);
  await stdout.write(
    renderNext({
      config: fileWord(show(config)),
      workflows,
      secrets,
      unset: ["ANTHROPIC_API_KEY", ...secrets].filter((variable) => (context.env[variable] ?? "") === ""),
      envFile: allOf(values, "env-file")?.at(-1) ?? ".env",
      files: topLevel(names),
      program: programName(env),
    }),
  );
  return reports.every(({ passed }) => passed) ? EXIT.yes : EXIT.no;
}

const FIRST_WORD_MS = 3000;

/** Says from time to time that something is still going on. */
async function sayWaiting<Result>(work: Promise<Result>, stderr: CommandContext["stderr"]): Promise<Result> {
  const start = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1000);
    void stderr.write(`… still waiting for the server, ${seconds} s (--timeout MS ends it sooner)\n`);
  }, FIRST_WORD_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** What a machine that installs mcpvals needs, beside what `init` writes. */
function installedFiles(cwd: string): string[] {
  const locks = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock"];
  return ["vendor", ...locks, STATE].map((name) => join(cwd, name)).filter((file) => existsSync(file));
}

/** What git is given: the folder of files that are below one. */
function topLevel(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => (name.startsWith("/") ? name : (name.split(/[\\/]/)[0] ?? name))))];
}

/** The config that the folder has; with one, no server is looked for. */
async function findExisting({ values, serverCommand }: Invocation, cwd: string): Promise<string | undefined> {
  const found = await findConfigs([], { cwd }).catch((error: unknown) => {
    if (error instanceof McpvalsError && error.code === "CONFIG_NOT_FOUND") return [];
    throw error;
  });
  const [first] = found;
  const names = ["url", "from", "name", "all"].filter((flag) => values[flag] !== undefined);
  if (first === undefined || (names.length === 0 && serverCommand === undefined)) return first?.file;
  const shown = fileWord(showPath(first.file, cwd));
  throw new McpvalsError("BAD_USAGE", `${shown} is there, and init overwrites nothing`, {
    evidence: "So the server that you name would not be used.",
    fix: `To see what it runs: mcpvals list ${shellWords(shown)}. To begin again, remove it first.`,
  });
}

async function chooseCandidates(invocation: Invocation, context: CommandContext): Promise<Candidate[]> {
  const { values, serverCommand } = invocation;
  if (switchedOn(values, "all") !== true) return [await chooseCandidate(invocation, context)];
  if (serverCommand !== undefined || ["url", "name"].some((flag) => values[flag] !== undefined)) {
    throw new McpvalsError("BAD_USAGE", "--all takes every server of a client's configuration, and you name one", {
      fix: "Leave out --all, or what names the server.",
    });
  }
  const found = await findAll({ cwd: context.cwd, from: oneOf(values, "from") });
  if (found.length > 0) return found;
  throw new McpvalsError("BAD_USAGE", "The configuration of the client lists no server");
}

async function chooseCandidate({ values, serverCommand }: Invocation, context: CommandContext): Promise<Candidate> {
  const [url, from, name] = ["url", "from", "name"].map((flag) => oneOf(values, flag));
  if (from !== undefined && (url !== undefined || serverCommand !== undefined)) {
    throw new McpvalsError("BAD_USAGE", "--from names the server, and so do --url and -- CMD; give one of them");
  }
  const found = await findCandidates({ cwd: context.cwd, command: serverCommand, url, from, name });
  const [first, second] = found;
  if (first !== undefined && second === undefined) return first;
  if (first === undefined) {
    throw new McpvalsError("BAD_USAGE", "No server is found here", {
      evidence:
        "Looked for .mcp.json, .vscode/mcp.json, .cursor/mcp.json, bin or main in package.json, and [project.scripts] in pyproject.toml.",
      fix: "Name its command: mcpvals init -- node server.js",
    });
  }
  const chosen = canAsk(context) ? await askWhich(found, context) : undefined;
  if (chosen !== undefined) return chosen;
  const hasFile = found.filter(({ flags }) => flags.startsWith(" --from")).length > 1;
  throw new McpvalsError("BAD_USAGE", `${found.length} servers are found here; name one`, {
    evidence: found.map((one) => `mcpvals init${one.flags}`).join("\n"),
    fix: `For example: mcpvals init${first.flags}.${hasFile ? " One suite with all of a file: mcpvals init --all" : ""}`,
  });
}

async function askWhich(found: readonly Candidate[], context: CommandContext): Promise<Candidate | undefined> {
  const list = found.map((one, at) => `  ${at + 1}  ${describe(one)}\n`).join("");
  const answer = await askPerson(`Servers that are found here:\n${list}Which one? [1-${found.length}] `, context);
  return found[Number(answer) - 1];
}

async function mayWrite(invocation: Invocation, context: CommandContext): Promise<boolean> {
  const { values } = invocation;
  if (switchedOn(values, "yes") === true) return true;
  if (canAsk(context)) return /^y(?:es)?$/i.test(await askPerson("Write this? [y/N] ", context));
  throw new McpvalsError("BAD_USAGE", "Nothing was written: there is no terminal to ask on", {
    fix: `To write what is listed above: mcpvals init${wordsOfFlags({ ...invocation, values: { ...values, yes: true } })}`,
  });
}

/** As the user chose it: the words of a client's server may hold secrets. */
function describe({ flags, server: { command, args = [], url = "" } }: Candidate): string {
  if (flags !== "") return escapeLines(flags.trim().replace(/^-- /, ""));
  return escapeLines(command === undefined ? url.replace(/[?#].*$/s, "") : shellWords(command, ...args));
}

async function sayFailure(failure: string, candidate: Candidate, { stderr }: CommandContext): Promise<number> {
  const [first = "", ...more] = failure.split("\n");
  const lines = [...new Set(more)].filter((line) => line.trim() !== "").slice(0, 4);
  const again = candidate.flags === "" ? ` -- ${describe(candidate)}` : candidate.flags;
  await stderr.write(
    escapeLines(
      [
        `The server ${candidate.name === undefined ? "" : `${candidate.name} `}failed: ${first}`,
        ...lines.map((line) => `  ${line}`),
        `When it starts: mcpvals init${again}`,
        "",
      ].join("\n"),
    ),
  );
  return EXIT.no;
}

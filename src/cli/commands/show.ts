// Runs `mcpvals show`: a cassette as people read it. Starts nothing; works without a config too, for git's textconv.
import { refuseConfig } from "../../config/refuse-config.js";
import { EXIT, McpvalsError } from "../../errors.js";
import type { Shown, ShownSession } from "../../render/transcript/shown.js";
import {
  describeNoCassette,
  findByFile,
  findByName,
  findFile,
  looksLikePath,
  requireCassette,
  type FoundCassette,
} from "../../show/find-shown.js";
import {
  readAsItIs,
  readShown,
  readShownSession,
  readShownSince,
  readShownWithLastReplay,
  readStandalone,
} from "../../show/show.js";
import { readFoundRun, reportRun, showRun, writePage } from "../../show/show-last.js";
import { breakCommandsOf } from "../../log-commands.js";
import { loadReporter } from "../../render/formats/index.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { bad, choiceOf, oneOf, switchedOn } from "../flag-values.js";
import { LAST_REPLAY } from "../flags.js";
import type { Invocation } from "../invocation.js";
import { openFile } from "../open-file.js";
import { planSuites, whileSayingFaults } from "../plan-suites.js";

const FORMATS = ["text", "markdown", "json"] as const;

interface ShowFlags {
  format: (typeof FORMATS)[number] | undefined;
  diff: string | undefined;
  last: boolean;
  open: boolean;
  full: boolean;
  standalone: boolean;
  textconv: boolean;
}

/** Resolves to the exit code. */
export async function runShow(invocation: Invocation, context: CommandContext): Promise<number> {
  const [name, ...configs] = invocation.configs;
  if (name === undefined) {
    throw new McpvalsError("BAD_USAGE", "show names nothing to show", {
      fix: "Name a workflow or a cassette's file: mcpvals show NAME. See `mcpvals list`.",
    });
  }
  const flags = readFlags(invocation);
  const found = await find(name, { ...invocation, configs }, context, flags.last || flags.diff === LAST_REPLAY);
  if (flags.open) return openLast(found, context);
  await context.stdout.write(await textOf(found, flags, invocation, context));
  return EXIT.yes;
}

function readFlags({ values }: Invocation): ShowFlags {
  const on = (flag: string): boolean => switchedOn(values, flag) ?? false;
  const flags: ShowFlags = {
    format: choiceOf(values, "format", FORMATS),
    diff: oneOf(values, "diff"),
    last: on("last"),
    open: on("open"),
    full: on("full"),
    standalone: on("standalone"),
    textconv: on("textconv"),
  };
  if (flags.standalone && flags.diff !== undefined) throw bad("standalone", "shows one cassette, so not with --diff");
  if (flags.textconv && (flags.diff !== undefined || flags.format !== undefined || flags.standalone)) {
    throw bad("textconv", "is for git and takes no other form: leave out --diff, --format and --standalone");
  }
  const { last, open } = flags;
  if (last && (flags.diff !== undefined || flags.standalone || flags.textconv)) {
    throw bad("last", "shows a run and no cassette: leave out --diff, --standalone and --textconv");
  }
  if (open && !last) throw bad("open", "opens the page of the last run: add --last");
  if (open && (flags.format !== undefined || flags.full)) {
    throw bad("open", "writes an HTML page: leave out --format and --full");
  }
  return flags;
}

async function find(
  name: string,
  invocation: Invocation,
  context: CommandContext,
  needsConfig: boolean,
): Promise<FoundCassette> {
  const file = await findFile(name, context.cwd);
  if (file !== undefined && switchedOn(invocation.values, "textconv") === undefined) refuseConfig(name);
  if (file !== undefined && !needsConfig) return { file };
  const { planned, faults } = await planSuites(invocation, context, { spends: false, allowUnset: true }).catch(
    async (error: unknown) => {
      const isFile = file === undefined && invocation.configs.length === 0 && looksLikePath(name);
      throw isFile ? await describeNoCassette(name, context.cwd) : error;
    },
  );
  const suites = planned.map(({ suite }) => suite);
  const [fault] = faults;
  if (suites.length === 0 && fault !== undefined) throw fault;
  return whileSayingFaults(faults, context, () =>
    file === undefined ? findByName(name, suites, context.cwd) : findByFile(file, suites),
  );
}

/** Writes the last run as an HTML page, prints where it is, and opens it where there is a desktop. */
async function openLast(found: FoundCassette, context: CommandContext): Promise<number> {
  const run = await readFoundRun(found);
  const render = await loadReporter("html");
  const html = render([await reportRun(run, context.cwd)], { color: false, debug: false, width: 80 });
  const page = await writePage(run, breakCommandsOf("html", html));
  await context.stdout.write(`${page}\n`);
  await openFile(page, context);
  return EXIT.yes;
}

async function textOf(
  found: FoundCassette,
  flags: ShowFlags,
  { values }: Invocation,
  { cwd, env, stdout }: CommandContext,
): Promise<string> {
  const { format, diff, last, full, standalone, textconv } = flags;
  const { file } = found;
  if (!last) await requireCassette(found, cwd);
  if (standalone && format === undefined) return readStandalone(file);
  let shown: Shown | ShownSession;
  try {
    const session = diff === undefined && !last ? await readShownSession(file, { alone: textconv }) : undefined;
    if (session !== undefined) shown = session;
    else if (last) shown = showRun(await readFoundRun(found));
    else if (diff === LAST_REPLAY) shown = await readShownWithLastReplay(found);
    else if (diff !== undefined) shown = await readShownSince(file, diff, { cwd, env });
    else shown = await readShown(file, { contract: standalone, alone: textconv });
  } catch (error) {
    // A textconv that fails would make `git diff` and `git log -p` fail too.
    if (!textconv || !(error instanceof McpvalsError)) throw error;
    return readAsItIs(file);
  }
  const options = { full: full || textconv, timeless: textconv };
  if (format === "json")
    return (await import("../../render/transcript/render-transcript-json.js")).renderTranscriptJson(shown);
  if (format === "markdown") {
    return (await import("../../render/transcript/render-transcript-markdown.js")).renderTranscriptMarkdown(
      shown,
      options,
    );
  }
  const { renderTranscriptText: renderText } = await import("../../render/transcript/render-transcript-text.js");
  const color = !textconv && hasColor(stdout, env, switchedOn(values, "no-color"));
  return renderText(shown, { ...options, color, width: textconv ? 80 : Math.min(stdout.columns, 120) });
}

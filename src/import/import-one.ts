// Imports one transcript: chooses the calls of the server, plays them live, compares, and writes workflow and cassette.
import { readFile } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";
import { readTrace } from "../cassette/read-trace.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { writeWhole } from "../cassette/write-whole.js";
import type { Workflow } from "../config/schema.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { askedWorkflow, requireSavable } from "../init/save-workflow.js";
import { hideContract } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import type { RecordedFacts } from "../report/report.js";
import { checkWorkflow } from "../run/check.js";
import { writeRecording } from "../run/write-recording.js";
import { shellWords } from "../shell-words.js";
import { ServerFailure } from "../server/session.js";
import type { RunSettings } from "../suite/settings.js";
import { createSuiteIndex } from "../suite/suite-index.js";
import type { Stages } from "../suite/stage.js";
import type { Contract } from "../trace/contract.js";
import { callsOf, ownUsesOf, toolUsesOf, turnsOf } from "../trace/read.js";
import type { Dispatch, ServerIdentity, Trace } from "../trace/trace.js";
import { tapeOfTranscript, type Tape } from "./tape-of-transcript.js";
import { chooseCalls, type Chosen } from "./choose-calls.js";
import { addImported } from "./edit-config.js";
import { findBeforeWriting } from "./findings.js";
import { DISPATCH_WORDS, type ImportedCall, type ImportReport } from "./import-report.js";
import { proposeState, toolsInOrder, type Proposed } from "./new-workflow.js";
import { openTranscript } from "./open-transcript.js";
import { explainByFolder, type PathMap } from "./path-map.js";
import { playTranscript, type PlayedTranscript } from "./play-transcript.js";
import type { Said } from "./said.js";

export interface ImportOptions {
  cwd: string;
  /** The server's name in the transcript. */
  server?: string | undefined;
  /** Folders of the transcript's machine, and the folders here that take their place. */
  maps: readonly PathMap[];
  /** The folder that each run starts with a copy of; written into the config. */
  state?: string | undefined;
  prompts: readonly string[];
  leaf?: string | undefined;
  /** Make no call, write nothing. */
  dryRun: boolean;
  acceptDifferences: boolean;
  /** Write what could be expected of the run, for a person to edit. */
  propose: boolean;
  /** Asked before anything is written, where secrets or addresses were found. */
  mayWrite: (report: ImportReport) => Promise<boolean>;
}

/** What the server says of itself, read once for all transcripts. */
export interface ServerLook {
  identity: ServerIdentity;
  /** With placeholders. */
  contract: Contract;
}

/** Starts the server to see its tools; makes no call. Throws SERVER_UNREACHABLE. */
export async function lookAtServer(stages: Stages): Promise<ServerLook> {
  const stage = await stages.open();
  try {
    const server = await stage.start();
    if (server instanceof ServerFailure) throw unreachable(server.message);
    const contract = await server.readContract().catch((error: unknown) => {
      throw error instanceof ServerFailure ? unreachable(error.message) : error;
    });
    return { identity: server.identity, contract: hideContract(contract, stage.places) };
  } finally {
    await stage.close();
  }
}

function unreachable(message: string): McpvalsError {
  return new McpvalsError("SERVER_UNREACHABLE", `The server failed: ${message}`, {
    fix: "Import plays the calls of a transcript on the server of the config. To see what starts: mcpvals list",
  });
}

/** What all transcripts of a command share. */
interface World {
  suite: Suite;
  settings: RunSettings;
  stages: Stages;
  look: ServerLook;
  /** The workflows that were imported before, by the hash of their transcripts. */
  before: ReadonlyMap<string, string>;
}

/**
 * Throws as the readers do; NOTHING_TO_IMPORT for a transcript that was imported before; IMPORT_DIFFERS where the server
 * answers otherwise and nobody accepted that.
 */
export async function importOne(file: string, options: ImportOptions, world: World): Promise<ImportReport> {
  const { suite, settings, stages, look, before } = world;
  const shown = showPath(file, options.cwd);
  const { said, sha256 } = await openTranscript(file, options);
  refuseTwice(shown, before.get(sha256));
  const tools = look.contract.tools.map(({ name }) => name);
  const chosen = chooseCalls(said, { tools, server: options.server, shown });
  if (!options.acceptDifferences) refuseLacking(chosen, shown);
  const tapeAs = (workflow: string, dispatch: Dispatch): Tape =>
    tapeOfTranscript({ ...tapeInput(said, chosen, sha256, look), workflow, dispatch, prompts: options.prompts });
  const draft = tapeAs("", "serial");
  const taken = (suite.config.workflows ?? []).map(({ name }) => name);
  const report = startReport(shown, said, chosen.server, draft);
  const maps = await plainMaps(said, options, suite, stages);
  report.maps = maps;
  const name = nameOf(draft, settings, taken);
  report.workflow = name;
  if (options.dryRun) return report;
  if (suite.file !== null) requireSavable({ file: suite.file });
  const play = (dispatch: Dispatch, used: readonly PathMap[]): Promise<Attempt> =>
    attempt(world, {
      tape: tapeAs(name, dispatch),
      name,
      expected: (hidden) => expectationsOf(hidden, said, options),
      contract: look.contract,
      server: chosen.server ?? "",
      maps: used,
      isHidden: said.hidden === true,
      isWire: said.format === "session",
      goOn: options.acceptDifferences,
    });
  const played = await playBest(play, said, report);
  try {
    return await writePlayed(played, report, options, world);
  } finally {
    await played.close();
  }
}

function tapeInput(said: Said, chosen: Chosen, sha256: string, { contract, identity }: ServerLook) {
  // The contract has placeholders, and takes part after the transcript has them too.
  return { said, chosen, sha256, contract: { ...contract, tools: [], instructions: "" }, server: identity };
}

function nameOf(draft: Tape, settings: RunSettings, taken: readonly string[]): string {
  const prompt = settings.redactor.redact(draft.trace.steps[0]?.user ?? "imported");
  return askedWorkflow(prompt, taken).name;
}

function refuseTwice(shown: string, workflow: string | undefined): void {
  if (workflow === undefined) return;
  throw new McpvalsError("NOTHING_TO_IMPORT", `${shown} was imported before, as the workflow ${workflow}`, {
    fix: `To see it: ${shellWords("mcpvals", "show", workflow)}. To import it again, remove the workflow from the config first. Another branch of it: --leaf UUID`,
  });
}

function refuseLacking({ calls, server }: Chosen, shown: string): void {
  const lacking = [...calls.values()].flatMap((call) =>
    call.kind === "foreign" && call.why?.startsWith("the server has no tool ") === true ? [call.why] : [],
  );
  const [first] = lacking;
  if (first === undefined) return;
  throw new McpvalsError("IMPORT_DIFFERS", `${shown} calls what ${server ?? "the server"} does not have: ${first}`, {
    evidence:
      "Was it removed or renamed since the transcript was made? Then this is a regression that the import found.",
    fix: "To import the other calls, and keep this one as the transcript has it: --accept-differences",
  });
}

function startReport(shown: string, said: Said, server: string | null, draft: Tape): ImportReport {
  const blocks = turnsOf(draft.trace).flatMap(({ content }) => content);
  const calls = [
    ...toolUsesOf(blocks).map(({ id, name }): ImportedCall => {
      const cut = draft.cut.get(id);
      return { id, tool: name, outcome: cut === undefined ? { kind: "taken" } : { kind: "cut", why: cut } };
    }),
    ...ownUsesOf(blocks).map(({ id, name }): ImportedCall => {
      const why = draft.foreign.get(id);
      return { id, tool: name, outcome: { kind: "foreign", ...(why !== undefined && { why }) } };
    }),
  ];
  const { leftOut } = draft;
  const left = `${leftOut} ${leftOut === 1 ? "prompt is" : "prompts are"} left out: no call of the server answers.`;
  return {
    file: shown,
    format: said.format,
    answered: said.model,
    server,
    workflow: "",
    calls: calls.toSorted((one, other) => one.id - other.id),
    dispatch: defaultDispatch(said),
    maps: [],
    notes: [...said.notes, ...(leftOut === 0 ? [] : [left])],
    findings: [],
  };
}

/** How calls may have been sent instead, likeliest first. */
const OTHER_DISPATCH: Readonly<Record<Dispatch, readonly Dispatch[]>> = {
  serial: ["together", "read-only-together"],
  "read-only-together": ["together", "serial"],
  together: ["serial", "read-only-together"],
};

/** A transcript does not show how calls were sent. */
function defaultDispatch({ format, dispatch }: Said): Dispatch {
  if (dispatch !== undefined) return dispatch;
  return format === "claude-code" || format === "stream-json" ? "read-only-together" : "serial";
}

/** The folders that are replaced, with placeholders: those of the flags, and the client's own where a state takes its place. */
async function plainMaps(said: Said, options: ImportOptions, suite: Suite, stages: Stages): Promise<PathMap[]> {
  const state = suite.config.state === undefined ? undefined : resolve(suite.folder, suite.config.state);
  const stage = await stages.open();
  try {
    const maps = options.maps.map(({ from, to }) => ({
      from,
      to: placeOf(resolve(options.cwd, to), state, stage.places),
    }));
    const { cwd } = said;
    const isMapped = cwd === null || maps.some(({ from }) => cwd === from || cwd.startsWith(`${from}/`));
    return isMapped || state === undefined || cwd === "/" ? maps : [...maps, { from: cwd, to: "[run]" }];
  } finally {
    await stage.close();
  }
}

function placeOf(path: string, state: string | undefined, places: Veil): string {
  const below = state === undefined ? ".." : relative(state, path);
  if (below === "") return "[run]";
  if (!below.startsWith("..") && !isAbsolute(below)) return `[run]/${below.split(sep).join("/")}`;
  return places.hide(path);
}

function expectationsOf(hidden: Trace, said: Said, options: ImportOptions): Proposed {
  if (!options.propose && said.format !== "session") return {};
  const expectTools = toolsInOrder(hidden);
  const state = options.propose ? proposeState(hidden.steps.at(-1)) : undefined;
  return { ...(expectTools.length > 0 && { expectTools }), ...(state !== undefined && { expectedState: state }) };
}

interface Attempt extends PlayedTranscript {
  close: () => Promise<void>;
}

async function attempt(
  { settings, stages }: { settings: RunSettings; stages: Stages },
  input: Parameters<typeof playTranscript>[2],
): Promise<Attempt> {
  const stage = await stages.open();
  try {
    return { ...(await playTranscript(stage, settings, input)), close: () => stage.close() };
  } catch (error) {
    await stage.close();
    throw error;
  }
}

/** Plays; where results differ, once more with the folder that explains it, and with the other dispatch. */
async function playBest(
  play: (dispatch: Dispatch, maps: readonly PathMap[]) => Promise<Attempt>,
  said: Said,
  report: ImportReport,
): Promise<Attempt> {
  let best = await play(report.dispatch, report.maps);
  const retry = async (dispatch: Dispatch, maps: readonly PathMap[], note: string): Promise<boolean> => {
    const other = await play(dispatch, maps);
    if (other.player.differing().length > 0 || other.player.stop !== undefined) {
      await other.close();
      return false;
    }
    await best.close();
    best = other;
    report.dispatch = dispatch;
    report.maps = [...maps];
    report.notes.push(note);
    return true;
  };
  try {
    const pairs = [...best.player.compared.values()].flatMap((one) => (one.kind === "differs" ? [one] : []));
    const map = explainByFolder(pairs);
    if (map !== undefined) {
      const note = `${map.from} in the transcript is ${map.to} here: that explains what differed.`;
      await retry(report.dispatch, [...report.maps, map], note);
    }
    const isOpen = best.player.differing().length > 0;
    const several = best.recorded.steps.some(({ turns }) => turns.some(({ calls }) => calls.length > 1));
    const others = isOpen && several && said.dispatch === undefined ? OTHER_DISPATCH[report.dispatch] : [];
    for (const other of others) {
      const note = `The calls of one turn were sent ${DISPATCH_WORDS[other]}: so the results are those of the transcript.`;
      if (await retry(other, report.maps, note)) break;
    }
    return best;
  } catch (error) {
    await best.close();
    throw error;
  }
}

async function writePlayed(
  played: Attempt,
  report: ImportReport,
  options: ImportOptions,
  { suite, settings, stages }: { suite: Suite; settings: RunSettings; stages: Stages },
): Promise<ImportReport> {
  const { player, trace, recording, workflow, places } = played;
  report.calls = report.calls.map((call): ImportedCall => {
    if (call.outcome.kind === "foreign") return call;
    return { ...call, outcome: player.compared.get(call.id) ?? { kind: "not-played" } };
  });
  if (player.stop !== undefined) report.ended = player.stop.message;
  else if (trace.end.kind !== "completed") report.ended = trace.end.message;
  const isRefused =
    (player.stop !== undefined && player.stop.kind !== "foreign" && !options.acceptDifferences) ||
    (player.stop === undefined && player.differing().length > 0 && !options.acceptDifferences) ||
    trace.end.kind === "server-failed" ||
    trace.end.kind === "cancelled" ||
    callsOf(trace).length === 0;
  report.findings = findBeforeWriting(readTrace(recording.cassette, recording.contract));
  if (isRefused) return report;
  if (report.findings.length > 0 && !(await options.mayWrite(report))) return report;
  const place = storePlaceOf(suite);
  const cassette = displayPath(await writeRecording(place, recording, places));
  const config = suite.file === null ? "" : showPath(suite.file, options.cwd);
  if (suite.file !== null) {
    const text = addImported(await readFile(suite.file, "utf8"), workflow.written, suite.config.state);
    await writeWhole(suite.file, text);
  }
  suite.config.workflows = [...(suite.config.workflows ?? []), workflow.loaded];
  const check = await checkImported(workflow.loaded, { suite, settings, stages });
  const { differs = [] } = trace.imported ?? {};
  report.written = { cassette, config, differs, check, scores: recording.cassette.scores };
  return report;
}

async function checkImported(
  workflow: Workflow,
  { suite, settings, stages }: { suite: Suite; settings: RunSettings; stages: Stages },
): Promise<RecordedFacts["check"]> {
  const own = { ...settings, suite, workflows: [workflow], index: createSuiteIndex(suite) };
  return (await checkWorkflow(workflow, own, stages, { isFresh: true })).check;
}

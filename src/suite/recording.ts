// Finds and reads the recorded run of a workflow, and compares it with today's prompts and settings.
import { dispatchOf } from "../agent/dispatch.js";
import { isOfWrap, onlyOfAnAgent } from "../cassette/kind.js";
import { readCassette } from "../cassette/read-cassette.js";
import { learnedOf } from "../cassette/learned-of.js";
import { readTrace } from "../cassette/read-trace.js";
import type { Cassette } from "../cassette/schema.js";
import { hideTraceAgain } from "../places/trace-places.js";
import { cassetteFileOf, displayPath, storePlaceOf } from "../cassette/store-place.js";
import type { ElicitationAnswer, Workflow } from "../config/schema.js";
import { portVariable } from "../config/run-variables.js";
import { wordsOfConfig } from "../config/words-of-configs.js";
import { McpvalsError, renderError } from "../errors.js";
import { workflowFlag } from "../shell-words.js";
import type { Veil } from "../redaction/veil.js";
import type { Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import type { RunSettings } from "./settings.js";
import { findRunToRecord } from "./last-run.js";
import { readClientScript } from "./client-script.js";
import { findStaleness, protocolsOf, type ClientToday, type Staleness } from "./stale.js";
import { findUnset } from "./unset.js";

export interface Recording {
  file: string;
  cassette: Cassette;
  /** What the cassette says about values that differ on their own. */
  learned: Learned;
  /** The recorded run with placeholders, also for what is hidden only today. */
  trace: Trace;
  /** The run with the cassette's own placeholders only, as the judge's verdicts know it. */
  judged: Trace;
  /** What changed on our own side since the recording. */
  stale: Staleness | undefined;
}

/** Reads the cassette of a workflow whose variables have values. Throws CASSETTE_*. */
export async function readRecording(settings: RunSettings, workflow: Workflow, places: Veil): Promise<Recording> {
  const { suite } = settings;
  const place = storePlaceOf(suite);
  const file = cassetteFileOf(place, workflow.name, settings.take);
  const prompts = workflow.steps.map((step) => places.hide(step.user));
  const { configName } = settings;
  const again = `mcpvals record${wordsOfConfig(configName)} ${workflowFlag(workflow.name)}`;
  let stored;
  try {
    stored = await readCassette(file, settings.index);
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code !== "CASSETTE_MISSING") throw error;
    const kept = (await findRunToRecord(place, workflow.name)) !== undefined;
    const last = `mcpvals record${wordsOfConfig(configName)} --from-last ${workflowFlag(workflow.name)}`;
    const fix = kept
      ? `Record it: ${last} (the last eval, without asking Claude again), or ${again}`
      : `Record it: ${again}`;
    const renamed = await settings.index.renamed(prompts);
    if (renamed === undefined) {
      throw new McpvalsError("CASSETTE_MISSING", `no cassette ${displayPath(file)}`, { fix });
    }
    throw new McpvalsError("CASSETTE_MISSING", `no cassette ${displayPath(file)}`, {
      evidence: `${displayPath(renamed.file)} has the same prompts; was the workflow "${renamed.workflow}" renamed?\nThis moves it: mcpvals lint --fix${wordsOfConfig(configName)}`,
      fix,
    });
  }
  const { cassette, contract } = stored;
  if (isOfWrap(cassette)) throw onlyOfAnAgent(displayPath(file));
  if (cassette.workflow !== workflow.name) {
    throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)} belongs to the workflow "${cassette.workflow}"`, {
      evidence: `Its name makes it the cassette of "${workflow.name}". Was it copied?`,
      fix: `Record it: ${again}`,
    });
  }
  // What is a secret or a place here may not have been one on the recording machine, so both sides are hidden in the
  // same way.
  const judged = places.redactTrace(readTrace(cassette, contract));
  const trace = hideTraceAgain(judged, places);
  const { model, maxTokens, maxTurns, temperature, instructions, toolNames, system, parallelToolCalls } = suite.config;
  // Nobody knows whether a text changed if one of its variables is not set.
  const asWritten = workflow.steps.map((step) => findUnset(suite, step.user).length > 0);
  const stale = findStaleness(trace, {
    prompts: prompts.map((prompt, index) =>
      asWritten[index] === true ? (trace.steps[index]?.user ?? prompt) : prompt,
    ),
    system: system === undefined ? null : findUnset(suite, system).length > 0 ? undefined : places.hide(system),
    config: { model, maxTokens, maxTurns, temperature, instructions, toolNames },
    dispatch: dispatchOf(parallelToolCalls),
    client: readClient(settings, places),
    agent: settings.agent?.type,
  });
  return { file, cassette, learned: learnedOf(cassette, trace), trace, judged, stale };
}

/** The client's side today, with placeholders; undefined where one of its variables is not set. */
export function readClient({ suite, servers, env }: RunSettings, places: Veil): ClientToday | undefined {
  const { elicitation, roots } = suite.config;
  if (findUnset(suite, JSON.stringify([elicitation, roots])).length > 0) return undefined;
  const ports = servers.map(({ name }) =>
    name === undefined ? ["MCPVALS_PORT", "[port]"] : [portVariable(name), `[port/${name}]`],
  );
  const run = { MCPVALS_TMP: places.show("[run]"), ...places.show(Object.fromEntries(ports)) };
  const script = readClientScript(suite, { ...env, ...run });
  return {
    elicitation: script.elicitation.map((answer) => hideAnswer(answer, places)),
    roots: script.roots.map((root) => places.hide(root)),
    servers: protocolsOf(servers),
  };
}

function hideAnswer({ message, content, ...rest }: ElicitationAnswer, places: Veil): ElicitationAnswer {
  return {
    ...rest,
    // A pattern is not a text; it is matched against text with placeholders.
    ...(message === undefined ? {} : { message: typeof message === "string" ? places.hide(message) : message }),
    ...(content === undefined ? {} : { content: places.hide(content) }),
  };
}

/** Describes for people why a cassette is stale. */
export function describeStaleness({ changes, turns, of }: Staleness): string {
  return `Stale: ${changes.join("; ")}. This touches ${turns} of ${of} recorded turns.`;
}

/** For a report: its own commands say how to record the workflow, so the reason does not say it again. */
export function describeUnplayable(error: McpvalsError): string {
  const { code, message, evidence, fix } = error;
  return renderError(fix?.startsWith("Record it: ") === true ? new McpvalsError(code, message, { evidence }) : error);
}

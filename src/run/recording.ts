// The recorded run of a workflow: found, read, and held against today's prompts and settings.
import { findByPrompts } from "../cassette/store.js";
import { readCassette } from "../cassette/read-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import type { Cassette } from "../cassette/schema.js";
import { cassetteFileOf, displayPath, storePlaceOf } from "../cassette/store-place.js";
import type { Places } from "../cassette/places.js";
import type { Workflow } from "../config/schema.js";
import { McpvalsError } from "../errors.js";
import type { Trace } from "../trace/trace.js";
import type { RunSettings } from "./settings.js";
import { findStaleness, type Staleness } from "./stale.js";

export interface Recording {
  file: string;
  cassette: Cassette;
  /** The recorded run as it stands in the cassette, with placeholders. */
  trace: Trace;
  /** What changed on our own side since. */
  stale: Staleness | undefined;
}

/** Reads the cassette of a workflow whose variables are put in. Throws CASSETTE_*. */
export async function readRecording(settings: RunSettings, workflow: Workflow, places: Places): Promise<Recording> {
  const { suite } = settings;
  const place = storePlaceOf(suite);
  const file = cassetteFileOf(place, workflow.name);
  const prompts = workflow.steps.map((step) => places.hide(step.user));
  let stored;
  try {
    stored = await readCassette(file);
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code !== "CASSETTE_MISSING") throw error;
    const names = new Set((suite.config.workflows ?? []).map(({ name }) => name));
    const renamed = await findByPrompts(place, prompts, names);
    if (renamed === undefined) throw error;
    throw new McpvalsError("CASSETTE_MISSING", `no cassette ${displayPath(file)}`, {
      evidence: `${displayPath(renamed.file)} has the same prompts; was the workflow "${renamed.cassette.workflow}" renamed?`,
      fix: `Give it its old name again, or record it: mcpvals record -t ${JSON.stringify(workflow.name)}`,
    });
  }
  const { cassette, contract } = stored;
  if (cassette.workflow !== workflow.name) {
    throw new McpvalsError("CASSETTE_INVALID", `${displayPath(file)} is of the workflow "${cassette.workflow}"`, {
      evidence: `Its name makes it the cassette of "${workflow.name}". Was it copied?`,
      fix: `Record it: mcpvals record -t ${JSON.stringify(workflow.name)}`,
    });
  }
  const trace = readTrace(cassette, contract);
  const { model, maxTokens, temperature, instructions, system } = suite.config;
  const stale = findStaleness(trace, {
    prompts,
    system: system === undefined ? undefined : places.hide(system),
    config: { model, maxTokens, temperature, instructions },
  });
  return { file, cassette, trace, stale };
}

/** The sentence for people on a stale cassette. */
export function describeStaleness({ changes, turns, of }: Staleness): string {
  return `Stale: ${changes.join("; ")}. This touches ${turns} of ${of} recorded turns.`;
}

// Reads what a recording says without the contents of its calls: the settings, what the user said, how many turns and calls
// followed. `list` needs no more of hundreds of cassettes. Pure.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { ownTexts } from "../own-texts.js";
import type { CallOutline, RunOutline } from "../trace/outline.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { readTrace } from "./read-trace.js";
import { settingsSchema, UNKNOWN, type Cassette } from "./schema.js";
import { identityOf, serversOfCassette } from "./written-servers.js";
import { parseYaml } from "./yaml-read.js";

export interface CassetteOutline {
  run: RunOutline;
  /** The names of the contracts' files. */
  contracts: string[];
  /** ISO 8601, UTC. */
  at: string;
  /** How long the run took. */
  ms: number;
}

/** The outline of a cassette that was read whole. */
export function outlineOf(cassette: Cassette): CassetteOutline {
  const { at, ms } = cassette.facts.recorded;
  const run = readTrace(cassette, { server: {}, capabilities: {}, tools: [] });
  return { run, contracts: contractsOf(serversOfCassette(cassette)), at: ownTexts(at), ms };
}

/**
 * The same from the text above a seal that fits, without parsing most of it; undefined where only reading it whole can tell:
 * the text is not as this program writes it, a call asked something of the client, a text is in a blob, the run ended early,
 * or it is of an agent or imported.
 */
export function readOutline(body: string): CassetteOutline | undefined {
  if (!body.startsWith(BEGIN)) return undefined;
  const begin = body.indexOf("\n", BEGIN.length) + 1;
  const scriptAt = body.indexOf(SCRIPT, begin);
  const nextAt = findKey(body, scriptAt + SCRIPT.length - 1);
  const recordedAt = body.lastIndexOf(RECORDED);
  if (begin === 0 || scriptAt < 0 || !body.startsWith(JUDGE, nextAt) || recordedAt < nextAt) return undefined;
  const settings = readSettings(body.slice(begin, scriptAt + 1));
  const steps = readSteps(body.slice(scriptAt + SCRIPT.length - 1, nextAt));
  const [, at, ms] = FACTS.exec(body.slice(recordedAt + RECORDED.length, recordedAt + RECORDED.length + 200)) ?? [];
  if (settings === undefined || steps === undefined || at === undefined) return undefined;
  const { contracts, run } = settings;
  const { model, system, instructions, server, dispatch, end } = run;
  return {
    contracts,
    run: { model, system, instructions, server, dispatch, end, steps },
    at: ownTexts(at),
    ms: Number(ms),
  };
}

const BEGIN = `cassette: ${CASSETTE_VERSION}\nkind: workflow\nworkflow: `;
/** Keys of the root: only they begin in the first column. */
const SCRIPT = "\nscript:\n";
const JUDGE = "judge:";
const RECORDED = "\nfacts:\n  recorded: { ";
const FACTS = /^at: (\d{4}-\d\d-\d\dT[\d:.]+Z), by: [\w .-]+, ms: (\d+(?:\.\d+)?)[, ]/;

/** Where the next key of the root begins. */
function findKey(body: string, from: number): number {
  const next = /\n[^ \n]/g;
  next.lastIndex = from;
  return (next.exec(body)?.index ?? body.length) + 1;
}

type Settings = Omit<CassetteOutline, "at" | "ms" | "run"> & { run: Omit<RunOutline, "steps"> };

/** The cassettes of a suite say the same but for their scripts. */
let lastSettings: { text: string; read: Settings | undefined } | undefined;

function readSettings(text: string): Settings | undefined {
  if (lastSettings?.text !== text) lastSettings = { text, read: parseSettings(text) };
  return lastSettings.read;
}

function parseSettings(text: string): Settings | undefined {
  // Of a blob, or escaped.
  if (text.includes("$")) return undefined;
  const parsed = settingsSchema.safeParse(parseOrNothing(text));
  if (!parsed.success) return undefined;
  const { model: written, dispatch } = parsed.data;
  const { system, instructions, maxTokens, ...model } = written;
  if (maxTokens === UNKNOWN || instructions === UNKNOWN) return undefined;
  const servers = serversOfCassette(parsed.data);
  if (servers.some(({ written: { contract } }) => typeof contract !== "string")) return undefined;
  const server = identityOf(parsed.data);
  const run = { model: { ...model, maxTokens }, system, instructions, server, dispatch };
  return { run: { ...run, end: { kind: "completed" } }, contracts: contractsOf(servers) };
}

function contractsOf(servers: ReturnType<typeof serversOfCassette>): string[] {
  return servers.flatMap(({ written: { contract } }) => (typeof contract === "string" ? [contract] : []));
}

const ENTRY = "\n  - ";
/** What may say that a call asked something, that a text is elsewhere, or that a call is of another tool. */
const NEEDS_ALL = ["requests:", "$text:", "$base64:", "$json:", "given:"];

/** The steps in the lines of `script`, which begin and end with a line end. */
function readSteps(script: string): RunOutline["steps"] | undefined {
  if (NEEDS_ALL.some((word) => script.includes(word))) return undefined;
  const steps: { user: string; turns: { calls: CallOutline[] }[] }[] = [];
  let at = script.startsWith(ENTRY) ? 0 : -1;
  while (at >= 0) {
    const next = script.indexOf(ENTRY, at + 1);
    const entry = script.slice(at + 1, next < 0 ? undefined : next + 1);
    const [, key] = KEY.exec(entry) ?? [];
    const step = steps.at(-1);
    const turn = step?.turns.at(-1);
    if (key === "user") {
      const user = readUser(entry);
      if (user === undefined) return undefined;
      steps.push({ user, turns: [] });
    } else if (key === "assistant") step?.turns.push({ calls: [] });
    else if (key === "result") turn?.calls.push(ASKED_NOTHING);
    else if (key !== "tools") return undefined;
    at = next;
  }
  return steps;
}

const ASKED_NOTHING: CallOutline = { id: 0, tool: "", serverRequests: [] };
const KEY = /^ {2}- (?:\{ )?(user|assistant|result|tools):[ \n]/;
/** Texts on one line that YAML gives back as they are. */
const QUOTED = /^ {2}- user: "([^"\\\n]*)"\n$/;
const PLAIN = /^ {2}- user: ([A-Za-z]+ [^\n:#"\\]*[^\s:#"\\])\n$/;

function readUser(entry: string): string | undefined {
  const [, text] = PLAIN.exec(entry) ?? QUOTED.exec(entry) ?? [];
  if (text !== undefined) return text;
  const list = parseOrNothing(entry);
  const only = Array.isArray(list) && list.length === 1 ? list[0] : undefined;
  const user = isJsonObject(only) ? only["user"] : undefined;
  return typeof user === "string" ? user : undefined;
}

function parseOrNothing(text: string): JsonValue | undefined {
  try {
    return parseYaml(text, "").value;
  } catch {
    return undefined;
  }
}

// A cassette as sealed text and blobs, and back. Pure: the disk is store.ts.
import { McpvalsError } from "../errors.js";
import type { Contract } from "../trace/contract.js";
import { blobNamesIn, escapeReferences, extractBlobs, insertBlobs, type Blobs } from "./blobs.js";
import { foldDeep, unfoldDeep } from "./deep.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { invalidValue } from "./invalid.js";
import { moreNamesIn, refuseKind } from "./kind.js";
import { cassetteSchema, type Cassette } from "./schema.js";
import { addSeal, openSealed, splitSeal } from "./seal.js";
import { toJson } from "./to-json.js";
import { parseYaml, type YamlText } from "./yaml-read.js";
import { serializeYaml } from "./yaml-text.js";

/** The file's text with its seal, and the blobs that it refers to. */
export function serializeCassette(cassette: Cassette): { text: string; blobs: Map<string, Uint8Array> } {
  const { value, blobs } = extractBlobs(foldDeep(toJson(cassette)));
  return { text: addSeal(serializeYaml(value)), blobs };
}

/** The text with its contract and all contents in line: one file that stands alone. It has no blobs. */
export function serializeStandalone(cassette: Cassette, contract: Contract): string {
  const alone = { ...cassette, server: { ...cassette.server, contract } };
  return addSeal(serializeYaml(escapeReferences(foldDeep(toJson(alone)))));
}

/** A text whose seal fits, before its blobs are at hand. */
export interface OpenedCassette {
  file: string;
  yaml: YamlText;
  /** The blobs that {@link parseCassette} needs. */
  blobs: string[];
}

/** Checks version and seal, and parses the text. `file` is named in errors. */
export function openCassette(text: string, file: string): OpenedCassette {
  refuseNewer(text, file);
  return openBody(openSealed(text, file), file);
}

/** The same for a text that is only looked at: `problems` says what would keep it from being replayed. */
export function openLoosely(text: string, file: string): OpenedCassette & { problems: string[] } {
  refuseNewer(text, file);
  const { body, sealed } = splitSeal(text.replaceAll("\r\n", "\n"));
  const problems = [
    ...(text.includes("\r\n") ? ["its lines end in CRLF"] : []),
    ...(sealed === "missing" ? ["it has no seal in its last line"] : []),
    ...(sealed === "differs" ? ["it does not fit its seal: edited by hand, or merged line by line"] : []),
  ];
  return { ...openBody(body.replace(/^seal:.*\n?$(?![^])/m, ""), file), problems };
}

function openBody(body: string, file: string): OpenedCassette {
  const yaml = parseYaml(body, file);
  return { file, yaml, blobs: [...blobNamesIn(yaml.value), ...moreNamesIn(yaml.value)] };
}

/** The cassette in an opened text. */
export function parseCassette({ file, yaml }: OpenedCassette, blobs: Blobs): Cassette {
  refuseKind(yaml.value, "session", file);
  const parsed = cassetteSchema.safeParse(unfoldDeep(insertBlobs(yaml.value, blobs)));
  if (!parsed.success) throw invalidValue(file, parsed.error.issues, yaml.lineOf);
  const issue = oddOrder(parsed.data);
  if (issue !== undefined) throw invalidValue(file, [issue], yaml.lineOf);
  return parsed.data;
}

/** A newer program may seal and write otherwise, so this is looked at before all else. */
function refuseNewer(text: string, file: string): void {
  const version = Number(/^cassette: (\d{1,9})\n/.exec(text)?.[1] ?? CASSETTE_VERSION);
  if (version <= CASSETTE_VERSION) return;
  throw new McpvalsError(
    "CASSETTE_VERSION",
    `${file}:1: cassette version ${version}; this mcpvals reads up to version ${CASSETTE_VERSION}`,
    { fix: "Update mcpvals, or record the workflow again with this one." },
  );
}

/** What no single entry shows: entries out of order, results given twice, facts that are too few or too many. */
function oddOrder(cassette: Cassette): { path: (string | number)[]; message: string } | undefined {
  const seen = new Set<number>();
  let before: "start" | "user" | "turn" = "start";
  let turns = 0;
  for (const [index, entry] of cassette.script.entries()) {
    const at = (message: string) => ({ path: ["script", index], message });
    if ("user" in entry) before = "user";
    else if (before === "start") return at("expected a user entry first");
    else if ("assistant" in entry) {
      before = "turn";
      turns += 1;
    } else if ("result" in entry) {
      if (before !== "turn") return at("expected an assistant entry before its results");
      if (seen.has(entry.result)) return at(`a second result for call ${entry.result}`);
      seen.add(entry.result);
    }
  }
  const { facts } = cassette;
  if (facts.turns.length !== turns) return { path: ["facts", "turns"], message: `expected ${turns}, one a turn` };
  if (facts.calls.length !== seen.size)
    return { path: ["facts", "calls"], message: `expected ${seen.size}, one a call` };
  return undefined;
}

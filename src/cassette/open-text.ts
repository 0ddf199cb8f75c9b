// Opens the text of a cassette of any kind: checks version and seal, and parses the text. Knows nothing about its
// contents.
import { McpvalsError } from "../errors.js";
import { blobNamesIn } from "./blobs.js";
import { CASSETTE_VERSION } from "./format-version.js";
import { moreNamesIn } from "./kind.js";
import { openSealed, splitSeal } from "./seal.js";
import { parseYaml, type YamlText } from "./yaml-read.js";

/** A text whose seal fits, without its blobs. */
export interface OpenedCassette {
  file: string;
  yaml: YamlText;
  /** The blobs that its reader needs. */
  blobs: string[];
}

/** Checks version and seal, and parses the text. `file` is used in errors. */
export function openCassette(text: string, file: string): OpenedCassette {
  return openBody(openVersion(text, file), file);
}

/** Checks version and seal; the text above the seal. */
export function openVersion(text: string, file: string): string {
  refuseNewer(text, file);
  return openSealed(text, file);
}

/** The same for a text that is only shown: `problems` lists what would prevent replaying it. */
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

/** Parses the text above the seal. */
export function openBody(body: string, file: string): OpenedCassette {
  const yaml = parseYaml(body, file);
  return { file, yaml, blobs: [...blobNamesIn(yaml.value), ...moreNamesIn(yaml.value)] };
}

/** Checked first: a newer program may seal and write differently. */
function refuseNewer(text: string, file: string): void {
  const version = Number(/^cassette: (\d{1,9})\n/.exec(text)?.[1] ?? CASSETTE_VERSION);
  if (version <= CASSETTE_VERSION) return;
  throw new McpvalsError(
    "CASSETTE_VERSION",
    `${file}:1: cassette version ${version}; this mcpvals reads up to version ${CASSETTE_VERSION}`,
    { fix: "Update mcpvals, or record it again with this one." },
  );
}

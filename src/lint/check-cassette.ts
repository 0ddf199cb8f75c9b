// Checks the contents and the form of a cassette's text that could be parsed, with its blobs. Pure.
import { blobNamesIn, type Blobs } from "../cassette/blobs.js";
import { parseCassette, serializeCassette } from "../cassette/cassette-text.js";
import type { Cassette } from "../cassette/schema.js";
import { isSessionValue, moreNamesIn } from "../cassette/kind.js";
import { addSeal, splitSeal } from "../cassette/seal.js";
import { parseSession } from "../cassette/session-read.js";
import { serializeSession } from "../cassette/session-text.js";
import { contractNamesIn } from "../cassette/written-servers.js";
import { cassetteYaml } from "../cassette/cassette-yaml.js";
import { McpvalsError } from "../errors.js";
import { brokenSeal, checkForm } from "./check-form.js";
import type { Finding } from "./finding.js";
import type { EditedText } from "./open-edited.js";
import { readerFindings } from "./reader-findings.js";

/** The files that a cassette refers to: names of blobs, ids of contracts. */
export interface References {
  blobs: string[];
  contracts: string[];
}

/** What a cassette refers to. */
export function referencesOf({ value }: EditedText): References {
  return { blobs: [...blobNamesIn(value), ...moreNamesIn(value)], contracts: contractNamesIn(value) };
}

/**
 * `blobs` is undefined where one of them is missing: then only the form can be checked, not the contents. A session has
 * no `cassette` in the result: it belongs to no suite.
 */
export function checkCassette(
  edited: EditedText,
  blobs: Blobs | undefined,
  isNamed: boolean,
): { findings: Finding[]; cassette?: Cassette } {
  const { place, value, lineOf } = edited;
  if (blobs === undefined) return { findings: checkForm(edited, addSeal(cassetteYaml(value)), false) };
  try {
    const opened = { file: place.shown, yaml: { value, lineOf }, blobs: [] };
    if (isSessionValue(value)) {
      return { findings: checkForm(edited, serializeSession(parseSession(opened, blobs)).text, isNamed) };
    }
    const cassette = parseCassette(opened, blobs);
    return { findings: checkForm(edited, serializeCassette(cassette).text, isNamed), cassette };
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    const seal = splitSeal(edited.text).sealed === "fits" ? [] : [brokenSeal(edited)];
    return { findings: [...readerFindings(error, place), ...seal] };
  }
}

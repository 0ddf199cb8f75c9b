// Checks the bytes of a contract or blob against its name. Pure.
import { isBlob } from "../cassette/blobs.js";
import { parseContract, serializeContract } from "../cassette/contract-file.js";
import { unfoldDeep } from "../cassette/deep.js";
import { decodeText } from "../cassette/read-limited.js";
import { contractSchema } from "../cassette/schema.js";
import { parseYaml } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import type { Finding } from "./finding.js";
import { readerFindings, type LintedFile } from "./reader-findings.js";

/** Checks a contract against its name, which is the hash of its contents. */
export function checkContract(bytes: Uint8Array, id: string, place: LintedFile): Finding[] {
  try {
    const text = decodeText(bytes, place.shown);
    const fits = canonicalText(text, place.shown);
    if (fits !== undefined && fits.id === id && fits.text !== text) return [reformatted(text, fits.text, bytes, place)];
    parseContract(text, id, place.shown);
    return [];
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    const isHash = error.message.includes("does not fit its name");
    return readerFindings(error, place).map((one) => (isHash ? { ...one, rule: "wrong-hash" } : one));
  }
}

/** Checks a blob against its name. Recognizes a text that git changed to CRLF. */
export function checkBlob(bytes: Uint8Array, name: string, place: LintedFile): Finding[] {
  if (isBlob(name, bytes)) return [];
  const lf = Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n");
  const mended = Buffer.from(lf, "latin1");
  const fix = `Restore it: git checkout -- ${place.shown}. Or record the workflows again that need it.`;
  const message = "its content does not fit its name";
  const text = mended.toString("utf8");
  if (isBlob(name, mended) && Buffer.from(text).equals(mended)) return [lineEnds(text, bytes, place)];
  return [{ rule: "wrong-hash", file: place.file, line: 1, message, fix }];
}

/** Undefined for a text that is not a contract; the reader reports why. */
function canonicalText(text: string, shown: string): { id: string; text: string } | undefined {
  try {
    const { value } = parseYaml(text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n"), shown);
    const parsed = contractSchema.safeParse(unfoldDeep(value));
    return parsed.success ? serializeContract(parsed.data) : undefined;
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}

function reformatted(text: string, to: string, bytes: Uint8Array, place: LintedFile): Finding {
  if (text.replaceAll("\r\n", "\n") === to) return lineEnds(to, bytes, place);
  return {
    rule: "canonical-form",
    file: place.file,
    line: 1,
    message: "is not in canonical form; its contents are as recorded",
    fix: "Run `mcpvals lint --fix`.",
    repair: { kind: "rewrite", file: place.file, from: bytes, to },
  };
}

function lineEnds(to: string, bytes: Uint8Array, { file }: LintedFile): Finding {
  return {
    rule: "line-ends",
    file,
    line: 1,
    message: "the lines end in CRLF: git changed them on checkout",
    fix: "Run `mcpvals lint --fix`, and keep the .gitattributes.",
    repair: { kind: "rewrite", file, from: bytes, to },
  };
}

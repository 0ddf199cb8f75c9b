// Parses the text of a sealed file, however it was edited, and lists what is wrong before its contents can be checked.
// Pure.
import { parseYaml, type YamlText } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { Finding } from "./finding.js";
import { readerFindings, type LintedFile } from "./reader-findings.js";

/** A text that could be parsed, whether or not its seal fits. */
export interface EditedText {
  place: LintedFile;
  /** The bytes on the disk. */
  bytes: Uint8Array;
  /** LF, no byte order mark. */
  text: string;
  /** Without the seal. */
  value: JsonObject;
  lineOf: YamlText["lineOf"];
  /** The seal that the file gives. */
  seal: string | undefined;
}

/**
 * Parses as much of a text as possible. `read` is the strict reader of its kind, `first` the key that the file begins
 * with.
 */
export function openEdited(
  given: string,
  bytes: Uint8Array,
  place: LintedFile,
  { read, first }: { read: (text: string) => unknown; first: string },
): { findings: Finding[]; edited?: EditedText } {
  const { file, shown } = place;
  const text = given.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  let yaml: YamlText;
  try {
    // A missing seal or a wrong order is checked later, once the contents are known.
    const refusal = refusalOf(() => read(text));
    if (refusal?.code === "CASSETTE_CONFLICT" || refusal?.code === "CASSETTE_VERSION") throw refusal;
    yaml = parseYaml(text, shown);
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    return { findings: readerFindings(error, place) };
  }
  if (!isJsonObject(yaml.value) || !Object.hasOwn(yaml.value, first)) {
    const message = `expected a mapping that begins with \`${first}: 1\``;
    const fix = `Restore it: git checkout -- ${shown}. Or remove it, if it does not belong here.`;
    return { findings: [{ rule: "invalid", file, line: 1, message, fix }] };
  }
  const { seal, ...value } = yaml.value;
  const edited = { place, bytes, text, value, lineOf: yaml.lineOf, seal: typeof seal === "string" ? seal : undefined };
  if (text === given) return { findings: [], edited };
  const repair = { kind: "rewrite", file, from: bytes, to: text } as const;
  const isCrlf = given.includes("\r\n");
  const finding: Finding = {
    rule: isCrlf ? "line-ends" : "encoding",
    file,
    line: 1,
    message: isCrlf ? "the lines end in CRLF: git changed them on checkout" : "begins with a byte order mark",
    fix: isCrlf ? "Run `mcpvals lint --fix`, and keep the .gitattributes." : "Run `mcpvals lint --fix`.",
    repair,
  };
  return { findings: [finding], edited };
}

function refusalOf(read: () => unknown): McpvalsError | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
}

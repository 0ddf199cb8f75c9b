// Finds paths of a machine in what a run sent and got: one finding for each path, with its count and its first places.
// The server's own texts are not searched: tool descriptions and instructions are the same for everybody.
import type { YamlText } from "../cassette/yaml-read.js";
import { appendTo } from "../append-to.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Finding } from "./finding.js";
import { findMachinePaths } from "./machine-paths.js";

/** How many lines a finding names. */
const SHOWN = 3;

/** Searches the results and arguments of a cassette, the values of `accepted.yaml`, or the whole of another text. */
export function checkPaths(text: string, file: string, yaml: YamlText | undefined): Finding[] {
  const lines = new Map<string, number[]>();
  const note = (path: string, line: number): void => appendTo(lines, path, line);
  const parts = yaml === undefined ? undefined : partsOfRun(yaml.value);
  if (yaml === undefined || parts === undefined) for (const { line, path } of findMachinePaths(text)) note(path, line);
  else {
    for (const { at, value } of parts.flatMap(textsIn)) {
      for (const { path } of findMachinePaths(value)) note(path, yaml.lineOf(buildPointer(at)));
    }
  }
  return [...lines].map(([path, at]): Finding => {
    const found = [...new Set(at)];
    const shown = found.slice(0, SHOWN).join(", ");
    const where = found.length === 1 ? "" : `, on ${found.length} lines (${shown}${found.length > SHOWN ? ", …" : ""})`;
    return {
      rule: "machine-path",
      file,
      line: found[0] ?? 1,
      message: `${path} is a path of one machine${where}`,
      fix: FIX,
    };
  });
}

/** A variable that the config gives to the server is written as a placeholder, and has each machine's value in a replay. */
const FIX =
  'Let the server work below the project, ${MCPVALS_TMP}, the home or the temporary folder, which are written as placeholders. Or put the folder into a variable, give it to the server in the config ("env": { "DATA_DIR": "${DATA_DIR}" }), and record again.';

interface Part {
  at: readonly (string | number)[];
  value: JsonValue;
}

/** Undefined for a text that is no cassette of a workflow and no `accepted.yaml`. */
function partsOfRun(value: JsonValue): Part[] | undefined {
  if (!isJsonObject(value)) return undefined;
  const { script, drift } = value;
  if ("accepted" in value && Array.isArray(drift)) return [{ at: ["drift"], value: drift }];
  // A contract holds only what the server says of itself.
  if (!("cassette" in value) && isJsonObject(value["server"])) return [];
  if (!Array.isArray(script)) return undefined;
  return script.flatMap((entry, index): Part[] => {
    if (!isJsonObject(entry)) return [];
    if ("result" in entry) return [{ at: ["script", index], value: entry }];
    const { assistant } = entry;
    if (!Array.isArray(assistant)) return [];
    return assistant.flatMap((block, number): Part[] => {
      const input = isJsonObject(block) ? block["input"] : undefined;
      return input === undefined ? [] : [{ at: ["script", index, "assistant", number, "input"], value: input }];
    });
  });
}

function textsIn({ at, value }: Part): { at: Part["at"]; value: string }[] {
  if (typeof value === "string") return [{ at, value }];
  if (Array.isArray(value)) return value.flatMap((part, index) => textsIn({ at: [...at, index], value: part }));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    { at: [...at, key], value: key },
    ...textsIn({ at: [...at, key], value: part }),
  ]);
}

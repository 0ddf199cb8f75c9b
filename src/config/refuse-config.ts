// Refuses a config where a cassette is expected: its content read as a cassette would give errors about everything.
import { basename } from "node:path";
import { McpvalsError } from "../errors.js";
import { fileWord, shellWords } from "../shell-words.js";
import { isConfigLike } from "./config-name.js";

/** Judges by the name. Throws BAD_USAGE. `name`: as the user wrote it. */
export function refuseConfig(name: string): void {
  if (!isConfigLike(basename(name))) return;
  const config = shellWords(fileWord(name));
  throw new McpvalsError("BAD_USAGE", `${name} has the name of a config or a report, not of a cassette`, {
    evidence: "A cassette ends in .yaml.",
    fix: `The workflows of a config, and their cassettes: mcpvals list ${config}`,
  });
}

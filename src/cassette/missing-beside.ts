// Makes the error for a file that a cassette needs and that is not there.
import { McpvalsError } from "../errors.js";
import { displayPath } from "./store-place.js";

export function missingBeside(what: "contract" | "blob", path: string, cassette: string): McpvalsError {
  return new McpvalsError("CASSETTE_FILE_MISSING", `${displayPath(path)}: this ${what} is missing`, {
    evidence: `${cassette} needs it. Was it left out of a commit?`,
    fix: `Restore it: git checkout -- ${displayPath(path)}. Or record the workflow again.`,
  });
}

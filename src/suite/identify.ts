// Names this program and a suite for a report.
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { canonicalJson } from "../json/canonical.js";
import type { Report } from "../report/report.js";
import { VERSION } from "../version.js";
import { shortHash } from "../short-hash.js";

export const BY = `mcpvals ${VERSION}`;

/**
 * The name, the file as a user names it from `cwd`, and a hash of the config: two reports of one config share the hash.
 */
export function identifySuite(suite: Suite, cwd: string): Report["suite"] {
  const config = canonicalJson(JSON.parse(JSON.stringify(suite.config)));
  return {
    name: suite.name,
    file: suite.file === null ? null : showPath(suite.file, cwd),
    hash: shortHash(config),
  };
}

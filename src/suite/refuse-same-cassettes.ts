// Refuses suites that would write to the same cassettes. Pure.
import { storePlaceOf } from "../cassette/store-place.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";

/** Throws CONFIG_AMBIGUOUS where two suites of one name have the same folder of cassettes. */
export function refuseSameCassettes(suites: readonly Suite[], cwd: string): void {
  const byFolder = new Map<string, Suite>();
  for (const suite of suites) {
    const { cassettes } = storePlaceOf(suite);
    const other = byFolder.get(cassettes);
    byFolder.set(cassettes, suite);
    if (other === undefined || other.file === suite.file) continue;
    const names = [other, suite].map(({ file, name }) => (file === null ? name : showPath(file, cwd)));
    throw new McpvalsError("CONFIG_AMBIGUOUS", `Two suites have the same cassettes: ${names.join(" and ")}`, {
      evidence: `Both are the suite "${suite.name}", with its cassettes in ${showPath(cassettes, cwd)}.`,
      fix: 'Rename one of the configs, or give each a folder of its own: "cassettes".',
    });
  }
}

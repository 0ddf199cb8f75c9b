// Reads the cases of fixtures/verdicts.
import { readdirSync } from "node:fs";

const FOLDER = new URL("../../fixtures/verdicts/", import.meta.url);
const NO_CASES = new Set(["lists.mjs", "server.mjs", "tools.mjs", "world.mjs"]);

/** The cases that options choose: `open`, `domain`, `case`, `sample`, `live`. */
export async function readCases(options) {
  const folder = options.open ? new URL("open/", FOLDER) : FOLDER;
  const files = readdirSync(folder).filter((file) => file.endsWith(".mjs") && !NO_CASES.has(file));
  const all = [];
  for (const file of files.toSorted()) {
    const domain = `${options.open ? "open/" : ""}${file.slice(0, -".mjs".length)}`;
    const { cases } = await import(new URL(file, folder).href);
    for (const [name, found] of Object.entries(cases)) all.push({ domain, name, found: checked(name, found) });
  }
  return all.filter(
    ({ domain, name, found }) =>
      (options.domain === undefined || options.domain === domain) &&
      (options.case === undefined || options.case === name) &&
      (!options.sample || found.sample === true) &&
      (!options.live || found.verdict === "passed"),
  );
}

const KEYS = new Set("kind why verdict allowed sample later asks steps old new turns expects config sends".split(" "));
const KINDS = new Set(["ids", "clock", "noise", "shuffled", "keyed", "kept", "changed", "harmless", "live"]);

/** A case, if it says what it has to say. */
function checked(name, found) {
  const odd = Object.keys(found).filter((key) => !KEYS.has(key));
  if (odd.length > 0) throw new Error(`${name} has unknown keys: ${odd.join(", ")}`);
  if (!KINDS.has(found.kind)) throw new Error(`${name}: no such kind: ${found.kind}`);
  if (typeof found.why !== "string") throw new Error(`${name} has no "why"`);
  if (!["passed", "failed", "inconclusive", "not-passed"].includes(found.verdict))
    throw new Error(`${name}: no such verdict: ${found.verdict}`);
  const isSame = !["changed", "harmless", "live"].includes(found.kind);
  if (isSame && found.new !== undefined) throw new Error(`${name} is unchanged and has a "new"`);
  return found;
}

/** How many days after the recording a case is replayed: what it says, else four for a third of them. */
export function daysLater(name, { later }) {
  const sum = [...name].reduce((total, letter) => total + letter.codePointAt(0), 0);
  return later ?? (sum % 3 === 0 ? 4 : 0);
}

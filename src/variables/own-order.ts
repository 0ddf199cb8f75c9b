// Tells whether words of rows are in an order of their own: steps that are numbered, states that follow each other,
// ranks. Rows that have one do not change places only because their times are equal.
import { numbersIn } from "./numbers-in.js";
import { tokensOf } from "./tokens.js";

/** Words that follow each other, `|` between those of one rank. */
const SCALES: readonly ReadonlyMap<string, number>[] = [
  "planned|scheduled|requested|ordered|drafted|draft created|opened|new|submitted|received|added queued|pending|waiting|open " +
    "accepted|approved|assigned|confirmed|paid|reviewed picked packed started|starting|start|begin|began|begun|connected|login running|processing|active|progress|ongoing|building|deploying " +
    "paused|testing|verifying shipped|sent|published|released|merged|deployed ended|ending|end|finished|finish|done|completed|complete|succeeded|failed|cancelled|canceled|aborted|stopped|delivered|disconnected|logout|returned " +
    "closed|resolved|committed archived|deleted|removed|purged",
  "critical|urgent|blocker|highest|emergency major|high medium|normal|middle|moderate minor|low trivial|lowest",
  "tiny small medium large huge",
].map(readScale);

/** Fewer numbers in a row are steps only where each is one higher than the one before. */
const LEAST_NUMBERS = 3;

/**
 * True where the texts of some rows say their order in each run. `rows`: of the rows in question, `all`: of the whole list.
 */
export function areInOwnOrder(rows: readonly (readonly string[])[], all: readonly (readonly string[])[]): boolean {
  return SCALES.some((scale) => areOnScale(rows, scale)) || areNumbered(rows, all);
}

/** `backup started`, `backup ended`: what happens to another thing has no order. */
function areOnScale(runs: readonly (readonly string[])[], scale: ReadonlyMap<string, number>): boolean {
  const ranked = runs.map((texts) => texts.map((text) => rankOf(text, scale)));
  if (!ranked.every((run) => new Set(run.map((one) => one?.rest)).size === 1)) return false;
  const ranks = ranked.map((run) => run.map((one) => one?.rank));
  return areSorted(ranks) && ranks.some((run) => new Set(run).size > 1);
}

/** `step 2`, `3/4`, `part three`, `4. push`. */
function areNumbered(rows: readonly (readonly string[])[], all: readonly (readonly string[])[]): boolean {
  const [numbers, those] = [rows, all].map((runs) => runs.map((texts) => texts.map(stepOf)));
  if (numbers === undefined || those === undefined) return false;
  const [steps, list] = [numbers, those].map((runs) => runs.map((run) => run.map((one) => one?.step)));
  if (steps === undefined || list === undefined || !areSorted(steps)) return false;
  if (!numbers.every((run) => new Set(run.map((one) => one?.rest)).size === 1)) return false;
  const follow = steps.every((run) =>
    run.every((number, at) => at === 0 || Math.abs((number ?? 0) - (run[at - 1] ?? 0)) === 1),
  );
  if (follow) return true;
  return areSorted(list) && list.every((run) => run.length >= LEAST_NUMBERS && new Set(run).size === run.length);
}

/** True for numbers that never fall, or never rise, in any run. */
function areSorted(runs: readonly (readonly (number | undefined)[])[]): boolean {
  return [1, -1].some((sign) =>
    runs.every((run) =>
      run.every((number, at) => number !== undefined && (at === 0 || sign * (number - (run[at - 1] ?? 0)) >= 0)),
    ),
  );
}

/** The rank of the last word that has one, and the other words. */
function rankOf(text: string, scale: ReadonlyMap<string, number>): { rank: number; rest: string } | undefined {
  const words = tokensOf(text.toLowerCase()).map((token) => token.text);
  const at = words.findLastIndex((word) => scale.has(word));
  const rank = scale.get(words[at] ?? "");
  return rank === undefined ? undefined : { rank, rest: words.toSpliced(at, 1).join(" ") };
}

/** The first number of a text, and what is around it, unless the text begins with it. */
function stepOf(text: string): { step: number; rest: string } | undefined {
  const [first] = numbersIn(text);
  if (first === undefined) return undefined;
  const { value: step, start, end } = first;
  return { step, rest: /[\p{L}\p{N}]/u.test(text.slice(0, start)) ? text.slice(0, start) + text.slice(end) : "" };
}

function readScale(words: string): ReadonlyMap<string, number> {
  return new Map(words.split(" ").flatMap((same, rank) => same.split("|").map((word) => [word, rank] as const)));
}

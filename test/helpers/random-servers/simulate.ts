// Runs many random workflows and counts: what could be recorded, red replays, missed mutants, wrong sends.
import { canonicalJson } from "../../../src/json/canonical.js";
import { endsGround } from "../../../src/variables/finding.js";
import { recordCase, replayCase, troubleOf } from "./play.js";
import { randomOf } from "./random.js";
import { drawSpec } from "./spec.js";

export const DAYS = [1, 3, 30, 100, 365] as const;

export interface Rates {
  workflows: number;
  /** Workflows that cannot be played to their end as they were recorded, by the reason. */
  troubles: Record<"doubtful" | "derived" | "unstable" | "state", number>;
  reset: number;
  /** Reset workflows that need a line of config. */
  resetNeedsConfig: number;
  replays: number;
  red: number;
  mutants: number;
  missed: number;
  wrong: number;
  derived: number;
  derivedUnseen: number;
  examples: string[];
}

/** Plays the servers of the seeds. `mutants` of each; every other seed is of the held-out half. */
export function simulate(seeds: readonly number[], mutants: number, days: readonly number[] = DAYS): Rates {
  const rates: Rates = {
    workflows: 0,
    troubles: { doubtful: 0, derived: 0, unstable: 0, state: 0 },
    reset: 0,
    resetNeedsConfig: 0,
    replays: 0,
    red: 0,
    mutants: 0,
    missed: 0,
    wrong: 0,
    derived: 0,
    derivedUnseen: 0,
    examples: [],
  };
  for (const seed of seeds) playOne(seed, mutants, days, rates);
  return rates;
}

function playOne(seed: number, mutants: number, days: readonly number[], rates: Rates): void {
  const spec = drawSpec(seed, seed % 2 === 1);
  const played = recordCase(spec);
  const trouble = troubleOf(played);
  const isDerived = spec.turns.flat().some(({ derived }) => derived !== undefined);
  const tell = (text: string): void =>
    void rates.examples.push(`${String(seed)}${spec.heldOut ? "h" : ""}${spec.reset ? "r" : "k"} ${text}`);
  rates.workflows++;
  if (spec.reset) rates.reset++;
  if (isDerived) rates.derived++;
  if (trouble !== undefined) {
    rates.troubles[trouble]++;
    if (spec.reset && !isDerived) rates.resetNeedsConfig++;
    const [doubt] = played.learned.doubtful;
    const [place] = played.learned.unstable;
    if (!isDerived) tell(`${trouble} ${JSON.stringify(doubt ?? place ?? played.learned.state[0])}`);
  }
  let wrongOnce = false;
  for (const day of days) {
    const replayed = replayCase(played, day, day);
    const [wrong] = replayed.wrong;
    if (wrong !== undefined && !wrongOnce) {
      wrongOnce = true;
      if (wrong.derived || isDerived) {
        rates.derivedUnseen++;
        tell(`UNSEEN ${JSON.stringify(wrong)}`);
      } else {
        rates.wrong++;
        tell(
          `WRONG call ${String(wrong.call)} sent ${JSON.stringify(wrong.sent)} wanted ${JSON.stringify(wrong.wanted)}`,
        );
      }
    }
    if (trouble !== undefined) continue;
    rates.replays++;
    if (replayed.green) continue;
    rates.red++;
    tell(`RED day ${String(day)} ${JSON.stringify(replayed.stopped ?? replayed.findings.find(endsGround))}`);
  }
  if (trouble === undefined) mutate(seed, mutants, played, rates, tell);
}

function mutate(
  seed: number,
  mutants: number,
  played: ReturnType<typeof recordCase>,
  rates: Rates,
  tell: (text: string) => void,
): void {
  const plain = replayCase(played, 1, 77);
  if (!plain.green || plain.said === 0) return;
  const random = randomOf(seed + 31);
  for (let n = 0; n < mutants; n++) {
    const mutant = replayCase(played, 1, 77, random.between(1, plain.said));
    if (mutant.mutated === undefined) continue;
    rates.mutants++;
    if (!mutant.green) continue;
    rates.missed++;
    tell(`MISSED ${canonicalJson(mutant.mutated as never)}`);
  }
}

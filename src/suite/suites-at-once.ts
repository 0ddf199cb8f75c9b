// Runs suites at the same time, in their order, where their claims allow it and a turn is free.
import { excludes, type Claim } from "./claims.js";
import { Turns, type GiveBack, type TakesTurns } from "./turns.js";

export interface SuitesAtOnce<Suite> {
  /** How many runs there are at a time, over all suites. */
  runs: number;
  /** How many suites there are at a time. */
  suites: number;
  claims: (suite: Suite) => Promise<readonly Claim[]>;
  /** Runs a suite; each of its runs takes a turn. Never rejects. */
  work: (suite: Suite, turns: TakesTurns) => Promise<void>;
}

/**
 * Resolves when all have run. A suite begins when no run of an earlier one waits for a turn. One that must not meet a
 * running suite waits, and later ones go first.
 */
export async function runAtOnce<Suite>(suites: readonly Suite[], options: SuitesAtOnce<Suite>): Promise<void> {
  const turns = new Turns(options.runs);
  const places = new Turns(options.suites);
  const toCome = await Promise.all(suites.map(async (suite) => ({ suite, claims: await options.claims(suite) })));
  const running = new Map<(typeof toCome)[number], Promise<void>>();
  while (toCome.length > 0) {
    const leave = await places.take();
    const giveBack = await turns.takeLast();
    const next = toCome.find(({ claims }) => [...running.keys()].every((other) => !excludes(claims, other.claims)));
    if (next === undefined) {
      giveBack();
      leave();
      await Promise.race(running.values());
      continue;
    }
    toCome.splice(toCome.indexOf(next), 1);
    const own = new TurnsOfSuite(turns, giveBack);
    const ended = options.work(next.suite, own).finally(() => {
      running.delete(next);
      own.end();
      leave();
    });
    running.set(next, ended);
  }
  await Promise.all(running.values());
}

/** The turns of one suite: the first is the one with which it began. */
class TurnsOfSuite implements TakesTurns {
  private readonly turns: TakesTurns;
  private first: GiveBack | undefined;

  constructor(turns: TakesTurns, first: GiveBack) {
    this.turns = turns;
    this.first = first;
  }

  take(): Promise<GiveBack> {
    const { first } = this;
    this.first = undefined;
    return first === undefined ? this.turns.take() : Promise.resolve(first);
  }

  /** Gives back what the suite did not use. */
  end(): void {
    this.first?.();
  }
}

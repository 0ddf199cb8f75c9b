// Collects the drift of a run: gives ids, applies what is accepted, and tells from which turn on the recording proves
// nothing.
import type { JsonValue } from "../json/value.js";
import type { Drift, DriftPlace } from "../trace/drift.js";
import { driftId, formerDriftId, isOfContract, isSameDrift } from "../trace/drift-id.js";
import type { DriftRules } from "./rules.js";
import { factsOf, isExplained, needsDecision } from "../trace/drift-classes.js";

export interface DriftFound extends Omit<Drift, "id"> {
  /** `present` as the id sees it, with its varying values set back. */
  settled?: JsonValue | undefined;
}

/** How a drift affects the turns after it. */
export interface DriftEffect {
  /** The first turn that it can affect. */
  from: number;
  /** False where a person cannot accept it: a value is missing. */
  acceptable: boolean;
}

/** Holds all drift of one run. */
export class Ledger {
  private readonly entries = new Map<string, Drift>();
  private readonly blocking: { drift: Drift; from: number }[] = [];
  private readonly waved: Drift[] = [];

  private readonly accepts: ReadonlySet<string>;

  constructor(
    private readonly workflow: string,
    private readonly rules: DriftRules,
  ) {
    this.accepts = new Set(rules.acceptedIds);
  }

  /** Adds a drift. Returns it with its id, or undefined where it is known already. */
  add({ settled, ...found }: DriftFound, effect: DriftEffect): Drift | undefined {
    const settledDrift = settled === undefined ? found : { ...found, present: settled };
    const id = this.acceptedBefore(found) ?? driftId(this.workflow, settledDrift);
    if (this.entries.has(id)) return undefined;
    const { acceptable } = effect;
    const matters = !isExplained(found) && !this.rules.strict;
    const byId = matters && acceptable && this.isAcceptedById(id, settledDrift);
    const accepted = byId || (matters && acceptable && this.rules.accept.includes(found.class));
    const drift: Drift = {
      id,
      ...found,
      ...(accepted ? { accepted } : {}),
      ...(acceptable ? {} : { acceptable }),
    };
    this.entries.set(id, drift);
    // Accepted one by one, or by a class that would otherwise leave metrics without a verdict.
    if (byId || (accepted && needsDecision(drift))) this.waved.push(drift);
    else if (this.takesGround(drift)) this.blocking.push({ drift, from: effect.from });
    return drift;
  }

  /** Returns the id of an accepted entry from an earlier version that has the same place and values. */
  private acceptedBefore(drift: DriftFound): string | undefined {
    return this.rules.acceptedBefore?.find((entry) => isSameDrift(entry, drift))?.id;
  }

  private isAcceptedById(id: string, drift: Omit<Drift, "id">): boolean {
    return this.accepts.has(id) || (isOfContract(drift.where) && this.accepts.has(formerDriftId(this.workflow, drift)));
  }

  private takesGround({ class: kind }: Drift): boolean {
    switch (factsOf(kind).takesGround) {
      case "never":
        return false;
      case "strict":
        return this.rules.strict;
      case "open":
        return this.rules.strict || !this.rules.accept.includes(kind);
      case "always":
        return true;
    }
  }

  /** Makes a drift unacceptable: what a later call needs is lost there. */
  refuse({ call, path }: DriftPlace, why: string): void {
    for (const drift of this.blocking.map((one) => one.drift)) {
      const { where } = drift;
      if (where.part !== "result" || where.call !== call) continue;
      if (where.path !== path && !path.startsWith(`${where.path}/`)) continue;
      drift.note = drift.note === undefined ? why : `${drift.note}; ${why}`;
      drift.acceptable = false;
    }
  }

  /** Returns the drift because of which a turn is not evidence. */
  before(turn: number): Drift[] {
    return this.blocking.filter(({ from }) => from <= turn).map(({ drift }) => drift);
  }

  all(): Drift[] {
    return [...this.entries.values()];
  }

  accepted(): Drift[] {
    return [...this.waved];
  }
}

// Drift in, as it is found; its ids, what is accepted of it, and from which turn on it takes the ground away, out.
import type { JsonValue } from "../json/value.js";
import type { Drift, DriftPlace } from "../trace/drift.js";
import { driftId, formerDriftId, isOfContract, isSameDrift } from "../trace/drift-id.js";
import type { DriftRules } from "./rules.js";
import { factsOf, isExplained, needsDecision } from "../trace/drift-classes.js";

export interface DriftFound extends Omit<Drift, "id"> {
  /** `present` as the id sees it, without what differs by itself. */
  settled?: JsonValue | undefined;
}

/** How drift is noted: what it means for the turns after it. */
export interface DriftEffect {
  /** The first turn that it can take the ground from. */
  from: number;
  /** False where a person cannot wave it through: a value is missing. */
  acceptable: boolean;
}

/** All drift of one run. */
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

  /** Notes a drift. Gives it with its id, or undefined where it was noted before. */
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
    // One by one, or as a class that would otherwise keep metrics from a verdict.
    if (byId || (accepted && needsDecision(drift))) this.waved.push(drift);
    else if (this.takesGround(drift)) this.blocking.push({ drift, from: effect.from });
    return drift;
  }

  /** The id of an entry of another making that has this place and these values. */
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

  /** Takes back that a person may wave it through: what a later call needs is lost there. */
  refuse({ call, path }: DriftPlace, why: string): void {
    for (const drift of this.blocking.map((one) => one.drift)) {
      const { where } = drift;
      if (where.part !== "result" || where.call !== call) continue;
      if (where.path !== path && !path.startsWith(`${where.path}/`)) continue;
      drift.note = drift.note === undefined ? why : `${drift.note}; ${why}`;
      drift.acceptable = false;
    }
  }

  /** What takes the ground from a turn. */
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

// Keeps the live value of each variable in one run; what is bound on top of it, to try, is forgotten with the layer.
import { appendTo } from "../append-to.js";

/** The live values of variables, by their indexes. */
export class BoundValues {
  private readonly live = new Map<number, string>();
  /** What stood in the recorded text in place of each: in a shared contract another value than the one that was seen. */
  private readonly recorded = new Map<number, string>();
  private readonly byLive = new Map<string, number[]>();
  /** The values of variables that may never be equal, by their group. */
  private readonly taken = new Set<string>();

  constructor(private readonly below?: BoundValues) {}

  get(variable: number): string | undefined {
    return this.live.get(variable) ?? this.below?.get(variable);
  }

  recordedOf(variable: number): string | undefined {
    return this.recorded.get(variable) ?? this.below?.recordedOf(variable);
  }

  noteRecorded(variable: number, recorded: string): void {
    if (this.recordedOf(variable) === undefined) this.recorded.set(variable, recorded);
  }

  /** Binds a variable that has no value yet. False where another one of the group has that value. */
  bind(variable: number, live: string, group: string | undefined): boolean {
    this.live.set(variable, live);
    appendTo(this.byLive, live, variable);
    if (group === undefined) return true;
    const key = `${live} ${group}`;
    if (this.isTaken(key)) return false;
    this.taken.add(key);
    return true;
  }

  /** The variables that have a live value, in the order in which they were bound. */
  having(live: string): readonly number[] {
    const own = this.byLive.get(live) ?? [];
    return this.below === undefined ? own : [...this.below.having(live), ...own];
  }

  entries(): [variable: number, live: string][] {
    return [...(this.below?.entries() ?? []), ...this.live];
  }

  /** The same values, with nothing below. */
  copy(): BoundValues {
    const copied = new BoundValues();
    this.copyTo(copied);
    return copied;
  }

  private copyTo(other: BoundValues): void {
    this.below?.copyTo(other);
    for (const [variable, live] of this.live) other.live.set(variable, live);
    for (const [variable, recorded] of this.recorded) other.recorded.set(variable, recorded);
    for (const [live, those] of this.byLive) other.byLive.set(live, [...(other.byLive.get(live) ?? []), ...those]);
    for (const key of this.taken) other.taken.add(key);
  }

  private isTaken(key: string): boolean {
    return this.taken.has(key) || this.below?.isTaken(key) === true;
  }
}

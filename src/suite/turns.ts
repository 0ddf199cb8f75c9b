// Counts what happens at the same time: who wants to begin waits for a turn, and gives it back at the end.

/** Gives a turn back. Safe to call twice. */
export type GiveBack = () => void;

/** Takes a turn, as soon as there is one. */
export interface TakesTurns {
  take(): Promise<GiveBack>;
}

/** So many turns at a time; who waits longest is next. */
export class Turns implements TakesTurns {
  private free: number;
  private readonly waiting: (() => void)[] = [];
  private readonly patient: (() => void)[] = [];

  constructor(atATime: number) {
    this.free = atATime;
  }

  async take(): Promise<GiveBack> {
    await this.next(this.waiting);
    return this.once();
  }

  /** Takes a turn that nobody else waits for. */
  async takeLast(): Promise<GiveBack> {
    await this.next(this.patient);
    return this.once();
  }

  /** Takes a turn if one is free now. */
  tryTake(): GiveBack | undefined {
    if (this.free === 0) return undefined;
    this.free -= 1;
    return this.once();
  }

  private async next(row: (() => void)[]): Promise<void> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => row.push(resolve));
  }

  private once(): GiveBack {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      // Handed over, so that nobody who asks in between is quicker.
      const next = this.waiting.shift() ?? this.patient.shift();
      if (next === undefined) this.free += 1;
      else next();
    };
  }
}

// Lets several wait for the next change of one thing.

/** Those who wait for a change. */
export class Waiters {
  private readonly all = new Set<() => void>();

  /** Something changed. */
  wake(): void {
    for (const go of this.all) go();
  }

  /** Resolves at the next change, or after `ms`. */
  change(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(timer);
        this.all.delete(go);
        resolve();
      };
      const timer = setTimeout(go, ms);
      this.all.add(go);
    });
  }
}

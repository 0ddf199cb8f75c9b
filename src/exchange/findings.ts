// Collects unusual facts about the traffic, each once with its count, up to a limit.

const MAX_KINDS = 50;
const MAX_LENGTH = 300;

/** Collects findings in order of first appearance. */
export class Findings {
  private readonly counts = new Map<string, number>();
  private more = 0;

  add(text: string): void {
    const short = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
    const count = this.counts.get(short);
    if (count === undefined && this.counts.size >= MAX_KINDS) this.more += 1;
    else this.counts.set(short, (count ?? 0) + 1);
  }

  list(): string[] {
    const lines = [...this.counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`));
    return this.more === 0 ? lines : [...lines, `and ${this.more} more findings of other kinds`];
  }
}

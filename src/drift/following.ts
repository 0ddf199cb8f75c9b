// Values at places that differ by themselves in; whether they are still the same thing as before, out.
// Catches the record that is found instead of another where nothing but its new id is shown.
import { TOKEN_LENGTH } from "./tokens.js";

/** Digits alone are counted before they are ids: latencies and sizes may well meet by chance. */
const DIGITS_LENGTH = 6;

/** What stood for what at places from the cassette's list. Places listed by the config are left alone. */
export class Following {
  private readonly byRecorded = new Map<string, string>();
  private readonly byLive = new Map<string, string>();

  /** What a live value stood for. */
  recordedOf(live: string): string | undefined {
    return this.byLive.get(live);
  }

  /** Notes that `live` stands where `recorded` stood. Gives what contradicts it, or undefined. */
  note(recorded: string, live: string): string | undefined {
    const isNumber = /^[\d.]+$/.test(recorded);
    if (recorded.length < (isNumber ? DIGITS_LENGTH : TOKEN_LENGTH)) return undefined;
    const before = this.byRecorded.get(recorded);
    if (before !== undefined && before !== live) {
      return `${quote(recorded)} was ${quote(before)} earlier in this run; where this is no matter, list the place in the config's varies`;
    }
    const other = this.byLive.get(live);
    if (!isNumber && other !== undefined && other !== recorded) {
      return `${quote(live)} stood for ${quote(other)} earlier in this run; where this is no matter, list the place in the config's varies`;
    }
    this.byRecorded.set(recorded, live);
    this.byLive.set(live, recorded);
    return undefined;
  }
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

// Keeps for all clients of one tape which recordings were played, what was missed, and what was unusual. Pure.
import { isIntroduction, isRepeatable } from "../../exchange/match-key.js";
import type { RecordedExchange, ServeTape } from "./tape.js";

export interface ServeLedger {
  play(recording: RecordedExchange): void;
  miss(message: string): void;
  /** Notes something that a client did differently from the recorded one; the same text is noted once. */
  note(message: string): void;
  misses(): number;
  /** The report for people, one line for each fact. */
  render(): string;
}

const SHOWN = 50;

/** An empty ledger for a tape. */
export function createLedger(tape: ServeTape): ServeLedger {
  const played = new Set<RecordedExchange>();
  const misses: string[] = [];
  const notes = new Set<string>();
  return {
    play: (recording) => void played.add(recording),
    miss: (message) => void misses.push(message),
    note: (message) => void notes.add(message),
    misses: () => misses.length,
    render() {
      const unused = unusedOf(tape, played);
      const work = tape.recordings.filter(({ exchange }) => !isIntroduction(exchange.method));
      const done = work.filter((recording) => played.has(recording)).length;
      return [
        `mcpvals serve: ${done} of ${work.length} recorded ${work.length === 1 ? "exchange" : "exchanges"} played, ${misses.length} missed`,
        ...cut(unused.map((recording) => `not asked for: ${titleOf(recording, tape)}`)),
        ...cut(misses.map((message) => `missed: ${message}`)),
        ...cut([...notes]),
      ].join("\n  ");
    },
  };
}

/** `tools/call get-sum (2 of 3)`. */
export function titleOf({ exchange, name, ordinal }: RecordedExchange, tape: ServeTape): string {
  const title = name === undefined ? exchange.method : `${exchange.method} ${name}`;
  const all = tape.byName.get(title)?.length ?? 1;
  return all === 1 ? title : `${title} (${ordinal} of ${all})`;
}

/** For a request that may be repeated, one recording counts for all recordings of it. */
function unusedOf(tape: ServeTape, played: ReadonlySet<RecordedExchange>): RecordedExchange[] {
  return tape.recordings.filter((recording) => {
    const { method } = recording.exchange;
    if (played.has(recording) || isIntroduction(method)) return false;
    if (!isRepeatable(method)) return true;
    const same = tape.byRequest.find(recording.exchange.method, recording.exchange.params).all;
    return same[0] === recording && !same.some((one) => played.has(one));
  });
}

function cut(lines: readonly string[]): readonly string[] {
  return lines.length <= SHOWN ? lines : [...lines.slice(0, SHOWN), `… and ${lines.length - SHOWN} more`];
}

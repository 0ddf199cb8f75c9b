import type { Situation } from "./play.mjs";

/** A changed run that nobody planned for. */
interface AdversaryRun {
  name: string;
  /** What a careful person says of it. */
  careful: string;
  told: object;
  changed: object;
  turns: object[][];
  /** The verdict; default: inconclusive. */
  verdict?: "failed";
  system?: string;
  replay?: { model?: string; system?: string };
}
export const ADVERSARY: readonly Situation[];
export const ADVERSARY_OF_RUNNER: readonly AdversaryRun[];

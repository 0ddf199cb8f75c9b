// Both sides of one changed cassette. Types only.
import { type RecordingSide, type Unreadable } from "../diff/recordings/recording.js";

/** One cassette that changed. */
export interface CassetteChange {
  /** What it is called where nothing of it can be read. */
  name: string;
  /** Relative to the repository's root; of the new side, where there is one. */
  file: string;
  before: RecordingSide | Unreadable | undefined;
  after: RecordingSide | Unreadable | undefined;
  /** The shortest name of the commit that `before` stands in. */
  base: string;
}

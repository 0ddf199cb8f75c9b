// Defines the two sides of one changed cassette. Types only.
import { type RecordingSide, type Unreadable } from "../diff/recordings/recording.js";

/** One cassette that changed. */
export interface CassetteChange {
  /** Its name where neither side can be read. */
  name: string;
  /** Relative to the repository's root; of the new side, where it exists. */
  file: string;
  before: RecordingSide | Unreadable | undefined;
  after: RecordingSide | Unreadable | undefined;
  /** The shortest name of the commit that contains `before`. */
  base: string;
}

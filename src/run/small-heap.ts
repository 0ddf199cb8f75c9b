// The heap of a process that stands in a server's place.
import { setFlagsFromString } from "node:v8";

/** Without, the heap grows by half before anybody looks at what is in it. */
export function keepHeapSmall(): void {
  setFlagsFromString("--optimize-for-size");
}

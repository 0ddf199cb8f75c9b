// A veil that hides nothing: for runs whose texts have neither secrets nor places.
import type { Veil } from "../../src/redaction/veil.js";

const same = <T>(value: T): T => value;

export const plainVeil: Veil = {
  hide: same,
  hideAgain: same,
  show: same,
  missing: () => [],
  hideCall: same,
  redactEvent: same,
  hideEvent: () => null,
  redactTrace: same,
  study: () => {},
  learn: () => {},
  redact: same,
  redactTexts: same,
  find: () => undefined,
  isAtHand: () => true,
};

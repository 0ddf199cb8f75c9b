// Says what beside variables may differ: places that the config frees, and redacted values.

/** What the config and the redaction say of the places of one call. Pointers are those of the recorded result. */
export interface FreePlaces {
  /** Neither compared nor asked for. */
  ignored(at: string): boolean;
  /** Any value of the same JSON type. */
  varies(at: string): boolean;
  anyOrder(at: string): boolean;
  /** True where one of these is said of a place below. */
  hasBelow(at: string): boolean;
  /** A recorded property's name with live values in the places of redacted ones. */
  nameNow(name: string): string;
  /** Where redacted values are in a recorded text. */
  redactedIn(text: string): { start: number; end: number; fits(value: string): boolean }[];
  /** Notes what stands in the place of a redacted value now. */
  noteRedacted(placeholder: string, live: string, at: string): void;
}

/** Nothing is free. */
export const NOTHING_FREE: FreePlaces = {
  ignored: () => false,
  varies: () => false,
  anyOrder: () => false,
  hasBelow: () => false,
  nameNow: (name) => name,
  redactedIn: () => [],
  noteRedacted: () => undefined,
};

// Defines what may differ beside variables: places that the config frees, and redacted values.

/** What the config and the redaction say about the places of one call. Pointers are those of the recorded result. */
export interface FreePlaces {
  /** True where the place is neither compared nor required. */
  ignored(at: string): boolean;
  /** True where the place may have any value of the same JSON type. */
  varies(at: string): boolean;
  anyOrder(at: string): boolean;
  /** True where a place below is free. */
  hasBelow(at: string): boolean;
  /** Returns a recorded property's name with live values in the places of redacted ones. */
  nameNow(name: string): string;
  /** Returns where redacted values are in a recorded text. */
  redactedIn(text: string): { start: number; end: number; fits(value: string): boolean }[];
  /** Notes the live value in the place of a redacted one. */
  noteRedacted(placeholder: string, live: string, at: string): void;
}

/** Frees nothing. */
export const NOTHING_FREE: FreePlaces = {
  ignored: () => false,
  varies: () => false,
  anyOrder: () => false,
  hasBelow: () => false,
  nameNow: (name) => name,
  redactedIn: () => [],
  noteRedacted: () => undefined,
};

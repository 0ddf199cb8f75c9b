// Finds all known values in texts and in base64. Pure.
import { Base64Hints, bytesOf, mapBase64, utf8Of } from "./base64-runs.js";
import { inForm, writePlaceholder } from "./placeholder.js";
import { cutOut, outsidePlaceholders } from "./text-redaction.js";
import { ValueSearch, type SearchEntry } from "./value-search.js";

export class Searches {
  readonly text: ValueSearch;
  /** True where one of the values may be a number in JSON. */
  readonly hasNumbers: boolean;
  private readonly bytes: ValueSearch;
  private readonly hints: Base64Hints;

  constructor(
    entries: readonly SearchEntry[],
    private readonly isOurs: (name: string) => boolean,
  ) {
    this.text = new ValueSearch(entries);
    this.bytes = new ValueSearch(entries.map((entry) => ({ ...entry, value: bytesOf(entry.value) })));
    this.hasNumbers = entries.some(({ value }) => String(Number(value)) === value);
    this.hints = new Base64Hints(entries.map(({ value }) => value));
  }

  /** False where base64 in the text certainly contains none of the values. */
  mayStandInBase64(text: string): boolean {
    return this.hints.mayStandIn(text);
  }

  /**
   * A run that is a value as a whole becomes a placeholder; in longer base64 only the value is removed, and it stays
   * base64.
   */
  redactBase64(text: string): string {
    if (!this.hints.mayStandIn(text)) return text;
    const change = (part: string): string => {
      const found = this.bytes.find(part).filter(outsidePlaceholders(part, this.isOurs));
      return cutOut(part, found, ({ name }) => writePlaceholder(name));
    };
    return mapBase64(text, change, (part, run) => {
      const [only] = this.bytes.find(part);
      if (only === undefined || only.start !== 0 || only.end !== part.length) return undefined;
      const form = (["base64", "base64url"] as const).find((each) => inForm(utf8Of(part), each) === run);
      return form === undefined ? undefined : writePlaceholder(only.name, form);
    });
  }

  /** The name of the first value in base64. */
  nameInBase64(text: string): string | undefined {
    if (!this.hints.mayStandIn(text)) return undefined;
    let name: string | undefined;
    mapBase64(text, (part) => {
      name ??= this.bytes.find(part)[0]?.name;
      return part;
    });
    return name;
  }
}

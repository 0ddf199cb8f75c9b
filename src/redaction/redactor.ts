// Replaces secrets in values by placeholders and restores them, in memory. Made once per command. Must not know where a
// value comes from or goes to: veil.ts and the run's stage make sure that nothing skips it.
import { isBase64Field, isOpaqueField, mimeTypeOf } from "../trace/opaque.js";
import { numberText, type ExactNumber } from "../json/digits.js";
import { isJsonObject, isKeptNumber, type JsonObject } from "../json/value.js";
import { redactBytes } from "./bytes.js";
import { CleanTexts } from "./clean-texts.js";
import { DeclaredKeys } from "./declared-keys.js";
import { openText, readText, searchText, type FinderParts, type ReadText } from "./find-secrets.js";
import { FoundNames } from "./found-names.js";
import { KeyLines } from "./key-lines.js";
import type { KnownValue } from "./known-values.js";
import { asName, isPlaceholder, placeholdersIn, writePlaceholder } from "./placeholder.js";
import { opensKey } from "./private-keys.js";
import { reveal } from "./reveal.js";
import { Searches } from "./searches.js";
import type { FindByRules } from "./secretlint.js";
import { cutOut, type Cut } from "./text-redaction.js";

export interface RedactorOptions {
  /** The suite's name: equal secrets of two suites have different names. */
  suite: string;
  known: readonly KnownValue[];
  /** Keys whose values are secrets. */
  keys: readonly string[];
  findByRules: FindByRules;
  /** `now`: what a person may have chosen gets names that no cassette has, unless the config gives it. */
  series: "recorded" | "now";
  /** The config: what is found in it, in its order, has the same name in every command. */
  config?: unknown;
}

/** Bytes that a secret was cut out of, so that they may no longer be a valid image. */
export interface SpoiledBytes {
  /** Of the secret. */
  name: string;
  type: string;
}

const PASSES = 5;

export class Redactor {
  private readonly known: Map<string, KnownValue>;
  private readonly knownNames: Map<string, string>;
  /** Known values that the server itself has said, beside those that it was given. */
  private readonly saidByServer = new Set<string>();
  private readonly names: FoundNames;
  private readonly keys: DeclaredKeys;
  private readonly finder: FinderParts;
  /** As of so many learned values; {@link clean} is too. */
  private searches: { now: Searches; learned: number } | undefined;
  /** Texts that were read since the last {@link redact}: what is studied is then redacted. */
  private readonly read = new Map<string, ReadText>();
  private readonly clean: CleanTexts;
  /** True where a secret was cut out of a word: the rest of the word may be a secret too. */
  private mustReadAgain = false;
  private readonly keyLines = new KeyLines();
  private readonly spoiled: SpoiledBytes[] = [];
  private numbersStay = false;

  constructor(private readonly options: RedactorOptions) {
    this.known = new Map(options.known.map((known) => [known.name, known]));
    this.knownNames = new Map(options.known.map(({ name, value }) => [value, name]));
    this.names = new FoundNames(options.suite, (name) => this.known.has(name));
    this.keys = new DeclaredKeys(options.keys);
    this.clean = new CleanTexts(
      (key) => this.keys.kindOf(key) !== undefined,
      (value) => this.nameOfNumber(value) !== undefined,
    );
    this.finder = {
      names: this.names,
      keys: this.keys,
      findByRules: options.findByRules,
      knownName: (value) => this.knownNames.get(value),
      isOurs: (name) => this.isOurs(name),
    };
    this.study(options.config);
    this.names.startSeries(options.series);
  }

  /** Another redactor, for live values that are compared with cassettes of another command. */
  forReplay(): Redactor {
    return new Redactor({ ...this.options, series: "now" });
  }

  /**
   * The value with placeholders, in strings, in keys, and for numbers that are secrets. Applying it twice changes
   * nothing more.
   */
  redact<T>(value: T): T;
  redact(value: unknown): unknown {
    this.searchesNow();
    if (this.clean.isWhole(value)) return value;
    let redacted = value;
    for (let pass = 0; pass < PASSES; pass++) {
      this.mustReadAgain = false;
      this.study(redacted);
      redacted = this.walk(redacted);
      if (!this.mustReadAgain) break;
    }
    if (this.read.size > 0) this.read.clear();
    return redacted;
  }

  /** The same, but numbers stay: for typed values. */
  redactTexts<T>(value: T): T;
  redactTexts(value: unknown): unknown {
    this.numbersStay = true;
    try {
      return this.redact(value);
    } finally {
      this.numbersStay = false;
    }
  }

  /** How many secrets were learned so far: what was redacted before the last of them may still hold it. */
  get learned(): number {
    return this.names.entries.length + this.known.size - this.options.known.length;
  }

  /** Learns values that are secrets everywhere from now on. A name that is taken gets a number. */
  know(values: readonly KnownValue[]): void {
    for (const known of values) {
      if (this.knownNames.has(known.value)) continue;
      let { name } = known;
      for (let number = 2; this.isOurs(name); number++) name = `${known.name}-${number}`;
      this.known.set(name, { ...known, name });
      this.knownNames.set(known.value, name);
    }
  }

  /** What {@link redact} has spoiled since this was last asked. */
  takeSpoiled(): readonly SpoiledBytes[] {
    return this.spoiled.length === 0 ? this.spoiled : this.spoiled.splice(0);
  }

  /** Learns the secrets in a value by their shapes and keys, to find them in any other form from now on. */
  study(value: unknown): void {
    if (typeof value === "string") this.studyText(value);
    else if (Array.isArray(value)) for (const part of value) this.study(part);
    else if (isJsonObject(value)) {
      for (const key of Object.keys(value)) {
        this.studyText(key);
        if (isOpaqueField(value, key)) continue;
        const part = value[key];
        const kind = this.keys.kindOf(key);
        if (kind !== undefined && isScalar(part) && !isErrorCode(value, key)) this.redactWhole(part, kind);
        else this.study(part);
      }
    }
  }

  /** A string or a number that is a secret as a whole; what is a placeholder already stays. */
  redactWhole(value: string | ExactNumber, kind: string): string {
    const text = typeof value === "string" ? value : numberText(value);
    if (text === "" || isPlaceholder(text)) return text;
    const name = this.nameOf(text) ?? this.names.add(text, asName(kind), { strong: false, declared: true });
    return writePlaceholder(name, typeof value === "string" ? undefined : "number");
  }

  /** Notes the secrets in what the server said: the server may be sent them again. */
  noteSaid(redacted: unknown): void {
    if (typeof redacted === "string") {
      for (const { name } of placeholdersIn(redacted)) {
        if (this.known.has(name)) this.saidByServer.add(name);
        else this.names.confirm(name);
      }
    } else if (typeof redacted === "object" && redacted !== null) {
      for (const part of Object.values(redacted)) this.noteSaid(part);
    }
  }

  /**
   * The value with real values instead of placeholders, where they are known. Not for the disk, never for a report.
   */
  reveal<T>(value: T): T;
  reveal(value: unknown): unknown {
    return reveal(value, (name) => this.valueAtHand(name));
  }

  /** True of a placeholder whose value may be given to the server. */
  isAtHand(placeholder: string): boolean {
    return placeholdersIn(placeholder).every(({ name }) => this.valueAtHand(name) !== undefined);
  }

  /**
   * Where a known secret is in a value, and its name; undefined where there is none. Learns nothing: what two texts
   * look like when they are read as one is not a secret.
   */
  find(value: unknown, path: readonly string[] = []): { path: readonly string[]; name: string } | undefined {
    if (typeof value === "string") {
      const name = this.nameIn(value);
      return name === undefined ? undefined : { path, name };
    }
    if (typeof value !== "object" || value === null) return undefined;
    for (const [key, part] of Object.entries(value)) {
      const inKey = Array.isArray(value) ? undefined : this.nameIn(key);
      if (inKey !== undefined) return { path: [...path, this.redact(key)], name: inKey };
      const found = this.find(part, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private nameIn(text: string): string | undefined {
    const searches = this.searchesNow();
    const read = openText(text, this.finder.isOurs);
    return searchText(text, read, searches.text)[0]?.name ?? searches.nameInBase64(text);
  }

  private walk(value: unknown): unknown {
    if (typeof value === "string") return this.redactText(value);
    if (typeof value === "number") {
      const name = this.nameOfNumber(value);
      return name === undefined ? value : writePlaceholder(name, "number");
    }
    if (Array.isArray(value)) return this.walkArray(value);
    return isJsonObject(value) ? this.walkObject(value) : value;
  }

  // Nearly everything stays unchanged, so copy nothing before something changes.
  private walkArray(value: readonly unknown[]): unknown {
    let changed: unknown[] | undefined;
    for (const [at, part] of value.entries()) {
      const walked = this.walk(part);
      if (walked !== part) changed ??= value.slice(0, at);
      changed?.push(walked);
    }
    return changed ?? value;
  }

  private walkObject(value: JsonObject): unknown {
    let changed: Map<string, unknown> | undefined;
    for (const key of Object.keys(value)) {
      const part = value[key];
      const name = this.redactText(key);
      const walked = this.walkMember(value, key, part);
      if (name !== key || walked !== part) changed ??= membersBefore(value, key);
      if (changed === undefined) continue;
      let unique = name;
      for (let number = 2; changed.has(unique); number++) unique = `${name} (${String(number)})`;
      changed.set(unique, walked);
    }
    return changed === undefined ? value : Object.fromEntries(changed);
  }

  private walkMember(owner: JsonObject, key: string, part: unknown): unknown {
    if (isOpaqueField(owner, key)) {
      return typeof part === "string" && isBase64Field(owner, key) ? this.redactBytes(part, mimeTypeOf(owner)) : part;
    }
    const kind = this.keys.kindOf(key);
    if (isErrorCode(owner, key)) return part;
    const isWhole = kind !== undefined && isScalar(part) && !(this.numbersStay && typeof part !== "string");
    return isWhole ? this.redactWhole(part, kind) : this.walk(part);
  }

  private redactBytes(part: string, type: string): string {
    const { base64, name } = redactBytes(part, this.searchesNow(), this.finder.isOurs);
    if (name !== undefined && !isTextType(type)) this.spoiled.push({ name, type });
    return base64;
  }

  private redactText(text: string): string {
    const searches = this.searchesNow();
    const line = this.keyLines.of(text);
    if (line === undefined && this.clean.has(text)) return text;
    const read = this.readOnce(text);
    const cuts = [...read.cuts, ...searchText(text, read, searches.text), ...this.cutLine(text, line)];
    if (cuts.length === 0 && !searches.mayStandInBase64(text)) {
      // What begins a key must be seen again where it comes again.
      if (!opensKey(text)) this.clean.add(text);
      return text;
    }
    // The rest of a word may be a secret too; so may the name in a false placeholder.
    this.mustReadAgain ||=
      text.includes("[redacted:") ||
      cuts.some(({ start, end }) => !isEdge(text.charAt(start - 1)) || !isEdge(text.charAt(end)));
    const cut = cutOut(text, cuts, ({ name, form, quote = "" }) => quote + writePlaceholder(name, form) + quote);
    const redacted = searches.redactBase64(cut);
    this.mustReadAgain ||= redacted !== cut;
    return redacted;
  }

  /** Of a key that came line by line, also where there are more secrets than are looked for. */
  private cutLine(text: string, line: string | undefined): Cut[] {
    const name = line === undefined ? undefined : this.names.nameOf(line);
    if (line === undefined || name === undefined) return [];
    const start = text.indexOf(line);
    return [{ start, end: start + line.length, name }];
  }

  private studyText(text: string): void {
    const line = this.keyLines.read(text);
    if (line !== undefined) this.names.add(line, "private-key", { strong: true });
    this.readOnce(text);
  }

  private readOnce(text: string): ReadText {
    const before = this.clean.has(text) ? NOTHING : this.read.get(text);
    if (before !== undefined) return before;
    const read = readText(text, this.finder);
    this.read.set(text, read);
    return read;
  }

  /** The name of what is a secret as a whole, and long enough to be looked for. */
  private nameOf(text: string): string | undefined {
    return this.knownNames.get(text) ?? (this.searchesNow().text.has(text) ? this.names.nameOf(text) : undefined);
  }

  private nameOfNumber(value: number): string | undefined {
    return this.numbersStay || !this.searchesNow().hasNumbers ? undefined : this.nameOf(String(value));
  }

  private isOurs(name: string): boolean {
    return this.known.has(name) || this.names.valueOf(name) !== undefined;
  }

  private searchesNow(): Searches {
    const learned = this.names.entries;
    if (this.searches?.learned !== this.learned) {
      this.clean.clear();
      const now = new Searches([...this.known.values(), ...learned], this.finder.isOurs);
      this.searches = { now, learned: this.learned };
    }
    return this.searches.now;
  }

  private valueAtHand(name: string): string | undefined {
    const known = this.known.get(name);
    if (known === undefined) return this.names.valueAtHand(name);
    return known.isForServer || this.saidByServer.has(name) ? known.value : undefined;
  }
}

const NOTHING: ReadText = { views: [], cuts: [], takes: () => false };

function membersBefore(object: JsonObject, key: string): Map<string, unknown> {
  const members = Object.entries(object);
  return new Map(
    members.slice(
      0,
      members.findIndex(([name]) => name === key),
    ),
  );
}

/** The number that says what kind of error it is, in JSON-RPC. */
function isErrorCode(owner: JsonObject, key: string): boolean {
  return key === "code" && typeof owner[key] === "number" && typeof owner["message"] === "string";
}

/** True where the character beside a cut is certainly not part of a secret. */
function isEdge(char: string): boolean {
  return char === "" || /[\s"',;()[\]{}<>@:|]/.test(char);
}

function isScalar(value: unknown): value is string | ExactNumber {
  return typeof value === "string" || typeof value === "number" || isKeptNumber(value);
}

function isTextType(mimeType: string): boolean {
  return mimeType === "" || /^(?:text\/|application\/(?:.*\+)?(?:json|xml|yaml|javascript|x-ndjson))/i.test(mimeType);
}

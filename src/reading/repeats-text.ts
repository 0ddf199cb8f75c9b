// Tells how structured content repeats the texts of its result: which block, under which key, in which form.
import { canonicalJson } from "../json/canonical.js";
import { parseExactJson } from "../json/exact.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** How structured content repeats a text. Two results that repeat in the same way say the same twice. */
export interface Repetition {
  /** The index of the block; absent where a list repeats all blocks, one after the other. */
  block?: number;
  /** The only key of the structured content, where the repeated value is below one. */
  key?: string;
  /** `json`: the text is the value as JSON. `text`: the value is the text. */
  form: "json" | "text";
}

/** Returns how a result repeats its text in its structured content; undefined where that says something else. */
export function repetitionIn({ content, structuredContent }: JsonObject): Repetition | undefined {
  if (structuredContent === undefined || !Array.isArray(content)) return undefined;
  const texts = content.map(textOf);
  for (const said of saidBy(structuredContent)) {
    const under = said.key === undefined ? {} : { key: said.key };
    for (const form of FORMS) {
      const block = texts.findIndex((text) => said.is(text, form));
      if (block !== -1) return { block, ...under, form };
    }
    for (const form of FORMS) if (said.isAll(texts, form)) return { ...under, form };
  }
  return undefined;
}

/** True where a result repeats its text in this way. */
export function repeatsAs({ block, key, form }: Repetition, { content, structuredContent }: JsonObject): boolean {
  if (structuredContent === undefined || !Array.isArray(content)) return false;
  const said = saidBy(structuredContent).find((one) => one.key === key);
  if (said === undefined) return false;
  return block === undefined ? said.isAll(content.map(textOf), form) : said.is(textOf(content[block] ?? null), form);
}

const FORMS = ["text", "json"] as const;

/** The structured content, and what is below its only key: servers that return texts or lists only wrap them. */
function saidBy(structured: JsonValue): Said[] {
  const [only, ...more] = isJsonObject(structured) ? Object.entries(structured) : [];
  return [new Said(structured), ...(only === undefined || more.length > 0 ? [] : [new Said(only[1], only[0])])];
}

/** A value that may be what a text says. */
class Said {
  private canonical: string | undefined;

  constructor(
    private readonly value: JsonValue,
    readonly key?: string,
  ) {}

  is(text: string | undefined, form: Repetition["form"]): boolean {
    if (text === undefined) return false;
    if (form === "text") return this.value === text;
    const json = parseExactJson(text);
    if (json === undefined) return false;
    this.canonical ??= canonicalJson(this.value);
    return canonicalJson(json) === this.canonical;
  }

  /** True for a list of what the blocks say, one after the other. */
  isAll(texts: readonly (string | undefined)[], form: Repetition["form"]): boolean {
    const { value } = this;
    if (!Array.isArray(value) || value.length < 2 || value.length !== texts.length) return false;
    return value.every((part, at) => new Said(part).is(texts[at], form));
  }
}

function textOf(block: JsonValue): string | undefined {
  const text = isJsonObject(block) ? block["text"] : undefined;
  return typeof text === "string" ? text : undefined;
}

// Makes the first workflows of a suite from the tools that a server lists. Pure.
import type { Config } from "../config/schema-written.js";
import { slugOf } from "../config/slug.js";
import { isJsonObject } from "../json/value.js";
import type { Tool } from "../trace/contract.js";

type Workflows = NonNullable<Config["workflows"]>;

const MOST = 3;

/** One workflow for each of up to three tools: those that only read come first. `onlyReading`: no others. */
export function makeWorkflows(tools: readonly Tool[], onlyReading: boolean): Workflows {
  const ranked = tools
    .map((tool) => ({ tool, rank: rankOf(tool) }))
    .filter(({ rank }) => !onlyReading || rank === 0)
    .toSorted((one, other) => one.rank - other.rank);
  const names = new Set<string>();
  return ranked.slice(0, MOST).map(({ tool }) => {
    const slug = slugOf(tool.name);
    const name = names.has(slug) ? `${slug}-${names.size + 1}` : slug;
    names.add(name);
    return { name, steps: [{ user: promptOf(tool), expectTools: [tool.name] }] };
  });
}

/** True for a tool that says that it changes nothing. */
export function onlyReads(tool: Tool): boolean {
  return isJsonObject(tool["annotations"]) && tool["annotations"]["readOnlyHint"] === true;
}

export function needsNoArgument(tool: Tool): boolean {
  return requiredBy(tool).length === 0;
}

function rankOf(tool: Tool): number {
  if (onlyReads(tool)) return 0;
  return isJsonObject(tool["annotations"]) && tool["annotations"]["destructiveHint"] === false ? 1 : 2;
}

function requiredBy({ inputSchema }: Tool): unknown[] {
  const required = isJsonObject(inputSchema) ? inputSchema["required"] : [];
  return Array.isArray(required) ? required : [];
}

/** What a user would ask: the first sentence of the description, as a request. */
function promptOf(tool: Tool): string {
  const description = typeof tool["description"] === "string" ? tool["description"].trim() : "";
  const [first = ""] = description.split(/(?<=[.!?])\s|\n/);
  const sentence = first.replaceAll(/\s+/g, " ").replace(/[.:;,]*$/, "");
  const asks = sentence === "" || sentence.length > 200 ? `Use the tool ${tool.name}` : asRequest(sentence);
  return `${asks}.${needsNoArgument(tool) ? "" : " Choose example values for what you need."}`;
}

/** `Looks up a loan and returns its id` becomes `Look up a loan and return its id`. */
function asRequest(sentence: string): string {
  return sentence
    .replace(/^[A-Z][a-z]+(?=\s)/, infinitive)
    .replaceAll(
      /(?<=\s(?:and|or|then) )(?:returns|gives|shows|lists|prints|sends|stores|writes|reads|gets)\b/g,
      infinitive,
    );
}

function infinitive(verb: string): string {
  if (/(?:ss|us|is)$/.test(verb) || !verb.endsWith("s") || /^(?:This|Has|Does|Always)$/.test(verb)) return verb;
  if (/(?:ch|sh|x|z|ss|o)es$/.test(verb)) return verb.slice(0, -2);
  return verb.endsWith("ies") ? `${verb.slice(0, -3)}y` : verb.slice(0, -1);
}

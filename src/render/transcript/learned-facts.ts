// Describes what was learned about a run for people: each variable with its values and places, and what is open.
import { columnRuleInWords } from "../../variables/column-words.js";
import { describeGrowth } from "../../variables/describe-growth.js";
import { describeVarying } from "../../variables/describe-varying.js";
import { figureInWords } from "../../variables/list-figures.js";
import { seenText, type Learned, type Place, type SentPlace, type Variable } from "../../variables/learned.js";

/** One line each: a name and its description. */
export function learnedFacts(learned: Learned): { name: string; text: string }[] {
  const { variables, orders, grows, lengths = [], columns = [], races, unstable, doubtful } = learned;
  return [
    ...variables.map((variable) => ({ name: "Variable", text: describeVariable(variable) })),
    ...orders.map((place) => ({ name: "Any order", text: describePlace(place) })),
    ...grows.map((place) => ({ name: "Grows", text: `${describePlace(place)} ${describeGrowth(place)}` })),
    ...lengths.map((place) => ({ name: "Any length", text: `${describePlace(place)} ${describeVarying(place)}` })),
    ...columns.map((rule) => ({
      name: "Column",
      text: `${describePlace(rule)}: ${rule.column} is ${columnRuleInWords(rule)}`,
    })),
    ...races.map((calls) => ({ name: "Race", text: `calls ${calls.join(", ")}` })),
    ...unstable.map((place) => ({
      name: "Unstable",
      text: `${describePlace(place)}: ${place.why}${place.why === "" ? "" : ": "}${place.seen.map(shown).join(", ")}`,
    })),
    ...doubtful.map(({ value, readings, excluded = [], derived, ...place }) => ({
      name: "Doubtful",
      text: `${describePlace(place)} sends ${shown(value)}: ${readings.join(" or ")}${derived === undefined ? "" : ` (${derived})`}${excluded.length === 0 ? "" : `, not ${excluded.join(" or ")}, with which it failed`}; not played`,
    })),
  ];
}

function describeVariable({ name, kind, seen, places, sent, of }: Variable): string {
  const literals = sent.filter(({ by }) => by === "literal");
  const put = sent.filter(({ by }) => by !== "literal");
  return [
    `${name} (${kind}): ${seen.map(shown).join(", ")}; at ${places.map(describePlace).join(", ")}`,
    ...(of === undefined ? [] : [`as ${figureInWords(of)}`]),
    ...(put.length === 0 ? [] : [`sent to ${put.map(describeSent).join(", ")}`]),
    ...(literals.length === 0 ? [] : [`as it was recorded to ${literals.map(describePlace).join(", ")}`]),
  ].join("; ");
}

function describeSent(place: SentPlace): string {
  return `${describePlace(place)} (${place.by})`;
}

function describePlace({ call, at, token, key }: Pick<Place, "call" | "at" | "token" | "key">): string {
  const where = call === 0 ? "contract" : `call ${call}`;
  const tokens =
    token === undefined ? "" : typeof token === "number" ? ` token ${token}` : ` tokens ${token[0]} to ${token[1]}`;
  return `${where} ${at === "" ? "(all)" : at}${tokens}${key === true ? " (its name)" : ""}`;
}

function shown(value: Parameters<typeof seenText>[0]): string {
  const text = typeof value === "string" ? JSON.stringify(value) : seenText(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

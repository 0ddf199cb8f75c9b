// Renders what to paste into a config so that a recording replays: never cut, never wrapped.
import type { Evaluation, PlacesToPaste, RecordedFacts } from "../../report/report.js";
import { escapeControls } from "../safe/shown-text.js";

/** Lists what `record` offers for one config, each entry once. Without lines where it offers nothing. Controls are escaped. */
export function pasteLines(evaluations: readonly Evaluation[], config = "the config"): string[] {
  const facts = evaluations.flatMap(({ recorded }) => recorded ?? []);
  return [...placeLines(facts, config), ...pinLines(facts, config)].map(escapeControls);
}

/** Lists the pins alone. Controls are not escaped. */
export function pinLines(facts: readonly Pick<RecordedFacts, "pins">[], config = "the config"): string[] {
  return once(facts.flatMap(({ pins = [] }) => pins)).flatMap((pins) => {
    const [first] = pins;
    if (first === undefined) return [];
    const which = pins.length === 1 ? "" : `one of ${pins.length} `;
    const head = `To paste into "pins" of ${config}, ${which}for ${first.argument} of ${first.into}:`;
    return [head, ...pins.map((pin) => `  ${JSON.stringify(pin)}`)];
  });
}

function placeLines(facts: readonly RecordedFacts[], config: string): string[] {
  const blocks = (["varies", "ignore"] as const).flatMap((key: keyof PlacesToPaste) => {
    const entries = once(facts.flatMap(({ paste }) => paste?.[key] ?? [])).map(
      (entry) => `    ${JSON.stringify(entry)}`,
    );
    return entries.length === 0 ? [] : [`  "${key}": [\n${entries.join(",\n")}\n  ]`];
  });
  return blocks.length === 0 ? [] : [`To paste into ${config}:`, ...blocks.join(",\n").split("\n")];
}

function once<Item>(all: readonly Item[]): Item[] {
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

// Compares the structured content of two results. Some hosts give Claude only that, others only the text: what it says
// beside an unchanged text counts like a text, and where it repeats the text in the same way, the text is compared.
import type { JsonObject } from "../json/value.js";
import { saysTrouble } from "../reading/trouble.js";
import { repeatsAs, repetitionIn } from "../reading/repeats-text.js";
import { losesGround } from "../trace/drift-classes.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import { compareJson } from "./compare-json.js";
import { compareTwins } from "./twin-rows.js";

const KEY = "structuredContent";

/** Compares the structured content of two results, either of which may have none. `isTextSame`: nothing else changed. */
export function compareStructured(
  recorded: JsonObject,
  live: JsonObject,
  { isTextSame, ...context }: LeafContext & { isTextSame: boolean },
): Difference[] {
  const [before, after] = [recorded[KEY], live[KEY]];
  if (before === undefined && after === undefined) return [];
  if (before === undefined) {
    if (repetitionIn(live) !== undefined)
      return [{ path: [KEY], class: "additive", present: after ?? null, note: "repeats the text, for programs" }];
    return [{ path: [KEY], class: saysTrouble("", after ?? null) ? "changed" : "additive", present: after ?? null }];
  }
  const repetition = repetitionIn(recorded);
  if (after === undefined) {
    // A tool that promises it with an output schema fails Tool Call Health.
    if (repetition !== undefined)
      return [{ path: [KEY], class: "docs", recorded: before, note: "it repeated the text, which is compared" }];
    return [{ path: [KEY], class: "breaking", recorded: before, lost: before, note: "the field is gone" }];
  }
  if (repetition === undefined) {
    const found = compareJson(before, after, [KEY], context);
    return found.some(losesGround) || !isTextSame ? found : [...found, ...compareTwins(recorded, live, context)];
  }
  if (repeatsAs(repetition, live)) return [];
  // Nothing was learned of a copy, but the variables of the text explain values in it.
  const found = compareJson(before, after, [KEY], { ...context, loose: true });
  if (!isTextSame || found.some(losesGround)) return found;
  return [{ path: [KEY], class: "changed", recorded: before, present: after, note: "it no longer repeats the text" }];
}

// Renders what differed in a replay and which values were replaced, each difference side by side.
import type { Drift } from "../../../trace/drift.js";
import { describePlace } from "../../../trace/describe-drift.js";
import type { ReplayFacts } from "../../../report/report.js";
import type { Transcript } from "../../../report/transcript.js";
import { countDrift, worstDriftFirst } from "../../../report/worst-drift-first.js";
import { jsonAsText } from "./json-as-text.js";
import { markup, type Markup } from "./markup.js";
import { plural } from "./numbers.js";
import { picturesOf } from "./pictures-beside.js";
import type { SideBySide } from "./side-by-side.js";
import { variablesMarkup } from "./variables.js";
import { factsOf, wasSettled, isExplained } from "../../../trace/drift-classes.js";

/** How many differences of one workflow are shown; the rest is counted. */
const SHOWN = 200;
/** How many of the first are open. */
const OPEN = 3;

interface DriftLook {
  sideBySide: SideBySide;
  /** For the pictures, which the drift only names. */
  transcript: Transcript | undefined;
}

/** Undefined where nothing differed, no variable has a new value and nothing was replaced. */
export function driftMarkup(replay: ReplayFacts, look: DriftLook): Markup | undefined {
  const sorted = worstDriftFirst(replay.drift);
  const telling = sorted.filter((item) => !isExplained(item));
  const quiet = sorted.filter(isExplained);
  if (sorted.length + replay.substitutions.length + replay.variables.length === 0) return undefined;
  const shown = telling.slice(0, SHOWN);
  const left = telling.length - shown.length;
  return markup`<details class="part" open><summary>What changed${sorted.length > 0 && markup` <small>${countDrift(sorted).join(", ")}</small>`}</summary>
${shown.map((item, at) => oneDrift(item, at < OPEN, look))}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; the JSON report has them all.</p>`}
${quiet.length > 0 && markup`<details><summary>${plural(quiet.length, "difference")} that is explained (volatile, correlated)</summary>${quiet.slice(0, SHOWN).map((item) => oneDrift(item, false, look))}</details>`}
${variablesMarkup(replay.variables)}
${replay.substitutions.length > 0 && substitutions(replay)}
</details>`;
}

function oneDrift(drift: Drift, open: boolean, { sideBySide, transcript }: DriftLook): Markup {
  const { id, class: kind, where, recorded, present, note } = drift;
  return markup`<details class="drift"${open && " open"}><summary><span class="class c-${factsOf(kind).tone}">${kind}${wasSettled(drift) && ", accepted"}</span> ${describePlace(where)} <small>${id}</small></summary>
${note !== undefined && markup`<p>${note}</p>`}
${picturesOf(where, transcript) ?? sideBySide(recorded, present)}</details>`;
}

function substitutions({ substitutions: all }: ReplayFacts): Markup {
  const rows = all
    .slice(0, SHOWN)
    .map(
      ({ recorded, live, from }) =>
        markup`<li><code>${jsonAsText(recorded)}</code> was played as <code>${jsonAsText(live)}</code>, found in ${describePlace(from)}</li>`,
    );
  const word = all.length === 1 ? "value from the server was" : "values from the server were";
  return markup`<details><summary>${all.length} ${word} put in place of recorded ones</summary><ul>${rows}</ul></details>`;
}

// Every class of drift and of a contract's change is shown by every format that shows such things: a class that a format
// forgot would be a difference that nobody sees.
import { describe, expect, it } from "vitest";
import { CONTRACT_WORST_FIRST } from "../../../src/contract/classes.js";
import { loadReporter } from "../../../src/render/formats/index.js";
import { loadDiffReporter } from "../../../src/render/formats/diff/index.js";
import { renderTranscriptMarkdown } from "../../../src/render/transcript/render-transcript-markdown.js";
import { renderTranscriptText } from "../../../src/render/transcript/render-transcript-text.js";
import { buildEvaluation } from "../../../src/report/build.js";
import type { Drift } from "../../../src/trace/drift.js";
import { DRIFT_WORST_FIRST, isExplained, needsDecision, type DriftClass } from "../../../src/trace/drift-classes.js";
import { reportOf } from "../../helpers/sample-reports.js";
import { call, replayOf, UNGROUNDED, workflow } from "../metrics/traces.js";
import { change, diffOf, driftOf, workflowDiff } from "./diff/sample-diffs.js";
import { diff as shownDiff, run } from "./transcript/example.js";

const ids = new Map(DRIFT_WORST_FIRST.map((name, at) => [name, `d-000000${10 + at}`]));
const idOf = (name: DriftClass): string => ids.get(name) ?? "";
const drifts: Drift[] = DRIFT_WORST_FIRST.map((name, at) =>
  driftOf(idOf(name), name, {
    where: { part: "result", step: 1, turn: 1, call: 1, tool: "find", path: `/content/0/json/place-${at}` },
    recorded: `was ${name}`,
    present: `is ${name}`,
  }),
);
const telling = drifts.filter((drift) => !isExplained(drift));

const right = [[[call("find", "42")], "It is 42"]];
const report = reportOf([
  buildEvaluation({
    workflow: workflow({ name: "w", state: "42", expectTools: ["find"] }),
    trace: replayOf(right, [[[call("find", "43")]]], { end: UNGROUNDED, evidence: { drift: drifts } }),
    config: "suite.config.json",
  }),
]);

const changes = CONTRACT_WORST_FIRST.map((name, at) =>
  change("required-added", name, { id: `d-000001${10 + at}`, message: `It is ${name}.` }),
);
const compared = diffOf("REGRESSED", [workflowDiff("w", "BREAKING", { drift: drifts })], changes);

/** An id in a command that accepts it does not show the difference. */
const missing = (text: string, some: readonly { id: string }[]): string[] => {
  const shown = text.replace(/mcpvals accept [^]*? -m /g, "");
  return some.map(({ id }) => id).filter((id) => !shown.includes(id));
};

describe("a report with every class of drift", () => {
  it.each(["console", "json", "markdown", "html", "junit"] as const)(
    "shows all that tells something: %s",
    async (name) => {
      const render = await loadReporter(name);
      expect(missing(render([report], { color: false, debug: true }), telling)).toEqual([]);
    },
  );

  it("counts those that need nobody, in short and in long", async () => {
    const render = await loadReporter("console");
    for (const debug of [false, true]) {
      const text = render([report], { color: false, debug });
      for (const name of DRIFT_WORST_FIRST) expect(text.replace(/\s+/g, " ")).toContain(`1 ${name}`);
    }
  });
});

describe("a diff with every class of drift, and of change", () => {
  it.each(["console", "json", "html"] as const)("shows them all: %s", async (name) => {
    const render = await loadDiffReporter(name);
    const text = render(compared, { color: false, full: true });
    expect(missing(text, [...telling, ...changes])).toEqual([]);
  });

  it.each(["console", "json", "html", "markdown"] as const)("shows what a person decides: %s", async (name) => {
    const render = await loadDiffReporter(name);
    const text = render(compared, { color: false, full: false });
    expect(missing(text, [...drifts.filter(needsDecision), ...changes.slice(0, 2)])).toEqual([]);
  });
});

describe("a transcript beside a replay with every class of drift", () => {
  const shown = { run, diff: { ...shownDiff, drift: drifts } };

  it("shows them all on a terminal", () => {
    const text = renderTranscriptText(shown, { color: false, width: 100, full: true, timeless: true });
    expect(missing(text, telling)).toEqual([]);
    for (const name of DRIFT_WORST_FIRST) expect(text).toContain(name);
  });

  it("shows them all in Markdown", () => {
    const text = renderTranscriptMarkdown(shown, { full: true, timeless: true });
    for (const name of DRIFT_WORST_FIRST) expect(text).toContain(name);
  });
});

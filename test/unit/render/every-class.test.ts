// Every class of drift and of a contract's change is shown by every format that shows such things: a class that a format
// forgot would be a difference that nobody sees.
import { describe, expect, it } from "vitest";
import { CONTRACT_WORST_FIRST, factsOfContractClass, TO_DECIDE } from "../../../src/contract/classes.js";
import { STYLE } from "../../../src/render/formats/html/style.js";
import { loadReporter } from "../../../src/render/formats/index.js";
import { loadDiffReporter } from "../../../src/render/formats/diff/index.js";
import { renderTranscriptMarkdown } from "../../../src/render/transcript/render-transcript-markdown.js";
import { renderTranscriptText } from "../../../src/render/transcript/render-transcript-text.js";
import { buildEvaluation } from "../../../src/report/build.js";
import type { Drift } from "../../../src/trace/drift.js";
import {
  DRIFT_WORST_FIRST,
  factsOf,
  isExplained,
  isUndecided,
  needsDecision,
  type DriftClass,
} from "../../../src/trace/drift-classes.js";
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
const evaluationOf = (what: Parameters<typeof workflow>[0]) =>
  buildEvaluation({
    workflow: workflow(what),
    trace: replayOf(right, [[[call("find", "43")]]], { end: UNGROUNDED, evidence: { drift: drifts } }),
    config: "suite.config.json",
  });
const report = reportOf([evaluationOf({ name: "w", state: "42", expectTools: ["find"] })]);

const changes = CONTRACT_WORST_FIRST.map((name, at) =>
  change("required-added", name, { id: `d-000001${10 + at}`, message: `It is ${name}.` }),
);
const compared = diffOf("REGRESSED", [workflowDiff("w", "BREAKING", { drift: drifts })], changes);

/** An id in a command that accepts it does not show the difference. */
const missing = (text: string, some: readonly { id: string }[]): string[] => {
  const shown = text.replace(/mcpvals accept [^]*? -m /g, "");
  return some.map(({ id }) => id).filter((id) => !shown.includes(id));
};

/** What is quiet has the colour of every other label. */
const coloursMissing = (tones: readonly string[]): string[] =>
  tones.filter((tone) => tone !== "quiet" && !new RegExp(`\\.c-${tone}\\s*[,{]`).test(STYLE));

describe("a report with every class of drift", () => {
  it.each(["console", "json", "markdown", "html", "junit"] as const)(
    "shows all that tells something: %s",
    async (name) => {
      const render = await loadReporter(name);
      expect(missing(render([report], { color: false, debug: true }), telling)).toEqual([]);
    },
  );

  it("annotates it with each one that leaves it open: github", async () => {
    const render = await loadReporter("github");
    // Accepting a difference settles a workflow that expects no state, so the annotation offers it by its id.
    const text = render([reportOf([evaluationOf({ name: "w", expectTools: ["find"] })])], {
      color: false,
      debug: false,
    });
    for (const { id } of drifts.filter(isUndecided)) expect(text).toContain(id);
  });

  it("shows each in its colour: html", async () => {
    const render = await loadReporter("html");
    const text = render([report], { color: false, debug: false });
    for (const name of DRIFT_WORST_FIRST) expect(text).toContain(`<span class="class c-${factsOf(name).tone}">${name}`);
    expect(coloursMissing(DRIFT_WORST_FIRST.map((name) => factsOf(name).tone))).toEqual([]);
  });

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

describe("a diff in other forms", () => {
  it("annotates each change that a person decides: github", async () => {
    const render = await loadDiffReporter("github");
    const text = render(compared, { color: false, full: false });
    expect(
      missing(
        text,
        changes.filter((one) => TO_DECIDE.includes(one.class)),
      ),
    ).toEqual([]);
  });

  it("shows each in its colour: html", async () => {
    const render = await loadDiffReporter("html");
    const text = render(compared, { color: false, full: true });
    for (const name of CONTRACT_WORST_FIRST) {
      expect(text).toContain(`<span class="class c-${factsOfContractClass(name).tone}">${name}`);
    }
    expect(coloursMissing(CONTRACT_WORST_FIRST.map((name) => factsOfContractClass(name).tone))).toEqual([]);
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

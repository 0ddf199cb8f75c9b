// Checks whether the places that a suite's config names occur in its cassettes and need an entry. Reads the config.
import { readFile } from "node:fs/promises";
import { learnedOf } from "../cassette/learned-of.js";
import { readTrace } from "../cassette/read-trace.js";
import type { Suite } from "../config/suite.js";
import { checkPlaces } from "./check-places.js";
import type { Finding } from "./finding.js";
import type { LintedCassette } from "./lint-folder.js";
import { recordedPlaces } from "./recorded-places.js";

/** Nothing while a workflow has no cassette: its calls may have the places. */
export async function lintPlaces(cassettes: readonly LintedCassette[], suite: Suite): Promise<Finding[]> {
  const { file, config } = suite;
  const { workflows = [], varies = [], ignore = [], pins = [] } = config;
  if (file === null || varies.length + ignore.length + pins.length === 0) return [];
  const own = new Map(cassettes.map(({ cassette }) => [cassette.workflow, cassette]));
  const recorded = workflows.flatMap(({ name }) => own.get(name) ?? []);
  if (recorded.length === 0 || recorded.length < workflows.length) return [];
  const calls = recorded.flatMap((cassette) => {
    const trace = readTrace(cassette, { server: {}, capabilities: {}, tools: [] });
    const learned = learnedOf(cassette, trace);
    // The checks stopped at a doubtful turn.
    const wasChecked = cassette.cassette !== 1 && (cassette.facts.recorded.checks ?? 0) > 0;
    return recordedPlaces(trace, learned, wasChecked && learned.doubtful.length === 0);
  });
  const text = await readFile(file, "utf8").catch(() => "");
  return checkPlaces(config, calls).map(({ rule, key, index, message, fix }): Finding => {
    return { rule, file, line: lineOf(text, key, index), message: `${key}[${index}]: ${message}`, fix };
  });
}

/** The line of an entry: the object with this index after the key. The first line where it is not found. */
function lineOf(text: string, key: string, index: number): number {
  const start = text.indexOf(`"${key}"`);
  let at = start === -1 ? -1 : text.indexOf("[", start);
  for (let count = 0; at !== -1 && count <= index; count++) at = text.indexOf("{", at + 1);
  return at === -1 ? 1 : text.slice(0, at).split("\n").length;
}

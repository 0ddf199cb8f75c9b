// Reads what is to be compared (several models, or a matrix), and plans each suite once for each side.
import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ConfigPart } from "../config/extends.js";
import { loadSuite } from "../config/load.js";
import { parseJson } from "../config/parse-json.js";
import { showPath } from "../config/show-path.js";
import { McpvalsError, messageOf } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import type { RunOptions } from "../suite/options.js";
import type { CommandContext } from "./context.js";
import { allOf, bad, oneOf, type FlagValues } from "./flag-values.js";
import type { Planned, PlanOptions } from "./plan-suites.js";

/** One of several things to compare. */
export interface PlannedSide {
  name: string;
  options: Pick<RunOptions, "model" | "server">;
  /** Laid over the config of each suite. */
  over?: ConfigPart | undefined;
}

/** The most sides of one command. */
const MOST_SIDES = 20;

/** What leaves out trials of one side or the other because of how they ended, or gives the sides other trials. */
const UNFAIR: Readonly<Record<string, string>> = {
  sure: "stops the trials of each side where its own rate is decided, so they could not be paired. Leave it out, and say how many: --repeat 10",
  bail: "would leave out what the other side has run. Leave it out.",
  "last-failed": "would choose other workflows for the second side. Name them: -t NAME",
  shard: "would give each machine a part of the pairs. Leave it out; -t NAME and --tag compare a part.",
};

/** The sides that the flags name; undefined where nothing is compared. Throws BAD_USAGE, CONFIG_INVALID. */
export async function readSides(values: FlagValues, cwd: string): Promise<PlannedSide[] | undefined> {
  const models = allOf(values, "model") ?? [];
  const matrix = oneOf(values, "matrix");
  if (matrix === undefined && models.length < 2) return undefined;
  if (matrix !== undefined && models.length > 0) {
    throw bad(
      "matrix",
      "and --model exclude each other",
      'Write the model into the matrix: { "name": { "model": "…" } }',
    );
  }
  const twice = models.find((one, at) => models.indexOf(one) !== at);
  if (twice !== undefined) throw bad("model", `names ${twice} twice`, "Compare it with another model.");
  refuseUnfair(values);
  const sides =
    matrix === undefined ? models.map((model) => ({ name: model, options: { model } })) : await readMatrix(matrix, cwd);
  if (sides.length > MOST_SIDES) throw bad(matrix === undefined ? "model" : "matrix", `names more than ${MOST_SIDES}`);
  return sides;
}

/** Throws BAD_USAGE for a flag that would spoil a comparison. */
export function refuseUnfair(values: FlagValues): void {
  for (const [flag, why] of Object.entries(UNFAIR)) {
    if (values[flag] !== undefined) throw new McpvalsError("BAD_USAGE", `--${flag} ${why}`);
  }
}

/** The same, whatever the configs say: each side makes all of its trials. */
export function fairly(options: RunOptions): RunOptions {
  return { ...options, sure: false, bail: Number.POSITIVE_INFINITY };
}

async function readMatrix(path: string, cwd: string): Promise<PlannedSide[]> {
  const file = resolve(cwd, path);
  const where = showPath(file, cwd);
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new McpvalsError("CONFIG_NOT_FOUND", `${where} cannot be read`, { evidence: messageOf(error), cause: error });
  });
  const matrix = parseJson(text, where);
  const sides = isJsonObject(matrix) ? Object.entries(matrix) : [];
  if (sides.length < 2 || !sides.every(([, keys]) => isJsonObject(keys))) {
    throw new McpvalsError("CONFIG_INVALID", `${where} names no two sides to compare`, {
      evidence: "Expected an object: the name of each side, and the keys of the config that it has of its own.",
      fix: 'For example: { "as it is": {}, "short": { "system": "Be short." } }',
    });
  }
  return sides.map(([name, keys]) => ({
    name,
    options: {},
    over: { keys: isJsonObject(keys) ? keys : {}, folder: dirname(file), where: `${where}: ${name}` },
  }));
}

/** Each suite once for each side, in the order of the suites. Throws what `loadSuite` throws for a side of a matrix. */
export async function planSides(
  planned: readonly Planned[],
  sides: readonly PlannedSide[],
  { cwd, env }: Pick<CommandContext, "cwd" | "env">,
  { allowUnset }: PlanOptions,
): Promise<Planned[]> {
  const all: Planned[] = [];
  for (const one of planned) {
    for (const { name, options, over } of sides) {
      const { file } = one.suite;
      const isChanged = over !== undefined && file !== null;
      const suite = isChanged ? await loadSuite(file, { cwd, env, allowUnset, mayRun: true, over }) : one.suite;
      all.push({ ...one, suite, label: `${one.label} (${name})`, side: { name, options } });
    }
  }
  return all;
}

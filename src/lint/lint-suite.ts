// Finds cassettes that no longer fit the suites of their folder.
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { replaceWorkflow } from "../cassette/replace-block.js";
import { cassetteFileOf, displayPath, storePlaceOf } from "../cassette/store-place.js";
import { takeOf } from "../cassette/takes.js";
import { wordsOfConfig } from "../config/words-of-configs.js";
import { workflowFlag } from "../shell-words.js";
import { slugOf } from "../config/slug.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import type { Finding } from "./finding.js";
import type { LintedCassette } from "./lint-folder.js";
import { lintPlaces } from "./lint-places.js";
import { readRecordedState } from "../suite/recorded-state.js";
import { readToday } from "../suite/today.js";

type Environment = Readonly<Record<string, string | undefined>>;
interface Member {
  suite: Suite;
  workflow: Workflow;
}

/**
 * Finds orphans, renames, stale cassettes, files named for another workflow, and places of the config that do not
 * occur.
 */
export async function lintSuite(
  cassettes: readonly LintedCassette[],
  suites: readonly Suite[],
  env: Environment,
): Promise<Finding[]> {
  const members = suites.flatMap((suite) => (suite.config.workflows ?? []).map((workflow) => ({ suite, workflow })));
  const findings: Finding[] = [];
  for (const linted of cassettes.filter(({ cassette }) => cassette.kind === "workflow")) {
    const { workflow: name } = linted.cassette;
    const member = members.find(({ workflow }) => workflow.name === name);
    const isAtHome = basename(linted.file) === fileNameOf(linted.cassette);
    if (member !== undefined && isAtHome) findings.push(...(await findStale(linted, member, env)));
    else if (member !== undefined || suites.length === 0) {
      if (!isAtHome) findings.push(misplaced(linted));
    } else findings.push(findOrphan(linted, members, env));
  }
  for (const suite of suites) findings.push(...(await lintPlaces(cassettes, suite)));
  return findings;
}

async function findStale({ file }: LintedCassette, { suite, workflow }: Member, env: Environment): Promise<Finding[]> {
  const state = await readRecordedState(file, suite, workflow, env);
  if (state.state !== "stale") return [];
  const fix = `Record it again: mcpvals record${wordsOfConfig(suite.file === null ? null : displayPath(suite.file))} ${workflowFlag(workflow.name)}`;
  return [{ rule: "stale", file, line: 1, message: `the config changed since: ${state.changed.join("; ")}`, fix }];
}

function fileNameOf(cassette: LintedCassette["cassette"]): string {
  const { workflow } = cassette;
  const take = takeOf(cassette);
  return `${slugOf(workflow)}${take === 1 ? "" : `.take-${take}`}.yaml`;
}

function misplaced(linted: LintedCassette): Finding {
  const { file, cassette } = linted;
  const target = join(dirname(file), fileNameOf(cassette));
  const message = `belongs to the workflow "${cassette.workflow}", whose file is ${basename(target)}`;
  if (existsSync(target)) {
    const fix = `Both are there, so one was copied: remove it, or record both again.`;
    return { rule: "file-name", file, line: 1, message, fix };
  }
  const fix = `Run \`mcpvals lint --fix\`, or: git mv ${displayPath(file)} ${displayPath(target)}`;
  const { bytes: from } = linted;
  const repair = { kind: "move", file, from, target, to: from.toString("utf8") } as const;
  return { rule: "file-name", file, line: 1, message, fix, repair };
}

/** A cassette that no workflow has: if a workflow without a cassette has its prompts, that workflow was renamed. */
function findOrphan(linted: LintedCassette, members: readonly Member[], env: Environment): Finding {
  const { file, cassette, bytes } = linted;
  const prompts = cassette.script.flatMap((entry) => ("user" in entry ? [entry.user] : []));
  const fitting = members.filter(({ suite, workflow }) => {
    const home = cassetteFileOf(storePlaceOf(suite), workflow.name);
    if (home !== file && existsSync(home)) return false;
    const today = readToday(suite, env);
    const now = today?.promptsOf(workflow);
    return (
      now?.length === prompts.length && now.every((prompt, at) => prompt === today?.places.show(prompts[at] ?? ""))
    );
  });
  const [member] = fitting;
  if (member === undefined || fitting.length > 1) {
    const line = 1;
    const message = `no workflow of the config is called "${cassette.workflow}"`;
    const fix = `Remove it (git rm ${displayPath(file)}), or give the workflow its name back.`;
    return { rule: "orphan-cassette", file, line, message, fix };
  }
  const { suite, workflow } = member;
  const target = cassetteFileOf(storePlaceOf(suite), workflow.name);
  const message = `"${cassette.workflow}" is called "${workflow.name}" in the config, with the same prompts`;
  const finding: Finding = {
    rule: "renamed",
    file,
    line: 1,
    message,
    fix: "Run `mcpvals lint --fix`: it moves the cassette.",
  };
  if (!linted.isSound) return { ...finding, fix: "Fix its other findings first; then `mcpvals lint --fix` moves it." };
  const to = replaceWorkflow(bytes.toString("utf8"), displayPath(file), workflow.name);
  return { ...finding, repair: { kind: "move", file, from: bytes, target, to } };
}

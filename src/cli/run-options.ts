// Turns the flags of an invocation into the options of the use cases. Pure. What no flag sets stays undefined, so that
// the config can set it.
import { McpvalsError } from "../errors.js";
import type { RecordOptions, ReplayOptions, RunOptions } from "../suite/options.js";
import { allOf, bad, choiceOf, countFlag, dollarsFlag, oneOf, switchedOn } from "./flag-values.js";
import { AS_CONFIGURED } from "./flags.js";
import type { Invocation } from "./invocation.js";
import { splitCommand } from "./split-command.js";
import { splitServerName } from "./split-server-name.js";

/** The same limit as in the config (`check.runs`). */
const MOST_CHECKS = 10;

/** Flags on what is spent. */
const SPENDING = ["max-budget-usd", "token-limit", "dry-run", "yes"] as const;

/** The options that eval, record and replay share. */
export function buildRunOptions(invocation: Invocation, platform: string): RunOptions {
  const { values } = invocation;
  return {
    workflows: allOf(values, "workflow"),
    tags: allOf(values, "tag"),
    lastFailed: switchedOn(values, "last-failed"),
    model: onlyModel(values),
    agent: choiceOf(values, "agent", ["claude-code"]),
    server: serverOf(invocation, platform),
    timeout: countFlag(values, "timeout", "milliseconds"),
    concurrency: countFlag(values, "concurrency", "a number of workflows"),
    bail: countFlag(values, "bail", "a number of workflows"),
    llmJudge: switchedOn(values, "llm"),
    repeat: countFlag(values, "repeat", "a number of trials"),
    sure: switchedOn(values, "sure"),
    goOn: switchedOn(values, "continue"),
    maxBudgetUsd: dollarsFlag(values, "max-budget-usd"),
    tokenLimit: countFlag(values, "token-limit", "a number of tokens"),
  };
}

/** Several models are sides of a comparison, each with its own options. */
function onlyModel(values: Invocation["values"]): string | undefined {
  const [only, ...others] = allOf(values, "model") ?? [];
  return others.length > 0 ? undefined : only;
}

export function buildRecordOptions(invocation: Invocation, platform: string): RecordOptions {
  const { values } = invocation;
  oneOf(values, "model");
  const noCheck = switchedOn(values, "no-check");
  const check = oneOf(values, "check");
  const checkOnly = check === undefined ? undefined : true;
  const checks = check === AS_CONFIGURED ? undefined : countFlag(values, "check", "a number of checks");
  const mode = choiceOf(values, "mode", ["changed", "missing", "all"]);
  if (noCheck && checkOnly) throw bad("check", "and --no-check exclude each other");
  if (checks !== undefined && checks > MOST_CHECKS) throw bad("check", `takes at most ${MOST_CHECKS} checks`);
  const fixedClock = switchedOn(values, "no-check-clock");
  if (noCheck && fixedClock) throw bad("no-check-clock", "has no meaning beside --no-check");
  const tryReadings = switchedOn(values, "try");
  if (noCheck && tryReadings) throw bad("try", "has no meaning beside --no-check");
  if (checkOnly && mode !== undefined) throw bad("check", "records nothing, so --mode has no meaning beside it");
  const fromLast = switchedOn(values, "from-last");
  for (const flag of checkOnly ? ["check"] : fromLast ? ["from-last"] : []) {
    if (switchedOn(values, "continue")) throw bad("continue", `has no meaning beside --${flag}, which makes no trial`);
  }
  if (fromLast && checkOnly) throw bad("from-last", "and --check exclude each other");
  if (fromLast && mode !== undefined) {
    throw bad("from-last", "takes what the last eval holds, so --mode has no meaning beside it");
  }
  return {
    ...buildRunOptions(invocation, platform),
    mode,
    fromLast: fromLast ? true : undefined,
    check: noCheck ? false : undefined,
    checkOnly,
    checks,
    checkClock: fixedClock ? false : undefined,
    keepTrials: switchedOn(values, "keep-trials"),
    tryReadings: tryReadings ? true : undefined,
    allowCi: switchedOn(values, "allow-ci"),
  };
}

export function buildReplayOptions(invocation: Invocation, platform: string): ReplayOptions {
  const { values } = invocation;
  if (values["model"] !== undefined) {
    throw bad(
      "model",
      "has no meaning in replay: the model is recorded",
      "To let another model work: mcpvals record --mode all --model NAME",
    );
  }
  const judge = choiceOf(values, "judge", ["live"]);
  const spending = SPENDING.find((flag) => values[flag] !== undefined);
  if (judge === undefined && spending !== undefined) {
    throw bad(spending, "has no meaning in replay without --judge live: nothing else of it spends anything");
  }
  const offline = switchedOn(values, "offline");
  const run = buildRunOptions(invocation, platform);
  if (offline && run.server !== undefined) {
    throw bad("offline", "uses the recorded server, so no other server can be named beside it");
  }
  return {
    ...run,
    offline,
    updateScores: switchedOn(values, "update"),
    allowCi: switchedOn(values, "allow-ci"),
    afterDrift: choiceOf(values, "after-drift", ["stop", "play"]),
    failOn: choiceOf(values, "fail-on", ["any", "regression"]),
    onInconclusive: choiceOf(values, "on-inconclusive", ["fail", "warn"]),
    strict: switchedOn(values, "strict"),
    judge,
  };
}

function serverOf(invocation: Invocation, platform: string): RunOptions["server"] {
  const { name: ofCommand, text } = splitServerName(oneOf(invocation.values, "command"));
  const { name: ofUrl, text: url } = splitServerName(oneOf(invocation.values, "url"));
  const [first, ...others] = invocation.serverCommand ?? [];
  const { name: ofWords, text: firstWord } = splitServerName(first);
  const words = firstWord === undefined ? invocation.serverCommand : [firstWord, ...others];
  const named = ofCommand ?? ofUrl ?? ofWords;
  const name = named === undefined ? {} : { name: named };
  if ([text, url, words].filter((one) => one !== undefined).length > 1) {
    throw new McpvalsError("BAD_USAGE", "--command, --url and -- CMD each name the server; give one of them");
  }
  if (url !== undefined) {
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : "")) {
      throw bad("url", `takes an http or https URL, not ${JSON.stringify(url)}`);
    }
    return { url, ...name };
  }
  const argv = text === undefined ? words : splitCommand(text, platform === "win32" ? "literal" : "escape");
  const [command, ...args] = argv ?? [];
  return command === undefined ? undefined : { command, args, ...name };
}

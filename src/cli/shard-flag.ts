// Reads `--shard i/n`, and plans what this machine runs.
import { planShards, type ShardPlan } from "../suite/plan-shards.js";
import { selectDue, type LastKind } from "../suite/selection.js";
import type { CommandContext } from "./context.js";
import { bad, oneOf, type FlagValues } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import type { Planned } from "./plan-suites.js";

/** Flags that decide nothing about what is run and how it is judged. */
const BESIDE = new Set(["shard", "reporter", "debug", "quiet", "verbose", "no-color", "concurrency", "allow-ci"]);

/** Undefined without `--shard`. Throws BAD_USAGE, WORKFLOW_NOT_FOUND. */
export async function planShard(
  planned: readonly Planned[],
  { command, values, serverCommand = [] }: Invocation,
  { cwd, env }: Pick<CommandContext, "cwd" | "env">,
  kind: LastKind,
): Promise<ShardPlan | undefined> {
  const shard = readShard(values);
  if (shard === undefined) return undefined;
  if (values["last-failed"] !== undefined)
    throw bad("shard", "and --last-failed exclude each other: each machine knows its own last run");
  if (values["update"] !== undefined)
    throw bad("shard", "and --update exclude each other: scores are rewritten of whole runs");
  const { tag } = values;
  const tags = tag === undefined || tag === true ? undefined : [...tag];
  const sharded = await Promise.all(
    planned.map(async ({ suite, workflows, leftOut }) => ({
      suite,
      selection: await selectDue(suite, { workflows, tags }, kind),
      isLeftOut: leftOut !== undefined,
    })),
  );
  const flags = Object.fromEntries(Object.entries(values).filter(([name]) => !BESIDE.has(name)));
  return planShards(sharded, {
    ...shard,
    oneServer: values["url"] !== undefined,
    settings: { command, flags, serverCommand },
    cwd,
    env,
  });
}

function readShard(values: FlagValues): { index: number; total: number } | undefined {
  const text = oneOf(values, "shard");
  if (text === undefined) return undefined;
  const [, index, total] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  if (index === undefined || total === undefined || Number(index) > Number(total)) {
    throw bad("shard", `takes which of how many, such as 2/4, not ${JSON.stringify(text)}`);
  }
  return { index: Number(index), total: Number(total) };
}

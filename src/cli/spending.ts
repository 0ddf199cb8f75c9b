// Shows what `eval` and `record` would spend (`--dry-run`), and asks on a terminal before they spend more than a dollar.
import { EXIT, McpvalsError } from "../errors.js";
import { describePrice } from "../report/price.js";
import { escapeControls, escapeControlsInLines } from "../render/safe/shown-text.js";
import { describeEstimate, describeRuns, estimate, type SpendingPlan } from "../suite/planned-spending.js";
import type { CommandContext } from "./context.js";
import type { Invocation } from "./invocation.js";
import type { Planned } from "./plan-suites.js";
import { shareOf, type SuiteCommand } from "./run-planned.js";
import { planShard } from "./shard-flag.js";

/** US dollars that are spent without a question. */
const UNASKED_USD = 1;

interface Around {
  invocation: Invocation;
  context: CommandContext;
}

/** Prints the plan of each suite. Resolves to the exit code. Throws McpvalsError for a wrong request. */
export async function showPlans(planned: readonly Planned[], around: Around, spec: SuiteCommand): Promise<number> {
  const { context } = around;
  const plans = await planAll(planned, around, spec);
  const lines = plans.flatMap((plan) => [
    `${plan.suite} (${plan.model})`,
    ...plan.runs.map((run) => `  run  ${describeRuns(run)}`),
    ...plan.kept.map(({ workflow, why }) => `  keep ${workflow}: ${why}`),
    ...plan.remarks.map((remark) => `  ${remark}`),
  ]);
  const text = [...lines, describeEstimate(estimate(plans)), "Nothing was spent (--dry-run)."];
  await context.stdout.write(`${text.map(escapeControls).join("\n")}\n`);
  return EXIT.yes;
}

async function planAll(
  planned: readonly Planned[],
  { invocation, context }: Around,
  { plan: planOne, options }: SuiteCommand,
): Promise<SpendingPlan[]> {
  const { cwd, env, signal } = context;
  const shards = await planShard(planned, invocation, context, "live");
  const plans: SpendingPlan[] = [];
  for (const one of planned) {
    const share = shareOf(one, planned, shards);
    if (one.leftOut !== undefined || planOne === undefined || (shards !== undefined && share === undefined)) continue;
    const shared = { workflows: one.workflows, share, cwd, env, signal };
    const plan = await planOne(one.suite, { ...options, ...one.side?.options, ...shared });
    plans.push({ ...plan, suite: one.side === undefined ? plan.suite : one.label });
  }
  return plans;
}

/** Where sides are compared, one question for all of them, before the first is run. False where nothing was asked. */
export async function agreeTogether(
  planned: readonly Planned[],
  around: Around,
  spec: SuiteCommand,
  agree: (plan: SpendingPlan) => Promise<void>,
): Promise<boolean> {
  const [first, ...others] = spec.sides === undefined ? [] : await planAll(planned, around, spec);
  if (first === undefined) return false;
  const plans = [first, ...others];
  if (others.length > 0) await around.context.stderr.write(`${escapeControls(describeEstimate(estimate(plans)))}\n`);
  await agree({ ...first, runs: plans.flatMap(({ runs }) => runs) });
  return true;
}

/**
 * Asks when what is planned since the last answer is over a dollar. What is unknown is not counted. `ask`: undefined
 * where nobody is there to answer. Rejects with NOT_AGREED.
 */
export function createAgreement({
  yes,
  ask: askThem,
}: {
  yes: boolean;
  ask: ((question: string) => Promise<string>) | undefined;
}): (plan: SpendingPlan) => Promise<void> {
  const open: SpendingPlan[] = [];
  const ask = async (plan: SpendingPlan): Promise<void> => {
    open.push(plan);
    const sum = estimate(open);
    const known = [sum.usd, sum.judge?.usd ?? null].filter((one) => one !== null);
    const usd = known.reduce((all, one) => all + one, 0);
    if (yes || usd <= UNASKED_USD || askThem === undefined) return;
    const price = describePrice(usd);
    const question = `${describeEstimate(sum)}\nSpend about ${price.replace("~", "")}? [y/N] `;
    const answer = await askThem(escapeControlsInLines(question));
    if (!/^y(?:es)?$/i.test(answer)) {
      throw new McpvalsError("NOT_AGREED", "Not run: the answer was not yes", {
        fix: "See what it would be spent on: --dry-run. Choose less with --workflow or --tag, or limit it with --max-budget-usd.",
      });
    }
    open.length = 0;
  };
  // Suites that run beside each other ask one after another.
  let before: Promise<void> = Promise.resolve();
  return (plan) => {
    const mine = before.then(() => ask(plan));
    before = mine.catch(() => {});
    return mine;
  };
}

// Runs `mcpvals accept`: accepts differences from the last replay, with a person's reason.
import { showPath } from "../../config/show-path.js";
import { EXIT, McpvalsError } from "../../errors.js";
import { acceptDrift, removeAccepted } from "../../run/accept.js";
import { renderAcceptances } from "../accept-text.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { bad, oneOf, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { planSuites, whileSayingFaults } from "../plan-suites.js";

/** Resolves to the exit code. */
export async function runAccept(invocation: Invocation, context: CommandContext): Promise<number> {
  const { values } = invocation;
  const { cwd, env, stdout } = context;
  const ids = invocation.configs.filter((word) => isId(word));
  const configs = invocation.configs.filter((word) => !isId(word));
  const remove = switchedOn(values, "remove") ?? false;
  const why = oneOf(values, "message");
  if (ids.length === 0) {
    throw new McpvalsError("BAD_USAGE", "accept names no drift", {
      evidence: "A drift is named by its id, as the report of the last replay shows it: d-3f2a91c0",
      fix: remove ? "Example: mcpvals accept --remove d-3f2a91c0" : 'Example: mcpvals accept d-3f2a91c0 -m "why"',
    });
  }
  if (remove && why !== undefined) throw bad("message", "has no meaning beside --remove");
  if (!remove && why === undefined) throw bad("message", "is missing", 'Say why it is harmless: -m "WHY"');

  const { planned, faults } = await planSuites({ ...invocation, configs }, context, {
    spends: false,
    allowUnset: true,
  });
  const suites = planned.map(({ suite }) => suite);
  const [fault] = faults;
  if (suites.length === 0 && fault !== undefined) throw fault;
  const allowCi = switchedOn(values, "allow-ci");
  const done = await whileSayingFaults(faults, context, () =>
    remove
      ? removeAccepted(suites, { ids, env, allowCi })
      : acceptDrift(suites, { ids, why: why ?? "", same: switchedOn(values, "same"), configs, env, allowCi }),
  );
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  await stdout.write(renderAcceptances(done, { color, width: stdout.columns, show: (file) => showPath(file, cwd) }));
  return EXIT.yes;
}

/** True also for an id with a typo, so that the error does not speak of a missing config. */
function isId(word: string): boolean {
  return /^d-[0-9a-z]{1,16}$/i.test(word);
}

// Accepts single differences from the last replay or diff, by value and with a person's reason, and takes them back.
// Formats nothing, asks nobody and starts nothing.
import type { AcceptedChange, AcceptedDrift } from "../cassette/accepted-file.js";
import { acceptedFileOf, changeAccepted, readAccepted } from "../cassette/accepted-store.js";
import { storePlaceOf } from "../cassette/store-place.js";
import { didYouMean } from "../config/did-you-mean.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { workflowFlag } from "../shell-words.js";
import { formerDriftId, isOfContract } from "../trace/drift-id.js";
import type { Drift } from "../trace/drift.js";
import { describeRefusal, whyAcceptNothing, whyChangeNeedless } from "./acceptable.js";
import { refuseInCi } from "../suite/ci.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { findDrift, type FoundChange, type FoundDrift } from "./find-drift.js";
import { isAcceptableClass } from "../trace/drift-classes.js";

export interface AcceptOptions {
  /** Ids of drifts, as the report of the last replay shows them. */
  ids: string[];
  /** Why it is harmless. */
  why: string;
  /** Accept the same drift in other workflows of the suite, too. */
  same?: boolean | undefined;
  /** Write although `CI` is set. */
  allowCi?: boolean | undefined;
  /** The configs as the user named them, for the commands that are printed. */
  configs?: readonly string[] | undefined;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What `accept` did with the accepted drift of one suite. */
export interface Acceptance {
  suite: string;
  /** Absolute. */
  file: string;
  accepted: AcceptedDrift[];
  removed: AcceptedDrift[];
  /** Contract changes, as `diff` found them. */
  acceptedChanges: AcceptedChange[];
  removedChanges: AcceptedChange[];
  /** Drift that needs no accepting, and why. */
  needless: { id: string; because: string }[];
  /** The same drift in other workflows, not accepted there. */
  elsewhere: { id: string; workflow: string }[];
  /** Drift that still prevents a verdict in the workflows that were touched. */
  left: { id: string; workflow: string }[];
}

/**
 * Accepts drift of the last replays of some suites: all ids or none. Writes `accepted.yaml` beside their cassettes.
 * Throws DRIFT_NOT_FOUND, DRIFT_REFUSED, REPLAY_MISSING, CASSETTE_*, REFUSED_IN_CI.
 */
export async function acceptDrift(suites: readonly Suite[], options: AcceptOptions): Promise<Acceptance[]> {
  refuseInCi("accept", { env: options.env ?? process.env, allowCi: options.allowCi });
  const why = options.why.trim();
  if (why === "") {
    throw new McpvalsError("BAD_USAGE", "accept needs a reason", { fix: 'Say why it is harmless: -m "WHY"' });
  }
  const { drift: found, changes } = await findDrift(suites, options.ids, options.configs);
  const refused = found.filter((one) => describeRefusal(one) !== undefined);
  if (refused.length > 0) {
    const names = new Set(refused.flatMap(({ lasts }) => lasts.map(({ workflow }) => workflow)));
    const named = wordsOfConfigs(options.configs ?? []);
    const record = [...names].map(workflowFlag).join(" ");
    throw new McpvalsError("DRIFT_REFUSED", `${refused.length === 1 ? "A drift" : "Some drift"} cannot be accepted`, {
      evidence: refused.flatMap((one) => describeRefusal(one) ?? []).join("\n"),
      fix: `Nothing was written. \`mcpvals show NAME${named} --diff\` shows it. Fix the server, or record again: mcpvals record${named} ${record}`,
    });
  }
  const acceptances: Acceptance[] = [];
  for (const suite of suites) {
    const own = {
      drift: found.filter((one) => one.suite === suite),
      changes: changes.filter((one) => one.suite === suite),
    };
    if (own.drift.length + own.changes.length === 0) continue;
    acceptances.push(await acceptInSuite(suite, own, why, options.same ?? false));
  }
  return acceptances;
}

async function acceptInSuite(
  suite: Suite,
  { drift: found, changes }: { drift: readonly FoundDrift[]; changes: readonly FoundChange[] },
  why: string,
  same: boolean,
): Promise<Acceptance> {
  const place = storePlaceOf(suite);
  const needless = found.flatMap(({ drift }) => {
    const because = whyAcceptNothing(drift, suite.config);
    return because === undefined ? [] : [{ id: drift.id, because }];
  });
  for (const { change } of changes) {
    const because = whyChangeNeedless(change, suite.config);
    if (because !== undefined) needless.push({ id: change.id, because });
  }
  const needed = found.filter(({ drift }) => whyAcceptNothing(drift, suite.config) === undefined);
  const twins = needed.flatMap(({ twins: others }) => others);
  const chosen = [...needed, ...(same ? twins : [])].map(({ drift, workflow }) => entryOf(drift, workflow, why));
  const accepted = [...new Map(chosen.map((entry) => [entry.id, entry])).values()];
  const acceptedChanges = changes
    .filter(({ change }) => whyChangeNeedless(change, suite.config) === undefined)
    .map(({ change }) => entryOfChange(change, why));
  const ids = new Set([...accepted, ...acceptedChanges].map(({ id }) => id));
  // Entries of a workflow from when each workflow accepted a difference for itself.
  const former = ({ id, workflow }: AcceptedDrift): boolean =>
    workflow !== undefined &&
    needed.some(({ drift }) => isOfContract(drift.where) && formerDriftId(workflow, drift) === id);
  const all =
    ids.size === 0
      ? await readAccepted(place)
      : await changeAccepted(place, ({ drift, contract }) => ({
          drift: [...drift.filter((one) => !ids.has(one.id) && !former(one)), ...accepted],
          contract: [...contract.filter(({ id }) => !ids.has(id)), ...acceptedChanges],
        }));
  const known = new Set(all.drift.map(({ id }) => id));
  const touched = new Map(needed.flatMap(({ lasts }) => lasts.map((last) => [last.workflow, last] as const)));
  return {
    suite: suite.name,
    file: acceptedFileOf(place),
    accepted,
    removed: [],
    acceptedChanges,
    removedChanges: [],
    needless,
    elsewhere: twins
      .filter(({ drift: { id } }) => !known.has(id))
      .map(({ drift: { id }, workflow }) => ({ id, workflow })),
    left: [...touched.values()].flatMap(({ drift, workflow }) =>
      drift
        .filter(
          (one) => whyAcceptNothing(one, suite.config) === undefined && one.accepted !== true && !known.has(one.id),
        )
        .map(({ id }) => ({ id, workflow })),
    ),
  };
}

/** Leaves out the turn: it does not decide whether two drifts are the same. */
function entryOf(
  { id, class: kind, where, recorded, present }: Drift,
  workflow: string | undefined,
  why: string,
): AcceptedDrift {
  if (!isAcceptableClass(kind)) throw new McpvalsError("BUG", `${id} needs no accepting`);
  const { part, step, call, server, tool, path } = where;
  const place = { part, step, call, ...(server === undefined ? {} : { server }), tool, path };
  const of = isOfContract(where) ? undefined : workflow;
  return { id, workflow: of, class: kind, where: place, recorded, present, why };
}

/** Leaves out the description of the change: its wording may improve. */
function entryOfChange(change: FoundChange["change"], why: string): AcceptedChange {
  const { id, rule, class: kind, subject, path, before, after } = change;
  return { id, rule, class: kind, subject, path, before, after, why };
}

export type RemoveOptions = Pick<AcceptOptions, "ids" | "allowCi" | "env">;

/** Removes accepted drift: all ids or none. Throws DRIFT_NOT_FOUND, CASSETTE_*, REFUSED_IN_CI. */
export async function removeAccepted(suites: readonly Suite[], options: RemoveOptions): Promise<Acceptance[]> {
  refuseInCi("accept", { env: options.env ?? process.env, allowCi: options.allowCi });
  const stores = await Promise.all(
    suites.map(async (suite) => ({
      suite,
      place: storePlaceOf(suite),
      ...(await readAccepted(storePlaceOf(suite))),
    })),
  );
  const known = stores.flatMap(({ drift, contract }) => [...drift, ...contract].map(({ id }) => id));
  const unknown = options.ids.find((id) => !known.includes(id));
  if (unknown !== undefined) {
    const near = didYouMean(unknown, known);
    throw new McpvalsError("DRIFT_NOT_FOUND", `No accepted drift is called ${unknown}`, {
      evidence: known.length === 0 ? "Nothing is accepted here." : `Accepted: ${known.join(", ")}`,
      fix: near === undefined ? undefined : `Did you mean ${near}?`,
    });
  }
  const gone = new Set(options.ids);
  const acceptances: Acceptance[] = [];
  for (const { suite, place, drift, contract } of stores) {
    const removed = drift.filter(({ id }) => gone.has(id));
    const removedChanges = contract.filter(({ id }) => gone.has(id));
    if (removed.length + removedChanges.length === 0) continue;
    await changeAccepted(place, (old) => ({
      drift: old.drift.filter(({ id }) => !gone.has(id)),
      contract: old.contract.filter(({ id }) => !gone.has(id)),
    }));
    acceptances.push({
      suite: suite.name,
      file: acceptedFileOf(place),
      accepted: [],
      removed,
      acceptedChanges: [],
      removedChanges,
      needless: [],
      elsewhere: [],
      left: [],
    });
  }
  return acceptances;
}

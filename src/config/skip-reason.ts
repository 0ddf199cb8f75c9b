// Says why the config leaves out a workflow, or the whole suite. Pure.

/** What `skip` may hold. */
export interface Skippable {
  skip?: boolean | string | undefined;
}

/** The reason in one sentence; undefined where nothing is skipped. */
export function skipReason({ skip }: Skippable): string | undefined {
  if (skip === undefined || skip === false) return undefined;
  return skip === true ? "The config says skip." : `The config says skip: ${skip}`;
}

export function isSkipped(one: Skippable): boolean {
  return skipReason(one) !== undefined;
}

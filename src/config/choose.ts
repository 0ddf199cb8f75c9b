// Chooses the workflows of a suite that `-t` and `--tag` name together, and whether its tool tests belong to them. Pure.
import { McpvalsError } from "../errors.js";
import { matchesGlob } from "../trace/glob.js";
import { didYouMean } from "./did-you-mean.js";
import type { ParsedConfig, Workflow } from "./schema.js";
import { selectWorkflows } from "./select.js";

type Chosen = Pick<ParsedConfig, "workflows" | "toolHealthSuites" | "tags">;

export interface Choice {
  /** Names or globs; all without. */
  workflows?: readonly string[] | undefined;
  /** Tags or globs, of which a workflow needs one; all without. */
  tags?: readonly string[] | undefined;
}

/** In the config's order. Throws WORKFLOW_NOT_FOUND for a name that matches none. */
export function chooseWorkflows(config: Chosen, { workflows, tags }: Choice): Workflow[] {
  const named = selectWorkflows(config.workflows ?? [], workflows ?? []);
  return named.filter((workflow) => hasTag([...(config.tags ?? []), ...(workflow.tags ?? [])], tags));
}

/** Whoever names workflows wants only those, not the tool tests. The suite's tags are also those of its tool tests. */
export function areTestsChosen({ tags: own = [] }: Chosen, { workflows = [], tags }: Choice): boolean {
  return workflows.length === 0 && hasTag(own, tags);
}

/** Throws WORKFLOW_NOT_FOUND for a tag that nothing in these configs has. */
export function requireTags(configs: readonly Chosen[], tags: readonly string[] = []): void {
  const all = configs.flatMap((config) => [config, ...(config.workflows ?? [])]).flatMap((one) => one.tags ?? []);
  const names = [...new Set(all)].toSorted();
  const missing = tags.find((tag) => !hasTag(names, [tag]));
  if (missing === undefined) return;
  const near = didYouMean(missing, names);
  throw new McpvalsError("WORKFLOW_NOT_FOUND", `No workflow has the tag ${JSON.stringify(missing)}`, {
    evidence: names.length === 0 ? 'There is no "tags" in the config.' : `Tags: ${names.join(", ")}`,
    fix: near === undefined ? "Tags are written into the config: docs/configuration.md" : `Did you mean --tag ${near}?`,
  });
}

function hasTag(own: readonly string[], tags: readonly string[] = []): boolean {
  return tags.length === 0 || tags.some((tag) => own.some((one) => one === tag || matchesGlob(tag, one)));
}

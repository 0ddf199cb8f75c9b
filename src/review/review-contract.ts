// Lists how a server's contract changed, tool by tool.
import { contractIdsOf } from "../cassette/written-servers.js";
import type { Contract, Tool } from "../trace/contract.js";
import { compareContracts } from "../drift/contract-drift.js";
import { compareListedTools } from "../drift/compare-tools.js";
import type { RecordingSide } from "../diff/recordings/recording.js";
import type { ReviewedChange, ContractReview } from "./review.js";
import { diffValues } from "../diff/recordings/values-beside.js";

/**
 * Reviews each pair of contracts once, with the workflows that were recorded with the former and now with the latter.
 */
export function reviewContracts(pairs: readonly { before: RecordingSide; after: RecordingSide }[]): ContractReview[] {
  const reviews = new Map<string, ContractReview>();
  for (const { before, after } of pairs) {
    const [one, other] = [contractIdsOf(before.cassette), contractIdsOf(after.cassette)];
    if (one === other) continue;
    const key = `${one} ${other}`;
    const known = reviews.get(key);
    if (known !== undefined) known.workflows.push(after.cassette.workflow);
    else {
      const changes = reviewContract(before.trace.contract, after.trace.contract);
      reviews.set(key, { before: one, after: other, workflows: [after.cassette.workflow], changes });
    }
  }
  return [...reviews.values()];
}

function reviewContract(before: Contract, after: Contract): ReviewedChange[] {
  const ofServer = compareContracts(before, after, true).flatMap(({ where, recorded, present }) =>
    diffValues(recorded, present).map(({ path, ...seen }): ReviewedChange => ({
      kind: kindOf(seen),
      path: `/${where.part}${where.path}${path}`,
      ...seen,
    })),
  );
  const ofTools = compareListedTools(before.tools, after.tools, [], { expected: new Set() }).flatMap(
    ({ tool, path, recorded, present }) => {
      if (path === "") return [wholeTool(tool, recorded, present)];
      return diffValues(recorded, present).map(({ path: below, ...seen }): ReviewedChange => ({
        tool,
        kind: "changed",
        path: `${path}${below}`,
        ...seen,
      }));
    },
  );
  return [...ofTools, ...ofServer];
}

function wholeTool(tool: string, before: unknown, after: unknown): ReviewedChange {
  const description = descriptionOf(after ?? before);
  const kind = before === undefined ? "new" : "gone";
  return {
    tool,
    kind,
    path: "",
    ...(description === undefined ? {} : { [kind === "new" ? "after" : "before"]: description }),
  };
}

function descriptionOf(tool: unknown): Tool["name"] | undefined {
  if (typeof tool !== "object" || tool === null || !("description" in tool)) return undefined;
  return typeof tool.description === "string" ? tool.description : undefined;
}

function kindOf({ before, after }: Pick<ReviewedChange, "before" | "after">): ReviewedChange["kind"] {
  return before === undefined ? "new" : after === undefined ? "gone" : "changed";
}

// Lists the sections of a review's page, the worst first over all suites.
import { groupWorkflows, type Group } from "../../../review/group.js";
import type { ContractReview, Review } from "../../../review/review.js";
import { severityOf } from "../../../review/severity.js";
import type { Section } from "../html/section.js";

/** How many sections are open at first. */
const OPEN = 5;

/** The content of a section: workflows that changed in the same way, or a contract. */
export type ReviewItem =
  | { what: "workflows"; group: Group; suite: string; section: Section }
  | { what: "contract"; contract: ContractReview; suite: string; section: Section };

/** Each contract follows the worst workflow that was recorded with it. */
export function listReviewItems({ suites }: Review): ReviewItem[] {
  const unsorted = suites.flatMap((suite) => {
    const open = new Set(suite.contracts);
    const groups = groupWorkflows(suite.workflows).flatMap((group): Unplaced[] => {
      const { before, after } = group.first;
      const met = [...open].filter((one) => one.before === before?.contract && one.after === after?.contract);
      for (const contract of met) open.delete(contract);
      const rank = severityOf(group.first);
      return [
        { what: "workflows", group, suite: suite.folder, rank },
        ...met.map((contract): Unplaced => ({ what: "contract", contract, suite: suite.folder, rank })),
      ];
    });
    return [
      ...groups,
      ...[...open].map((contract): Unplaced => ({ what: "contract", contract, suite: suite.folder, rank: Infinity })),
    ];
  });
  let opened = 0;
  return unsorted
    .toSorted((a, b) => a.rank - b.rank)
    .map((item, at) => {
      const mayOpen = unsorted.length === 1 || (item.what === "workflows" && item.group.first.attention.length > 0);
      const open = mayOpen && opened < OPEN;
      if (open) opened += 1;
      return { ...item, section: { id: `w${at + 1}`, suite: suites.length > 1 ? item.suite : undefined, open } };
    });
}

type Unplaced =
  | { what: "workflows"; group: Group; suite: string; rank: number }
  | { what: "contract"; contract: ContractReview; suite: string; rank: number };

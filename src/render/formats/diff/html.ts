// Renders a diff as one self-contained HTML file with the look of the report: overview, contract, workflows.
import type { DiffReport, WorkflowDiff } from "../../../diff/diff.js";
import { markup, type Markup } from "../html/markup.js";
import { renderPage } from "../html/page.js";
import type { Section } from "../html/section.js";
import { createSideBySide } from "../html/side-by-side.js";
import { contractSection, type ContractPart } from "./html-contract.js";
import { diffFooterMarkup, diffHeaderMarkup, overviewMarkup } from "./html-overview.js";
import { diffWorkflowMarkup } from "./html-workflow.js";
import type { DiffReporterOptions } from "./reporter.js";
import { worstWorkflowsFirst } from "./notable.js";
import { OUTCOME_HEADLINE } from "./outcome.js";
import { CONTRACT_WORST_FIRST, TO_DECIDE } from "../../../contract/classes.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;
/** How many sections are open at first. */
const OPEN = 5;

/** The content of a section: changes of one class of one pair of contracts, or one workflow. */
type DiffItem =
  | { what: "contract"; part: ContractPart; section: Section }
  | { what: "workflow"; workflow: WorkflowDiff; section: Section };

/** Ends with a line end. */
export function renderDiffHtml(report: DiffReport, { config }: Pick<DiffReporterOptions, "config">): string {
  const items = collect(report);
  return renderPage({
    title: OUTCOME_HEADLINE[report.verdict],
    header: diffHeaderMarkup(report),
    main: markup`${overviewMarkup(items)}
<div id="sections">${renderSections(items)}</div>`,
    footer: diffFooterMarkup(report, config),
  });
}

/** Returns the items, the most important first: those that decided are open. */
function collect(report: DiffReport): DiffItem[] {
  const parts = CONTRACT_WORST_FIRST.flatMap((kind) =>
    report.contracts.flatMap((contract): ContractPart[] => {
      const changes = contract.changes.filter((change) => change.class === kind);
      return changes.length === 0 ? [] : [{ contract, kind, changes }];
    }),
  );
  const workflows = worstWorkflowsFirst(report);
  const worse = workflows.filter(({ outcome }) => outcome === "REGRESSED");
  const loud = parts.filter(({ kind }) => TO_DECIDE.includes(kind));
  const rest = workflows.filter(({ outcome }) => outcome !== "REGRESSED");
  const quiet = parts.filter((part) => !loud.includes(part));
  let number = 0;
  let opened = 0;
  const next = (mayOpen: boolean): Section => {
    number += 1;
    const open = mayOpen && opened < OPEN;
    if (open) opened += 1;
    return { id: `w${number}`, suite: undefined, open };
  };
  const workflowItem = (workflow: WorkflowDiff): DiffItem => ({
    what: "workflow",
    workflow,
    section: next(workflow.outcome !== "SAME"),
  });
  const contractItem = (part: ContractPart): DiffItem => ({
    what: "contract",
    part,
    section: next(loud.includes(part) && part.changes.some(({ accepted }) => accepted !== true)),
  });
  return [...worse.map(workflowItem), ...loud.map(contractItem), ...rest.map(workflowItem), ...quiet.map(contractItem)];
}

/** Where not all fit, the last ones are rendered without their values. */
function renderSections(items: readonly DiffItem[]): Markup[] {
  const sideBySide = createSideBySide(["before", "after"]);
  let used = 0;
  return items.map((item) => {
    let section = renderSection(item, { sideBySide, withValues: true });
    let bytes = bytesOf(section);
    if (used + bytes > ROOM) {
      section = renderSection(item, { sideBySide, withValues: false });
      bytes = bytesOf(section);
    }
    used += bytes;
    return section;
  });
}

function renderSection(item: DiffItem, look: Parameters<typeof diffWorkflowMarkup>[2]): Markup {
  return item.what === "contract"
    ? contractSection(item.part, item.section, look)
    : diffWorkflowMarkup(item.workflow, item.section, look);
}

function bytesOf(section: Markup): number {
  return new TextEncoder().encode(section.toString()).length;
}

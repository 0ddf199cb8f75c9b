// Lists the sections of a diff's page: what became of recorded calls, then the contract subject by subject.
import { CONTRACT_WORST_FIRST, TO_DECIDE, type ContractClass } from "../../../contract/classes.js";
import type { ContractDiff, DiffReport, WorkflowDiff } from "../../../diff/diff.js";
import { findCalledTools, sortForReaders } from "../../../diff/sort-for-readers.js";
import type { Section } from "../html/section.js";
import { describeSubjects, groupBySubject, groupChanges, isReadOneByOne, type ChangeGroup } from "./group-changes.js";
import { worstWorkflowsFirst } from "./notable.js";
import { describeName } from "./place-words.js";

/** How many workflows, and how many parts of the contract, are open at first. */
const OPEN = 5;

/** All changes of one tool, or one change of many resources or prompts. */
export interface ContractPart {
  contract: ContractDiff;
  /** The worst class of its changes that nobody accepted. */
  kind: ContractClass;
  /** `tool book_table`, `100 resources: resource-removed`. */
  title: string;
  changes: ChangeGroup;
  /** Workflows whose recorded calls use it. */
  calledBy: readonly string[];
}

/** The content of a section. */
export type DiffItem =
  | { what: "contract"; part: ContractPart; section: Section }
  | { what: "workflow"; workflow: WorkflowDiff; section: Section };

/** Returns recorded calls first, then what they use of the contract, then the rest of it; what needs nobody is last. */
export function listDiffItems(report: DiffReport): DiffItem[] {
  const parts = report.contracts.flatMap((contract) => partsOf(contract, findCalledTools(report.workflows)));
  const isLoud = ({ kind, changes }: ContractPart): boolean =>
    TO_DECIDE.includes(kind) && changes.some(({ accepted }) => accepted !== true);
  const loud = parts.filter(isLoud);
  const called = loud.filter(({ calledBy }) => calledBy.length > 0);
  const workflows = worstWorkflowsFirst(report);
  let number = 0;
  const opener = () => {
    let opened = 0;
    return (mayOpen: boolean): Section => {
      const open = mayOpen && opened < OPEN;
      number += 1;
      if (open) opened += 1;
      return { id: `w${number}`, suite: undefined, open };
    };
  };
  const [nextWorkflow, nextPart] = [opener(), opener()];
  const workflowItem = (workflow: WorkflowDiff): DiffItem => ({
    what: "workflow",
    workflow,
    section: nextWorkflow(workflow.outcome !== "SAME"),
  });
  const contractItem = (part: ContractPart): DiffItem => ({
    what: "contract",
    part,
    section: nextPart(isLoud(part) && part.changes.length <= OPEN),
  });
  return [
    ...workflows.filter(({ outcome }) => outcome !== "SAME").map(workflowItem),
    ...called.map(contractItem),
    ...loud.filter((part) => !called.includes(part)).map(contractItem),
    ...workflows.filter(({ outcome }) => outcome === "SAME").map(workflowItem),
    ...parts.filter((part) => !loud.includes(part)).map(contractItem),
  ];
}

/** Within a class, what a person looks at one by one comes before what is folded. */
function partsOf(contract: ContractDiff, called: ReadonlyMap<string, readonly string[]>): ContractPart[] {
  const sorted = sortForReaders(contract.changes, called);
  const subjects = groupBySubject(sorted.filter(isReadOneByOne), called).map(({ changes, calledBy }): ContractPart => {
    return { contract, kind: worstClass(changes), title: describeName(changes[0]), changes, calledBy };
  });
  const folded = groupChanges(sorted.filter((change) => !isReadOneByOne(change))).map((changes): ContractPart => {
    const title = changes.length === 1 ? describeName(changes[0]) : `${describeSubjects(changes)}: ${changes[0].rule}`;
    return { contract, kind: worstClass(changes), title, changes, calledBy: [] };
  });
  const rank = ({ kind, calledBy }: ContractPart): number =>
    CONTRACT_WORST_FIRST.indexOf(kind) - (calledBy.length > 0 ? CONTRACT_WORST_FIRST.length : 0);
  return [...subjects, ...folded].toSorted((a, b) => rank(a) - rank(b));
}

function worstClass(changes: ChangeGroup): ContractClass {
  const open = changes.filter(({ accepted }) => accepted !== true);
  const classes = (open.length > 0 ? open : changes).map((change) => change.class);
  return CONTRACT_WORST_FIRST.find((kind) => classes.includes(kind)) ?? changes[0].class;
}

// Says in words what a comparison of two sides shows: a row for each workflow, one for all, one for the money.
import { percent } from "../../metrics/percent.js";
import { describeDifference } from "../../report/build-comparison.js";
import type {
  ComparedPairs,
  ComparedRate,
  ComparedSide,
  ComparedVerdict,
  SideComparison,
} from "../../report/comparison.js";
import { describePrice } from "../../report/price.js";
import { allTokens } from "../../report/spent.js";

/** Not escaped. */
export interface ComparisonRow {
  name: string;
  first: string;
  second: string;
  difference: string;
  /** Of the second side; empty in rows that decide nothing. */
  verdict: string;
}

const WORDS: Readonly<Record<ComparedVerdict, string>> = { better: "better", worse: "worse", undecided: "not decided" };

/** What a column of the names is called, then the two sides. */
export function comparisonHead({ first, second }: SideComparison): ComparisonRow {
  return { name: "workflow", first: first.name, second: second.name, difference: "difference", verdict: second.name };
}

export function comparisonRows({ first, second, workflows, overall, verdict }: SideComparison): ComparisonRow[] {
  const rows = workflows.map((one) => rowOf(one.name, one.pairs, one.verdict));
  const means = {
    name: "mean over workflows",
    first: meanOf(first),
    second: meanOf(second),
    difference: "",
    verdict: "",
  };
  const spent = { name: "spent", first: spentOf(first), second: spentOf(second), difference: "", verdict: "" };
  return [
    ...rows,
    ...(workflows.length > 1 ? [rowOf("all trials", overall, verdict)] : []),
    ...(means.first === "" ? [] : [means]),
    ...(spent.first === "" && spent.second === "" ? [] : [spent]),
  ];
}

function rowOf(name: string, pairs: ComparedPairs | undefined, verdict: ComparedVerdict): ComparisonRow {
  if (pairs === undefined) return { name, first: "–", second: "–", difference: "not compared", verdict: "" };
  const { first, second, trials } = pairs;
  const difference = describeDifference(pairs);
  return {
    name,
    first: rateWords(first, trials),
    second: rateWords(second, trials),
    difference,
    verdict: WORDS[verdict],
  };
}

/** `80% (16 of 20)` */
function rateWords({ rate, passed }: ComparedRate, trials: number): string {
  return `${percent(rate)} (${passed} of ${trials})`;
}

/** `80% (95% interval 60% to 92%)` */
function meanOf({ mean }: ComparedSide): string {
  return mean === undefined ? "" : `${percent(mean.mean)} (${percent(mean.low)} to ${percent(mean.high)})`;
}

function spentOf({ spent }: ComparedSide): string {
  if (spent === undefined) return "";
  return `${allTokens(spent)} tokens${spent.usd === null ? "" : ` (${describePrice(spent.usd)})`}`;
}

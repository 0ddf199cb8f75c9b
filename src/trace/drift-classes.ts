// Owns the classes of drift: how each affects the proof of a replay, who can accept it, and what it weighs in a diff.
// A new class is one row here and a comparison that finds it: reports, schemas, `accept` and the verdict of a diff read the
// table, the compiler and test/unit/render/every-class.test.ts name what it cannot decide.
import { namesIn } from "../names-in.js";

/**
 * How a drift affects the verdict of a diff. `breaks`: a caller of the old side breaks. `differs`: it counts.
 * `nothing`: it does not count.
 */
export type Weight = "breaks" | "differs" | "nothing";

/** What a class of drift means. */
interface DriftClassFacts {
  /**
   * When the turns that follow prove nothing. `never`: the drift is explained, Claude was given the same. `strict`: under
   * `--strict`. `open`: unless the config accepts the class, and under `--strict`. `always`: unless a person accepts this
   * one drift.
   */
  takesGround: "never" | "strict" | "open" | "always";
  /** True where the config may accept the whole class (`accept`). */
  asClass: boolean;
  /** True where the config accepts the class without naming it. */
  byDefault: boolean;
  /** Why nobody needs to accept it; absent where it can leave a replay without a verdict. */
  needless?: string;
  /** How it affects the verdict of a diff, before and after a person accepted it. */
  weight: Record<"open" | "accepted", Weight>;
  /** False where Claude is not given it, or did nothing by it. */
  isGiven: boolean;
  /** True where Claude chose its tools by what differs, so that it might choose others now. */
  steers: boolean;
  /** Its colour in reports. */
  tone: Tone;
}

/** How loud a report shows a class. */
export type Tone = "bad" | "open" | "good" | "quiet";

/** The classes of drift, the worst first; docs/replay.md names them where it says what differs. */
export const DRIFT_CLASSES = {
  breaking: {
    takesGround: "always",
    asClass: false,
    byDefault: false,
    weight: { open: "breaks", accepted: "nothing" },
    isGiven: true,
    steers: false,
    tone: "bad",
  },
  changed: {
    takesGround: "always",
    asClass: false,
    byDefault: false,
    weight: { open: "differs", accepted: "nothing" },
    isGiven: true,
    steers: false,
    tone: "bad",
  },
  reworded: {
    takesGround: "strict",
    asClass: true,
    byDefault: false,
    weight: { open: "differs", accepted: "differs" },
    isGiven: true,
    steers: true,
    tone: "open",
  },
  additive: {
    takesGround: "open",
    asClass: true,
    byDefault: true,
    weight: { open: "differs", accepted: "differs" },
    isGiven: true,
    steers: false,
    tone: "good",
  },
  docs: {
    takesGround: "open",
    asClass: true,
    byDefault: true,
    weight: { open: "differs", accepted: "nothing" },
    isGiven: false,
    steers: false,
    tone: "quiet",
  },
  grown: {
    takesGround: "strict",
    asClass: false,
    byDefault: false,
    needless: "it comes from rows of earlier runs, which never leaves a verdict open",
    weight: { open: "nothing", accepted: "nothing" },
    isGiven: true,
    steers: false,
    tone: "quiet",
  },
  correlated: {
    takesGround: "never",
    asClass: false,
    byDefault: false,
    needless: "its live value is put into the later calls, so it never leaves a verdict open",
    weight: { open: "nothing", accepted: "nothing" },
    isGiven: true,
    steers: false,
    tone: "quiet",
  },
  volatile: {
    takesGround: "never",
    asClass: false,
    byDefault: false,
    needless: "it differs on its own, which never leaves a verdict open",
    weight: { open: "nothing", accepted: "nothing" },
    isGiven: true,
    steers: false,
    tone: "quiet",
  },
} as const satisfies Record<string, DriftClassFacts>;

export type DriftClass = keyof typeof DRIFT_CLASSES;

/** A class that a person can accept: the whole of it, or one drift by its id. */
export type AcceptableClass = {
  [Name in DriftClass]: (typeof DRIFT_CLASSES)[Name] extends { needless: string } ? never : Name;
}[DriftClass];

/** A class that the config can accept as a whole. */
export type WholeClass = {
  [Name in DriftClass]: (typeof DRIFT_CLASSES)[Name]["asClass"] extends true ? Name : never;
}[DriftClass];

/** All classes, the worst first. */
export const DRIFT_WORST_FIRST: readonly DriftClass[] = namesIn(DRIFT_CLASSES);

/** Classes that a person can accept, the worst first. */
export const ACCEPTABLE: readonly AcceptableClass[] = DRIFT_WORST_FIRST.filter(isAcceptableClass);

/** Classes that the config can accept as a whole, the worst first. */
export const WHOLE: readonly WholeClass[] = DRIFT_WORST_FIRST.filter(isWholeClass);

/** What a config accepts that does not set `accept`. */
export const DEFAULT_ACCEPT: readonly DriftClass[] = WHOLE.filter((name) => factsOf(name).byDefault);

/** The class of a drift, and whether it is accepted; its other fields do not matter here. */
interface Classed {
  class: DriftClass;
  accepted?: true | undefined;
}

/** What a class means. */
export function factsOf(name: DriftClass): DriftClassFacts {
  return DRIFT_CLASSES[name];
}

/** True where Claude was given the same, except for values that differ on their own. */
export function isExplained({ class: name }: Classed): boolean {
  return factsOf(name).takesGround === "never";
}

/** True where nobody needs to decide, because it never leaves a replay without a verdict. */
export function needsNobody({ class: name }: Classed): boolean {
  return whyNeedless(name) !== undefined;
}

/** Why nobody needs to accept a class. */
export function whyNeedless(name: DriftClass): string | undefined {
  return factsOf(name).needless;
}

/** True where, from there on, the recording proves nothing, unless a person accepts the drift. */
export function losesGround({ class: name }: Classed): boolean {
  return factsOf(name).takesGround === "always";
}

/** True where a person has to decide: metrics stay without a verdict, and no default accepts it. */
export function needsDecision({ class: name }: Classed): boolean {
  return !needsNobody({ class: name }) && !factsOf(name).byDefault;
}

/** How a drift affects the verdict of a diff. */
export function weightOf({ class: name, accepted }: Classed): Weight {
  return factsOf(name).weight[accepted === true ? "accepted" : "open"];
}

/** True where a person had to decide and accepted it. */
export function wasSettled(drift: Classed): boolean {
  return needsDecision(drift) && drift.accepted === true;
}

/** True where a person has to decide and has not. */
export function isUndecided(drift: Classed): boolean {
  return needsDecision(drift) && drift.accepted !== true;
}

/** True for a class that a person can accept. */
export function isAcceptableClass(name: DriftClass): name is AcceptableClass {
  return whyNeedless(name) === undefined;
}

function isWholeClass(name: DriftClass): name is WholeClass {
  return factsOf(name).asClass;
}

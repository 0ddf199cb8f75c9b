// Learns from a recording and its checks what differs on its own, where it goes, and what cannot be decided.
import { addAll } from "../append-to.js";
import type { Dispatch } from "../trace/trace.js";
import type { JsonValue } from "../json/value.js";
import { readNumber } from "../json/digits.js";
import { canonicalJson } from "../json/canonical.js";
import { argumentLeaves } from "./arguments.js";
import { Observations, RecordingBeside, type Beside } from "./beside.js";
import { classify, type Class, type Surroundings } from "./classify.js";
import { withColumnOffs, withColumnTimes } from "./column-offs.js";
import { isGiven, readGivenTexts, type GivenTexts } from "./given-texts.js";
import { withChance } from "./equal-by-chance.js";
import { groupPlaces, type SentValue, type Varying } from "./identity.js";
import { chosenOtherwise } from "./chosen-in-checks.js";
import { findRaces, learnIssues } from "./issues.js";
import type { Doubt, Learned, SentPlace, Unstable, Variable } from "./learned.js";
import { nameVariables } from "./name-variables.js";
import type { Observed } from "./observe.js";
import { argumentsOf, planCall, type Plan, type Question } from "./plan.js";
import { withLeftRows } from "./left-rows.js";
import { withoutNeedless } from "./needless.js";
import type { Pin } from "./pins.js";
import { learnColumnRules } from "./column-rules.js";
import { ListFigures } from "./list-figures.js";
import type { CallViews } from "./list-rows.js";
import { saidRowsOf } from "./said-rows.js";
import { viewCall, type Run, type RunCall } from "./run.js";
import { isSteady } from "./steady.js";
import { namesEnd } from "./named-orders.js";
import { isQuantityPlace, labelOf } from "./names.js";
import { withLinesOfJson } from "./lines-of-json.js";
import { learnVarying, settleVarying } from "./learn-varying.js";
import { withWaits } from "./waits.js";
import type { Reading } from "./world.js";

export interface LearnOptions {
  pins?: readonly Pin[];
  /** Texts of the config beside the prompts, whose dates are constants. */
  given?: readonly GivenTexts[];
  /** Where calls ran concurrently: turns with the same number have no order between their calls. */
  together?: ((turn: number) => number) | undefined;
  /** False for an older recording: the server may have changed since. */
  isFresh?: boolean;
}

/** A number that is in more places is no end of a list. */
const MOST_ENDS = 20;

const CHANGED_SINCE = "the server returns a different value than when this was recorded, and always the same one";

/** Learns from whole runs. */
export function learn(recorded: Run, checks: readonly Run[], options: LearnOptions = {}): Learned {
  const recording = new RecordingBeside(recorded);
  return learnFrom(
    recording,
    checks.map((check) => recording.beside(check)),
    options,
  );
}

/** Learns from checks that {@link Check} drove. */
export function learnFrom(before: RecordingBeside, done: readonly Beside[], options: LearnOptions = {}): Learned {
  const { recording, checks } = withLinesOfJson({ recording: before, checks: done });
  const learned = learnPlaces(recording, checks, options);
  const lengths = learnVarying(learned, recording, checks);
  if (lengths.length === 0) return learned;
  settleVarying(lengths, recording, checks);
  return { ...learnPlaces(recording, checks, options), lengths };
}

function learnPlaces(recording: RecordingBeside, checks: readonly Beside[], options: LearnOptions): Learned {
  const observations = new Observations(recording, checks);
  const reached = Math.min(...checks.map(({ calls }) => calls.length), recording.run.calls.length);
  const planned = planCalls(recording.run, observations, checks, reached, options.pins ?? []);
  const ids = [0, ...recording.run.calls.slice(0, reached).map(({ id }) => id)];
  const observed = ids.flatMap((id) => observations.of(id));
  const sent = planned.flatMap(sentValues);
  const given = [readGivenTexts(textsGiven(recording.run, planned)), ...(options.given ?? [])];
  const views = viewsOf(recording, checks);
  const figures = new ListFigures(views);
  const issues = learnIssues(recording.run, checks);
  const around: Surroundings = {
    isSent: sentPlaces(sent),
    isGiven: (text) => given.some((texts) => isGiven(text, texts)),
    isBest: (one) => figures.bestOf(one) !== undefined,
  };
  const classes = withColumnTimes(
    withChance(withWaits(observed.map((place) => [place, classify(place, around)] as const)), issues.orders),
  );
  // Where all checks agree and differ from an old recording, the server may have changed.
  const isOfOld = ({ seen: [, ...lives] }: Observed, kind: Class["kind"]): boolean =>
    options.isFresh === false && kind === "value" && lives.every((value) => value === lives[0]);
  const varying = withColumnOffs(
    classes.flatMap(([place, found]): Varying[] =>
      found.kind === "constant" || found.kind === "unstable" || isOfOld(place, found.kind)
        ? []
        : [{ observed: place, ...found }],
    ),
  );
  const groups = groupPlaces(varying, sent).flatMap((group) => withoutEnds(group, figures));
  const variables = buildVariables(groups);
  const owner = new Map(groups.flatMap((group, at) => group.map(({ observed: place }) => [place, at] as const)));
  const namesOf = (readings: readonly Reading[]): string[] => {
    const names = readings.map(({ places: [first] }) => variables[owner.get(first ?? neverPlace()) ?? -1]?.name);
    return [...names.filter((name) => name !== undefined), "constant"];
  };
  attachSent(variables, owner, planned);
  attachFigures(variables, groups, figures);
  const unstable = classes.flatMap(([one, found]) => {
    const why = found.kind === "unstable" ? found.why : isOfOld(one, found.kind) ? CHANGED_SINCE : undefined;
    return why === undefined ? [] : [unstableOf(one, why)];
  });
  const doubtful = planned.flatMap(({ plan }) => plan.questions.map((question) => asDoubt(question, namesOf)));
  const found = [...unstable, ...issues.unstable];
  const races = racesIn(found, recording, options);
  const raced = new Set(races.flat());
  const learned: Learned = {
    variables,
    orders: issues.orders,
    grows: issues.grows,
    races,
    unstable: found.filter(({ call }) => !raced.has(call)),
    doubtful,
    state: issues.state.filter(({ call }) => !raced.has(call)),
    ...columnsOf(views, issues, recording.run),
  };
  return withLeftRows(withoutNeedless(learned, recording, checks), recording, checks);
}

function unstableOf({ place, seen, text }: Observed, why: string): Unstable {
  const { key: _, ...where } = place;
  return { ...where, why, seen: seen.map((value) => asJson(value, text)) };
}

function racesIn(
  found: readonly Unstable[],
  { run }: RecordingBeside,
  { isFresh, together }: LearnOptions,
): number[][] {
  // A change since an old recording says nothing of an order.
  const chance = isFresh === false ? found.filter((one) => !isSteady(one)) : found;
  return together === undefined ? [] : findRaces(run, chance, together);
}

/** {@link LearnOptions.together} of a run of our own: the calls of one turn, unless they were sent one after another. */
export function concurrentTurns(dispatch: Dispatch | undefined): LearnOptions["together"] {
  return dispatch === "serial" ? undefined : (turn) => turn;
}

function neverPlace(): never {
  throw new Error("a reading without places");
}

interface Planned {
  call: RunCall;
  plan: Plan;
}

/** Returns the plans of all calls up to the first turn with a question. */
function planCalls(
  run: Run,
  observations: Observations,
  checks: readonly Beside[],
  reached: number,
  pins: readonly Pin[],
): Planned[] {
  const planned: Planned[] = [];
  for (const [at, call] of run.calls.entries()) {
    const isNewTurn = run.calls[at - 1]?.turn !== call.turn;
    if (isNewTurn && planned.some(({ plan }) => plan.questions.length > 0)) break;
    const before = observations.before(call.turn);
    const plan = planCall(observations.given(call.id), call, before, pins, observations.lostBefore(call.turn));
    if (at < reached) addAll(plan.questions, sentOtherwise(call, plan, checks, at));
    if (plan.questions.length === 0) addAll(plan.questions, chosenOtherwise(run, call, plan, checks, pins));
    planned.push({ call, plan });
    if (at >= reached && run.calls[at + 1]?.turn !== call.turn) break;
  }
  return planned;
}

function sentValues({ call, plan }: Planned): SentValue[] {
  return plan.sendings.map(({ at, value, source }) => {
    return { call: call.id, value, label: labelOfSent(call, at), source };
  });
}

/** What a check sent by what it knew then must agree with what all checks show. */
function sentOtherwise(call: RunCall, plan: Plan, checks: readonly Beside[], at: number): Question[] {
  return checks.flatMap((check, index): Question[] => {
    const was = check.calls[at]?.arguments;
    if (was === undefined || plan.questions.length > 0) return [];
    const is = argumentsOf(call.arguments, plan.sendings, index);
    if (canonicalJson(was) === canonicalJson(is)) return [];
    const before = new Map(argumentLeaves(was).map((leaf) => [leaf.at, leaf.value]));
    const leaf = argumentLeaves(is).find(({ at: place, value }) => before.get(place) !== value);
    return [{ call: call.id, at: leaf?.at ?? "", value: leaf?.value ?? "", readings: [] }];
  });
}

function labelOfSent({ tool, arguments: args }: RunCall, at: string): string {
  const key = at.split("/").findLast((part) => !/^\d+$/.test(part)) ?? "";
  return labelOf({ key, parent: "", tool, notNumber: Object.keys(args).length === 0 });
}

/** Returns the texts of prompts, and of arguments that are not variables. */
function textsGiven(run: Run, planned: readonly Planned[]): string[] {
  const sent = planned.flatMap(({ call, plan }) =>
    argumentLeaves(call.arguments)
      .filter(({ at }) => !plan.sendings.some((sending) => sending.at === at))
      .map(({ value }) => value),
  );
  return [...run.prompts, ...sent];
}

function buildVariables(groups: readonly Varying[][]): Variable[] {
  const names = nameVariables(groups.map((group) => group.map(({ observed }) => observed)));
  return groups.map((group, at): Variable => {
    const [first] = group;
    const isNumber = group.some(({ observed }) => !observed.text);
    return {
      name: names[at] ?? "",
      kind: first?.kind ?? "value",
      seen: (first?.observed.seen ?? []).map((value) => asJson(value, !isNumber)),
      places: group.map(({ observed }) => observed.place),
      sent: [],
      ...offOf(group),
    };
  });
}

/** How far a time lay from any of the calls that said it. */
function offOf(group: readonly Varying[]): Pick<Variable, "off"> {
  const [first, ...others] = group.flatMap(({ off }) => off ?? []);
  if (first === undefined) return {};
  const [from, to] = [
    Math.min(first.from, ...others.map((off) => off.from)),
    Math.max(first.to, ...others.map((off) => off.to)),
  ];
  const isOneDay = others.every(({ days }) => days === first.days);
  return { off: { from, to, ...(isOneDay && first.days !== undefined && { days: first.days }) } };
}

/** Returns a number where JSON has a number, with all of its digits. */
function asJson(value: string, isText: boolean): JsonValue {
  return isText ? value : (readNumber(value) ?? value);
}

function attachSent(
  variables: readonly Variable[],
  owner: ReadonlyMap<Observed, number>,
  planned: readonly Planned[],
): void {
  for (const { call, plan } of planned) {
    for (const { at, token, source, by } of plan.sendings) {
      const place: SentPlace = { call: call.id, at, ...(token === undefined ? {} : { token }), by };
      variables[owner.get(source) ?? -1]?.sent.push(place);
    }
    for (const { at, token, readings } of plan.literals) {
      const [first] = readings[0]?.places ?? [];
      const place: SentPlace = { call: call.id, at, ...(token === undefined ? {} : { token }), by: "literal" };
      if (first !== undefined) variables[owner.get(first) ?? -1]?.sent.push(place);
    }
  }
}

/** What each run has of each call that all of them made. */
function viewsOf({ run, views }: RecordingBeside, checks: readonly Beside[]): CallViews[] {
  return run.calls.map(({ id }, at) => {
    const lives = checks.flatMap(({ calls }) => calls[at] ?? []);
    return { call: id, views: lives.length < checks.length ? [] : [views.get(id) ?? null, ...lives.map(viewCall)] };
  });
}

function columnsOf(
  views: readonly CallViews[],
  { orders, grows }: Pick<Learned, "orders" | "grows">,
  { prompts, said = [] }: Run,
): Pick<Learned, "columns"> {
  const isIn = (lists: readonly { call: number; at: string }[]) => (call: number, at: string) =>
    lists.some((list) => list.call === call && list.at === at);
  const rules = learnColumnRules(views, { isMixed: isIn(orders), isGrown: isIn(grows) });
  const columns = [...rules, ...saidRowsOf(views, { prompts, said })];
  return columns.length === 0 ? {} : { columns };
}

/** Tells of a place whether its value is sent. */
function sentPlaces(sent: readonly SentValue[]): (one: Observed) => boolean {
  const sources = new Set(sent.map(({ source }) => source));
  const echoes = new Set(sent.map(({ call, source }) => JSON.stringify([call, ...source.seen])));
  // What stands in the answer to a call as it was sent to it is no other word.
  return (one) =>
    sources.has(one) || (echoes.has(JSON.stringify([one.place.call, ...one.seen])) && !isQuantityPlace(one.named));
}

/** Takes the greatest or the least of a list apart from the row that had it: another row may have it next time. */
function withoutEnds(group: Varying[], figures: ListFigures): Varying[][] {
  if (group.length < 2 || group.length > MOST_ENDS) return [group];
  const ends = group.filter(({ observed }) => {
    const { place, context, named } = observed;
    // Other numbers equal a row's because they are that one, as an account is.
    const name = context === undefined ? `${named.parent} ${labelOf(named)}` : labelOf(named);
    const of = namesEnd(name) ? figures.of(observed, [place]) : undefined;
    const isEnd = of?.call === place.call && (of.is === "most" || of.is === "least");
    return isEnd && group.some((one) => one.observed.place.at.startsWith(`${of.at}/`));
  });
  const others = group.filter((one) => !ends.includes(one));
  return ends.length === 0 || others.length === 0 ? [group] : [others, ends];
}

/** Notes what numbers were of a list in every run. */
function attachFigures(variables: readonly Variable[], groups: readonly Varying[][], figures: ListFigures): void {
  for (const [at, variable] of variables.entries()) {
    const [first] = groups[at] ?? [];
    if (
      first === undefined ||
      (first.kind === "time" && first.off === undefined) ||
      variable.sent.some(({ by }) => by !== "literal")
    )
      continue;
    const of = figures.of(first.observed, variable.places);
    if (of !== undefined) variable.of = of;
  }
}

function asDoubt(question: Question, namesOf: (readings: readonly Reading[]) => string[]): Doubt {
  return { ...question, readings: namesOf(question.readings) };
}

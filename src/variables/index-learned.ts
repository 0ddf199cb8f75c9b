// Looks up what was learned by place: the variables of a leaf or of a property's name, and arrays in any order or
// grown.
import { isAtOrBelow } from "../json/pointer.js";
import { isNumber } from "../json/digits.js";
import { isNearZero, mayBeEither, mayBeNothing, rangeOfSeen, strays, type SeenRange } from "./bounds.js";
import { argumentLeaves } from "./arguments.js";
import { isLong } from "./chance.js";
import { containments, type Containment } from "./contained.js";
import { leafText } from "./left-words.js";
import type { Exact } from "../json/exact.js";
import { movesIn, type Move } from "./moved-by.js";
import { nestedAmounts } from "./nested-amounts.js";
import { neighboursOf, type Neighbours } from "./neighbours.js";
import { rowExtremes, type Extreme } from "./row-extremes.js";
import { levelPairs, type LevelPair } from "./row-levels.js";
import { isSpanAt, timeSpans, type Span } from "./time-spans.js";
import { seenTogether } from "./siblings.js";
import { formOf, quantityForm, hasForm, type Form } from "./form.js";
import {
  seenText,
  type GrownList,
  type Learned,
  type ListFigure,
  type Place,
  type Variable,
  type VaryingList,
} from "./learned.js";
import { distinctGroups } from "./distinct.js";
import { keysOf, type Named } from "./names.js";
import { groupAmounts, type Amount } from "./amounts.js";
import type { RunCall } from "./run.js";
import { appendTo } from "../append-to.js";

/** The keys of an object's own id. */
const MADE_NAMES = ["id", "name", "uid", "uuid", "key"];

/** A place of a variable. */
export interface Spot {
  /** The variable's index. */
  variable: number;
  place: Place;
}

/** A variable that was a figure of a list in every run. */
export interface FigureOfList {
  index: number;
  place: Place;
  of: ListFigure;
}

/** Indexes what was learned by place. */
export class LearnedIndex {
  private readonly leaves = new Map<string, Spot[]>();
  private readonly keys = new Map<string, Spot>();
  private readonly orders: ReadonlySet<string>;
  private readonly grows: ReadonlyMap<string, GrownList>;
  private readonly lengths: ReadonlyMap<string, VaryingList>;
  private readonly forms: Form[];
  private readonly seen: readonly string[][];
  private readonly ranges = new Map<readonly string[], SeenRange | undefined>();
  readonly groups: readonly (string | undefined)[];
  private readonly within = new Set<string>();
  private readonly tools: ReadonlyMap<number, string>;
  private readonly arguments: ReadonlyMap<number, RunCall["arguments"]>;
  private readonly sentKeys = new Set<string>();
  /** The variable that an argument sends. */
  private readonly sentFrom = new Map<string, number>();
  private levels: ReturnType<typeof levelPairs> | undefined;
  private neighbours: ReturnType<typeof neighboursOf> | undefined;
  private amounts: ReturnType<typeof groupAmounts> | undefined;
  private spans: ReturnType<typeof timeSpans> | undefined;
  private extremes: ReturnType<typeof rowExtremes> | undefined;
  private moves: ReturnType<typeof movesIn> | undefined;
  private contained: ReturnType<typeof containments> | undefined;
  private readonly figures: readonly FigureOfList[];

  constructor(
    readonly learned: Learned,
    recorded: { calls: readonly (Pick<RunCall, "id" | "tool"> & Partial<Pick<RunCall, "arguments">>)[] },
  ) {
    learned.variables.forEach((variable, index) => {
      for (const place of variable.places) {
        const spot = { variable: index, place };
        const id = idOf(place.call, place.at);
        if (place.key === true) this.keys.set(id, spot);
        else appendTo(this.leaves, id, spot);
      }
    });
    const places = learned.variables.flatMap((variable) => variable.places);
    this.tools = new Map(recorded.calls.map(({ id, tool }) => [id, tool]));
    this.arguments = new Map(recorded.calls.map((call) => [call.id, call.arguments ?? {}]));
    for (const { call, at } of learned.variables.flatMap(({ sent }) => sent)) {
      this.sentKeys.add(`${this.tools.get(call) ?? ""} ${at.slice(at.lastIndexOf("/") + 1)}`);
    }
    learned.variables.forEach(({ sent }, index) => {
      for (const { call, at, by } of sent) if (by !== "literal") this.sentFrom.set(idOf(call, at), index);
    });
    const { lengths = [] } = learned;
    for (const { call, at } of [...places, ...learned.orders, ...learned.grows, ...lengths]) this.noteWithin(call, at);
    this.orders = new Set(learned.orders.map(({ call, at }) => idOf(call, at)));
    this.grows = new Map(learned.grows.map((list) => [idOf(list.call, list.at), list]));
    this.lengths = new Map(lengths.map((list) => [idOf(list.call, list.at), list]));
    this.figures = learned.variables.flatMap(({ places: [place], of }, index) =>
      place === undefined || of === undefined ? [] : [{ index, place, of }],
    );
    this.seen = seenTogether(learned);
    const forms = new Map<readonly string[], Form>();
    this.forms = learned.variables.map((variable, at) => {
      const seen = this.seen[at] ?? [];
      const form = forms.get(seen) ?? formOfVariable(variable, seen);
      forms.set(seen, form);
      return form;
    });
    this.groups = distinctGroups(learned.variables, recorded);
  }

  leaf(call: number, at: string): readonly Spot[] {
    return this.leaves.get(idOf(call, at)) ?? [];
  }

  key(call: number, at: string): Spot | undefined {
    return this.keys.get(idOf(call, at));
  }

  /** The variable that an argument sends, or a part of it. */
  sentAt(call: number, at: string): number | undefined {
    return this.sentFrom.get(idOf(call, at));
  }

  /** The values of a leaf, or of the part of it that begins with a token, in each run; the recorded one if it is no variable. */
  seenAt(call: number, at: string, recorded: string, token?: number): { texts: readonly string[]; isTime: boolean } {
    const all = this.leaf(call, at);
    const [spot, ...others] = token === undefined ? all : all.filter(({ place }) => firstToken(place) === token);
    const { kind, seen = [] } = spot === undefined || others.length > 0 ? {} : (this.variable(spot.variable) ?? {});
    const texts = seen.map(seenText);
    return texts[0] === recorded ? { texts, isTime: kind === "time" } : { texts: [recorded], isTime: false };
  }

  /** True where something was learned about a place or one below it. */
  isWithin(call: number, at: string): boolean {
    return this.within.has(idOf(call, at));
  }

  /**
   * True for a name under which calls of this tool send values from results: a new field of that name may offer a
   * choice.
   */
  isSentKey(call: number, key: string): boolean {
    return this.sentKeys.has(`${this.tools.get(call) ?? ""} ${key}`);
  }

  private noteWithin(call: number, at: string): void {
    for (let pointer = at; ; pointer = pointer.slice(0, pointer.lastIndexOf("/"))) {
      const id = idOf(call, pointer);
      if (this.within.has(id)) return;
      this.within.add(id);
      if (pointer === "") return;
    }
  }

  isShuffled(call: number, at: string): boolean {
    return this.orders.has(idOf(call, at));
  }

  /** True for a list that was learned to grow, or to come in any order. */
  isList(call: number, at: string): boolean {
    return this.isShuffled(call, at) || this.grownAt(call, at) !== undefined;
  }

  grownAt(call: number, at: string): GrownList | undefined {
    return this.grows.get(idOf(call, at));
  }

  /** True for a list that need not be as long as it was. */
  isGrown(call: number, at: string): boolean {
    return this.grownAt(call, at) !== undefined || this.varyingAt(call, at) !== undefined;
  }

  /** A list that has another number of rows in each run. */
  varyingAt(call: number, at: string): VaryingList | undefined {
    return this.lengths.get(idOf(call, at));
  }

  variable(index: number): Variable | undefined {
    return this.learned.variables[index];
  }

  /** True where a value has the form of a variable; times are checked elsewhere. */
  fits(index: number, value: string): boolean {
    const form = this.forms[index];
    return form !== undefined && hasForm(form, value);
  }

  /** True for a number far outside its learned range. A value that is sent on is an id. */
  strays({ variable, place }: Spot, live: string, named: () => Named): boolean {
    const { kind, sent = [] } = this.variable(variable) ?? {};
    if (kind !== "value" || sent.length > 0 || place.call === 0 || place.key === true) return false;
    const seen = this.seen[variable] ?? [];
    if (!this.ranges.has(seen)) this.ranges.set(seen, rangeOfSeen(seen));
    return strays(this.ranges.get(seen), live, named, () => this.isOfMade(place));
  }

  /** True for a place in an object whose id or name is a long one that each run makes. */
  private isOfMade({ call, at }: Place): boolean {
    const object = at.slice(0, at.lastIndexOf("/"));
    return MADE_NAMES.some((key) =>
      this.leaf(call, `${object}/${key}`).some(({ variable }) => {
        const { kind, seen = [] } = this.variable(variable) ?? {};
        const texts = seen.map(seenText);
        return kind === "value" && new Set(texts).size === texts.length && texts.some(isLong);
      }),
    );
  }

  /** The numbers of a call that belong together, of which one is at or below a place. */
  amountsOf(call: number, at: string): readonly (readonly Amount[])[] {
    this.amounts ??= groupAmounts(this.learned.variables, nestedAmounts);
    const groups = this.amounts.get(call) ?? [];
    return at === "" ? groups : groups.filter((group) => group.some(({ place }) => place.at.startsWith(`${at}/`)));
  }

  /** Rows of a call, at or below a place, whose numbers lay far apart. */
  levelsOf(call: number, at: string): readonly LevelPair[] {
    this.levels ??= levelPairs(this.learned.variables, (one) => this.tool(one));
    return (this.levels.get(call) ?? []).filter(({ above }) => above.place.at.startsWith(`${at}/`));
  }

  /** Numbers of a call, at or below a place, that stood in an order. */
  neighboursOf(call: number, at: string): readonly Neighbours[] {
    this.neighbours ??= neighboursOf(this.learned.variables);
    const all = this.neighbours.get(call) ?? [];
    return all.filter(({ spots }) => spots.flat().every(({ place }) => isAtOrBelow(place.at, at)));
  }

  /** What held of times of a call, at or below a place. */
  spansOf(call: number, at: string): readonly Span[] {
    this.spans ??= timeSpans(this.learned.variables);
    return (this.spans.get(call) ?? []).filter((span) => isSpanAt(span, at));
  }

  /** Columns of texts of a call whose number was the greatest or the least of each row. */
  extremesOf(call: number): readonly Extreme[] {
    this.extremes ??= rowExtremes(this.learned.variables);
    return this.extremes.get(call) ?? [];
  }

  /** Numbers of a call that it moves by what it is sent. */
  movesOf(call: number): readonly Move[] {
    this.moves ??= movesIn(this.learned, this.arguments);
    return this.moves.get(call) ?? [];
  }

  /** Ids of which one had the other in itself, of which either is in a call. */
  containedIn(call: number): readonly Containment[] {
    this.contained ??= containments(this.learned);
    return this.contained.get(call) ?? [];
  }

  /** The numbers of lists of which either side is in a call. */
  figuresIn(call: number): readonly FigureOfList[] {
    return this.figures.filter(({ place, of }) => place.call === call || of.call === call);
  }

  /** True for a list whose rows say something of each other, or of a number. */
  hasFigure(call: number, at: string): boolean {
    const isList = (list: { call: number; at: string }): boolean => list.call === call && list.at === at;
    return (
      this.varyingAt(call, at) !== undefined ||
      this.figures.some(({ of }) => isList(of)) ||
      (this.learned.columns ?? []).some(isList)
    );
  }

  /** True for a value that a call was recorded with. */
  isArgument(call: number, value: Exact): boolean {
    return argumentLeaves(this.argumentsOf(call)).some((leaf) => leaf.value === leafText(value));
  }

  /** What a call was recorded with. */
  argumentsOf(call: number): RunCall["arguments"] {
    return this.arguments.get(call) ?? {};
  }

  /** The numbers of that. */
  numbersSent(call: number): number[] {
    const leaves = argumentLeaves(this.argumentsOf(call));
    return leaves.flatMap(({ value }) => (/^-?\d{1,9}(?:\.\d{1,6})?$/.test(value) ? [Number(value)] : []));
  }

  tool(call: number): string {
    return this.tools.get(call) ?? "";
  }

  isNumeric(index: number): boolean {
    const kind = this.forms[index]?.kind;
    return kind === "number" || kind === "digits" || kind === "quantity";
  }
}

function firstToken({ token }: Place): number | undefined {
  return typeof token === "number" ? token : token?.[0];
}

function idOf(call: number, at: string): string {
  return `${String(call)} ${at}`;
}

function formOfVariable({ kind, seen, places, of }: Variable, texts: readonly string[]): Form {
  if (of?.cell !== undefined) return { kind: "any" };
  if (kind === "quantity") {
    const form = quantityForm(texts);
    if (form !== undefined) return form;
  }
  const form = formOf(texts, seen.some(isNumber));
  if (form.kind !== "number" && form.kind !== "digits") return form;
  // The numbers of the list say what its end may be.
  if (of?.column !== undefined) return { kind: "number", sign: 0, mayBeZero: true, integer: false };
  if (form.kind === "number" && places.some(({ at }) => mayBeEither(keysOf(at).key, texts)))
    return { ...form, sign: 0, mayBeZero: true };
  if (form.mayBeZero || isNearZero(texts)) return { ...form, mayBeZero: true };
  return form.kind === "digits"
    ? form
    : { ...form, mayBeZero: places.some(({ at }) => mayBeNothing(keysOf(at).key, texts)) };
}

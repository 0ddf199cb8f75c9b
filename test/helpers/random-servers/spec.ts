// Draws a random server and the script of a model that works with it.
import { CLOCK_FORMS, type ClockForm } from "./clock.js";
import { ID_KINDS, randomOf, type IdKind, type Random } from "./random.js";

export type Format = "json" | "text" | "lines" | "wrapped" | "csv" | "xml";
/** How an argument names an object. */
export type Reference = "id" | "nounId" | "nounIdCamel" | "ref" | "path" | "sql" | "unknown" | "json";

/** A kind of object that a server has. */
export interface Entity {
  noun: string;
  plural: string;
  ids: IdKind;
  format: Format;
  idKey: "id" | "nounId" | "noun";
  clock: ClockForm | undefined;
  due: number | undefined;
  words: [string, string];
  amount: number;
  flag: boolean;
  latency: boolean;
  version: boolean;
  seeds: number;
}

/** What the model does in a turn. */
export interface Action {
  kind: "create" | "use" | "list" | "status" | "note" | "members" | "map" | "book";
  entity: number;
  /** Which of the objects that were made, by its order. */
  object: number;
  reference: Reference;
  /** A small number that is no id. */
  quantity: { name: string; value: number } | undefined;
  derived: "upper" | "next" | "padded" | "base64" | "part" | undefined;
  prose: boolean;
}

export interface Spec {
  seed: number;
  heldOut: boolean;
  reset: boolean;
  camel: boolean;
  nounless: boolean;
  entities: Entity[];
  turns: Action[][];
  prompt: string;
  date: string;
  latencies: number;
  memberIds: IdKind;
  uptime: boolean;
}

const NOUNS = "ticket order invoice project task booking card page session issue message deployment".split(" ");
const HELD_NOUNS = "parcel lease claim shipment pod voucher recipe lesson".split(" ");
const WORDS = "printer lamp garden window report engine bridge market harbor copper".split(" ");
const QUANTITIES = "qty page limit priority version count level".split(" ");
/** Quantities that the rules have no list of. */
const HELD_QUANTITIES = "copies rooms adults stars delay boxes qty limit".split(" ");
const REFERENCES: Reference[] = ["id", "nounId", "nounIdCamel", "path", "sql", "json", "nounId", "id"];

/** Draws a server. The held-out half has what the rules were not written on. */
export function drawSpec(seed: number, heldOut: boolean): Spec {
  const random = randomOf(seed + (heldOut ? 500_009 : 0));
  const nouns = random.shuffle(heldOut ? HELD_NOUNS : NOUNS).slice(0, random.between(1, 3));
  const entities = nouns.map((noun) => drawEntity(noun, heldOut, random));
  const reset = random.chance(0.6);
  const turns: Action[][] = [];
  const made = entities.map(() => 0);
  const draw = (kind: Action["kind"], entity: number, object = 0): Action =>
    drawAction(kind, entity, object, heldOut, random);
  const length = random.between(3, 6);
  for (let turn = 0; turn < length; turn++) {
    const entity = random.between(0, entities.length - 1);
    const objects = made[entity] ?? 0;
    if (objects === 0 || random.chance(0.2)) {
      const parallel = random.chance(0.2) ? 2 : 1;
      turns.push(Array.from({ length: parallel }, () => draw("create", entity)));
      made[entity] = objects + parallel;
    } else turns.push([draw("use", entity, random.between(0, objects - 1))]);
    if (random.chance(0.25))
      turns.push([draw(random.pick(["list", "status", "note", "book"]), entity, Math.max(0, objects - 1))]);
  }
  if (random.chance(0.3)) turns.push([draw("members", 0)]);
  if (random.chance(0.3)) turns.push([draw("map", 0)]);
  if (random.chance(0.3)) turns.push([draw("book", 0)]);
  const number = random.pick([1, 2, 3, 5, 8, 17, 98, 120]);
  const date = random.pick(["2026-12-01", "2027-03-01", "2026-11-30"]);
  const nouns0 = entities[0];
  return {
    seed,
    heldOut,
    reset,
    camel: heldOut && random.chance(0.5),
    nounless: heldOut && random.chance(0.3),
    entities,
    turns,
    prompt: `Open ${String(number)} ${nouns0?.plural ?? ""} for ${date} and tell me what you did.`,
    date,
    latencies: random.chance(0.35) ? 3 : 0,
    memberIds: random.pick(["counter", "hex4", "hex8", "nano10"]),
    uptime: random.chance(0.3),
  };
}

function drawEntity(noun: string, heldOut: boolean, random: Random): Entity {
  const formats: Format[] = heldOut
    ? ["json", "wrapped", "csv", "xml", "text", "lines"]
    : ["json", "json", "text", "lines"];
  return {
    noun,
    plural: `${noun}s`,
    ids: random.pick(ID_KINDS),
    format: random.pick(formats),
    idKey: random.pick(["id", "nounId", "noun"]),
    clock: random.chance(0.6) ? random.pick(CLOCK_FORMS) : undefined,
    due: random.chance(0.3) ? random.pick([1, 7, 30]) : undefined,
    words: [random.pick(WORDS), random.pick(WORDS)],
    amount: random.between(-40, 900),
    flag: random.chance(0.5),
    latency: random.chance(0.4),
    version: random.chance(0.3),
    seeds: random.between(0, 2),
  };
}

function drawAction(kind: Action["kind"], entity: number, object: number, heldOut: boolean, random: Random): Action {
  return {
    kind,
    entity,
    object,
    reference: heldOut && random.chance(0.3) ? random.pick(["unknown", "ref"]) : random.pick(REFERENCES),
    quantity: random.chance(0.4)
      ? { name: random.pick(heldOut ? HELD_QUANTITIES : QUANTITIES), value: random.between(1, 12) }
      : undefined,
    derived:
      kind === "use" && random.chance(0.05) ? random.pick(["upper", "next", "padded", "base64", "part"]) : undefined,
    prose: random.chance(0.25),
  };
}

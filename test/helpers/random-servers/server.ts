// A random server in process: keeps objects, prints them in its format, and can be mutated at one value that it says.
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Contract } from "../../../src/trace/contract.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { formatTime, DAY } from "./clock.js";
import { makeId, type Random } from "./random.js";
import type { Action, Entity, Spec } from "./spec.js";

/** What a server keeps. */
export interface State {
  objects: { id: string | number; entity: number; at: number; title: string }[];
  counts: number[];
}

/** What a value is, so that a mutant of it is one that must be found. */
export type Said = "word" | "number" | "boolean" | "status" | "time" | "echo" | "rows" | "free";

/** Sees and may change every value that a server says. */
export type Tap = <T extends JsonValue>(said: Said, value: T, other?: () => T) => T;

export function freshState(spec: Spec): State {
  const objects = spec.entities.flatMap((entity, at) =>
    Array.from({ length: entity.seeds }, (_, i) => ({
      id: seedId(entity, i),
      entity: at,
      at: Date.UTC(2026, 4, 3 + i),
      title: `seed ${entity.words[i % 2] ?? ""}`,
    })),
  );
  return { objects, counts: spec.entities.map(({ seeds }) => seeds) };
}

/** Ids that are in the database for good. */
function seedId({ ids, noun }: Entity, at: number): string | number {
  const fixed = { next: () => 0.37 + at / 10 } as Random;
  const between = (least: number, most: number): number => least + Math.floor(fixed.next() * (most - least + 1));
  const chars = (alphabet: string, length: number): string =>
    Array.from({ length }, (_, i) => alphabet[(i * 7 + at * 3 + 5) % alphabet.length]).join("");
  return makeId(ids, noun, at + 1, { ...fixed, between, chars } as Random, Date.UTC(2026, 4, 3 + at, 7, 3, 9, 417));
}

/** What stands in a field. */
type Scalar = string | number | boolean;

export class RandomServer {
  constructor(
    private readonly spec: Spec,
    private readonly state: State,
    private readonly random: Random,
    private readonly tap: Tap = (_, value) => value,
  ) {}

  contract(now: number): Contract {
    const { spec } = this;
    const day = spec.uptime ? ` Today is ${String(formatTime("date", now))}.` : "";
    const tools = [...new Set(spec.turns.flat().map((action) => toolOf(spec, action)))].map((name) => ({
      name,
      description: `Does ${name}.${day}`,
      inputSchema: { type: "object" },
    }));
    return { server: { name: "random", version: "1.0.0" }, capabilities: { tools: {} }, tools };
  }

  /** The outcome of a call, and the objects that it made. */
  call(action: Action, args: JsonObject, now: number): { outcome: CallOutcome; made: string | number | undefined } {
    const { spec } = this;
    const entity = spec.entities[action.entity];
    if (entity === undefined) throw new Error("no such entity");
    switch (action.kind) {
      case "create":
        return this.create(entity, action.entity, now);
      case "use":
      case "note":
        return { outcome: this.use(entity, action, args, now), made: undefined };
      case "list":
        return { outcome: this.list(entity, action.entity), made: undefined };
      case "status":
        return { outcome: this.status(now), made: undefined };
      case "members":
        return { outcome: this.members(), made: undefined };
      case "map":
        return { outcome: this.map(), made: undefined };
      case "book":
        return { outcome: this.book(args, now), made: undefined };
    }
  }

  private create(entity: Entity, at: number, now: number): { outcome: CallOutcome; made: string | number } {
    const count = (this.state.counts[at] ?? 0) + 1;
    this.state.counts[at] = count;
    const id = makeId(entity.ids, entity.noun, count, this.random, now + this.state.objects.length);
    this.state.objects.push({ id, entity: at, at: now, title: entity.words.join(" ") });
    return { outcome: this.show(entity, id, id, now, now, "open"), made: id };
  }

  /** Finds the object by the id that stands in the arguments, wherever. */
  private use(entity: Entity, action: Action, args: JsonObject, now: number): CallOutcome {
    const own = this.state.objects.filter((object) => object.entity === action.entity);
    const text = JSON.stringify(args);
    if (action.derived !== undefined) return this.show(entity, undefined, 0, now, now, "done");
    const wanted = referenceOf(args, action);
    const object = own.find(({ id }) => String(id) === wanted);
    if (object === undefined) {
      const message = `No ${entity.noun} ${String(wanted)} (${String(text.length)} characters asked).`;
      return { kind: "result", result: { content: [{ type: "text", text: message }], isError: true } };
    }
    const echo = this.tap("echo", object.id, () => this.otherId(entity, object.id));
    return this.show(entity, echo, object.id, object.at, now, action.kind === "use" ? "done" : "noted");
  }

  private otherId(entity: Entity, id: string | number): string | number {
    if (typeof id === "number") return id + 1 + this.random.between(0, 3);
    if (entity.ids === "prefixed") return id.replace(/\d+$/, (digits) => String(Number(digits) + 1));
    return makeId(entity.ids, entity.noun, 900, this.random, 1_700_000_000_000);
  }

  private show(
    entity: Entity,
    id: string | number | undefined,
    _own: string | number,
    made: number,
    now: number,
    status: string,
  ): CallOutcome {
    const { tap } = this;
    const idName = this.key(
      entity.idKey === "nounId" ? [entity.noun, "id"] : entity.idKey === "noun" ? [entity.noun] : ["id"],
    );
    const fields: [string, Scalar][] = [];
    if (id !== undefined) fields.push([idName, tap("free", id)]);
    fields.push(["title", tap("word", `${entity.words[0]} ${entity.words[1]}`, () => `${entity.words[0]} cellar`)]);
    fields.push(["status", tap("status", status, () => "failed")]);
    fields.push(["amount", tap("number", entity.amount, () => entity.amount * -1 || 4)]);
    if (entity.flag)
      fields.push([this.key(["is", "done"]), tap("boolean", status === "done", () => status !== "done")]);
    if (entity.version) fields.push(["version", tap("number", 1, () => 2)]);
    if (entity.clock !== undefined) {
      const form = entity.clock;
      const key = this.key(status === "open" ? ["created", "at"] : ["updated", "at"]);
      fields.push([key, tap("time", formatTime(form, now), () => formatTime(form, now + 3 * DAY))]);
    }
    if (entity.due !== undefined) {
      const days = entity.due;
      fields.push([
        "due",
        tap("time", formatTime("date", made + days * DAY), () => formatTime("date", made + (days + 2) * DAY)),
      ]);
    }
    return this.print(entity, fields, id);
  }

  private key(words: readonly string[]): string {
    const [first = "", ...rest] = words;
    if (this.spec.camel) return first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return words.join("_");
  }

  private print(entity: Entity, fields: [string, Scalar][], id: string | number | undefined): CallOutcome {
    const { spec } = this;
    const latency = entity.latency ? this.tap("free", this.random.between(2, 240)) : undefined;
    const values = Object.fromEntries(fields);
    switch (entity.format) {
      case "json":
      case "wrapped": {
        const object: JsonObject = { ...values };
        if (latency !== undefined) object[this.key(["elapsed", "ms"])] = latency;
        return json(
          entity.format === "json"
            ? object
            : { ok: this.tap("boolean", true, () => false), data: { [entity.noun]: object } },
        );
      }
      case "text": {
        const took = latency === undefined ? "" : ` (took ${String(latency)} ms)`;
        const rest = fields.slice(id === undefined ? 0 : 1).map(([key, value]) => `${key}: ${String(value)}`);
        const subject = id === undefined ? `The ${entity.noun}` : `The ${entity.noun} ${String(id)}`;
        return text(`${subject} is ready, ${rest.join(", ")}${took}.`);
      }
      case "lines": {
        const lines = fields.map(([key, value]) => `${key}: ${String(value)}`);
        if (latency !== undefined) lines.push(`took ${String(latency)} ms`);
        for (let i = 0; i < spec.latencies; i++)
          lines.push(`step ${String(i + 1)} took ${String(this.random.between(1, 30))} ms`);
        return text(lines.join("\n"));
      }
      case "csv":
        return text(`${fields.map(([key]) => key).join(",")}\n${fields.map(([, value]) => String(value)).join(",")}`);
      case "xml":
        return text(
          `<${entity.noun}>${fields.map(([key, value]) => `<${key}>${String(value)}</${key}>`).join("")}</${entity.noun}>`,
        );
    }
  }

  private list(entity: Entity, at: number): CallOutcome {
    const rows = this.state.objects
      .filter((object) => object.entity === at)
      .map(({ id, title }) => ({ [this.key([entity.noun, "id"])]: id, title }));
    const shown = this.tap("rows", rows, () => [...rows.slice(1), ...rows.slice(0, 1)]);
    if (entity.format === "text" || entity.format === "lines") {
      return text(
        [`All ${entity.plural}`, ...shown.map((row) => `- ${Object.values(row).map(String).join(" ")}`)].join("\n"),
      );
    }
    return json({ [entity.plural]: shown });
  }

  private status(now: number): CallOutcome {
    const { tap, random, spec } = this;
    const fields: JsonObject = {
      healthy: tap("boolean", true, () => false),
      region: tap("word", "north", () => "south"),
      load: tap("number", -4, () => 4),
      query_ms: tap("free", random.between(1, 90)),
      parse_ms: tap("free", random.between(1, 90)),
      render_ms: tap("free", random.between(1, 90)),
    };
    if (spec.uptime)
      fields["summary"] =
        `up ${String(random.between(0, 50))}s, used ${(random.between(900, 1300) / 1000).toFixed(3)} GB on ${String(formatTime("weekday", now))}`;
    return json(fields);
  }

  private members(): CallOutcome {
    const { random, spec } = this;
    const names = ["alice", "bobby", "carol", "david", "erika"];
    const members = names.map((name, at) => ({
      name: at === 0 ? this.tap("word", name, () => "mallory") : name,
      id: makeId(spec.memberIds, "member", 40 + at, random, 0),
    }));
    return json({ members: random.shuffle(members) });
  }

  private map(): CallOutcome {
    const { random } = this;
    const parts = ["copper", "zinc", "iron"].map((metal, at): [string, JsonValue] => [
      `${random.chars("abcdef0123456789", 7)}${String(at)}`,
      {
        metal: at === 0 ? this.tap("word", metal, () => "lead") : metal,
        weight: this.tap("number", 10 + at, () => 99),
      },
    ]);
    return json({ parts: Object.fromEntries(parts) });
  }

  private book(args: JsonObject, now: number): CallOutcome {
    const date = textOf(args["date"]);
    const booked = this.tap("time", date, () => String(formatTime("date", Date.parse(date) + DAY)));
    return text(`Booked for ${booked}, asked on ${String(formatTime("date", now))}.`);
  }
}

function json(value: JsonValue): CallOutcome {
  return text(JSON.stringify(value));
}

function text(words: string): CallOutcome {
  return { kind: "result", result: { content: [{ type: "text", text: words }] } };
}

/** The name of the tool that an action calls. */
export function toolOf(spec: Spec, { kind, entity }: Action): string {
  const noun = spec.entities[entity]?.noun ?? "thing";
  const verbs = {
    create: "create",
    use: "close",
    list: "list",
    status: "status",
    note: "annotate",
    members: "members",
    map: "map",
    book: "book",
  };
  const verb = verbs[kind];
  if (kind === "status" || kind === "members" || kind === "map" || kind === "book")
    return spec.camel ? `get${verb.charAt(0).toUpperCase()}${verb.slice(1)}` : `get_${verb}`;
  const target = kind === "list" ? `${noun}s` : noun;
  if (spec.nounless && spec.entities.length === 1) return verb;
  return spec.camel ? `${verb}${target.charAt(0).toUpperCase()}${target.slice(1)}` : `${verb}_${target}`;
}

/** The id in the arguments, as the server reads it. */
function referenceOf(args: JsonObject, { reference }: Action): string {
  const value = textOf(Object.values(args)[0]);
  if (reference === "path") return value.replace(/^.*\//, "");
  if (reference === "sql") return value.replace(/^.*= '?/, "").replace(/'?$/, "");
  if (reference !== "json") return value;
  const parsed = JSON.parse(value) as JsonObject;
  return textOf(Object.values(parsed)[0]);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

// Reads a measurement: an amount with its unit, or a bare number whose name says that it is one.

export interface Quantity {
  dimension: "time" | "size" | "number";
  /** In milliseconds or bytes. */
  amount: number;
}

const UNITS: Readonly<Record<string, readonly ["time" | "size", number]>> = {
  ns: ["time", 1e-6],
  us: ["time", 1e-3],
  µs: ["time", 1e-3],
  ms: ["time", 1],
  s: ["time", 1e3],
  sec: ["time", 1e3],
  second: ["time", 1e3],
  m: ["time", 6e4],
  min: ["time", 6e4],
  minute: ["time", 6e4],
  h: ["time", 3.6e6],
  hr: ["time", 3.6e6],
  hour: ["time", 3.6e6],
  B: ["size", 1],
  byte: ["size", 1],
  kB: ["size", 1e3],
  KB: ["size", 1e3],
  KiB: ["size", 1024],
  MB: ["size", 1e6],
  MiB: ["size", 1024 ** 2],
  GB: ["size", 1e9],
  GiB: ["size", 1024 ** 3],
  TB: ["size", 1e12],
  TiB: ["size", 1024 ** 4],
};
const PART = /(-?\d[\d,]{0,20}(?:\.\d{1,20})?) ?([A-Za-zµ]{1,7})(?: |$)/gy;

/** Reads a text as a quantity; a bare number has the dimension `number`. */
export function readQuantity(text: string): Quantity | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return { dimension: "number", amount: Number(text) };
  let amount = 0;
  let dimension: "time" | "size" | undefined;
  let done = 0;
  PART.lastIndex = 0;
  for (let part = PART.exec(text); part !== null; part = PART.exec(text)) {
    const unit = UNITS[part[2] ?? ""] ?? UNITS[(part[2] ?? "").replace(/s$/, "")];
    if (unit === undefined || (dimension !== undefined && dimension !== unit[0])) return undefined;
    dimension = unit[0];
    amount += Number((part[1] ?? "").replaceAll(",", "")) * unit[1];
    done = PART.lastIndex;
  }
  return dimension === undefined || done !== text.length ? undefined : { dimension, amount };
}

/** How many bytes the prefix of a size stands for: `k`, `Mi`; 1 without one. */
export function bytesOfPrefix(prefix: string): number {
  return UNITS[`${prefix.replace("k", "K")}B`]?.[1] ?? 1;
}

/** The amount of each unit from which a program that chooses its unit writes the next one. */
const HIGHEST: Readonly<Record<string, number>> = {
  ns: 1e4,
  us: 1e4,
  µs: 1e4,
  ms: 1e4,
  s: 300,
  sec: 300,
  second: 300,
  m: 180,
  min: 180,
  minute: 180,
  h: 72,
  hr: 72,
  hour: 72,
};

/** Returns the unit of one amount. */
export function unitOf(text: string): string | undefined {
  return /^[\d,]+(?:\.\d+)? ?([A-Za-zµ]{1,7})$/.exec(text)?.[1];
}

/**
 * Returns the unit of all amounts, where a program that chooses units by size would have written one of them in
 * another.
 */
export function fixedUnitOf(texts: readonly string[]): string | undefined {
  const [unit, ...others] = new Set(texts.map(unitOf));
  if (unit === undefined || others.length > 0) return undefined;
  const highest = HIGHEST[unit] ?? HIGHEST[unit.replace(/s$/, "")] ?? Number.POSITIVE_INFINITY;
  return texts.some((text) => Number.parseFloat(text.replaceAll(",", "")) >= highest) ? unit : undefined;
}

// Turns the given flags into typed values, or throws BAD_USAGE with the flag and what it takes.
import { McpvalsError } from "../errors.js";

/** Flags by their long names: all values of a flag that takes values, true for a flag that takes none. */
export type FlagValues = Readonly<Record<string, readonly string[] | true | undefined>>;

/** The value of a flag that may be given once. */
export function oneOf(values: FlagValues, flag: string): string | undefined {
  const all = allOf(values, flag) ?? [];
  if (all.length > 1) throw bad(flag, `is given ${all.length} times`, "Give it once.");
  return all[0];
}

/** The values of a flag that may be repeated. */
export function allOf(values: FlagValues, flag: string): string[] | undefined {
  const value = values[flag];
  return value === undefined || value === true ? undefined : [...value];
}

/** A flag without a value: true where it is given, undefined where not, so that the config can decide. */
export function switchedOn(values: FlagValues, flag: string): true | undefined {
  return values[flag] === true ? true : undefined;
}

/** A flag that takes a whole number, 1 or more. */
export function countFlag(values: FlagValues, flag: string, unit: string): number | undefined {
  const text = oneOf(values, flag);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < 1 || !Number.isSafeInteger(number)) {
    throw bad(flag, `takes ${unit}, a whole number of 1 or more, not ${JSON.stringify(text)}`);
  }
  return number;
}

/** A flag that takes an amount of dollars over 0. */
export function dollarsFlag(values: FlagValues, flag: string): number | undefined {
  const text = oneOf(values, flag);
  if (text === undefined) return undefined;
  const amount = Number(text);
  if (!/^\d*\.?\d+$/.test(text) || amount <= 0) {
    throw bad(flag, `takes US dollars, a number over 0 such as 2.50, not ${JSON.stringify(text)}`);
  }
  return amount;
}

/** A flag that takes one of several words. */
export function choiceOf<const T extends string>(
  values: FlagValues,
  flag: string,
  choices: readonly T[],
): T | undefined {
  const text = oneOf(values, flag);
  if (text === undefined) return undefined;
  const choice = choices.find((one) => one === text);
  if (choice === undefined) throw bad(flag, `takes ${choices.join(" or ")}, not ${JSON.stringify(text)}`);
  return choice;
}

/** The error for a flag that is used wrongly. */
export function bad(flag: string, problem: string, fix?: string): McpvalsError {
  return new McpvalsError("BAD_USAGE", `--${flag} ${problem}`, { fix });
}

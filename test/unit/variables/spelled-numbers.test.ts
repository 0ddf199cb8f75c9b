// Numbers in English words and in Roman numerals.
import { describe, expect, it } from "vitest";
import { readRoman, readSpelled } from "../../../src/variables/spelled-numbers.js";
import { tellOne } from "./runs.js";

const told = (texts: readonly string[]) => tellOne(texts).problems;

describe("a number in words", () => {
  it.each([
    ["sixty-nine", 69],
    ["Twenty", 20],
    ["one hundred and five", 105],
    ["three thousand two hundred", 3200],
    ["zero", 0],
  ])("is read: %s", (text, value) => expect(readSpelled(text)).toBe(value));

  it.each(["no", "one two", "twenty-eleven", "some"])("is not read: %s", (text) =>
    expect(readSpelled(text)).toBeUndefined(),
  );

  const online = (...numbers: string[]) => numbers.map((number) => `${number} people are online.`);

  it("may be another one, of more words or fewer", () => {
    expect(told(online("sixty-nine", "seventy", "forty-six", "thirty"))).toEqual([]);
    expect(told(online("seventy", "eighty", "forty", "thirty-three"))).toEqual([]);
  });

  it.each(["no", "zero", "Thirty", "69", "many"])("may not be what is no such number: %s", (word) => {
    expect(told(online("sixty-nine", "seventy", "forty-six", word))).not.toEqual([]);
  });

  it("is not far from all that were seen", () => {
    expect(told(online("sixty-nine", "seventy", "sixty-six", "two thousand"))).not.toEqual([]);
  });

  it("is a word where two runs had the same", () => {
    expect(told(["3: three", "4: four", "4: four", "5: five"])).not.toEqual([]);
  });

  it("belongs to a number in digits", () => {
    const both = (...pairs: [string, number][]) => pairs.map(([word, digits]) => `${word} (${String(digits)}) people`);
    const seen: [string, number][] = [
      ["sixty-nine", 69],
      ["seventy", 70],
      ["forty-one", 41],
    ];
    expect(told(both(...seen, ["fifty-five", 55]))).toEqual([]);
    expect(told(both(...seen, ["fifty-five", 54]))).not.toEqual([]);
  });
});

describe("Roman numerals", () => {
  it.each([
    ["IV", 4],
    ["XLII", 42],
    ["MCMXCIX", 1999],
  ])("are read: %s", (text, value) => expect(readRoman(text)).toBe(value));

  it.each(["IIII", "IC", "iv", ""])("are not read: %s", (text) => expect(readRoman(text)).toBeUndefined());

  const chapters = (...numbers: string[]) => numbers.map((number) => `Chapter ${number} was added.`);

  it("may count on", () => expect(told(chapters("IV", "V", "VI", "VII"))).toEqual([]));

  it.each(["none", "7", "vii", "IIX"])("may not be anything else: %s", (word) => {
    expect(told(chapters("IV", "V", "VI", word))).not.toEqual([]);
  });

  it("are not what sizes and marks are", () => {
    const sizes = ["M", "L", "XL", "L"].map((size) => `The shirt comes in ${size}.`);
    expect(told(sizes)).not.toEqual([]);
  });
});

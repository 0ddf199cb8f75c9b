// Markdown in; what of it GitHub could make something of, out.
import { expect } from "vitest";

/** What is left for GitHub to make links, mentions and HTML of: all but fences, code spans and `<code>`. */
export function alive(markdown: string): string {
  const lines: string[] = [];
  let closing: RegExp | undefined;
  for (const line of markdown.split("\n")) {
    if (closing !== undefined) {
      if (closing.test(line)) closing = undefined;
      continue;
    }
    const ticks = /^(`{3,})[^`]*$/.exec(line)?.[1];
    if (ticks === undefined) lines.push(line);
    else closing = new RegExp(`^\`{${ticks.length},} *$`);
  }
  expect(closing, "a fence that is not closed").toBe(undefined);
  return lines
    .map((line) => (line.startsWith("<details>") ? line : line.replace(/(?<!`)(`+)(?!`).+?(?<!`)\1(?!`)/g, "CODE")))
    .join("\n")
    .replace(/<code>[^<]*<\/code>/g, "CODE");
}

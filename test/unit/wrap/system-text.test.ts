import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { settleSystemText, SystemTexts } from "../../../src/wrap/system-text.js";

/** As Claude Code 2.1.197 writes it. */
function ofClaudeCode(more: string, { folder = "/work/shop", day = "2026-11-29", commit = "6fe8ea4 first" } = {}) {
  return `You are Claude Code.
Your memory is in [run]/settings/projects/${folder.replaceAll("/", "-")}/memory/.

# Environment
You have been invoked in the following environment:
 - Primary working directory: ${folder}
 - Is a git repository: true
 - Platform: linux
 - Shell: bash
 - OS Version: Linux 6.18
 - Assistant knowledge cutoff is January 2026.
Today's date is ${day}.

${more}

gitStatus: This is the git status at the start of the conversation.

Recent commits:
${commit}`;
}

test("another folder, day and commit are no other text, and another order of the user is", () => {
  const one = settleSystemText(ofClaudeCode("You never refund."));
  const other = ofClaudeCode("You never refund.", {
    folder: "/home/ann/x",
    day: "2027-01-03",
    commit: "1234567 second",
  });
  expect(settleSystemText(other)).toBe(one);
  expect(settleSystemText(ofClaudeCode("You refund."))).not.toBe(one);
  expect(one).toContain("You never refund.");
});

test("the folder that each run of a suite makes for its agent is no other text", () => {
  const memory = (folder: string): string => `Your memory is in [tmp]/${folder}/settings/projects/-work-shop/memory/.`;
  expect(settleSystemText(memory("mcpvals-agent-73y7FF"))).toBe(settleSystemText(memory("mcpvals-agent-bTfsEQ")));
});

describe("dates", () => {
  it.each([
    ["It is 2026-11-29T10:00:00Z.", "It is 2027-01-03T23:59:59.123+01:00."],
    ["It is Sunday, November 29, 2026, 10:14.", "It is Monday, January 3, 2027, 9:02."],
    ["It is 29 November 2026.", "It is 3 January 2027."],
    ["It is 29.11.2026.", "It is 3.1.2027."],
  ])("%s", (one, other) => expect(settleSystemText(other)).toBe(settleSystemText(one)));
});

test("a text without dates and without what Claude Code says of the machine stays as it is", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z ]{0,40}$/), (text) => {
      expect(settleSystemText(text)).toBe(text.trim());
    }),
  );
});

test("a text is read once, however many requests have it", () => {
  let reads = 0;
  const texts = new SystemTexts((text) => {
    reads += 1;
    return text.replaceAll("/work/shop", "[cwd]");
  });
  expect(texts.hashOf("Work in /work/shop.")).toBe(texts.hashOf("Work in [cwd]."));
  texts.hashOf("Work in /work/shop.");
  expect(reads).toBe(2);
});

// Splits the text of a flag that takes a command line, such as `--command`, into program and arguments. Without a
// shell: nothing is expanded, piped or redirected.
import { McpvalsError } from "../errors.js";

const OPERATORS = new Set(["|", "||", "&", "&&", ";", ">", ">>", "<", "2>", "2>&1", "&>"]);

/**
 * Splits a command line as a POSIX shell does, quotes and backslashes included. With `backslash: "literal"` (Windows) a
 * backslash is an ordinary character, so that paths stay intact.
 * @throws McpvalsError BAD_USAGE where a quote stays open, nothing is left, or a shell would be needed.
 */
export function splitCommand(
  text: string,
  backslash: "escape" | "literal" = "escape",
  flag: "command" | "from" | "to" = "command",
): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quoted = false;
  let quote: string | undefined;

  const endWord = (): void => {
    if (word === undefined) return;
    if (!quoted && OPERATORS.has(word)) throw shellNeeded(text, word, flag);
    words.push(word);
    word = undefined;
    quoted = false;
  };

  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "\\" && quote !== "'" && backslash === "escape") {
      const escapes = quote === undefined || ['"', "\\", "$", "`"].includes(next);
      if (escapes && next !== "") at++;
      word = (word ?? "") + (escapes && next !== "" ? next : char);
      quoted = true;
    } else if (quote !== undefined) {
      if (char === quote) quote = undefined;
      else word = (word ?? "") + char;
    } else if (char === '"' || char === "'") {
      quote = char;
      quoted = true;
      word ??= "";
    } else if (/\s/.test(char)) {
      endWord();
    } else {
      word = (word ?? "") + char;
    }
  }
  if (quote !== undefined) {
    throw new McpvalsError("BAD_USAGE", `--${flag} has a ${quote} that is never closed`, { evidence: text });
  }
  endWord();
  if (words.length === 0 || words[0] === "") {
    throw new McpvalsError("BAD_USAGE", `--${flag} names no program`, { fix: `Example: --${flag} "node server.js"` });
  }
  return words;
}

function shellNeeded(text: string, operator: string, flag: string): McpvalsError {
  return new McpvalsError("BAD_USAGE", `--${flag} is not run by a shell, so "${operator}" has no meaning in it`, {
    evidence: text,
    fix: `Quote it where it is an argument, or ask for a shell: ${flag === "command" ? "-- sh -c '…'" : `--${flag} "sh -c '…'"`}`,
  });
}

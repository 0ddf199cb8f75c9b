// Finds the paths in a text that belong to one machine, with their lines. Pure: the same text gives the same findings
// on every machine.

export interface MachinePath {
  /** From 1. */
  line: number;
  path: string;
}

/** Not inside a longer path or word; `file://` may come before. */
const START = String.raw`(?<![\p{L}\p{N}_.\-~\]}/\\]|[a-z]:\/)`;
const AFTER_FILE_URL = String.raw`(?<=\bfile:\/\/(?:localhost)?)`;
const BEGIN = `(?:${START}|${AFTER_FILE_URL})`;
/** One name of a path. */
const NAME = String.raw`[^\s/\\"'\x60<>|:,;()[\]{}*?$%…]+`;
const SLASH = String.raw`(?:\/|\\{1,4}\/?)`;

const HOMES = new RegExp(
  String.raw`${BEGIN}(?:(?:\/(?:private\/)?(?:home|Users))\/|\/?[A-Za-z](?::|%3A)${SLASH}Users${SLASH}|\/mnt\/[a-z]\/Users\/)(${NAME})`,
  "gu",
);
/**
 * Folders that a program created for itself, known by their random names. A plain `/tmp/notes.txt` is the same
 * everywhere.
 */
const TEMPS = new RegExp(
  String.raw`${BEGIN}(?:\/(?:private\/)?var\/folders\/[\w+]{2}\/[\w+]{8,}|\/(?:private\/)?(?:var\/)?tmp\/(?:tmp\.[A-Za-z0-9]{6,}|(?:[\w.]+-)+(?=[A-Za-z0-9]*[A-Z0-9])[A-Za-z0-9]{6}(?![\w.-])))`,
  "gu",
);

/** User names in documentation, which belong to nobody. */
const NOBODY =
  /^(?:user(?:name)?|your|you|me|name|someone|example|public|shared|default|(?:your|my)[-_]?(?:user(?:[-_]?name)?|name)|\.+)$/i;

/** Paths below a home folder of a person, and temporary folders with random names. */
export function findMachinePaths(text: string): MachinePath[] {
  const found: { index: number; path: string }[] = [];
  for (const match of text.matchAll(HOMES)) {
    if (!NOBODY.test(match[1] ?? "")) found.push({ index: match.index, path: match[0] });
  }
  for (const match of text.matchAll(TEMPS)) found.push({ index: match.index, path: match[0] });
  found.sort((a, b) => a.index - b.index);

  const paths: MachinePath[] = [];
  let line = 1;
  let at = 0;
  for (const { index, path } of found) {
    for (let end = text.indexOf("\n", at); end >= 0 && end < index; end = text.indexOf("\n", at)) {
      line += 1;
      at = end + 1;
    }
    if (!paths.some((one) => one.line === line && one.path === path)) paths.push({ line, path });
  }
  return paths;
}

// Lists the rules of `mcpvals lint`: their stable ids, and what each is about. docs/lint.md holds the same table.

interface Rule {
  /** What is wrong, in one sentence. */
  about: string;
  /** What `--fix` does about it; absent where only a person can fix it. */
  fixes?: string;
}

export const LINT_RULES = {
  "accepted-drift": {
    about: "`accepted.yaml` cannot be read, or an entry names a workflow or call that is not there.",
  },
  "canonical-form": {
    about: "The text is not written as mcpvals writes it: edited by hand, or by a formatter.",
    fixes: "writes it canonically; the seal of what it says stays",
  },
  "conflict-markers": { about: "The file has conflict markers of git." },
  "empty-reset": { about: "`reset` in the config does nothing, as the line that `init` writes to be filled in." },
  encoding: {
    about: "The file is not UTF-8, or begins with a byte order mark.",
    fixes: "removes the byte order mark",
  },
  "file-name": {
    about: "The file's name is not that of its workflow.",
    fixes: "moves the file, where its place is free",
  },
  "git-attributes": {
    about: "No `.gitattributes` keeps git from changing line ends and from merging line by line.",
    fixes: "writes the file, where there is none",
  },
  invalid: { about: "The file cannot be read as what it should be; each problem has its line." },
  leftover: {
    about: "A half-written temporary file of a process that was killed.",
    fixes: "removes it",
  },
  "line-ends": {
    about: "The lines end in CRLF: git changed them on checkout.",
    fixes: "writes LF",
  },
  "machine-path": { about: "A path of somebody's machine in a result or an argument that is no placeholder." },
  "missing-blob": { about: "A blob that the cassette refers to is not there." },
  "missing-contract": { about: "The contract that the cassette refers to is not there." },
  "needless-varies": { about: "An entry of `varies` in the config covers a place that never differed." },
  "old-version": { about: "The cassette is of version 1: `mcpvals record --check` writes it anew." },
  "orphan-cassette": { about: "No workflow of the config has this name." },
  renamed: {
    about: "The workflow of these prompts has another name in the config.",
    fixes: "gives the cassette the new name, seal included",
  },
  seal: {
    about: "The text does not fit its seal: edited by hand, cut off, or merged by lines.",
    fixes: "seals it again, but only a file that is named on the command line: look at it first",
  },
  secret: { about: "Something that looks like a secret." },
  size: { about: "The file is larger than its budget." },
  stale: { about: "The config's prompts or model settings changed since the recording." },
  "unmatched-place": {
    about: "An entry of `varies`, `ignore` or `pins` in the config matches no place of any cassette.",
  },
  "unused-blob": { about: "No cassette of the folder refers to this blob.", fixes: "removes it" },
  "unused-contract": { about: "No cassette of the folder refers to this contract.", fixes: "removes it" },
  version: { about: "The cassette has a version that this mcpvals does not know." },
  "wrong-hash": { about: "The content of a blob or contract does not fit its name." },
} as const satisfies Readonly<Record<string, Rule>>;

export type RuleId = keyof typeof LINT_RULES;

/** All ids, sorted. */
export const RULE_IDS: readonly RuleId[] = idsOf(LINT_RULES);

function idsOf<T extends object>(table: T): (keyof T & string)[] {
  return Object.keys(table).filter((key): key is keyof T & string => key in table);
}

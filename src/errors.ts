// Defines every error that a user can meet: one class, one table of codes, and the exit code of each.

/** Exit codes of the command line (docs/commands.md explains them). */
export const EXIT = {
  yes: 0,
  no: 1,
  wrongRequest: 2,
  inconclusive: 3,
  outside: 4,
  bug: 70,
  interrupted: 130,
  terminated: 143,
} as const;

/** Maps the code of an error to the exit code of a command that ends with it. */
export const ERROR_CODES = {
  CONFIG_NOT_FOUND: EXIT.wrongRequest,
  FILE_NOT_FOUND: EXIT.wrongRequest,
  CONFIG_AMBIGUOUS: EXIT.wrongRequest,
  CONFIG_INVALID: EXIT.wrongRequest,
  CONFIG_NOT_RUN: EXIT.wrongRequest,
  ENV_UNSET: EXIT.wrongRequest,
  BAD_USAGE: EXIT.wrongRequest,
  WORKFLOW_NOT_FOUND: EXIT.wrongRequest,
  SHARDS_REFUSED: EXIT.wrongRequest,
  NOTHING_DUE: EXIT.inconclusive,
  REFUSED_IN_CI: EXIT.wrongRequest,
  CASSETTE_MISSING: EXIT.inconclusive,
  CASSETTE_INVALID: EXIT.inconclusive,
  CASSETTE_VERSION: EXIT.inconclusive,
  CASSETTE_SEAL: EXIT.inconclusive,
  CASSETTE_TOO_LARGE: EXIT.inconclusive,
  CASSETTE_FILE_MISSING: EXIT.inconclusive,
  CASSETTE_CONFLICT: EXIT.inconclusive,
  CASSETTE_LOCKED: EXIT.outside,
  AGENT_DIFFERS: EXIT.inconclusive,
  AGENT_MISSING: EXIT.wrongRequest,
  REPLAY_MISSING: EXIT.wrongRequest,
  RUN_MISSING: EXIT.wrongRequest,
  RUN_INVALID: EXIT.inconclusive,
  TRANSCRIPT_UNKNOWN: EXIT.wrongRequest,
  TRANSCRIPT_VERSION: EXIT.wrongRequest,
  TRANSCRIPT_INVALID: EXIT.wrongRequest,
  NOTHING_TO_IMPORT: EXIT.wrongRequest,
  IMPORT_DIFFERS: EXIT.inconclusive,
  DRIFT_NOT_FOUND: EXIT.wrongRequest,
  DRIFT_REFUSED: EXIT.wrongRequest,
  REF_NOT_FOUND: EXIT.wrongRequest,
  GIT_FAILED: EXIT.outside,
  WRITE_FAILED: EXIT.outside,
  SECRET_FOUND: EXIT.outside,
  COMMAND_NOT_FOUND: EXIT.outside,
  SERVER_UNREACHABLE: EXIT.outside,
  PORT_TAKEN: EXIT.outside,
  SETUP_FAILED: EXIT.outside,
  MODEL_KEY_MISSING: EXIT.outside,
  MODEL_ACCOUNT: EXIT.outside,
  BUDGET_REACHED: EXIT.inconclusive,
  NOT_AGREED: EXIT.inconclusive,
  JUDGE_KEY_MISSING: EXIT.outside,
  JUDGE_ACCOUNT: EXIT.outside,
  PROXY_SETTING: EXIT.outside,
  BUG: EXIT.bug,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** What is printed below the first line of an error. */
export interface ErrorParts {
  /** The evidence: a snippet, a list of problems, the tail of a log. */
  evidence?: string | undefined;
  /** The command or the change that fixes it. */
  fix?: string | undefined;
  /** The names of variables that are not set, where that is the error. */
  lacks?: readonly string[] | undefined;
  cause?: unknown;
}

/**
 * An error with a code from {@link ERROR_CODES}. `message` is one line: what happened, and where. `evidence` and `fix`
 * are printed below it.
 */
export class McpvalsError extends Error {
  override readonly name = "McpvalsError";
  readonly code: ErrorCode;
  readonly evidence: string | undefined;
  readonly fix: string | undefined;
  readonly lacks: readonly string[];

  constructor(code: ErrorCode, message: string, parts: ErrorParts = {}) {
    super(message, parts.cause === undefined ? undefined : { cause: parts.cause });
    this.code = code;
    this.evidence = parts.evidence;
    this.fix = parts.fix;
    this.lacks = parts.lacks ?? [];
  }

  /** The exit code of a command that ends with this error. */
  get exitCode(): number {
    return ERROR_CODES[this.code];
  }
}

/** The message of anything thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The text of an error as a command prints it: what happened, where, the code, the evidence, the fix. */
export function renderError(error: unknown): string {
  if (!(error instanceof McpvalsError)) return messageOf(error);
  const parts = [`${error.message} (${error.code})`];
  if (error.evidence !== undefined && error.evidence !== "") parts.push(error.evidence.replace(/^/gm, "  "));
  if (error.fix !== undefined) parts.push(error.fix);
  return parts.join("\n");
}

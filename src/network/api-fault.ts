// Reads an error of the SDK of a model API. Must not know the SDKs: it reads errors by their fields.
import { messageOf } from "../errors.js";

export interface ApiFault {
  status: number | undefined;
  /** The API's own word for the kind of the fault. */
  type: string | undefined;
  code: string | undefined;
  /** What the API says, else what the error and its causes say, in one line. */
  message: string;
  requestId: string | undefined;
}

/** Characters of a message; some APIs return the whole request. */
const MESSAGE = 1000;

export function readApiFault(thrown: unknown): ApiFault {
  const status = fieldOf(thrown, "status");
  const said = textIn(thrown, "apiMessage") ?? textIn(fieldOf(thrown, "error"), "message");
  return {
    status: typeof status === "number" ? status : undefined,
    type: textIn(thrown, "type"),
    code: textIn(thrown, "code"),
    message: (said ?? [messageOf(thrown), ...causesOf(thrown)].join(": ")).replace(/\s+/g, " ").slice(0, MESSAGE),
    requestId: textIn(thrown, "requestID"),
  };
}

/** `Overloaded (status 529, overloaded_error, request req_1)`: `kind` and `more` are further facts, where they are known. */
export function describeApiFault(
  { message, status, requestId }: Pick<ApiFault, "message" | "status" | "requestId">,
  kind?: string,
  more?: string,
): string {
  const facts = [
    status === undefined ? undefined : `status ${status}`,
    kind,
    requestId === undefined ? undefined : `request ${requestId}`,
    more,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? message : `${message} (${facts.join(", ")})`;
}

function fieldOf(owner: unknown, key: string): unknown {
  return typeof owner === "object" && owner !== null ? Reflect.get(owner, key) : undefined;
}

function textIn(owner: unknown, key: string): string | undefined {
  const value = fieldOf(owner, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `Connection error.` explains nothing; its causes do. */
function causesOf(thrown: unknown): string[] {
  const causes: string[] = [];
  for (let at = thrown; at instanceof Error && causes.length < 5;) {
    at = at.cause;
    if (at instanceof Error && at.message !== "") causes.push(at.message);
  }
  return causes;
}

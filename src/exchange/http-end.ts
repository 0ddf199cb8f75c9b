// Describes how an HTTP request without a JSON-RPC answer ended. Pure.

export interface HttpEnd {
  request: number;
  /** On the frames' clock. */
  at?: number;
  /** Absent where the upstream did not respond. */
  status?: number;
  /** The client went away. */
  abandoned?: true;
  /** The rest of the response may arrive through another request. */
  resumable?: true;
  /** Why there was no response, or why it broke off. */
  failure?: string;
  /** The content type, if it is not one for messages; "" for a missing one. */
  oddType?: string;
  /** Why messages in the response could not be read. */
  problem?: string;
  /** The same for the request. */
  requestProblem?: string;
}

/** What the client of a proxy gets if the server is unreachable. */
const UNREACHED = 502;

/** The status that the client saw. */
export function statusSeen({ status = UNREACHED }: HttpEnd): number {
  return status;
}

/** Whether the answer may still come in the response to another request. */
export function maySettleElsewhere({ status = UNREACHED, resumable }: HttpEnd): boolean {
  return status === 202 || (resumable === true && status < 400);
}

/** The finding for a request whose response held no answer. `asked`: its method, and its subject. */
export function describeHttpEnd(asked: string, end: HttpEnd): string {
  const { status, failure, oddType, problem } = end;
  if (status === undefined) return `${asked} got no answer: the server did not respond (${failure ?? "no reason"})`;
  const reasons = [
    ...(failure === undefined ? [] : [`it broke off (${failure})`]),
    ...(oddType === undefined ? [] : [oddType === "" ? "it has no content type" : `its content type is ${oddType}`]),
    ...(problem === undefined ? [] : [problem]),
  ];
  const why = reasons.length === 0 ? "" : `: ${reasons.join(", ")}`;
  return `${asked} got no answer in JSON-RPC, but HTTP status ${status}${why}`;
}

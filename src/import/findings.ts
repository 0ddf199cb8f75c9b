// Finds in what is about to be written what a person should see first: secrets that were replaced, and e-mail addresses.
// Pure.
import { placeholdersIn } from "../redaction/placeholder.js";
import { turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";

/** A kind of finding, and the places where it is. */
export interface ImportFinding {
  /** `the secret GITHUB_TOKEN, written as a placeholder`, `the e-mail address a…@example.org`. */
  what: string;
  /** `the prompt of step 1`, `call 3`. */
  places: string[];
}

const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63})*\.[A-Za-z]{2,24}/g;
/** Addresses that no person has. */
const NOBODY = /@(?:example\.(?:com|org|net)|[\w.-]+\.(?:test|invalid|example|localhost))$/i;

/** `hidden`: the run as its cassette has it. */
export function findBeforeWriting(hidden: Pick<Trace, "steps">): ImportFinding[] {
  const found = new Map<string, Set<string>>();
  const note = (what: string, place: string): void => {
    const places = found.get(what) ?? new Set();
    found.set(what, places.add(place));
  };
  for (const { text, place } of textsOf(hidden)) {
    for (const { name } of placeholdersIn(text)) note(`the secret ${name}, written as a placeholder`, place);
    for (const [address] of text.matchAll(EMAIL)) if (!NOBODY.test(address)) note(describeAddress(address), place);
  }
  return [...found].map(([what, places]) => ({ what, places: [...places] }));
}

function describeAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `the e-mail address ${address.slice(0, 1)}…${address.slice(at)}`;
}

function textsOf({ steps }: Pick<Trace, "steps">): { text: string; place: string }[] {
  return [
    ...steps.map(({ user }, at) => ({ text: user, place: `the prompt of step ${at + 1}` })),
    ...turnsOf({ steps }).flatMap(({ content, calls, own = [] }, turn) => [
      ...content.map((block) => {
        const id = typeof block["id"] === "string" ? block["id"].replace(/^\D*/, "") : undefined;
        return { text: plain(block), place: id === undefined ? `the text of turn ${turn + 1}` : `call ${id}` };
      }),
      ...calls.map(({ id, arguments: args, outcome }) => ({ text: plain([args, outcome]), place: `call ${id}` })),
      ...own.map(({ id, given }) => ({ text: plain(given), place: `call ${id}` })),
    ]),
  ];
}

/** Line ends and quotes as they are: an escape would join with what follows it. */
function plain(value: unknown): string {
  return JSON.stringify(value).replaceAll(/\\[nrt]/g, " ");
}

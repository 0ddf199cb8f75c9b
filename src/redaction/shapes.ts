// Finds secrets by their shape that secretlint does not find, or finds too widely. Pure.
import { HEADER_SHAPES } from "./header-shapes.js";
import { findPrivateKeys, PRIVATE_KEY_LEAD } from "./private-keys.js";
import { joinLeads, type SecretShape, type ShapeFound } from "./shape.js";
import { TOKEN_SHAPES } from "./token-shapes.js";
import { findUrlParameters, findUrlPasswords, PARAMETER_LEAD } from "./url-secrets.js";

/** All shapes that are one pattern. Tokens first: of two shapes that find the same, the first gives it its name. */
export const SHAPES: readonly SecretShape[] = [...TOKEN_SHAPES, ...HEADER_SHAPES];

type Find = (text: string, found: ShapeFound[]) => void;
type Finder = readonly [mayHave: (text: string) => boolean, find: Find];

const FINDERS: readonly Finder[] = [
  [joinLeads([PRIVATE_KEY_LEAD]), findPrivateKeys],
  ...SHAPES.map((shape): Finder => [joinLeads([shape]), findByPattern(shape)]),
];

/** Most texts have none of the leads, and are done with one look. Many have a URL, which needs none of the others. */
const mayHaveAny = joinLeads([PRIVATE_KEY_LEAD, ...SHAPES]);
const mayHaveParameter = joinLeads([PARAMETER_LEAD]);
const SHORTEST = 8;

/** Secrets by their own shape, in no order; they may overlap. */
export function findShapes(text: string): ShapeFound[] {
  const found: ShapeFound[] = [];
  if (text.length < SHORTEST) return found;
  if (mayHaveAny(text)) for (const [mayHave, find] of FINDERS) if (mayHave(text)) find(text, found);
  if (text.includes("://")) findUrlPasswords(text, found);
  if (mayHaveParameter(text)) findUrlParameters(text, found);
  return found;
}

function findByPattern({ kind, pattern, strong, accepts }: SecretShape): Find {
  return (text, found) => {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const end = match.index + match[0].length;
      if (accepts(secret)) found.push({ kind, start: end - secret.length, end, strong });
    }
  };
}

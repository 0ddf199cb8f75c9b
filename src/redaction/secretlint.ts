// Finds what secretlint's recommended rules find in a text. Calls the rules directly, not through secretlint's core,
// which is asynchronous: an event must be on the disk before the next call is made.
import type { rules as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import { looksLikeWords, type ShapeFound } from "./shape.js";

type Rule = (typeof recommended)[number];
type RuleContext = Parameters<Rule["create"]>[0];
type Handler = ReturnType<Rule["create"]>;
type Source = Parameters<NonNullable<Handler["file"]>>[0];

export type FindByRules = (text: string) => ShapeFound[];

const PREFIX = "@secretlint/secretlint-rule-";
/**
 * Left out: `filter-comments` (a tool result could switch redaction off); `basicauth`, `database-connection-string`,
 * `gcp`, `aws`, `privatekey`, which find too much or the wrong part, and which our own shapes cover.
 */
const LEFT_OUT = new Set(
  ["filter-comments", "basicauth", "database-connection-string", "gcp", "aws", "privatekey"].map((id) => PREFIX + id),
);
/** A part that every secret of a rule contains, in any case. A rule that is not listed here is always run. */
const HINTS: Readonly<Record<string, RegExp>> = {
  npm: /npm_/i,
  slack: /xox[abopr]-|xapp-|hooks\.slack/i,
  sendgrid: /SG\.\w/i,
  shopify: /shp[pcas][pats]/i,
  github: /gh[opusr]_|github_pat_/i,
  openai: /sk-/i,
  anthropic: /sk-ant-/i,
  linear: /lin_api/i,
  "1password": /ops_ey/i,
};

/** Found by url-secrets.ts. */
const WRONG_PLACE = "PackageJSON_xOauthToken";

const ANY_HINT = new RegExp(
  Object.values(HINTS)
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Loads the rules. */
export async function loadRules(): Promise<FindByRules> {
  const { rules } = await import("@secretlint/secretlint-rule-preset-recommend");
  let found: ShapeFound[] = [];
  let read = "";
  const asked = rules
    .filter(({ meta }) => !LEFT_OUT.has(meta.id))
    .map((rule): { hint: RegExp | undefined; handler: Handler } => {
      const context: RuleContext = {
        sharedOptions: {},
        createTranslator: () => (messageId, data) => ({
          message: String(messageId),
          messageId: String(messageId),
          data,
        }),
        report({ message, range: [start, end] }) {
          const secret = read.slice(start, end);
          // `xoxo-hugs-and-kisses`; and a token that is the user of a URL, of which the rule tells the wrong place.
          if (looksLikeWords(secret) || message.messageId === WRONG_PLACE) return;
          const kind = message.messageId.toLowerCase().replace(/[^a-z0-9]+/g, "-");
          found.push({ kind, start, end, strong: true });
        },
        ignore() {},
      };
      return { hint: HINTS[rule.meta.id.slice(PREFIX.length)], handler: rule.create(context, {}) };
    });
  const isAnyAlwaysAsked = asked.some(({ hint }) => hint === undefined);
  return (text) => {
    if (!isAnyAlwaysAsked && !ANY_HINT.test(text)) return [];
    found = [];
    read = text;
    let source: Source | undefined;
    for (const { hint, handler } of asked) {
      if (hint?.test(text) === false) continue;
      source ??= sourceOf(text);
      void handler.file?.(source);
    }
    return found;
  };
}

/** A text that is not a file. No rule asks for lines. */
function sourceOf(content: string): Source {
  const noLines = (): never => {
    throw new Error("a text has no lines here");
  };
  return {
    content,
    hasBOM: false,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: "text",
    ext: "",
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: noLines,
    rangeToLocation: noLines,
    positionToIndex: noLines,
    indexToPosition: noLines,
  };
}

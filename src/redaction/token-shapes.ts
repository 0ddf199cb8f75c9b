// Lists tokens that have a prefix of their own. Only prefixes that nothing else has: no SHA, UUID, page token or
// signature.
import { buildShape, END, type SecretShape } from "./shape.js";

const token = (kind: string, lead: string, rest: string, after = ""): SecretShape =>
  buildShape({ kind, lead, rest, after });

/** `{"`, `{ "` and a brace at the end of a line, in base64. */
const JSON_START = "eyJ|eyA|ewo|ew0|ewk";
const JSON_PART = `(?:${JSON_START})${String.raw`[\w-]`}`;

export const TOKEN_SHAPES: readonly SecretShape[] = [
  buildShape({
    kind: "jwt",
    lead: JSON_START,
    // Three parts are signed, five encrypted.
    rest: String.raw`[\w-]{8,}\.(?:(?:${JSON_PART}{4,}|e30)\.[\w-]{16,}|[\w-]*\.[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,})`,
    accepts: () => true,
  }),
  token("anthropic-key", "sk-ant-", String.raw`[a-z]{2,10}\d{0,3}-[\w-]{20,}`),
  token("sk-key", "sk-", String.raw`(?:[a-z0-9]{1,12}-){0,3}\w{20,}[\w-]*`),
  token("stripe-key", "[sr]k_(?:live|test|prod)_", String.raw`\w{16,}`),
  token("stripe-webhook", "whsec_", String.raw`[A-Za-z0-9+/]{24,}={0,2}`),
  token("aws-key-id", "A[KS]IA", "[A-Z2-7]{16}", END),
  token("aws-session-token", "IQoJb3JpZ2lu|F[wQ]oGZXIvYXdz", "[A-Za-z0-9+/]{60,}={0,2}"),
  token("google-key", "AIza", String.raw`[\w-]{35}`, END),
  token("google-secret", "GOCSPX-", String.raw`[\w-]{24,}`),
  token("google-token", String.raw`ya29\.`, String.raw`[\w-]{20,}`),
  token("github-token", "gh[oprsu]_", String.raw`\w{36,}`),
  // A token of an app's installation, which may be a JWT behind its prefix.
  token("github-token", "ghs_", String.raw`[\w-]{36,}(?:\.[\w-]{10,})*`),
  token("github-token", "github_pat_", String.raw`\w{50,}`),
  token("gitlab-token", "gl(?:pat|ptt|dt|rt|cbt|ft|soat|imt|agent|oas)-", String.raw`[\w-]{20,}(?:\.[\w-]+)*`),
  token("slack-token", String.raw`xox(?:[abeoprs]|e\.xox[bp])-`, "[A-Za-z0-9-]{10,}"),
  // Of a signed-in browser: the token, and the cookie that goes with it, which is mostly percent-encoded.
  token("slack-token", "xoxc-", "[A-Za-z0-9-]{10,}"),
  token("slack-token", "xoxd-", "[A-Za-z0-9%+/=_-]{20,}"),
  token("slack-app-token", "xapp-", String.raw`\d-[A-Z0-9]+-\d+-[a-f0-9]{32,}`),
  token("grafana-token", "gl(?:c|sa)_", String.raw`\w{32,}`),
  token("huggingface-token", "hf_", "[A-Za-z0-9]{30,}"),
  token("groq-key", "gsk_", "[A-Za-z0-9]{40,}"),
  token("docker-token", "dckr_[op]at_", String.raw`[\w-]{20,}`),
  token("notion-token", "ntn_", "[A-Za-z0-9]{40,}", END),
  token("notion-token", "secret_", "[A-Za-z0-9]{43}", END),
  token("pypi-token", "pypi-AgE", String.raw`[\w-]{50,}`),
  token("digitalocean-token", "do[opr]_v1_", "[a-f0-9]{64}"),
  token("databricks-token", "dapi", String.raw`[a-f0-9]{32}(?:-\d)?`, END),
  token("postman-key", "PMAK-", "[a-f0-9]{24}-[a-f0-9]{34}"),
  token("figma-token", "figd_", String.raw`[\w-]{40,}`),
  buildShape({
    kind: "telegram-token",
    head: String.raw`\d{8,10}`,
    lead: ":AA",
    rest: String.raw`[\w-]{33}`,
    after: END,
  }),
  token("twilio-key", "SK[0-9a-f]{4}", "[0-9a-f]{28}", END),
  token("vault-token", String.raw`hv[sbr]\.`, String.raw`[\w-]{24,}`),
  token("age-key", "AGE-SECRET-KEY-1", "[0-9A-Z]{58}"),
  token("supabase-token", "sbp_", "[a-f0-9]{40}"),
  token("perplexity-key", "pplx-", "[A-Za-z0-9]{40,}"),
  token("xai-key", "xai-", "[A-Za-z0-9]{60,}"),
  token("replicate-token", "r8_", "[A-Za-z0-9]{37}"),
  token("doppler-token", String.raw`dp\.(?:pt|st|ct|sa|scim|audit)\.`, String.raw`\w{40,}`),
  token("atlassian-token", "ATATT3x", String.raw`[\w=-]{24,}`),
  token("sentry-token", "sntry[su]_", "[A-Za-z0-9+/=_-]{32,}"),
  token("planetscale-token", "pscale_(?:tkn|oauth|pw)_", String.raw`[\w.=-]{32,}`),
  token("tailscale-key", "tskey-", String.raw`[\w-]{16,}`),
  token("pulumi-token", "pul-", "[a-f0-9]{40}", END),
  token("nvidia-key", "nvapi-", String.raw`[\w-]{40,}`),
  token("pinecone-key", "pcsk_", String.raw`\w{40,}`),
  token("rubygems-key", "rubygems_", "[a-f0-9]{48}"),
  token("newrelic-key", "NRAK-", "[A-Z0-9]{27}"),
  token("langsmith-key", "lsv2_(?:pt|sk)_", String.raw`[a-f0-9]{32}\w*`),
];

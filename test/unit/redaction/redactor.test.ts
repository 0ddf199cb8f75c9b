import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jsonValue } from "../../helpers/arbitrary-json.js";
import { scanForSecrets } from "../../../src/redaction/last-scan.js";
import { makeRedactor } from "./make-redactor.js";

const SECRET = 'hunter2-Zq"7\\x/é9+K';
const known = { TOKEN: SECRET };
const github = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const jwt = `eyJ${"hbGciOiJIUzI1NiJ9"}.eyJ${"zdWIiOiIxMjM0NTY3ODkwIn0"}.${"dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"}`;

describe("a known value", () => {
  const forms: [string, string, string][] = [
    ["as it is", SECRET, "[redacted:TOKEN]"],
    ["inside text, and only it", `a ${SECRET}b`, "a [redacted:TOKEN]b"],
    ["in JSON in text", JSON.stringify({ a: SECRET }), '{"a":"[redacted:TOKEN:json]"}'],
    ["percent-encoded", `q=${encodeURIComponent("plain-secret 1%")}`, "q=[redacted:OTHER:url]"],
    ["as base64", Buffer.from(SECRET).toString("base64"), "[redacted:TOKEN:base64]"],
    ["split by colours", "\u001b[31mplain-\u001b[0msecret 1%!", "\u001b[31m[redacted:OTHER]!"],
    ["split by colours in JSON in text", '{"a":"plain-\\u001b[0msecret 1%"}', '{"a":"[redacted:OTHER]"}'],
  ];
  it.each(forms)("is found %s", (_, text, redacted) => {
    expect(makeRedactor({ ...known, OTHER: "plain-secret 1%" }).redact(text)).toBe(redacted);
  });

  it("is found in JSON in JSON in text", () => {
    const text = JSON.stringify({ a: JSON.stringify({ b: SECRET }) });
    const redacted = makeRedactor(known).redact(text);
    expect(redacted).toMatch(/^\{"a":"\{\\"b\\":\\"\[redacted:TOKEN[^\]]*\]\\"\}"\}$/);
  });

  it("is found within longer base64, and the text around it stays", () => {
    for (const before of ["user:", "a user:", "an user:"]) {
      const redacted = makeRedactor(known).redact(`data ${Buffer.from(`${before}${SECRET}, ok`).toString("base64")}`);
      expect(Buffer.from(redacted.slice(5), "base64").toString()).toBe(`${before}[redacted:TOKEN], ok`);
    }
  });

  it("is found in keys, in numbers, and under __proto__", () => {
    const value: unknown = JSON.parse(`{"__proto__":"x ${github}","plain-secret":1,"n":[845123, 8451230]}`);
    const redacted = makeRedactor({ KEY: "plain-secret", PIN: "845123" }).redact(value);
    expect(JSON.stringify(redacted)).toMatch(
      /^\{"__proto__":"x \[redacted:github-token-[0-9a-f]{6}\]","\[redacted:KEY\]":1,"n":\["\[redacted:PIN:number\]",8451230\]\}$/,
    );
  });

  it("of digits is not found in longer digits", () => {
    expect(makeRedactor({ PIN: "845123" }).redact("1845123 8451.845123 845123")).toBe(
      "1845123 8451.845123 [redacted:PIN]",
    );
  });

  it("comes back as it was where it may be given to the server", () => {
    const redactor = makeRedactor({ ...known, PIN: "845123" });
    const value = {
      a: `x ${SECRET}`,
      b: JSON.stringify({ c: SECRET }),
      d: 845123,
      e: Buffer.from(SECRET).toString("base64"),
    };
    expect(redactor.reveal(redactor.redact(value))).toEqual(value);
    const basic = `Basic ${Buffer.from(`user:${SECRET}`).toString("base64")}`;
    expect(redactor.reveal(redactor.redact(basic))).toBe(basic);
  });

  it("is never shown where the server was not given it, until the server says it itself", () => {
    const redactor = makeRedactor({ ANTHROPIC_API_KEY: SECRET }, {}, false);
    expect(redactor.reveal("[redacted:ANTHROPIC_API_KEY]")).toBe("[redacted:ANTHROPIC_API_KEY]");
    expect(redactor.isAtHand("[redacted:ANTHROPIC_API_KEY]")).toBe(false);
    redactor.noteSaid(redactor.redact({ text: SECRET }));
    expect(redactor.reveal("[redacted:ANTHROPIC_API_KEY]")).toBe(SECRET);
  });
});

describe("a secret that is found by its shape", () => {
  it("has the same name for the same secret, another for another, in every recording", () => {
    const other = github.replace("a1B2", "Z9y8");
    const [one, two] = makeRedactor().redact([`${github} ${other}`, github]);
    const [first, second] = one.split(" ");
    expect(first).toBe(two);
    expect(first).not.toBe(second);
    expect(makeRedactor().redact([other, github])).toEqual([second, first]);
    expect(makeRedactor({}, { suite: "another" }).redact(github)).not.toBe(first);
  });

  it("is found in other forms once it is known", () => {
    const redactor = makeRedactor();
    const name = redactor.redact(github);
    const encoded = redactor.redact(Buffer.from(github).toString("base64"));
    expect(encoded).toBe(name.replace("]", ":base64]"));
    expect(redactor.redact("postgres://app:corr3ct-horse@db/x and corr3ct-horse")).toBe(
      "postgres://app:[redacted:url-password]@db/x and [redacted:url-password]",
    );
  });

  it("is counted where a person may have chosen it: a guess must find nothing to be tried against", () => {
    const urls = ["amqp://a:corr3ct-horse@b", "redis://:battery-st4ple@c", "amqp://d:corr3ct-horse@e"];
    expect(makeRedactor().redact(urls)).toEqual([
      "amqp://a:[redacted:url-password]@b",
      "redis://:[redacted:url-password-2]@c",
      "amqp://d:[redacted:url-password]@e",
    ]);
    expect(makeRedactor().forReplay().redact(urls[1])).toBe("redis://:[redacted:url-password-now]@c");
  });
});

describe("a secret that the config says", () => {
  const config = { prompts: ["redis://:one-pass@a and redis://:two-pass@b"] };

  it("has the same name in every command, and is not given to a server that has not said it", () => {
    for (const series of ["recorded", "now"] as const) {
      const redactor = makeRedactor({}, { series, config });
      expect(redactor.redact("redis://:two-pass@b")).toBe("redis://:[redacted:url-password-2]@b");
      expect(redactor.isAtHand("[redacted:url-password-2]")).toBe(series === "recorded");
      redactor.noteSaid(redactor.redact(["redis://:two-pass@b"]));
      expect(redactor.isAtHand("[redacted:url-password-2]")).toBe(true);
      expect(redactor.reveal("[redacted:url-password-2]")).toBe("two-pass");
    }
    expect(makeRedactor({}, { series: "now", config }).redact("redis://:three-pass@b")).toBe(
      "redis://:[redacted:url-password-now]@b",
    );
  });
});

describe("the last look", () => {
  const scan = (value: unknown): void =>
    scanForSecrets(makeRedactor({ T: "canary-0123456789" }), "x.yaml", {
      value,
      bytes: Buffer.from(JSON.stringify(value)),
    });

  it("finds no new secret where two texts are read as one", () => {
    expect(() => {
      scan({ a: "access_token", b: "AWS_SECRET_ACCESS_KEY", c: `= ${"a1B2c3D4".repeat(5)}`, d: "Secret" });
      scan(["redis://:", "kestrel@cache"]);
    }).not.toThrow();
  });

  it("says where a known one is and what was not written", () => {
    expect(() => scan({ turns: [{ type: "thinking", signature: "canary-0123456789" }] })).toThrow(
      "x.yaml was not written: the secret T is in it at /turns/0/signature",
    );
    expect(() => scan({ name: "xcanary-0123456789x" })).toThrow("the secret T is in it at /name");
  });
});

describe("declared keys", () => {
  const redactor = () => makeRedactor({}, { keys: ["api_pin", "otp"] });
  it("hide texts and numbers under them, whatever the case, and not schemas of them", () => {
    const value = {
      apiPin: 4711,
      OTP: "no",
      inputSchema: { properties: { otp: { type: "string" }, "api-pin": true }, required: ["otp"] },
    };
    expect(redactor().redact(value)).toEqual({
      apiPin: "[redacted:apiPin:number]",
      OTP: "[redacted:OTP]",
      inputSchema: value.inputSchema,
    });
  });

  it("hide values in JSON in text, in JSON in that, and in key=value", () => {
    const text = JSON.stringify({ otp: "12", deep: JSON.stringify({ api_pin: 4711, "api-pin": "x" }) });
    expect(redactor().redact(text)).toBe(
      String.raw`{"otp":"[redacted:otp]","deep":"{\"api_pin\":\"[redacted:api_pin:number]\",\"api-pin\":\"[redacted:api-pin]\"}"}`,
    );
    expect(redactor().redact("GET /?otp=123456&x=1")).toBe("GET /?otp=[redacted:otp]&x=1");
  });

  it("hide the value also where the model repeats it", () => {
    expect(redactor().redact([{ otp: "493027" }, "Your code is 493027."])).toEqual([
      { otp: "[redacted:otp]" },
      "Your code is [redacted:otp].",
    ]);
  });

  it("give a number back as a number", () => {
    const one = redactor();
    for (const value of [{ otp: 493027 }, '{"otp":493027}', JSON.stringify({ a: '{"otp":493027}' })])
      expect(one.reveal(one.redact(value))).toEqual(value);
  });
});

describe("what nobody may touch", () => {
  it("stays: signatures, what Claude has encrypted", () => {
    const value = [
      { type: "thinking", thinking: "ok", signature: github },
      { type: "redacted_thinking", data: github },
      { type: "x", encrypted_content: github },
    ];
    const redactor = makeRedactor({ A: github });
    expect(redactor.redact(value)).toBe(value);
    expect(redactor.find(value)).toEqual({ path: ["0", "signature"], name: "A" });
  });

  it("but base64 of text in a resource is read", () => {
    const blob = (text: string) => ({ uri: "a:b", mimeType: "text/plain", blob: Buffer.from(text).toString("base64") });
    expect(makeRedactor(known).redact(blob(`x ${SECRET} y`))).toEqual(blob("x [redacted:TOKEN] y"));
  });
});

describe("bytes", () => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 0xc3]);
  const withBytes = (bytes: Buffer | string) => [
    { type: "image", mimeType: "image/png", data: Buffer.from(bytes).toString("base64") },
    { type: "audio", mimeType: "audio/wav", data: Buffer.from(bytes).toString("base64") },
    { uri: "a:b", mimeType: "application/pdf", blob: Buffer.from(bytes).toString("base64") },
    { type: "resource", resource: { uri: "a:c", blob: Buffer.from(bytes).toString("base64") } },
  ];

  it("lose a known value and nothing else", () => {
    const redactor = makeRedactor(known);
    const around = (middle: string): Buffer => Buffer.concat([png, Buffer.from(middle), png]);
    const redacted = redactor.redact(withBytes(around(SECRET)));
    expect(redacted).toEqual(withBytes(around("[redacted:TOKEN]")));
    expect(redactor.find(redacted)).toBeUndefined();
    expect(redactor.redact(redacted)).toBe(redacted);
    expect(redactor.takeSpoiled()).toEqual([
      { name: "TOKEN", type: "image/png" },
      { name: "TOKEN", type: "audio/wav" },
      { name: "TOKEN", type: "application/pdf" },
    ]);
    expect(redactor.takeSpoiled()).toEqual([]);
  });

  it("stay as they are without one", () => {
    const redactor = makeRedactor({ A: github });
    const value = withBytes(Buffer.concat([png, png]));
    expect(redactor.redact(value)).toBe(value);
    expect(redactor.takeSpoiled()).toEqual([]);
  });

  it.each([
    ["percent-encoded", "%" + SECRET.charCodeAt(0).toString(16)],
    ["as base64", ""],
  ])("are replaced whole where the value cannot be cut out: %s", (how, first) => {
    const written = how === "as base64" ? Buffer.from(SECRET).toString("base64") : first + SECRET.slice(1);
    const redactor = makeRedactor(known);
    const redacted = redactor.redact(withBytes(Buffer.concat([png, Buffer.from(`  ${written}  `), png])));
    expect(redacted).toEqual(withBytes("[redacted:TOKEN]"));
  });

  it("that are not base64 but the value itself are replaced", () => {
    const redactor = makeRedactor(known);
    const redacted = redactor.redact({ type: "image", mimeType: "image/png", data: SECRET });
    expect(redactor.find(redacted)).toBeUndefined();
    expect(JSON.stringify(redacted)).not.toContain(SECRET);
    expect(makeRedactor(known).redact({ encrypted_name: SECRET })).toEqual({ encrypted_name: "[redacted:TOKEN]" });
  });

  it("hold no known value afterwards, wherever it stood", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }), (before, after) => {
        const redactor = makeRedactor(known);
        const [redacted] = redactor.redact(withBytes(Buffer.concat([before, Buffer.from(SECRET), after]))) as {
          data: string;
        }[];
        expect(redactor.find(redacted)).toBeUndefined();
        expect(Buffer.from(redacted?.data ?? "", "base64").includes(SECRET)).toBe(false);
      }),
    );
  });
});

describe("a value that is told later", () => {
  it("is a secret from then on, under a name of its own, and is never revealed", () => {
    const redactor = makeRedactor(known);
    expect(redactor.redact("zebra-kestrel-lamp-98")).toBe("zebra-kestrel-lamp-98");
    const before = redactor.learned;
    const tell = (name: string, value: string) => redactor.know([{ name, value, anywhere: true, isForServer: false }]);
    tell("cookie-session", "zebra-kestrel-lamp-98");
    tell("cookie-session", "zebra-kestrel-lamp-98");
    tell("cookie-session", "another-kestrel-7");
    tell("again", SECRET);
    expect(redactor.learned).toBe(before + 2);
    const text = `zebra-kestrel-lamp-98 another-kestrel-7 ${SECRET}`;
    const redacted = redactor.redact(text);
    expect(redacted).toBe("[redacted:cookie-session] [redacted:cookie-session-2] [redacted:TOKEN]");
    expect(redactor.reveal(redacted)).toBe(`[redacted:cookie-session] [redacted:cookie-session-2] ${SECRET}`);
  });
});

describe("redacting", () => {
  const redacted = () => makeRedactor({ ...known, B: "redacted-things", C: "plain-secret 1%" }, { keys: ["otp"] });
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          SECRET,
          JSON.stringify(SECRET),
          Buffer.from(`a${SECRET}`).toString("base64"),
          github,
          jwt,
          "postgres://u:",
          "@",
          "[redacted:",
          "]",
          "[redacted:TOKEN]",
          "[redacted:x]",
          "\u001b[0m",
          '"otp":',
          "otp=",
          "12",
          "\\",
          '"',
          "%",
          "plain-",
          "secret 1%",
          "redacted-things",
          "Bearer ",
          "-----BEGIN PRIVATE KEY-----\n",
          "MIIEpAIBAAKCAQEA0Z3VS5",
        ),
        fc.string(),
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  it("twice is the same as once, by this redactor and by another", () => {
    fc.assert(
      fc.property(fc.oneof(text, jsonValue, fc.array(text)), (value) => {
        const redactor = redacted();
        const once = redactor.redact(value);
        expect(redactor.redact(once)).toEqual(once);
        expect(redacted().redact(once)).toEqual(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves no planted secret, whatever is around it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const redactor = redacted();
        for (const planted of [SECRET, github]) {
          const value = redactor.redact({
            a: before + planted + after,
            b: JSON.stringify([`${before} ${planted} ${after}`]),
          });
          expect(JSON.stringify(value)).not.toContain(JSON.stringify(SECRET).slice(1, -1));
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("what was seen before", () => {
  const encoded = Buffer.from(encodeURIComponent(SECRET)).toString("base64");
  const cases: [string, unknown, unknown][] = [
    ["under a declared key", { pin: "hello" }, { pin: "[redacted:pin]" }],
    ["as a number under a declared key", { a: [{ pin: 5 }] }, { a: [{ pin: "[redacted:pin:number]" }] }],
    ["as a number that is known", { n: 845123 }, { n: "[redacted:NUMBER:number]" }],
    [
      "in bytes",
      { uri: "a:b", blob: encoded },
      { uri: "a:b", blob: Buffer.from("[redacted:TOKEN]").toString("base64") },
    ],
    [
      "in an image",
      { type: "image", data: encoded },
      { type: "image", data: Buffer.from("[redacted:TOKEN]").toString("base64") },
    ],
    ["in the key", { [SECRET]: 1 }, { "[redacted:TOKEN]": 1 }],
  ];

  /** Every text and number, and every object with other keys. */
  function partsOf(value: unknown): unknown[] {
    if (typeof value !== "object" || value === null) return [value];
    const parts = Object.entries(value).flatMap(([key, part]) => [key, ...partsOf(part)]);
    return Array.isArray(value) ? parts : [...parts, { other: Object.values(value) }];
  }

  it.each(cases)("alone is seen %s", (_, value, redacted) => {
    const redactor = makeRedactor({ TOKEN: SECRET, NUMBER: "845123" }, { keys: ["pin"] });
    for (const part of partsOf(value)) redactor.redact(part);
    expect(redactor.redact(value)).toEqual(redacted);
    expect(redactor.redact(value)).toEqual(redacted);
  });

  it("is redacted as it was", () => {
    fc.assert(
      fc.property(fc.array(jsonValue, { minLength: 1, maxLength: 4 }), (values) => {
        const redactor = makeRedactor({ TOKEN: SECRET, NUMBER: "845123" }, { keys: ["a"] });
        for (const value of values) redactor.redact(value);
        const again = values.map((value) => redactor.redact(value));
        const fresh = makeRedactor({ TOKEN: SECRET, NUMBER: "845123" }, { keys: ["a"] });
        for (const value of values) fresh.redact(value);
        // A value that is new throws away all that was seen.
        fresh.know([{ name: "NEW", value: "a-word-that-stands-nowhere-0815", anywhere: true, isForServer: true }]);
        expect(values.map((value) => fresh.redact(value))).toEqual(again);
      }),
    );
  });

  it("is looked at again once more is known", () => {
    const redactor = makeRedactor();
    const message = { text: "the word is swordfish-77", n: [845123], "a-key-2026": 5 };
    expect(redactor.redact(message)).toBe(message);
    expect(redactor.redact(message)).toBe(message);
    const known = (name: string, value: string) => ({ name, value, anywhere: true, isForServer: true });
    redactor.know([known("WORD", "swordfish-77"), known("NUMBER", "845123"), known("KEY", "a-key-2026")]);
    expect(redactor.redact(message)).toEqual({
      text: "the word is [redacted:WORD]",
      n: ["[redacted:NUMBER:number]"],
      "[redacted:KEY]": 5,
    });
  });
});

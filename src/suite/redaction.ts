// Makes the redactor of a command, and keeps secrets out of everything that a use case reports, throws or returns.
import type { NamedServer } from "../config/servers.js";
import type { Suite } from "../config/suite.js";
import type { HealthSuiteReport, Report } from "../report/report.js";
import { McpvalsError } from "../errors.js";
import type { Redactor } from "../redaction/redactor.js";
import type { Progress, RunOptions } from "./options.js";

/** Makes the redactor of a suite. Loads secretlint. */
export async function loadRedactor({
  suite,
  servers,
  env,
}: {
  suite: Suite;
  servers: readonly NamedServer[];
  env: Readonly<Record<string, string | undefined>>;
}): Promise<Redactor> {
  const [{ Redactor }, { loadRules }, { collectKnownValues }] = await Promise.all([
    import("../redaction/redactor.js"),
    import("../redaction/secretlint.js"),
    import("../redaction/known-values.js"),
  ]);
  return new Redactor({
    suite: suite.name,
    known: collectKnownValues({ suite, servers: servers.map(({ server }) => server), env }),
    keys: suite.config.redact?.keys ?? [],
    findByRules: await loadRules(),
    series: "recorded",
    config: suite.config,
  });
}

/** Runs a use case so that its progress, its report and its errors hold no secrets. */
export async function withoutSecrets<Options extends RunOptions>(
  redactor: Redactor,
  options: Options,
  work: (options: Options) => Promise<Report>,
): Promise<Report> {
  const { onProgress } = options;
  const tell =
    onProgress === undefined ? undefined : (progress: Progress): void => onProgress(redactor.redactTexts(progress));
  try {
    return redactReport(await work({ ...options, onProgress: tell }), redactor);
  } catch (error) {
    throw redactError(error, redactor);
  }
}

/** What the work resolves to, or its error, without secrets. */
export async function textsWithoutSecrets<T>(redactor: Redactor, work: () => Promise<T>): Promise<T> {
  try {
    return redactor.redactTexts(await work());
  } catch (error) {
    throw redactError(error, redactor);
  }
}

/** The report without secrets. Its own numbers stay numbers. */
export function redactReport(report: Report, redactor: Redactor): Report {
  return {
    ...redactor.redactTexts(report),
    config: redactor.redact(report.config),
    toolHealth: report.toolHealth.map((suite) => redactSuite(suite, redactor)),
  };
}

function redactSuite(suite: HealthSuiteReport, redactor: Redactor): HealthSuiteReport {
  const tests = suite.tests.map((test) => ({
    ...redactor.redactTexts(test),
    ...(test.expected === undefined ? {} : { expected: redactor.redact(test.expected) }),
    ...(test.actual === undefined ? {} : { actual: redactor.redact(test.actual) }),
  }));
  return { ...redactor.redactTexts(suite), tests };
}

/** The same error with no secrets in its texts. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof Error)) return redactor.redact(error);
  if (error instanceof McpvalsError) {
    const { code, message, evidence, fix, lacks } = error;
    const clean = new McpvalsError(code, redactor.redact(message), {
      evidence: evidence === undefined ? undefined : redactor.redact(evidence),
      fix: fix === undefined ? undefined : redactor.redact(fix),
      lacks,
      cause: error.cause === undefined ? undefined : redactError(error.cause, redactor),
    });
    if (error.stack !== undefined) clean.stack = redactor.redact(error.stack);
    return clean;
  }
  // Define, do not assign: an aborted DOMException has a message that only its prototype can read.
  for (const key of ["message", "stack"] as const) {
    const text = error[key];
    if (text !== undefined) Object.defineProperty(error, key, { value: redactor.redact(text), configurable: true });
  }
  return error;
}

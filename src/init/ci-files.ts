// Writes the CI files of a new suite: a replay for each change, and a live run each night. Pure.

/** What CI has to know about the project. */
export interface CiFacts {
  /** The config's folder from the root of the repository, with `/`; empty where it is the root. */
  folder: string;
  config: string;
  /** How the packages of package.json are installed; undefined without a package.json. */
  install: string | undefined;
  /** What builds the server; undefined where nothing does. */
  build: string | undefined;
  /** Whether the server needs Python; and how its packages are installed. */
  python: { install: string | undefined; uv: boolean } | undefined;
  /** Names of secrets that the server needs. */
  secrets: readonly string[];
  version: string;
}

/** `.github/workflows/mcpvals.yml`, or the file of the nightly run. */
export function renderGitHub(facts: CiFacts, nightly: boolean): string {
  const { folder, python, install, build } = facts;
  const run = (command: string): string[] => [`      - run: ${command}`];
  const secrets = nightly ? ["ANTHROPIC_API_KEY", ...facts.secrets] : facts.secrets;
  const env = secrets.map((name) => `          ${name}: \${{ secrets.${secretNameOf(name)} }}`);
  const on = nightly
    ? ["  schedule:", '    - cron: "23 3 * * *"', "  workflow_dispatch:"]
    : ["  push:", "  pull_request:"];
  return text([
    nightly
      ? "# Claude works through the suite each night: spends tokens, and needs the secret ANTHROPIC_API_KEY."
      : "# Plays the recorded Claude against the server as it is in this change: no key, no tokens.",
    `name: ${nightly ? "mcpvals-nightly" : "mcpvals"}`,
    "on:",
    ...on,
    "permissions:",
    "  contents: read",
    "jobs:",
    `  ${nightly ? "eval" : "replay"}:`,
    "    runs-on: ubuntu-latest",
    "    timeout-minutes: 20",
    ...(folder === "" ? [] : ["    defaults:", "      run:", `        working-directory: ${JSON.stringify(folder)}`]),
    "    steps:",
    "      - uses: actions/checkout@v4",
    "      - uses: actions/setup-node@v4",
    "        with:",
    "          node-version: 22",
    ...(python === undefined
      ? []
      : python.uv
        ? ["      - uses: astral-sh/setup-uv@v6"]
        : ["      - uses: actions/setup-python@v5", "        with:", '          python-version: "3.x"']),
    ...[install, build, python?.install].flatMap((command) => (command === undefined ? [] : run(command))),
    ...(nightly ? [] : run(`${call(facts)} lint`)),
    ...run(nightly ? `${call(facts)} eval ${facts.config}` : `${call(facts)} replay -r console -r github`),
    ...(env.length === 0 ? [] : ["        env:", ...env]),
  ]);
}

/**
 * The name under which CI keeps a secret. GitHub takes none that begins with GITHUB_, and has a token of its own under one;
 * GitLab sets CI_… and GITLAB_… itself.
 */
export function secretNameOf(variable: string): string {
  return /^(?:GITHUB|CI|GITLAB)(?:_|$)/i.test(variable) ? `MCPVALS_${variable}` : variable;
}

/** `.gitlab-ci.yml`. */
export function renderGitLab(facts: CiFacts, nightly: boolean): string {
  const { folder, install, build, python } = facts;
  const setUp =
    python === undefined
      ? []
      : [
          "apt-get update -qq && apt-get install -y -qq python3-venv",
          "python3 -m venv .venv && . .venv/bin/activate",
          ...(python.uv ? ["pip install uv"] : []),
        ];
  const before = [
    ...(folder === "" ? [] : [`cd ${JSON.stringify(folder)}`]),
    ...setUp,
    install,
    build,
    python?.install,
  ];
  const renamed = facts.secrets.filter((name) => secretNameOf(name) !== name);
  const prepare = [...renamed.map((name) => `export ${name}="$${secretNameOf(name)}"`), ...before].flatMap((command) =>
    command === undefined ? [] : [`    - ${command}`],
  );
  const report = folder === "" ? "mcpvals.xml" : `${folder}/mcpvals.xml`;
  return text([
    "# Plays the recorded Claude against the server as it is in this change: no key, no tokens.",
    ...(facts.secrets.length === 0
      ? []
      : [`# The server needs the CI/CD variables ${facts.secrets.map(secretNameOf).join(", ")}.`]),
    "mcpvals:",
    "  image: node:22",
    ...(nightly ? ["  rules:", '    - if: $CI_PIPELINE_SOURCE != "schedule"'] : []),
    "  script:",
    ...prepare,
    `    - ${call(facts)} lint`,
    `    - ${call(facts)} replay -r console -r junit=mcpvals.xml`,
    "  artifacts:",
    "    when: always",
    "    reports:",
    `      junit: ${JSON.stringify(report)}`,
    ...(nightly
      ? [
          "",
          "# In a schedule: spends tokens, and needs the CI/CD variable ANTHROPIC_API_KEY.",
          "mcpvals-nightly:",
          "  image: node:22",
          "  rules:",
          '    - if: $CI_PIPELINE_SOURCE == "schedule"',
          "  script:",
          ...prepare,
          `    - ${call(facts)} eval ${facts.config}`,
        ]
      : []),
  ]);
}

/** Never from the registry: the package of that name there is another one. */
function call({ install, version }: CiFacts): string {
  return install === undefined
    ? `npx --yes --package ./vendor/mcpvals-${version}.tgz -- mcpvals`
    : "npx --no-install mcpvals";
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** More than there are processors: tests of processes wait for a fifth of their time. Vitest takes no share over 100%. */
const WAITING = { maxWorkers: Math.ceil(availableParallelism() * 1.5), sequence: { groupOrder: 1 } };

/** They replace modules of the program, which other files of their process would get. */
const ALONE = ["test/integration/run/suites-at-once.test.ts"];

export default defineConfig({
  test: {
    pool: "forks",
    maxWorkers: "100%",
    setupFiles: ["test/setup/seed.ts"],
    // npm keeps its own compiled code in the temporary folder, where nothing of a test may be left.
    env: { NODE_DISABLE_COMPILE_CACHE: "1" },
    // For what hangs. No test fails because the machine is slow.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      // Files share a process: a process of its own for each, which loads the program again, costs more than many of them.
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"], isolate: false } },
      {
        extends: true,
        test: {
          name: "types",
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ["test/types/**/*.test-d.ts"],
            tsconfig: "test/types/tsconfig.json",
          },
        },
      },
      {
        extends: true,
        test: {
          name: "whole",
          ...WAITING,
          include: ["test/{integration,e2e}/**/*.test.ts"],
          exclude: ALONE,
          isolate: false,
          globalSetup: ["test/setup/bundled-agents.ts"],
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, ...WAITING } },
    ],
  },
});

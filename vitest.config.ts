import { defineConfig } from "vitest/config";

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
      // Pure, so they share a process, which saves a third of their time.
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
      { extends: true, test: { name: "whole", include: ["test/{integration,e2e}/**/*.test.ts"] } },
    ],
  },
});

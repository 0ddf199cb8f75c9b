// The TypeScript example of the usage guide; that it compiles is the test.
import type { Config } from "../../../src/config/schema-written.js";

export const guideConfig: Config = {
  server: {
    transport: "stdio",
    command: "tsx",
    args: ["./src/server.ts"],
    env: {
      NODE_ENV: "test",
    },
  },
  workflows: [
    {
      name: "typescript-test",
      description: "Test TypeScript MCP server",
      steps: [
        {
          user: "Run the test command",
          expectTools: ["execute_test"],
          expectedState: "success",
        },
      ],
    },
  ],
  timeout: 60000,
};

// `init` to a green replay on published servers whose runs share nothing; Claude is played by the stand-in.
import { describe, expect, it } from "vitest";
import { goAllTheWay, publishedServer, useInitFolders } from "../helpers/init-folder.js";

const makeFolder = useInitFolders();

describe("init, record and replay, each green", () => {
  it("server-everything over stdio", async () => {
    const { config } = await goAllTheWay(
      await makeFolder("everything"),
      ["--", "node", publishedServer("server-everything")],
      { inputs: { echo: { message: "hi" }, "get-annotated-message": { messageType: "success" } } },
    );
    expect(config.workflows).toHaveLength(3);
    expect(config.toolHealthSuites?.[0]?.tests.map(({ name }) => name)).toContain("get-tiny-image");
  }, 300_000);

  it("server-everything over HTTP, started by us", async () => {
    const command = ["env", "PORT=${MCPVALS_PORT}", "node", publishedServer("server-everything"), "streamableHttp"];
    const { config } = await goAllTheWay(
      await makeFolder("http"),
      ["--url", "http://127.0.0.1:${MCPVALS_PORT}/mcp", "--", ...command],
      { inputs: { echo: { message: "hi" } }, only: "echo" },
    );
    expect(config.server).toMatchObject({ transport: "shttp", command: "env" });
  }, 300_000);
});

// Lists the workflows on server-everything: its environment, resources with times, a file packed, research with sampling.
import { call, found } from "./suite.mjs";

export const everything = {
  name: "server-everything",
  package: "@modelcontextprotocol/server-everything",
  version: "2026.8.31",
  main: "dist/index.js",
  prepare: () => ({ args: ["stdio"] }),
  workflows: [
    {
      name: "look-around",
      steps: [
        {
          user: "Show me the environment of the server and three of its resources",
          expectTools: ["get-env", "get-resource-links"],
          turns: [
            call("get-env", {}, "get-resource-links", { count: 3 }),
            call("get-resource-reference", { resourceType: "Text", resourceId: 2 }),
            { text: "These are the environment and three resources; the second is text." },
          ],
        },
        {
          user: "Read the second as a blob",
          expectTools: ["get-resource-reference"],
          turns: [call("get-resource-reference", { resourceType: "Blob", resourceId: 2 }), { text: "Here it is." }],
        },
      ],
    },
    {
      name: "pack-and-annotate",
      steps: [
        {
          user: "Pack the words 'apples and flour' and give me the file",
          expectTools: ["gzip-file-as-resource"],
          turns: [
            call("gzip-file-as-resource", {
              name: "list.txt.gz",
              data: "data:text/plain,apples%20and%20flour",
              outputType: "resource",
            }),
            call("get-annotated-message", { messageType: "success", includeImage: true }),
            call("trigger-long-running-operation", { duration: 1, steps: 3 }),
            { text: ["Packed. The server says: ", found(3, "(Long .*)")] },
          ],
        },
      ],
    },
  ],
};

// Lists the secrets that are written into the server of a config, by their places. Pure.
import { isJsonObject, type JsonObject } from "../json/value.js";
import { judgeArgument, judgeUrl, judgeVariable } from "./given-values.js";
import { isSecretName } from "./secret-names.js";

export interface ServerSecret {
  /** A JSON pointer from the server. */
  path: string;
  /** Of the flag, the variable or the header. */
  name: string;
}

/** Only what is surely one: of other values nobody can tell. */
export function secretsOfServer(server: JsonObject): ServerSecret[] {
  const { args, env, headers, url } = server;
  const command = typeof server["command"] === "string" ? server["command"] : undefined;
  const words = Array.isArray(args) ? args.map((arg) => (typeof arg === "string" ? arg : "")) : [];
  const texts = (value: unknown): [string, string][] =>
    isJsonObject(value)
      ? Object.entries(value).flatMap(([name, text]): [string, string][] =>
          typeof text === "string" ? [[name, text]] : [],
        )
      : [];
  const found = [
    ...words.flatMap((_, at) =>
      judgeArgument({ command, args: words }, at).map((one) => ({ ...one, path: `/args/${at}` })),
    ),
    ...texts(env).flatMap(([name, text]) => judgeVariable(name, text).map((one) => ({ ...one, path: `/env/${name}` }))),
    ...texts(headers)
      .filter(([name]) => isSecretName(name))
      .flatMap(([name, text]) => judgeArgument({ args: [`${name}: ${text}`] }, 0))
      .map((one) => ({ ...one, path: `/headers/${one.name ?? ""}` })),
    ...(typeof url === "string" ? judgeUrl(url).map((one) => ({ ...one, path: "/url" })) : []),
  ];
  return found.filter(({ isSecret }) => isSecret).map(({ path, name = "argument" }) => ({ path, name }));
}

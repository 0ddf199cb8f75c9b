// Who we say we are to a server.
import { VERSION } from "../version.js";

export const CLIENT_INFO = { name: "mcpvals", version: VERSION };

// Names this client for a server.
import { VERSION } from "../version.js";

export const CLIENT_INFO = { name: "mcpvals", version: VERSION };

// Fetches a whole response within limits. The SDK's timeout ends with the headers, and it waits as long as the server
// asks; here the body counts too, its size is limited, and too long a wait is refused.

const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_WAIT_SECONDS = 30;

/** For the SDK's `fetch`. Rejects for a body of more than 16 MB. */
export async function fetchWhole(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request);
  const body = await readBody(response);
  const headers = new Headers(response.headers);
  if (asksForLongWait(headers)) headers.set("x-should-retry", "false");
  return new Response(body, { status: response.status, statusText: response.statusText, headers });
}

async function readBody(response: Response): Promise<Buffer<ArrayBuffer> | null> {
  if (response.body === null) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > MOST_BYTES) throw new Error("the response is longer than 16 MB");
    chunks.push(chunk);
  }
  return size === 0 ? null : Buffer.concat(chunks);
}

function asksForLongWait(headers: Headers): boolean {
  const given = headers.get("retry-after");
  if (given === null || headers.has("retry-after-ms")) return false;
  const seconds = Number(given);
  const wait = Number.isNaN(seconds) ? (Date.parse(given) - Date.now()) / 1000 : seconds;
  return wait > LONGEST_WAIT_SECONDS;
}

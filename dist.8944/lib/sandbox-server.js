import { createServer } from "node:http";
import { hasBody, listen, readTarget, waitForDrain } from "./node-http.js";
import { corsHeaders, refuseCaller } from "./sandbox/host-check.js";
import { createSandbox } from "./sandbox/index.js";
export * from "./sandbox/index.js";
const MOST_DRAINED = 2 * 1024 * 1024 * 1024;
async function startSandbox({
  port = 0,
  host = "127.0.0.1",
  allowedHosts = [],
  cors = [],
  answer: standIn,
  ...options
} = {}) {
  const sandbox = standIn ?? createSandbox(options);
  const rules = { hosts: [host, ...allowedHosts], cors: typeof cors === "string" ? [cors] : cors };
  const server = createServer((message, response) => {
    answer(sandbox, rules, message, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 6e4;
  const url = await listen(server, host, port);
  return {
    url,
    close: () => new Promise((resolve, reject) => {
      server.close((error) => error ? reject(error) : resolve());
      server.closeAllConnections();
    })
  };
}
async function answer(sandbox, rules, message, response) {
  const { host, origin } = message.headers;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  message.on("error", () => void 0);
  const shared = corsHeaders(rules, origin);
  const refusal = refuseCaller(rules, { host, origin });
  const url = readTarget(message);
  const body = openBody(message);
  const result = refusal !== void 0 ? Response.json({ error: refusal }, { status: 403 }) : url === void 0 ? Response.json({ error: "The URL is malformed." }, { status: 400 }) : await sandbox(createRequest(url, message, body.stream, gone.signal));
  response.writeHead(result.status, { ...Object.fromEntries(result.headers), ...shared });
  const drained = body.drain();
  if (!result.body || message.method === "HEAD") {
    await drained;
    response.end();
    return;
  }
  response.flushHeaders();
  const reader = result.body.getReader();
  const stop = () => void reader.cancel().catch(() => void 0);
  gone.signal.addEventListener("abort", stop, { once: true });
  while (true) {
    const { done, value } = await reader.read();
    if (done || gone.signal.aborted) break;
    if (!response.write(value)) await waitForDrain(response);
  }
  gone.signal.removeEventListener("abort", stop);
  await drained;
  response.end();
}
function createRequest(url, message, body, signal) {
  const { method = "GET", headers } = message;
  const pairs = Object.entries(headers).flatMap(
    ([name, value]) => value === void 0 ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]]
  );
  return new Request(url, {
    method,
    headers: pairs,
    signal,
    ...hasBody(message) ? { body, duplex: "half" } : {}
  });
}
function openBody(message) {
  let controller;
  let drained = 0;
  const stream = new ReadableStream({
    start(given) {
      controller = given;
    },
    pull() {
      message.resume();
    },
    cancel() {
      controller = void 0;
      message.resume();
    }
  });
  message.on("data", (part) => {
    if (controller) {
      controller.enqueue(new Uint8Array(part));
      if ((controller.desiredSize ?? 0) <= 0) message.pause();
    } else {
      drained += part.length;
      if (drained > MOST_DRAINED) message.destroy();
    }
  });
  message.once("end", () => {
    controller?.close();
    controller = void 0;
  });
  message.once("close", () => {
    controller?.error(new TypeError("The client left"));
    controller = void 0;
  });
  return {
    stream,
    drain: async () => {
      controller = void 0;
      if (message.complete || message.destroyed) return;
      message.resume();
      await new Promise((resolve) => message.once("close", resolve).once("end", resolve));
    }
  };
}
export {
  startSandbox
};

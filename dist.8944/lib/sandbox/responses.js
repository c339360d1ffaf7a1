import { wait } from "../http/index.js";
function jsonResponse(body, status = 200, headers = {}) {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  return new Response(bytes, {
    status,
    headers: { "content-type": "application/json", "content-length": String(bytes.length), ...headers }
  });
}
function bytesResponse(bytes, type) {
  return new Response(bytes, { headers: { "content-type": type, "content-length": String(bytes.length) } });
}
function eventResponse(values, pause, nameOf) {
  const encoder = new TextEncoder();
  const stopped = new AbortController();
  const events = values[Symbol.iterator]();
  let sent = 0;
  let started = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (sent === 0) started = performance.now();
      const left = started + sent++ * pause - performance.now();
      if (pause > 0 && left > 0) {
        try {
          await wait(left, stopped.signal);
        } catch {
          return;
        }
      }
      const event = events.next();
      if (event.done) return controller.close();
      const data = typeof event.value === "string" ? event.value : JSON.stringify(event.value);
      const name = nameOf?.(event.value);
      controller.enqueue(encoder.encode(`${name === void 0 ? "" : `event: ${name}
`}data: ${data}

`));
    },
    cancel() {
      stopped.abort();
    }
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-cache" } });
}
function namedEventResponse(values, pause) {
  return eventResponse(values, pause, (value) => String(value["type"]));
}
function endOnAbort(response, signal) {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const reader = isStream ? response.body?.getReader() : void 0;
  if (!reader) return response;
  let leave = () => void 0;
  const body = new ReadableStream({
    start(controller) {
      leave = () => {
        controller.error(signal.reason);
        void reader.cancel().catch(() => void 0);
      };
      signal.addEventListener("abort", leave, { once: true });
    },
    async pull(controller) {
      const { value } = await reader.read();
      if (signal.aborted) return;
      if (value) return controller.enqueue(value);
      signal.removeEventListener("abort", leave);
      controller.close();
    },
    async cancel(reason) {
      signal.removeEventListener("abort", leave);
      await reader.cancel(reason);
    }
  });
  return new Response(body, response);
}
export {
  bytesResponse,
  endOnAbort,
  eventResponse,
  jsonResponse,
  namedEventResponse
};

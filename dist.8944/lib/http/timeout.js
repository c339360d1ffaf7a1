import { abortReason, onAbort } from "./abort.js";
import { isRequest } from "./retry.js";
import { LONGEST_TIMER, race } from "./wait.js";
function timeout(fetch, limits) {
  return async (input, init) => {
    const controller = new AbortController();
    const outer = init?.signal ?? (isRequest(input) ? input.signal : void 0);
    const follow = () => controller.abort(abortReason(outer));
    if (outer?.aborted) follow();
    const release = onAbort(outer?.aborted ? void 0 : outer, follow);
    const start = (limit, what) => {
      if (limit === void 0 || limit > LONGEST_TIMER) return () => void 0;
      const timer = setTimeout(() => {
        controller.abort(new DOMException(`${what} within ${limit / 1e3} s`, "TimeoutError"));
      }, limit);
      return () => clearTimeout(timer);
    };
    const stopTotal = start(limits.total, "The answer was not complete");
    const stopFirst = start(limits.firstByte, "No answer");
    const finish = () => {
      stopTotal();
      release();
    };
    controller.signal.addEventListener("abort", finish, { once: true });
    try {
      const response = await race(fetch(input, { ...init, signal: controller.signal }), controller.signal);
      if (!response.body) {
        finish();
        return response;
      }
      const body = limitBody(response.body, controller.signal, () => start(limits.idle, "Nothing more came"), finish);
      return replaceBody(response, body);
    } catch (error) {
      finish();
      throw error;
    } finally {
      stopFirst();
    }
  };
}
function limitBody(body, signal, startIdle, finish) {
  const reader = body.getReader();
  return new ReadableStream(
    {
      async pull(sink) {
        const stopIdle = startIdle();
        try {
          const { done, value } = await race(reader.read(), signal);
          if (!done) return sink.enqueue(value);
          finish();
          sink.close();
        } catch (error) {
          finish();
          reader.cancel(error).catch(() => void 0);
          sink.error(error);
        } finally {
          stopIdle();
        }
      },
      cancel(reason) {
        finish();
        return reader.cancel(reason);
      }
    },
    // Nothing is read ahead: the idle limit runs only while a read is pending.
    { highWaterMark: 0 }
  );
}
function replaceBody(response, body) {
  if ("withBody" in response) return response.withBody(body);
  const { status, statusText, headers, url, redirected, ok } = response;
  const copy = new Response(body, { headers });
  const facts = { status, statusText, url, redirected, ok };
  return Object.defineProperties(
    copy,
    Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, { value }]))
  );
}
export {
  replaceBody,
  timeout
};

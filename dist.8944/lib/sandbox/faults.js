import { InferenceClientInputError } from "../errors.js";
import { wait } from "../http/index.js";
import { errorFormatOf, HUB_FORMAT } from "./error-formats.js";
import { ServiceFailure } from "./failure.js";
import { jsonResponse } from "./responses.js";
const SLOW_DELAY = 2e3;
const TEXTS = {
  429: "Rate limit reached. Please try again later.",
  500: "Internal server error",
  502: "Bad gateway",
  503: "Service temporarily unavailable",
  504: "Gateway timeout"
};
function parseFaults(text) {
  return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map((part) => {
    const [, name = "", value = "1"] = /^([a-z-]+|[45]\d\d)(?::([\d.]+))?$/.exec(part) ?? [];
    const probability = Number(value);
    if ((name === "rate" || name === "rate-silent") && probability > 0) {
      return { kind: "rate", requestsPerMinute: probability, headers: name === "rate" };
    }
    const isProbability = probability >= 0 && probability <= 1;
    if (isProbability && /^\d/.test(name)) return { kind: "status", status: Number(name), probability };
    if (isProbability && (name === "drop" || name === "malformed" || name === "slow")) {
      return { kind: name, probability };
    }
    throw new InferenceClientInputError(
      `Cannot read the fault "${part}". Write a status (400 to 599), drop, malformed or slow, then a probability from 0 to 1, or rate and requests per minute: 429:0.1,drop:0.02,rate:600`
    );
  });
}
async function withFaults(faults, random, provider, signal, answer) {
  const struck = faults.flatMap((fault) => fault.kind !== "rate" && random.next() < fault.probability ? fault : []);
  let response;
  let cut;
  for (const fault of struck) {
    if (fault.kind === "slow") await wait(fault.delay ?? SLOW_DELAY, signal);
    else if (fault.kind === "status") response ??= refuse(fault.status, provider);
    else cut ??= fault.kind;
  }
  if (response) return response;
  if (cut === void 0) return answer();
  if (cut === "drop" && random.next() < 0.5) throw new TypeError("The sandbox dropped the connection");
  return cutBody(await answer(), cut);
}
function refuse(status, provider) {
  const format = provider === void 0 ? HUB_FORMAT : errorFormatOf(provider);
  const failure = new ServiceFailure(status, TEXTS[status] ?? `The sandbox answers ${status}`);
  return jsonResponse(format.body(failure, status), status, status === 429 ? { "retry-after": "1" } : {});
}
const WHOLE_PIECES = 3;
function cutBody(response, how) {
  const reader = response.body?.getReader();
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  let pieces = 0;
  const body = new ReadableStream({
    async pull(controller) {
      const { value } = await reader?.read() ?? {};
      if (value && isStream && pieces++ < WHOLE_PIECES) return controller.enqueue(value);
      if (value && pieces <= WHOLE_PIECES + 1) {
        pieces = Number.POSITIVE_INFINITY;
        return controller.enqueue(value.slice(0, Math.max(1, value.length >> 1)));
      }
      await reader?.cancel();
      if (how === "drop") controller.error(new TypeError("The sandbox dropped the connection"));
      else controller.close();
    },
    cancel: () => reader?.cancel()
  });
  return new Response(body, { status: response.status, headers });
}
export {
  parseFaults,
  withFaults
};

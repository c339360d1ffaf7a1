import { startCall } from "./call.js";
import { findCredentials } from "./credentials.js";
import { Secrets } from "./secrets.js";
import { toResourceSpans, toSpan } from "./span.js";
import { tapBody } from "./tap.js";
function trace(fetch, exporter, options = {}) {
  const { serviceName = "modelhub", traceparent, now } = options;
  return async (input, init) => {
    const request = typeof input === "object" && "method" in input ? input : void 0;
    if ((init?.method ?? request?.method ?? "GET").toUpperCase() !== "POST") return fetch(input, init);
    const url = request?.url ?? String(input);
    const call = startCall({}, { now });
    const end = (error) => {
      const secrets = new Secrets(findCredentials({ url, headers: new Headers(init?.headers ?? request?.headers) }));
      const exchange = call.end(error === void 0 ? {} : { error });
      const span = toSpan(exchange, call.details(), { traceparent, secrets });
      exporter([toResourceSpans([span], serviceName)]).catch(() => void 0);
    };
    let response;
    try {
      response = await call.watch(fetch)(input, init);
    } catch (error) {
      end(error);
      throw error;
    }
    const failure = response.ok ? void 0 : Object.assign(new Error(), { httpResponse: { status: response.status } });
    if (!response.body) {
      end(failure);
      return response;
    }
    return tapBody(response, { chunk: () => void 0, end: (error) => end(error ?? failure) });
  };
}
export {
  trace
};

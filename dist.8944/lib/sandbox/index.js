import { wait } from "../http/index.js";
import { prepare } from "./dispatch.js";
import { withFaults } from "./faults.js";
import { createRandom } from "./random.js";
import { endOnAbort } from "./responses.js";
import { createState } from "./state.js";
import { parseFaults } from "./faults.js";
import { redirectToSandbox } from "./redirect.js";
import { findSample, SAMPLES } from "./samples/index.js";
import { toSandboxUrl } from "./urls.js";
function createSandbox(options = {}) {
  const state = createState(options);
  const random = createRandom("faults", state.seed);
  const faults = options.faults ?? [];
  return async (input, init) => {
    const request = input instanceof Request && init === void 0 ? input : new Request(input, init);
    const { signal } = request;
    signal.throwIfAborted();
    const id = state.createId();
    const { location, answer } = prepare(state, request, options.origin);
    if (state.latency > 0) await wait(state.latency, signal);
    const provider = location.kind === "provider" ? location.provider.id : void 0;
    const response = location.kind === "hub" ? await answer() : await withFaults(faults, random, provider, signal, answer);
    response.headers.set("x-request-id", id);
    return endOnAbort(response, signal);
  };
}
export {
  SAMPLES,
  createSandbox,
  findSample,
  parseFaults,
  redirectToSandbox,
  toSandboxUrl
};

import { InferenceClientInputError } from "../errors.js";
import { fetchWith } from "../http/index.js";
function guardFetch(services, call, guarded) {
  const send = (input, init = {}) => fetchWith(services.fetch, input, init, guarded.cancellation);
  const watched = guarded.exchange.watch(send);
  let isSent = false;
  const keep = (response) => {
    if (!isSent) guarded.headers = response.headers;
    isSent = true;
    return response;
  };
  return (input, init) => {
    if (init?.method === "POST") {
      call.upstream++;
      return watched(input, init).then(keep);
    }
    if (isSent) return watched(input, init);
    if (services.isHub(String(input))) return send(input, init);
    const message = "Inputs must be data URLs or files of a form: URLs are never fetched.";
    return Promise.reject(new InferenceClientInputError(message));
  };
}
export {
  guardFetch
};

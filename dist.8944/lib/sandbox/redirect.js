import { toSandboxUrl } from "./urls.js";
function redirectToSandbox(origin, fetch) {
  return (input, init) => {
    const send = fetch ?? globalThis.fetch;
    if (input instanceof Request) return send(new Request(toSandboxUrl(input.url, origin), input), init);
    return send(toSandboxUrl(String(input), origin), init);
  };
}
export {
  redirectToSandbox
};

import { isRequest } from "./retry.js";
import { parseHttpUrl } from "./url.js";
const MAX_REDIRECTS = 20;
const REDIRECTS = /* @__PURE__ */ new Set([301, 302, 303, 307, 308]);
const BODY_HEADERS = /^content-(type|length|encoding|language|location)$/i;
function guardRedirects(fetch) {
  return (input, init = {}) => {
    if (isRequest(input)) return fetch(input, { ...init, redirect: "manual" });
    const redirect = chooseMode(init);
    const pending = fetch(input, { ...init, redirect });
    if (redirect !== "manual") return pending;
    return pending.then((response) => {
      if (REDIRECTS.has(response.status)) return follow(fetch, String(input), init, response);
      const mayFollow = response.type === "opaqueredirect" && !hasBody(init) && !hasHeaders(init);
      return mayFollow ? fetch(input, { ...init, redirect: "follow" }) : response;
    });
  };
}
function isRefusedRedirect(response) {
  return response.type === "opaqueredirect" || REDIRECTS.has(response.status);
}
function chooseMode(init) {
  if (typeof document === "undefined") return "manual";
  return hasBody(init) || hasHeaders(init) ? "error" : "follow";
}
async function follow(fetch, start, init, first) {
  const isBound = hasBody(init);
  let current = init;
  let from = start;
  let response = first;
  for (let count = 0; REDIRECTS.has(response.status) && count < MAX_REDIRECTS; count++) {
    const target = parseHttpUrl(resolve(response.headers.get("location"), from));
    const next = target && nextRequest(current, response.status, new URL(from), target, isBound);
    if (!target || !next) return response;
    response.body?.cancel().catch(() => void 0);
    from = target.href;
    current = next;
    response = await fetch(from, { ...current, redirect: "manual" });
  }
  return response;
}
function resolve(location, base) {
  return location !== null && URL.canParse(location, base) ? new URL(location, base).href : void 0;
}
function nextRequest(init, status, from, to, isBound) {
  if (from.protocol === "https:" && to.protocol !== "https:") return void 0;
  if (from.origin !== to.origin) {
    if (isBound) return void 0;
    if (hasHeaders(init) && to.protocol !== "https:") return void 0;
    const { headers: _headers, credentials: _credentials, ...rest } = init;
    return rest;
  }
  const method = (init.method ?? "GET").toUpperCase();
  const becomesGet = status === 303 ? method !== "HEAD" : (status === 301 || status === 302) && method === "POST";
  if (becomesGet && hasBody(init)) {
    const { body: _body, ...rest } = init;
    const headers = entriesOf(init.headers).filter(([name]) => !BODY_HEADERS.test(name));
    return { ...rest, method: "GET", headers: Object.fromEntries(headers) };
  }
  return init.body instanceof ReadableStream ? void 0 : init;
}
function hasBody({ body }) {
  return body !== void 0 && body !== null;
}
function hasHeaders({ headers }) {
  return entriesOf(headers).length > 0;
}
function entriesOf(headers) {
  if (!headers) return [];
  return Symbol.iterator in headers ? Array.from(headers) : Object.entries(headers);
}
export {
  guardRedirects,
  isRefusedRedirect
};

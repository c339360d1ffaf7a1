import { hasKey, isSame } from "./client-key.js";
import { GatewayError } from "./errors.js";
import { html, notice, SAFE_HEADERS } from "./page-html.js";
import { replyJson } from "./reply.js";
const COOKIE = "hub_session";
class Page {
  services;
  /** Codes of links that were not opened yet. */
  codes = /* @__PURE__ */ new Set();
  /** Values of the cookies that were given. */
  sessions = /* @__PURE__ */ new Set();
  constructor(services) {
    this.services = services;
  }
  /** A path that opens the page once. */
  createLink() {
    const code = createSecret();
    this.codes.add(code);
    return `/?code=${code}`;
  }
  /** `GET /`: the page; with the code of a link first a cookie, then the page without the code in its URL. */
  answer(request, url) {
    const code = url.searchParams.get("code");
    if (code !== null) {
      const known = [...this.codes].find((candidate) => isSame(code, candidate));
      if (known === void 0) return notice(403, "This link was used before. Ask hub serve for another.");
      this.codes.delete(known);
      const session = createSecret();
      this.sessions.add(session);
      const cookie = `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/`;
      const headers = { ...SAFE_HEADERS, location: "/", "set-cookie": cookie };
      return { status: 303, headers, body: void 0 };
    }
    if (!this.isOpen(request)) return notice(401, "Open the link that hub serve printed.");
    return html(
      200,
      '<link rel="stylesheet" href="/page.css"><script src="/page.js" defer></script>',
      '<div id="root"></div>'
    );
  }
  /** A file of the page. They tell of no call, and so need no cookie. */
  answerFile(name) {
    const content = this.services.options.page?.[name];
    if (content === void 0) throw new GatewayError(404, "This gateway has no page.");
    const type = name === "script" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
    return { status: 200, headers: { ...SAFE_HEADERS, "content-type": type }, body: content };
  }
  /** `GET /calls`: the last calls, the newest first. */
  answerCalls(request) {
    this.check(request);
    return replyJson({ calls: this.services.calls.list() }, { headers: SAFE_HEADERS });
  }
  /** `GET /calls/{id}`: one with request and answer. */
  answerCall(request, id) {
    this.check(request);
    const call = this.services.calls.get(id);
    if (!call) throw new GatewayError(404, "There is no such call, or it is too old.", { code: "call_not_found" });
    return replyJson(call, { headers: SAFE_HEADERS });
  }
  check(request) {
    if (!this.isOpen(request))
      throw new GatewayError(401, "Open the link that hub serve printed.", { code: "no_session" });
  }
  isOpen(request) {
    const { key } = this.services.options;
    if (key === void 0 || hasKey(request, key)) return true;
    const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
    const given = cookies.find((cookie) => cookie.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
    return given !== void 0 && [...this.sessions].some((session) => isSame(given, session));
  }
}
function createSecret() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
export {
  Page
};

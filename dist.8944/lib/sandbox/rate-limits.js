import { Bucket } from "./bucket.js";
import { ServiceFailure } from "./failure.js";
import { rateHeaders } from "./rate-headers.js";
const TOLD = { requestsPerMinute: 6e4, tokensPerMinute: 6e6 };
class RateLimits {
  #limit;
  #now;
  #services = /* @__PURE__ */ new Map();
  constructor(limit, now) {
    this.#limit = limit;
    this.#now = now;
  }
  /**
   * Takes one request from a service's buckets.
   * @throws ServiceFailure 429 when there is none left
   */
  admit(service) {
    const buckets = this.#find(service);
    const { requestsPerMinute, tokensPerMinute } = this.#limit;
    const exceeded = requestsPerMinute !== void 0 && buckets.requests.wait > 0 ? "request" : tokensPerMinute !== void 0 && buckets.tokens.wait > 0 ? "token" : void 0;
    if (exceeded === void 0) {
      buckets.requests.take(1);
      return;
    }
    const bucket = exceeded === "request" ? buckets.requests : buckets.tokens;
    throw new ServiceFailure(429, `Rate limit reached: ${bucket.perMinute} ${exceeded}s per minute.`, {
      code: service === "together" ? `dynamic_${exceeded}_limited` : "rate_limit_exceeded",
      headers: this.#limit.headers === false ? {} : { ...this.headers(service), "retry-after": String(Math.max(1, Math.ceil(bucket.wait))) }
    });
  }
  /** Takes the tokens of an answer from a service's bucket. */
  spend(service, tokens) {
    this.#find(service).tokens.take(tokens);
  }
  /** Response headers that state the limits of the service. */
  headers(service) {
    if (this.#limit.headers === false) return {};
    return rateHeaders(service, this.#find(service));
  }
  #find(service) {
    const now = this.#now();
    const known = this.#services.get(service);
    if (known) {
      known.requests.refill(now);
      known.tokens.refill(now);
      return known;
    }
    const {
      requestsPerMinute = TOLD.requestsPerMinute,
      tokensPerMinute = TOLD.tokensPerMinute,
      burst = 1
    } = this.#limit;
    const buckets = {
      requests: new Bucket(requestsPerMinute, burst, now),
      tokens: new Bucket(tokensPerMinute, burst, now)
    };
    this.#services.set(service, buckets);
    return buckets;
  }
}
export {
  RateLimits
};

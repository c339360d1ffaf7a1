import { Excerpt } from "../exchange/excerpt.js";
import { observeBody } from "../exchange/observe-body.js";
import { readCostHeader, readFacts } from "../exchange/usage.js";
import { isType, wait } from "../http/index.js";
import { isLimit, readEstimatedTime } from "./failure.js";
import { createLimiter } from "./limiter.js";
import { readPause } from "./rate-headers.js";
const SICK_AFTER = 3;
const FIRST_SICK_PAUSE = 2e3;
const LONGEST_SICK_PAUSE = 6e4;
const TELL_MS = 20;
const BODY_END = 8 * 1024;
function readTrace({ bodies = [], headers }) {
  const facts = bodies.map((body) => readFacts(body.read()));
  const usage = facts.reduce((sum, { usage: one }) => {
    if (!one || !sum) return one ?? sum;
    return {
      input_tokens: sum.input_tokens + one.input_tokens,
      output_tokens: sum.output_tokens + one.output_tokens
    };
  }, void 0);
  return { usage, cost: facts[0]?.cost ?? (headers ? readCostHeader(headers) : null) };
}
const SLOWEST_FACTOR = 5;
class Lane {
  name;
  target;
  limiter;
  done = 0;
  failed = 0;
  limited = 0;
  toldAt = 0;
  toldLimited = 0;
  /** When anything last came, or went out while nothing was under way; and how long the slowest call took. */
  heardAt = 0;
  slowest = 0;
  dropper = new AbortController();
  whole;
  faults = 0;
  sickPause = FIRST_SICK_PAUSE;
  /** @param whole ends all calls */
  constructor(target, options, whole) {
    this.whole = whole;
    whole.addEventListener("abort", () => this.dropper.abort(whole.reason), { once: true });
    const { provider } = target;
    const id = typeof provider === "object" ? provider.id : provider;
    this.name = target.name ?? id ?? (target.endpointUrl ? "endpoint" : "auto");
    this.target = target;
    this.limiter = createLimiter(options);
  }
  /** Ends the calls in flight. One for all: a signal a call costs more than the rest of its bookkeeping. */
  get signal() {
    return this.dropper.signal;
  }
  /** A call starts. */
  start(tokens) {
    if (this.limiter.isIdle) this.heardAt = performance.now();
    return this.limiter.start(tokens);
  }
  /**
   * Drops the calls in flight where nothing has come for a time: the service hangs.
   * @param patience milliseconds; longer where calls took long before
   */
  dropIfSilent(patience) {
    if (this.limiter.isIdle || this.whole.aborted) return;
    const silence = performance.now() - this.heardAt;
    if (silence < Math.max(patience, this.slowest * SLOWEST_FACTOR)) return;
    const dropped = this.dropper;
    this.dropper = new AbortController();
    this.limiter.pause(this.sickPause, "failures");
    const seconds = Math.round(silence / 1e3);
    dropped.abort(new DOMException(`${this.name} has not answered for ${seconds} s`, "TimeoutError"));
  }
  get state() {
    const { name, done, failed, limited } = this;
    return { name, ...this.limiter.state, done, failed, limited };
  }
  /** Reports how it stands: not after each of thousands of calls a second, but after a limit and the last call. */
  tell(report) {
    const time = performance.now();
    const isNew = this.limited !== this.toldLimited || this.limiter.isIdle;
    if (!report || !isNew && time - this.toldAt < TELL_MS) return;
    this.toldAt = time;
    this.toldLimited = this.limited;
    report(this.state);
  }
  /** The service did the work. */
  succeed(ticket, trace, tokens, seconds) {
    this.slowest = Math.max(this.slowest, seconds * 1e3);
    this.faults = 0;
    this.sickPause = FIRST_SICK_PAUSE;
    ticket.succeed(trace.headers, tokens);
  }
  /** Takes in a failed call. Returns whether it met a limit, and so did not count. */
  meetLimit(ticket, trace, error) {
    const asked = readEstimatedTime(error);
    const hasPause = asked !== void 0 || (trace.headers && readPause(trace.headers)) !== void 0;
    if (!isLimit(error, this.name, hasPause)) {
      ticket.fail(trace.headers);
      return false;
    }
    this.limited++;
    ticket.limit(trace.headers);
    if (asked !== void 0) this.limiter.pause(asked, "rate-limit");
    return true;
  }
  /** The provider failed; several times in a row stop the lane, so that rows go elsewhere. */
  countFault() {
    if (++this.faults < SICK_AFTER) return;
    this.faults = 0;
    this.limiter.pause(this.sickPause, "failures");
    this.sickPause = Math.min(LONGEST_SICK_PAUSE, this.sickPause * 2);
  }
  /**
   * The `fetch` of one call: it notes what the response told, and waits where a poll meets a limit, because a row
   * whose job runs must not be asked again.
   */
  observe(fetch, trace, signal) {
    return async (input, init) => {
      for (let pause = FIRST_SICK_PAUSE; ; pause = Math.min(LONGEST_SICK_PAUSE, pause * 2)) {
        const response = await fetch(input, init);
        this.heardAt = performance.now();
        if (trace.bodies && init?.method === "POST" && isType(response.headers, "application/json")) {
          const body = new Excerpt(BODY_END);
          trace.bodies.push(body);
          observeBody(response, { piece: (content) => body.add(content), end: () => void 0 });
        }
        if (!trace.isSent) {
          trace.headers = response.headers;
          trace.isSent = init?.method === "POST";
          return response;
        }
        if (response.status !== 429) return response;
        response.body?.cancel().catch(() => void 0);
        this.limited++;
        await wait(readPause(response.headers) ?? pause, init?.signal ?? signal);
      }
    };
  }
}
const PATIENCE = 1e3;
function chooseLane(lanes, tried, tokens, spread) {
  const untried = tried && tried.size < lanes.length ? lanes.filter((lane) => !tried.has(lane)) : lanes;
  let best;
  let room = 0;
  let shortest = Number.POSITIVE_INFINITY;
  for (const lane of untried) {
    const delay = lane.limiter.delay(tokens);
    if (delay === 0) {
      if (!spread) return { lane };
      const { limit, inFlight } = lane.limiter.state;
      if (limit - inFlight > room) [best, room] = [lane, limit - inFlight];
      continue;
    }
    shortest = Math.min(shortest, delay);
    if (!spread && (delay <= PATIENCE || delay === Number.POSITIVE_INFINITY)) return { wait: delay };
  }
  return best ? { lane: best } : { wait: shortest };
}
export {
  Lane,
  chooseLane,
  readTrace
};

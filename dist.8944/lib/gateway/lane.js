import { createLimiter } from "../batch/index.js";
import { LONGEST_TIMER } from "../http/index.js";
import { clientLeft } from "./client-left.js";
import { GatewayError } from "./errors.js";
import { LaneStopped } from "./lane-stopped.js";
class Lane {
  limiter;
  queue;
  /** Client \u2192 its calls in order. The first client is the next to be served, and then goes to the end. */
  clients = /* @__PURE__ */ new Map();
  timer;
  constructor(queue, now) {
    this.queue = queue;
    const unlimited = Number.POSITIVE_INFINITY;
    this.limiter = createLimiter({ start: unlimited, concurrency: unlimited, now });
  }
  get isIdle() {
    const { inFlight, stoppedUntil } = this.limiter.state;
    return inFlight === 0 && stoppedUntil === 0 && this.clients.size === 0;
  }
  /** Starts a call at once; undefined where it has to wait for its turn. */
  start() {
    return this.clients.size === 0 && this.limiter.delay() === 0 ? this.startNow() : void 0;
  }
  /**
   * Waits for the turn of a call.
   * @throws LaneStopped where that takes longer than `patience`; GatewayError 429 where too many calls wait
   */
  async acquire(client, patience, cancellation) {
    const delay = this.limiter.delay();
    if (delay === 0 && this.clients.size === 0) return this.startNow();
    if (Number.isFinite(delay) && delay > patience) throw new LaneStopped(delay);
    if (this.queue.waiting >= this.queue.limit) {
      const retryAfter = Number.isFinite(delay) ? delay / 1e3 : 1;
      throw new GatewayError(429, "Too many calls are waiting.", { code: "queue_full", retryAfter });
    }
    return await new Promise((resolve, reject) => {
      const waiter = {
        patience,
        start: (ticket) => {
          release();
          resolve(ticket);
        },
        reject: (error) => {
          release();
          reject(error);
        }
      };
      const release = cancellation.onCancel(() => {
        this.remove(client, waiter);
        reject(clientLeft());
      });
      const line = this.clients.get(client);
      if (line) line.push(waiter);
      else this.clients.set(client, [waiter]);
      this.queue.waiting++;
      this.pump();
    });
  }
  startNow() {
    return new LaneTicket(this.limiter.start(), this);
  }
  /** Starts the calls whose turn it is. */
  pump() {
    if (this.clients.size === 0) return;
    clearTimeout(this.timer);
    while (this.clients.size > 0) {
      const delay = this.limiter.delay();
      if (delay > 0) {
        if (!Number.isFinite(delay)) return;
        this.rejectImpatient(delay);
        if (this.clients.size > 0) this.timer = setTimeout(() => this.pump(), Math.min(delay, LONGEST_TIMER));
        return;
      }
      const [next] = this.clients;
      const waiter = next?.[1][0];
      if (!next || !waiter) return;
      const [client, line] = next;
      this.remove(client, waiter);
      if (this.clients.delete(client)) this.clients.set(client, line);
      waiter.start(this.startNow());
    }
  }
  rejectImpatient(delay) {
    for (const [client, line] of [...this.clients]) {
      for (const waiter of [...line]) {
        if (delay <= waiter.patience) continue;
        this.remove(client, waiter);
        waiter.reject(new LaneStopped(delay));
      }
    }
  }
  remove(client, waiter) {
    const line = this.clients.get(client);
    const place = line?.indexOf(waiter) ?? -1;
    if (!line || place < 0) return;
    line.splice(place, 1);
    this.queue.waiting--;
    if (line.length === 0) this.clients.delete(client);
  }
}
class LaneTicket {
  ticket;
  lane;
  constructor(ticket, lane) {
    this.ticket = ticket;
    this.lane = lane;
  }
  succeed(headers, tokens) {
    this.ticket.succeed(headers, tokens);
    this.lane.pump();
  }
  limit(headers) {
    this.ticket.limit(headers);
    this.lane.pump();
  }
  fail(headers) {
    this.ticket.fail(headers);
    this.lane.pump();
  }
}
export {
  Lane
};

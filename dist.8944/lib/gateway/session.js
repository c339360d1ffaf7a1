import { Cancellation, onAbort } from "../http/index.js";
import { shorten } from "./call-book.js";
import { clientLeft } from "./client-left.js";
import { GatewayError } from "./errors.js";
import { formatCost } from "./format-cost.js";
import { mergeExchanges, sumCost } from "./merge-exchanges.js";
let lastNumber = 0;
class Session {
  id;
  route;
  task;
  model;
  client;
  cancellation = new Cancellation();
  started;
  upstream = 0;
  attempts = [];
  targets;
  services;
  release;
  isOver = false;
  constructor(incoming, wanted) {
    const { services, request, route, client } = incoming;
    this.targets = services.targets.find(wanted.model, wanted.provider, services.models.ids);
    this.services = services;
    this.started = services.now();
    this.id = `req_${this.started.toString(36)}${(++lastNumber).toString(36)}`;
    this.route = route;
    this.task = wanted.task;
    this.model = String(wanted.model);
    this.client = client;
    this.release = onGone(request, () => this.cancel());
    services.metrics.inFlight++;
    if (!services.options.offers) void services.models.list();
    services.calls.add({
      id: this.id,
      time: new Date(this.started).toISOString(),
      route,
      task: wanted.task,
      model: this.model,
      served_model: null,
      provider: null,
      state: "running",
      status: null,
      stream: wanted.isStream ?? false,
      usage: null,
      cost_usd: null,
      first_ms: null,
      total_ms: null,
      attempts: this.attempts,
      error: null,
      request: shorten(services.clean(wanted.text)),
      response: ""
    });
  }
  /** The client has gone: ends the call at the provider. */
  cancel() {
    this.cancellation.cancel(clientLeft());
  }
  /** Headers that tell how the call was served. */
  headers(attempting, exchanges = []) {
    const cost = sumCost(exchanges);
    return {
      "x-request-id": this.id,
      "x-hub-attempts": String(this.upstream),
      ...attempting ? { "x-hub-provider": attempting.provider(), "x-hub-model": withoutPolicy(attempting.target.model) } : {},
      ...cost === null ? {} : { "x-hub-cost": formatCost(cost) }
    };
  }
  /** Writes down how the call ended. */
  finish({ status, exchanges = [], response = "", error, isCancelled = false }) {
    if (this.isOver) return;
    this.isOver = true;
    this.release();
    const { services } = this;
    const total = services.now() - this.started;
    const merged = mergeExchanges(exchanges);
    const answered = this.attempts.findLast(({ first_ms }) => first_ms !== null);
    services.metrics.inFlight--;
    services.metrics.countCall(this.route, status, merged, this.upstream, total / 1e3);
    services.calls.update(this.id, {
      state: isCancelled ? "cancelled" : error === void 0 ? "done" : "failed",
      status,
      served_model: answered ? withoutPolicy(answered.model) : null,
      provider: merged?.provider ?? answered?.provider ?? null,
      usage: merged?.usage ?? null,
      cost_usd: merged?.cost_usd ?? null,
      first_ms: answered ? answered.at + (answered.first_ms ?? 0) : null,
      total_ms: total,
      error: error === void 0 ? null : services.clean(error),
      response: shorten(services.clean(response))
    });
    this.report(merged, status, total, error);
  }
  report(merged, status, total, error) {
    const { onCall } = this.services.options;
    if (!onCall) return;
    const attempts = this.attempts.map(({ at: _at, first_ms: _first, model: _model, ...attempt }) => attempt);
    const none = {
      id: this.id,
      time: new Date(this.started).toISOString(),
      command: "serve",
      task: this.task,
      model: this.model,
      provider: null,
      routed: false,
      host: null,
      usage: null,
      cost_usd: null,
      price_source: null,
      attempts,
      first_ms: null,
      total_ms: total,
      finish_reason: null
    };
    const failure = error === void 0 ? {} : { error: { name: "GatewayError", message: error, status } };
    onCall({ ...merged ?? none, id: this.id, time: none.time, attempts, total_ms: total, ...failure });
  }
}
async function withSession(incoming, wanted, work) {
  const session = new Session(incoming, wanted);
  try {
    return await work(session);
  } catch (error) {
    const failure = error instanceof GatewayError ? error : void 0;
    const isCancelled = session.cancellation.isCancelled;
    const status = isCancelled ? 499 : failure?.status ?? 500;
    session.finish({ status, error: error instanceof Error ? error.message : String(error), isCancelled });
    if (!failure) throw error;
    throw new GatewayError(failure.status, failure.message, { ...failure.details, headers: session.headers() });
  }
}
function onGone(request, listener) {
  if (request.onGone) return request.onGone(listener);
  if (!request.signal?.aborted) return onAbort(request.signal, listener);
  listener();
  return () => void 0;
}
function withoutPolicy(model) {
  return model.replace(/:[\w-]+$/, "");
}
export {
  Session,
  withSession
};

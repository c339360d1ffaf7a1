import { startCall } from "../exchange/index.js";
import { Cancellation } from "../http/index.js";
import { clientLeft } from "./client-left.js";
import { describeFailure } from "./failure.js";
import { guardFetch } from "./guard-fetch.js";
class Attempt {
  target;
  args;
  options;
  cancellation = new Cancellation();
  services;
  call;
  /** For the breaker. */
  name;
  ticket;
  guarded;
  began;
  timed;
  release;
  isOver = false;
  constructor(services, call, target, name, ticket) {
    const { now } = services;
    const { model, provider } = target;
    this.services = services;
    this.call = call;
    this.target = target;
    this.name = name;
    this.ticket = ticket;
    this.began = now();
    this.release = call.cancellation.onCancel(() => this.cancellation.cancel(clientLeft()));
    const facts = { task: call.task, model, provider: provider ?? null, command: "serve" };
    const exchange = startCall(facts, { now });
    this.guarded = { exchange, cancellation: this.cancellation, headers: void 0 };
    this.timed = { provider: provider ?? null, model, at: this.began - call.started, ms: 0, first_ms: null };
    call.attempts.push(this.timed);
    const accessToken = services.token(provider);
    this.args = { model: modelFor(call.task, model), provider: provider ?? "auto" };
    if (accessToken) this.args.accessToken = accessToken;
    this.options = { ...services.callOptions, fetch: guardFetch(services, call, this.guarded) };
  }
  begin() {
    this.timed.first_ms ??= this.services.now() - this.began;
  }
  provider() {
    return this.guarded.exchange.provider() ?? this.target.provider ?? "auto";
  }
  succeed(response) {
    const { services, guarded, timed } = this;
    const record = guarded.exchange.end({ offers: services.offers(), response });
    if (this.end()) {
      timed.status = 200;
      timed.first_ms ??= timed.ms;
      services.breaker.succeed(this.name);
      const { usage } = record;
      this.ticket.succeed(guarded.headers, usage ? usage.input_tokens + usage.output_tokens : void 0);
    }
    return record;
  }
  fail(error) {
    const failure = describeFailure(error, this.target);
    if (!this.end()) return failure;
    const { services, ticket, guarded, name } = this;
    this.cancellation.cancel(error);
    Object.assign(this.timed, failure.outcome);
    if (failure.isLimit) ticket.limit(guarded.headers);
    else ticket.fail(guarded.headers);
    const isFault = failure.canFailOver && !failure.isLimit && !this.call.cancellation.isCancelled;
    if (isFault) services.breaker.fail(name);
    else services.breaker.release(name);
    return failure;
  }
  /** False where it has ended before. */
  end() {
    if (this.isOver) return false;
    this.isOver = true;
    this.release();
    this.timed.ms = this.services.now() - this.began;
    this.timed.provider = this.provider();
    return true;
  }
}
function modelFor(task, model) {
  return task === "conversational" ? model : model.replace(/:[\w-]+$/, "");
}
export {
  Attempt
};

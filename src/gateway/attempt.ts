import { InferenceClientInputError } from "../errors.ts";
import { Call, type CallDetails, type Exchange, type Call as ExchangeCall } from "../exchange/index.ts";
import { Cancellation, type Fetch, fetchWith } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { LimiterTicket } from "../limits/limiter.ts";
import type { Attempting, GatewayCall } from "./call.ts";
import { clientLeft } from "./errors.ts";
import { describeFailure, type Failure } from "./failure.ts";
import type { Services } from "./services.ts";
import type { LocalService, Target, TimedAttempt } from "./types.ts";

/** A target while it is asked, from when its queue lets the call start. */
export class Attempt implements Attempting {
	readonly target: Target;
	readonly args: Attempting["args"];
	readonly options: Attempting["options"];
	readonly cancellation = new Cancellation();
	private readonly services: Services;
	private readonly call: GatewayCall;
	/** For the breaker. */
	private readonly name: string;
	private readonly ticket: LimiterTicket;
	private readonly guarded: Guarded;
	private readonly began: number;
	private readonly timed: TimedAttempt;
	private readonly release: () => void;
	private isOver = false;

	constructor(
		services: Services,
		call: GatewayCall,
		target: Target,
		name: string,
		ticket: LimiterTicket,
		local?: LocalService,
	) {
		const { now } = services;
		const { model } = target;
		const provider = local?.provider.id ?? target.provider;
		this.services = services;
		this.call = call;
		this.target = target;
		this.name = name;
		this.ticket = ticket;
		this.began = now();
		this.release = call.cancellation.onCancel(() => this.cancellation.cancel(clientLeft()));
		const facts = { task: call.task, model, provider: provider ?? null, command: "serve" };
		const exchange = new Call(facts, { now });
		this.guarded = { exchange, cancellation: this.cancellation, headers: undefined };
		this.timed = { provider: provider ?? null, model, at: this.began - call.started, ms: 0, first_ms: null };
		call.attempts.push(this.timed);
		const accessToken = local ? local.accessToken : services.token(provider);
		this.args = {
			model: local ? model : modelFor(call.task, model),
			provider: local?.provider ?? provider ?? "auto",
		};
		if (accessToken) this.args.accessToken = accessToken;
		// Headers and tokens for the hub and its providers are not sent to a local server.
		const own = local ? { headers: undefined, billTo: undefined } : {};
		this.options = { ...services.callOptions, ...own, fetch: guardFetch(services, call, target, this.guarded) };
	}

	begin(): void {
		this.timed.first_ms ??= this.services.now() - this.began;
	}

	provider(): string {
		return this.guarded.exchange.provider() ?? this.target.provider ?? "auto";
	}

	details(): CallDetails {
		return this.guarded.exchange.details();
	}

	succeed(response?: unknown): Exchange {
		const { services, guarded, timed } = this;
		const record = guarded.exchange.record({ offers: services.offers(), response });
		if (this.end()) {
			timed.status = 200;
			timed.first_ms ??= timed.ms;
			services.breaker.succeed(this.name);
			const { usage } = record;
			this.ticket.succeed(guarded.headers, usage ? usage.input_tokens + usage.output_tokens : undefined);
		}
		return record;
	}

	fail(error: unknown): Failure {
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

	/** False if it has ended before. */
	private end(): boolean {
		if (this.isOver) return false;
		this.isOver = true;
		this.release();
		this.timed.ms = this.services.now() - this.began;
		this.timed.provider = this.provider();
		return true;
	}
}

/** Only the router's chat understands `org/name:cheapest`; elsewhere the hub's order decides. */
function modelFor(task: InferenceTask, model: string): string {
	return task === "conversational" ? model : model.replace(/:[\w-]+$/, "");
}

/** Purpose of an attempt's `fetch`. */
interface Guarded {
	exchange: ExchangeCall;
	cancellation: Cancellation;
	/** From the response to the first request to the model. */
	headers: Headers | undefined;
}

/**
 * The `fetch` of an attempt: it counts requests, ends with the attempt, and rejects other requests that a client's
 * input could cause. Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
function guardFetch(services: Services, call: GatewayCall, { limits }: Target, guarded: Guarded): Fetch {
	const fetch = limits?.timeout === undefined ? services.fetch : services.fetchWithin(limits.timeout);
	const send: Fetch = (input, init = {}) => fetchWith(fetch, input, init, guarded.cancellation);
	const watched = guarded.exchange.watch(send);
	let isSent = false;
	const keep = (response: Response): Response => {
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

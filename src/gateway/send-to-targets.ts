import { isRecord, readMember } from "../base/json.ts";
import { InferenceClientInputError } from "../errors.ts";
import { type CallDetails, type Exchange, ObservedCall, type Offer, type Usage } from "../exchange/index.ts";
import { backoff } from "../http/backoff.ts";
import { Cancellation, type Fetch, fetchWith, type WireRequest, wait } from "../http/index.ts";
import type { Args, CallOptions, Provider } from "../inference/index.ts";
import { type OpenResponse, openResponse, run } from "../inference/run.ts";
import type { LimiterTicket } from "../limits/limiter.ts";
import type { Admission, SentBody } from "./budgets.ts";
import { type GatewayCall, isLeft } from "./call.ts";
import { GatewayError, TOO_MANY_CALLS } from "./errors.ts";
import { CLIENT_LEFT, describeFailure, describeUnfoundServer, type Failure } from "./failure.ts";
import type { OwnServers } from "./own-servers.ts";
import { describeSilentCut } from "./silent-cut.ts";
import { joinTexts } from "./sse.ts";
import type { TargetQueue } from "./target-queue.ts";
import { withoutSuffix } from "./targets.ts";
import { estimateChat, estimateValue } from "./token-estimate.ts";
import type { LocalService, Target, TimedAttempt } from "./types.ts";

/** The server behind a target of the user's own. */
type OwnService = LocalService | NonNullable<Awaited<ReturnType<OwnServers["find"]>>>;

/** What an attempt starts with. */
interface Start {
	queue: TargetQueue;
	ticket: LimiterTicket;
	local: OwnService | undefined;
}

/** One attempt at a target. It begins when the queue of the target lets the call start. */
export class Attempt {
	readonly target: Target;
	/** What this attempt adds to the arguments of a call. */
	readonly args: { model: string; provider?: string | Provider; endpointUrl?: string; accessToken?: string };
	/** Options of the library for its calls. The `fetch` aborts with `cancellation`. */
	readonly options: CallOptions & { fetch: Fetch };
	readonly cancellation = new Cancellation();
	private readonly call: GatewayCall;
	/** Key in the circuit breaker. */
	private readonly name: string;
	private readonly queue: TargetQueue;
	/** Of the request in flight. */
	private ticket: LimiterTicket | undefined;
	private admission: Admission | undefined;
	/** US dollars that budgets have counted for requests before the one in flight. */
	private booked = 0;
	private readonly exchange: ObservedCall;
	/** From the last response of the model. */
	private received: Headers | undefined;
	private isRefused = false;
	private readonly began: number;
	private readonly timed: TimedAttempt;
	private readonly release: () => void;
	private isOver = false;

	constructor(call: GatewayCall, target: Target, name: string, { queue, ticket, local }: Start) {
		const { services, task } = call;
		const { model } = target;
		const provider = local?.provider?.id ?? target.provider ?? target.pinned;
		this.call = call;
		this.target = target;
		this.name = name;
		this.queue = queue;
		this.ticket = ticket;
		this.began = services.now();
		this.release = call.cancellation.onCancel(() => this.cancellation.cancel(call.cancellation.reason));
		this.exchange = new ObservedCall(
			{ task, model, provider: provider ?? null, command: "serve" },
			{ now: services.now },
		);
		this.timed = { provider: provider ?? null, model, at: this.began - call.started, ms: 0, first_ms: null };
		call.record.addAttempt(this.timed);
		const accessToken = local ? local.accessToken : services.token(target.provider);
		// Only the router's chat understands `org/name:cheapest`; elsewhere Hugging Face's order decides.
		const modelName = local || task === "conversational" ? nameModel(target) : withoutSuffix(model);
		const endpoint = local && "endpointUrl" in local ? local : undefined;
		this.args = endpoint
			? { model: modelName, endpointUrl: endpoint.endpointUrl }
			: { model: modelName, provider: local?.provider ?? target.provider ?? "auto" };
		if (accessToken) this.args.accessToken = accessToken;
		// Headers and tokens for Hugging Face and its providers are not sent to a local server.
		const own = local ? { headers: endpoint?.headers, billTo: undefined } : {};
		const { timeout } = target.limits ?? {};
		const fetch = timeout === undefined ? services.fetch : services.fetchWithin(timeout);
		const send: Fetch = (input, init = {}) => fetchWith(fetch, input, init, this.cancellation);
		this.options = { ...services.callOptions, ...own, fetch: this.createFetch(send) };
	}

	/**
	 * Runs the task of the call through the library.
	 * @param adapt changes the options
	 */
	async run(args: Args, adapt: (options: Attempt["options"]) => CallOptions): Promise<unknown> {
		// The signal aborts the pauses between polls.
		const { signal } = this.cancellation;
		return await run(this.call.task, { ...args, ...this.args }, { ...adapt(this.options), signal });
	}

	/**
	 * Sends the request of the call through the library; the body of the response is not read yet.
	 * @param edit changes the request
	 */
	open(args: Args, edit?: (request: WireRequest) => WireRequest): Promise<OpenResponse> {
		return openResponse(this.call.task, { ...args, ...this.args }, this.options, edit);
	}

	/** The prices that apply to the target. */
	private offers(): readonly Offer[] | undefined {
		const { services } = this.call;
		return (this.target.isLocal && services.own.offers(this.target)) || services.offers();
	}

	/** Records that the first token or byte has arrived. */
	begin(): void {
		this.timed.first_ms ??= this.call.services.now() - this.began;
	}

	provider(): string {
		return this.exchange.provider() ?? this.target.provider ?? "auto";
	}

	details(): CallDetails {
		return this.exchange.details();
	}

	/**
	 * Ends a complete response; returns the record of the call.
	 * @param response its JSON, where it was parsed
	 * @param textOf returns its text, which is measured if the service does not report usage
	 */
	succeed(response?: unknown, textOf?: () => string): Exchange {
		const { services } = this.call;
		const { timed } = this;
		const record = this.exchange.record({ offers: this.offers(), response });
		if (this.end()) {
			this.settle(textOf, record);
			timed.status = 200;
			timed.first_ms ??= timed.ms;
			services.breaker.succeed(this.name);
			const { usage } = record;
			if (this.target.isLocal) {
				const cut = describeSilentCut(this.provider(), this.call.record.arguments, usage);
				if (cut !== undefined) this.call.record.addNotices([cut]);
			}
			this.ticket?.succeed(this.received, usage ? usage.input_tokens + usage.output_tokens : undefined);
		}
		return record;
	}

	/** After `fail`: milliseconds for which this call is held back by a limit of unknown length. */
	held = 0;

	/**
	 * Ends a failed response; returns the error for the client.
	 * @param textOf returns its text so far
	 */
	fail(error: unknown, textOf?: () => string): Failure {
		const hasLeft = isLeft(this.call);
		const failure = hasLeft ? CLIENT_LEFT : describeFailure(error, this.target);
		if (!this.end()) return failure;
		if (hasLeft) this.call.record.addExchange(this.estimate(textOf));
		// A service that has begun, or may have been working when the call was aborted, costs something too.
		const isTimeout = failure.error.status === 504 && "error" in failure.outcome;
		const mayCost = this.timed.first_ms !== null || isTimeout || this.call.cancellation.isCancelled;
		this.settle(mayCost ? (textOf ?? (() => "")) : undefined);
		const { ticket, received, name } = this;
		const { services } = this.call;
		this.cancellation.cancel(error);
		Object.assign(this.timed, failure.outcome);
		if (failure.isLimit) this.held = ticket?.limit(received) ?? 0;
		else ticket?.fail(received);
		const isFault = failure.canFailOver && !failure.isLimit && !this.call.cancellation.isCancelled;
		if (isFault) services.breaker.fail(name);
		else services.breaker.release(name);
		return failure;
	}

	/** Returns the record of a call whose client disconnected, with what it has used so far. */
	private estimate(textOf: () => string = () => ""): Exchange {
		const { task, record } = this.call;
		const estimate = (): Usage => ({
			input_tokens: estimateArguments(record.arguments),
			output_tokens: estimateValue(joinTexts(textOf())),
		});
		return this.exchange.record({ offers: this.offers(), ...(COUNTED_TASKS.has(task) ? { estimate } : {}) });
	}

	/**
	 * Settles what budgets have reserved for the request in flight.
	 * @param textOf returns the text of the response, which is measured if the cost is unknown; undefined if none began
	 */
	private settle(textOf: (() => string) | undefined, record?: Exchange): void {
		const { admission, booked } = this;
		if (!admission) return;
		this.admission = undefined;
		const { cost_usd: cost } = record ?? this.exchange.record({ offers: this.offers() });
		admission.settle(cost === null ? null : Math.max(0, cost - booked), cost === null ? textOf?.() : undefined);
		this.booked = cost ?? booked;
	}

	/**
	 * Counts the most that the request in flight can cost, since its cost is known only later.
	 * @returns US dollars; undefined where no budget counts it
	 */
	bookMost(): number | undefined {
		const { admission } = this;
		this.admission = undefined;
		admission?.settle(admission.most ?? 0, undefined);
		return admission && (admission.most ?? 0);
	}

	/** Admits a request to the model; the first one was admitted already. */
	private async admit(body: SentBody): Promise<void> {
		const { call, cancellation, queue } = this;
		if (this.received) {
			// Such as a list of inputs that is sent in parts, one after the other.
			this.settle(this.isRefused ? undefined : () => "");
			this.ticket?.succeed(this.received);
			this.ticket = undefined;
			this.ticket = await queue.acquire(call.incoming.client, call.services.wait, cancellation);
		}
		const admission = await call.record.admit(this.target, body, cancellation);
		if (this.isOver) admission?.settle(null, undefined);
		else this.admission = admission;
		// The client may have disconnected meanwhile.
		if (cancellation.isCancelled) throw cancellation.reason;
	}

	private end(): boolean {
		if (this.isOver) return false;
		this.isOver = true;
		this.release();
		this.timed.ms = this.call.services.now() - this.began;
		this.timed.provider = this.provider();
		return true;
	}

	/**
	 * Returns a `fetch` that counts requests, aborts with the attempt, and rejects other requests that a client's input
	 * could cause. Before the task is sent, only requests to Hugging Face are allowed: a URL in the input is never fetched.
	 */
	private createFetch(send: Fetch): Fetch {
		const { services, isAbout } = this.call;
		const watched = this.exchange.watch(send);
		// Requests about an earlier response call no model.
		if (isAbout) return (input, init) => (services.isHub(String(input)) ? send : watched)(input, init);
		const sendToModel: Fetch = async (input, init) => {
			await this.admit(init?.body);
			const response = await watched(input, init);
			this.received = response.headers;
			this.isRefused = !response.ok;
			return response;
		};
		return (input, init) => {
			if (init?.method === "POST") return sendToModel(input, init);
			// Polls and downloads.
			if (this.received) return watched(input, init);
			if (services.isHub(String(input))) return send(input, init);
			const message = "Inputs must be data URLs or files of a form: URLs are never fetched.";
			return Promise.reject(new InferenceClientInputError(message));
		};
	}
}

/** Tasks whose services count tokens. */
const COUNTED_TASKS: ReadonlySet<string> = new Set(["conversational", "text-generation", "feature-extraction"]);

/** A response and the attempt it came from; the caller ends the attempt. */
interface Attempted<Result> {
	result: Result;
	attempting: Attempt;
}

/**
 * Tries the targets of a call in turn until one succeeds. Each is tried once, or twice if a rate limit ends soon.
 * @param send sends the request; it must end before anything is sent to the client
 * @throws GatewayError of the last target
 */
export async function sendToTargets<Result>(
	call: GatewayCall,
	send: (attempting: Attempt) => Promise<Result>,
): Promise<Attempted<Result>> {
	let last: Failure | undefined;
	const ordered = orderByHealth(call);
	for (const target of ordered) {
		const { retries = 0 } = target.limits ?? {};
		for (let retry = 0; retry <= retries; retry++) {
			if (retry > 0) await pauseFor(backoff("target", retry), call);
			const isLast = target === ordered.at(-1);
			const outcome = await sendToTarget(call, target, isLast, send);
			if ("result" in outcome) {
				keepConversation(call, outcome.attempting);
				return outcome;
			}
			if (target.pinned !== undefined && call.conversation) call.services.conversations.forget(call.conversation);
			if (last && outcome.error.details.code === TOO_MANY_CALLS) throw withCause(outcome.error, last);
			last = outcome;
			// The call has waited for a rate limit, or the limit lasts too long.
			if (call.cancellation.isCancelled || !outcome.canFailOver || outcome.isLimit) break;
		}
		if (call.cancellation.isCancelled || !last?.canFailOver || target === ordered.at(-1)) break;
		call.services.metrics.failovers++;
	}
	throw last?.error ?? new Error("A call has no target");
}

/** The next call of the conversation goes to the same provider. */
function keepConversation({ conversation, services }: GatewayCall, attempting: Attempt): void {
	if (!conversation) return;
	services.conversations.keep(conversation, attempting.target, attempting.provider());
}

/** Targets that failed recently come last: they are tried only when no other is left. */
function orderByHealth(call: GatewayCall): readonly Target[] {
	const { services, targets } = call;
	const { breaker } = services;
	if (breaker.isQuiet()) return targets;
	const open = targets.filter((target) => breaker.isOpen(nameOf(target, call)));
	return [...targets.filter((target) => !open.includes(target)), ...open];
}

function nameOf(target: Target, { task }: GatewayCall): string {
	return `${target.provider ?? "auto"} ${nameModel(target)} ${task}`;
}

/** The model id to send to the target. */
function nameModel({ model, pinned }: Target): string {
	return pinned === undefined ? model : `${model}:${pinned}`;
}

async function sendToTarget<Result>(
	call: GatewayCall,
	target: Target,
	isLast: boolean,
	send: (attempting: Attempt) => Promise<Result>,
): Promise<Attempted<Result> | Failure> {
	const { services } = call;
	const name = nameOf(target, call);
	let local: OwnService | undefined;
	if (target.isLocal) {
		const at = services.now() - call.started;
		try {
			local = await services.own.find(target, call.task);
		} catch (error) {
			const failure = describeUnfoundServer(error);
			const { model, provider = null } = target;
			const ms = services.now() - call.started - at;
			call.record.addAttempt({ provider, model, at, ms, first_ms: null, ...failure.outcome });
			return failure;
		}
	}
	const queue = services.queues.get(name);
	let patience = services.wait;
	services.breaker.begin(name);
	for (let isSecond = false; ; isSecond = true) {
		let ticket: LimiterTicket;
		try {
			const sentAt = services.now();
			ticket = await queue.acquire(call.incoming.client, patience, call.cancellation);
			patience -= Math.max(0, services.now() - sentAt);
		} catch (error) {
			services.breaker.release(name);
			return describeFailure(error, target);
		}
		const attempting = new Attempt(call, target, name, { queue, ticket, local });
		try {
			const result = await send(attempting);
			call.record.addAnswered(attempting);
			return { result, attempting };
		} catch (error) {
			const failure = attempting.fail(error);
			if (failure.isLimit) queue.noteRefusal(failure.error.message);
			const { retryAfter, code, type } = failure.error.details;
			// Without a Retry-After, the limiter here can best decide when to retry, unless another target may respond at once.
			const isShort =
				retryAfter === undefined ? isLast && code !== SPENT && type !== SPENT : retryAfter * 1000 <= patience;
			if (!failure.isLimit || !isShort || isSecond || call.cancellation.isCancelled) return failure;
			const pause = Math.max(attempting.held, backoff("target", 1) - (retryAfter ?? 0) * 1000);
			if (pause > 0) await pauseFor(pause, call);
		}
	}
}

/** Adds the reason for further calls to the error that refuses them. */
function withCause({ status, message, details }: GatewayError, { error }: Failure): GatewayError {
	return new GatewayError(status, `${message} The last call failed: ${error.message}`, details);
}

/** Code of a 429 that a retry does not solve. */
const SPENT = "insufficient_quota";

function pauseFor(duration: number, { cancellation }: GatewayCall): Promise<void> {
	return wait(duration, cancellation.signal).catch(() => undefined);
}

/** Estimates the tokens of what was sent: the bytes of images and documents do not count as text. */
function estimateArguments(args: unknown): number {
	const messages = readMember(args, "messages");
	const isChat = isRecord(args) && Array.isArray(messages) && messages.every(isRecord);
	return isChat ? estimateChat(args) : estimateValue(args ?? "");
}

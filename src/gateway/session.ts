import { InferenceClientDeadlineError } from "../errors.ts";
import type { CallDetails, Exchange, Usage } from "../exchange/index.ts";
import { NO_FACTS } from "../exchange/log-record.ts";
import { formatCost, sumCosts } from "../exchange/token-price.ts";
import { sumUsage } from "../exchange/usage.ts";
import { Cancellation, type EndSignal, onAbort, startDeadline, type TimedSignal } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { Admission, SentBody } from "./budgets.ts";
import { shorten } from "./call-book.ts";
import { clientLeft, GatewayError, messageOf, TOO_MANY_CALLS } from "./errors.ts";
import { createRequestId, type Incoming, type Wanted } from "./read-request.ts";
import type { Reply } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Target, TimedAttempt } from "./types.ts";

interface Ending {
	status: number;
	/** Records of its answered requests. */
	exchanges?: readonly Exchange[];
	/** The response as the page shows it, without secrets. */
	response?: string;
	/** The result of a complete response, for the log. */
	output?: () => unknown;
	error?: string;
	isCancelled?: boolean;
}

/** The attempt that answered a call, as its record needs it. */
interface Answered {
	readonly target: Target;
	/** Who served it. */
	provider(): string;
	/** For traces. */
	details(): CallDetails;
}

/** An answer, and the record of its request. */
export interface Answer {
	attempting: Answered;
	exchange: Exchange;
}

/** A call of a client from arrival to end, with its entry on the page. */
export class Session {
	readonly id: string;
	readonly task: InferenceTask;
	/** The model as the client named it. */
	readonly model: string;
	readonly incoming: Incoming;
	readonly services: Services;
	/** Ends with the client's connection. */
	readonly cancellation = new Cancellation();
	readonly started: number;
	/** Calls to services so far. */
	upstream = 0;
	readonly attempts: TimedAttempt[] = [];
	/** Arguments for the library, without model and provider. */
	args: unknown;
	/** The attempt that was answered last. */
	answered: Answered | undefined;
	/** Records of the requests of a task that were answered: they cost something even if another one of the call fails. */
	readonly exchanges: Exchange[] = [];
	/** Empty before `findTargets`. */
	targets: readonly Target[] = [];
	/** Whether it is about an earlier response, and calls no model. */
	readonly isAbout: boolean;
	/** Whether the call is in the metrics, on the page and in the log. */
	isListed: boolean;
	private readonly release: () => void;
	private readonly limit: TimedSignal;
	private readonly notices: string[] = [];
	private isOver = false;

	constructor(incoming: Incoming, wanted: Wanted) {
		const { services, request, route, key } = incoming;
		this.incoming = incoming;
		this.services = services;
		this.started = services.now();
		this.id = createRequestId(this.started);
		this.task = wanted.task;
		this.model = typeof wanted.model === "string" ? wanted.model : "";
		this.isAbout = wanted.about !== undefined;
		this.isListed = !this.isAbout;
		const cancel = (): void => this.cancel();
		this.release = request.onGone?.(cancel) ?? onAbort(request.signal, cancel);
		if (!request.onGone && request.signal?.aborted) cancel();
		this.limit = startDeadline(services.options.deadline || undefined, undefined);
		onAbort(this.limit.signal, () => this.cancellation.cancel(this.limit.signal?.reason));
		services.metrics.inFlight++;
		// For the cost at the end; not awaited.
		if (!services.options.offers) void services.models.list();
		if (!this.isListed) return;
		services.calls.add({
			id: this.id,
			time: new Date(this.started).toISOString(),
			route,
			task: wanted.task,
			key: key?.name ?? null,
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
			response: "",
		});
	}

	/**
	 * Checks whether the call may be made.
	 * @throws GatewayError 400 without a model, 403 for one that the key may not call, 404 for one that cannot be, 429
	 * for a budget that is spent
	 */
	findTargets({ model, provider, about }: Wanted): void {
		const { services, key } = this.incoming;
		this.targets = about ? [about] : services.budgets.choose(key, services.targets.find(model, provider, key));
	}

	/** @throws GatewayError 400 for more calls to services than one request may cause */
	checkCalls(count: number): void {
		const { maxCalls } = this.services;
		if (count <= maxCalls) return;
		const message =
			`This request needs ${count} calls to services; hub serve makes at most ${maxCalls} for one request. ` +
			"Send fewer inputs or a smaller n, or raise the limit with --max-calls.";
		throw new GatewayError(400, message, { code: TOO_MANY_CALLS });
	}

	/**
	 * Counts a call to a service before it is sent, against the limit of a request and against budgets: each call of the
	 * gateway goes through here. Later calls of a request wait for calls in flight that may use up a budget.
	 * @throws GatewayError 400 for too many calls, 429 for a budget that is spent
	 */
	async admit(target: Target, body: SentBody, cancellation: EndSignal): Promise<Admission | undefined> {
		this.checkCalls(this.upstream + 1);
		const patience = this.upstream > 0 ? cancellation : undefined;
		this.upstream++;
		try {
			return await this.services.budgets.admit(this.incoming.key, target, body, patience);
		} catch (error) {
			this.upstream--;
			throw error;
		}
	}

	/** Whether the client has disconnected; the deadline cancels a call too. */
	get isLeft(): boolean {
		const { isCancelled, reason } = this.cancellation;
		return isCancelled && !(reason instanceof InferenceClientDeadlineError);
	}

	/** Ends the call at the provider because the client has disconnected. */
	cancel(): void {
		this.cancellation.cancel(clientLeft());
	}

	/** Adds what was left out of the request to the headers of the answer; said once to a client in the notes too. */
	addNotices(notices: readonly string[]): void {
		this.notices.push(...notices);
		for (const notice of notices) this.services.notify(this.incoming.client, notice);
	}

	/**
	 * Ends a call that was answered.
	 * @param output the result, for the log
	 * @param body of type `type`; the page shows text, and the size of a file
	 */
	reply(type: string, body: string | Blob, answers: readonly Answer[], output: () => unknown): Reply {
		const exchanges = answers.map(({ exchange }) => exchange);
		const response = typeof body === "string" ? body : `[${type}, ${body.size} bytes]`;
		this.finish({ status: 200, exchanges, response, output });
		return { status: 200, headers: { "content-type": type, ...this.headers(answers[0]?.attempting, exchanges) }, body };
	}

	headers(attempting?: Answered, exchanges: readonly Exchange[] = []): Record<string, string> {
		const cost = costOf(exchanges);
		const notice = this.notices.join(" ").slice(0, MAX_HEADER_LENGTH);
		return {
			"x-request-id": this.id,
			"x-hub-attempts": String(this.upstream),
			...(attempting
				? { "x-hub-provider": attempting.provider(), "x-hub-model": withoutPolicy(attempting.target.model) }
				: {}),
			...(cost === null ? {} : { "x-hub-cost": formatCost(cost) }),
			...(notice === "" ? {} : { "x-hub-notice": notice }),
		};
	}

	/** Records how the call ended. A listener that fails does not change the answer. */
	finish(ending: Ending): void {
		if (this.isOver) return;
		this.isOver = true;
		this.release();
		this.limit.close();
		const { metrics, options } = this.services;
		metrics.inFlight--;
		if (!this.isListed) return;
		try {
			this.keep(ending, this.services.now() - this.started);
		} catch (problem) {
			options.onProblem?.(problem);
		}
	}

	/** Adds the call to the metrics, the page and the log. */
	private keep(ending: Ending, total: number): void {
		const { status, exchanges = [], response = "", error, isCancelled } = ending;
		const { services, route, key } = this.incoming;
		const [first] = exchanges;
		const isOne = exchanges.length === 1;
		const merged = isOne || !first ? first : { ...first, usage: usageOf(exchanges), cost_usd: costOf(exchanges) };
		const answered = this.attempts.findLast(({ first_ms }) => first_ms !== null);
		services.metrics.countCall(route, status, merged, this.upstream, total / 1000);
		if (key) services.metrics.countKey(key.name, merged?.cost_usd ?? 0);
		services.calls.update(this.id, {
			state: isCancelled ? "cancelled" : error === undefined ? "done" : "failed",
			status,
			served_model: answered ? withoutPolicy(answered.model) : null,
			provider: merged?.provider ?? answered?.provider ?? null,
			usage: merged?.usage ?? null,
			cost_usd: merged?.cost_usd ?? null,
			first_ms: answered ? answered.at + (answered.first_ms ?? 0) : null,
			total_ms: total,
			error: error === undefined ? null : services.clean(error),
			response: shorten(response),
		});
		this.report(merged, ending, total);
	}

	private report(merged: Exchange | undefined, { status, error, output }: Ending, total: number): void {
		const { services, key } = this.incoming;
		const { onCall, onProblem } = services.options;
		if (!onCall) return;
		const attempts = this.attempts.map(({ at: _at, first_ms: _first, model: _model, ...attempt }) => attempt);
		const head = { id: this.id, time: new Date(this.started).toISOString() };
		const exchange: Exchange = {
			...(merged ?? { ...head, command: "serve", ...NO_FACTS, task: this.task, model: this.model }),
			...head,
			...(key ? { key: key.name } : {}),
			attempts,
			total_ms: total,
			...(error === undefined ? {} : { error: { name: "GatewayError", message: error, status } }),
		};
		const kept: unknown = onCall(exchange, () => ({
			arguments: this.args,
			output: output?.(),
			details: this.answered?.details() ?? { request: this.args, response: { id: null, model: null }, server: null },
		}));
		if (kept instanceof Promise) kept.catch((problem: unknown) => onProblem?.(problem));
	}
}

/** Runs the work of a call; an error ends the call. */
export async function withSession(
	incoming: Incoming,
	wanted: Wanted,
	work: (session: Session) => Promise<Reply>,
): Promise<Reply> {
	const session = new Session(incoming, wanted);
	const { services, key } = incoming;
	session.addNotices(incoming.leftOut ?? []);
	try {
		// The price of the call.
		if (!services.options.offers && services.budgets.count(key)) await services.models.list();
		session.findTargets(wanted);
		return await work(session);
	} catch (error) {
		const isLate = error instanceof InferenceClientDeadlineError;
		const failure = isLate ? new GatewayError(504, error.message, { code: "timeout" }) : error;
		const isCancelled = session.isLeft;
		const status = isCancelled ? 499 : failure instanceof GatewayError ? failure.status : 500;
		session.finish({ status, exchanges: session.exchanges, error: messageOf(error), isCancelled });
		// A call of several requests would go on with the others.
		session.cancel();
		if (!(failure instanceof GatewayError)) throw error;
		throw new GatewayError(failure.status, failure.message, {
			...failure.details,
			headers: { ...failure.details.headers, ...session.headers(undefined, session.exchanges) },
		});
	}
}

const MAX_HEADER_LENGTH = 500;

function withoutPolicy(model: string): string {
	return model.replace(/:(?:fastest|cheapest|preferred)$/, "");
}

/** Returns the cost of all requests of a call; null if one of them is unknown. */
function costOf(exchanges: readonly Exchange[]): number | null {
	return sumCosts(exchanges.map(({ cost_usd }) => cost_usd));
}

export function usageOf(exchanges: readonly Exchange[]): Usage | null {
	return sumUsage(exchanges.map(({ usage }) => usage));
}

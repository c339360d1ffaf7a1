import type { CallDetails, Exchange, Usage } from "../exchange/index.ts";
import { NO_FACTS } from "../exchange/log-record.ts";
import { formatCost, sumCosts } from "../exchange/token-price.ts";
import { sumUsage } from "../exchange/usage.ts";
import type { EndSignal } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { Admission, SentBody } from "./budgets.ts";
import { shorten } from "./call-book.ts";
import { GatewayError, TOO_MANY_CALLS } from "./errors.ts";
import { createRequestId, type Incoming, type RequestedCall } from "./read-request.ts";
import type { Reply } from "./reply.ts";
import type { Target, TimedAttempt } from "./types.ts";

interface Ending {
	status: number;
	/** Records of its requests that succeeded. */
	exchanges?: readonly Exchange[];
	/** The response as the page shows it, without secrets. */
	response?: string;
	/** The result of a complete response, for the log. */
	output?: () => unknown;
	error?: string;
	isCancelled?: boolean;
}

/** The successful attempt of a call, as its record needs it. */
interface Answered {
	readonly target: Target;
	/** Who served it. */
	provider(): string;
	/** For traces. */
	details(): CallDetails;
}

/** A response, and the record of its request. */
export interface RecordedResponse {
	attempting: Answered;
	exchange: Exchange;
}

/**
 * What happens in a call of a client, from its arrival to its end: it becomes the headers of the response, the entry on the
 * page, the metrics and the log. Steps only add to it; they decide by the values that they take.
 */
export class CallRecord {
	readonly id: string;
	readonly started: number;
	private readonly incoming: Incoming;
	private readonly task: InferenceTask;
	private readonly model: string;
	private upstream = 0;
	private readonly timed: TimedAttempt[] = [];
	private args: unknown;
	private answered: Answered | undefined;
	private readonly answers: Exchange[] = [];
	private readonly notices: string[] = [];
	private isListed: boolean;
	private isOver = false;
	private readonly onEnd: () => void;
	private onCalled: (() => void) | undefined = undefined;

	/** @param onEnd is called once, when the call ends */
	constructor(incoming: Incoming, wanted: RequestedCall, onEnd: () => void) {
		const { services, route, key } = incoming;
		this.incoming = incoming;
		this.onEnd = onEnd;
		this.started = services.now();
		this.id = createRequestId(this.started);
		this.task = wanted.task;
		this.model = typeof wanted.model === "string" ? wanted.model : "";
		this.isListed = wanted.about === undefined;
		services.metrics.inFlight++;
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
			attempts: this.timed,
			error: null,
			request: wanted.text,
			response: "",
		});
	}

	/** Calls to services so far. */
	get calls(): number {
		return this.upstream;
	}

	/** Resolves when the first call to a service begins. */
	untilCalled(): Promise<void> {
		return this.upstream > 0
			? Promise.resolve()
			: new Promise((resolve) => {
					this.onCalled = resolve;
				});
	}

	/** Attempts so far, in the order in which they began. */
	get attempts(): readonly TimedAttempt[] {
		return this.timed;
	}

	/** Records of the requests that succeeded: they cost something even if another one of the call fails. */
	get exchanges(): readonly Exchange[] {
		return this.answers;
	}

	addAttempt(attempt: TimedAttempt): void {
		this.timed.push(attempt);
	}

	/** Adds the arguments for the library, without model and provider. */
	addArguments(args: unknown): void {
		this.args = args;
	}

	/** The arguments of the call, if they were read already. */
	get arguments(): unknown {
		return this.args;
	}

	/** Adds the attempt that succeeded last. */
	addAnswered(answered: Answered): void {
		this.answered = answered;
	}

	/** Adds a request of a task that succeeded, or whose client disconnected. */
	addExchange(exchange: Exchange): void {
		this.answers.push(exchange);
	}

	/** Adds what was left out of the request to the headers of the response, and once per client to the notes. */
	addNotices(notices: readonly string[]): void {
		const { services, client } = this.incoming;
		this.notices.push(...notices);
		for (const notice of notices) services.notify(client, notice);
	}

	/** From now on the call is in the metrics, on the page and in the log, even if it is about an earlier response. */
	list(): void {
		this.isListed = true;
	}

	/** @throws GatewayError 400 for more calls to services than one request may cause */
	checkCalls(count: number): void {
		const { maxCalls } = this.incoming.services;
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
		const { services, key } = this.incoming;
		this.checkCalls(this.upstream + 1);
		const patience = this.upstream > 0 ? cancellation : undefined;
		this.upstream++;
		this.onCalled?.();
		if (!services.budgets.count(key)) return undefined;
		try {
			return await services.budgets.admit(key, target, body, patience);
		} catch (error) {
			this.upstream--;
			throw error;
		}
	}

	/**
	 * Ends a call that succeeded.
	 * @param output the result, for the log
	 * @param body of type `type`; the page shows text, and the size of a file
	 */
	reply(type: string, body: string | Blob, answers: readonly RecordedResponse[], output: () => unknown): Reply {
		const exchanges = answers.map(({ exchange }) => exchange);
		const response = typeof body === "string" ? body : `[${type}, ${body.size} bytes]`;
		this.finish({ status: 200, exchanges, response, output });
		return { status: 200, headers: { "content-type": type, ...this.headers(answers[0]?.attempting, exchanges) }, body };
	}

	headers(attempting?: Answered, exchanges: readonly Exchange[] = []): Record<string, string> {
		const cost = costOf(exchanges);
		const cached = exchanges.length === 0 ? undefined : usageOf(exchanges)?.cached_tokens;
		const notice = this.notices.join(" ").slice(0, MAX_HEADER_LENGTH);
		return {
			"x-request-id": this.id,
			"x-hub-attempts": String(this.upstream),
			...(attempting
				? { "x-hub-provider": attempting.provider(), "x-hub-model": withoutPolicy(attempting.target.model) }
				: {}),
			...(cost === null ? {} : { "x-hub-cost": formatCost(cost) }),
			...(cached === undefined ? {} : { "x-hub-cached": String(cached) }),
			...(notice === "" ? {} : { "x-hub-notice": notice }),
		};
	}

	/** Records how the call ended. A listener that fails does not change the response. */
	finish(ending: Ending): void {
		if (this.isOver) return;
		this.isOver = true;
		this.onEnd();
		const { metrics, options } = this.incoming.services;
		metrics.inFlight--;
		if (!this.isListed) return;
		try {
			this.keep(ending, this.incoming.services.now() - this.started);
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
		const answered = this.timed.findLast(({ first_ms }) => first_ms !== null);
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

	private report(merged: Exchange | undefined, { status, error, output, isCancelled }: Ending, total: number): void {
		const { services, key } = this.incoming;
		const { onCall, onProblem } = services.options;
		if (!onCall) return;
		const attempts = this.timed.map(({ at: _at, first_ms: _first, model: _model, ...attempt }) => attempt);
		const head = { id: this.id, time: new Date(this.started).toISOString() };
		const exchange: Exchange = {
			...(merged ?? { ...head, command: "serve", ...NO_FACTS, task: this.task, model: this.model }),
			...head,
			...(key ? { key: key.name } : {}),
			attempts,
			total_ms: total,
			...(error === undefined
				? {}
				: { error: { name: isCancelled ? "Cancelled" : "GatewayError", message: error, status } }),
		};
		const kept: unknown = onCall(exchange, () => ({
			arguments: this.args,
			output: output?.(),
			traceparent: this.incoming.request.headers.get("traceparent") ?? undefined,
			details: this.answered?.details() ?? { request: this.args, response: { id: null, model: null }, server: null },
		}));
		if (kept instanceof Promise) kept.catch((problem: unknown) => onProblem?.(problem));
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

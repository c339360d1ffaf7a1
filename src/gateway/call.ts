import { InferenceClientDeadlineError } from "../errors.ts";
import { Cancellation, onAbort, startDeadline } from "../http/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import { CallRecord } from "./call-record.ts";
import { clientLeft, GatewayError, messageOf } from "./errors.ts";
import { CLIENT_LEFT } from "./failure.ts";
import type { Incoming, RequestedCall } from "./read-request.ts";
import type { Reply } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Target } from "./types.ts";

/** A call of a client: its request, and its possible targets. Steps that narrow it return a new one. */
export interface GatewayCall {
	readonly id: string;
	readonly task: InferenceTask;
	/** The model as the client named it. */
	readonly model: string;
	readonly started: number;
	readonly incoming: Incoming;
	readonly services: Services;
	/** Whether it is about an earlier response, and calls no model. */
	readonly isAbout: boolean;
	/** Id of its conversation; undefined for other tasks than chat. */
	readonly conversation: string | undefined;
	/** Its possible targets, in order; empty before `findTargets`. */
	readonly targets: readonly Target[];
	/** Cancelled when the client disconnects, and at the deadline. */
	readonly cancellation: Cancellation;
	/** What has happened so far. */
	readonly record: CallRecord;
}

/** Starts a call; its record ends it. */
export function startCall(incoming: Incoming, wanted: RequestedCall): GatewayCall {
	const { services, request } = incoming;
	const cancellation = new Cancellation();
	const cancel = (): void => cancellation.cancel(clientLeft());
	const release = request.onGone?.(cancel) ?? onAbort(request.signal, cancel);
	const limit = startDeadline(services.options.deadline || undefined, undefined);
	onAbort(limit.signal, () => cancellation.cancel(limit.signal?.reason));
	const record = new CallRecord(incoming, wanted, () => {
		release();
		limit.close();
	});
	// The cost at the end needs it; not awaited.
	if (!services.options.offers) void services.models.list();
	const { task, model, about } = wanted;
	return {
		id: record.id,
		task,
		model: typeof model === "string" ? model : "",
		started: record.started,
		incoming,
		services,
		isAbout: about !== undefined,
		conversation:
			task === "conversational" && about === undefined ? services.conversations.identify(incoming, model) : undefined,
		targets: [],
		cancellation,
		record,
	};
}

/**
 * Finds the targets of a call.
 * @throws GatewayError 400 without a model, 403 for one that the key may not call, 404 for one that cannot exist, 429 for a
 * budget that is spent
 */
function findTargets(call: GatewayCall, { model, provider, about }: RequestedCall): GatewayCall {
	const { services, key } = call.incoming;
	if (about) return { ...call, targets: [about] };
	const targets = services.budgets.choose(key, services.targets.find(model, provider, key));
	const { conversation } = call;
	return { ...call, targets: conversation ? services.conversations.order(conversation, targets) : targets };
}

/**
 * Keeps only the targets at some services.
 * @throws GatewayError 400 if there are none; its message is about the first target
 */
export function keepTargets(
	call: GatewayCall,
	services: ReadonlySet<string | undefined>,
	describe: (first: Target) => GatewayError,
): GatewayCall {
	const [first] = call.targets;
	const targets = call.targets.filter(({ provider }) => services.has(provider));
	if (targets.length === 0 && first) throw describe(first);
	return { ...call, targets };
}

/** Whether the client has disconnected; the deadline cancels a call too. */
export function isLeft({ cancellation }: GatewayCall): boolean {
	return cancellation.isCancelled && !(cancellation.reason instanceof InferenceClientDeadlineError);
}

/** Runs the work of a call; an error ends the call. */
export async function withCall(
	incoming: Incoming,
	wanted: RequestedCall,
	work: (call: GatewayCall) => Promise<Reply>,
): Promise<Reply> {
	const call = startCall(incoming, wanted);
	const { record } = call;
	const { services, key } = incoming;
	record.addNotices(incoming.leftOut ?? []);
	try {
		// The price of the call.
		if (!services.options.offers && services.budgets.count(key)) await services.models.list();
		return await work(findTargets(call, wanted));
	} catch (error) {
		const isLate = error instanceof InferenceClientDeadlineError;
		const failure = isLate ? new GatewayError(504, error.message, { code: "timeout" }) : error;
		const isCancelled = isLeft(call);
		const status = isCancelled ? 499 : failure instanceof GatewayError ? failure.status : 500;
		const text = isCancelled ? CLIENT_LEFT.error.message : messageOf(error);
		record.finish({ status, exchanges: record.exchanges, error: text, isCancelled });
		// Without this, a call of several requests would continue with the others.
		call.cancellation.cancel(clientLeft());
		if (!(failure instanceof GatewayError)) throw error;
		throw new GatewayError(failure.status, failure.message, {
			...failure.details,
			headers: { ...failure.details.headers, ...record.headers(undefined, record.exchanges) },
		});
	}
}

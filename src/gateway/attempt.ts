import type { LimiterTicket } from "../batch/index.ts";
import { Call } from "../exchange/index.ts";
import type { InferenceTask } from "../inference/index.ts";
import type { Attempting, GatewayCall } from "./call.ts";
import { clientLeft } from "./cancellation.ts";
import { describeFailure } from "./failure.ts";
import { guardFetch, type Held } from "./guard-fetch.ts";
import type { Services } from "./services.ts";
import type { TimedAttempt } from "./timed-attempt.ts";
import type { Target } from "./types.ts";

/** Begins to ask a target, once its lane has let the call start. */
export function startAttempt(
	services: Services,
	call: GatewayCall,
	target: Target,
	name: string,
	ticket: LimiterTicket,
): Attempting {
	const { now, breaker } = services;
	const began = now();
	const controller = new AbortController();
	const release = call.cancellation.onCancel(() => controller.abort(clientLeft()));
	const accessToken = services.token(target.provider);
	const facts = { task: call.task, model: target.model, provider: target.provider ?? null, command: "serve" };
	const exchange = new Call(facts, { now });
	const held: Held = { ticket, exchange, headers: undefined };
	const timed: TimedAttempt = {
		provider: target.provider ?? null,
		model: target.model,
		at: began - call.started,
		ms: 0,
		first_ms: null,
	};
	call.attempts.push(timed);
	let isOver = false;
	const end = (): boolean => {
		if (isOver) return false;
		isOver = true;
		release();
		timed.ms = now() - began;
		timed.provider = provider();
		return true;
	};
	const provider = (): string => exchange.provider() ?? target.provider ?? "auto";
	return {
		target,
		args: {
			model: modelFor(call.task, target.model),
			provider: target.provider ?? "auto",
			...(accessToken ? { accessToken } : {}),
		},
		options: {
			...services.call,
			fetch: guardFetch(services, call, held),
			signal: controller.signal,
			retry_on_error: false,
			onNotice: () => undefined,
		},
		signal: controller.signal,
		abort: (reason) => controller.abort(reason),
		begin: () => {
			timed.first_ms ??= now() - began;
		},
		provider,
		succeed: () => {
			const record = exchange.record({ offers: services.offers() });
			if (end()) {
				timed.status = 200;
				timed.first_ms ??= timed.ms;
				breaker.succeed(name);
				ticket.succeed(held.headers, record.usage ? record.usage.input_tokens + record.usage.output_tokens : undefined);
			}
			return record;
		},
		fail: (error) => {
			const failure = describeFailure(error, target);
			if (!end()) return failure;
			controller.abort(error instanceof Error ? error : undefined);
			Object.assign(timed, failure.outcome);
			if (failure.isLimit) ticket.limit(held.headers);
			else ticket.fail(held.headers);
			if (failure.canFailOver && !failure.isLimit && !call.cancellation.isCancelled) breaker.fail(name);
			else breaker.release(name);
			return failure;
		},
	};
}

/** Only the router's chat understands `org/name:cheapest`; elsewhere the hub's order decides. */
function modelFor(task: InferenceTask, model: string): string {
	return task === "conversational" ? model : model.replace(/:[\w-]+$/, "");
}

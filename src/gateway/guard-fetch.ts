import type { LimiterTicket } from "../batch/index.ts";
import { InferenceClientInputError } from "../errors.ts";
import type { Call as ExchangeCall } from "../exchange/index.ts";
import type { Fetch } from "../http/index.ts";
import type { GatewayCall } from "./call.ts";
import type { Services } from "./services.ts";

/** A ticket and a `fetch`: everything an attempt holds on to. */
export interface Held {
	ticket: LimiterTicket;
	exchange: ExchangeCall;
	headers: Headers | undefined;
}

/**
 * The `fetch` of an attempt: it counts requests, and refuses what a request of a client could lead to beside the call.
 * Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
export function guardFetch(services: Services, call: GatewayCall, held: Held): Fetch {
	const watched = held.exchange.watch(services.fetch);
	let isSent = false;
	return async (input, init) => {
		const method = init?.method ?? "GET";
		if (method === "POST") {
			call.upstream++;
			const response = await watched(input, init);
			if (!isSent) held.headers = response.headers;
			isSent = true;
			return response;
		}
		if (!isSent && !services.isHub(String(input))) {
			throw new InferenceClientInputError("Inputs must be data URLs or files of a form: URLs are never fetched.");
		}
		return isSent ? watched(input, init) : services.fetch(input, init);
	};
}

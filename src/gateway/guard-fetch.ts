import { InferenceClientInputError } from "../errors.ts";
import type { Call as ExchangeCall } from "../exchange/index.ts";
import { type Cancellation, type Fetch, fetchWith } from "../http/index.ts";
import type { GatewayCall } from "./call.ts";
import type { Services } from "./services.ts";

/** What the `fetch` of an attempt serves. */
export interface Guarded {
	exchange: ExchangeCall;
	cancellation: Cancellation;
	/** Of the response to the first request to the model. */
	headers: Headers | undefined;
}

/**
 * The `fetch` of an attempt: it counts requests, ends with the attempt, and refuses what a request of a client could
 * lead to beside the call. Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
export function guardFetch(services: Services, call: GatewayCall, guarded: Guarded): Fetch {
	const send: Fetch = (input, init = {}) => fetchWith(services.fetch, input, init, guarded.cancellation);
	const watched = guarded.exchange.watch(send);
	let isSent = false;
	return async (input, init) => {
		const method = init?.method ?? "GET";
		if (method === "POST") {
			call.upstream++;
			const response = await watched(input, init);
			if (!isSent) guarded.headers = response.headers;
			isSent = true;
			return response;
		}
		if (!isSent && !services.isHub(String(input))) {
			throw new InferenceClientInputError("Inputs must be data URLs or files of a form: URLs are never fetched.");
		}
		return isSent ? watched(input, init) : send(input, init);
	};
}

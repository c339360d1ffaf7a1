import { InferenceClientInputError } from "../errors.ts";
import type { Call as ExchangeCall } from "../exchange/index.ts";
import { type Cancellation, type Fetch, fetchWith } from "../http/index.ts";
import type { GatewayCall } from "./call.ts";
import type { Services } from "./services.ts";

/** Purpose of an attempt's `fetch`. */
export interface Guarded {
	exchange: ExchangeCall;
	cancellation: Cancellation;
	/** From the response to the first request to the model. */
	headers: Headers | undefined;
}

/**
 * The `fetch` of an attempt: it counts requests, ends with the attempt, and rejects other requests that a client's
 * input could cause. Before the task is sent only the hub is asked: a URL in the input is never fetched.
 */
export function guardFetch(services: Services, call: GatewayCall, guarded: Guarded): Fetch {
	const send: Fetch = (input, init = {}) => fetchWith(services.fetch, input, init, guarded.cancellation);
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

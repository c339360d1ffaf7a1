import { type ErrorTextOptions, type Fetch, send } from "../http/index.ts";
import type { Prepared } from "./prepare.ts";
import type { Scope } from "./scope.ts";
import type { BaseArgs, CallOptions, ResponseInfo } from "./types.ts";

/** Sends the main request of a call and tells the head of its response. */
export function sendPrepared(
	{ target, helper, request }: Prepared,
	options: Scope["options"],
	streaming: boolean,
	onResponse: (response: ResponseInfo) => void,
): Promise<Response> {
	const observed = observe(options.fetch, helper.provider.id, (info) => {
		onResponse(info);
		options.onResponse?.(info);
	});
	return send(request, observed, errorTexts(target, options, streaming));
}

function observe(fetch: Fetch, provider: string, onResponse: (response: ResponseInfo) => void): Fetch {
	return async (input, init) => {
		const response = await fetch(input, init);
		const { status, headers } = response;
		onResponse({ status, headers, requestId: headers.get("x-request-id") ?? "", provider });
		return response;
	};
}

function errorTexts({ provider, model }: BaseArgs, options: CallOptions, streaming: boolean): ErrorTextOptions {
	const id = typeof provider === "object" ? provider.id : provider;
	const chatFailure = `Provider ${id} does not seem to support chat completion for model ${model} .`;
	const { limits } = options;
	return { streaming, chatFailure: options.chatCompletion ? chatFailure : undefined, limits };
}

import { type ErrorTextOptions, refuse } from "../http/index.ts";
import type { Prepared } from "./prepare.ts";
import type { Scope } from "./scope.ts";
import type { BaseArgs, CallOptions, ResponseInfo } from "./types.ts";

/**
 * Sends the main request of a call and reports the head of its response.
 * @throws ProviderApiError when the status is not a success
 */
export function sendPrepared(
	{ target, helper, request }: Prepared,
	options: Scope["options"],
	streaming: boolean,
	onResponse: (response: ResponseInfo) => void,
): Promise<Response> {
	return options.fetch(request.url, request.info).then((response) => {
		const { status, headers } = response;
		const info = { status, headers, requestId: headers.get("x-request-id") ?? "", provider: helper.provider.id };
		onResponse(info);
		options.onResponse?.(info);
		return response.ok ? response : refuse(response, request, errorTexts(target, options, streaming));
	});
}

function errorTexts({ provider, model }: BaseArgs, options: CallOptions, streaming: boolean): ErrorTextOptions {
	const id = typeof provider === "object" ? provider.id : provider;
	const chatFailure = `Provider ${id} does not seem to support chat completion for model ${model} .`;
	const { limits } = options;
	return { streaming, chatFailure: options.chatCompletion ? chatFailure : undefined, limits };
}

import type { CallPromise, ResponseInfo, WithResponse } from "./types.ts";

/**
 * Starts a call.
 * @param start does the work, and reports the head of its response
 */
export function createCallPromise<Output>(
	start: (onResponse: (response: ResponseInfo) => void) => Promise<Output>,
): CallPromise<Output> {
	let response: ResponseInfo | undefined;
	// Not a subclass: `await` is slower for those.
	const result = start((info) => {
		response = info;
	}) as CallPromise<Output>;
	result.withResponse = async (): Promise<WithResponse<Output>> => {
		const data = await result;
		// A result comes from a response.
		return { data, response: response as ResponseInfo };
	};
	return result;
}

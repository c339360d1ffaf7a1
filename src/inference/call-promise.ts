import type { CallPromise, ResponseInfo, WithResponse } from "./types.ts";

/**
 * Starts a call.
 * @param start does the work, and tells the head of the response it gets
 */
export function createCallPromise<Output>(
	start: (onResponse: (response: ResponseInfo) => void) => Promise<Output>,
): CallPromise<Output> {
	let response: ResponseInfo | undefined;
	// Not a subclass: `await` takes a slower way for those.
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

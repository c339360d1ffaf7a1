import type { IncomingCall } from "./types.ts";

/**
 * Answers a call within the limits of a service, and reports them.
 * @throws ServiceFailure 429 when the limit is reached
 */
export async function answerWithinLimits(
	{ state }: IncomingCall,
	service: string,
	answer: () => Response | Promise<Response>,
): Promise<Response> {
	state.rateLimits.admit(service);
	const response = await answer();
	for (const [name, value] of Object.entries(state.rateLimits.headers(service))) response.headers.set(name, value);
	return response;
}

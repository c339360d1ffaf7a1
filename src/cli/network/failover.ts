import {
	InferenceClientHubApiError,
	InferenceClientInputError,
	InferenceClientProviderApiError,
	InferenceClientProviderOutputError,
} from "../../errors.ts";
import type { Context } from "../context.ts";
import { describeError } from "../errors/exit.ts";
import { Interrupt } from "../terminal/process-io.ts";
import { sanitize } from "../terminal/sanitize.ts";

/**
 * Tries providers in turn.
 * @param providers empty for the one that is set, or the hub's choice
 * @param attempt must end before anything is printed: what fails later is no reason to ask somebody else
 * @returns what the first attempt that succeeds returns
 */
export async function tryProviders<Result>(
	providers: readonly string[],
	attempt: (provider: string | undefined) => Promise<Result>,
	context: Context,
): Promise<Result> {
	for (const [index, provider] of providers.entries()) {
		const next = providers[index + 1];
		if (next === undefined) return await attempt(provider);
		try {
			return await attempt(provider);
		} catch (error) {
			if (context.signal.aborted || !canFailOver(error)) throw error;
			context.note(`${provider} failed, trying ${next}: ${sanitize(describeError(error, context).message)}`);
		}
	}
	return await attempt(undefined);
}

/** Whether another provider may do better: the fault is this one's, not the input's. */
function canFailOver(error: unknown): boolean {
	if (error instanceof Interrupt) return false;
	if (error instanceof InferenceClientProviderOutputError) return true;
	if (error instanceof InferenceClientProviderApiError) {
		const { status } = error.httpResponse;
		// Status 200: the error came inside the stream.
		return [200, 402, 410, 429].includes(status) || status >= 500;
	}
	// This provider does not serve the model or the task; the next may.
	if (error instanceof InferenceClientInputError) {
		return /provider information|not supported for (task|provider)|No Inference Provider/.test(error.message);
	}
	if (error instanceof InferenceClientHubApiError) return false;
	return error instanceof Error && (error.name === "TimeoutError" || error instanceof TypeError);
}

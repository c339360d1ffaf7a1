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
 * Tries providers in turn until one answers.
 * @param attempt the work with one provider; `commit` is called as soon as something was printed: from then on a
 *   failure is final
 */
export async function failOver(
	providers: readonly string[],
	attempt: (provider: string | undefined, commit: () => void) => Promise<void>,
	context: Context,
): Promise<void> {
	if (providers.length < 2) return await attempt(providers[0], () => undefined);
	for (const [index, provider] of providers.entries()) {
		let isCommitted = false;
		try {
			return await attempt(provider, () => {
				isCommitted = true;
			});
		} catch (error) {
			const next = providers[index + 1];
			if (isCommitted || next === undefined || context.signal.aborted || !canFailOver(error)) throw error;
			context.note(`${provider} failed, trying ${next}: ${sanitize(describeError(error, context).message)}`);
		}
	}
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

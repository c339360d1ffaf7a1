import type { Context } from "../context.ts";
import { canFailOver } from "../errors/code.ts";
import { describeError } from "../errors/report.ts";

/**
 * Tries providers in turn.
 * @param providers empty for the configured one, or Hugging Face's choice
 * @param attempt must end before anything is printed, because later failures do not fail over
 * @returns the result of the first attempt that succeeds
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
			context.note(`${provider} failed, trying ${next}: ${describeError(error, context).message}`);
		}
	}
	return await attempt(undefined);
}

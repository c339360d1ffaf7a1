/** Parameters that request several answers of one call; letter case and `_` do not matter. */
const COUNTS = [
	"n",
	"num_return_sequences",
	"num_images",
	"num_images_per_prompt",
	"num_outputs",
	"num_samples",
] as const;

/** Parameters that make a service work on several answers, of which it may return fewer. */
export const ANSWER_COUNTS: readonly string[] = [...COUNTS, "best_of"];

/** Returns the parameter that requests more than one answer, with their number; undefined if none does. */
export function findAnswerCount(parameters: unknown): { name: string; count: number } | undefined {
	if (typeof parameters !== "object" || parameters === null) return undefined;
	for (const name of COUNTS) {
		const count = Number((parameters as Record<string, unknown>)[name] ?? 1);
		if (count > 1) return { name, count };
	}
	return undefined;
}

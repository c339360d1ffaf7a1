import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { readModelLimits } from "./model-limits.ts";
import { readServerContext } from "./server-limits.ts";
import { priceSource, type Target } from "./target.ts";

/** Bytes of text per token, roughly: four letters, or one and a half Chinese characters. */
const BYTES_PER_TOKEN = 4;

/**
 * Checks an input against the model's context.
 * @param input a conversation or a text
 * @throws UsageError if it is longer, at four bytes of text per token; images do not count
 */
export async function checkContext(input: unknown, target: Target, context: Context): Promise<void> {
	const tokens = Math.ceil(countBytes(input) / BYTES_PER_TOKEN);
	const contextLength = await readContextLength(target, context);
	if (contextLength === undefined || tokens <= contextLength) return;
	throw new UsageError(
		`The input has about ${tokens.toLocaleString("en-US")} tokens; ${target.model ?? "the model"} takes ${contextLength.toLocaleString("en-US")}.`,
		"Attach fewer or shorter files, or choose a model with a longer context.",
		"input-too-large",
	);
}

/** Maximum wait for an endpoint's response, in milliseconds. */
const CHECK_TIMEOUT_MS = 2000;

/** Context of a call's model in tokens, from the router or the endpoint itself; undefined if unknown. */
async function readContextLength(target: Target, context: Context): Promise<number | undefined> {
	if (target.endpointUrl === undefined) return (await readModelLimits(target, context)).contextLength;
	// Recordings have no answers to other requests, and must contain only the call's requests.
	const fetch = priceSource(target)?.fetch;
	if (!fetch) return undefined;
	try {
		const signal = AbortSignal.any([context.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
		return await readServerContext(target, fetch, signal);
	} catch (error) {
		if (context.signal.aborted) throw error;
		return undefined;
	}
}

function countBytes(value: unknown): number {
	if (typeof value === "string") return value.startsWith("data:image/") ? 0 : Buffer.byteLength(value);
	if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countBytes(item), 0);
	if (value === null || typeof value !== "object") return 0;
	return Object.values(value).reduce((sum: number, item) => sum + countBytes(item), 0);
}

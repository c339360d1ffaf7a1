import { findSnippetTask } from "../../../snippets/api/index.ts";
import { findApiSnippets } from "./api-snippets.ts";
import type { Snippets } from "./entry.ts";
import { liveProviders, providersOf, type ShownCall } from "./shown-call.ts";

/** Returns the providers to choose from, the current one first: the model's live providers, or all if none is known. */
export function providersToChoose(call: ShownCall): string[] {
	const task = findSnippetTask(call.model);
	if (task === undefined || call.options.endpointUrl) return [];
	const others = call.mapping ? liveProviders(call, task) : providersOf(task);
	return [...new Set([call.provider, "auto", ...others])].filter(
		(provider) => findForProvider(call, provider) !== undefined,
	);
}

/** Returns the snippets that call a provider; undefined if there are none. */
export function findForProvider(call: ShownCall, provider: string): Snippets | undefined {
	try {
		return findApiSnippets({ ...call, provider });
	} catch {
		return undefined;
	}
}

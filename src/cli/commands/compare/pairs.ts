import { UsageError } from "../../errors/usage.ts";
import { splitList } from "../../options/parsers.ts";
import { checkProvider, splitModel } from "../../options/provider.ts";

/** A model and its provider; undefined parts are chosen as in `hub infer`. */
export interface Pair {
	model: string | undefined;
	provider: string | undefined;
}

/**
 * Returns the pairs of `-m a,b -p x,y`: each model at each provider. A model with a provider (`a:groq`) is one pair,
 * regardless of `-p`. The same pair twice counts once.
 * @throws UsageError for an unknown provider, and if there is nothing to compare
 */
export function readPairs({ model, provider }: { model?: string; provider?: string }): Pair[] {
	const models = splitList(model);
	const providers = splitList(provider).map((name) => checkProvider(name));
	if (models.length === 0 && providers.length === 0) {
		throw new UsageError(
			"There is nothing to compare.",
			"Name models with -m a,b,c, or providers of one model with -m a -p x,y.",
			"no-model",
		);
	}
	const pairs = orUnknown(models).flatMap((name) => {
		const named = splitModel(name, undefined);
		return named.provider === undefined ? orUnknown(providers).map((id) => ({ ...named, provider: id })) : [named];
	});
	return [...new Map(pairs.map((pair) => [`${pair.model}:${pair.provider}`, pair])).values()];
}

/** Returns a pair as users write it. */
export function namePair({ model, provider }: Pair): string {
	return [model, provider].filter((name) => name !== undefined).join(" · ");
}

function orUnknown(names: readonly string[]): readonly (string | undefined)[] {
	return names.length === 0 ? [undefined] : names;
}

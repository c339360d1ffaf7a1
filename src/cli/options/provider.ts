import { closestWord } from "../../catalogue/closest-word.ts";
import { POLICIES } from "../../exchange/choose-offer.ts";
import { INFERENCE_PROVIDERS } from "../../inference/providers/index.ts";
import { AUTO } from "../../inference/request.ts";
import { UsageError } from "../errors/usage.ts";

/** What `--provider` takes: the providers, the hub's choice, and the stand-in. */
export const PROVIDER_NAMES: readonly string[] = [...INFERENCE_PROVIDERS, AUTO, "sandbox", ...POLICIES];

/** @throws UsageError when there is no such provider, with the one that was probably meant */
export function checkProvider(name: string, names: readonly string[] = PROVIDER_NAMES): string {
	if (names.includes(name)) return name;
	const guess = closestWord(name, names);
	throw new UsageError(
		`Unknown provider "${name}".`,
		guess ? `Did you mean ${guess}?` : `Providers: ${names.join(", ")}.`,
		"unknown-name",
	);
}

/** The providers of `--provider a,b,c`, all of them checked: a typo in the last should not wait for the others to fail. */
export function readProviders({ provider = "" }: { provider?: string | undefined }): string[] {
	return provider
		.split(",")
		.filter(Boolean)
		.map((name) => checkProvider(name));
}

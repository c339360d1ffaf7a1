import { isPolicy, POLICIES } from "../../exchange/choose-offer.ts";
import { AUTO } from "../../inference/build-request.ts";
import { ALL_PROVIDERS, INFERENCE_PROVIDERS } from "../../inference/providers/index.ts";
import { findProvider } from "../../inference/registry.ts";
import { conflict, unknownWord } from "../errors/usage.ts";
import { LOCAL_NAMES } from "./local-servers.ts";

/** Values of `--provider`: the providers, `auto`, the sandbox and the policies. */
export const PROVIDER_NAMES: readonly string[] = [...INFERENCE_PROVIDERS, AUTO, "sandbox", ...POLICIES, ...LOCAL_NAMES];

/** @throws UsageError for an unknown provider, with the closest match */
export function checkProvider(name: string, names: readonly string[] = PROVIDER_NAMES): string {
	if (names.includes(name)) return name;
	throw unknownWord("provider", name, names, `Providers: ${names.join(", ")}.`);
}

export function isLocalName(provider: string | undefined): provider is string {
	return provider !== undefined && LOCAL_NAMES.includes(provider);
}

/** Tasks that at least one provider serves. */
export const SERVED_TASKS: ReadonlySet<string> = new Set(ALL_PROVIDERS.flatMap(({ tasks }) => Object.keys(tasks)));

/**
 * Returns the providers of `--provider a,b,c`, all of them checked: a typo in the last one should not go unnoticed
 * until the others fail.
 */
export function readProviders({ provider = "" }: { provider?: string | undefined }): string[] {
	const names = provider.split(",").filter(Boolean);
	return names.map((name) => checkProvider(name));
}

/**
 * `id:provider` names both; the suffix may also be a policy (`:fastest`).
 * @throws UsageError if `--provider` names another
 */
export function splitModel(
	model: string | undefined,
	provider: string | undefined,
): Record<"model" | "provider", string | undefined> {
	const colon = model?.lastIndexOf(":") ?? -1;
	if (model === undefined || colon < 1) return { model, provider };
	const suffix = model.slice(colon + 1);
	if (!findProvider(suffix) && suffix !== "sandbox" && !isPolicy(suffix)) return { model, provider };
	if (provider !== undefined && provider !== suffix) {
		throw conflict(
			`The model names the provider ${suffix}, and --provider names ${provider}.`,
			"Give only one of them.",
		);
	}
	return { model: model.slice(0, colon), provider: suffix };
}

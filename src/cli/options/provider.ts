import { isPolicy, POLICIES } from "../../exchange/choose-offer.ts";
import { AUTO } from "../../inference/build-request.ts";
import { splitModelName } from "../../inference/model-name.ts";
import { ALL_PROVIDERS, INFERENCE_PROVIDERS } from "../../inference/providers/index.ts";
import { findProvider } from "../../inference/providers/registry.ts";
import { conflict, type UsageError, unknownWord, unsuited, wrongValue } from "../errors/usage.ts";
import { SANDBOX } from "./global-options.ts";
import { LOCAL_NAMES } from "./local-servers.ts";

/** Values of `--provider`: the providers, `auto`, the sandbox and the policies. */
export const PROVIDER_NAMES: readonly string[] = [...INFERENCE_PROVIDERS, AUTO, SANDBOX, ...POLICIES, ...LOCAL_NAMES];

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
export function readProviders(
	{ provider = "" }: { provider?: string | undefined },
	known: readonly string[] = PROVIDER_NAMES,
): string[] {
	const names = provider.split(",").filter(Boolean);
	return names.map((name) => checkProvider(name, known));
}

/** Whether a provider, or one of several with commas, has its own names for models, in which a colon may be. */
export function hasOwnModelNames(provider = ""): boolean {
	return provider.split(",").some((name) => isLocalName(name) || findProvider(name)?.routed === "never");
}

/**
 * `id:provider` names both; the suffix may also be a policy (`:fastest`) or a server on this machine.
 * @param provider value of `--provider`
 * @param hasOwnNames whether a colon followed by an unknown word may be part of the model's name
 * @throws UsageError for an unknown suffix, and if `--provider` names another provider
 */
export function splitModel(
	model: string | undefined,
	provider: string | undefined,
	hasOwnNames: boolean = hasOwnModelNames(provider),
): Record<"model" | "provider", string | undefined> {
	if (model === undefined) return { model, provider };
	const { model: id, suffix, unknown } = splitModelName(model, (word) => PROVIDER_NAMES.includes(word));
	if (unknown !== undefined && !hasOwnNames) throw unknownSuffix(model, unknown);
	if (suffix === undefined) return { model, provider };
	const isOther = provider !== undefined && provider !== suffix;
	// The sandbox serves every provider.
	if (isOther && provider !== SANDBOX && suffix !== SANDBOX) {
		throw conflict(
			`The model names the provider ${suffix}, and --provider names ${provider}.`,
			"Give only one of them.",
		);
	}
	return { model: id, provider: suffix };
}

/**
 * Parses the name of a model to look up on Hugging Face, and the provider that it names; a policy is not a provider.
 * @throws UsageError for a model of a server on this machine, which Hugging Face does not list
 */
export function readHubModel(name: string, given?: string): { id: string; provider: string | undefined } {
	const { model = name, provider } = splitModel(name, given);
	if (isLocalName(provider) || provider === SANDBOX) {
		const hint = provider === SANDBOX ? "Use --sandbox." : `hub providers ${provider} lists its models.`;
		throw unsuited(`This looks up ${model} on Hugging Face, which has no models of ${provider}.`, hint);
	}
	return { id: model, provider: provider === AUTO || isPolicy(provider) ? undefined : provider };
}

function unknownSuffix(model: string, word: string): UsageError {
	// Not a typo, and not an id that Hugging Face could have.
	if (!/^[\w.-]+$/.test(word)) {
		return wrongValue(`"${model}" is not the id of a model.`, "Write ORG/NAME, or ORG/NAME:PROVIDER.");
	}
	// Without an owner it is the name of a local server's model, whose tag may look like a policy: `latest`.
	const isOwned = model.includes("/");
	const known = PROVIDER_NAMES.filter((name) => isOwned || !isPolicy(name));
	const ofTag = `For a model of a server on this machine: -m ${model}:ollama, or -p local.`;
	return unknownWord("provider", word, known, isOwned ? `Providers: ${PROVIDER_NAMES.join(", ")}.` : ofTag);
}

import { isPolicy } from "../../exchange/choose-offer.ts";
import { findProvider } from "../../inference/registry.ts";
import { UsageError } from "../errors/usage.ts";

/** A model, and who is to run it. */
export interface NamedModel {
	model: string | undefined;
	provider: string | undefined;
}

/**
 * `id:provider` names both; the suffix may be a policy too (`:fastest`), by which hub chooses the provider.
 * @throws UsageError when `--provider` names another
 */
export function splitModel(model: string | undefined, provider: string | undefined): NamedModel {
	const colon = model?.lastIndexOf(":") ?? -1;
	if (model === undefined || colon < 1) return { model, provider };
	const suffix = model.slice(colon + 1);
	if (!findProvider(suffix) && suffix !== "sandbox" && !isPolicy(suffix)) return { model, provider };
	if (provider !== undefined && provider !== suffix) {
		throw new UsageError(
			`The model names the provider ${suffix}, and --provider names ${provider}.`,
			"Give one of them.",
			"option-conflict",
		);
	}
	return { model: model.slice(0, colon), provider: suffix };
}

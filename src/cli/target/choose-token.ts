import { findProvider } from "../../inference/registry.ts";
import type { Config } from "../config/settings.ts";
import { keyVariable, type Token, takeToken } from "../config/token.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors/usage.ts";
import { makeSandboxToken } from "../network/connect.ts";
import { tokenFor } from "../network/trust.ts";
import type { TargetOptions } from "./target.ts";

export function chooseToken(
	merged: TargetOptions,
	provider: string | undefined,
	{ endpointUrl, hubUrl, routerUrl }: Record<"endpointUrl" | "hubUrl" | "routerUrl", string | undefined>,
	context: Context,
	config: Config,
): Token | undefined {
	const known = provider === undefined ? undefined : findProvider(provider);
	const ownKeyOnly = Boolean(merged.direct) || known?.routed === "never";
	if (merged.direct && !known) throw new UsageError("--direct needs a provider.", "Name one with -p.", "no-provider");
	const token = takeToken({ given: merged.token, provider: known?.id, ownKeyOnly }, context, config);
	if (merged.snippet !== undefined) return token;
	if (ownKeyOnly && known && !token && (merged.dryRun || merged.curl)) {
		// Only shown, as the variable with the key.
		return makeSandboxToken(context, known.id);
	}
	if (merged.direct && known && !token) {
		throw new UsageError(
			`${merged.directBy ?? "--direct"} needs a key of ${known.label}.`,
			`Set ${keyVariable(known.id)}, or store one: hub login --provider ${known.id}`,
			"no-key",
		);
	}
	if (merged.direct && token?.value.startsWith("hf_")) {
		throw new UsageError(
			`${merged.directBy ?? "--direct"} needs the provider's own key; this is a hub token.`,
			merged.directBy ? `Set ${keyVariable(known?.id ?? "")}.` : "Leave --direct out to go through the router.",
			"wrong-token",
		);
	}
	if (endpointUrl) return tokenFor(token, endpointUrl, context, config);
	// A provider's own key goes to the provider.
	if (!token?.value.startsWith("hf_")) return token;
	const first = tokenFor(token, hubUrl, context, config);
	return first && tokenFor(first, routerUrl, context, config);
}

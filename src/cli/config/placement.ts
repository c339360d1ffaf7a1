import { AUTO } from "../../inference/build-request.ts";
import type { Context } from "../context.ts";
import { conflict } from "../errors/usage.ts";
import { SANDBOX } from "../options/global-options.ts";
import { hasOwnModelNames, isLocalName, splitModel } from "../options/provider.ts";
import { isSandboxed, type PlaceOptions } from "./sandbox.ts";
import { type Config, resolveSetting } from "./settings.ts";

/** Where a model is called. */
export interface Placement {
	/** Without the provider that it names. */
	model: string | undefined;
	/** An id, `auto`, a policy, a server on this machine, or several with commas; undefined for an endpoint. */
	provider: string | undefined;
	/** The sandbox serves the call, in place of the provider. */
	isSandbox: boolean;
}

/** Returns the provider by `-p`, HUB_PROVIDER or the configuration; undefined for the sandbox, which replaces all. */
export function findProviderSetting(given: string | undefined, context: Pick<Context, "env">, config: Config): string {
	const sources = [
		resolveSetting("provider", given, context, config),
		resolveSetting("provider", undefined, context, config),
		resolveSetting("provider", undefined, { env: {} }, config),
	];
	return sources.find(({ value }) => value !== SANDBOX)?.value ?? AUTO;
}

/**
 * Returns where a model is called. The command line overrides HUB_PROVIDER, which overrides the configuration;
 * `-m ID:PROVIDER` names a provider as `-p` does. The sandbox replaces any provider.
 * @param stored the user's default model of the task, for a command line without one; it is ignored if it names
 *   a different provider than the command line or the environment
 * @throws UsageError for an unknown provider after the colon, for two providers, and for a local server in the sandbox
 */
export function findPlacement(
	options: PlaceOptions,
	context: Pick<Context, "env">,
	config: Config,
	stored?: unknown,
): Placement {
	const given = options.provider === SANDBOX ? undefined : options.provider;
	// The names of an endpoint's models are its own.
	if (options.endpoint !== undefined) {
		return { model: options.model, provider: undefined, isSandbox: isSandboxed(options, context, config) };
	}
	const setting = findProviderSetting(given, context, config);
	const own = splitModel(options.model, given, hasOwnModelNames(setting));
	const named = own.provider === SANDBOX ? given : own.provider;
	const isSandbox = own.provider === SANDBOX || isSandboxed(options, context, config);
	if (isSandbox && isLocalName(named)) {
		throw conflict(`The sandbox has no local servers: it cannot be combined with ${named}.`, "Leave one of them out.");
	}
	// A stored setting for a server on this machine must not prevent trying the sandbox.
	const provider = named ?? (isSandbox && hasLocal(setting) ? AUTO : setting);
	const placement = { model: own.model, provider, isSandbox };
	if (own.model !== undefined || typeof stored !== "string") return placement;
	const { model, provider: ofModel } = splitModel(stored, undefined, hasOwnModelNames(provider));
	// Servers on this machine have their own models.
	if (ofModel === undefined) return hasLocal(provider) ? placement : { ...placement, model };
	const wanted = named ?? [context.env["HUB_PROVIDER"]].find((name) => name && name !== SANDBOX);
	if ((wanted !== undefined && wanted !== ofModel) || (isSandbox && isLocalName(ofModel))) return placement;
	if (ofModel === SANDBOX) return { model, provider, isSandbox: true };
	return { model, provider: ofModel, isSandbox };
}

function hasLocal(providers: string): boolean {
	return providers.split(",").some(isLocalName);
}

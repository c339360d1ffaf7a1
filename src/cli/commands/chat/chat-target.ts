import { omitUndefined } from "../../../base/json.ts";
import { AUTO } from "../../../inference/build-request.ts";
import type { TargetOptions } from "../../call-target/target.ts";
import { MODEL_PREFIX } from "../../config/default-models.ts";
import { findPlacement } from "../../config/placement.ts";
import { type Config, readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { type LocalChoice, listAddresses } from "../../local/servers.ts";
import { checkEndpoint } from "../../network/trust.ts";
import { SANDBOX } from "../../options/global-options.ts";
import { LOCAL_KINDS } from "../../options/local-servers.ts";
import { checkProvider, hasOwnModelNames, isLocalName, readProviders, splitModel } from "../../options/provider.ts";
import { quoteWord } from "../../prompts/command-line.ts";

/** The target of a conversation. Its messages go nowhere else unless the user requests it. */
export interface ChatTarget {
	/** URL of an endpoint, which is its own provider. */
	endpoint?: string;
	/** An id, `auto`, or ids to try in turn. */
	provider?: string;
	/** The sandbox serves the calls of every provider. */
	sandbox?: boolean;
	/** The provider is called with its own key, not through the router. */
	direct?: boolean;
	/** URL of the server on this machine that `provider` names. */
	local?: string;
	/** URL of the router, if it is not the default. */
	router?: string;
}

export function findChatTarget(
	options: TargetOptions,
	context: Context,
	config: Config = readConfig(context),
): ChatTarget {
	const placement = findPlacement(options, context, config, config[`${MODEL_PREFIX}conversational`]);
	const { provider = AUTO, isSandbox } = placement;
	const sandbox = isSandbox ? { sandbox: true } : {};
	if (options.endpoint !== undefined) return { endpoint: checkEndpoint(options.endpoint, options), ...sandbox };
	const router = resolveSetting("router", undefined, context, config);
	const isRouted = !isSandbox && !options.direct && !isLocalName(provider) && router.origin !== "default";
	const direct = options.direct || undefined;
	return { provider, ...sandbox, ...omitUndefined({ direct, router: isRouted ? router.value : undefined }) };
}

/** Returns the place of a call to a server on this machine; `local` means any of them. */
export function settlePlace(place: ChatTarget, { server }: LocalChoice): ChatTarget {
	return isLocalName(place.provider) ? { ...place, provider: server.kind.id, local: server.url } : place;
}

/** Splits the name of a model in a chat; the names of an endpoint's models are its own. */
export function splitModelAt(
	{ endpoint, provider: current }: ChatTarget,
	model: string | undefined,
	provider?: string,
) {
	const hasOwnNames = endpoint !== undefined || hasOwnModelNames(provider ?? current);
	return splitModel(model, provider, hasOwnNames);
}

/** Returns the model of a command line, by its name at the place. */
export function modelOf({ model, provider, endpoint }: TargetOptions, place: ChatTarget): string | undefined {
	return endpoint === undefined ? splitModelAt(place, model, provider).model : model;
}

const noPlace = (message: string, hint: string): UsageError => new UsageError(message, hint, "no-place");

/** Returns where to continue a saved chat: at the target of the command line, else at its first target, if known. */
export function findPlaceToResume(
	{ id, place }: { id: string; place: ChatTarget | undefined },
	options: TargetOptions,
	context: Context,
): ChatTarget {
	const { sandbox, endpoint, model, provider } = options;
	const isNamed = sandbox || endpoint !== undefined || splitModelAt(place ?? {}, model, provider).provider;
	if (isNamed) return findChatTarget(options, context);
	if (place === undefined) {
		const hint = "Choose where to continue: -p PROVIDER, --endpoint URL or --sandbox.";
		throw noPlace(`The chat ${id} was saved without the place it runs on.`, hint);
	}
	if (place.endpoint?.includes("[redacted]")) {
		const problem = `The chat ${id} runs on ${place.endpoint}; hub did not save the key in that URL.`;
		throw noPlace(problem, "Give the whole URL again: --endpoint URL");
	}
	if (place.endpoint !== undefined) checkEndpoint(place.endpoint, { direct: options.direct });
	if (place.provider !== undefined) for (const name of readProviders(place)) checkProvider(name);
	if (place.local !== undefined) checkLocal(id, place, context);
	else if (place.provider !== undefined && !isSandboxed(place) && !place.direct) checkRouter(id, place, context);
	return { ...place, ...(options.direct ? { direct: true } : {}) };
}

export function isSandboxed({ sandbox, provider }: ChatTarget): boolean {
	return Boolean(sandbox) || provider === SANDBOX;
}

export function toTargetOptions({ endpoint, provider, sandbox, direct }: ChatTarget): TargetOptions {
	return omitUndefined({ endpoint, provider, sandbox: sandbox || undefined, direct: direct || undefined });
}

/** OLLAMA_HOST may name another machine now. */
function checkLocal(id: string, { provider, local }: ChatTarget, { env }: Context): void {
	const current = listAddresses(provider ?? "", env)[0]?.url;
	if (current === local) return;
	throw noPlace(
		`The chat ${id} runs on ${provider} at ${local}; OLLAMA_HOST is now ${current ?? "nothing"}.`,
		`Set OLLAMA_HOST=${local}, or choose where to continue with -p PROVIDER.`,
	);
}

/** The router comes from the environment, which may have changed. */
function checkRouter(id: string, { router }: ChatTarget, context: Context): void {
	const current = resolveSetting("router", undefined, context, readConfig(context));
	const usual = current.origin === "default" ? undefined : current.value;
	if (usual === router) return;
	throw noPlace(
		`The chat ${id} runs on ${router ?? "the usual router"}; the router is now ${usual ?? "the usual one"}.`,
		router === undefined
			? `Unset ${current.from ?? "HUB_ROUTER_URL"}, or choose where to continue with -p PROVIDER.`
			: `Set HUB_ROUTER_URL=${router}, or choose where to continue with -p PROVIDER.`,
	);
}

/** Returns the display name of a place: the host of an endpoint, the sandbox, the provider. */
export function namePlace({ endpoint, provider, sandbox }: ChatTarget): string {
	if (provider === SANDBOX || (sandbox && (provider === undefined || provider === AUTO))) return SANDBOX;
	const name = endpoint === undefined ? (provider ?? AUTO) : new URL(endpoint).host;
	return sandbox ? `sandbox · ${name}` : name;
}

/** Returns the command line that continues a chat with the same provider. */
export function formatResume(id: string, place: ChatTarget, model: string | undefined): string {
	const { endpoint, provider, sandbox, direct, router, local } = place;
	const usual = LOCAL_KINDS.some(({ id, port }) => id === provider && local === `http://127.0.0.1:${port}`);
	const words = [
		...(router === undefined ? [] : [`HUB_ROUTER_URL=${quoteWord(router)}`]),
		...(local === undefined || usual ? [] : [`OLLAMA_HOST=${quoteWord(local)}`]),
		"hub chat --resume",
		quoteWord(id),
		...(model === undefined ? [] : ["-m", quoteWord(model)]),
		...(endpoint === undefined ? [] : ["--endpoint", quoteWord(endpoint)]),
		...(provider === undefined || (sandbox && provider === AUTO) ? [] : ["-p", quoteWord(provider)]),
		...(sandbox ? ["--sandbox"] : []),
		...(direct ? ["--direct"] : []),
	];
	return words.join(" ");
}

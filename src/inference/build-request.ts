import { version } from "../base/version.ts";
import { InferenceClientInputError } from "../errors.ts";
import { mergeHeaders, urlBelow, type WireRequest } from "../http/index.ts";
import { AUTO, ROUTER_URL } from "./providers/router.ts";
import type { ProviderHelper, ResolvedModel } from "./resolve.ts";
import type { Args, AuthMethod, BaseArgs, Call, CallOptions, Options, Provider, TaskAdapter } from "./types.ts";

export { AUTO, ROUTER_URL } from "./providers/router.ts";

export function routerBase(options: Pick<Options, "routerUrl">): string {
	return (options.routerUrl ?? ROUTER_URL).replace(/(?<!\/)\/+$/, "");
}

/**
 * Returns how a token authenticates a call.
 * @throws InputError if the provider is not on the router and the token is not its own key
 */
export function authMethod(
	provider: Provider,
	accessToken: string | undefined,
	includeCredentials: Options["includeCredentials"],
): AuthMethod {
	const isHubToken = accessToken?.startsWith("hf_");
	const refuses = provider.routed === "never" && isHubToken;
	if (refuses || (provider.closedSource && !accessToken)) {
		const problem = refuses ? "does not support HF tokens" : "needs its own API key";
		throw new InferenceClientInputError(`Provider ${provider.id} is closed-source and ${problem}.`, "own-key-needed");
	}
	if (accessToken) return isHubToken ? "hf-token" : "provider-key";
	return includeCredentials === "include" ? "credentials-include" : "none";
}

/** Whether a call goes through the router. */
export function isRouted(auth: AuthMethod): boolean {
	return auth !== "provider-key";
}

/** A request before its body is serialized. */
export interface RequestOutline {
	url: string;
	/** Authorization scheme. */
	scheme: string;
	body: { kind: "form"; form: FormData } | { kind: "json"; value: object };
}

/** Builds a request without serializing it, also for snippets. Arguments may hold any object in place of a file. */
export function outlineRequest(call: Call, adapter: TaskAdapter, provider: Provider, options: Options): RequestOutline {
	const payload = adapter.payload(call);
	// Tests the tag, because in Node the mere name `FormData` loads all of `fetch`.
	const isForm = Object.prototype.toString.call(payload) === "[object FormData]";
	return {
		url: buildUrl(call, adapter, provider, options),
		scheme: isRouted(call.auth) ? "Bearer" : (provider.scheme ?? "Bearer"),
		body: isForm ? { kind: "form", form: payload as FormData } : { kind: "json", value: payload },
	};
}

export interface Prepared {
	/** Provider and model as the caller named them. */
	target: BaseArgs;
	call: Call;
	helper: ProviderHelper;
	request: WireRequest;
}

/** Builds the request of a call whose model is known. Pure: it sends nothing. */
export function buildRequest(
	helper: ProviderHelper,
	target: BaseArgs & Args,
	{ model, mapping: entry }: ResolvedModel,
	options: CallOptions,
): Prepared {
	const { provider, task, adapter } = helper;
	const { accessToken, model: id, endpointUrl: endpoint, provider: _provider, ...args } = target;
	const { includeCredentials, outputType } = options;
	const auth = authMethod(provider, accessToken, includeCredentials);
	// Entries of Hugging Face may omit `hfModelId`, where the weights of an adapter are.
	const mapping = entry && { ...entry, hfModelId: entry.hfModelId || id || model };
	const call: Call = { task, args, model, endpoint, auth, mapping, outputType };
	const { url, scheme, body } = outlineRequest(call, adapter, provider, options);

	const isRaw = body.kind === "json" && Boolean(args.data);
	const headers: Record<string, string> = {};
	if (accessToken) headers["Authorization"] = `${scheme} ${accessToken}`;
	if (body.kind === "json" && !isRaw) headers["Content-Type"] = "application/json";
	if (provider.headers) Object.assign(headers, provider.headers);
	if (options.billTo) headers["X-HF-Bill-To"] = options.billTo;
	const runtime = typeof navigator === "undefined" ? undefined : navigator.userAgent;
	headers["User-Agent"] = `modelhub/${version}${runtime ? ` ${runtime}` : ""}`;
	if (options.headers) mergeHeaders(headers, options.headers);

	const info: WireRequest["info"] = {
		method: "POST",
		headers,
		body: body.kind === "form" ? body.form : isRaw ? (args.data as BodyInit) : JSON.stringify(body.value),
		signal: options.signal ?? null,
	};
	const credentials = includeCredentials === true ? "include" : includeCredentials;
	// Omitted by default: some edge runtimes reject the key itself.
	if (credentials) info.credentials = credentials as RequestCredentials;
	return { target, call, helper, request: { url, info } };
}

/**
 * Returns the URL of a call's request. Model ids come from Hugging Face and from callers, so they are not trusted: the
 * URL is always below the provider's base URL.
 * @throws InputError
 */
function buildUrl(call: Call, adapter: TaskAdapter, provider: Provider, options: Options): string {
	const route = adapter.route(call);
	// The caller's own endpoint replaces base URL and path.
	if (call.endpoint !== undefined && /^https?:\/\//.test(route)) return route;
	const router = provider.id === AUTO ? routerBase(options) : `${routerBase(options)}/${provider.id}`;
	const direct = provider.routed === "always" ? router : (adapter.baseUrl ?? provider.baseUrl);
	const base = isRouted(call.auth) && provider.routed !== "never" ? router : direct;
	// Adapters of callers may return a whole URL.
	const prefix = `${base.replace(/(?<!\/)\/+$/, "")}/`;
	const url =
		urlBelow(base, route) ?? (route.startsWith(prefix) ? urlBelow(base, route.slice(prefix.length)) : undefined);
	if (url !== undefined) return url;
	throw new InferenceClientInputError(
		`Model ${call.model} leads away from ${provider.id}: ${route} is not below ${base}.`,
	);
}

/** Returns the base of a job's other URLs: scheme and host of the request; on the router, the provider's part. */
export function serviceBase(url: string, { id }: Provider, options: Options): string {
	const routed = `${routerBase(options)}/${id}`;
	return url.startsWith(`${routed}/`) ? routed : new URL(url).origin;
}

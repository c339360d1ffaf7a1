import { InferenceClientInputError } from "../errors.ts";
import { urlBelow, type WireRequest } from "../http/index.ts";
import { version } from "../version.ts";
import { AUTO, ROUTER_URL } from "./router.ts";
import type { AuthMethod, Call, Options, Provider, TaskAdapter } from "./types.ts";

export { AUTO, ROUTER_URL } from "./router.ts";

/** Address of the router in use, without a slash at its end. */
export function routerBase(options: Pick<Options, "routerUrl">): string {
	return (options.routerUrl ?? ROUTER_URL).replace(/\/+$/, "");
}

/**
 * How a token authenticates a call.
 * @throws InputError for a provider that is not on the router and no key of its own
 */
export function authMethod(
	provider: Provider,
	accessToken: string | undefined,
	includeCredentials: Options["includeCredentials"],
): AuthMethod {
	if (provider.routed === "never") {
		if (accessToken?.startsWith("hf_")) {
			throw new InferenceClientInputError(
				`Provider ${provider.id} is closed-source and does not support HF tokens.`,
				"own-key-needed",
			);
		}
	}
	if (provider.closedSource && !accessToken) {
		throw new InferenceClientInputError(
			`Provider ${provider.id} is closed-source and needs its own API key.`,
			"own-key-needed",
		);
	}
	if (accessToken) return accessToken.startsWith("hf_") ? "hf-token" : "provider-key";
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

/** Builds what code that shows a call needs to know of its request. Arguments may hold any object in place of a file. */
export function outlineRequest(call: Call, wire: TaskAdapter, provider: Provider, options: Options): RequestOutline {
	const payload = wire.payload(call);
	return {
		url: buildUrl(call, wire, provider, options),
		scheme: authorizationScheme(call, provider),
		body: isFormData(payload) ? { kind: "form", form: payload } : { kind: "json", value: payload },
	};
}

function authorizationScheme({ auth }: Call, { scheme }: Provider): string {
	return isRouted(auth) ? "Bearer" : (scheme ?? "Bearer");
}

/** Builds the request of a resolved call. Pure: it sends nothing and asks nobody. */
export function buildRequest(
	call: Call,
	wire: TaskAdapter,
	provider: Provider,
	accessToken: string | undefined,
	options: Options,
): WireRequest {
	const { args } = call;
	const payload = wire.payload(call);
	const isForm = isFormData(payload);
	const isRaw = !isForm && Boolean(args.data);
	const headers: Record<string, string> = {};
	if (accessToken) headers["Authorization"] = `${authorizationScheme(call, provider)} ${accessToken}`;
	if (!isForm && !isRaw) headers["Content-Type"] = "application/json";
	if (provider.headers) Object.assign(headers, provider.headers);
	if (options.billTo) headers["X-HF-Bill-To"] = options.billTo;
	headers["User-Agent"] = userAgent();
	if (options.headers) mergeHeaders(headers, options.headers);

	const { includeCredentials } = options;
	const credentials = includeCredentials === true ? "include" : includeCredentials || undefined;
	const info: WireRequest["info"] = {
		method: "POST",
		headers,
		body: isForm ? payload : isRaw ? (args.data as BodyInit) : JSON.stringify(payload),
		signal: options.signal ?? null,
	};
	// Left out where it is not asked for: some edge runtimes refuse the very key.
	if (credentials) info.credentials = credentials as RequestCredentials;
	return { url: buildUrl(call, wire, provider, options), info };
}

/**
 * Returns the URL of a call's request. Model ids come from the hub's mapping and from callers: none of them leads
 * anywhere but below the provider's base URL.
 * @throws InputError
 */
function buildUrl(call: Call, adapter: TaskAdapter, provider: Provider, options: Options): string {
	const route = adapter.route(call);
	// The caller's own endpoint replaces base URL and path.
	if (call.endpoint !== undefined && /^https?:\/\//.test(route)) return route;
	const router = provider.id === AUTO ? routerBase(options) : `${routerBase(options)}/${provider.id}`;
	const direct = provider.routed === "always" ? router : (adapter.baseUrl ?? provider.baseUrl);
	const base = isRouted(call.auth) && provider.routed !== "never" ? router : direct;
	const url = urlBelow(base, route) ?? ownUrl(base, route);
	if (url !== undefined) return url;
	throw new InferenceClientInputError(
		`Model ${call.model} leads away from ${provider.id}: ${route} is not below ${base}.`,
	);
}

/** Returns a whole URL, which adapters of callers may return, where it is below the base URL. */
function ownUrl(base: string, route: string): string | undefined {
	const prefix = `${base.replace(/\/+$/, "")}/`;
	return route.startsWith(prefix) ? urlBelow(base, route.slice(prefix.length)) : undefined;
}

/** Where the other URLs of a job are: scheme and host of the request; on the router, the provider's part of it. */
export function serviceBase(url: string, { id }: Provider, options: Options): string {
	const routed = `${routerBase(options)}/${id}`;
	return url.startsWith(`${routed}/`) ? routed : new URL(url).origin;
}

/** Header names are compared as HTTP does. */
function mergeHeaders(headers: Record<string, string>, own: Readonly<Record<string, string>>): void {
	for (const [name, value] of Object.entries(own)) {
		const known = Object.keys(headers).find((other) => other.toLowerCase() === name.toLowerCase());
		if (known !== undefined) delete headers[known];
		headers[name] = value;
	}
}

/** By its tag: in Node the mere name `FormData` loads the whole of `fetch`. */
function isFormData(value: object): value is FormData {
	return Object.prototype.toString.call(value) === "[object FormData]";
}

let agent: string | undefined;

function userAgent(): string {
	if (agent === undefined) {
		const runtime = typeof navigator === "undefined" ? undefined : navigator.userAgent;
		agent = `modelhub/${version}${runtime ? ` ${runtime}` : ""}`;
	}
	return agent;
}

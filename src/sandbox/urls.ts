import type { Fetch } from "../http/index.ts";
import { ALL_PROVIDERS, findProvider, type Provider } from "../inference/index.ts";
import type { IncomingCall } from "./types.ts";

const HUB_HOSTS = ["huggingface.co", "hf.co"];
const DATASETS_HOST = "datasets-server.huggingface.co";
const ROUTER_HOST = "router.huggingface.co";
const SHARED_HOSTS = [...HUB_HOSTS, DATASETS_HOST, ROUTER_HOST];
const FILES = "files";
/** Paths of Hugging Face for signing in. */
const SIGN_IN = /^oauth\/|^\.well-known\/openid-configuration$/;

/** Hosts of providers in addition to that of their base URL. */
const FURTHER_HOSTS: Readonly<Record<string, string>> = {
	"queue.fal.run": "fal-ai",
	"rest.fal.ai": "fal-ai",
	"rest.alpha.fal.ai": "fal-ai",
	"api.together.ai": "together",
};

const PROVIDER_BY_HOST = new Map<string, Provider | undefined>([
	...ALL_PROVIDERS.filter(({ routed }) => routed !== "always").map(
		(provider) => [new URL(provider.baseUrl).host, provider] as const,
	),
	...Object.entries(FURTHER_HOSTS).map(([host, id]) => [host, findProvider(id)] as const),
]);

/** Target of a request. */
export type Location =
	| { kind: "hub" | "router" | "datasets" | "sign-in"; path: string }
	| { kind: "file"; name: string }
	| { kind: "provider"; provider: Provider; routed: boolean; host: string; path: string }
	| { kind: "nowhere" };

/**
 * Returns the service that a URL is for. Hosts are the real ones, or the first part of the path: `/@host/…`. A URL
 * joined from two (a poll's path after the service's own) means the last host in it.
 */
export function locate(url: URL): Location {
	const path = url.pathname.replace(/^\/+/, "");
	if (path.startsWith(`@${FILES}/`)) return { kind: "file", name: path.slice(FILES.length + 2) };
	if (path.startsWith("@") || isKnownHost(url.host)) return locateHost(url.host, path);
	if (path === "parquet") return { kind: "datasets", path };
	return /^$|^api\/|^datasets\//.test(path) || SIGN_IN.test(path) ? locateHub(path) : locateRouted(path);
}

function locateHub(path: string): Location {
	if (SIGN_IN.test(path)) return { kind: "sign-in", path };
	return { kind: /^(?:api\/)?datasets\//.test(path) ? "datasets" : "hub", path };
}

function locateHost(host: string, path: string): Location {
	if (path.startsWith("@")) return locateHost(...splitHost(path));
	if (HUB_HOSTS.includes(host)) return locateHub(path);
	if (host === DATASETS_HOST) return { kind: "datasets", path };
	if (host === ROUTER_HOST) return locateRouted(path);
	const provider = PROVIDER_BY_HOST.get(host);
	return provider ? { kind: "provider", provider, routed: false, host, path } : { kind: "nowhere" };
}

function locateRouted(path: string): Location {
	const [, id = "", rest = ""] = /^([^/]*)\/?(.*)$/s.exec(path) ?? [];
	const provider = findProvider(id);
	if (!provider || provider.routed === "never" || provider.closedSource) return { kind: "router", path };
	const ownPath = rest.startsWith("@") ? splitHost(rest)[1] : rest;
	return { kind: "provider", provider, routed: true, host: new URL(provider.baseUrl).host, path: ownPath };
}

function splitHost(path: string): [host: string, path: string] {
	const end = path.indexOf("/");
	return end < 0 ? [path.slice(1), ""] : [path.slice(1, end), path.slice(end + 1)];
}

/** Whether the sandbox replaces a host. */
function isKnownHost(host: string): boolean {
	return SHARED_HOSTS.includes(host) || PROVIDER_BY_HOST.has(host);
}

/**
 * Returns what makes the URLs of responses, as seen from a request to `url`: of paths of a provider's host and of
 * Hugging Face, and of stored files.
 */
export function urlsFrom(
	url: URL,
	given: string | undefined,
): Pick<IncomingCall, "providerUrl" | "hubUrl" | "fileUrl"> {
	const isReal = given === undefined && isKnownHost(url.host);
	const origin = given ?? url.origin;
	return {
		providerUrl: (host, path) => (isReal ? `https://${host}/${path}` : `${origin}/@${host}/${path}`),
		hubUrl: (path) => `${isReal ? `https://${HUB_HOSTS[0]}` : origin}/${path}`,
		fileUrl: (name) => `${origin}/@${FILES}/${name}`,
	};
}

/**
 * Returns the sandbox's URL for a URL of Hugging Face, the router or a provider; other URLs stay as they are.
 * @param origin the sandbox's URL, such as `http://127.0.0.1:8080`
 */
export function toSandboxUrl(href: string, origin: string): string {
	const url = new URL(href);
	if (!isKnownHost(url.host)) return href;
	// Kept as text: brackets and the like stay as the caller wrote them.
	const rest = href.slice(href.indexOf(url.host) + url.host.length).replace(/^(?!\/)/, "/");
	return origin.replace(/(?<!\/)\/+$/, "") + (SHARED_HOSTS.includes(url.host) ? rest : `/@${url.host}${rest}`);
}

/**
 * Wraps `fetch` so that requests to Hugging Face, the router and the providers' own hosts reach a sandbox instead,
 * whatever client makes them. Other URLs pass unchanged.
 * @param origin the sandbox's URL, such as `http://127.0.0.1:8080`
 * @param fetch default: the global one
 */
export function redirectToSandbox(origin: string, fetch?: Fetch): Fetch {
	return (input, init) => {
		const send = fetch ?? globalThis.fetch;
		if (input instanceof Request) return send(new Request(toSandboxUrl(input.url, origin), input), init);
		return send(toSandboxUrl(String(input), origin), init);
	};
}

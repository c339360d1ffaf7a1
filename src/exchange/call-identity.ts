import { readMember } from "../base/json.ts";
import { memoize } from "../base/memoize.ts";
import { decodeUri } from "../http/url.ts";
import { isPolicy } from "./choose-offer.ts";
import type { CallIdentity } from "./exchange.ts";
import { PROVIDERS_BY_HOST } from "./provider-hosts.ts";

const ROUTER = "router.huggingface.co";
const HUB = /^(huggingface\.co|hf\.co)$/;

/** End of a path → task, where many services share the path. */
const TASK_OF_PATH: readonly [end: RegExp, task: string][] = [
	[/\/chat\/completions$/, "conversational"],
	[/\/completions$/, "text-generation"],
	[/\/embeddings$/, "feature-extraction"],
	[/\/images\/generations$/, "text-to-image"],
	[/\/images\/edits$/, "image-to-image"],
	[/\/audio\/speech$/, "text-to-speech"],
	[/\/audio\/transcriptions$/, "automatic-speech-recognition"],
];

/** Task, model and provider, as far as a URL shows them. */
export interface UrlIdentity extends CallIdentity {
	/** The router's chat: a suffix of the model id names the provider. */
	hasSuffix: boolean;
}

/** Reads a URL. Cached: most calls of a program go to a few URLs. */
export const identifyUrl: (href: string) => UrlIdentity = memoize((href) => {
	const { host, pathname } = new URL(href);
	const routed = host === ROUTER;
	// "@files" is not a provider: it is where the sandbox stores generated files.
	const part = routed ? (/^\/([^/@][^/]*)\//.exec(pathname)?.[1] ?? null) : null;
	const hasSuffix = part === "v1";
	return {
		task: HUB.test(host) ? null : findTask(pathname),
		model: findModel(pathname),
		provider: routed ? (hasSuffix ? null : part) : (PROVIDERS_BY_HOST[host] ?? null),
		routed,
		host,
		hasSuffix,
	};
});

/** Returns task, model and provider of a request, as far as its URL and JSON body show them. */
export function findCallIdentity(href: string, body: unknown): CallIdentity {
	const { hasSuffix, ...place } = identifyUrl(href);
	const named = readMember(body, "model");
	const model = typeof named === "string" ? named : place.model;
	const suffix = hasSuffix ? /^[^:]+:([\w-]+)$/.exec(model ?? "")?.[1] : undefined;
	const provider = suffix === undefined || isPolicy(suffix) ? place.provider : suffix;
	return { ...place, model, provider };
}

/** Whether a request looks up models or accounts at Hugging Face or the router. */
export function isLookup(href: string): boolean {
	const { host, pathname } = new URL(href);
	return HUB.test(host) || /^\/(?:api\/(?:models|whoami-v2)|v1\/models)(?:\/|$)/.test(pathname);
}

function findTask(path: string): string | null {
	const pipeline = /\/pipeline\/([a-z0-9-]+)$/.exec(path)?.[1];
	return pipeline ?? TASK_OF_PATH.find(([end]) => end.test(path))?.[1] ?? null;
}

/** Paths such as `/models/org/name` and `/hf-inference/models/org/name/pipeline/…`. */
function findModel(path: string): string | null {
	const id = /\/models\/([^/]+\/[^/]+)(?=\/|$)/.exec(path)?.[1];
	return id === undefined ? null : decodeUri(id);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson, readMember } from "../../base/json.ts";
import { type Offer, readOffers } from "../../exchange/offers.ts";
import type { Fetch } from "../../http/index.ts";
import { routerBase } from "../../inference/build-request.ts";
import { hubFolder } from "../config/folders.ts";
import type { Context } from "../context.ts";
import { replacePrivateFile } from "../files/replace-file.ts";

export interface OfferSource {
	fetch: Fetch;
	routerUrl: string | undefined;
	accessToken: string | undefined;
	signal?: AbortSignal | undefined;
	/** Whether a list may be cached on disk. */
	isCached: boolean;
}

/** How long a list is used, in milliseconds. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** Returns the list cached on disk; undefined if there is none of the last day. */
export function readKeptOffers({ routerUrl, isCached }: OfferSource, context: Context): Offer[] | undefined {
	if (!isCached) return undefined;
	try {
		const kept = parseJson(readFileSync(cachePath(context.env), "utf8"));
		const savedAt = readMember(kept, "savedAt");
		const age = context.now() - (typeof savedAt === "number" ? savedAt : 0);
		const isOwn = readMember(kept, "router") === routerBase({ routerUrl });
		return isOwn && age >= 0 && age < LIFETIME ? readOffers(readMember(kept, "answer")) : undefined;
	} catch {
		return undefined;
	}
}

/** Requests the offers of providers from the router, and caches them. */
async function fetchOffers(source: OfferSource, context: Context): Promise<Offer[]> {
	const { fetch, routerUrl, accessToken, signal } = source;
	const headers: Record<string, string> = accessToken?.startsWith("hf_")
		? { Authorization: `Bearer ${accessToken}` }
		: {};
	const response = await fetch(`${routerBase({ routerUrl })}/v1/models`, { headers, signal: signal ?? context.signal });
	if (!response.ok) {
		response.body?.cancel().catch(() => undefined);
		throw new Error(`The router answered ${response.status}.`);
	}
	const answer = parseJson(await response.text());
	if (source.isCached) keep({ savedAt: context.now(), router: routerBase({ routerUrl }), answer }, context);
	return readOffers(answer);
}

export async function loadOffers(source: OfferSource, context: Context): Promise<Offer[]> {
	return readKeptOffers(source, context) ?? (await fetchOffers(source, context));
}

function keep(value: unknown, { env }: Context): void {
	try {
		replacePrivateFile(cachePath(env), JSON.stringify(value));
	} catch {
		// A folder that cannot be written to is not an error: the router is asked again next time.
	}
}

function cachePath(env: Context["env"]): string {
	return join(hubFolder("cache", env), "offers.json");
}

import { join } from "node:path";
import { parseJson, readMember } from "../../base/json.ts";
import { InferenceClientHubApiError } from "../../errors.ts";
import { type Offer, readOffers } from "../../exchange/offers.ts";
import { describeResponse, type Fetch, readText } from "../../http/index.ts";
import { routerBase } from "../../inference/build-request.ts";
import { hubFolder } from "../config/folders.ts";
import type { Context } from "../context.ts";
import { readSmallFile } from "../files/read-small.ts";
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
		const kept = parseJson(readSmallFile(cachePath(context.env)));
		const savedAt = readMember(kept, "savedAt");
		const age = context.now() - (typeof savedAt === "number" ? savedAt : 0);
		const isOwn = readMember(kept, "router") === routerBase({ routerUrl });
		return isOwn && age >= 0 && age < LIFETIME ? readOffers(readMember(kept, "answer")) : undefined;
	} catch {
		return undefined;
	}
}

/** Returns the offers of providers: those cached on disk, else the router's, which are cached. */
export async function loadOffers(source: OfferSource, context: Context): Promise<Offer[]> {
	const kept = readKeptOffers(source, context);
	if (kept) return kept;
	const { fetch, routerUrl, accessToken, signal = context.signal } = source;
	const router = routerBase({ routerUrl });
	const headers: HeadersInit = accessToken?.startsWith("hf_") ? { Authorization: `Bearer ${accessToken}` } : {};
	const url = `${router}/v1/models`;
	const response = await fetch(url, { headers, signal });
	if (!response.ok) {
		response.body?.cancel().catch(() => undefined);
		const message = `The router returned ${response.status}.`;
		throw new InferenceClientHubApiError(message, { url, method: "GET" }, describeResponse(response, ""));
	}
	const answer = parseJson(await readText(response));
	const saved = { savedAt: context.now(), router, answer };
	try {
		if (source.isCached) replacePrivateFile(cachePath(context.env), JSON.stringify(saved));
	} catch {
		// A folder that cannot be written to is not an error: the list is requested again next time.
	}
	return readOffers(answer);
}

function cachePath(env: Context["env"]): string {
	return join(hubFolder("cache", env), "offers.json");
}

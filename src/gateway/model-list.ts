import { describeOffers, type ModelFacts, type Offer, readOffers, readServerFacts } from "../exchange/index.ts";
import { type Fetch, parseJson, readMember, readText } from "../http/index.ts";

const LIFETIME_MS = 10 * 60_000;
/** Pause after a look-up that failed. */
const PAUSE = 30_000;

export interface ListedModel extends ModelFacts {
	id: string;
	object: "model";
	created: number;
	owned_by: string;
}

/**
 * Creates the router's list of models, which is requested when it is needed.
 * @param mayAsk whether the router may be asked; if not, the list is empty. Default: it may
 */
export function createModelList(
	url: string,
	fetch: Fetch,
	token: () => string | undefined,
	now: () => number,
	mayAsk: () => boolean = () => true,
) {
	let models: readonly ListedModel[] = [];
	let offers: readonly Offer[] | undefined;
	let nextLookUp = 0;
	let lookUp: Promise<void> | undefined;
	const refresh = async (): Promise<void> => {
		nextLookUp = now() + PAUSE;
		try {
			const key = token();
			const headers: Record<string, string> = key?.startsWith("hf_") ? { Authorization: `Bearer ${key}` } : {};
			const response = await fetch(url, { headers });
			const answer = parseJson(await readText(response));
			const data = readMember(answer, "data");
			if (!response.ok || !Array.isArray(data)) return;
			offers = readOffers(answer);
			models = data.flatMap(readModel);
			nextLookUp = now() + LIFETIME_MS;
		} catch {
			// Not a reason to fail: the previous list is used.
		}
	};
	return {
		/** The router's latest prices. */
		offers: () => offers,
		/** The latest list. */
		known: () => (mayAsk() ? models : []),
		/** Returns the models; the previous list if the router does not answer. */
		async list(): Promise<readonly ListedModel[]> {
			if (!mayAsk()) return [];
			const isDue = now() >= nextLookUp;
			if (isDue) {
				lookUp ??= refresh().finally(() => {
					lookUp = undefined;
				});
			}
			// Once there is a list, only the call that requests a new one waits for it.
			if (isDue || models.length === 0) await lookUp;
			return models;
		},
	};
}

function readModel(value: unknown): ListedModel[] {
	const id = readMember(value, "id");
	if (typeof id !== "string") return [];
	const created = readMember(value, "created");
	const owner = readMember(value, "owned_by");
	const owned_by = typeof owner === "string" ? owner : id.replace(/\/.*/s, "");
	const known = { id, object: "model", created: typeof created === "number" ? created : 0, owned_by } as const;
	return [{ ...known, ...readServerFacts(value), ...describeOffers(readOffers({ data: [value] })) }];
}

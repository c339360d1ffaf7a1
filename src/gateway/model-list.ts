import { type Offer, readOffers } from "../exchange/index.ts";
import { type Fetch, parseJson, readMember, readText } from "../http/index.ts";

const LIFETIME_MS = 10 * 60_000;
/** Pause after a look-up that failed. */
const PAUSE = 30_000;

export interface ListedModel {
	id: string;
	object: "model";
	created: number;
	owned_by: string;
}

/** The router's list of models, requested when it is needed. */
export class ModelList {
	/** The router's latest prices. */
	offers: readonly Offer[] | undefined;
	ids: readonly string[] = [];
	private models: readonly ListedModel[] = [];
	private nextLookUp = 0;
	private lookUp: Promise<void> | undefined;
	private readonly url: string;
	private readonly fetch: Fetch;
	private readonly token: () => string | undefined;
	private readonly now: () => number;

	constructor(url: string, fetch: Fetch, token: () => string | undefined, now: () => number) {
		this.url = url;
		this.fetch = fetch;
		this.token = token;
		this.now = now;
	}

	/** Returns the models; the previous list if the router does not answer. */
	async list(): Promise<readonly ListedModel[]> {
		if (this.now() >= this.nextLookUp) {
			this.lookUp ??= this.refresh().finally(() => {
				this.lookUp = undefined;
			});
			await this.lookUp;
		}
		return this.models;
	}

	private async refresh(): Promise<void> {
		this.nextLookUp = this.now() + PAUSE;
		try {
			const token = this.token();
			const headers: Record<string, string> = token?.startsWith("hf_") ? { Authorization: `Bearer ${token}` } : {};
			const response = await this.fetch(this.url, { headers });
			const answer = parseJson(await readText(response));
			const data = readMember(answer, "data");
			if (!response.ok || !Array.isArray(data)) return;
			this.models = data.flatMap(readModel);
			this.ids = this.models.map(({ id }) => id);
			this.offers = readOffers(answer);
			this.nextLookUp = this.now() + LIFETIME_MS;
		} catch {
			// Not a reason to fail: the previous list is used.
		}
	}
}

function readModel(value: unknown): ListedModel[] {
	const id = readMember(value, "id");
	if (typeof id !== "string") return [];
	const created = readMember(value, "created");
	const owner = readMember(value, "owned_by");
	const owned_by = typeof owner === "string" ? owner : (id.split("/")[0] ?? id);
	return [{ id, object: "model", created: typeof created === "number" ? created : 0, owned_by }];
}

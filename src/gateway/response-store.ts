type Fields = Readonly<Record<string, unknown>>;

/** A response with the conversation that led to it. */
export interface StoredResponse {
	response: Fields;
	/** The items of the conversation, the answer included. */
	items: readonly unknown[];
}

interface Entry extends StoredResponse {
	owner: string;
	expires: number;
	size: number;
}

/** An hour, in milliseconds. */
const LIFE_MS = 60 * 60_000;
const MAX_RESPONSES = 1000;
/** Characters of JSON. */
const MAX_SIZE = 64 * 2 ** 20;

/** Responses that later requests may continue: in memory, for an hour, at most 1,000 and 64 MB. Each belongs to a key. */
export class ResponseStore {
	private readonly entries = new Map<string, Entry>();
	private size = 0;
	private readonly now: () => number;

	constructor(now: () => number) {
		this.now = now;
	}

	/** @param size characters of the request and the response */
	add(owner: string, response: Fields, items: readonly unknown[], size: number): void {
		const id = String(response["id"]);
		this.delete(owner, id);
		this.entries.set(id, { owner, response, items, size, expires: this.now() + LIFE_MS });
		this.size += size;
		for (const [oldest, entry] of this.entries) {
			const isFull = this.entries.size > MAX_RESPONSES || this.size > MAX_SIZE;
			if (!isFull && entry.expires > this.now()) break;
			this.drop(oldest, entry);
		}
	}

	get(owner: string, id: string): StoredResponse | undefined {
		const entry = this.entries.get(id);
		return entry && entry.owner === owner && entry.expires > this.now() ? entry : undefined;
	}

	/** Returns whether there was one. */
	delete(owner: string, id: string): boolean {
		const entry = this.entries.get(id);
		if (!entry || entry.owner !== owner) return false;
		this.drop(id, entry);
		return true;
	}

	private drop(id: string, { size }: Entry): void {
		this.entries.delete(id);
		this.size -= size;
	}
}

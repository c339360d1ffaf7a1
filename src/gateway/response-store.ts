import { parseJson, readMember } from "../base/json.ts";
import { GatewayError } from "./errors.ts";

/** A request and its response, as JSON. Both are kept as text, which takes far less memory than values. */
interface Turn {
	request: string;
	response: string;
}

interface KeptResponse {
	/** Only clients with the same key may read it. */
	owner: string;
	/** Milliseconds since 1970. */
	until: number;
	/** With the turns before it, the oldest first. */
	turns: readonly Turn[];
	/** Bytes at most. */
	size: number;
}

const LIFETIME_MS = 3_600_000;
const MAX_RESPONSES = 1000;
const MAX_BYTES = 64 * 2 ** 20;

/**
 * The responses that clients may continue and read: for an hour, at most 1,000 and 64 MB, the oldest go first.
 * Each keeps its whole conversation, so that it does not depend on others.
 */
export class ResponseStore {
	private readonly kept = new Map<string, KeptResponse>();
	private readonly now: () => number;
	private size = 0;

	constructor(now: () => number) {
		this.now = now;
	}

	/** @param previous id of the response that this one continues */
	keep(id: string, owner: string, turn: Turn, previous: unknown): void {
		const before = this.peek(previous, owner);
		// V8 keeps a character in up to two bytes.
		const size = (before?.size ?? 0) + 2 * (turn.request.length + turn.response.length);
		if (size > MAX_BYTES) return;
		this.kept.set(id, { owner, until: this.now() + LIFETIME_MS, turns: [...(before?.turns ?? []), turn], size });
		this.size += size;
		for (const [oldest, { until }] of this.kept) {
			if (until > this.now() && this.kept.size <= MAX_RESPONSES && this.size <= MAX_BYTES) return;
			this.drop(oldest);
		}
	}

	/** Whether a client may continue a response. */
	has(id: unknown, owner: string): boolean {
		return this.peek(id, owner) !== undefined;
	}

	/** Returns the JSON of a response. @throws GatewayError 404 */
	read(id: string, owner: string): string {
		return this.find(id, owner).turns.at(-1)?.response ?? "";
	}

	/** Returns the inputs and outputs of a conversation, in order. @throws GatewayError 404 */
	readHistory(id: unknown, owner: string): unknown[] {
		const parts = this.find(id, owner).turns.flatMap(({ request, response }) => [
			readMember(parseJson(request), "input"),
			readMember(parseJson(response), "output"),
		]);
		return parts.flatMap((part) => (typeof part === "string" ? { role: "user", content: part } : (part ?? [])));
	}

	/** @throws GatewayError 404 */
	delete(id: string, owner: string): void {
		this.find(id, owner);
		this.drop(id);
	}

	private find(id: unknown, owner: string): KeptResponse {
		const found = this.peek(id, owner);
		if (found) return found;
		const name = typeof id === "string" ? `"${id.slice(0, 100)}"` : "with this id";
		const message =
			`There is no response ${name}. hub keeps those that it made with store: true for an hour, at most 1,000 and 64 MB, ` +
			"for the key that asked; send the whole conversation as input instead.";
		throw new GatewayError(404, message, { code: "response_not_found", param: "previous_response_id" });
	}

	private peek(id: unknown, owner: string): KeptResponse | undefined {
		const found = typeof id === "string" ? this.kept.get(id) : undefined;
		return found?.owner === owner && found.until > this.now() ? found : undefined;
	}

	private drop(id: string): void {
		this.size -= this.kept.get(id)?.size ?? 0;
		this.kept.delete(id);
	}
}

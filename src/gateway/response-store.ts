import { isRecord, parseJson, readMember, textOf } from "../base/json.ts";
import { memoize } from "../base/memoize.ts";
import { GatewayError } from "./errors.ts";

interface KeptResponse {
	/** Only clients with the same key may read it. */
	owner: string;
	/** Milliseconds since 1970. */
	until: number;
	/** With the turns before it, the oldest first: requests and responses as JSON, which takes less memory than values. */
	turns: readonly { request: string; response: string }[];
	/** Bytes at most. */
	size: number;
}

const LIFETIME_MS = 3_600_000;
const MAX_RESPONSES = 1000;
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Keeps the responses that clients may continue and read: for an hour, at most 1,000 and 64 MB, the oldest go first.
 * Each keeps its whole conversation, so that it does not depend on others.
 */
export function createResponseStore(now: () => number) {
	const kept = new Map<string, KeptResponse>();
	let total = 0;

	const peek = (id: unknown, owner: string): KeptResponse | undefined => {
		const found = typeof id === "string" ? kept.get(id) : undefined;
		return found?.owner === owner && found.until > now() ? found : undefined;
	};
	/** @throws GatewayError 404 */
	const find = (id: unknown, owner: string): KeptResponse => {
		const found = peek(id, owner);
		if (found) return found;
		throw responseNotFound(id);
	};
	/** Finds items of responses that hub made, and parses each response once; undefined for those that are not kept. */
	const createFinder = (owner: string) => {
		const readOutput = memoize((of: string): readonly unknown[] => {
			const output = readMember(parseJson(peek(`resp_${of}`, owner)?.turns.at(-1)?.response ?? ""), "output");
			return Array.isArray(output) ? output : [];
		});
		return (id: unknown): unknown => {
			const [, of = ""] = /^[a-z]+_(.+)_\d+$/.exec(textOf(id)) ?? [];
			return readOutput(of).find((item) => readMember(item, "id") === id);
		};
	};
	const drop = (id: string): void => {
		total -= kept.get(id)?.size ?? 0;
		kept.delete(id);
	};
	return {
		/** @param previous id of the response that this one continues */
		keep(id: string, owner: string, turn: { request: string; response: string }, previous: unknown): void {
			const before = peek(previous, owner);
			// V8 keeps a character in up to two bytes.
			const size = (before?.size ?? 0) + 2 * (turn.request.length + turn.response.length);
			if (size > MAX_BYTES) return;
			kept.set(id, { owner, until: now() + LIFETIME_MS, turns: [...(before?.turns ?? []), turn], size });
			total += size;
			for (const [oldest, { until }] of kept) {
				if (until > now() && kept.size <= MAX_RESPONSES && total <= MAX_BYTES) return;
				drop(oldest);
			}
		},
		/** Whether a client may continue a response. */
		has: (id: unknown, owner: string): boolean => peek(id, owner) !== undefined,
		/** Returns the JSON of a response. @throws GatewayError 404 */
		read: (id: string, owner: string): string => find(id, owner).turns.at(-1)?.response ?? "",
		/** Returns the inputs and outputs of a conversation, in order. @throws GatewayError 404 */
		readHistory(id: unknown, owner: string): unknown[] {
			const parts = find(id, owner).turns.flatMap(({ request, response }) => [
				readMember(parseJson(request), "input"),
				readMember(parseJson(response), "output"),
			]);
			return parts.flatMap((part) => (typeof part === "string" ? { role: "user", content: part } : (part ?? [])));
		},
		/** Whether an input names an item of a response that hub keeps. */
		holdsItem(input: unknown, owner: string): boolean {
			if (!hasReferences(input)) return false;
			const findItem = createFinder(owner);
			return (input as unknown[]).some((item) => isReference(item) && findItem(readMember(item, "id")) !== undefined);
		},
		/**
		 * Returns an input with the items that it names in their places.
		 * @throws GatewayError 404 that names the first that is not kept
		 */
		resolve(input: unknown, owner: string): unknown {
			if (!hasReferences(input)) return input;
			const findItem = createFinder(owner);
			return (input as unknown[]).map((item) => {
				if (!isReference(item)) return item;
				const id = readMember(item, "id");
				const found = findItem(id);
				if (found !== undefined) return found;
				const message =
					`There is no item "${textOf(id).slice(0, 100)}". hub knows the items of responses that it made with store: true, ` +
					"for an hour, for the key that asked; send the item itself instead.";
				throw new GatewayError(404, message, { code: "item_not_found", param: "input" });
			});
		},
		/** Returns the input of a response as items. @throws GatewayError 404 */
		readInput(id: string, owner: string): unknown[] {
			const input = readMember(parseJson(find(id, owner).turns.at(-1)?.request ?? ""), "input");
			const items: unknown[] = Array.isArray(input) ? input : [{ type: "message", role: "user", content: input ?? "" }];
			return items.map((item, index) => ({
				...(isRecord(item) ? item : {}),
				id: readMember(item, "id") ?? `in_${id.replace(/^resp_/, "")}_${index}`,
				...(typeof readMember(item, "content") === "string"
					? { content: [{ type: "input_text", text: readMember(item, "content") }] }
					: {}),
			}));
		},
		/** @throws GatewayError 404 */
		delete(id: string, owner: string): void {
			find(id, owner);
			drop(id);
		},
	};
}

function isReference(item: unknown): boolean {
	return readMember(item, "type") === "item_reference";
}

/** Whether an input names items instead of holding them. */
export function hasReferences(input: unknown): boolean {
	return Array.isArray(input) && input.some(isReference);
}

/** The error for a response that does not exist, or belongs to another key. */
export function responseNotFound(id: unknown): GatewayError {
	const name = typeof id === "string" ? `"${id.slice(0, 100)}"` : "with this id";
	const message =
		`There is no response ${name}. hub keeps those that it made with store: true for an hour, at most 1,000 and 64 MB, ` +
		"for the key that asked; send the whole conversation as input instead.";
	return new GatewayError(404, message, { code: "response_not_found", param: "previous_response_id" });
}

import type { Usage } from "../exchange/index.ts";
import type { TimedAttempt } from "./types.ts";

/** A call as the page lists it. */
export interface CallSummary {
	id: string;
	/** ISO 8601. */
	time: string;
	route: string;
	task: string;
	/** Name of the client's key; null for the owner's. */
	key: string | null;
	/** The model as the client named it. */
	model: string;
	/** The model that answered. */
	served_model: string | null;
	provider: string | null;
	state: "running" | "done" | "failed" | "cancelled";
	status: number | null;
	stream: boolean;
	usage: Usage | null;
	cost_usd: number | null;
	first_ms: number | null;
	total_ms: number | null;
	attempts: readonly TimedAttempt[];
	error: string | null;
}

/** A call with its request and response. */
export interface KeptCall extends CallSummary {
	request: string;
	response: string;
}

const MAX_CALLS = 200;
const MAX_CHARACTERS = 20 * 2 ** 20;
/** Characters kept of one request or response. */
const MAX_TEXT_LENGTH = 2 ** 20;

/**
 * Keeps the last calls, for the page: at most 200, and 20 MB.
 * @param clean removes secrets from what clients sent. It runs when a call is shown: few calls are, and a long
 * conversation takes longer to search than to parse
 */
export function createCallBook(clean: (text: string) => string) {
	const calls = new Map<string, KeptCall>();
	let size = 0;
	const grow = (change: number): void => {
		size += change;
		if (calls.size <= MAX_CALLS && size <= MAX_CHARACTERS) return;
		for (const [id, call] of calls) {
			if (calls.size <= MAX_CALLS && size <= MAX_CHARACTERS) return;
			calls.delete(id);
			size -= sizeOf(call);
		}
	};
	const read = (call: KeptCall): KeptCall => ({ ...call, request: shorten(clean(call.request)) });
	return {
		/** @param call its request may have secrets, its response may not */
		add(call: KeptCall): void {
			const kept = { ...call, request: copyStart(call.request, MAX_TEXT_LENGTH + MAX_SECRET_LENGTH) };
			calls.set(call.id, kept);
			grow(sizeOf(kept));
		},
		update(id: string, changes: Partial<KeptCall>): void {
			const call = calls.get(id);
			if (!call) return;
			const before = sizeOf(call);
			Object.assign(call, changes);
			grow(sizeOf(call) - before);
		},
		get(id: string): KeptCall | undefined {
			const call = calls.get(id);
			return call && read(call);
		},
		/** Returns the calls that contain a text, the newest first. */
		list(text = ""): CallSummary[] {
			const found = [...calls.values()].filter((call) => text === "" || contains(read(call), text));
			return found.reverse().map(({ request: _request, response: _response, ...summary }) => summary);
		},
	};
}

/** Names match in any case; prompts and answers match exactly, since they may be long. */
function contains({ request, response, model, route, provider, key, error, id }: KeptCall, text: string): boolean {
	const names = `${id} ${route} ${model} ${provider ?? ""} ${key ?? ""} ${error ?? ""}`.toLowerCase();
	return names.includes(text.toLowerCase()) || request.includes(text) || response.includes(text);
}

/** Characters after the cut in which a secret may end that begins before it. */
const MAX_SECRET_LENGTH = 2 ** 14;

/** Copies the start of a long text: V8 keeps all of a text in memory as long as there is a slice of it. */
function copyStart(text: string, length: number): string {
	return text.length > length ? new TextDecoder().decode(new TextEncoder().encode(text.slice(0, length))) : text;
}

/** Returns what the page shows of a text. */
export function shorten(text: string): string {
	return text.length > MAX_TEXT_LENGTH ? `${copyStart(text, MAX_TEXT_LENGTH)}…` : text;
}

// Strings of V8 take up to two bytes a character; texts are mostly ASCII.
function sizeOf({ request, response, attempts }: KeptCall): number {
	return request.length + response.length + 500 + attempts.length * 100;
}

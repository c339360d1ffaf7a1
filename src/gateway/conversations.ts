import { readMember } from "../base/json.ts";
import { RecentMap } from "../base/memoize.ts";
import { findProvider } from "../inference/index.ts";
import { withoutSuffix } from "./targets.ts";
import type { GatewayRequest, KeptConversation, NamedKey, Target } from "./types.ts";

/** What identifies the conversation of a request. */
export interface Asking {
	request: Pick<GatewayRequest, "headers">;
	key: NamedKey | undefined;
	/** Fields of its JSON. */
	fields?: Readonly<Record<string, unknown>>;
}

/** After its last call. */
const LIFETIME_MS = 3_600_000;
const MAX_CONVERSATIONS = 10_000;

/** Headers with the id of a session: of Claude Code, and of Codex. */
const SESSION_HEADERS = ["x-claude-code-session-id", "session-id", "session_id"] as const;
/** Characters of a text to compare at its start, and at its end. */
const SAMPLE = 128;
/** Parts of a message that are compared. */
const MAX_PARTS = 8;
/** Block of Claude Code that changes with its version. */
const BILLING = "x-anthropic-billing-header:";

/**
 * Remembers the provider of a conversation, so that its next call goes there too: only that provider has the beginning of it
 * in its cache.
 */
export function createConversations(now: () => number, kept: Iterable<KeptConversation> | false = []) {
	const known = new RecentMap<Omit<KeptConversation, "id">>(MAX_CONVERSATIONS);
	/** Response → the conversation that it belongs to. */
	const responses = new RecentMap<string>(MAX_CONVERSATIONS);
	for (const { id, ...conversation } of kept || []) known.set(id, conversation);
	return {
		/**
		 * Returns the id of the conversation of a request: what shares a session, a key of a cache or an earlier response, else
		 * the first texts. Another key or model makes another conversation.
		 */
		identify({ request, key, fields }: Asking, model: unknown): string | undefined {
			if (!fields || kept === false) return undefined;
			const previous = readText(fields["previous_response_id"]);
			const continued = previous && responses.get(previous);
			if (continued) return continued;
			const header = SESSION_HEADERS.map((name) => request.headers.get(name)).find(Boolean);
			const session = header ?? readText(fields["prompt_cache_key"]) ?? previous ?? describeStart(fields);
			return hash(`${key?.name ?? ""}\n${readText(model) ?? ""}\n${session}`);
		},
		/** Returns the targets with the last one of the conversation in front, with the provider that the router chose then. */
		order(id: string, targets: readonly Target[]): readonly Target[] {
			const found = known.get(id);
			if (!found || found.until <= now()) return targets;
			const target = targets.find((candidate) => nameOf(candidate) === found.target);
			if (!target) return targets;
			const { pinned } = found;
			if (pinned !== undefined) return [{ ...target, model: withoutSuffix(target.model), pinned }, ...targets];
			return target === targets[0] ? targets : [target, ...targets.filter((other) => other !== target)];
		},
		/**
		 * Records the target that succeeded.
		 * @param provider that the router chose
		 */
		keep(id: string, target: Target, provider: string): void {
			const { pinned: before, ...plain } = target;
			const isChosen = target.provider === undefined && findProvider(provider) !== undefined;
			const pinned = isChosen ? provider : before;
			// The target as the list has it, which may name a policy.
			const name = before === undefined ? nameOf(plain) : (known.get(id)?.target ?? nameOf(plain));
			known.set(id, { target: name, ...(pinned === undefined ? {} : { pinned }), until: now() + LIFETIME_MS });
		},
		/** Records that a request which names this response continues a conversation. */
		follow: (response: string, id: string): void => void responses.set(response, id),
		/** Removes the provider of a conversation: it refuses now. */
		forget: (id: string): void => void known.delete(id),
		/** Those that may continue, the newest last. */
		list: (): KeptConversation[] =>
			[...known].filter(([, { until }]) => until > now()).map(([id, conversation]) => ({ id, ...conversation })),
	};
}

function nameOf({ provider, model }: Target): string {
	return `${provider ?? ""} ${model}`;
}

function readText(value: unknown): string | undefined {
	return typeof value === "string" && value !== "" ? value : undefined;
}

/** The first text of the system and the first message of the user, in any form of chat. */
function describeStart(fields: Readonly<Record<string, unknown>>): string {
	const { system, instructions, messages, input } = fields;
	const list: readonly unknown[] = Array.isArray(messages) ? messages : Array.isArray(input) ? input : [];
	const find = (...roles: unknown[]): unknown => {
		const message = list.find((item) => roles.includes(readMember(item, "role")));
		return readMember(message, "content");
	};
	const user = typeof input === "string" ? input : find("user");
	return `${sample(system ?? instructions ?? find("system", "developer"))}\n${sample(user)}`;
}

function sample(content: unknown): string {
	if (typeof content === "string") {
		if (content.length <= 2 * SAMPLE) return content;
		return `${content.length} ${content.slice(0, SAMPLE)}${content.slice(-SAMPLE)}`;
	}
	if (!Array.isArray(content)) return "";
	let text = "";
	for (const part of content.slice(0, MAX_PARTS) as unknown[]) {
		const own = readText(readMember(part, "text"));
		if (own !== undefined && !own.startsWith(BILLING)) text += sample(own);
	}
	return text;
}

/** A hash of 53 bits. A collision is harmless: the two conversations share a provider, nothing else. */
function hash(text: string): string {
	let high = 0xdeadbeef;
	let low = 0x41c6ce57;
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		high = Math.imul(high ^ code, 0x9e3779b1);
		low = Math.imul(low ^ code, 0x5f356495);
	}
	high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
	low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
	return ((high & 0x1fffff) * 0x100000000 + (low >>> 0)).toString(36);
}

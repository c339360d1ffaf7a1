import { describeGuess } from "../exchange/cost-limit.ts";
import { type Offer, Secrets } from "../exchange/index.ts";
import { cancellableTimeout, type Fetch } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import { createBudgets } from "./budgets.ts";
import { createCallBook } from "./call-book.ts";
import { createChatForms } from "./chat-forms.ts";
import { createConversations } from "./conversations.ts";
import { createDocuments } from "./documents.ts";
import { invalid } from "./errors.ts";
import { createKeyLimits } from "./key-limits.ts";
import { createMetrics } from "./metrics.ts";
import { createModelList } from "./model-list.ts";
import { createOwnServers, type OwnServers } from "./own-servers.ts";
import { createPassedResponses } from "./passed-responses.ts";
import { createResponseStore } from "./response-store.ts";
import { createBreaker, createQueues } from "./target-queue.ts";
import { createTargetBook, type TargetBook } from "./targets.ts";
import { createTokenRates } from "./token-estimate.ts";
import type { GatewayOptions, GatewaySettings } from "./types.ts";

const HUB_URL = "https://huggingface.co";
const ROUTER_URL = "https://router.huggingface.co";
/** Notices about requests that are remembered, so that each is reported once. */
const MAX_NOTICES = 1000;

/** Objects that the parts of a gateway share. */
export type Services = ReturnType<typeof createServices>;

/** @throws GatewayError for an invalid alias */
export function createServices(options: GatewayOptions) {
	const { now = Date.now, call = {}, timeout: limit = 120_000 } = options;
	const send: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
	const fetchWithin = (most: number): Fetch =>
		most > 0 ? cancellableTimeout(send, { firstByte: most, idle: most }) : send;
	const fetch = fetchWithin(limit);
	const secrets = new Secrets();
	const values: string[] = [];
	const hide = (value: string | undefined): void => {
		if (value === undefined || value.length < 8 || values.includes(value)) return;
		values.push(value);
		secrets.add(value);
	};
	/**
	 * Removes known secrets from text. Most text contains none, and the patterns of `Secrets` cost more than the search
	 * for known values.
	 */
	const clean = (text: string): string =>
		values.some((value) => text.includes(value)) ? secrets.cleanText(text) : text;
	const hideSettings = ({ keys = [], endpoints = {} }: GatewaySettings): void => {
		for (const named of keys) hide(named.key);
		for (const endpoint of Object.values(endpoints)) {
			for (const value of [endpoint.key, ...Object.values(endpoint.headers ?? {})]) hide(value);
		}
	};
	for (const value of [options.key, ...(options.secrets ?? [])]) hide(value);
	hideSettings(options);
	const token = (provider: string | undefined): string | undefined => {
		const found = typeof options.token === "function" ? options.token(provider) : options.token;
		hide(found);
		return found;
	};
	const hub = `${(call.hubUrl ?? HUB_URL).replace(/(?<!\/)\/+$/, "")}/`;
	const router = (call.routerUrl ?? ROUTER_URL).replace(/(?<!\/)\/+$/, "");
	const createSettings = (settings: GatewaySettings) => {
		if (options.key === undefined && settings.keys?.length)
			throw invalid("Named keys need the owner's key too.", "keys");
		const own = createOwnServers({ local: options.local, ...settings }, fetch, now);
		const hasHashedKeys = settings.keys?.some(({ key }) => key === undefined) ?? false;
		return { settings, own, targets: createTargetBook(settings, own), hasHashedKeys };
	};
	let current = createSettings(options);
	const mayAsk = (): boolean => !current.targets.isOwn;
	const models = createModelList(`${router}/v1/models`, fetch, () => token(undefined), now, mayAsk);
	const offers = (): readonly Offer[] | undefined => options.offers?.() ?? models.offers();
	const budgets = createBudgets(
		() => current.settings,
		options.spending,
		offers,
		(target) => current.own.price(target),
		now,
		() => report("price", describeGuess("the budget")),
	);
	const reported = new Set<string>();
	const report = (key: string, notice: string): void => {
		if (reported.has(key) || reported.size >= MAX_NOTICES) return;
		reported.add(key);
		options.onNotice?.(notice);
	};
	return {
		options,
		fetch,
		/** Returns a `fetch` with another maximum wait, in milliseconds. */
		fetchWithin,
		/** For every call. Failover to the next target replaces retries. */
		callOptions: { ...call, retry_on_error: false, onNotice: () => undefined } satisfies CallOptions,
		token,
		offers,
		/** Whether a URL is Hugging Face's. */
		isHub: (url: string): boolean => url.startsWith(hub) || url.startsWith("data:"),
		wait: options.wait ?? 5000,
		firstTokenTimeout: options.firstTokenTimeout ?? 20_000,
		maxBody: options.maxBody ?? 100e6,
		maxCalls: options.maxCalls ?? 64,
		now,
		keyLimits: createKeyLimits(now),
		/** Whether hub has only the hash of a key. */
		get hasHashedKeys(): boolean {
			return current.hasHashedKeys;
		},
		/** Those of `options`, or their replacements. */
		get settings(): GatewaySettings {
			return current.settings;
		},
		get own(): OwnServers {
			return current.own;
		},
		get targets(): TargetBook {
			return current.targets;
		},
		update(settings: GatewaySettings): void {
			current = createSettings(settings);
			hideSettings(settings);
		},
		models,
		queues: createQueues(options.queue ?? 1000, now),
		breaker: createBreaker(options.cooldown ?? 30_000, now),
		metrics: createMetrics(),
		budgets,
		calls: createCallBook(clean),
		conversations: createConversations(now, options.conversations),
		/** True when new calls are refused, because the server is about to stop. */
		isDraining: false,
		/** What targets take in a chat. */
		chatForms: createChatForms((target) => current.own.url(target)),
		/** The texts of documents for targets that take none. */
		documents: createDocuments(options.readDocument),
		/** Token counts of services, for estimates. */
		tokenRates: createTokenRates(),
		/** Responses that later requests may continue. */
		responses: createResponseStore(now),
		/** Responses that providers keep. */
		passed: createPassedResponses(budgets),
		/** Reports what was left out of a client's request, once for each client. */
		notify(client: string, notice: string): void {
			report(`${client}\n${notice}`, secrets.cleanText(notice));
		},
		clean,
	};
}

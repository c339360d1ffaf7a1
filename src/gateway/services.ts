import { type Offer, Secrets } from "../exchange/index.ts";
import { type Fetch, timeout } from "../http/index.ts";
import type { CallOptions } from "../inference/index.ts";
import { Budgets } from "./budgets.ts";
import { CallBook } from "./call-book.ts";
import { invalid } from "./errors.ts";
import { Metrics } from "./metrics.ts";
import { ModelList } from "./model-list.ts";
import { ResponseStore } from "./response-store.ts";
import { Breaker, TargetQueues } from "./target-queue.ts";

import { TargetBook } from "./targets.ts";
import { TokenRates } from "./token-estimate.ts";
import type { GatewayOptions } from "./types.ts";

const HUB_URL = "https://huggingface.co";
const ROUTER_URL = "https://router.huggingface.co";
const MEGABYTE = 1e6;

/** Objects that the parts of a gateway share. */
export type Services = ReturnType<typeof createServices>;

/** @throws GatewayError for an invalid alias */
export function createServices(options: GatewayOptions) {
	const { now = Date.now, call = {}, timeout: limit = 120_000 } = options;
	const send: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
	const fetchWithin = (most: number): Fetch => (most > 0 ? timeout(send, { firstByte: most, idle: most }) : send);
	const fetch = fetchWithin(limit);
	const secrets = new Secrets(options.secrets ?? []);
	const values: string[] = [];
	const hide = (value: string | undefined): void => {
		if (value === undefined || value.length < 8 || values.includes(value)) return;
		values.push(value);
		secrets.add(value);
	};
	for (const value of options.secrets ?? []) hide(value);
	if (options.key === undefined && options.keys?.length) throw invalid("Named keys need the owner's key too.", "keys");
	hide(options.key);
	for (const { key } of options.keys ?? []) hide(key);
	const token = (provider: string | undefined): string | undefined => {
		const found = typeof options.token === "function" ? options.token(provider) : options.token;
		hide(found);
		return found;
	};
	const hub = `${(call.hubUrl ?? HUB_URL).replace(/\/+$/, "")}/`;
	const router = (call.routerUrl ?? ROUTER_URL).replace(/\/+$/, "");
	const targets = new TargetBook(options.aliases ?? {}, options.providers ?? [], options.local?.names);
	const models = new ModelList(`${router}/v1/models`, fetch, () => token(undefined), now);
	const offers = (): readonly Offer[] | undefined => options.offers?.() ?? models.offers;
	return {
		options,
		fetch,
		/** Returns a `fetch` with another maximum wait, in milliseconds. */
		fetchWithin,
		/** For every call. Targets fail over in place of retries. */
		callOptions: { ...call, retry_on_error: false, onNotice: () => undefined } satisfies CallOptions,
		token,
		offers,
		/** Whether a URL is the hub's. */
		isHub: (url: string): boolean => url.startsWith(hub) || url.startsWith("data:"),
		wait: options.wait ?? 5000,
		firstTokenTimeout: options.firstTokenTimeout ?? 20_000,
		maxBody: options.maxBody ?? 100 * MEGABYTE,
		now,
		targets,
		models,
		queues: new TargetQueues(options.queue ?? 1000, now),
		breaker: new Breaker(options.cooldown ?? 30_000, now),
		metrics: new Metrics(),
		budgets: new Budgets(options, offers, now),
		calls: new CallBook(),
		/** New calls are refused: the server is about to end. */
		isDraining: false,
		/** What services counted, for estimates. */
		tokenRates: new TokenRates(),
		/** Responses that later requests may continue. */
		responses: new ResponseStore(now),
		/** Reports what was left out of a client's request, once for each client. */
		notify: createNotifier((notice) => options.onNotice?.(secrets.cleanText(notice))),
		/**
		 * Removes known secrets from text. Most text contains none, and the patterns of `Secrets` cost more than the search
		 * for known values.
		 */
		clean: (text: string): string => (values.some((value) => text.includes(value)) ? secrets.cleanText(text) : text),
	};
}

const MAX_NOTICES = 1000;

function createNotifier(report: (notice: string) => void): (client: string, notice: string) => void {
	const reported = new Set<string>();
	return (client, notice) => {
		const key = `${client}\n${notice}`;
		if (reported.has(key) || reported.size >= MAX_NOTICES) return;
		reported.add(key);
		report(notice);
	};
}

import type { Context } from "../../context.ts";
import { readSeenModels } from "../../network/model-cache.ts";
import { isLocalName } from "../../options/provider.ts";
import { type FoundModel, findModels } from "../../target/find-models.ts";
import type { ChatSession } from "./session.ts";

/** Pause in typing before the hub is searched, in milliseconds. */
const PAUSE = 250;
/** Minimum letters for a search. */
const MIN = 2;

/** The models that `/model` suggests: those seen before, and those found as the id is typed. */
export class KnownModels {
	private found: readonly FoundModel[] = [];
	private query = "";
	private running: AbortController | undefined;
	private timer: NodeJS.Timeout | undefined;
	private readonly session: ChatSession;
	private readonly context: Context;
	private readonly onFound: () => void;

	constructor(session: ChatSession, context: Context, onFound: () => void) {
		this.session = session;
		this.context = context;
		this.onFound = onFound;
	}

	list(): FoundModel[] {
		const ids = new Set(this.found.map(({ id }) => id));
		const seen = isLocalName(this.session.place.provider) ? [] : readSeenModels(this.context);
		return [...seen.flatMap(({ id, task = "" }) => (ids.has(id) ? [] : [{ id, aside: task }])), ...this.found];
	}

	/** Called with the typed text. */
	hear(text: string): void {
		const [, query = ""] = /^\/model\s+(\S+)$/.exec(text) ?? [];
		if (query === this.query) return;
		this.query = query;
		this.stop();
		if (query.length >= MIN) this.timer = setTimeout(() => void this.search(query), PAUSE);
	}

	/** Aborts a running search. */
	stop(): void {
		clearTimeout(this.timer);
		this.running?.abort();
	}

	private async search(query: string): Promise<void> {
		const { session, context } = this;
		const { endpoint, provider } = session.place;
		// The hub does not list the models of an endpoint.
		if (endpoint !== undefined) return;
		const running = new AbortController();
		this.running = running;
		const hub = async () => (await session.connectHub()).hub;
		try {
			const found = await findModels({ task: "conversational", provider, query }, hub, context, running.signal);
			if (running.signal.aborted) return;
			const known = new Set(this.found.map(({ id }) => id));
			this.found = [...this.found, ...found.filter(({ id }) => !known.has(id))];
			this.onFound();
		} catch {
			// An id can be typed whole, and /model without an id reports the error.
		}
	}
}

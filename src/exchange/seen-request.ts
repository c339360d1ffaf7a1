import { parseJson } from "../base/json.ts";
import type { BodyObserver } from "../http/index.ts";
import { findCallIdentity, identifyUrl, type UrlIdentity } from "./call-identity.ts";
import { Excerpt, type ExcerptText, NOTHING, readWhole } from "./excerpt.ts";
import type { Attempt, CallIdentity } from "./exchange.ts";
import { readError } from "./failure.ts";
import { StoppedEarly } from "./tap.ts";
import { type ResponseFacts, readFacts, readValueFacts } from "./usage.ts";

/** Bytes kept of the end of an event stream, and of any other body. */
const STREAM_TAIL = 8 * 1024;
const BODY_TAIL = 64 * 1024;

const NO_BYTES = new Uint8Array(0);
/** The start of a body as the library writes it. */
const LEADING_MODEL = /^\{"model":("[^"\\]{0,500}")[,}]/;
/** Content types of text. */
const READABLE = /\b(json|event-stream|ndjson|text)\b/i;

/** One observed request of a call. Its URL and bodies are read only on demand. */
export class SeenRequest implements BodyObserver {
	readonly url: string;
	/** Whether it calls a model; polls, downloads and look-ups do not. */
	readonly isMain: boolean;
	/** Its head; undefined until it has arrived. */
	response: Response | undefined = undefined;
	/** In milliseconds from the start of the call, like `ended` and `first`. */
	readonly began: number;
	ended: number | null = null;
	/** When the first byte of the body arrived. */
	first: number | null = null;
	error: unknown = undefined;
	private readonly body: unknown;
	private readonly elapsed: () => number;
	/** The first chunk: most responses have only one. */
	private onlyChunk: Uint8Array | undefined = undefined;
	private excerpt: Excerpt | undefined = undefined;
	private knownFacts: ResponseFacts | undefined = undefined;
	private learned: ResponseFacts | undefined = undefined;
	private knownIdentity: CallIdentity | undefined = undefined;
	private readonly onEnd: ((error?: unknown) => void) | undefined;

	/** @param elapsed returns the milliseconds since the start of the call */
	constructor(
		url: string,
		method: string,
		body: unknown,
		elapsed: () => number,
		onEnd: ((error?: unknown) => void) | undefined,
	) {
		this.url = url;
		this.isMain = method === "POST" || method.toUpperCase() === "POST";
		this.body = body;
		this.elapsed = elapsed;
		this.onEnd = onEnd;
		this.began = elapsed();
	}

	piece(content: Uint8Array): void {
		if (this.ended !== null) return;
		this.first ??= this.elapsed();
		if (this.onlyChunk === undefined) {
			this.onlyChunk = content;
			return;
		}
		this.excerpt ??= this.startExcerpt(this.onlyChunk);
		this.excerpt.add(content);
	}

	end(error?: unknown): void {
		if (this.ended !== null) return;
		this.ended = this.elapsed();
		if (error !== undefined && !(error instanceof StoppedEarly)) this.error = error;
		this.onEnd?.(this.error);
	}

	/** The provider that the router reports for the request. */
	servedBy(): string | null {
		return this.response?.headers.get("x-inference-provider") ?? null;
	}

	/** The JSON body; undefined for others. */
	readBody(): unknown {
		return typeof this.body === "string" ? parseJson(this.body) : undefined;
	}

	place(): UrlIdentity {
		return identifyUrl(this.url);
	}

	identity(): CallIdentity {
		this.knownIdentity ??= findCallIdentity(this.url, this.readModel() ?? this.readBody());
		return this.knownIdentity;
	}

	/** The model, where the body begins with it: it may have megabytes, and is parsed only for another one. */
	private readModel(): { model: unknown } | undefined {
		const [, name] = (typeof this.body === "string" && LEADING_MODEL.exec(this.body.slice(0, 600))) || [];
		return name === undefined ? undefined : { model: parseJson(name) };
	}

	provider(): string | null {
		const { provider, hasSuffix } = this.place();
		return hasSuffix ? this.identity().provider : provider;
	}

	/** Reads the facts of the response from its JSON, which the caller has parsed. */
	learn(response: unknown): void {
		this.learned = readValueFacts(response);
	}

	facts(): ResponseFacts {
		if (this.learned) return this.learned;
		if (this.knownFacts !== undefined) return this.knownFacts;
		const facts = readFacts(this.readExcerpt());
		// Read again if more can arrive.
		if (this.ended !== null) this.knownFacts = facts;
		return facts;
	}

	toAttempt(provider: string | null): Attempt {
		const { name, code } = readError(this.error);
		return {
			provider: this.servedBy() ?? provider,
			...(this.response ? { status: this.response.status } : {}),
			...(this.error === undefined ? {} : { error: code ?? name }),
			ms: Math.round((this.ended ?? this.began) - this.began),
		};
	}

	private startExcerpt(first: Uint8Array): Excerpt {
		// The rest is a view of a network buffer.
		this.onlyChunk = NO_BYTES;
		const excerpt = new Excerpt(this.tailSize());
		excerpt.add(first);
		return excerpt;
	}

	private tailSize(): number {
		return /event-stream/i.test(this.contentType()) ? STREAM_TAIL : BODY_TAIL;
	}

	private readExcerpt(): ExcerptText {
		if (!READABLE.test(this.contentType())) return NOTHING;
		const { onlyChunk } = this;
		if (onlyChunk === undefined) return NOTHING;
		// It would be complete anyway: a copy costs more than reading it.
		if (!this.excerpt && onlyChunk.length <= this.tailSize()) return readWhole(onlyChunk);
		this.excerpt ??= this.startExcerpt(onlyChunk);
		return this.excerpt.read();
	}

	private contentType(): string {
		return this.response?.headers.get("content-type") ?? "";
	}
}

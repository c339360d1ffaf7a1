import { joinBytes } from "../base/bytes.ts";
import { parseJsonOrThrow } from "../base/json.ts";

const UPPER = /[A-Z]/;

/**
 * Headers of a response, compatible with the platform's `Headers`: in Node even naming that class, like `Response`, loads all of
 * `fetch`, which takes longer than a short request (20 to 50 ms of CPU time in Node 20 to 24).
 */
export class LightHeaders implements Headers {
	private readonly values_ = new Map<string, string>();
	private cookies: string[] = [];

	constructor(entries: readonly (readonly [string, string])[] = []) {
		for (const [name, value] of entries) this.append(name, value);
	}

	append(name: string, value: string): void {
		const key = name.toLowerCase();
		if (key === "set-cookie") this.cookies.push(value);
		else this.values_.set(key, this.values_.has(key) ? `${this.values_.get(key)}, ${value}` : value);
	}

	delete(name: string): void {
		if (name.toLowerCase() === "set-cookie") this.cookies = [];
		else this.values_.delete(name.toLowerCase());
	}

	get(name: string): string | null {
		// Most names are lowercase already: `toLowerCase` would create a string each time.
		const known = this.values_.get(name);
		if (known !== undefined) return known;
		const key = UPPER.test(name) ? name.toLowerCase() : name;
		if (key === "set-cookie") return this.cookies.length > 0 ? this.cookies.join(", ") : null;
		return this.values_.get(key) ?? null;
	}

	getSetCookie(): string[] {
		return [...this.cookies];
	}

	has(name: string): boolean {
		return this.get(name) !== null;
	}

	set(name: string, value: string): void {
		this.delete(name);
		this.append(name, value);
	}

	forEach(callback: (value: string, name: string, parent: Headers) => void, receiver?: unknown): void {
		for (const [name, value] of this) callback.call(receiver, value, name, this);
	}

	/** Sorted by name; each cookie is its own entry. */
	*entries(): Generator<[string, string], undefined> {
		const cookies = this.cookies.map((value): [string, string] => ["set-cookie", value]);
		yield* [...this.values_, ...cookies].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
	}

	*keys(): Generator<string, undefined> {
		for (const [name] of this) yield name;
	}

	*values(): Generator<string, undefined> {
		for (const [, value] of this) yield value;
	}

	[Symbol.iterator](): Generator<[string, string], undefined> {
		return this.entries();
	}
}

interface ResponseFacts {
	status: number;
	headers: LightHeaders;
	statusText?: string | undefined;
	url?: string | undefined;
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;
/** A body, or a function that creates it when it is first needed. */
type Content = Body | Uint8Array<ArrayBuffer> | null | (() => Body | null);

/** A response, compatible with the platform's `Response`, which is slow to load in Node; see `LightHeaders`. */
export class LightResponse implements Response {
	readonly type = "basic";
	readonly redirected = false;
	readonly status: number;
	readonly ok: boolean;
	readonly statusText: string;
	readonly headers: LightHeaders;
	readonly url: string;
	bodyUsed = false;
	private content: Content;

	constructor(body: Content, { status, headers, statusText = "", url = "" }: ResponseFacts) {
		this.content = body;
		this.status = status;
		this.ok = status >= 200 && status <= 299;
		this.statusText = statusText;
		this.headers = headers;
		this.url = url;
	}

	get body(): Body | null {
		if (typeof this.content === "function") this.content = this.content();
		if (this.content instanceof Uint8Array) this.content = streamOf(this.content);
		return this.content;
	}

	/** Returns the response with another body; see `replaceBody`. */
	withBody(body: ReadableStream<Uint8Array>): LightResponse {
		return new LightResponse(body as Body, this);
	}

	clone(): LightResponse {
		const { body } = this;
		if (this.bodyUsed || body?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
		const { status, statusText, url } = this;
		const facts = { status, statusText, url, headers: new LightHeaders([...this.headers]) };
		if (!body) return new LightResponse(null, facts);
		const [own, other] = body.tee();
		this.content = own;
		return new LightResponse(other, facts);
	}

	async bytes(): Promise<Uint8Array<ArrayBuffer>> {
		const { body } = this;
		if (this.bodyUsed || body?.locked) throw new TypeError("Body is unusable: Body has already been read");
		this.bodyUsed = body !== null;
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		const reader = body?.getReader();
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value);
		return joinBytes(chunks);
	}

	async arrayBuffer(): Promise<ArrayBuffer> {
		return (await this.bytes()).buffer;
	}

	async blob(): Promise<Blob> {
		return new Blob([await this.bytes()], { type: this.headers.get("content-type") ?? "" });
	}

	async text(): Promise<string> {
		return new TextDecoder().decode(await this.bytes());
	}

	async json(): Promise<unknown> {
		return parseJsonOrThrow(await this.text());
	}

	/** Forms are rare in responses: the platform reads them. */
	async formData(): Promise<FormData> {
		return new Response(await this.bytes(), { headers: [...this.headers] }).formData();
	}
}

/** Returns bytes as a stream. */
export function streamOf(bytes: Uint8Array<ArrayBuffer>): Body {
	return new ReadableStream<Uint8Array<ArrayBuffer>>({
		start(sink) {
			if (bytes.length > 0) sink.enqueue(bytes);
			sink.close();
		},
	});
}

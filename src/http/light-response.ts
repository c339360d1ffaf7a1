import { joinBytes } from "../base/bytes.ts";
import { parseJsonOrThrow } from "../base/json.ts";
import { LightHeaders } from "./light-headers.ts";

interface Facts {
	status: number;
	headers: LightHeaders;
	/** Default: none. */
	statusText?: string | undefined;
	/** Default: none. */
	url?: string | undefined;
}

type Bytes = Uint8Array<ArrayBuffer>;
type Body = ReadableStream<Bytes>;
/** A body, or a function that creates it when it is first needed. */
type Content = Body | Bytes | null | (() => Body | null);

/** A response, as the platform's `Response`, which takes long to load in Node; see `LightHeaders`. */
export class LightResponse implements Response {
	readonly type = "basic";
	readonly redirected = false;
	private readonly facts: Facts;
	private content: Content;
	private isRead = false;

	constructor(body: Content, facts: Facts) {
		this.content = body;
		this.facts = facts;
	}

	get body(): Body | null {
		if (typeof this.content === "function") this.content = this.content();
		if (this.content instanceof Uint8Array) this.content = streamOf(this.content);
		return this.content;
	}

	get bodyUsed(): boolean {
		return this.isRead;
	}

	get headers(): LightHeaders {
		return this.facts.headers;
	}

	get status(): number {
		return this.facts.status;
	}

	get statusText(): string {
		return this.facts.statusText ?? "";
	}

	get ok(): boolean {
		return this.status >= 200 && this.status <= 299;
	}

	get url(): string {
		return this.facts.url ?? "";
	}

	/** Returns the response with another body; see `replaceBody`. */
	withBody(body: ReadableStream<Uint8Array>): LightResponse {
		return new LightResponse(body as Body, this.facts);
	}

	clone(): LightResponse {
		const { body } = this;
		if (this.isRead || body?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
		const facts = { ...this.facts, headers: new LightHeaders([...this.headers]) };
		if (!body) return new LightResponse(null, facts);
		const [own, other] = body.tee();
		this.content = own;
		return new LightResponse(other, facts);
	}

	async bytes(): Promise<Bytes> {
		const { body } = this;
		if (this.isRead || body?.locked) throw new TypeError("Body is unusable: Body has already been read");
		this.isRead = body !== null;
		const chunks: Bytes[] = [];
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
export function streamOf(bytes: Bytes): Body {
	return new ReadableStream<Bytes>({
		start(sink) {
			if (bytes.length > 0) sink.enqueue(bytes);
			sink.close();
		},
	});
}

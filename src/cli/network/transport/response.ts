import { LightHeaders } from "./headers.ts";

interface Facts {
	status: number;
	statusText: string;
	headers: LightHeaders;
	url: string;
}

type Body = ReadableStream<Uint8Array<ArrayBuffer>>;

/** A response, as the platform's `Response`, which takes long to load in Node 20; see `LightHeaders`. */
export class LightResponse implements Response {
	readonly type = "basic";
	readonly redirected = false;
	private readonly facts: Facts;
	private content: Body | null;
	private isRead = false;

	constructor(body: Body | null, facts: Facts) {
		this.content = body;
		this.facts = facts;
	}

	get body(): Body | null {
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
		return this.facts.statusText;
	}

	get ok(): boolean {
		return this.status >= 200 && this.status <= 299;
	}

	get url(): string {
		return this.facts.url;
	}

	/** Returns the response with another body; see `replaceBody`. */
	withBody(body: ReadableStream<Uint8Array>): LightResponse {
		return new LightResponse(body as Body, this.facts);
	}

	clone(): LightResponse {
		if (this.isRead || this.content?.locked) throw new TypeError("Response.clone: Body has already been consumed.");
		if (!this.content) return new LightResponse(null, this.facts);
		const [own, other] = this.content.tee();
		this.content = own;
		const headers = new LightHeaders([...this.headers]);
		return new LightResponse(other, { ...this.facts, headers });
	}

	async bytes(): Promise<Uint8Array<ArrayBuffer>> {
		if (this.isRead || this.content?.locked) throw new TypeError("Body is unusable: Body has already been read");
		this.isRead = this.content !== null;
		const chunks: Uint8Array<ArrayBuffer>[] = [];
		const reader = this.content?.getReader();
		for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) chunks.push(next.value);
		const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
		let offset = 0;
		for (const chunk of chunks) {
			bytes.set(chunk, offset);
			offset += chunk.length;
		}
		return bytes;
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
		return JSON.parse(await this.text());
	}

	/** Forms are rare in responses: the platform reads them. */
	async formData(): Promise<FormData> {
		return new Response(await this.bytes(), { headers: [...this.headers] }).formData();
	}
}

import type { Fetch } from "../../http/index.ts";
import type { Context } from "../context.ts";

type Undici = typeof import("undici");
type Agent = InstanceType<Undici["Agent"]>;
type Answer = Awaited<ReturnType<Undici["request"]>>;

/** Bytes that are read of a JSON answer, and of an error. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_ERROR_BYTES = 1024 * 1024;

/** URLs whose parts are remembered. */
const MOST_PLACES = 1000;

/** Where a URL leads. */
interface Place {
	origin: string;
	path: string;
	isProxied: boolean;
}

export interface PoolOptions {
	/** Longest wait for the first byte and for each next one, in seconds; 0 for none. */
	timeout: number;
	/** Whether a URL is reached through a proxy. */
	hasProxy(url: URL): boolean;
}

/**
 * Sends posts of text through undici's own pool, which takes a quarter of the time of Node's `fetch`: for many small
 * calls. Everything else goes to `slow`: other methods and bodies, proxies, redirects.
 */
export function createPool(slow: Fetch, context: Context, { timeout, hasProxy }: PoolOptions): Fetch {
	const limit = timeout * 1000;
	let opening: Promise<Agent> | undefined;
	const open = async (): Promise<Agent> => {
		const { default: undici } = await import("undici");
		const agent = new undici.Agent({ headersTimeout: limit, bodyTimeout: limit, connect: { timeout: 30_000 } });
		context.defer(() => agent.destroy());
		return agent;
	};
	const places = new Map<string, Place>();
	const locate = (input: string): Place => {
		const known = places.get(input);
		if (known) return known;
		const url = new URL(input);
		const place = { origin: url.origin, path: `${url.pathname}${url.search}`, isProxied: hasProxy(url) };
		if (places.size >= MOST_PLACES) places.clear();
		places.set(input, place);
		return place;
	};
	return async (input, init) => {
		if (typeof input !== "string" || init?.method !== "POST" || typeof init.body !== "string")
			return await slow(input, init);
		const { origin, path, isProxied } = locate(input);
		if (isProxied) return await slow(input, init);
		opening ??= open();
		const agent = await opening;
		try {
			const answer = await agent.request({
				origin,
				path,
				method: "POST",
				headers: init.headers as Record<string, string>,
				body: init.body,
				signal: init.signal ?? null,
			});
			if (answer.statusCode < 300 || answer.statusCode >= 400) return toResponse(answer, limit);
			await answer.body.dump();
		} catch (error) {
			throw explain(error, limit);
		}
		// Whether a redirect may be followed is decided in one place.
		return await slow(input, init);
	};
}

/** A response with what callers of JSON services use; other bodies become one of the real class. */
function toResponse(answer: Answer, limit: number): Response {
	const { statusCode: status, headers, body } = answer;
	const type = String(headers["content-type"] ?? "");
	const encoding = headers["content-encoding"];
	if (
		!/^(application\/(problem\+)?json|text\/)/.test(type) ||
		type.startsWith("text/event-stream") ||
		encoding !== undefined
	) {
		const entries = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
			value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
		);
		return new Response(status === 204 ? null : (body as unknown as ReadableStream<Uint8Array>), {
			status,
			headers: entries,
		});
	}
	const text = (): Promise<string> => readText(body, limit, status >= 400);
	const light = {
		status,
		ok: status >= 200 && status < 300,
		statusText: "",
		headers: new LightHeaders(headers),
		text,
		json: async () => JSON.parse(await text()) as unknown,
		blob: async () => new Blob([await text()], { type }),
		arrayBuffer: async () => new TextEncoder().encode(await text()).buffer,
	};
	return light as unknown as Response;
}

/** Reads by events: an iterator over the body costs as much as the request. */
function readText(body: Answer["body"], limit: number, isError: boolean): Promise<string> {
	return new Promise((resolve, reject) => {
		const chunks: Buffer[] = [];
		let size = 0;
		const finish = (): void => {
			const [only] = chunks;
			resolve((chunks.length === 1 && only ? only : Buffer.concat(chunks)).toString("utf8"));
		};
		body.on("data", (chunk: Buffer) => {
			size += chunk.length;
			if (size > MOST_BYTES) {
				reject(new RangeError("The answer is longer than 64 MB."));
				body.destroy();
			} else if (isError && size > MOST_ERROR_BYTES) {
				// The start says what is wrong.
				finish();
				body.destroy();
			} else {
				chunks.push(chunk);
			}
		});
		body.on("end", finish);
		body.on("error", (error) => reject(explain(error, limit)));
	});
}

/** undici's time limits as ours; other failures in the form `fetch` gives them. */
function explain(error: unknown, limit: number): unknown {
	const code = error instanceof Error && "code" in error ? String(error.code) : "";
	if (code === "UND_ERR_HEADERS_TIMEOUT") return new DOMException(`No answer within ${limit / 1000} s`, "TimeoutError");
	if (code === "UND_ERR_BODY_TIMEOUT")
		return new DOMException(`Nothing more came within ${limit / 1000} s`, "TimeoutError");
	if (code === "" || code === "UND_ERR_ABORTED") return error;
	return new TypeError("fetch failed", { cause: error });
}

/** Headers as undici has them, read like those of `fetch`. */
class LightHeaders {
	private readonly values: Answer["headers"];

	constructor(values: Answer["headers"]) {
		this.values = values;
	}

	get(name: string): string | null {
		const value = this.values[name.toLowerCase()];
		if (value === undefined) return null;
		return Array.isArray(value) ? value.join(", ") : value;
	}

	has(name: string): boolean {
		return this.get(name) !== null;
	}

	forEach(visit: (value: string, name: string) => void): void {
		for (const name of Object.keys(this.values)) visit(this.get(name) ?? "", name);
	}
}
